#include "engine/store/settings.h"

#include <rocksdb/cache.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/listener.h>
#include <rocksdb/table.h>
#include <rocksdb/version.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/store/file_system_seam.h"

namespace sheaf {
namespace {

constexpr uint64_t kMiB = 1u << 20;
constexpr int kBackgroundJobs = 2;
constexpr size_t kBlockBytes = 8 << 10;
constexpr double kFilterBitsPerKey = 10;
constexpr double kHighPriorityShare = 0.5;  // of the cache: index and filter blocks go last
constexpr int kCacheShardBits = 4;
constexpr size_t kKeptLogFiles = 5;
constexpr int kMaxOpenFilesInSmallBudget = 512;
constexpr uint64_t kSkippedKeysPerCall = 16 << 10;  // some milliseconds; then a walk looks at its limits
// Of the small profile. A block of 4 KB with a dictionary is smaller and cheaper to read than one of 16 KB without.
constexpr size_t kSmallBlockBytes = 4 << 10;
constexpr uint32_t kDictionaryBytes = 16 << 10;
constexpr uint32_t kDictionarySampleBytes = 100 * kDictionaryBytes;
constexpr uint64_t kDictionaryBufferBytes = 4 * kMiB;  // or a whole file would be buffered, uncompressed
constexpr int kZstdLevel = 3;

// After a failed log or memtable write RocksDB would recover by flushing family by family; a crash in between leaves
// a folder that does not open. So such an error stops writes until the database is reopened, and so does one that
// RocksDB calls fatal, because it does not recover from it. Other flush and compaction errors recover.
class HealthListener : public rocksdb::EventListener {
 public:
  explicit HealthListener(std::shared_ptr<StoreHealth> health) : health_(std::move(health)) {}

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override {
    if (is_write(reason) || error->severity() >= rocksdb::Status::Severity::kFatalError) {
      health_->stop(error->ToString());
    } else {
      health_->begin_recovery();
    }
  }
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status /*error*/,
                            bool* auto_recovery) override {
    if (is_write(reason)) *auto_recovery = false;
  }
  void OnErrorRecoveryEnd(const rocksdb::BackgroundErrorRecoveryInfo& info) override {
    if (info.new_bg_error.ok()) health_->end_recovery();
  }

 private:
  static bool is_write(rocksdb::BackgroundErrorReason reason) {
    return reason == rocksdb::BackgroundErrorReason::kWriteCallback ||
           reason == rocksdb::BackgroundErrorReason::kMemTable;
  }
  std::shared_ptr<StoreHealth> health_;
};

// A folder that is only read gets no log of RocksDB's doings.
class SilentLogger : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

void compress_small(rocksdb::ColumnFamilyOptions* options) {
  options->bottommost_compression = rocksdb::CompressionType::kZSTD;
  rocksdb::CompressionOptions& bottom = options->bottommost_compression_opts;
  bottom.enabled = true;  // or the rest is not looked at
  bottom.level = kZstdLevel;
  bottom.max_dict_bytes = kDictionaryBytes;
  bottom.zstd_max_train_bytes = kDictionarySampleBytes;
  bottom.use_zstd_dict_trainer = false;  // as small, and made in half the time
  bottom.max_dict_buffer_bytes = kDictionaryBufferBytes;
}

}  // namespace

StoreSettings::StoreSettings(const StoreOptions& options)
    : place_(options.place),
      memory_bytes_(std::max(options.memory_bytes, kMinMemoryBytes)),
      memtable_bytes_(memory_bytes_ / 4),
      compression_(options.compression),
      files_(options.files) {
  rocksdb::LRUCacheOptions cache;
  cache.capacity = memory_bytes_;  // memtables are charged to it: one budget
  cache.num_shard_bits = memory_bytes_ < 64 * kMiB ? 2 : kCacheShardBits;
  cache.strict_capacity_limit = false;
  cache.high_pri_pool_ratio = kHighPriorityShare;
  cache_ = rocksdb::NewLRUCache(cache);
  write_buffers_ = std::make_shared<rocksdb::WriteBufferManager>(memtable_bytes_, cache_);
}

rocksdb::DBOptions StoreSettings::database(rocksdb::Env* env, std::shared_ptr<StoreHealth> health) const {
  rocksdb::DBOptions options;
  options.env = env;
  options.create_if_missing = place_ == StorePlace::kNewFolder || place_ == StorePlace::kMemory;
  if (place_ == StorePlace::kReadOnlyFolder) options.info_log = std::make_shared<SilentLogger>();
  options.error_if_exists = place_ == StorePlace::kNewFolder;
  options.paranoid_checks = true;
  options.max_background_jobs = kBackgroundJobs;
  options.max_open_files = memory_bytes_ < 256 * kMiB ? kMaxOpenFilesInSmallBudget : -1;
  options.write_buffer_manager = write_buffers_;
  options.max_total_wal_size = 4 * memtable_bytes_;  // the default would let one idle family pin gigabytes of log
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.wal_bytes_per_sync = 512 << 10;
  options.bytes_per_sync = kMiB;
  options.recycle_log_file_num = 0;
  options.avoid_flush_during_recovery = false;
  options.keep_log_file_num = kKeptLogFiles;
  options.max_log_file_size = 16 * kMiB;
  options.max_manifest_file_size = 64 * kMiB;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.skip_stats_update_on_db_open = true;
  options.compaction_readahead_size = 2 * kMiB;
  options.db_host_id.clear();  // the machine's name has no place in the user's files
  options.listeners.push_back(std::make_shared<HealthListener>(std::move(health)));
#if SHEAF_ROCKSDB_AT_LEAST(9, 7)
  options.prefix_seek_opt_in_only = true;
#endif
  return options;
}

rocksdb::ColumnFamilyOptions StoreSettings::family(std::string_view name) const {
  const char kind = name.empty() ? 'd' : name.front();
  const bool holds_items = kind == 'b';
  const bool is_large = holds_items || kind == 'x';
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache_;
  const bool is_small = is_large && compression_ == Compression::kSmall;
  table.block_size = is_small ? kSmallBlockBytes : kBlockBytes;
  table.format_version = 5;  // what RocksDB 7.8 reads
  table.checksum = rocksdb::ChecksumType::kXXH3;
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  table.optimize_filters_for_memory = true;
  // Derived rows are only walked, so a filter on their whole keys would never be asked.
  if (holds_items || kind == 'k') table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kFilterBitsPerKey));

  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.compression = is_large ? rocksdb::CompressionType::kLZ4Compression : rocksdb::CompressionType::kNoCompression;
  if (is_small) compress_small(&options);
  options.write_buffer_size = std::clamp<uint64_t>(memory_bytes_ / (holds_items ? 8 : 16), kMiB, 64 * kMiB);
  options.max_write_buffer_number = 3;
  options.arena_block_size =
      std::clamp<uint64_t>(memory_bytes_ / 1024, 64 << 10, 256 << 10);  // each family reserves one
  options.target_file_size_base = std::clamp<uint64_t>(memory_bytes_ / 8, 4 * kMiB, 64 * kMiB);
  options.max_bytes_for_level_base = 4 * options.target_file_size_base;
  options.level_compaction_dynamic_level_bytes = true;
  options.disable_auto_compactions = files_ != nullptr && files_->compactions == Compactions::kNone;
#if !SHEAF_ROCKSDB_AT_LEAST(8, 7)
  options.soft_pending_compaction_bytes_limit = 0;  // a stop with no compaction scheduled was possible (10257)
  options.hard_pending_compaction_bytes_limit = 0;
#endif
  return options;
}

rocksdb::ReadOptions StoreSettings::point_read(const rocksdb::Snapshot* snapshot) {
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  options.verify_checksums = true;
  return options;
}

rocksdb::ReadOptions StoreSettings::range_read(const rocksdb::Snapshot* snapshot, ReadKind kind) {
  rocksdb::ReadOptions options = point_read(snapshot);
  options.total_order_seek = true;
  options.fill_cache = kind == ReadKind::kQuery;
  options.background_purge_on_iterator_cleanup = true;
  options.max_skippable_internal_keys = kSkippedKeysPerCall;
  options.ignore_range_deletions = true;  // nothing here makes any
#if SHEAF_ROCKSDB_AT_LEAST(8, 6)
  options.auto_readahead_size = SHEAF_ROCKSDB_AT_LEAST(8, 11);
#endif
  return options;
}

}  // namespace sheaf
