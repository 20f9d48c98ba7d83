// LMDB: one read transaction that is reset and renewed with its cursors, one write transaction for each insert or load. An index
// maps its encoded key to base keys (sorted duplicates), and its rows are looked up in the table.
#include "bench/peers/peer.h"

#if SHEAF_BENCH_LMDB
#include <lmdb.h>

#include "bench/support/require.h"
#include "bench/support/stored_size.h"

namespace sheaf::bench {
namespace {

constexpr size_t kMapBytes = size_t{64} << 30;  // of address space; the file is sparse

void require_code(int code, const char* what) {
  if (code != MDB_SUCCESS) fail(std::string(what) + ": " + mdb_strerror(code));
}

MDB_val val(std::string_view bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }
std::string_view view(const MDB_val& bytes) { return {static_cast<const char*>(bytes.mv_data), bytes.mv_size}; }

struct LmdbTable {
  MDB_dbi base = 0;
  std::array<MDB_dbi, kIndexes> indexes = {};
};

class LmdbPeer : public Peer {
 public:
  LmdbPeer(const PeerOptions& options, unsigned flags) : folder_(options.folder), flags_(flags) { open(); }
  ~LmdbPeer() override { close(); }

  std::string name() const override {
    return std::string("LMDB ") + ((flags_ & MDB_NOSYNC) != 0 ? "(no sync, write map)" : "(syncs)");
  }

  void load(PeerTable table, const std::deque<PeerItem>& items) override {
    MDB_txn* const transaction = begin_write();
    for (const PeerItem& item : items) insert_in(transaction, tables_[static_cast<size_t>(table)], item.rows);
    require_code(mdb_txn_commit(transaction), "committing");
  }

  // A compacting copy takes the file's place.
  void settle() override {
    const std::filesystem::path copy = folder_ / "copy";
    std::filesystem::create_directory(copy);
    require_code(mdb_env_copy2(environment_, copy.c_str(), MDB_CP_COMPACT), "compacting");
    close();
    std::filesystem::rename(copy / "data.mdb", folder_ / "data.mdb");
    std::filesystem::remove_all(copy);
    open();
  }

  Answer get(const SoughtKey& key) override {
    renew();
    const Answer answer = {1, stored_size_bytes(find(val(key.encoded)))};
    mdb_txn_reset(reader_);
    return answer;
  }

  Answer query_forward(const Collection& collection) override {
    renew();
    require_code(mdb_cursor_renew(reader_, table_cursor_), "renewing a cursor");
    Answer answer;
    MDB_val key = val(collection.encoded.lower);
    MDB_val value;
    int code = mdb_cursor_get(table_cursor_, &key, &value, MDB_SET_RANGE);
    while (code == MDB_SUCCESS && view(key) < collection.encoded.upper) {
      answer.bytes += stored_size_bytes(view(value));
      if (++answer.rows == kRowsOfQuery) break;
      code = mdb_cursor_get(table_cursor_, &key, &value, MDB_NEXT);
    }
    mdb_txn_reset(reader_);
    return answer;
  }

  Answer query_index_backward(const Collection& collection) override {
    renew();
    require_code(mdb_cursor_renew(reader_, index_cursor_), "renewing a cursor");
    Answer answer;
    MDB_val key = val(collection.encoded.upper);
    MDB_val base_key;
    const bool has_higher = mdb_cursor_get(index_cursor_, &key, &base_key, MDB_SET_RANGE) == MDB_SUCCESS;
    int code = mdb_cursor_get(index_cursor_, &key, &base_key, has_higher ? MDB_PREV : MDB_LAST);
    while (code == MDB_SUCCESS && view(key) >= collection.encoded.lower) {
      answer.bytes += stored_size_bytes(find(base_key));
      if (++answer.rows == kRowsOfQuery) break;
      code = mdb_cursor_get(index_cursor_, &key, &base_key, MDB_PREV);
    }
    mdb_txn_reset(reader_);
    return answer;
  }

  Answer scan() override {
    renew();
    require_code(mdb_cursor_renew(reader_, table_cursor_), "renewing a cursor");
    Answer answer;
    MDB_val key;
    MDB_val value;
    int code = mdb_cursor_get(table_cursor_, &key, &value, MDB_FIRST);
    for (; code == MDB_SUCCESS; code = mdb_cursor_get(table_cursor_, &key, &value, MDB_NEXT), ++answer.rows) {
      answer.bytes += stored_size_bytes(view(value));
    }
    mdb_txn_reset(reader_);
    return answer;
  }

  void insert(const PeerItem& item) override {
    MDB_txn* const transaction = begin_write();
    insert_in(transaction, tables_[1], item.rows);
    require_code(mdb_txn_commit(transaction), "committing");
  }

  std::array<uint64_t, kIndexes + 1> count_writes() override {
    renew();
    std::array<uint64_t, kIndexes + 1> counts = {count(tables_[1].base)};
    for (size_t i = 0; i < kIndexes; ++i) counts[i + 1] = count(tables_[1].indexes[i]);
    mdb_txn_reset(reader_);
    return counts;
  }

 private:
  void open() {
    require_code(mdb_env_create(&environment_), "making an environment");
    require_code(mdb_env_set_mapsize(environment_, kMapBytes), "setting the map's size");
    require_code(mdb_env_set_maxdbs(environment_, kPeerTables * (kIndexes + 1)), "setting the number of tables");
    require_code(mdb_env_open(environment_, folder_.c_str(), flags_ | MDB_NOTLS, 0644), "opening LMDB");
    MDB_txn* const transaction = begin_write();
    for (size_t i = 0; i < kPeerTables; ++i) {
      const std::string name = kPeerTableNames[i];
      require_code(mdb_dbi_open(transaction, name.c_str(), MDB_CREATE, &tables_[i].base), "opening a table");
      for (size_t index = 0; index < kIndexes; ++index) {
        require_code(mdb_dbi_open(transaction, (name + kIndexNames[index]).c_str(), MDB_CREATE | MDB_DUPSORT,
                                  &tables_[i].indexes[index]),
                     "opening an index");
      }
    }
    require_code(mdb_txn_commit(transaction), "committing");
    require_code(mdb_txn_begin(environment_, nullptr, MDB_RDONLY, &reader_), "beginning to read");
    require_code(mdb_cursor_open(reader_, tables_[0].base, &table_cursor_), "opening a cursor");
    require_code(mdb_cursor_open(reader_, tables_[0].indexes[0], &index_cursor_), "opening a cursor");
    mdb_txn_reset(reader_);
  }

  void close() {
    mdb_cursor_close(table_cursor_);
    mdb_cursor_close(index_cursor_);
    mdb_txn_abort(reader_);
    mdb_env_close(environment_);
  }

  MDB_txn* begin_write() {
    MDB_txn* transaction = nullptr;
    require_code(mdb_txn_begin(environment_, nullptr, 0, &transaction), "beginning to write");
    return transaction;
  }

  void renew() { require_code(mdb_txn_renew(reader_), "renewing a transaction"); }

  // The item of that key in "items"; its bytes live until the reader is reset.
  std::string_view find(MDB_val key) {
    MDB_val value;
    require_code(mdb_get(reader_, tables_[0].base, &key, &value), "get");
    return view(value);
  }

  static void insert_in(MDB_txn* transaction, const LmdbTable& table, const Rows& rows) {
    MDB_val key = val(rows.base_key);
    MDB_val value = val(rows.value);
    require_code(mdb_put(transaction, table.base, &key, &value, MDB_NOOVERWRITE), "insert");
    for (size_t i = 0; i < kIndexes; ++i) {
      if (rows.index_keys[i].empty()) continue;
      // The row's key without the base key that it ends with.
      MDB_val index_key =
          val(std::string_view(rows.index_keys[i]).substr(0, rows.index_keys[i].size() - rows.base_key.size()));
      MDB_val base_key = val(rows.base_key);
      require_code(mdb_put(transaction, table.indexes[i], &index_key, &base_key, MDB_NODUPDATA), "insert");
    }
  }

  uint64_t count(MDB_dbi table) {
    MDB_stat stat = {};
    require_code(mdb_stat(reader_, table, &stat), "counting");
    return stat.ms_entries;
  }

  std::filesystem::path folder_;
  unsigned flags_;
  MDB_env* environment_ = nullptr;
  std::array<LmdbTable, kPeerTables> tables_;
  MDB_txn* reader_ = nullptr;
  MDB_cursor* table_cursor_ = nullptr;
  MDB_cursor* index_cursor_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_lmdb_peer(const PeerOptions& options) { return std::make_unique<LmdbPeer>(options, 0); }
std::unique_ptr<Peer> make_lmdb_write_map_peer(const PeerOptions& options) {
  return std::make_unique<LmdbPeer>(options, MDB_NOSYNC | MDB_WRITEMAP);
}

}  // namespace sheaf::bench
#else
namespace sheaf::bench {
std::unique_ptr<Peer> make_lmdb_peer(const PeerOptions& /*options*/) { return nullptr; }
std::unique_ptr<Peer> make_lmdb_write_map_peer(const PeerOptions& /*options*/) { return nullptr; }
}  // namespace sheaf::bench
#endif
