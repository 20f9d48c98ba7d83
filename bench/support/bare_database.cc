#include "bench/support/bare_database.h"

#include <rocksdb/statistics.h>

#include <algorithm>

#include "bench/support/require.h"
#include "engine/store/health.h"

namespace sheaf::bench {
namespace {

StoreOptions store_options(const BareOptions& options, StorePlace place) {
  StoreOptions store;
  store.place = place;
  store.memory_bytes = options.memory_bytes;
  store.compression = options.compression;
  return store;
}

// Ids are counters, so the order by number is the order in which tables and indexes were made.
uint64_t id_of(const rocksdb::ColumnFamilyHandle* family) { return std::stoull(family->GetName().substr(1)); }

}  // namespace

BareDatabase::BareDatabase(const BareOptions& options) {
  const StoreSettings settings(store_options(options, StorePlace::kExistingFolder));
  std::vector<std::string> names;
  require_ok(
      rocksdb::DB::ListColumnFamilies(settings.database(rocksdb::Env::Default(), std::make_shared<StoreHealth>()),
                                      options.folder.string(), &names),
      "listing families");
  open(options, settings, names);
}

BareDatabase::BareDatabase(const BareOptions& options, const Tables& tables) {
  const StoreSettings settings(store_options(options, StorePlace::kNewFolder));
  open(options, settings, {rocksdb::kDefaultColumnFamilyName});
  size_t id = 0;
  for (size_t i = 0; i < tables.indexed + tables.plain; ++i) {
    const size_t indexes = i < tables.indexed ? kIndexes : 0;
    for (size_t family = 0; family <= indexes; ++family) {
      const std::string name = (family == 0 ? "b" : "x") + std::to_string(++id);
      rocksdb::ColumnFamilyHandle* handle = nullptr;
      require_ok(db_->CreateColumnFamily(settings.family(name), name, &handle), "making a family");
      handles_.push_back(handle);
    }
  }
}

BareDatabase::~BareDatabase() {
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) delete handle;
}

void BareDatabase::open(const BareOptions& options, const StoreSettings& settings,
                        const std::vector<std::string>& families) {
  rocksdb::DBOptions database = settings.database(rocksdb::Env::Default(), std::make_shared<StoreHealth>());
  database.statistics = options.statistics;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : families) descriptors.emplace_back(name, settings.family(name));
  rocksdb::DB* db = nullptr;
  require_ok(rocksdb::DB::Open(database, options.folder.string(), descriptors, &handles_, &db),
             "opening the bare side");
  db_.reset(db);
}

std::vector<BareTable> BareDatabase::tables(size_t indexed) const {
  std::vector<rocksdb::ColumnFamilyHandle*> bases;
  std::vector<rocksdb::ColumnFamilyHandle*> indexes;
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) {
    const char kind = handle->GetName()[0];
    if (kind == 'b') bases.push_back(handle);
    if (kind == 'x') indexes.push_back(handle);
  }
  const auto by_id = [](const auto* a, const auto* b) { return id_of(a) < id_of(b); };
  std::sort(bases.begin(), bases.end(), by_id);
  std::sort(indexes.begin(), indexes.end(), by_id);
  if (bases.size() < indexed || indexes.size() != indexed * kIndexes) fail("finding the tables' families");
  std::vector<BareTable> tables;
  for (size_t i = 0; i < bases.size(); ++i) {
    BareTable& table = tables.emplace_back();
    table.base = bases[i];
    if (i < indexed)
      std::copy_n(indexes.begin() + static_cast<ptrdiff_t>(i * kIndexes), kIndexes, table.indexes.begin());
  }
  return tables;
}

void BareDatabase::compact() {
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) {
    require_ok(db_->CompactRange(options, handle, nullptr, nullptr), "compacting");
  }
}

}  // namespace sheaf::bench
