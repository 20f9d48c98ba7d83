// Bulk loads of the core: Repo items in no order, three index rows each, into the fresh tables of a fresh database. In batches of
// 1,000, and sorted and ingested. Sheaf's side fills an item of its own for each and hands it over through the C ABI; the bare side
// has its keys and values ready and knows that the tables are empty.
#include <benchmark/benchmark.h>
#include <rocksdb/sst_file_writer.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/session.h"
#include "bench/core/sums.h"
#include "bench/support/folder.h"
#include "bench/support/program.h"
#include "bench/support/require.h"
#include "bench/support/sought.h"
#include "engine/store/health.h"

namespace sheaf::bench {
namespace {

constexpr size_t kItems = 50000;
constexpr size_t kBatch = 1000;
constexpr uint64_t kLoadBytes = uint64_t{256} << 20;  // all rows are sorted in memory, as on the bare side

struct LoadItems {
  explicit LoadItems(const Workload& workload) {
    for (size_t i = 0; i < kItems; ++i) {
      constexpr uint32_t kOddStride = 0x9E3779B1;
      const auto serial = static_cast<uint32_t>(i) * kOddStride;
      const Document document = repository_to_add(workload, i % workload.repositories());
      abi.emplace_back(document).write_serial(serial);
      bare.emplace_back(document).serials.write(serial);
    }
  }

  std::deque<AbiItem> abi;
  std::deque<Rows> bare;
};

// ---- Sheaf ----

struct SheafSide {
  explicit SheafSide(uint64_t memory_bytes) {
    AbiOptions options;
    options.folder = folder.path() / "sheaf";
    options.memory_bytes = memory_bytes;
    database.emplace(options, std::vector<AbiTable>{{"loaded", TableShape::kIndexed}});
    for (size_t i = 0; i < kBatch; ++i) holders.push_back(sheaf_item_new());
  }
  ~SheafSide() {
    for (sheaf_item* const holder : holders) sheaf_item_free(holder);
  }
  SheafSide(const SheafSide&) = delete;
  SheafSide& operator=(const SheafSide&) = delete;

  TemporaryFolder folder;
  std::optional<AbiDatabase> database;
  std::vector<sheaf_item*> holders;
};

void batches_sheaf(const LoadItems& items, SheafSide& side) {
  std::vector<sheaf_action> actions(kBatch);
  for (size_t i = 0; i < kBatch; ++i) {
    actions[i].kind = SHEAF_ACTION_PUT;
    actions[i].table = side.database->table(0);
    actions[i].item = side.holders[i];
  }
  for (size_t from = 0; from < kItems; from += kBatch) {
    for (size_t i = 0; i < kBatch; ++i) require_ok(items.abi[from + i].fill(side.holders[i]), "building an item");
    require_ok(sheaf_write_each(side.database->db(), actions.data(), kBatch, nullptr, nullptr, nullptr), "a batch");
  }
}

void ingest_sheaf(const LoadItems& items, SheafSide& side) {
  sheaf_load_options options = {};
  options.struct_size = sizeof(options);
  options.memory_bytes = kLoadBytes;
  sheaf_load* load = nullptr;
  require_ok(sheaf_load_open(side.database->table(0), &options, &load, nullptr), "beginning a load");
  for (const AbiItem& item : items.abi) {
    require_ok(item.fill(side.holders[0]), "building an item");
    require_ok(sheaf_load_put(load, side.holders[0], nullptr), "loading an item");
  }
  require_ok(sheaf_load_finish(load, nullptr), "finishing a load");
  sheaf_load_free(load);
}

// ---- bare ----

struct BareSide {
  explicit BareSide(uint64_t memory_bytes) : settings(store_options(memory_bytes)) {
    BareOptions options;
    options.folder = folder.path() / "bare";
    options.memory_bytes = memory_bytes;
    database.emplace(options, BareDatabase::Tables{1, 0});
    table = database->tables(1).front();
  }

  static StoreOptions store_options(uint64_t memory_bytes) {
    StoreOptions options;
    options.place = StorePlace::kNewFolder;
    options.memory_bytes = memory_bytes;
    return options;
  }

  TemporaryFolder folder;
  StoreSettings settings;
  std::optional<BareDatabase> database;
  BareTable table;
};

void batches_bare(const LoadItems& items, BareSide& side) {
  rocksdb::WriteBatch batch(0, 0, 8, 0);
  for (size_t from = 0; from < kItems; from += kBatch) {
    batch.Clear();
    for (size_t i = from; i < from + kBatch; ++i) {
      const Rows& rows = items.bare[i];
      require_ok(batch.Put(side.table.base, rows.base_key, rows.value), "put");
      for (size_t index = 0; index < kIndexes; ++index) {
        require_ok(batch.Put(side.table.indexes[index], rows.index_keys[index], rows.value), "put");
      }
    }
    require_ok(side.database->db().Write({}, &batch), "a batch");
  }
}

using SortedRows = std::vector<std::pair<rocksdb::Slice, rocksdb::Slice>>;

std::string write_file(const BareSide& side, rocksdb::ColumnFamilyHandle* family, SortedRows* rows) {
  const auto by_key = [](const auto& a, const auto& b) { return a.first.compare(b.first) < 0; };
  std::sort(rows->begin(), rows->end(), by_key);
  const rocksdb::Options options(side.settings.database(rocksdb::Env::Default(), std::make_shared<StoreHealth>()),
                                 side.settings.family(family->GetName()));
  rocksdb::SstFileWriter file(rocksdb::EnvOptions(options), options, family);
  const std::string path = side.folder.path() / (family->GetName() + ".sst");
  require_ok(file.Open(path), "opening a file");
  for (const auto& [key, value] : *rows) require_ok(file.Put(key, value), "writing a row");
  require_ok(file.Finish(), "finishing a file");
  return path;
}

void ingest_bare(const LoadItems& items, BareSide& side) {
  std::vector<rocksdb::IngestExternalFileArg> shares;
  const auto add = [&](rocksdb::ColumnFamilyHandle* family, const std::function<rocksdb::Slice(const Rows&)>& key_of) {
    SortedRows sorted;
    sorted.reserve(items.bare.size());
    for (const Rows& rows : items.bare) sorted.emplace_back(key_of(rows), rows.value);
    rocksdb::IngestExternalFileArg& share = shares.emplace_back();
    share.column_family = family;
    share.external_files = {write_file(side, family, &sorted)};
    share.options.move_files = true;
    share.options.write_global_seqno = false;
  };
  add(side.table.base, [](const Rows& rows) { return rocksdb::Slice(rows.base_key); });
  for (size_t i = 0; i < kIndexes; ++i) {
    add(side.table.indexes[i], [i](const Rows& rows) { return rocksdb::Slice(rows.index_keys[i]); });
  }
  require_ok(side.database->db().IngestExternalFiles(shares), "ingest");
}

// ---- both ----

struct Work {
  const char* name;
  void (*bare)(const LoadItems&, BareSide&);
  void (*sheaf)(const LoadItems&, SheafSide&);
};

constexpr Work kWorks[] = {{"bulk load in batches, per item", batches_bare, batches_sheaf},
                           {"bulk load by sorted ingest, per item", ingest_bare, ingest_sheaf}};

void check(const LoadItems& items, const Work& work, uint64_t memory_bytes) {
  SheafSide sheaf(memory_bytes);
  BareSide bare(memory_bytes);
  work.sheaf(items, sheaf);
  work.bare(items, bare);
  rocksdb::DB& db = bare.database->db();
  require_same(sum_of_bare(db, bare.table.base), sum_of_sheaf(sheaf.database->table(0), nullptr), work.name);
  for (size_t i = 0; i < kIndexes; ++i) {
    require_same(sum_of_bare(db, bare.table.indexes[i]), sum_of_sheaf(sheaf.database->table(0), kIndexNames[i]),
                 work.name);
  }
}

// Only the load counts: the database is new each time.
template <typename Side, typename Load>
void register_load(const std::string& name, std::shared_ptr<const LoadItems> items, uint64_t memory_bytes, Load load) {
  benchmark::RegisterBenchmark(name.c_str(), [items = std::move(items), memory_bytes, load](benchmark::State& state) {
    for (auto _ : state) {
      state.PauseTiming();
      auto side = std::make_unique<Side>(memory_bytes);
      state.ResumeTiming();
      load(*items, *side);
      state.PauseTiming();
      side = nullptr;
      state.ResumeTiming();
    }
    state.counters["items"] = static_cast<double>(kItems);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_loads(const Workload& workload, uint64_t memory_bytes) {
  const auto items = std::make_shared<const LoadItems>(workload);
  for (const Work& work : kWorks) {
    check(*items, work, memory_bytes);
    register_load<BareSide>(std::string(work.name) + "/bare", items, memory_bytes, work.bare);
    register_load<SheafSide>(std::string(work.name) + "/sheaf", items, memory_bytes, work.sheaf);
  }
}

}  // namespace sheaf::bench
