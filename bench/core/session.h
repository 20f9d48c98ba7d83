// Session: what the benchmarks of the core work on: both databases, the keys that are sought, and the items that are written,
// each prepared for both sides. One thread.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bench/support/abi_item.h"
#include "bench/support/rows.h"
#include "bench/support/sought.h"
#include "bench/support/twins.h"

namespace sheaf::bench {

// One side's items to write, and how far that side has come.
template <typename Item>
struct Writer {
  std::deque<Item> items;  // they hold addresses of their own bytes, so they must not move
  size_t position = 0;
  uint32_t serial = 0;

  Item& next() {
    position = (position + 1) % items.size();
    return items[position];
  }
  // Visits every number once, in no order.
  uint32_t next_serial() {
    constexpr uint32_t kOddStride = 0x9E3779B1;
    return ++serial * kOddStride;
  }
};

struct Session {
  explicit Session(const TwinOptions& options);
  ~Session();

  Twins twins;
  sheaf_item* item;
  std::vector<SoughtKey> present;
  std::vector<SoughtKey> absent;              // beside the present ones, in their collections
  std::vector<Collection> table_collections;  // with at least kRowsOfQuery rows
  std::vector<Collection> index_collections;  // of GSI1
  Writer<AbiItem> abi_plain, abi_added, abi_updated;
  Writer<Rows> bare_plain, bare_added, bare_updated;
  rocksdb::WriteBatch batch{0, 0, 8, 0};  // eight bytes of protection a key, as the engine asks for
  std::string old_key;

 private:
  void choose_keys(uint64_t count);
  void choose_collections();
  void prepare_writes();
};

// Both sides must give the same answers before their times mean anything.
void check_reads(Session* session);
void check_writes(Session* session);
void check_language_reads(Session* session);
void check_language_writes(Session* session);  // after check_writes, for the sides differ then
void check_many_writes(Session* session);
void check_protocol(Session* session);

void register_reads(Session* session);
void register_writes(Session* session);
void register_language_reads(Session* session);
void register_language_writes(Session* session);
void register_many_writes(Session* session);
void register_protocol(Session* session);

// Checks them too. In databases of their own, with so much memory for each side.
void register_loads(const Workload& workload, uint64_t memory_bytes);

}  // namespace sheaf::bench
