#include "engine/read/start_key.h"

#include "engine/key/component.h"
#include "engine/read/row_key.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// Calls `visit(part, role)` for the table's parts, then the index's own; stops at the first error.
template <typename Visit>
Status for_each_part(const RowSource& source, Visit visit) {
  const KeySchema* const schemas[] = {&source.table->def().key,
                                      source.index != nullptr ? &source.index->def->key : nullptr};
  for (const KeySchema* const schema : schemas) {
    if (schema == nullptr) continue;
    for (const KeyPart& part : schema->partition) SHEAF_RETURN_IF_ERROR(visit(part, KeyRole::kPartition));
    for (const KeyPart& part : schema->sort) SHEAF_RETURN_IF_ERROR(visit(part, KeyRole::kSort));
  }
  return {};
}

// How many attributes the keys of the table and the index are made of; they may share some.
size_t attribute_count(const RowSource& source) {
  const KeySchema& base = source.table->def().key;
  size_t count = base.part_count();
  if (source.index == nullptr) return count;
  for (const auto* const parts : {&source.index->def->key.partition, &source.index->def->key.sort}) {
    for (const KeyPart& part : *parts) count += has_part(base, part.name) ? 0 : 1;
  }
  return count;
}

Status wrong_shape(const PreparedRead& read, std::string_view what) {
  return Status(read.operation() == ReadOperation::kScan ? Error::kStartKeySchema : Error::kStartKeyInvalid, {what});
}

Status check_shape(const PreparedRead& read, const RowSource& source, std::span<const AttributeView> key) {
  SHEAF_RETURN_IF_ERROR(for_each_part(source, [&](const KeyPart& part, KeyRole) {
    return find_attribute(key, part.name) ? Status() : wrong_shape(read, "it has no '" + part.name + "'");
  }));
  return key.size() == attribute_count(source) ? Status() : wrong_shape(read, "it has attributes that are no keys");
}

Status check_types(const PreparedRead& read, const RowSource& source, std::span<const AttributeView> key) {
  return for_each_part(source, [&](const KeyPart& part, KeyRole) -> Status {
    const ValueView value = find_attribute(key, part.name);
    if (value.type == part.type) return {};
    const std::string what =
        "'" + part.name + "' has type " + type_tag(value.type) + "; the key needs " + type_tag(part.type);
    if (has_part(source.table->def().key, part.name)) return Status(Error::kStartKeySchema, {what});
    return wrong_shape(read, what);
  });
}

Status check_values(const RowSource& source, std::span<const AttributeView> key) {
  return for_each_part(source, [&](const KeyPart& part, KeyRole role) -> Status {
    const Status legal = check_key_value(part, role, find_attribute(key, part.name));
    return legal.ok() ? Status() : Status(Error::kStartKeyValue, {legal.message(), legal.aws_message()});
  });
}

// Whether the condition allows one row at most: it names the whole key of the table.
bool allows_one_row(const PreparedRead& read, const KeyCondition& condition) {
  const std::vector<KeyComparison>& comparisons = condition.comparisons();
  return read.index() == nullptr && comparisons.size() == read.table().def().key.part_count() &&
         comparisons.back().op == RangeOp::kEqual;
}

}  // namespace

Result<std::string> make_start_key(const PreparedRead& read, std::span<const AttributeView> key) {
  const RowSource source{&read.table(), read.index()};
  SHEAF_RETURN_IF_ERROR(check_shape(read, source, key));
  SHEAF_RETURN_IF_ERROR(check_types(read, source, key));
  SHEAF_RETURN_IF_ERROR(check_values(source, key));
  return make_row_key(source, key);
}

Status check_start_key(const PreparedRead& read, Bindings values, const Plan& plan, std::string_view row_key) {
  if (plan.range.contains(row_key)) return {};
  const KeyCondition* const condition = read.key_condition();
  if (condition == nullptr) {
    return Status(Error::kSegmentToken, {std::to_string(plan.segment.number), std::to_string(plan.segment.total)});
  }
  if (allows_one_row(read, *condition)) return Status(Error::kStartKeyOneRow);
  std::string partition;
  for (size_t i = 0; i < condition->partition_count(); ++i) {
    append_component(KeyPlace::kPartition, values[condition->comparisons()[i].low], &partition);
  }
  return Status(row_key.starts_with(partition) ? Error::kStartKeyPredicate : Error::kStartKeyOutside);
}

}  // namespace sheaf
