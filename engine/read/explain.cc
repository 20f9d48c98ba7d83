#include "engine/read/explain.h"

#include <algorithm>

#include "engine/item/json.h"
#include "engine/item/json_text.h"
#include "engine/read/explain_parts.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " and ";
    text += "'" + names[i] + "'";
  }
  return text;
}

// Of one read.
class ReadExplanation {
 public:
  explicit ReadExplanation(const ExplainedRead& explained)
      : explained_(explained),
        read_(*explained.read),
        index_(read_.index() != nullptr ? read_.index()->def : nullptr),
        base_(read_.table().def()) {}

  std::string text() const {
    JsonNode node = make_json(Kind::kObject);
    add_json_member("statement", make_json_text(is_scan() ? "scan" : "query"), &node);
    add_json_member("table", make_json_text(base_.name), &node);
    add_json_member("index", index_ != nullptr ? make_json_text(index_->name) : make_json(Kind::kNull), &node);
    add_json_member("index_kind", index_kind(), &node);
    add_json_member("access", make_json_text(access()), &node);
    add_json_member("key", key(), &node);
    const bool is_forward = read_.direction() == Direction::kForward;
    add_json_member("direction", make_json_text(is_forward ? "forward" : "backward"), &node);
    add_json_member("filter", condition_node(read_.filter()), &node);
    add_json_member("rows", make_json_text(rows()), &node);
    add_json_member("projection", projection(), &node);
    add_json_member("base_item", make_json_text(base_item()), &node);
    add_json_member("limits", limits(), &node);
    add_json_member("segment", segment(), &node);
    add_json_member("warnings", make_json_texts(warnings()), &node);
    return print_json(node);
  }

 private:
  bool is_scan() const { return read_.operation() == ReadOperation::kScan; }
  bool is_divided() const { return explained_.total_segments > 1; }
  bool fetches() const { return read_.content() == RowContent::kFullItem; }
  const KeySchema& walked_key() const { return index_ != nullptr ? index_->key : base_.key; }
  bool is_held(std::string_view attribute) const {
    return index_ == nullptr || holds_attribute(*index_, base_.key, attribute);
  }

  // "table 'Tickets'", "index 'GSI1'".
  std::string place_name() const {
    return index_ != nullptr ? "index '" + index_->name + "'" : "table '" + base_.name + "'";
  }

  JsonNode index_kind() const {
    if (index_ == nullptr) return make_json(Kind::kNull);
    return make_json_text(index_->kind == IndexKind::kGlobal ? "global" : "local");
  }

  std::string access() const {
    if (is_scan()) return is_divided() ? "the partitions of one segment" : "every partition";
    const std::vector<KeyComparison>& comparisons = read_.key_condition()->comparisons();
    const bool is_whole_key =
        comparisons.size() == walked_key().part_count() && comparisons.back().op == RangeOp::kEqual;
    if (index_ == nullptr && is_whole_key) return "one item";
    return read_.key_condition()->sort_count() == 0 ? "one collection" : "part of a collection";
  }

  std::string value_text(uint32_t slot) const {
    const ValueView value =
        slot < explained_.parameters.values.size() ? explained_.parameters.values[slot] : ValueView();
    if (!value) return explained_.parameters.names[slot];
    std::string text = value.type == Type::kBinary ? "base64 " : "";
    // Only containers can be damaged, and those that are bound are not.
    (void)print_value_json(JsonDialect::kPlain, value, &text);
    return text;
  }

  std::string condition_text(const KeyComparison& comparison) const {
    const std::string low = value_text(comparison.low);
    switch (comparison.op) {
      case RangeOp::kLess:
        return "< " + low;
      case RangeOp::kLessEqual:
        return "<= " + low;
      case RangeOp::kGreater:
        return "> " + low;
      case RangeOp::kGreaterEqual:
        return ">= " + low;
      case RangeOp::kBetween:
        return "between " + low + " and " + value_text(comparison.high);
      case RangeOp::kBeginsWith:
        return "begins with " + low;
      case RangeOp::kAll:
      case RangeOp::kEqual:
        break;
    }
    return "= " + low;
  }

  JsonNode key() const {
    JsonNode list = make_json(Kind::kArray);
    const KeyCondition* condition = read_.key_condition();
    for (size_t i = 0; condition != nullptr && i < condition->comparisons().size(); ++i) {
      JsonNode node = make_json(Kind::kObject);
      add_json_member("attribute", make_json_text(condition->key_part(i).name), &node);
      add_json_member("part", make_json_text(i < condition->partition_count() ? "partition" : "sort"), &node);
      add_json_member("condition", make_json_text(condition_text(condition->comparisons()[i])), &node);
      list.items.push_back(std::move(node));
    }
    return list;
  }

  std::string rows() const {
    if (explained_.answer == ExplainedRead::Answer::kCount) return "counted only";
    if (read_.projection() != nullptr) return "the projection";
    if (read_.content() == RowContent::kKeysOnly) return "the key attributes";
    if (read_.row_paths() != nullptr) {
      const std::vector<PathNode>& attributes = read_.row_paths()->root().children;
      const bool has_others = std::any_of(attributes.begin(), attributes.end(), [this](const PathNode& attribute) {
        return !has_part(walked_key(), attribute.element.name) && !has_part(base_.key, attribute.element.name);
      });
      return has_others ? "what the index holds" : "the key attributes";
    }
    const bool is_whole = fetches() || index_ == nullptr || index_->projection.kind == ProjectionKind::kAll;
    return is_whole ? "whole items" : "what the index holds";
  }

  JsonNode projection() const {
    return read_.projection() != nullptr ? paths_node(read_.projection()->paths()) : make_json(Kind::kNull);
  }

  // The first attribute of the paths that the index does not hold; "" when it holds them all.
  template <typename Expression>
  std::string first_missing(const Expression* expression) const {
    if (expression == nullptr) return {};
    for (const DocumentPath& path : expression->paths()) {
      if (!is_held(path.attribute())) return path.attribute();
    }
    return {};
  }

  std::string base_item() const {
    if (index_ == nullptr || !fetches()) return "not fetched";  // rows of the table itself are the items
    const std::string fetched = "fetched for each row: ";
    // A global index never fetches by itself, and what a local one fetches by itself is cut down again.
    const bool is_cut_down = read_.row_paths() != nullptr;
    if (index_->kind == IndexKind::kLocal && is_cut_down) {
      const std::string lacks = ", which index '" + index_->name + "' does not hold";
      const std::string projected = first_missing(read_.projection());
      if (!projected.empty()) return fetched + "the projection names '" + projected + "'" + lacks;
      const std::string filtered = first_missing(read_.filter());
      if (!filtered.empty()) return fetched + "the filter names '" + filtered + "'" + lacks;
    }
    return fetched + "the full item is asked for";
  }

  JsonNode limits() const {
    JsonNode node = make_json(Kind::kObject);
    add_json_member("row_limit", number_or_null(explained_.row_limit), &node);
    add_json_member("page_bytes", number_or_null(explained_.page_bytes), &node);
    add_json_member("timeout_ms", number_or_null(explained_.timeout_ms), &node);
    return node;
  }

  JsonNode segment() const {
    if (!is_divided()) return make_json(Kind::kNull);
    JsonNode node = make_json(Kind::kObject);
    add_json_member("number", make_json_number(explained_.segment), &node);
    add_json_member("of", make_json_number(explained_.total_segments), &node);
    return node;
  }

  // ---- warnings ----

  std::vector<std::string> warnings() const {
    std::vector<std::string> warnings;
    if (is_scan() && !is_divided()) {
      warnings.push_back(
          "it reads every partition of " + place_name() +
          ": query one collection by its partition key, make an index whose key is what you look for, or "
          "scan in segments");
    }
    if (is_scan()) add_possible_query(&warnings);
    if (read_.filter() != nullptr) add_filter(&warnings);
    if (fetches()) warnings.push_back("each row costs one read more, of the table's item");
    return warnings;
  }

  // The first of the walked key, the table's and the other indexes' whose whole partition the filter fixes.
  void add_possible_query(std::vector<std::string>* warnings) const {
    if (read_.filter() == nullptr) return;
    const std::vector<std::string> equal = read_.filter()->required_equalities();
    const auto add = [&](const KeySchema& key, const std::string& place) {
      std::vector<std::string> names;
      for (const KeyPart& part : key.partition) {
        if (std::find(equal.begin(), equal.end(), part.name) == equal.end()) return false;
        names.push_back(part.name);
      }
      warnings->push_back("the filter compares " + joined(names) + " with =: a query of " + place +
                          " would read that collection only");
      return true;
    };
    if (add(walked_key(), place_name()) || add(base_.key, "table '" + base_.name + "'")) return;
    for (const IndexDef& index : base_.indexes) {
      if (add(index.key, "index '" + index.name + "'")) return;
    }
  }

  void add_filter(std::vector<std::string>* warnings) const {
    if (explained_.row_limit != 0) {
      warnings->push_back("row_limit counts the rows that are read, before the filter: a page may have fewer, or none");
    } else if (explained_.page_bytes != 0) {
      warnings->push_back("rows that the filter refuses are read all the same: a page reads up to " +
                          std::to_string(explained_.page_bytes) + " bytes of items and may have no rows");
    } else {
      warnings->push_back("rows that the filter refuses are read all the same, and no limit ends that");
    }
    std::vector<std::string> missing;
    for (const DocumentPath& path : read_.filter()->paths()) {
      const std::string& name = path.attribute();
      const bool is_new = std::find(missing.begin(), missing.end(), name) == missing.end();
      if (!fetches() && !is_held(name) && is_new) missing.push_back(name);
    }
    if (!missing.empty()) {
      warnings->push_back("the filter names " + joined(missing) + ", which index '" + index_->name +
                          "' does not hold: no row has it");
    }
  }

  const ExplainedRead& explained_;
  const PreparedRead& read_;
  const IndexDef* index_;  // null: the table itself
  const TableDef& base_;
};

}  // namespace

std::string explain_read(const ExplainedRead& read) { return ReadExplanation(read).text(); }

}  // namespace sheaf
