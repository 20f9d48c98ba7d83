#include "tests/model/reference_condition.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sheaf::model {
namespace {

bool is_bytes(Kind kind) { return kind == Kind::kString || kind == Kind::kBinary; }
bool has_order(Kind kind) { return is_bytes(kind) || kind == Kind::kNumber; }
bool has_size(Kind kind) { return kind != Kind::kNumber && kind != Kind::kBool && kind != Kind::kNull; }

// Units of UTF-16, of which a code point of four bytes in UTF-8 takes two.
size_t utf16_units(const std::string& text) {
  size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

RefValue number_value(size_t number) {
  RefValue value;
  value.kind = Kind::kNumber;
  if (number != 0) value.number.whole = std::to_string(number);
  return value;
}

// What an operand is for one item; nothing when it is missing. The size of what has none is undefined: no comparison with it holds.
struct Meaning {
  std::optional<RefValue> value;
  bool is_undefined = false;
};

// Evaluates one condition on one item.
class Evaluation {
 public:
  Evaluation(const RefItem& item, const RefItem& values) : item_(item), values_(values) {}

  bool holds(const Tree& tree) const;

 private:
  Meaning meaning(const Tree& operand) const;
  bool compares(TreeOp op, const Meaning& a, const Meaning& b) const;
  bool function(const Tree& tree) const;

  const RefItem& item_;
  const RefItem& values_;
};

Meaning Evaluation::meaning(const Tree& operand) const {
  if (operand.op == TreeOp::kValue) return {values_.at(operand.value)};
  if (operand.op == TreeOp::kPath) {
    const RefValue* const found = find_value(item_, operand.path);
    return found == nullptr ? Meaning() : Meaning{*found};
  }
  const Meaning inner = meaning(operand.operands.at(0));
  if (!inner.value.has_value() || !has_size(inner.value->kind)) return {std::nullopt, true};
  const RefValue& value = *inner.value;
  if (value.kind == Kind::kString) return {number_value(utf16_units(value.bytes))};
  return {number_value(value.kind == Kind::kBinary ? value.bytes.size() : value.members.size())};
}

bool Evaluation::compares(TreeOp op, const Meaning& a, const Meaning& b) const {
  if (a.is_undefined || b.is_undefined) return false;
  const bool both = a.value.has_value() && b.value.has_value();
  if (op == TreeOp::kEqual) return both && is_equal(*a.value, *b.value);
  if (op == TreeOp::kNotEqual) return !both || !is_equal(*a.value, *b.value);
  if (!both || a.value->kind != b.value->kind || !has_order(a.value->kind)) return false;
  const int order = compare_keys(*a.value, *b.value);
  switch (op) {
    case TreeOp::kLess:
      return order < 0;
    case TreeOp::kLessEqual:
      return order <= 0;
    case TreeOp::kGreater:
      return order > 0;
    default:
      return order >= 0;
  }
}

bool contains(const RefValue& whole, const RefValue& part) {
  if (is_bytes(whole.kind)) return part.kind == whole.kind && whole.bytes.find(part.bytes) != std::string::npos;
  if (whole.kind == Kind::kMap) return false;
  return std::any_of(whole.members.begin(), whole.members.end(),
                     [&part](const RefValue& member) { return is_equal(member, part); });
}

bool Evaluation::function(const Tree& tree) const {
  const std::optional<RefValue> first = meaning(tree.operands.at(0)).value;
  if (tree.op == TreeOp::kExists) return first.has_value();
  if (tree.op == TreeOp::kNotExists) return !first.has_value();
  const std::optional<RefValue> second = meaning(tree.operands.at(1)).value;
  if (!first.has_value() || !second.has_value()) return false;
  switch (tree.op) {
    case TreeOp::kTypeIs:
      return second->bytes == kind_tag(first->kind);
    case TreeOp::kBeginsWith:
      return is_bytes(first->kind) && first->kind == second->kind && first->bytes.starts_with(second->bytes);
    case TreeOp::kContains:
      return contains(*first, *second);
    default:
      throw std::invalid_argument(std::string("no condition: ") + op_word(tree.op));
  }
}

bool Evaluation::holds(const Tree& tree) const {
  const auto holds_one = [this](const Tree& operand) { return holds(operand); };
  const std::vector<Tree>& operands = tree.operands;
  if (tree.op == TreeOp::kAnd) return std::all_of(operands.begin(), operands.end(), holds_one);
  if (tree.op == TreeOp::kOr) return std::any_of(operands.begin(), operands.end(), holds_one);
  if (tree.op == TreeOp::kNot) return !holds(operands.at(0));
  if (is_comparison(tree.op)) return compares(tree.op, meaning(operands.at(0)), meaning(operands.at(1)));
  if (tree.op == TreeOp::kBetween) {
    const Meaning value = meaning(operands.at(0));
    return compares(TreeOp::kGreaterEqual, value, meaning(operands.at(1))) &&
           compares(TreeOp::kLessEqual, value, meaning(operands.at(2)));
  }
  if (tree.op != TreeOp::kIn) return function(tree);
  const Meaning value = meaning(operands.at(0));
  return std::any_of(operands.begin() + 1, operands.end(),
                     [&](const Tree& one) { return compares(TreeOp::kEqual, value, meaning(one)); });
}

void add_verdict_of_bounds(const Tree& between, const RefItem& values, Verdict* verdict) {
  const RefValue* const low = find_literal(values, between.operands.at(1));
  const RefValue* const high = find_literal(values, between.operands.at(2));
  if (low == nullptr || high == nullptr) return;
  if (low->kind != high->kind) {
    verdict->errors.insert(Error::kBetweenTypes);
  } else if (has_order(low->kind) && compare_keys(*high, *low) < 0) {
    verdict->errors.insert(Error::kBetweenOrder);
  }
}

void add_verdict_of_type_name(const RefValue* name, Verdict* verdict) {
  if (name == nullptr) return;
  if (name->kind != Kind::kString) {
    verdict->errors.insert(Error::kFunctionOperandType);
    return;
  }
  for (int i = 0; i <= static_cast<int>(Kind::kBinarySet); ++i) {
    if (name->bytes == kind_tag(static_cast<Kind>(i))) return;
  }
  verdict->errors.insert(Error::kTypeNameUnknown);
}

}  // namespace

bool is_equal(const RefValue& a, const RefValue& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return a.truth == b.truth;
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kBinary:
      return compare_keys(a, b) == 0;
    default:
      break;
  }
  if (a.members.size() != b.members.size()) return false;
  for (size_t i = 0; i < a.members.size(); ++i) {
    const auto is_member = [&](size_t at) {
      return (a.kind != Kind::kMap || a.names[i] == b.names[at]) && is_equal(a.members[i], b.members[at]);
    };
    bool found = false;
    for (size_t at = 0; at < b.members.size() && !found; ++at) {
      found = (a.kind != Kind::kList || at == i) && is_member(at);
    }
    if (!found) return false;
  }
  return true;
}

bool holds(const Tree& condition, const RefItem& item, const RefItem& values) {
  return Evaluation(item, values).holds(condition);
}

Verdict verdict_of_form(const Tree& condition) {
  Verdict verdict;
  const auto is_twin = [&condition](const Tree& operand) {
    return condition.operands[0].op == TreeOp::kPath && operand.op == TreeOp::kPath &&
           operand.path == condition.operands[0].path;
  };
  const bool looks = is_comparison(condition.op) || condition.op == TreeOp::kBetween || condition.op == TreeOp::kIn ||
                     condition.op == TreeOp::kBeginsWith || condition.op == TreeOp::kContains;
  if (looks && std::any_of(condition.operands.begin() + 1, condition.operands.end(), is_twin)) {
    verdict.errors.insert(Error::kOperandsNotDistinct);
  }
  for (const Tree& operand : condition.operands) verdict.add(verdict_of_form(operand));
  return verdict;
}

Verdict verdict_of_values(const Tree& condition, const RefItem& values) {
  Verdict verdict;
  if (condition.op == TreeOp::kBetween) add_verdict_of_bounds(condition, values, &verdict);
  if (condition.op == TreeOp::kTypeIs)
    add_verdict_of_type_name(find_literal(values, condition.operands.at(1)), &verdict);
  for (const Tree& operand : condition.operands) {
    verdict.add(verdict_of_values(operand, values));
    const RefValue* const value = find_literal(values, operand);
    if (value == nullptr) continue;
    if (is_ordering(condition.op) && !has_order(value->kind)) verdict.errors.insert(Error::kOperatorOperandType);
    const bool is_wrong = (condition.op == TreeOp::kSize && !has_size(value->kind)) ||
                          (condition.op == TreeOp::kBeginsWith && !is_bytes(value->kind));
    if (is_wrong) verdict.errors.insert(Error::kFunctionOperandType);
  }
  return verdict;
}

}  // namespace sheaf::model
