// Conditions on stored items (dynamodb-semantics.md 4.6, 4.7).
#include <string.h>  // memmem

#include "engine/base/limits.h"
#include "engine/expr/condition.h"
#include "engine/item/container.h"

namespace sheaf {
namespace {

// What an operand is for one item: a value, nothing (kNone), or the size of something.
struct Resolved {
  ValueView value;
  bool has_no_size = false;           // size() of what has none: a comparison with it is false, "<>" too
  char size[kMaxNumberEncodedBytes];  // may hold the number that `value` borrows
};

// The length in UTF-16 code units, which is what DynamoDB counts.
uint64_t text_length(std::string_view text) {
  uint64_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
  }
  return length;
}

bool is_ordered_pair(ValueView a, ValueView b) { return a.type == b.type && is_key_type(a.type); }

bool begins_with(ValueView value, ValueView prefix) {
  const bool has_prefixes = value.type == Type::kString || value.type == Type::kBinary;
  return has_prefixes && value.type == prefix.type && value.data.starts_with(prefix.data);
}

}  // namespace

class ConditionEvaluation {
 public:
  ConditionEvaluation(const ConditionExpression& condition, const ItemView& item, Bindings values)
      : condition_(condition), item_(item), values_(values) {}

  Result<bool> run() {
    int32_t at = condition_.start_;
    while (at >= 0) {
      const Predicate& predicate = condition_.predicates_[static_cast<size_t>(at)];
      const bool holds = test(predicate);
      if (!damage_.ok()) return std::move(damage_);
      at = holds ? predicate.if_true : predicate.if_false;
    }
    return at == ConditionExpression::kTrue;
  }

 private:
  using Op = ConditionExpression::Op;
  using Operand = ConditionExpression::Operand;
  using Predicate = ConditionExpression::Predicate;

  const Operand& operand(const Predicate& predicate, uint32_t index) const {
    return condition_.operands_[predicate.first_operand + index];
  }

  ValueView path_value(uint32_t number) {
    const DocumentPath& path = condition_.paths_[number];
    if (!path.is_nested()) return path.find_attribute(item_);
    const auto found = path.find(item_);
    if (found.ok()) return *found;
    damage_ = found.status();
    return {};
  }

  void resolve(const Operand& operand, Resolved* out) {
    switch (operand.kind) {
      case Operand::Kind::kPath:
        out->value = path_value(operand.number);
        return;
      case Operand::Kind::kValue:
        out->value = values_[operand.number];
        return;
      case Operand::Kind::kSizeOfPath:
        return resolve_size(path_value(operand.number), out);
      case Operand::Kind::kSizeOfValue:
        return resolve_size(values_[operand.number], out);
    }
  }

  void resolve_size(ValueView value, Resolved* out) {
    uint64_t size = value.data.size();
    if (is_container(value.type)) {
      const auto container = ContainerView::open(value);
      if (!container.ok()) damage_ = container.status();
      size = container.ok() ? container->count() : 0;
    } else if (value.type == Type::kString) {
      size = text_length(value.data);
    } else if (value.type != Type::kBinary) {
      out->has_no_size = true;
      return;
    }
    const std::string number = Number::from_int64(static_cast<int64_t>(size)).encode();
    out->value = {Type::kNumber, {out->size, number.copy(out->size, sizeof(out->size))}};
  }

  bool test(const Predicate& predicate) {
    Resolved first;
    resolve(operand(predicate, 0), &first);
    switch (predicate.op) {
      case Op::kExists:
        return static_cast<bool>(first.value);
      case Op::kNotExists:
        return !first.value;
      case Op::kIn:
        return is_in(predicate, first);
      default:
        break;
    }
    Resolved second;
    resolve(operand(predicate, 1), &second);
    const ValueView a = first.value;
    const ValueView b = second.value;
    switch (predicate.op) {
      case Op::kEqual:
        return a && values_equal(a, b);
      case Op::kNotEqual:
        return !first.has_no_size && !second.has_no_size && (!a || !values_equal(a, b));
      case Op::kLess:
        return is_ordered_pair(a, b) && a.data < b.data;
      case Op::kLessEqual:
        return is_ordered_pair(a, b) && a.data <= b.data;
      case Op::kGreater:
        return is_ordered_pair(a, b) && a.data > b.data;
      case Op::kGreaterEqual:
        return is_ordered_pair(a, b) && a.data >= b.data;
      case Op::kBetween:
        return is_between(predicate, a, b);
      case Op::kTypeIs:
        return a && b.data == type_tag(a.type);
      case Op::kBeginsWith:
        return begins_with(a, b);
      case Op::kContains:
        return contains(a, b);
      default:
        return false;
    }
  }

  bool is_in(const Predicate& predicate, const Resolved& first) {
    if (!first.value) return false;
    for (uint32_t i = 1; i < predicate.operand_count; ++i) {
      Resolved member;
      resolve(operand(predicate, i), &member);
      if (values_equal(first.value, member.value)) return true;
    }
    return false;
  }

  bool is_between(const Predicate& predicate, ValueView value, ValueView low) {
    if (!is_ordered_pair(value, low) || value.data < low.data) return false;
    Resolved high;
    resolve(operand(predicate, 2), &high);
    return is_ordered_pair(value, high.value) && value.data <= high.value.data;
  }

  // A part of a text or of bytes, a member of a set or list. The names of a map's members are not members of it.
  bool contains(ValueView whole, ValueView part) {
    if (whole.type == Type::kString || whole.type == Type::kBinary) {
      // In linear time, which string_view::find does not promise.
      return part.type == whole.type &&
             memmem(whole.data.data(), whole.data.size(), part.data.data(), part.data.size()) != nullptr;
    }
    const bool is_searched =
        whole.type == Type::kList || (is_set(whole.type) && part.type == set_member_type(whole.type));
    if (!is_searched || !part) return false;
    const auto container = ContainerView::open(whole);
    if (!container.ok()) {
      damage_ = container.status();
      return false;
    }
    for (uint32_t i = 0; i < container->count(); ++i) {
      if (values_equal(container->at(i).value, part)) return true;
    }
    return false;
  }

  const ConditionExpression& condition_;
  const ItemView& item_;
  Bindings values_;
  Status damage_;
};

Result<bool> ConditionExpression::evaluate(const ItemView& item, Bindings values) const {
  return ConditionEvaluation(*this, item, values).run();
}

}  // namespace sheaf
