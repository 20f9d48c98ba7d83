#include "engine/read/plan.h"

#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

Status invalid(std::string_view text) { return Status(Error::kRangeInvalid, {text}); }

// A prefix may be empty and need not be a legal key value by itself, but it has the part's type and no more than its
// length.
Status check_prefix(const KeyPart& part, KeyRole role, ValueView prefix) {
  if (part.type == Type::kNumber)
    return invalid("begins_with needs a string or binary key; '" + part.name + "' is a number");
  if (prefix.type == part.type && prefix.data.empty()) return {};
  return check_key_value(part, role, prefix);
}

Status check_operand(const KeyPart& part, RangeOp op, ValueView value) {
  return op == RangeOp::kBeginsWith ? check_prefix(part, KeyRole::kSort, value)
                                    : check_key_value(part, KeyRole::kSort, value);
}

Result<KeyRange> partition_prefix(const KeySchema& schema, const RangeRequest& request) {
  if (schema.partition.size() != 1 || request.partition.size() != 1) {
    return invalid("begins_with on the partition key needs a key with one partition part and one operand");
  }
  if (!request.sort.empty() || request.sort_op != RangeOp::kAll) {
    return invalid("begins_with on the partition key takes no sort condition");
  }
  SHEAF_RETURN_IF_ERROR(check_prefix(schema.partition[0], KeyRole::kPartition, request.partition[0]));
  return partition_prefix_range(request.partition[0]);
}

// The condition on the sort parts, under the encoded partition in `components`.
Result<KeyRange> sort_condition(const OpenTable& table, const OpenIndex* index, const RangeRequest& request,
                                std::string components) {
  const KeySchema& schema = index != nullptr ? index->def->key : table.def().key;
  if (request.sort.empty()) {
    if (request.sort_op != RangeOp::kAll) return invalid("the sort condition has an operator but no operand");
    return collection_range(components);
  }
  if (request.sort_op == RangeOp::kAll) return invalid("the sort condition has operands but no operator");
  const size_t operand_count = request.sort_op == RangeOp::kBetween ? 2 : 1;
  if (request.sort.size() < operand_count) return invalid("between needs two operands");
  const size_t leading = request.sort.size() - operand_count;
  if (leading >= schema.sort.size()) {
    return invalid(schema.sort.empty() ? "the key has no sort part"
                                       : "the sort condition has more operands than the key has sort parts");
  }
  for (size_t i = 0; i < leading; ++i) {
    SHEAF_RETURN_IF_ERROR(check_key_value(schema.sort[i], KeyRole::kSort, request.sort[i]));
    append_component(KeyPlace::kSort, request.sort[i], &components);
  }
  ComponentCondition condition;
  condition.place = index != nullptr ? KeyPlace::kSort : KeyPlace::kLastSort;
  condition.op = request.sort_op;
  condition.low = request.sort[leading];
  condition.high = request.sort.back();
  const KeyPart& part = schema.sort[leading];
  SHEAF_RETURN_IF_ERROR(check_operand(part, condition.op, condition.low));
  if (condition.op == RangeOp::kBetween) {
    SHEAF_RETURN_IF_ERROR(check_operand(part, condition.op, condition.high));
    if (condition.high.data < condition.low.data) return invalid("between needs its lower operand first");
  }
  return sort_range(components, condition);
}

Result<KeyRange> make_range(const OpenTable& table, const OpenIndex* index, const RangeRequest& request) {
  const KeySchema& schema = index != nullptr ? index->def->key : table.def().key;
  if (request.partition.empty()) {
    if (request.partition_op != RangeOp::kAll) return invalid("the partition condition has an operator but no operand");
    if (!request.sort.empty() || request.sort_op != RangeOp::kAll)
      return invalid("a sort condition needs a partition key");
    return KeyRange{};
  }
  if (request.partition_op == RangeOp::kBeginsWith) return partition_prefix(schema, request);
  if (request.partition_op != RangeOp::kAll && request.partition_op != RangeOp::kEqual) {
    return invalid("the partition key takes = or begins_with only");
  }
  const size_t given = request.partition.size();
  const size_t needed = schema.partition.size();
  if (given < needed) {
    return Status(Error::kRangeMissesPart,
                  {schema.partition[given].name, std::to_string(given), std::to_string(needed)});
  }
  if (given > needed) {
    return invalid("the number of partition key parts is " + std::to_string(given) + "; it must be " +
                   std::to_string(needed));
  }
  std::string components;
  for (size_t i = 0; i < schema.partition.size(); ++i) {
    SHEAF_RETURN_IF_ERROR(check_key_value(schema.partition[i], KeyRole::kPartition, request.partition[i]));
    append_component(KeyPlace::kPartition, request.partition[i], &components);
  }
  return sort_condition(table, index, request, std::move(components));
}

}  // namespace

Result<Plan> make_plan(const OpenTable& table, const RangeRequest& request) {
  Plan plan;
  plan.table = &table;
  if (request.index.has_value()) {
    plan.index = table.find_index(*request.index);
    if (plan.index == nullptr) return table.missing_index(*request.index);
  }
  SHEAF_ASSIGN_OR_RETURN(plan.range, make_range(table, plan.index, request));
  plan.direction = request.direction;
  plan.content = request.content;
  // On the table itself the stored row is the whole item.
  if (plan.index == nullptr && plan.content == RowContent::kFullItem) plan.content = RowContent::kStored;
  plan.kind = request.partition.empty() ? ReadKind::kWholeTable : ReadKind::kQuery;
  return plan;
}

}  // namespace sheaf
