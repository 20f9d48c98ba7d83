// The floor: RocksDB's own group commit, WriteOptions.sync in FULL mode.
#include <rocksdb/statistics.h>
#include <rocksdb/write_batch.h>

#include <deque>
#include <vector>

#include "bench/support/bare_database.h"
#include "bench/support/folder.h"
#include "bench/support/require.h"
#include "bench/support/stored_size.h"
#include "bench/writers/side.h"

namespace sheaf::bench {
namespace {

struct BareWriter {
  std::deque<Rows> items;
  size_t position = 0;
  rocksdb::WriteBatch batch{0, 0, 8, 0};  // eight bytes of protection a key, as the engine asks for
};

class BareSide : public WriterSide {
 public:
  BareSide(uint64_t memory_bytes, uint32_t sync_mode)
      : workload_(1, kMostWriters * kItemsOfWriter),
        // Counting costs a little, so it is done only where a sync costs a hundred times as much.
        statistics_(sync_mode == SHEAF_SYNC_FULL ? rocksdb::CreateDBStatistics() : nullptr),
        database_({folder_.path() / "bare", memory_bytes, Compression::kFast, statistics_}, {0, 1}),
        table_(database_.tables(0)[0]),
        writers_(kMostWriters) {
    write_.sync = sync_mode == SHEAF_SYNC_FULL;
    if (statistics_ != nullptr) statistics_->set_stats_level(rocksdb::StatsLevel::kExceptHistogramOrTimers);
    for (size_t i = 0; i < kMostWriters * kItemsOfWriter; ++i) {
      writers_[i / kItemsOfWriter].items.emplace_back(workload_.item(i));
    }
  }

  void put(size_t thread) override {
    BareWriter& writer = writers_[thread];
    const Rows& rows = writer.items[writer.position++ % kItemsOfWriter];
    writer.batch.Clear();
    require_ok(writer.batch.Put(table_.base, rows.base_key, rows.value), "put");
    require_ok(database_.db().Write(write_, &writer.batch), "put");
  }

  uint64_t sync_count() const override {
    return statistics_ == nullptr ? 0 : statistics_->getTickerCount(rocksdb::WAL_FILE_SYNCED);
  }

  uint64_t stored_item_bytes(size_t index) override {
    std::string value;
    const Rows rows(workload_.item(index));
    require_ok(database_.db().Get({}, table_.base, rows.base_key, &value), "reading what was put");
    return stored_size_bytes(value);
  }

 private:
  Workload workload_;
  TemporaryFolder folder_;
  std::shared_ptr<rocksdb::Statistics> statistics_;
  BareDatabase database_;
  BareTable table_;
  rocksdb::WriteOptions write_;
  std::vector<BareWriter> writers_;
};

}  // namespace

std::unique_ptr<WriterSide> make_bare_side(uint64_t memory_bytes, uint32_t sync_mode) {
  return std::make_unique<BareSide>(memory_bytes, sync_mode);
}

}  // namespace sheaf::bench
