// PreparedRead: a query or a scan of a table or an index, with all checked that needs no values: which index, which range
// of keys, what is filtered, what the rows hold. Immutable once prepared; any thread. The table must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/expr/condition.h"
#include "engine/expr/path_tree.h"
#include "engine/expr/projection.h"
#include "engine/expr/vocabulary.h"
#include "engine/read/key_range.h"
#include "engine/read/plan.h"

namespace sheaf {

enum class ReadOperation : uint8_t { kQuery, kScan };

// As a caller asks. Views are borrowed for prepare only.
struct ReadText {
  ReadOperation operation = ReadOperation::kQuery;
  std::optional<std::string_view> index;  // none is the table itself
  std::optional<std::string_view> key;    // kQuery only, which must have it
  std::optional<std::string_view> filter;
  std::optional<std::string_view> projection;  // not together with kKeysOnly
  Direction direction = Direction::kForward;
  RowContent content = RowContent::kStored;
};

class PreparedRead {
 public:
  // Errors: NoIndex, KeyConditionMissing, those of the expressions' parse, those of KeyCondition::match, KeyNotScalar,
  // FilterOnKey, NotProjected.
  static Result<PreparedRead> prepare(const OpenTable& table, const ReadText& text, Vocabulary* vocabulary);

  ReadOperation operation() const { return operation_; }
  const OpenTable& table() const { return *table_; }
  const OpenIndex* index() const { return index_; }  // null: the table itself
  Direction direction() const { return direction_; }

  const KeyCondition* key_condition() const { return key_.has_value() ? &*key_ : nullptr; }        // null: a scan
  const ConditionExpression* filter() const { return filter_.has_value() ? &*filter_ : nullptr; }  // null: none
  const ProjectionExpression* projection() const { return projection_.has_value() ? &*projection_ : nullptr; }

  // What is read, which filter and projection may make more than was asked for: kFullItem when the table's item is fetched
  // beside the index's row.
  RowContent content() const { return content_; }

  // What is taken of each row; null: all of it. Beside a projection these are the key attributes, or what the index holds,
  // when a filter needs more than the rows shall have.
  const PathTree* row_paths() const;

  // The rules about values. Errors: those of KeyCondition::check and ConditionExpression::check.
  Status check(Bindings values) const;

  // Requires check(values). A scan's plan is the whole table or index.
  Result<Plan> plan(Bindings values) const;

 private:
  friend class ReadPreparation;
  PreparedRead() = default;

  ReadOperation operation_ = ReadOperation::kQuery;
  const OpenTable* table_ = nullptr;
  const OpenIndex* index_ = nullptr;
  Direction direction_ = Direction::kForward;
  RowContent content_ = RowContent::kStored;
  std::optional<KeyCondition> key_;
  std::optional<ConditionExpression> filter_;
  std::optional<ProjectionExpression> projection_;
  std::optional<PathTree> narrowing_;  // see row_paths
};

}  // namespace sheaf
