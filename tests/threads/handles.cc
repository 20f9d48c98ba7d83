#include "tests/threads/handles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace sheaf::test {

Owned<sheaf_db> open_memory() {
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_MEMORY;
  sheaf_db* db = nullptr;
  EXPECT_EQ(sheaf_open(nullptr, &options, &db, nullptr), SHEAF_OK);
  return Owned<sheaf_db>(db);
}

sheaf_status create_items(sheaf_db* db) {
  constexpr const char* kDefinition = R"({"TableName":"Items",
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
    "AttributeDefinitions":[
      {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
      {"AttributeName":"a","AttributeType":"S"},{"AttributeName":"b","AttributeType":"S"},
      {"AttributeName":"n","AttributeType":"N"},{"AttributeName":"c","AttributeType":"S"}],
    "GlobalSecondaryIndexes":[
      {"IndexName":"by_a","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
       "Projection":{"ProjectionType":"KEYS_ONLY"}},
      {"IndexName":"by_b","KeySchema":[{"AttributeName":"b","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
       "Projection":{"ProjectionType":"ALL"}},
      {"IndexName":"by_c","KeySchema":[{"AttributeName":"c","KeyType":"HASH"}],
       "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["v"]}},
      {"IndexName":"by_m","KeySchema":[{"AttributeName":"b","KeyType":"HASH"},{"AttributeName":"c","KeyType":"HASH"},
        {"AttributeName":"a","KeyType":"RANGE"},{"AttributeName":"n","KeyType":"RANGE"}],
       "Projection":{"ProjectionType":"ALL"}}],
    "LocalSecondaryIndexes":[
      {"IndexName":"by_l","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
       "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["v"]}}]})";
  return sheaf_table_create(db, sheaf_bytes_of(kDefinition), nullptr);
}

Owned<sheaf_table> open_items(sheaf_db* db, sheaf_status* status) {
  sheaf_table* table = nullptr;
  *status = sheaf_table_open(db, "Items", &table, nullptr);
  return Owned<sheaf_table>(table);
}

sheaf_status Surprises::expect(const char* call, sheaf_status answer, std::initializer_list<sheaf_status> allowed,
                               const sheaf_error* error) {
  if (std::find(allowed.begin(), allowed.end(), answer) == allowed.end()) {
    note(std::string(call) + " answers " + sheaf_status_name(answer) + " " + sheaf_error_message(error));
  }
  return answer;
}

void Surprises::note(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (first_.empty()) first_ = what;
}

std::string Surprises::first() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

void Worker::set_string(const char* name, std::string_view text) {
  const sheaf_value value = {SHEAF_STRING, 0, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}};
  EXPECT_EQ(sheaf_item_set(item.get(), sheaf_bytes_of(name), &value, error.get()), SHEAF_OK);
}

void Worker::set_number(const char* name, int64_t number) {
  const std::string text = std::to_string(number);
  const sheaf_value value = sheaf_number_of(text.c_str());
  EXPECT_EQ(sheaf_item_set(item.get(), sheaf_bytes_of(name), &value, error.get()), SHEAF_OK);
}

std::string text_of(const sheaf_value& value) {
  if (value.type == SHEAF_NUMBER_STORED) {
    char text[SHEAF_NUMBER_TEXT_BYTES];
    return sheaf_number_text(&value, text) == SHEAF_OK ? text : "no number";
  }
  return {reinterpret_cast<const char*>(value.data.data), value.data.size};
}

std::string text_of(const sheaf_item* item, const char* name) {
  sheaf_value value = {};
  return sheaf_item_get(item, sheaf_bytes_of(name), &value, nullptr) == SHEAF_OK ? text_of(value) : std::string();
}

ItemKey::ItemKey(std::string partition, std::string sort) : partition_(std::move(partition)), sort_(std::move(sort)) {
  parts_[0] = sheaf_string_of(partition_.c_str());
  parts_[1] = sheaf_string_of(sort_.c_str());
  key_ = sheaf_key_of(parts_, 2);
}

Owned<sheaf_snapshot> open_snapshot(sheaf_db* db) {
  sheaf_snapshot* snapshot = nullptr;
  EXPECT_EQ(sheaf_snapshot_open(db, &snapshot, nullptr), SHEAF_OK);
  return Owned<sheaf_snapshot>(snapshot);
}

Owned<sheaf_table> bind_table(sheaf_snapshot* snapshot, sheaf_table* table) {
  sheaf_table* bound = nullptr;
  EXPECT_EQ(sheaf_snapshot_table(snapshot, table, &bound, nullptr), SHEAF_OK);
  return Owned<sheaf_table>(bound);
}

sheaf_status open_or_reset(sheaf_table* table, const sheaf_range& range, Owned<sheaf_cursor>* cursor,
                           sheaf_error* error) {
  if (*cursor != nullptr) return sheaf_cursor_reset(cursor->get(), &range, error);
  sheaf_cursor* opened = nullptr;
  const sheaf_status status = sheaf_cursor_open(table, &range, &opened, error);
  cursor->reset(opened);
  return status;
}

sheaf_range range_of(const char* index, uint32_t flags) {
  sheaf_range range = {};
  range.struct_size = sizeof(range);
  range.flags = flags;
  range.index = index;
  return range;
}

}  // namespace sheaf::test
