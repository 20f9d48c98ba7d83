// A table as the model sees it: its items, and what each call on them must answer by the words of the rules. Copies are cheap and
// share nothing that changes: a snapshot is one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/reference_definition.h"
#include "tests/model/verdict.h"

namespace sheaf::model {

using RefKeyValues = std::vector<RefValue>;

enum class RefOp { kAll, kEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kBetween, kBeginsWith };
enum class RefContent { kStored, kKeysOnly, kFullItem };

struct RefQuery {
  std::string index;  // "" is the table itself
  RefKeyValues partition;
  RefOp partition_op = RefOp::kAll;
  RefKeyValues sort;  // the parts in front of the last are compared with =; a between has two operands at the end
  RefOp sort_op = RefOp::kAll;
  bool is_backward = false;
  RefContent content = RefContent::kStored;
};

// Where a row stands: the index's key values, then the table's; the table's alone in the table.
struct RefRow {
  RefKeyValues position;
  std::string json;
};

// The same with the whole item.
struct RefPlace {
  RefKeyValues position;
  std::shared_ptr<const RefItem> item;
};

class RefTable {
 public:
  struct KeyLess {
    bool operator()(const RefKeyValues& a, const RefKeyValues& b) const;
  };
  using Items = std::map<RefKeyValues, std::shared_ptr<const RefItem>, KeyLess>;

  // No two tables of a run have the same id, whatever their names.
  RefTable(uint64_t id, RefDefinition definition)
      : id_(id), definition_(std::make_shared<const RefDefinition>(std::move(definition))) {}

  uint64_t id() const { return id_; }
  const RefDefinition& definition() const { return *definition_; }
  const Items& items() const { return items_; }

  Refusals refusals_of_item(const RefItem& item) const;
  Refusals refusals_of_key(const RefKeyValues& key) const;
  Refusals refusals_of_query(const RefQuery& query) const;

  // Gives the item that was there, or null. The arguments must not be among those that are refused.
  std::shared_ptr<const RefItem> put(const RefItem& item);
  std::shared_ptr<const RefItem> erase(const RefKeyValues& key);
  std::shared_ptr<const RefItem> find(const RefKeyValues& key) const;
  void clear() { items_.clear(); }

  // The rows behind `after` in the query's direction, or all.
  std::vector<RefRow> rows(const RefQuery& query, const std::optional<RefKeyValues>& after = std::nullopt) const;
  std::vector<RefPlace> walk(const RefQuery& query, const std::optional<RefKeyValues>& after = std::nullopt) const;
  size_t count_rows(const RefIndex& index) const;

  RefKeyValues key_of(const RefItem& item) const;

  // What a row of the query holds of the item.
  RefItem shown(const RefQuery& query, const RefItem& item) const;

  // Of the table or of that index, which must be there.
  const RefKey& key_of(const std::string& index) const;

 private:
  uint64_t id_;
  std::shared_ptr<const RefDefinition> definition_;
  Items items_;
};

}  // namespace sheaf::model
