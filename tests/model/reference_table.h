// A table as the model sees it: a list of items, and what each read of them must give by the words of the rules.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/status.h"
#include "tests/model/reference_value.h"

namespace sheaf::model {

struct RefPart {
  std::string name;
  Kind kind = Kind::kString;
};

// A hash part and at most one sort part.
using RefKey = std::vector<RefPart>;
using RefKeyValues = std::vector<RefValue>;

enum class RefProjection { kAll, kKeysOnly, kInclude };

struct RefIndex {
  std::string name;
  RefKey key;
  RefProjection projection = RefProjection::kAll;
  std::vector<std::string> included;
};

enum class RefOp { kAll, kEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kBetween, kBeginsWith };
enum class RefContent { kStored, kKeysOnly, kFullItem };

struct RefQuery {
  int index = -1;  // of the table's indexes; -1 is the table itself
  std::optional<RefValue> partition;
  RefOp partition_op = RefOp::kEqual;  // or kBeginsWith
  RefOp sort_op = RefOp::kAll;
  std::vector<RefValue> sort;
  bool is_backward = false;
  RefContent content = RefContent::kStored;
};

// Where a row stands: the index's key values, then the table's; the table's alone in the table.
struct RefRow {
  RefKeyValues position;
  std::string json;
};

class RefTable {
 public:
  RefTable(std::string name, RefKey key, std::vector<RefIndex> indexes)
      : name_(std::move(name)), key_(std::move(key)), indexes_(std::move(indexes)) {}

  const std::string& name() const { return name_; }
  const RefKey& key() const { return key_; }
  const std::vector<RefIndex>& indexes() const { return indexes_; }
  const std::vector<RefItem>& items() const { return items_; }

  // The statuses with which a put of the item may be refused; none when it must succeed.
  std::set<StatusCode> faults_of(const RefItem& item) const;

  // Gives the item that was there. The item must have no faults.
  std::optional<RefItem> put(const RefItem& item);
  std::optional<RefItem> erase(const RefKeyValues& key);
  const RefItem* find(const RefKeyValues& key) const;

  // Whether the query must be refused with INVALID.
  bool refuses(const RefQuery& query) const;
  // The rows behind `after` (in the query's direction), or all.
  std::vector<RefRow> rows(const RefQuery& query, const std::optional<RefKeyValues>& after) const;

  RefKeyValues key_of(const RefItem& item) const;

 private:
  RefRow row_of(const RefQuery& query, const RefItem& item) const;

  std::string name_;
  RefKey key_;
  std::vector<RefIndex> indexes_;
  std::vector<RefItem> items_;  // in no order
};

}  // namespace sheaf::model
