// The core against bare RocksDB in one process (PERFORMANCE.md, "Targets, through the C ABI"): both sides do the same reads and
// writes on equal data under equal options; Sheaf's side goes through the C ABI and includes building and encoding the item,
// the bare side has its keys and values ready. SHEAF_BENCH_ITEMS (200,000) and SHEAF_BENCH_MEMORY_MB (512, for each side) say
// how much; the other flags are Google Benchmark's. One thread.
#include <benchmark/benchmark.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/abi_item.h"
#include "bench/support/machine.h"
#include "bench/support/report.h"
#include "bench/support/rows.h"
#include "bench/support/twins.h"
#include "engine/base/aligned_buffer.h"
#include "engine/item/item_view.h"
#include "engine/store/settings.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kRowsOfQuery = 25;
constexpr size_t kSoughtKeys = 16384;  // few enough that the keys themselves stay in the processor's cache
constexpr size_t kPlainItems = 10000;
constexpr size_t kAddedTemplates = 512;
constexpr size_t kMostUpdated = 4000;
constexpr uint32_t kSpread = 0x9E3779B1;  // odd: serial * kSpread visits every number once, in no order

struct SoughtItem {
  std::string partition;
  std::string sort;
  std::string encoded;
};

struct Collection {
  std::string partition;
  KeyRange encoded;
};

// One side's items to write, and how far that side has come.
template <typename Item>
struct Writer {
  std::deque<Item> items;  // they hold addresses of their own bytes, so they must not move
  size_t position = 0;
  uint32_t serial = 0;

  Item& next() {
    position = (position + 1) % items.size();
    return items[position];
  }
  uint32_t next_serial() { return ++serial * kSpread; }
};

struct Session {
  explicit Session(const TwinOptions& options) : twins(options), item(sheaf_item_new()) {}
  ~Session() { sheaf_item_free(item); }

  Twins twins;
  sheaf_item* item;
  std::vector<SoughtItem> sought;
  std::vector<Collection> table_collections;  // with at least kRowsOfQuery rows
  std::vector<Collection> index_collections;  // of GSI1
  Writer<AbiItem> abi_plain, abi_added, abi_updated;
  Writer<Rows> bare_plain, bare_added, bare_updated;
  rocksdb::WriteBatch batch{0, 0, 8, 0};  // eight bytes of protection a key, as the engine asks for
  std::string old_key;
};

sheaf_value string_value(const std::string& text) {
  return {SHEAF_STRING, 0, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}};
}

sheaf_key key_of(const sheaf_value* parts, uint32_t count) { return {parts, count, 0}; }

rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }

// A repeatable walk through `count` things in no order.
class Order {
 public:
  explicit Order(size_t count) : count_(count) {}
  size_t next() {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<size_t>(state_ >> 33) % count_;
  }

 private:
  size_t count_;
  uint64_t state_ = 1;
};

// ---- get ----

void get_bare(benchmark::State& state, Session& session) {
  Order order(session.sought.size());
  rocksdb::PinnableSlice value;
  for (auto _ : state) {
    const SoughtItem& sought = session.sought[order.next()];
    value.Reset();
    require_ok(session.twins.bare->Get(StoreSettings::point_read(nullptr), session.twins.bare_items.base,
                                       sought.encoded, &value),
               "get");
    benchmark::DoNotOptimize(value.size());
  }
}

void get_sheaf(benchmark::State& state, Session& session) {
  Order order(session.sought.size());
  for (auto _ : state) {
    const SoughtItem& sought = session.sought[order.next()];
    const sheaf_value parts[] = {string_value(sought.partition), string_value(sought.sort)};
    const sheaf_key key = key_of(parts, 2);
    require_ok(sheaf_get(session.twins.sheaf_items, &key, session.item, nullptr), "get");
    benchmark::DoNotOptimize(sheaf_item_size_bytes(session.item));
  }
}

// ---- query and scan ----

struct QueryShape {
  const char* index;
  Direction direction;
};

const std::vector<Collection>& collections_of(const Session& session, const QueryShape& shape) {
  return shape.index == nullptr ? session.table_collections : session.index_collections;
}

void query_bare(benchmark::State& state, Session& session, const QueryShape& shape) {
  const std::vector<Collection>& collections = collections_of(session, shape);
  const BareTable& table = session.twins.bare_items;
  rocksdb::ColumnFamilyHandle* const family = shape.index == nullptr ? table.base : table.indexes[0];
  Order order(collections.size());
  for (auto _ : state) {
    const KeyRange& range = collections[order.next()].encoded;
    const rocksdb::Slice lower(range.lower);
    const rocksdb::Slice upper(range.upper);
    rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kQuery);
    read.iterate_lower_bound = &lower;
    read.iterate_upper_bound = &upper;
    const std::unique_ptr<rocksdb::Iterator> rows(session.twins.bare->NewIterator(read, family));
    uint64_t bytes = 0;
    uint64_t count = 0;
    const bool is_forward = shape.direction == Direction::kForward;
    for (is_forward ? rows->Seek(lower) : rows->SeekToLast(); rows->Valid(); is_forward ? rows->Next() : rows->Prev()) {
      bytes += rows->value().size();
      if (++count == kRowsOfQuery) break;
    }
    require(count == kRowsOfQuery ? Held::kYes : Held::kNo, "25 rows of a bare query");
    benchmark::DoNotOptimize(bytes);
  }
}

void query_sheaf(benchmark::State& state, Session& session, const QueryShape& shape) {
  const std::vector<Collection>& collections = collections_of(session, shape);
  Order order(collections.size());
  sheaf_range range = {};
  range.struct_size = sizeof(range);
  range.flags = shape.direction == Direction::kBackward ? uint32_t{SHEAF_REVERSE} : 0;
  range.index = shape.index;
  range.row_limit = kRowsOfQuery;
  sheaf_cursor* cursor = nullptr;
  require_ok(sheaf_cursor_open(session.twins.sheaf_items, &range, &cursor, nullptr), "opening a cursor");
  for (auto _ : state) {
    const sheaf_value partition = string_value(collections[order.next()].partition);
    range.partition = key_of(&partition, 1);
    require_ok(sheaf_cursor_reset(cursor, &range, nullptr), "a query");
    uint64_t bytes = 0;
    uint64_t count = 0;
    for (; sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW; ++count)
      bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
    require(count == kRowsOfQuery ? Held::kYes : Held::kNo, "25 rows of a query");
    benchmark::DoNotOptimize(bytes);
  }
  sheaf_cursor_free(cursor);
}

void scan_bare(benchmark::State& state, Session& session) {
  for (auto _ : state) {
    const rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
    const std::unique_ptr<rocksdb::Iterator> rows(session.twins.bare->NewIterator(read, session.twins.bare_items.base));
    uint64_t bytes = 0;
    uint64_t count = 0;
    for (rows->SeekToFirst(); rows->Valid(); rows->Next(), ++count) bytes += rows->value().size();
    require(count == session.twins.workload().items() ? Held::kYes : Held::kNo, "all rows of a bare scan");
    benchmark::DoNotOptimize(bytes);
  }
  state.counters["items"] = static_cast<double>(session.twins.workload().items());
}

void scan_sheaf(benchmark::State& state, Session& session) {
  for (auto _ : state) {
    sheaf_cursor* cursor = nullptr;
    require_ok(sheaf_cursor_open(session.twins.sheaf_items, nullptr, &cursor, nullptr), "a scan");
    uint64_t bytes = 0;
    uint64_t count = 0;
    for (; sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW; ++count)
      bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
    require(count == session.twins.workload().items() ? Held::kYes : Held::kNo, "all rows of a scan");
    benchmark::DoNotOptimize(bytes);
    sheaf_cursor_free(cursor);
  }
  state.counters["items"] = static_cast<double>(session.twins.workload().items());
}

// ---- put: one step of each kind, which both the measurement and the check before it take ----

void put_plain_bare(Session& session) {
  const Rows& rows = session.bare_plain.next();
  session.batch.Clear();
  require_ok(session.batch.Put(session.twins.bare_plain.base, rows.base_key, rows.value), "put");
  require_ok(session.twins.bare->Write({}, &session.batch), "put");
}

void put_plain_sheaf(Session& session) {
  require_ok(session.abi_plain.next().fill(session.item), "put");
  require_ok(sheaf_put(session.twins.sheaf_plain, session.item, nullptr, nullptr, nullptr), "put");
}

void add_bare(Session& session) {
  const BareTable& table = session.twins.bare_writes;
  const Rows& rows = session.bare_added.next();
  rows.serials.write(session.bare_added.next_serial());
  rocksdb::PinnableSlice old;
  const rocksdb::Status found =
      session.twins.bare->Get(StoreSettings::point_read(nullptr), table.base, rows.base_key, &old);
  require(found.IsNotFound() ? Held::kYes : Held::kNo, "a new item is there already");
  session.batch.Clear();
  require_ok(session.batch.Put(table.base, rows.base_key, rows.value), "put");
  for (size_t i = 0; i < kIndexes; ++i)
    require_ok(session.batch.Put(table.indexes[i], rows.index_keys[i], rows.value), "put");
  require_ok(session.twins.bare->Write({}, &session.batch), "put");
}

void add_sheaf(Session& session) {
  AbiItem& item = session.abi_added.next();
  item.write_serial(session.abi_added.next_serial());
  require_ok(item.fill(session.item), "put");
  require_ok(sheaf_put(session.twins.sheaf_writes, session.item, nullptr, nullptr, nullptr), "put");
}

// The serial is in the third index's key and in the value, so that key moves and the other two rows get the new value.
void update_bare(Session& session) {
  const BareTable& table = session.twins.bare_writes;
  const Rows& rows = session.bare_updated.next();
  session.old_key = rows.index_keys[2];
  rows.serials.write(session.bare_updated.next_serial());
  rocksdb::PinnableSlice old;
  require_ok(session.twins.bare->Get(StoreSettings::point_read(nullptr), table.base, rows.base_key, &old),
             "reading the old item");
  session.batch.Clear();
  require_ok(session.batch.Put(table.base, rows.base_key, rows.value), "put");
  require_ok(session.batch.Put(table.indexes[0], rows.index_keys[0], rows.value), "put");
  require_ok(session.batch.Put(table.indexes[1], rows.index_keys[1], rows.value), "put");
  require_ok(session.batch.Delete(table.indexes[2], session.old_key), "put");
  require_ok(session.batch.Put(table.indexes[2], rows.index_keys[2], rows.value), "put");
  require_ok(session.twins.bare->Write({}, &session.batch), "put");
}

void update_sheaf(Session& session) {
  AbiItem& item = session.abi_updated.next();
  item.write_serial(session.abi_updated.next_serial());
  require_ok(item.fill(session.item), "put");
  require_ok(sheaf_put(session.twins.sheaf_writes, session.item, nullptr, nullptr, nullptr), "put");
}

// ---- preparation ----

void choose_reads(Session* session) {
  const Workload& workload = session->twins.workload();
  std::map<std::string, uint64_t> table_rows;
  std::map<std::string, uint64_t> index_rows;
  for (uint64_t i = 0; i < workload.items(); ++i) {
    const Document document = workload.item(i);
    ++table_rows[document.find("PK")->data];
    if (const Field* const partition = document.find("GSI1PK")) ++index_rows[partition->data];
  }
  const auto add = [](const std::map<std::string, uint64_t>& rows, std::vector<Collection>* out) {
    for (const auto& [partition, count] : rows) {
      if (count >= kRowsOfQuery) out->push_back({partition, encoded_collection(partition)});
    }
    require(out->empty() ? Held::kNo : Held::kYes, "no collection is large enough: more items are needed");
  };
  add(table_rows, &session->table_collections);
  add(index_rows, &session->index_collections);
  Order order(workload.items());
  for (size_t i = 0; i < kSoughtKeys; ++i) {
    const Document document = workload.item(order.next());
    const std::string& partition = document.find("PK")->data;
    const std::string& sort = document.find("SK")->data;
    session->sought.push_back({partition, sort, encoded_key(partition, sort)});
  }
}

void prepare_writes(Session* session) {
  const Workload& workload = session->twins.workload();
  const auto add = [](const Document& document, Writer<AbiItem>* abi, Writer<Rows>* bare) {
    abi->items.emplace_back(document);
    bare->items.emplace_back(document);
  };
  for (size_t i = 0; i < kPlainItems; ++i) add(workload.item(i), &session->abi_plain, &session->bare_plain);
  for (size_t i = 0; i < kAddedTemplates; ++i) {
    add(session->twins.repository_to_add(i), &session->abi_added, &session->bare_added);
  }
  for (size_t i = 0; i < std::min<uint64_t>(kMostUpdated, workload.repositories()); ++i) {
    add(session->twins.repository_to_update(i), &session->abi_updated, &session->bare_updated);
    session->bare_updated.items.back().serials.write(0);
  }
}

// ---- the check that both sides do the same ----

struct Sum {
  uint64_t rows = 0;
  uint64_t bytes = 0;
  bool operator==(const Sum&) const = default;
};

Sum sum_of_sheaf(sheaf_table* table, const char* index) {
  sheaf_range range = {};
  range.struct_size = sizeof(range);
  range.index = index;
  sheaf_cursor* cursor = nullptr;
  require_ok(sheaf_cursor_open(table, &range, &cursor, nullptr), "checking");
  Sum sum;
  for (; sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW; ++sum.rows) {
    sum.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
  }
  require(sheaf_cursor_next(cursor, nullptr) == SHEAF_DONE ? Held::kYes : Held::kNo, "a walk stopped before its end");
  sheaf_cursor_free(cursor);
  return sum;
}

Sum sum_of_bare(rocksdb::DB* db, rocksdb::ColumnFamilyHandle* family) {
  const rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
  const std::unique_ptr<rocksdb::Iterator> rows(db->NewIterator(read, family));
  AlignedBuffer aligned;
  Sum sum;
  for (rows->SeekToFirst(); rows->Valid(); rows->Next(), ++sum.rows) {
    aligned.assign({rows->value().data(), rows->value().size()});
    const auto item = ItemView::open(aligned.view());
    require(item.ok() ? Held::kYes : Held::kNo, "a bare row is no item");
    sum.bytes += item->size_bytes();
  }
  return sum;
}

void check_row(rocksdb::DB* db, rocksdb::ColumnFamilyHandle* family, std::string_view key, std::string_view value) {
  std::string found;
  require_ok(db->Get({}, family, slice(key), &found), "the engine's key is not the one expected");
  require(found == value ? Held::kYes : Held::kNo, "the engine's bytes are not the ones expected");
}

// The bare side began as a copy of what the engine wrote, so these rows are the engine's.
void check_sides_agree(Session* session) {
  Twins& twins = session->twins;
  for (uint64_t i = 0; i < 1000; ++i) {
    const Rows rows(twins.workload().item(i));
    check_row(twins.bare, twins.bare_items.base, rows.base_key, rows.value);
    for (size_t index = 0; index < kIndexes; ++index) {
      if (rows.index_keys[index].empty()) continue;
      check_row(twins.bare, twins.bare_items.indexes[index], rows.index_keys[index], rows.value);
    }
  }
  for (int i = 0; i < 1000; ++i) {
    for (const auto step : {put_plain_bare, put_plain_sheaf, add_bare, add_sheaf, update_bare, update_sheaf})
      step(*session);
  }
  const auto same = [&](sheaf_table* table, const char* index, rocksdb::ColumnFamilyHandle* family) {
    const Sum ours = sum_of_sheaf(table, index);
    const Sum bare = sum_of_bare(twins.bare, family);
    require(ours == bare ? Held::kYes : Held::kNo, "the same puts left different rows in " + family->GetName() + ": " +
                                                       std::to_string(ours.rows) + " and " + std::to_string(bare.rows) +
                                                       ", of bytes " + std::to_string(ours.bytes) + " and " +
                                                       std::to_string(bare.bytes));
  };
  same(twins.sheaf_plain, nullptr, twins.bare_plain.base);
  same(twins.sheaf_writes, nullptr, twins.bare_writes.base);
  for (size_t i = 0; i < kIndexes; ++i) same(twins.sheaf_writes, kIndexNames[i], twins.bare_writes.indexes[i]);
}

void register_benchmarks(Session* session) {
  const auto add = [session](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), [session, run](benchmark::State& state) {
      run(state, *session);
    })->Unit(benchmark::kMicrosecond);
  };
  const auto add_step = [&add](const std::string& name, void (*step)(Session&)) {
    add(name, [step](benchmark::State& state, Session& in) {
      for (auto _ : state) step(in);
    });
  };
  add("get/bare", get_bare);
  add("get/sheaf", get_sheaf);
  add_step("put, no index, blind/bare", put_plain_bare);
  add_step("put, no index, blind/sheaf", put_plain_sheaf);
  add_step("put + 3 indexes, new item/bare", add_bare);
  add_step("put + 3 indexes, new item/sheaf", add_sheaf);
  add_step("put + 3 indexes, one key moved/bare", update_bare);
  add_step("put + 3 indexes, one key moved/sheaf", update_sheaf);
  for (const QueryShape shape :
       {QueryShape{nullptr, Direction::kForward}, QueryShape{nullptr, Direction::kBackward},
        QueryShape{kIndexNames[0], Direction::kForward}, QueryShape{kIndexNames[0], Direction::kBackward}}) {
    const std::string name = std::string("query 25, ") + (shape.index == nullptr ? "table" : "index") +
                             (shape.direction == Direction::kForward ? ", forward" : ", backward");
    add(name + "/bare", [shape](benchmark::State& state, Session& in) { query_bare(state, in, shape); });
    add(name + "/sheaf", [shape](benchmark::State& state, Session& in) { query_sheaf(state, in, shape); });
  }
  add("full scan, per item/bare", scan_bare);
  add("full scan, per item/sheaf", scan_sheaf);
}

int run(const TwinOptions& options) {
  Session session(options);
  choose_reads(&session);
  prepare_writes(&session);
  check_sides_agree(&session);
  const uint64_t disk_bytes = session.twins.disk_bytes();
  register_benchmarks(&session);
  const int outcome = run_and_report({"bare", "sheaf", "us"});
  const uint64_t items = session.twins.workload().items();
  std::printf("\nRocksDB %s; %s\n", rocksdb_build().c_str(), huge_pages().c_str());
  std::printf("%llu items, %llu MB of memory a side, %llu bytes on disk an item with its index rows\n",
              static_cast<unsigned long long>(items), static_cast<unsigned long long>(options.memory_bytes >> 20),
              static_cast<unsigned long long>(disk_bytes / items));
  std::printf("collections of 25 rows and more: %zu in the table, %zu in GSI1\n", session.table_collections.size(),
              session.index_collections.size());
  return outcome;
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) {
  using namespace sheaf::bench;
  restart_with_huge_pages(argv);
  initialize_benchmarks(argc, argv);
  TwinOptions options;
  options.items = number_from_environment("SHEAF_BENCH_ITEMS", 200'000);
  options.memory_bytes = number_from_environment("SHEAF_BENCH_MEMORY_MB", 512) << 20;
  try {
    return run(options);
  } catch (const BenchmarkFailed& failure) {
    std::fprintf(stderr, "benchmark failed: %s\n", failure.what());
    return 1;
  }
}
