#include "engine/protocol/constraints.h"

#include <string>
#include <vector>

#include "engine/protocol/table_names.h"
#include "engine/schema/words.h"

namespace sheaf::protocol {
namespace {

// More than any honest request has; a hostile one shall not make a message of megabytes.
constexpr size_t kMostViolations = 10;
constexpr size_t kMostShownBytes = 255;

std::string describe(const Violation& violation) {
  std::string text = "Value ";
  if (!violation.value.empty()) text += std::string(violation.value) + " ";
  return text + "at '" + std::string(violation.path) + "' failed to satisfy constraint: " + std::string(violation.rule);
}

std::string shown_value(std::string_view text) {
  return "'" + std::string(text.substr(0, kMostShownBytes)) + (text.size() > kMostShownBytes ? "..." : "") + "'";
}

// "TableName" as paths have it: "tableName".
std::string path_name(std::string_view member) {
  std::string name(member);
  if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

bool has_word(std::string_view words, std::string_view word) {
  words = words.substr(1, words.size() - 2);
  while (true) {
    const size_t comma = words.find(", ");
    if (words.substr(0, comma) == word) return true;
    if (comma == std::string_view::npos) return false;
    words.remove_prefix(comma + 2);
  }
}

std::string limit_rule(std::string_view what, std::string_view bound, int64_t number) {
  return "Member must have " + std::string(what) + " " + std::string(bound) + " than or equal to " +
         std::to_string(number);
}

// Where the checker is. Paths are made of steps only where something is wrong.
struct Step {
  enum class Kind : uint8_t { kMember, kKey, kNumber };
  Kind kind = Kind::kMember;
  std::string_view name;
  size_t number = 0;

  std::string text() const {
    switch (kind) {
      case Kind::kMember:
        return path_name(name);
      case Kind::kKey:
        return std::string(name.substr(0, kMostShownBytes)) + ".member";
      case Kind::kNumber:
        break;
    }
    return std::to_string(number) + ".member";
  }
};

class Checker {
 public:
  Status check(const RequestNode& root) {
    check_members(root);
    if (!missing_parameter_.empty()) {
      return Status(Error::kConstraints, {"The parameter '" + std::string(missing_parameter_) +
                                          "' is required but was not present in the request"});
    }
    if (!of_table_.empty()) return Status(Error::kConstraints, {message(of_table_)});
    return violations_.empty() ? Status() : Status(Error::kConstraints, {message(violations_)});
  }

 private:
  static std::string message(const std::vector<std::string>& violations) {
    const size_t count = violations.size();
    std::string text = std::to_string(count) + " validation error" + (count == 1 ? "" : "s") + " detected: ";
    for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : "; ") + violations[i];
    return text;
  }

  std::string path() const {
    std::string text;
    for (const Step& step : steps_) text += (text.empty() ? "" : ".") + step.text();
    return text;
  }

  void add(std::string_view value, std::string_view rule) { add_at(path(), value, rule); }
  void add_at(const std::string& path, std::string_view value, std::string_view rule) {
    std::vector<std::string>& to = path == "tableName" ? of_table_ : violations_;
    if (to.size() < kMostViolations) to.push_back(describe({value, path, rule}));
  }

  void check_members(const RequestNode& structure) {
    const std::span<const MemberShape> members = structure.shape().members;
    for (size_t i = 0; i < members.size(); ++i) {
      const RequestNode* const member = structure.items()[i];
      if (member == nullptr && members[i].need == Need::kParameter) missing_parameter_ = members[i].name;
      const bool is_missing = member == nullptr && members[i].need == Need::kRequired;
      if (member == nullptr && !is_missing) continue;
      steps_.push_back({Step::Kind::kMember, members[i].name});
      if (is_missing) {
        add("null", "Member must not be null");
      } else {
        check_node(*member);
      }
      steps_.pop_back();
    }
  }

  void check_node(const RequestNode& node) {
    switch (node.shape().kind) {
      case ShapeKind::kString:
        return check_text(node);
      case ShapeKind::kInteger:
        return check_integer(node);
      case ShapeKind::kStructure:
        return check_members(node);
      case ShapeKind::kList:
      case ShapeKind::kMap:
        return check_items(node);
      default:
        return;
    }
  }

  void check_text(const RequestNode& node) {
    const Shape& shape = node.shape();
    const std::string_view text = node.text();
    const auto size = static_cast<int64_t>(text.size());
    if (!shape.words.empty() && !has_word(shape.words, text)) {
      add(shown_value(text), "Member must satisfy enum value set: " + std::string(shape.words));
    }
    if (shape.pattern != Shape::Pattern::kAny) {
      const bool is_arn = shape.pattern == Shape::Pattern::kNameOrArn && is_arn_text(text);
      if (!is_arn && !has_only_name_characters(text)) {
        add(shown_value(text), "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
      }
    }
    if (size < shape.min) add(shown_value(text), limit_rule("length", "greater", shape.min));
    if (size > shape.max) add(shown_value(text), limit_rule("length", "less", shape.max));
  }

  void check_integer(const RequestNode& node) {
    const Shape& shape = node.shape();
    if (node.number() >= shape.min && node.number() <= shape.max) return;
    const bool without_value = shape.range_text == Shape::RangeText::kWithoutValue;
    const std::string value = without_value ? "" : shown_value(std::to_string(node.number()));
    const std::string named = without_value ? std::string(steps_.back().name) : path();
    if (node.number() < shape.min) add_at(named, value, limit_rule("value", "greater", shape.min));
    if (node.number() > shape.max) add_at(named, value, limit_rule("value", "less", shape.max));
  }

  void check_items(const RequestNode& node) {
    const Shape& shape = node.shape();
    const auto count = static_cast<int64_t>(node.count());
    const std::string_view value = count == 0 ? "'[]'" : "";
    if (count < shape.min) add(value, limit_rule("length", "greater", shape.min));
    if (count > shape.max) add(value, limit_rule("length", "less", shape.max));
    const bool is_map = shape.kind == ShapeKind::kMap;
    for (size_t i = 0; i < node.items().size(); ++i) {
      steps_.push_back(is_map ? Step{Step::Kind::kKey, node.names()[i].name} : Step{Step::Kind::kNumber, {}, i + 1});
      check_node(*node.items()[i]);
      steps_.pop_back();
    }
  }

  std::vector<Step> steps_;
  std::string_view missing_parameter_;
  std::vector<std::string> of_table_;
  std::vector<std::string> violations_;
};

}  // namespace

Status check_constraints(const RequestNode& root) { return Checker().check(root); }

Status constraint_fault(const Violation& violation) {
  return Status(Error::kConstraints, {"1 validation error detected: " + describe(violation)});
}

}  // namespace sheaf::protocol
