// ConsumedCapacity and ItemCollectionMetrics (dynamodb-semantics.md 5.16, 5.17): what DynamoDB would charge. Nothing is charged here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/protocol/call.h"
#include "engine/protocol/json_writer.h"
#include "engine/protocol/request.h"
#include "engine/read/cursor.h"
#include "engine/schema/table_def.h"
#include "engine/write/write_cost.h"

namespace sheaf::protocol {

// Reads that need not be consistent cost half, those of transactions double; writes of transactions double.
enum class CapacityRate : uint8_t { kEventual, kStandard, kTransaction };

// What one request consumes, by table. One thread.
class ConsumedCapacity {
 public:
  // By the request's ReturnConsumedCapacity.
  explicit ConsumedCapacity(const RequestNode& request);

  bool is_wanted() const { return detail_ != Detail::kNone; }

  // One item read by its key; 0 bytes when there was none.
  void add_read(const std::string& table, uint64_t item_bytes, CapacityRate rate);
  // One page of a query or scan; `index` is null for the table itself.
  void add_page(const std::string& table, const IndexDef* index, const ReadBytes& bytes, CapacityRate rate);
  void add_write(const std::string& table, const WriteCost& cost, CapacityRate rate);

  // The member ConsumedCapacity: of the one table, or of all as a list. Nothing when it is not wanted.
  void write_single(JsonWriter* response) const;
  void write_list(JsonWriter* response) const;

 private:
  enum class Detail : uint8_t { kNone, kTotal, kIndexes };
  using HalfUnits = uint64_t;
  using ByIndex = std::map<std::string, HalfUnits>;
  struct OfTable {
    HalfUnits table = 0;
    ByIndex global_indexes;
    ByIndex local_indexes;
    // Of transactions also told by themselves.
    HalfUnits transaction_reads = 0;
    HalfUnits transaction_writes = 0;
  };

  static HalfUnits total(const OfTable& of_table);
  void write_table(const std::string& name, const OfTable& of_table, JsonWriter* response) const;

  Detail detail_ = Detail::kNone;
  std::map<std::string, OfTable> tables_;
};

// The item collections that a request writes to, if it asks for them; only those of tables with local indexes are told. One thread.
class CollectionMetrics {
 public:
  // By the request's ReturnItemCollectionMetrics.
  explicit CollectionMetrics(const Call& call);

  // `partition` is the value of the table's partition key. A collection that cannot be measured is not told: its write is done.
  void add(const TableHandle& table, ValueView partition);

  // The member ItemCollectionMetrics: the one collection, or lists by table. Nothing when there is none. Error: ItemCorrupt.
  Status write_single(JsonWriter* response) const;
  Status write_by_table(JsonWriter* response) const;

 private:
  struct Collection {
    std::string key_name;
    Value key;
    uint64_t bytes = 0;
  };
  static Status write_collection(const Collection& collection, JsonWriter* response);

  const Call& call_;
  bool is_wanted_ = false;
  std::map<std::string, std::vector<Collection>> tables_;
};

}  // namespace sheaf::protocol
