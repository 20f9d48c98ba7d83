#include "engine/store/store.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/version.h>
#include <rocksdb/write_batch.h>

#include <array>
#include <cassert>

#include "engine/store/file_system_seam.h"
#include "engine/store/left_over_loads.h"
#include "engine/store/log_files.h"
#include "engine/store/range_bounds.h"
#include "engine/store/rocksdb_slice.h"
#include "engine/store/rocksdb_status.h"
#include "engine/store/settings.h"

namespace sheaf {
namespace {

constexpr size_t kBatchProtectionBytes = 8;  // per key; all batches alike, or they would not share a commit group
constexpr std::string_view kDefaultFamily = "default";
constexpr size_t kLastKeyBytes = 64;

}  // namespace

Batch::Batch(size_t expected_bytes)
    : batch_(std::make_unique<rocksdb::WriteBatch>(expected_bytes, 0, kBatchProtectionBytes, 0)) {}
Batch::~Batch() = default;

// A batch in memory fails only when memory ends, which throws; its statuses say nothing more.
void Batch::put(const Family& family, std::string_view key, std::string_view value) {
  batch_->Put(family.handle(), slice(key), slice(value)).PermitUncheckedError();
  is_empty_ = false;
  only_erases_ = false;
}
void Batch::erase(const Family& family, std::string_view key) {
  batch_->Delete(family.handle(), slice(key)).PermitUncheckedError();
  is_empty_ = false;
}
size_t Batch::size_bytes() const { return batch_->GetDataSize(); }

Snapshot::Snapshot(Store& store) : store_(store), snapshot_(store.take_snapshot()) {}
Snapshot::~Snapshot() { store_.db_->ReleaseSnapshot(snapshot_); }

Store::Store() : health_(std::make_shared<StoreHealth>()), log_sync_([this] { return sync_log(); }) {}

Store::~Store() { (void)close(); }

const rocksdb::Snapshot* Store::take_snapshot() {
  const std::shared_lock no_ingest(ingest_mutex_);
  return db_->GetSnapshot();
}

Result<std::unique_ptr<Store>> Store::open(const StoreOptions& options) {
  std::unique_ptr<Store> store(new Store());
  store->place_ = options.place;
  store->settings_ = std::make_unique<StoreSettings>(options);
  const bool in_memory = options.place == StorePlace::kMemory;
  if (in_memory) {
    store->env_.reset(rocksdb::NewMemEnv(rocksdb::Env::Default()));
  } else {
    const auto files = options.files != nullptr ? options.files->file_system : rocksdb::FileSystem::Default();
    store->log_files_ = std::make_shared<LogFiles>(files, store->health_);
    store->env_ = rocksdb::NewCompositeEnv(store->log_files_);
  }
  store->path_ = in_memory ? "/sheaf" : options.path;
  SHEAF_RETURN_IF_ERROR(store->open_rocksdb(store->path_));
  if (options.place == StorePlace::kExistingFolder) remove_left_over_loads(*store->env_, store->path_);
  const std::string guarded = in_memory ? std::string() : options.path;
  store->space_ = std::make_unique<SpaceGuard>(guarded, 2 * store->settings_->memtable_bytes());
  return store;
}

Status Store::open_rocksdb(const std::string& path) {
  const rocksdb::DBOptions database = settings_->database(env_.get(), health_);
  std::vector<std::string> names{std::string(kDefaultFamily)};
  if (place_ == StorePlace::kExistingFolder || is_read_only()) {
    SHEAF_RETURN_IF_ERROR(from_rocksdb(rocksdb::DB::ListColumnFamilies(database, path, &names)));
  }
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  descriptors.reserve(names.size());
  for (const std::string& name : names) descriptors.emplace_back(name, settings_->family(name));
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
#if SHEAF_ROCKSDB_AT_LEAST(9, 11)
  const rocksdb::Status opened = is_read_only()
                                     ? rocksdb::DB::OpenForReadOnly(database, path, descriptors, &handles, &db_)
                                     : rocksdb::DB::Open(database, path, descriptors, &handles, &db_);
#else
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened = is_read_only()
                                     ? rocksdb::DB::OpenForReadOnly(database, path, descriptors, &handles, &db)
                                     : rocksdb::DB::Open(database, path, descriptors, &handles, &db);
  db_.reset(db);
#endif
  SHEAF_RETURN_IF_ERROR(from_rocksdb(opened));
  families_ = std::make_shared<FamilyRegistry>(db_.get());
  for (rocksdb::ColumnFamilyHandle* handle : handles) open_families_.push_back(families_->adopt(handle));
  return {};
}

Status Store::close() {
  if (!db_) return {};
  Status first_error;
  if (!is_read_only() && !health_->is_stopped()) {
    for (const std::shared_ptr<Family>& family : open_families_) {
      if (Status flushed = flush(*family); !flushed.ok() && first_error.ok()) first_error = std::move(flushed);
    }
  }
  open_families_.clear();
  families_->release_all();
  if (Status closed = from_rocksdb(db_->Close()); !closed.ok() && first_error.ok()) first_error = std::move(closed);
  db_.reset();
  return first_error;
}

std::vector<std::string> Store::family_names() const {
  const std::lock_guard lock(open_mutex_);
  std::vector<std::string> names;
  for (const std::shared_ptr<Family>& family : open_families_) names.push_back(family->name());
  return names;
}

std::shared_ptr<Family> Store::find_family(std::string_view name) const {
  const std::lock_guard lock(open_mutex_);
  for (const std::shared_ptr<Family>& family : open_families_) {
    if (family->name() == name) return family;
  }
  return nullptr;
}

Result<std::vector<std::shared_ptr<Family>>> Store::create_families(std::span<const std::string> names) {
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) descriptors.emplace_back(name, settings_->family(name));
  std::vector<std::shared_ptr<Family>> families;
  families.reserve(names.size());
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  const rocksdb::Status created = db_->CreateColumnFamilies(descriptors, &handles);
  const std::lock_guard lock(open_mutex_);
  try {
    open_families_.reserve(open_families_.size() + handles.size());
    for (rocksdb::ColumnFamilyHandle* handle : handles) families.push_back(families_->adopt(handle));
  } catch (const std::bad_alloc&) {
    // RocksDB ends the process when it closes under a handle.
    for (size_t i = families.size(); i < handles.size(); ++i) {
      db_->DestroyColumnFamilyHandle(handles[i]).PermitUncheckedError();
    }
    throw;
  }
  open_families_.insert(open_families_.end(), families.begin(), families.end());
  if (!created.ok()) return from_rocksdb(created);
  return families;
}

Status Store::drop_family(const Family& family) {
  SHEAF_RETURN_IF_ERROR(from_rocksdb(db_->DropColumnFamily(family.handle())));
  const std::lock_guard lock(open_mutex_);
  std::erase_if(open_families_, [&family](const auto& open) { return open.get() == &family; });
  return {};
}

Status Store::flush(const Family& family) { return from_rocksdb(db_->Flush(rocksdb::FlushOptions(), family.handle())); }

Status Store::clear_deleted(const Family& family) {
  uint64_t left = 0;
  for (const std::string& property :
       {rocksdb::DB::Properties::kNumEntriesActiveMemTable, rocksdb::DB::Properties::kNumEntriesImmMemTables,
        rocksdb::DB::Properties::kLiveSstFilesSize}) {
    uint64_t value = 0;
    db_->GetIntProperty(family.handle(), property, &value);
    left += value;
  }
  if (left == 0) return {};
  SHEAF_RETURN_IF_ERROR(flush(family));
  rocksdb::CompactRangeOptions options;
  options.exclusive_manual_compaction = false;
  return from_rocksdb(db_->CompactRange(options, family.handle(), nullptr, nullptr));
}

FamilyEstimate Store::estimate(const Family& family) const {
  FamilyEstimate estimate;
  db_->GetIntProperty(family.handle(), rocksdb::DB::Properties::kEstimateNumKeys, &estimate.item_count);
  uint64_t files = 0;
  uint64_t memtables = 0;
  db_->GetIntProperty(family.handle(), rocksdb::DB::Properties::kLiveSstFilesSize, &files);
  db_->GetIntProperty(family.handle(), rocksdb::DB::Properties::kSizeAllMemTables, &memtables);
  estimate.size_bytes = files + memtables;
  return estimate;
}

uint64_t Store::approximate_bytes(const Family& family, const ByteRange& range) const {
  // RocksDB wants an end; only a key of the very last bytes stands behind this one.
  const std::string last(kLastKeyBytes, '\xFF');
  const rocksdb::Range whole(slice(range.lower), slice(range.upper.empty() ? std::string_view(last) : range.upper));
  rocksdb::SizeApproximationOptions options;
  options.include_memtables = true;
  uint64_t bytes = 0;
  const rocksdb::Status judged = db_->GetApproximateSizes(options, family.handle(), &whole, 1, &bytes);
  return judged.ok() ? bytes : 0;
}

Result<bool> Store::get(const Family& family, std::string_view key, const Snapshot* snapshot,
                        AlignedBuffer* value) const {
  rocksdb::PinnableSlice found;
  const auto options = StoreSettings::point_read(snapshot != nullptr ? snapshot->snapshot_ : nullptr);
  const rocksdb::Status status = db_->Get(options, family.handle(), slice(key), &found);
  if (status.IsNotFound()) return false;
  SHEAF_RETURN_IF_ERROR(from_rocksdb(status));
  value->assign(view(found));
  return true;
}

void Store::get_many(std::span<Lookup> lookups, const Snapshot* snapshot) const {
  assert(lookups.size() <= kMostLookups);
  std::array<rocksdb::ColumnFamilyHandle*, kMostLookups> families;
  std::array<rocksdb::Slice, kMostLookups> keys;
  std::array<rocksdb::PinnableSlice, kMostLookups> values;
  std::array<rocksdb::Status, kMostLookups> statuses;
  for (size_t i = 0; i < lookups.size(); ++i) {
    families[i] = lookups[i].family->handle();
    keys[i] = slice(lookups[i].key);
  }
  const auto options = StoreSettings::point_read(snapshot != nullptr ? snapshot->snapshot_ : nullptr);
  db_->MultiGet(options, lookups.size(), families.data(), keys.data(), values.data(), statuses.data());
  for (size_t i = 0; i < lookups.size(); ++i) {
    lookups[i].is_found = statuses[i].ok();
    if (statuses[i].ok()) {
      lookups[i].value->assign(view(values[i]));
    } else if (!statuses[i].IsNotFound()) {
      lookups[i].status = from_rocksdb(statuses[i]);
    }
  }
}

std::unique_ptr<RangeIterator> Store::iterate(const Family& family, const ByteRange& range,
                                              const IterateOptions& options) const {
  std::unique_ptr<RangeIterator> iterator(new RangeIterator());
  iterator->set_range(range, options.direction);
  iterator->reads_snapshot_ = options.snapshot != nullptr;
  auto read =
      StoreSettings::range_read(options.snapshot != nullptr ? options.snapshot->snapshot_ : nullptr, options.kind);
  read.iterate_lower_bound = &iterator->bounds_->lower_slice;
  if (!range.upper.empty()) read.iterate_upper_bound = &iterator->bounds_->upper_slice;
  iterator->iterator_.reset(db_->NewIterator(read, family.handle()));
  return iterator;
}

Status Store::check_not_stopped() const {
  return health_->is_stopped() ? Status(Error::kStoreStopped, {health_->cause()}) : Status();
}

Status Store::stop(const rocksdb::Status& cause) {
  health_->stop(cause.ToString());
  return Status(Error::kOutcomeUnknown, {health_->cause()});
}

Status Store::write(Batch* batch, Admission admission) {
  SHEAF_RETURN_IF_ERROR(check_not_stopped());
  if (admission == Admission::kOrdinary && !batch->only_erases()) {
    SHEAF_RETURN_IF_ERROR(space_->admit(batch->size_bytes()));
  }
  const bool was_recovering = health_->is_recovering();
  const uint64_t recoveries = health_->recoveries();
  const rocksdb::Status written = db_->Write(rocksdb::WriteOptions(), batch->batch_.get());
  if (written.ok()) return {};
  // The listener hears of a failed append before Write answers; while a failed flush is being mended, Write refuses
  // before it touches the log.
  const bool is_refusal = was_recovering || health_->recoveries() != recoveries;
  return is_refusal && !health_->is_stopped() ? from_rocksdb(written) : stop(written);
}

Status Store::sync() {
  if (place_ == StorePlace::kMemory) return {};
  return log_sync_.wait_until_durable();
}

// Who waits for this has written already, so the outcome is what is unknown.
Status Store::sync_log() {
  const rocksdb::Status synced = log_files_->sync();
  return synced.ok() ? Status() : stop(synced);
}

std::string rocksdb_version_text() {
  return std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." + std::to_string(ROCKSDB_PATCH);
}

}  // namespace sheaf
