// SQLite: write-ahead log, synchronous NORMAL, prepared statements. Both tables are clustered by their key (WITHOUT ROWID), or a
// query of a collection would fetch each row by itself; the indexes leave out the items that do not belong there.
#include "bench/peers/peer.h"

#if SHEAF_BENCH_SQLITE3
#include <sqlite3.h>

#include "bench/support/require.h"
#include "bench/support/stored_size.h"

namespace sheaf::bench {
namespace {

constexpr int kPageBytes = 8192;  // as Sheaf's blocks

void require_code(int code, int expected, const char* what) {
  if (code != expected) fail(std::string(what) + ": " + sqlite3_errstr(code));
}

// A prepared statement that is reset after each use. Text and blobs are borrowed until then.
class Statement {
 public:
  Statement(sqlite3* db, const std::string& sql) {
    const int code = sqlite3_prepare_v3(db, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    if (code != SQLITE_OK) fail(sql + ": " + sqlite3_errmsg(db));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind_text(int place, std::string_view text) {
    sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  void bind_text_or_null(int place, std::string_view text) {
    if (text.empty()) {
      sqlite3_bind_null(statement_, place);
    } else {
      bind_text(place, text);
    }
  }
  void bind_blob(int place, std::string_view bytes) {
    sqlite3_bind_blob(statement_, place, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
  }

  void run() {
    require_code(sqlite3_step(statement_), SQLITE_DONE, "a statement");
    sqlite3_reset(statement_);
  }

  // The first column of each row is an item.
  Answer items() {
    Answer answer;
    int code = SQLITE_DONE;
    for (; (code = sqlite3_step(statement_)) == SQLITE_ROW; ++answer.rows) {
      const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_, 0));
      answer.bytes += stored_size_bytes({bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, 0))});
    }
    require_code(code, SQLITE_DONE, "a query");
    sqlite3_reset(statement_);
    return answer;
  }

  uint64_t number() {
    require_code(sqlite3_step(statement_), SQLITE_ROW, "a query");
    const auto number = static_cast<uint64_t>(sqlite3_column_int64(statement_, 0));
    sqlite3_reset(statement_);
    return number;
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

// A connection with both tables.
class Connection {
 public:
  explicit Connection(const PeerOptions& options) {
    const std::string file = (options.folder / "data.sqlite").string();
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    require_code(sqlite3_open_v2(file.c_str(), &db_, kFlags, nullptr), SQLITE_OK, "opening SQLite");
    run("PRAGMA page_size = " + std::to_string(kPageBytes));
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = NORMAL");
    run("PRAGMA temp_store = MEMORY");
    run("PRAGMA wal_autocheckpoint = 16384");
    run("PRAGMA cache_size = -" + std::to_string(options.memory_bytes >> 10));
    for (const std::string table : kPeerTableNames) {
      run("CREATE TABLE " + table +
          "(PK TEXT NOT NULL, SK TEXT NOT NULL, GSI1PK TEXT, GSI1SK TEXT, GSI2PK TEXT, GSI2SK TEXT, GSI3PK TEXT, "
          "GSI3SK TEXT, item BLOB NOT NULL, PRIMARY KEY(PK, SK)) WITHOUT ROWID");
      for (const std::string index : kIndexNames) {
        run("CREATE INDEX " + table + index + " ON " + table + "(" + index + "PK, " + index + "SK) WHERE " + index +
            "PK IS NOT NULL");
      }
    }
  }
  ~Connection() { sqlite3_close(db_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  sqlite3* db() const { return db_; }

  void run(const std::string& sql) {
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql + ": " + sqlite3_errmsg(db_));
  }

 private:
  sqlite3* db_ = nullptr;
};

std::string insert_into(PeerTable table) {
  return std::string("INSERT INTO ") + kPeerTableNames[static_cast<size_t>(table)] + " VALUES (?,?,?,?,?,?,?,?,?)";
}

std::string limit() { return " LIMIT " + std::to_string(kRowsOfQuery); }

class SqlitePeer : public Peer {
 public:
  explicit SqlitePeer(const PeerOptions& options)
      : connection_(options),
        insert_item_(connection_.db(), insert_into(PeerTable::kItems)),
        insert_write_(connection_.db(), insert_into(PeerTable::kWrites)),
        get_(connection_.db(), "SELECT item FROM items WHERE PK = ? AND SK = ?"),
        query_forward_(connection_.db(), "SELECT item FROM items WHERE PK = ? ORDER BY SK" + limit()),
        query_backward_(connection_.db(), "SELECT item FROM items WHERE GSI1PK = ? ORDER BY GSI1SK DESC" + limit()),
        scan_(connection_.db(), "SELECT item FROM items ORDER BY PK, SK") {}

  std::string name() const override { return std::string("SQLite ") + sqlite3_libversion(); }

  void load(PeerTable table, const std::deque<PeerItem>& items) override {
    connection_.run("BEGIN");
    for (const PeerItem& item : items) insert_with(table == PeerTable::kItems ? insert_item_ : insert_write_, item);
    connection_.run("COMMIT");
  }

  void settle() override {
    connection_.run("VACUUM");
    connection_.run("ANALYZE");
    connection_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  Answer get(const SoughtKey& key) override {
    get_.bind_text(1, key.partition());
    get_.bind_text(2, key.sort());
    return get_.items();
  }

  Answer query_forward(const Collection& collection) override { return query(query_forward_, collection); }
  Answer query_index_backward(const Collection& collection) override { return query(query_backward_, collection); }
  Answer scan() override { return scan_.items(); }

  void insert(const PeerItem& item) override { insert_with(insert_write_, item); }

  std::array<uint64_t, kIndexes + 1> count_writes() override {
    std::array<uint64_t, kIndexes + 1> counts = {Statement(connection_.db(), "SELECT count(*) FROM writes").number()};
    for (size_t i = 0; i < kIndexes; ++i) {
      const std::string index = kIndexNames[i];
      const std::string sql =
          "SELECT count(*) FROM writes INDEXED BY writes" + index + " WHERE " + index + "PK IS NOT NULL";
      counts[i + 1] = Statement(connection_.db(), sql).number();
    }
    return counts;
  }

 private:
  static void insert_with(Statement& statement, const PeerItem& item) {
    statement.bind_text(1, item.key.partition);
    statement.bind_text(2, item.key.sort);
    int place = 3;
    for (const PeerItem::TextKey& key : item.index_keys) {
      statement.bind_text_or_null(place++, key.partition);
      statement.bind_text_or_null(place++, key.sort);
    }
    statement.bind_blob(place, item.rows.value);
    statement.run();
  }

  static Answer query(Statement& statement, const Collection& collection) {
    statement.bind_text(1, collection.partition);
    return statement.items();
  }

  Connection connection_;
  Statement insert_item_;
  Statement insert_write_;
  Statement get_;
  Statement query_forward_;
  Statement query_backward_;
  Statement scan_;
};

}  // namespace

std::unique_ptr<Peer> make_sqlite_peer(const PeerOptions& options) { return std::make_unique<SqlitePeer>(options); }

}  // namespace sheaf::bench
#else
namespace sheaf::bench {
std::unique_ptr<Peer> make_sqlite_peer(const PeerOptions& /*options*/) { return nullptr; }
}  // namespace sheaf::bench
#endif
