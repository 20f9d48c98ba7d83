#include "engine/read/key_range.h"

#include <algorithm>
#include <string>

#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

constexpr size_t kMostOnSimpleKey = 2;

Status unsupported(const KeyComparison& comparison, const std::string& text) {
  return Status(Error::kKeyConditionUnsupported, {text}).at(comparison.offset);
}

const KeyComparison* find_comparison(const std::vector<KeyComparison>& comparisons, std::string_view attribute) {
  const auto found = std::find_if(comparisons.begin(), comparisons.end(),
                                  [attribute](const KeyComparison& c) { return c.attribute == attribute; });
  return found == comparisons.end() ? nullptr : &*found;
}

// Why a comparison is left over when the sort parts before `next_part` are all conditioned, and that one is not.
Status left_over(const KeySchema& schema, size_t next_part, const KeyComparison& comparison) {
  if (next_part == schema.sort.size()) return unsupported(comparison, "the key has no further part to compare");
  const auto is_it = [&comparison](const KeyPart& part) { return part.name == comparison.attribute; };
  if (std::none_of(schema.sort.begin(), schema.sort.end(), is_it)) {
    return Status(Error::kKeyConditionMissesPart, {schema.sort[next_part].name}).at(comparison.offset);
  }
  return unsupported(comparison, "'" + comparison.attribute + "' is compared, but not '" + schema.sort[next_part].name +
                                     "', which comes before it");
}

Status check_sort_comparison(const KeyPart& part, const KeyComparison& comparison) {
  if (comparison.op != RangeOp::kBeginsWith || part.type != Type::kNumber) return {};
  return unsupported(comparison, "begins_with needs a string or binary key; '" + part.name + "' is a number");
}

}  // namespace

Result<KeyCondition> KeyCondition::match(const KeySchema& schema, KeyConditionExpression expression) {
  const std::vector<KeyComparison>& given = expression.comparisons();
  if (given.size() > std::max(kMostOnSimpleKey, schema.part_count())) {
    return Status(Error::kKeyConditionCount, {std::to_string(given.size()), std::to_string(schema.part_count())})
        .at(given.back().offset);
  }
  KeyCondition condition;
  condition.schema_ = &schema;
  for (const KeyPart& part : schema.partition) {
    const KeyComparison* const comparison = find_comparison(given, part.name);
    if (comparison == nullptr) return Status(Error::kKeyConditionMissesPart, {part.name}).at(0);
    if (comparison->op != RangeOp::kEqual) {
      return unsupported(*comparison, "the partition key attribute '" + part.name + "' takes = only");
    }
    condition.comparisons_.push_back(*comparison);
  }
  for (const KeyPart& part : schema.sort) {
    const KeyComparison* const comparison = find_comparison(given, part.name);
    if (comparison == nullptr) break;
    const KeyComparison& before = condition.comparisons_.back();
    if (before.op != RangeOp::kEqual) {
      return unsupported(*comparison, "'" + before.attribute + "' must be compared with =, for '" + part.name +
                                          "' behind it is compared too");
    }
    SHEAF_RETURN_IF_ERROR(check_sort_comparison(part, *comparison));
    condition.comparisons_.push_back(*comparison);
  }
  for (const KeyComparison& comparison : given) {
    if (find_comparison(condition.comparisons_, comparison.attribute) == nullptr) {
      return left_over(schema, condition.sort_count(), comparison);
    }
  }
  condition.expression_ = std::move(expression);
  return condition;
}

const KeyPart& KeyCondition::key_part(size_t number) const {
  return number < partition_count() ? schema_->partition[number] : schema_->sort[number - partition_count()];
}

Status KeyCondition::check(Bindings values) const {
  SHEAF_RETURN_IF_ERROR(expression_.check(values));
  for (size_t i = 0; i < comparisons_.size(); ++i) {
    const KeyComparison& comparison = comparisons_[i];
    const KeyPart& part = key_part(i);
    const KeyRole role = i < partition_count() ? KeyRole::kPartition : KeyRole::kSort;
    for (const ValueView value : {values[comparison.low], values[comparison.high]}) {
      if (value.type != part.type) {
        return Status(Error::kKeyConditionType, {part.name, type_tag(part.type), type_tag(value.type)})
            .at(comparison.offset);
      }
      if (Status status = check_key_value(part, role, value); !status.ok()) {
        return std::move(status).at(comparison.offset);
      }
      if (comparison.op != RangeOp::kBetween) break;
    }
  }
  return {};
}

void KeyCondition::fill(Bindings values, Operands* operands, RangeRequest* request) const {
  for (size_t i = 0; i < partition_count(); ++i) operands->partition[i] = values[comparisons_[i].low];
  request->partition = {operands->partition.data(), partition_count()};
  request->partition_op = RangeOp::kEqual;
  if (sort_count() == 0) return;
  size_t count = 0;
  for (size_t i = partition_count(); i < comparisons_.size(); ++i)
    operands->sort[count++] = values[comparisons_[i].low];
  const KeyComparison& last = comparisons_.back();
  if (last.op == RangeOp::kBetween) operands->sort[count++] = values[last.high];
  request->sort = {operands->sort.data(), count};
  request->sort_op = last.op;
}

}  // namespace sheaf
