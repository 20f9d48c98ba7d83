#include "engine/read/prepared_read.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/read/key_paths.h"

namespace sheaf {
namespace {

std::vector<DocumentPath> to_paths(const std::vector<std::string>& names) {
  std::vector<DocumentPath> paths;
  paths.reserve(names.size());
  for (const std::string& name : names) {
    paths.push_back(DocumentPath({PathElement{PathElement::Kind::kName, 0, name}}));
  }
  return paths;
}

}  // namespace

class ReadPreparation {
 public:
  ReadPreparation(const OpenTable& table, const ReadText& text, Vocabulary* vocabulary)
      : table_(table), text_(text), vocabulary_(vocabulary) {}

  // In DynamoDB's order: each expression by itself, the placeholders, then what the table has to say.
  Result<PreparedRead> run() {
    read_.operation_ = text_.operation;
    read_.table_ = &table_;
    read_.direction_ = text_.direction;
    read_.content_ = text_.content;
    SHEAF_RETURN_IF_ERROR(parse());
    if (text_.index.has_value()) {
      read_.index_ = table_.find_index(*text_.index);
      if (read_.index_ == nullptr) return table_.missing_index(*text_.index);
    }
    if (key_.has_value()) {
      SHEAF_ASSIGN_OR_RETURN(read_.key_, KeyCondition::match(walked_key(), *std::move(key_)));
    }
    SHEAF_RETURN_IF_ERROR(check_filter());
    SHEAF_RETURN_IF_ERROR(check_projection());
    SHEAF_RETURN_IF_ERROR(settle_content());
    return std::move(read_);
  }

 private:
  // Of what is walked: the table or the index.
  const KeySchema& walked_key() const { return read_.index_ != nullptr ? read_.index_->def->key : table_.def().key; }

  bool is_key(std::string_view name) const { return has_part(walked_key(), name) || has_part(table_.def().key, name); }

  // Whether the rows that are walked have the attribute when their items do.
  bool is_held(std::string_view name) const {
    return read_.index_ == nullptr || holds_attribute(*read_.index_->def, table_.def().key, name);
  }

  Status parse() {
    if (text_.operation == ReadOperation::kQuery) {
      if (!text_.key.has_value()) return Status(Error::kKeyConditionMissing);
      SHEAF_ASSIGN_OR_RETURN(key_, KeyConditionExpression::parse(*text_.key, vocabulary_));
    }
    if (text_.filter.has_value()) {
      SHEAF_ASSIGN_OR_RETURN(read_.filter_,
                             ConditionExpression::parse(ExpressionKind::kFilter, *text_.filter, vocabulary_));
    }
    if (text_.projection.has_value()) {
      SHEAF_ASSIGN_OR_RETURN(read_.projection_, ProjectionExpression::parse(*text_.projection, vocabulary_));
    }
    const bool has_some = key_.has_value() || read_.filter_.has_value() || read_.projection_.has_value();
    return vocabulary_->check_names_used(has_some ? Vocabulary::Expressions::kSome : Vocabulary::Expressions::kNone);
  }

  Status check_filter() const {
    if (!read_.filter_.has_value()) return {};
    for (const DocumentPath& path : read_.filter_->paths()) {
      if (text_.operation == ReadOperation::kQuery && has_part(walked_key(), path.attribute())) {
        return Status(Error::kFilterOnKey, {path.attribute()}).at(path.offset());
      }
    }
    return check_key_scalars(table_.def(), read_.filter_->paths());
  }

  Status check_projection() const {
    if (!read_.projection_.has_value()) return {};
    SHEAF_RETURN_IF_ERROR(check_key_scalars(table_.def(), read_.projection_->paths()));
    const bool may_lack = text_.content != RowContent::kFullItem && read_.index_ != nullptr &&
                          read_.index_->def->kind == IndexKind::kGlobal;
    if (!may_lack) return {};
    std::string missing;
    size_t offset = 0;
    for (const DocumentPath& path : read_.projection_->paths()) {
      if (is_held(path.attribute())) continue;
      if (missing.empty()) offset = path.offset();
      missing += (missing.empty() ? "" : ", ") + path.attribute();
    }
    if (missing.empty()) return {};
    return Status(Error::kNotProjected, {read_.index_->def->name, missing}).at(offset);
  }

  // What is read, and what the rows are cut down to when that is more than they shall have.
  Status settle_content() {
    const bool has_all = read_.index_ == nullptr || read_.index_->def->projection.kind == ProjectionKind::kAll;
    if (read_.content_ == RowContent::kFullItem && has_all) read_.content_ = RowContent::kStored;
    if (read_.content_ == RowContent::kFullItem) return {};
    const auto is_key_path = [this](const DocumentPath& path) { return is_key(path.attribute()); };
    const auto is_held_path = [this](const DocumentPath& path) { return is_held(path.attribute()); };
    const bool filters_keys = all_paths(read_.filter_, is_key_path);
    const bool is_in_rows = all_paths(read_.filter_, is_held_path) && all_paths(read_.projection_, is_held_path);
    const bool fetches = !is_in_rows && read_.index_->def->kind == IndexKind::kLocal;
    if (text_.content == RowContent::kKeysOnly) {
      if (filters_keys) return {};
      read_.content_ = fetches ? RowContent::kFullItem : RowContent::kStored;
      return narrow({});
    }
    if (!fetches) return {};
    read_.content_ = RowContent::kFullItem;
    return read_.projection_.has_value() ? Status() : narrow(read_.index_->def->projection.non_key_attributes);
  }

  template <typename Expression, typename Predicate>
  static bool all_paths(const std::optional<Expression>& expression, Predicate predicate) {
    return !expression.has_value() || std::all_of(expression->paths().begin(), expression->paths().end(), predicate);
  }

  // The rows shall have the key attributes and these.
  Status narrow(const std::vector<std::string>& others) {
    const std::vector<std::string> names = held_attributes(walked_key(), table_.def().key, others);
    SHEAF_ASSIGN_OR_RETURN(read_.narrowing_, PathTree::make(ExpressionKind::kProjection, to_paths(names)));
    return {};
  }

  const OpenTable& table_;
  const ReadText& text_;
  Vocabulary* vocabulary_;
  std::optional<KeyConditionExpression> key_;
  PreparedRead read_;
};

Result<PreparedRead> PreparedRead::prepare(const OpenTable& table, const ReadText& text, Vocabulary* vocabulary) {
  return ReadPreparation(table, text, vocabulary).run();
}

const PathTree* PreparedRead::row_paths() const {
  if (projection_.has_value()) return &projection_->tree();
  return narrowing_.has_value() ? &*narrowing_ : nullptr;
}

Status PreparedRead::check(Bindings values) const {
  if (key_.has_value()) SHEAF_RETURN_IF_ERROR(key_->check(values));
  return filter_.has_value() ? filter_->check(values) : Status();
}

Result<Plan> PreparedRead::plan(Bindings values) const {
  KeyCondition::Operands operands;
  RangeRequest request;
  if (index_ != nullptr) request.index = index_->def->name;
  request.direction = direction_;
  request.content = content_;
  if (key_.has_value()) key_->fill(values, &operands, &request);
  return make_plan(*table_, request);
}

}  // namespace sheaf
