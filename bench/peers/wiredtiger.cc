// WiredTiger as MongoDB uses it: a table for the items and one for each index, all written in one transaction; blocks compressed
// with snappy, index keys by their prefixes; a log that is written but not synced at each commit; one session with kept cursors.
// An index maps its encoded key to the base key, and its rows are looked up in the table, in one snapshot.
#include "bench/peers/peer.h"

#if SHEAF_BENCH_WIREDTIGER
#include <wiredtiger.h>

#include "bench/support/require.h"
#include "bench/support/stored_size.h"

namespace sheaf::bench {
namespace {

void require_code(int code, const char* what) {
  if (code != 0) fail(std::string(what) + ": " + wiredtiger_strerror(code));
}

WT_ITEM item_of(std::string_view bytes) {
  WT_ITEM item = {};
  item.data = bytes.data();
  item.size = bytes.size();
  return item;
}

// A kept cursor over a table of bytes to bytes.
class Cursor {
 public:
  void open(WT_SESSION* session, const std::string& table) {
    // An insert of a key that is there is an error.
    require_code(session->open_cursor(session, ("table:" + table).c_str(), nullptr, "overwrite=false", &cursor_),
                 "opening a cursor");
  }

  void insert(std::string_view key, std::string_view value) {
    const WT_ITEM key_item = item_of(key);
    const WT_ITEM value_item = item_of(value);
    cursor_->set_key(cursor_, &key_item);
    cursor_->set_value(cursor_, &value_item);
    require_code(cursor_->insert(cursor_), "insert");
  }

  bool find(std::string_view key) {
    const WT_ITEM item = item_of(key);
    cursor_->set_key(cursor_, &item);
    return cursor_->search(cursor_) == 0;
  }

  bool seek_first_at_or_after(std::string_view key) {
    const int order = near(key);
    return order < 0 ? next() : order != kNone;
  }
  bool seek_last_before(std::string_view key) {
    const int order = near(key);
    return order >= 0 && order != kNone ? previous() : order != kNone;
  }

  bool next() { return cursor_->next(cursor_) == 0; }
  bool previous() { return cursor_->prev(cursor_) == 0; }
  void reset() { cursor_->reset(cursor_); }

  std::string_view key() {
    WT_ITEM item = {};
    require_code(cursor_->get_key(cursor_, &item), "a key");
    return {static_cast<const char*>(item.data), item.size};
  }
  std::string_view value() {
    WT_ITEM item = {};
    require_code(cursor_->get_value(cursor_, &item), "a value");
    return {static_cast<const char*>(item.data), item.size};
  }

 private:
  static constexpr int kNone = 2;

  // Goes to a neighbour of the key: -1, 0 or 1 says on which side, kNone that the table is empty.
  int near(std::string_view key) {
    const WT_ITEM item = item_of(key);
    cursor_->set_key(cursor_, &item);
    int order = 0;
    if (cursor_->search_near(cursor_, &order) != 0) return kNone;
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }

  WT_CURSOR* cursor_ = nullptr;
};

struct WiredTigerTable {
  Cursor base;
  std::array<Cursor, kIndexes> indexes;
};

class WiredTigerPeer : public Peer {
 public:
  explicit WiredTigerPeer(const PeerOptions& options) {
    const std::string common = "create,cache_size=" + std::to_string(options.memory_bytes >> 20) +
                               "MB,log=(enabled=true),transaction_sync=(enabled=false),checkpoint=(wait=60)";
    const std::string snappy = common + ",extensions=[libwiredtiger_snappy.so]";
    const char* const folder = options.folder.c_str();
    has_snappy_ = wiredtiger_open(folder, nullptr, snappy.c_str(), &connection_) == 0;
    if (!has_snappy_)
      require_code(wiredtiger_open(folder, nullptr, common.c_str(), &connection_), "opening WiredTiger");
    require_code(connection_->open_session(connection_, nullptr, "isolation=snapshot", &session_), "opening a session");
    for (size_t i = 0; i < kPeerTables; ++i) {
      const std::string name = kPeerTableNames[i];
      const std::string format = "key_format=u,value_format=u";
      create(name, format + (has_snappy_ ? ",block_compressor=snappy" : ""), &tables_[i].base);
      for (size_t index = 0; index < kIndexes; ++index) {
        create(name + kIndexNames[index], format + ",prefix_compression=true", &tables_[i].indexes[index]);
      }
    }
  }
  ~WiredTigerPeer() override { connection_->close(connection_, nullptr); }

  std::string name() const override {
    return "WiredTiger " + std::to_string(WIREDTIGER_VERSION_MAJOR) + "." + std::to_string(WIREDTIGER_VERSION_MINOR) +
           "." + std::to_string(WIREDTIGER_VERSION_PATCH) + (has_snappy_ ? "" : " (without compression)");
  }

  void load(PeerTable table, const std::deque<PeerItem>& items) override {
    begin();
    for (const PeerItem& item : items) insert_in(tables_[static_cast<size_t>(table)], item.rows);
    commit();
  }

  void settle() override {
    require_code(session_->checkpoint(session_, nullptr), "a checkpoint");
    for (const std::string table : kPeerTableNames) {
      require_code(session_->compact(session_, ("table:" + table).c_str(), nullptr), "compacting");
    }
  }

  Answer get(const SoughtKey& key) override {
    Cursor& base = tables_[0].base;
    if (!base.find(key.encoded)) fail("get");
    const Answer answer = {1, stored_size_bytes(base.value())};
    base.reset();
    return answer;
  }

  Answer query_forward(const Collection& collection) override {
    Cursor& rows = tables_[0].base;
    begin();
    Answer answer;
    bool is_on_row = rows.seek_first_at_or_after(collection.encoded.lower);
    while (is_on_row && rows.key() < collection.encoded.upper) {
      answer.bytes += stored_size_bytes(rows.value());
      if (++answer.rows == kRowsOfQuery) break;
      is_on_row = rows.next();
    }
    rows.reset();
    commit();
    return answer;
  }

  Answer query_index_backward(const Collection& collection) override {
    Cursor& rows = tables_[0].indexes[0];
    Cursor& base = tables_[0].base;
    begin();
    Answer answer;
    bool is_on_row = rows.seek_last_before(collection.encoded.upper);
    while (is_on_row && rows.key() >= collection.encoded.lower) {
      if (!base.find(rows.value())) fail("an index row without its item");
      answer.bytes += stored_size_bytes(base.value());
      if (++answer.rows == kRowsOfQuery) break;
      is_on_row = rows.previous();
    }
    rows.reset();
    base.reset();
    commit();
    return answer;
  }

  Answer scan() override { return walk(&tables_[0].base); }

  void insert(const PeerItem& item) override {
    begin();
    insert_in(tables_[1], item.rows);
    commit();
  }

  std::array<uint64_t, kIndexes + 1> count_writes() override {
    std::array<uint64_t, kIndexes + 1> counts = {walk(&tables_[1].base).rows};
    for (size_t i = 0; i < kIndexes; ++i) counts[i + 1] = walk(&tables_[1].indexes[i]).rows;
    return counts;
  }

 private:
  void create(const std::string& table, const std::string& config, Cursor* cursor) {
    require_code(session_->create(session_, ("table:" + table).c_str(), config.c_str()), "making a table");
    cursor->open(session_, table);
  }

  void begin() { require_code(session_->begin_transaction(session_, nullptr), "beginning"); }
  void commit() { require_code(session_->commit_transaction(session_, nullptr), "committing"); }

  static void insert_in(WiredTigerTable& table, const Rows& rows) {
    table.base.insert(rows.base_key, rows.value);
    for (size_t i = 0; i < kIndexes; ++i) {
      if (!rows.index_keys[i].empty()) table.indexes[i].insert(rows.index_keys[i], rows.base_key);
    }
  }

  Answer walk(Cursor* rows) {
    begin();
    Answer answer;
    for (; rows->next(); ++answer.rows) answer.bytes += stored_size_bytes(rows->value());
    rows->reset();
    commit();
    return answer;
  }

  bool has_snappy_ = false;
  WT_CONNECTION* connection_ = nullptr;
  WT_SESSION* session_ = nullptr;
  std::array<WiredTigerTable, kPeerTables> tables_;
};

}  // namespace

std::unique_ptr<Peer> make_wiredtiger_peer(const PeerOptions& options) {
  return std::make_unique<WiredTigerPeer>(options);
}

}  // namespace sheaf::bench
#else
namespace sheaf::bench {
std::unique_ptr<Peer> make_wiredtiger_peer(const PeerOptions& /*options*/) { return nullptr; }
}  // namespace sheaf::bench
#endif
