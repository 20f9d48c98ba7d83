// Session: writes and reads of single items.
#include <gtest/gtest.h>

#include "tests/model/reference_read.h"
#include "tests/model/session.h"

namespace sheaf::model {
namespace {

// The value that stands `step` places behind in a run of values that go on from it. Nothing else makes such values.
RefValue continued(RefValue value, uint64_t step) {
  const std::string digits = std::to_string(100000 + step);
  if (value.kind == Kind::kNumber) {
    if (value.number.whole.size() + value.number.fraction.size() > 20) value.number = {};
    value.number.fraction += "7" + digits + "1";
  } else {
    value.bytes += "~" + digits;
  }
  return value;
}

}  // namespace

std::string text_of(const RefKeyValues& values) {
  std::string text;
  for (const RefValue& value : values) text += canonical_json(value);
  return text;
}

std::vector<Value> engine_values(const std::vector<Spelled>& spelled) {
  std::vector<Value> values;
  for (const Spelled& one : spelled) values.push_back(test::value_of(one.json));
  return values;
}

void Session::expect_refused(const Status& status, const Refusals& refusals) {
  EXPECT_TRUE(refusals.contains(status.code()))
      << "got " << static_cast<int>(status.code()) << " " << status.message() << ", expected the like of "
      << (refusals.empty() ? 0 : static_cast<int>(*refusals.begin()));
  ++counts_.refused_writes;
}

// A table that cannot be written to says so before it looks at what shall be written.
Refusals Session::refusals_of_write(const Operation& operation, Refusals of_content) const {
  return is_read_only_ || !operation.snapshot.empty() ? Refusals{StatusCode::kREAD_ONLY} : of_content;
}

void Session::expect_old_item(const std::optional<std::string>& json, const std::shared_ptr<const RefItem>& item) {
  EXPECT_EQ(json, item != nullptr ? std::optional(canonical_json(*item)) : std::nullopt);
  counts_.old_items += item != nullptr ? 1 : 0;
}

void Session::put(const Operation& operation) {
  RefTable& reference = tables_.at(operation.table);
  test::TestTable table = engine_table(operation.table, operation.snapshot);
  const RefItem item = read_item(parse_json(operation.json));
  const Refusals refusals = refusals_of_write(operation, reference.refusals_of_item(item));
  if (!refusals.empty()) return expect_refused(table.put(operation.json), refusals);
  ++counts_.puts;
  if (operation.verb == Verb::kPutOld) return expect_old_item(table.put_over(operation.json), reference.put(item));
  const Status status = table.put(operation.json);
  EXPECT_TRUE(status.ok()) << status.message();
  reference.put(item);
}

void Session::erase(const Operation& operation) {
  RefTable& reference = tables_.at(operation.table);
  test::TestTable table = engine_table(operation.table, operation.snapshot);
  const RefKeyValues key = values_of(operation.key);
  const std::vector<Value> engine_key = engine_values(operation.key);
  const Refusals refusals = refusals_of_write(operation, reference.refusals_of_key(key));
  if (!refusals.empty()) return expect_refused(table.erase(engine_key), refusals);
  if (operation.verb == Verb::kDeleteOld) return expect_old_item(table.erase_old(engine_key), reference.erase(key));
  const Status status = table.erase(engine_key);
  EXPECT_TRUE(status.ok()) << status.message();
  reference.erase(key);
}

void Session::bury(const Operation& operation) {
  RefTable& reference = tables_.at(operation.table);
  test::TestTable table = engine_table(operation.table, "");
  const RefItem first = read_item(parse_json(operation.json));
  const std::string last_part = reference.definition().key.parts().back().name;
  std::vector<std::vector<Value>> keys;
  for (uint64_t i = 0; i < operation.count; ++i) {
    RefItem item = first;
    item.at(last_part) = continued(first.at(last_part), i);
    ASSERT_TRUE(reference.refusals_of_item(item).empty()) << operation.json;
    const Status put = table.put(canonical_json(item));
    ASSERT_TRUE(put.ok()) << put.message();
    std::vector<Value>& key = keys.emplace_back();
    for (const RefValue& value : reference.key_of(item)) key.push_back(test::value_of(canonical_json(value)));
    reference.erase(reference.key_of(item));
  }
  for (const std::vector<Value>& key : keys) {
    const Status erased = table.erase(key);
    ASSERT_TRUE(erased.ok()) << erased.message();
  }
  counts_.rows_buried += operation.count;
}

void Session::get(const Operation& operation) {
  const RefTable reference = table_at(operation.table, operation.snapshot);
  const test::TestTable table = engine_table(operation.table, operation.snapshot);
  const RefKeyValues key = values_of(operation.key);
  const Refusals refusals = reference.refusals_of_key(key);
  if (!refusals.empty()) return expect_refused(table.get_status(engine_values(operation.key)), refusals);
  const std::shared_ptr<const RefItem> item = reference.find(key);
  EXPECT_EQ(table.get(engine_values(operation.key)),
            item != nullptr ? std::optional(canonical_json(*item)) : std::nullopt);
  counts_.items_got += item != nullptr ? 1 : 0;
}

}  // namespace sheaf::model
