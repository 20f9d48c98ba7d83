// Peer: one engine that holds the workload's items with three indexes, behind the same few calls for all. Each class uses its
// engine as those who know it would: what is prepared, kept open or asked for in one call is its own affair. No peer is told to
// sync more than its mode says. Two tables: "items" is loaded once and read, "writes" takes inserts. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/abi_item.h"
#include "bench/support/rows.h"
#include "bench/support/sought.h"
#include "bench/support/workload.h"

namespace sheaf::bench {

// An item in every form that a peer may take it in: text keys, encoded rows, attributes. The value is the stored item on all
// sides but Sheaf's, which encodes it itself.
class PeerItem {
 public:
  explicit PeerItem(const Document& document);
  PeerItem(const PeerItem&) = delete;
  PeerItem& operator=(const PeerItem&) = delete;

  void write_serial(uint32_t serial);

  struct TextKey {
    std::string partition;
    std::string sort;
  };
  TextKey key;
  std::array<TextKey, kIndexes> index_keys;  // empty where the item is not in the index
  Rows rows;
  AbiItem abi;

 private:
  SerialPlaces serials_;
};

enum class PeerTable : uint8_t { kItems, kWrites };
inline constexpr size_t kPeerTables = 2;
inline constexpr std::array<const char*, kPeerTables> kPeerTableNames = {"items", "writes"};

struct PeerOptions {
  std::filesystem::path folder;  // exists, for the peer alone
  uint64_t memory_bytes = 0;     // for its cache and buffers
};

class Peer {
 public:
  virtual ~Peer() = default;

  // With the mode: "LMDB, no sync, write map".
  virtual std::string name() const = 0;

  // New items, in one transaction where the engine has them.
  virtual void load(PeerTable table, const std::deque<PeerItem>& items) = 0;

  // What its users do after a bulk load: fold the log in, compact.
  virtual void settle() = 0;

  // Of "items". Rows are counted by the size that the item carries in its frame, so each row is looked at. A query takes the
  // first kRowsOfQuery rows in its direction, as whole items.
  virtual Answer get(const SoughtKey& key) = 0;
  virtual Answer query_forward(const Collection& collection) = 0;
  virtual Answer query_index_backward(const Collection& collection) = 0;  // of GSI1
  virtual Answer scan() = 0;

  // Adds a new item with its index rows to "writes" in one transaction; must notice when it is there already.
  virtual void insert(const PeerItem& item) = 0;

  // The rows of "writes" in the table and in each index.
  virtual std::array<uint64_t, kIndexes + 1> count_writes() = 0;
};

// The engines. Those whose library was not there when this was built give null.
std::unique_ptr<Peer> make_sheaf_peer(const PeerOptions& options);
std::unique_ptr<Peer> make_bare_peer(const PeerOptions& options);
std::unique_ptr<Peer> make_sqlite_peer(const PeerOptions& options);
std::unique_ptr<Peer> make_lmdb_peer(const PeerOptions& options);            // its default: every transaction is synced
std::unique_ptr<Peer> make_lmdb_write_map_peer(const PeerOptions& options);  // MDB_NOSYNC | MDB_WRITEMAP
std::unique_ptr<Peer> make_wiredtiger_peer(const PeerOptions& options);

}  // namespace sheaf::bench
