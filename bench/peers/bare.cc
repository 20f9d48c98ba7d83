// RocksDB without Sheaf, with the options that Sheaf gives it: what Sheaf does with it, done by hand. Indexes hold whole items.
#include <rocksdb/write_batch.h>

#include "bench/peers/peer.h"
#include "bench/support/bare_database.h"
#include "bench/support/require.h"
#include "bench/support/stored_size.h"

namespace sheaf::bench {
namespace {

uint64_t size_of(const rocksdb::Slice& value) { return stored_size_bytes({value.data(), value.size()}); }

// One iterator that is kept: new bounds, a refresh, a seek.
class KeptIterator {
 public:
  KeptIterator(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
    rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kQuery);
    read.iterate_lower_bound = &lower_;
    read.iterate_upper_bound = &upper_;
    rows_.reset(db.NewIterator(read, family));
  }
  KeptIterator(const KeptIterator&) = delete;
  KeptIterator& operator=(const KeptIterator&) = delete;

  rocksdb::Iterator* restart(const KeyRange& range) {
    lower_ = range.lower;
    upper_ = range.upper;
    require_ok(rows_->Refresh(), "refreshing an iterator");
    return rows_.get();
  }

 private:
  rocksdb::Slice lower_;
  rocksdb::Slice upper_;
  std::unique_ptr<rocksdb::Iterator> rows_;
};

// The database while it is open.
struct Opened {
  explicit Opened(std::unique_ptr<BareDatabase> opened)
      : database(std::move(opened)),
        tables(database->tables(kPeerTables)),
        table_rows(database->db(), tables[0].base),
        index_rows(database->db(), tables[0].indexes[0]) {}

  std::unique_ptr<BareDatabase> database;
  std::vector<BareTable> tables;
  KeptIterator table_rows;
  KeptIterator index_rows;
};

class BarePeer : public Peer {
 public:
  explicit BarePeer(const PeerOptions& options) {
    options_.folder = options.folder / "data";
    options_.memory_bytes = options.memory_bytes;
    const BareDatabase::Tables tables = {kPeerTables, 0};
    opened_ = std::make_unique<Opened>(std::make_unique<BareDatabase>(options_, tables));
  }

  std::string name() const override { return "bare RocksDB"; }

  void load(PeerTable table, const std::deque<PeerItem>& items) override {
    batch_.Clear();
    for (const PeerItem& item : items) add_to_batch(opened_->tables[static_cast<size_t>(table)], item.rows);
    require_ok(db().Write({}, &batch_), "loading");
  }

  // Closing lets go of the files that were replaced.
  void settle() override {
    opened_->database->compact();
    opened_.reset();
    opened_ = std::make_unique<Opened>(std::make_unique<BareDatabase>(options_));
  }

  Answer get(const SoughtKey& key) override {
    value_.Reset();
    require_ok(db().Get(StoreSettings::point_read(nullptr), opened_->tables[0].base, key.encoded, &value_), "get");
    return {1, size_of(value_)};
  }

  Answer query_forward(const Collection& collection) override {
    rocksdb::Iterator* const rows = opened_->table_rows.restart(collection.encoded);
    Answer answer;
    for (rows->SeekToFirst(); rows->Valid() && answer.rows < kRowsOfQuery; rows->Next(), ++answer.rows) {
      answer.bytes += size_of(rows->value());
    }
    return answer;
  }

  Answer query_index_backward(const Collection& collection) override {
    rocksdb::Iterator* const rows = opened_->index_rows.restart(collection.encoded);
    Answer answer;
    for (rows->SeekToLast(); rows->Valid() && answer.rows < kRowsOfQuery; rows->Prev(), ++answer.rows) {
      answer.bytes += size_of(rows->value());
    }
    return answer;
  }

  Answer scan() override { return walk(opened_->tables[0].base); }

  void insert(const PeerItem& item) override {
    const BareTable& table = opened_->tables[1];
    value_.Reset();
    const auto read = StoreSettings::point_read(nullptr);
    if (!db().Get(read, table.base, item.rows.base_key, &value_).IsNotFound()) fail("a new item is there already");
    batch_.Clear();
    add_to_batch(table, item.rows);
    require_ok(db().Write({}, &batch_), "insert");
  }

  std::array<uint64_t, kIndexes + 1> count_writes() override {
    std::array<uint64_t, kIndexes + 1> counts = {walk(opened_->tables[1].base).rows};
    for (size_t i = 0; i < kIndexes; ++i) counts[i + 1] = walk(opened_->tables[1].indexes[i]).rows;
    return counts;
  }

 private:
  rocksdb::DB& db() const { return opened_->database->db(); }

  void add_to_batch(const BareTable& table, const Rows& rows) {
    require_ok(batch_.Put(table.base, rows.base_key, rows.value), "put");
    for (size_t i = 0; i < kIndexes; ++i) {
      if (!rows.index_keys[i].empty()) require_ok(batch_.Put(table.indexes[i], rows.index_keys[i], rows.value), "put");
    }
  }

  Answer walk(rocksdb::ColumnFamilyHandle* family) {
    const auto read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
    const std::unique_ptr<rocksdb::Iterator> rows(db().NewIterator(read, family));
    Answer answer;
    for (rows->SeekToFirst(); rows->Valid(); rows->Next(), ++answer.rows) answer.bytes += size_of(rows->value());
    require_ok(rows->status(), "a scan");
    return answer;
  }

  BareOptions options_;
  std::unique_ptr<Opened> opened_;
  rocksdb::WriteBatch batch_{0, 0, 8, 0};  // eight bytes of protection a key, as the engine asks for
  rocksdb::PinnableSlice value_;
};

}  // namespace

std::unique_ptr<Peer> make_bare_peer(const PeerOptions& options) { return std::make_unique<BarePeer>(options); }

}  // namespace sheaf::bench
