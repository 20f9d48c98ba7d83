// Table and index definitions as the engine uses them. Plain value types; a published TableDef is never changed, so any
// thread may read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/item/type.h"

namespace sheaf {

struct KeyPart {
  std::string name;
  Type type = Type::kString;  // S, N or B
};

// Partition parts (1; a global index 1 to 4) and sort parts (0 or 1; a global index 0 to 4), in key order.
struct KeySchema {
  std::vector<KeyPart> partition;
  std::vector<KeyPart> sort;

  size_t part_count() const { return partition.size() + sort.size(); }
};

bool has_part(const KeySchema& schema, std::string_view name);

enum class ProjectionKind : uint8_t { kAll, kKeysOnly, kInclude };

struct Projection {
  ProjectionKind kind = ProjectionKind::kAll;
  std::vector<std::string> non_key_attributes;  // kInclude only, in the order given
};

enum class IndexKind : uint8_t { kGlobal, kLocal };
enum class IndexState : uint8_t { kCreating, kBuilding, kActive, kDeleting, kFailed };

// A secondary index: one derivation with its own column family "x<id>". A local index shares the table's partition part.
struct IndexDef {
  uint64_t id = 0;  // of the derivation; never reused
  std::string name;
  IndexKind kind = IndexKind::kGlobal;
  KeySchema key;  // the index's own parts, without the table's key behind them
  Projection projection;
  IndexState state = IndexState::kActive;
};

// Whether rows of the index have the attribute when their items do; `base` is the table's key.
bool holds_attribute(const IndexDef& index, const KeySchema& base, std::string_view attribute);

// The key attributes of an index and its table, and others: what rows of an index hold. Sorted, each once.
std::vector<std::string> held_attributes(const KeySchema& index, const KeySchema& base,
                                         const std::vector<std::string>& others);

// kLoading: ACTIVE but for a bulk load, which fills it and is not done; it is empty until then.
enum class TableState : uint8_t { kCreating, kActive, kLoading, kDeleting };

struct TableDef {
  uint64_t id = 0;  // its column family is "b<id>"; never reused
  std::string name;
  std::string uuid;        // DynamoDB's TableId
  int64_t created_ms = 0;  // since 1970, UTC
  TableState state = TableState::kActive;
  KeySchema key;
  std::vector<IndexDef> indexes;
  // Members of the definition that only a hosted service needs, as one JSON object in print_json_tree's form. Those of the
  // indexes stand in it as "GlobalSecondaryIndexes":{"<index name>":{...}}.
  std::string kept_json = "{}";

  // The index of that name, or nullptr.
  const IndexDef* find_index(std::string_view index_name) const;
};

}  // namespace sheaf
