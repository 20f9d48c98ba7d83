// Sheaf through the C ABI, in NORMAL mode. A load is a batch, as for the others a transaction.
#include <memory>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/support/abi_database.h"
#include "bench/support/bare_database.h"
#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

class SheafPeer : public Peer {
 public:
  explicit SheafPeer(const PeerOptions& options) : item_(sheaf_item_new()) {
    options_.folder = options.folder / "sheaf";
    options_.memory_bytes = options.memory_bytes;
    open();
  }
  ~SheafPeer() override {
    close();
    sheaf_item_free(item_);
  }

  std::string name() const override { return "Sheaf"; }

  void load(PeerTable table, const std::deque<PeerItem>& items) override {
    std::vector<sheaf_action> actions;
    while (holders_.size() < items.size()) holders_.emplace_back(sheaf_item_new(), sheaf_item_free);
    for (const PeerItem& item : items) {
      sheaf_item* const holder = holders_[actions.size()].get();
      require_ok(item.abi.fill(holder), "building an item");
      sheaf_action& action = actions.emplace_back();
      action.kind = SHEAF_ACTION_PUT;
      action.table = database_->table(static_cast<size_t>(table));
      action.item = holder;
    }
    require_ok(sheaf_write_each(database_->db(), actions.data(), actions.size(), nullptr, nullptr, nullptr), "loading");
  }

  // The C ABI does not compact; RocksDB gets there by itself as more is written.
  void settle() override {
    close();
    BareOptions bare;
    bare.folder = options_.folder / "data";
    bare.memory_bytes = options_.memory_bytes;
    BareDatabase(bare).compact();
    open();
  }

  Answer get(const SoughtKey& key) override {
    const sheaf_value parts[] = {string_value(key.partition()), string_value(key.sort())};
    const sheaf_key primary = sheaf_key_of(parts, 2);
    if (sheaf_get(database_->table(0), &primary, item_, nullptr) != SHEAF_OK) fail("get");
    return {1, sheaf_item_size_bytes(item_)};
  }

  Answer query_forward(const Collection& collection) override {
    return query(table_cursor_, {nullptr, 0, kRowsOfQuery}, collection);
  }

  Answer query_index_backward(const Collection& collection) override {
    return query(index_cursor_, {kIndexNames[0], SHEAF_REVERSE, kRowsOfQuery}, collection);
  }

  Answer scan() override { return walk(database_->table(0), nullptr); }

  void insert(const PeerItem& item) override { put(database_->table(1), item); }

  std::array<uint64_t, kIndexes + 1> count_writes() override {
    std::array<uint64_t, kIndexes + 1> counts = {walk(database_->table(1), nullptr).rows};
    for (size_t i = 0; i < kIndexes; ++i) counts[i + 1] = walk(database_->table(1), kIndexNames[i]).rows;
    return counts;
  }

 private:
  struct Shape {
    const char* index;
    uint32_t flags;
    uint64_t row_limit;
  };

  void open() {
    database_ = std::make_unique<AbiDatabase>(
        options_,
        std::vector<AbiTable>{{kPeerTableNames[0], TableShape::kIndexed}, {kPeerTableNames[1], TableShape::kIndexed}});
    table_cursor_ = open_cursor(database_->table(0), {nullptr, 0, kRowsOfQuery});
    index_cursor_ = open_cursor(database_->table(0), {kIndexNames[0], SHEAF_REVERSE, kRowsOfQuery});
  }

  void close() {
    sheaf_cursor_free(table_cursor_);
    sheaf_cursor_free(index_cursor_);
    database_.reset();
  }

  static sheaf_range range_of(const Shape& shape) {
    sheaf_range range = {};
    range.struct_size = sizeof(range);
    range.flags = shape.flags;
    range.index = shape.index;
    range.row_limit = shape.row_limit;
    return range;
  }

  static sheaf_cursor* open_cursor(sheaf_table* table, const Shape& shape) {
    const sheaf_range range = range_of(shape);
    sheaf_cursor* cursor = nullptr;
    require_ok(sheaf_cursor_open(table, &range, &cursor, nullptr), "opening a cursor");
    return cursor;
  }

  static Answer rows_of(sheaf_cursor* cursor) {
    Answer answer;
    sheaf_status step = SHEAF_DONE;
    for (; (step = sheaf_cursor_next(cursor, nullptr)) == SHEAF_ROW; ++answer.rows) {
      answer.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
    }
    require_ok(step, "walking rows");
    return answer;
  }

  static Answer query(sheaf_cursor* cursor, const Shape& shape, const Collection& collection) {
    sheaf_range range = range_of(shape);
    const sheaf_value partition = string_value(collection.partition);
    range.partition = sheaf_key_of(&partition, 1);
    require_ok(sheaf_cursor_reset(cursor, &range, nullptr), "resetting a cursor");
    return rows_of(cursor);
  }

  static Answer walk(sheaf_table* table, const char* index) {
    sheaf_cursor* const cursor = open_cursor(table, {index, 0, 0});
    const Answer answer = rows_of(cursor);
    sheaf_cursor_free(cursor);
    return answer;
  }

  void put(sheaf_table* table, const PeerItem& item) {
    require_ok(item.abi.fill(item_), "building an item");
    require_ok(sheaf_put(table, item_, nullptr, nullptr, nullptr), "put");
  }

  AbiOptions options_;
  std::unique_ptr<AbiDatabase> database_;
  sheaf_cursor* table_cursor_ = nullptr;
  sheaf_cursor* index_cursor_ = nullptr;
  sheaf_item* item_;
  std::vector<std::unique_ptr<sheaf_item, void (*)(sheaf_item*)>> holders_;  // of a batch
};

}  // namespace

std::unique_ptr<Peer> make_sheaf_peer(const PeerOptions& options) { return std::make_unique<SheafPeer>(options); }

}  // namespace sheaf::bench
