#include "engine/expr/update_operators.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"

namespace sheaf {
namespace {

Status wrong_type(const char* operation, ValueView value) {
  return Status(Error::kUpdateOperandType, {operation, type_tag(value.type)});
}

// What stands in an item or was bound was verified when it came in, so a number that does not decode is damage.
Result<Number> decode(ValueView value) {
  auto number = Number::decode(value.data);
  if (!number.ok()) return Status(Error::kItemCorrupt, {"a number is not in its stored form"});
  return number;
}

enum class Sign : uint8_t { kPlus, kMinus };

Result<Value> sum(Sign sign, const char* operation, ValueView left, ValueView right) {
  for (const ValueView& operand : {left, right}) {
    if (operand.type != Type::kNumber) return wrong_type(operation, operand);
  }
  SHEAF_ASSIGN_OR_RETURN(const Number a, decode(left));
  SHEAF_ASSIGN_OR_RETURN(const Number b, decode(right));
  SHEAF_ASSIGN_OR_RETURN(const Number result, sign == Sign::kPlus ? Number::add(a, b) : Number::subtract(a, b));
  return make_number(result);
}

Status append_members(ValueView container, std::vector<ValueView>* members) {
  SHEAF_ASSIGN_OR_RETURN(const ContainerView view, ContainerView::open(container));
  for (uint32_t i = 0; i < view.count(); ++i) {
    const ValueView member = view.at(i).value;
    if (!member) return Status(Error::kItemCorrupt, {"a container's member is out of bounds"});
    members->push_back(member);
  }
  return {};
}

// The members of a set, in the order of their bytes.
Result<std::vector<std::string_view>> members_of(ValueView set) {
  std::vector<ValueView> values;
  SHEAF_RETURN_IF_ERROR(append_members(set, &values));
  std::vector<std::string_view> members;
  members.reserve(values.size());
  for (const ValueView& value : values) members.push_back(value.data);
  const bool rises = std::adjacent_find(members.begin(), members.end(), std::greater_equal<>()) == members.end();
  if (!rises) return Status(Error::kItemCorrupt, {"a set is not sorted"});
  return members;
}

Value copy_of(ValueView value) { return {value.type, std::string(value.data)}; }

}  // namespace

Status too_large(size_t size_bytes) {
  return Status(Error::kUpdateTooLarge, {std::to_string(size_bytes), std::to_string(kMaxItemBytes)});
}

Result<Value> add_numbers(ValueView left, ValueView right) { return sum(Sign::kPlus, "+", left, right); }
Result<Value> subtract_numbers(ValueView left, ValueView right) { return sum(Sign::kMinus, "-", left, right); }

Result<Value> append_lists(ValueView first, ValueView second) {
  for (const ValueView& operand : {first, second}) {
    if (operand.type != Type::kList) return wrong_type("list_append", operand);
  }
  const size_t size_bytes = first.data.size() + second.data.size();
  if (size_bytes > kMaxUpdateBytes) return too_large(size_bytes);
  std::vector<ValueView> members;
  SHEAF_RETURN_IF_ERROR(append_members(first, &members));
  SHEAF_RETURN_IF_ERROR(append_members(second, &members));
  return make_list(members);
}

Result<Value> add_to(ValueView old, ValueView operand) {
  if (!old) return copy_of(operand);
  if (old.type != operand.type) return wrong_type("ADD", old);
  if (operand.type == Type::kNumber) return sum(Sign::kPlus, "ADD", old, operand);
  SHEAF_ASSIGN_OR_RETURN(const std::vector<std::string_view> before, members_of(old));
  SHEAF_ASSIGN_OR_RETURN(const std::vector<std::string_view> added, members_of(operand));
  std::vector<std::string_view> members;
  members.reserve(before.size() + added.size());
  std::set_union(before.begin(), before.end(), added.begin(), added.end(), std::back_inserter(members));
  return make_set(operand.type, members);
}

Result<Value> take_from(ValueView old, ValueView operand) {
  if (!old) return Value{};
  if (old.type != operand.type) return wrong_type("DELETE", old);
  SHEAF_ASSIGN_OR_RETURN(const std::vector<std::string_view> before, members_of(old));
  SHEAF_ASSIGN_OR_RETURN(const std::vector<std::string_view> taken, members_of(operand));
  std::vector<std::string_view> members;
  members.reserve(before.size());
  std::set_difference(before.begin(), before.end(), taken.begin(), taken.end(), std::back_inserter(members));
  if (members.empty()) return Value{};
  return make_set(operand.type, members);
}

}  // namespace sheaf
