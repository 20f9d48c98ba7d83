// Writes of the core, one step of each kind on each side, which the measurement and the check before it both take. Sheaf's steps
// build the item attribute by attribute; the bare ones have keys and values ready, read what the engine must read, and write the
// same batch.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "bench/core/session.h"
#include "bench/core/sums.h"
#include "bench/support/require.h"
#include "engine/store/settings.h"

namespace sheaf::bench {
namespace {

using Step = void (*)(Session&);

rocksdb::DB& bare(Session& session) { return session.twins.bare(); }

void put_plain_bare(Session& session) {
  const Rows& rows = session.bare_plain.next();
  session.batch.Clear();
  require_ok(session.batch.Put(session.twins.bare_plain.base, rows.base_key, rows.value), "put");
  require_ok(bare(session).Write({}, &session.batch), "put");
}

void put_sheaf(sheaf_table* table, const AbiItem& item, sheaf_item* holder) {
  require_ok(item.fill(holder), "building an item");
  require_ok(sheaf_put(table, holder, nullptr, nullptr, nullptr), "put");
}

void put_plain_sheaf(Session& session) { put_sheaf(session.twins.sheaf_plain, session.abi_plain.next(), session.item); }

void add_bare(Session& session) {
  const BareTable& table = session.twins.bare_writes;
  const Rows& rows = session.bare_added.next();
  rows.serials.write(session.bare_added.next_serial());
  rocksdb::PinnableSlice old;
  if (!bare(session).Get(StoreSettings::point_read(nullptr), table.base, rows.base_key, &old).IsNotFound()) {
    fail("a new item is there already");
  }
  session.batch.Clear();
  require_ok(session.batch.Put(table.base, rows.base_key, rows.value), "put");
  for (size_t i = 0; i < kIndexes; ++i) {
    require_ok(session.batch.Put(table.indexes[i], rows.index_keys[i], rows.value), "put");
  }
  require_ok(bare(session).Write({}, &session.batch), "put");
}

void add_sheaf(Session& session) {
  AbiItem& item = session.abi_added.next();
  item.write_serial(session.abi_added.next_serial());
  put_sheaf(session.twins.sheaf_writes, item, session.item);
}

// The serial is in the third index's key and in the value, so that key moves and the other two rows get the new value.
void update_bare(Session& session) {
  const BareTable& table = session.twins.bare_writes;
  const Rows& rows = session.bare_updated.next();
  session.old_key = rows.index_keys[2];
  rows.serials.write(session.bare_updated.next_serial());
  rocksdb::PinnableSlice old;
  require_ok(bare(session).Get(StoreSettings::point_read(nullptr), table.base, rows.base_key, &old),
             "reading the old item");
  session.batch.Clear();
  require_ok(session.batch.Put(table.base, rows.base_key, rows.value), "put");
  require_ok(session.batch.Put(table.indexes[0], rows.index_keys[0], rows.value), "put");
  require_ok(session.batch.Put(table.indexes[1], rows.index_keys[1], rows.value), "put");
  require_ok(session.batch.Delete(table.indexes[2], session.old_key), "put");
  require_ok(session.batch.Put(table.indexes[2], rows.index_keys[2], rows.value), "put");
  require_ok(bare(session).Write({}, &session.batch), "put");
}

void update_sheaf(Session& session) {
  AbiItem& item = session.abi_updated.next();
  item.write_serial(session.abi_updated.next_serial());
  put_sheaf(session.twins.sheaf_writes, item, session.item);
}

struct Work {
  const char* name;
  Step bare;
  Step sheaf;
};

constexpr Work kWorks[] = {{"put, no index, blind", put_plain_bare, put_plain_sheaf},
                           {"put + 3 indexes, new item", add_bare, add_sheaf},
                           {"put + 3 indexes, one key moved", update_bare, update_sheaf}};

// ---- the check ----

void check_row(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family, std::string_view key, std::string_view value) {
  std::string found;
  require_ok(db.Get({}, family, slice(key), &found), "the engine's key is not the one expected");
  if (found != value) fail("the engine's bytes are not the ones expected");
}

}  // namespace

void check_writes(Session* session) {
  constexpr uint64_t kChecked = 1000;
  Twins& twins = session->twins;
  // The bare side began with what the engine wrote, so these rows are the engine's.
  for (uint64_t i = 0; i < kChecked; ++i) {
    const Rows rows(twins.workload().item(i));
    check_row(twins.bare(), twins.bare_items.base, rows.base_key, rows.value);
    for (size_t index = 0; index < kIndexes; ++index) {
      if (rows.index_keys[index].empty()) continue;
      check_row(twins.bare(), twins.bare_items.indexes[index], rows.index_keys[index], rows.value);
    }
  }
  for (uint64_t i = 0; i < kChecked; ++i) {
    for (const Work& work : kWorks) {
      work.bare(*session);
      work.sheaf(*session);
    }
  }
  const auto same = [&](sheaf_table* table, const char* index, rocksdb::ColumnFamilyHandle* family) {
    require_same(sum_of_bare(twins.bare(), family), sum_of_sheaf(table, index),
                 "what equal puts left in " + family->GetName());
  };
  same(twins.sheaf_plain, nullptr, twins.bare_plain.base);
  same(twins.sheaf_writes, nullptr, twins.bare_writes.base);
  for (size_t i = 0; i < kIndexes; ++i) same(twins.sheaf_writes, kIndexNames[i], twins.bare_writes.indexes[i]);
}

void register_writes(Session* session) {
  const auto add = [session](const std::string& name, Step step) {
    benchmark::RegisterBenchmark(name.c_str(), [session, step](benchmark::State& state) {
      for (auto _ : state) step(*session);
    })->Unit(benchmark::kMicrosecond);
  };
  for (const Work& work : kWorks) {
    add(std::string(work.name) + "/bare", work.bare);
    add(std::string(work.name) + "/sheaf", work.sheaf);
  }
}

}  // namespace sheaf::bench
