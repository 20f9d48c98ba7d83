// Reads of the core: get, query 25, full scan. The bare side hands out rows that nobody looks at; of the stored item it takes the
// length only, so it is a floor under any use of the rows.
#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench/core/queries.h"
#include "bench/core/session.h"
#include "bench/support/abi_database.h"
#include "bench/support/order.h"
#include "bench/support/require.h"
#include "engine/store/settings.h"

namespace sheaf::bench {
namespace {

// ---- get ----

template <typename Weigh>
Answer get_bare(Session& session, const SoughtKey& key, rocksdb::PinnableSlice* value) {
  value->Reset();
  const rocksdb::Status found =
      session.twins.bare().Get(StoreSettings::point_read(nullptr), session.twins.bare_items.base, key.encoded, value);
  if (found.IsNotFound()) return {};
  require_ok(found, "get");
  return {1, Weigh()(*value)};
}

Answer get_sheaf(Session& session, const SoughtKey& key) {
  const sheaf_value parts[] = {string_value(key.partition()), string_value(key.sort())};
  const sheaf_key primary = sheaf_key_of(parts, 2);
  const sheaf_status found = sheaf_get(session.twins.sheaf_items, &primary, session.item, nullptr);
  if (found == SHEAF_NOT_FOUND) return {};
  require_ok(found, "get");
  return {1, sheaf_item_size_bytes(session.item)};
}

// ---- scan ----

template <typename Weigh>
Answer scan_bare(Session& session) {
  const rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
  const std::unique_ptr<rocksdb::Iterator> rows(session.twins.bare().NewIterator(read, session.twins.bare_items.base));
  Answer answer;
  for (rows->SeekToFirst(); rows->Valid(); rows->Next(), ++answer.rows) answer.bytes += Weigh()(rows->value());
  require_ok(rows->status(), "a bare scan");
  return answer;
}

Answer scan_sheaf(Session& session) {
  sheaf_cursor* cursor = nullptr;
  require_ok(sheaf_cursor_open(session.twins.sheaf_items, nullptr, &cursor, nullptr), "a scan");
  Answer answer;
  for (; sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW; ++answer.rows) {
    answer.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
  }
  sheaf_cursor_free(cursor);
  return answer;
}

// ---- registration ----

using Body = std::function<void(benchmark::State&)>;

void add(const std::string& name, Body body) {
  benchmark::RegisterBenchmark(name.c_str(), [body](benchmark::State& state) {
    body(state);
  })->Unit(benchmark::kMicrosecond);
}

void register_gets(Session* session, const std::string& work, const std::vector<SoughtKey>& keys) {
  add(work + "/bare", [session, &keys](benchmark::State& state) {
    Order order(keys.size());
    rocksdb::PinnableSlice value;
    for (auto _ : state) {
      benchmark::DoNotOptimize(get_bare<LengthOfRow>(*session, keys[order.next()], &value).bytes);
    }
  });
  add(work + "/sheaf", [session, &keys](benchmark::State& state) {
    Order order(keys.size());
    for (auto _ : state) benchmark::DoNotOptimize(get_sheaf(*session, keys[order.next()]).bytes);
  });
}

// Times one way to query, over collections in no order.
template <typename Query, typename Step>
void add_query(Session* session, const std::string& name, const QueryShape& shape, Step step) {
  add(name, [session, shape, step](benchmark::State& state) {
    const std::vector<Collection>& collections = collections_of(*session, shape);
    Order order(collections.size());
    Query query(session, shape);
    if constexpr (std::is_same_v<Query, BareQuery>) query.make_iterator();
    for (auto _ : state) {
      const Answer answer = step(query, collections[order.next()]);
      if (answer.rows != kRowsOfQuery) fail("a query of 25 rows gave another number");
      benchmark::DoNotOptimize(answer.bytes);
    }
  });
}

constexpr auto kBareFresh = [](BareQuery& query, const Collection& c) { return query.fresh<LengthOfRow>(c); };
constexpr auto kBareKept = [](BareQuery& query, const Collection& c) { return query.kept<LengthOfRow>(c); };
constexpr auto kSheafFresh = [](SheafQuery& query, const Collection& c) { return query.fresh(c); };
constexpr auto kSheafKept = [](SheafQuery& query, const Collection& c) { return query.kept(c); };

template <typename Scan>
void add_scan(Session* session, const std::string& name, Scan scan) {
  add(name, [session, scan](benchmark::State& state) {
    const uint64_t items = session->twins.workload().items();
    for (auto _ : state) {
      const Answer answer = scan(*session);
      if (answer.rows != items) fail("a scan missed rows");
      benchmark::DoNotOptimize(answer.bytes);
    }
    state.counters["items"] = static_cast<double>(items);
  });
}

const std::pair<const char*, QueryShape> kQueries[] = {
    {"query 25, table, forward", kTableForward},
    {"query 25, table, backward", {nullptr, Direction::kBackward}},
    {"query 25, index, forward", {kIndexNames[0], Direction::kForward}},
    {"query 25, index, backward", {kIndexNames[0], Direction::kBackward}}};

}  // namespace

void check_reads(Session* session) {
  rocksdb::PinnableSlice value;
  for (const auto* const keys : {&session->present, &session->absent}) {
    for (const SoughtKey& key : *keys) {
      const Answer bare = get_bare<SizeOfItem>(*session, key, &value);
      if (bare.rows != (keys == &session->present ? 1u : 0u))
        fail("a key that is sought is there or not, against the plan");
      require_same(bare, get_sheaf(*session, key), "get");
    }
  }
  for (const auto& [work, shape] : kQueries) {
    BareQuery bare(session, shape);
    bare.make_iterator();
    SheafQuery sheaf(session, shape);
    for (const Collection& collection : collections_of(*session, shape)) {
      const Answer answer = bare.fresh<SizeOfItem>(collection);
      require_same(answer, bare.kept<SizeOfItem>(collection), work);
      require_same(answer, sheaf.kept(collection), work);
      require_same(answer, sheaf.fresh(collection), work);
    }
  }
  require_same(scan_bare<SizeOfItem>(*session), scan_sheaf(*session), "full scan");
}

void register_reads(Session* session) {
  register_gets(session, "get", session->present);
  register_gets(session, "get, absent key", session->absent);
  for (const auto& [work, shape] : kQueries) {
    const std::string name = work;
    add_query<BareQuery>(session, name + "/bare", shape, kBareFresh);
    add_query<BareQuery>(session, name + "/bare kept", shape, kBareKept);
    add_query<SheafQuery>(session, name + "/sheaf", shape, kSheafKept);
  }
  add_query<SheafQuery>(session, "query 25, table, forward/sheaf fresh", kTableForward, kSheafFresh);
  add_scan(session, "full scan, per item/bare", scan_bare<LengthOfRow>);
  add_scan(session, "full scan, per item/sheaf", scan_sheaf);
}

}  // namespace sheaf::bench
