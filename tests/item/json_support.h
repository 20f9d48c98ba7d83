// What the JSON tests share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/item/item_builder.h"
#include "engine/item/json.h"

namespace sheaf::json_test {

// A text in which '@' stood before the byte where an error is expected.
struct Marked {
  std::string json;
  int64_t offset = -1;
};

inline Marked unmark(std::string_view text) {
  const size_t mark = text.find('@');
  EXPECT_NE(mark, std::string_view::npos) << text;
  return {std::string(text.substr(0, mark)) + std::string(text.substr(mark + 1)), static_cast<int64_t>(mark)};
}

inline void expect_error(const Status& status, const Marked& marked, Error error) {
  ASSERT_FALSE(status.ok()) << marked.json;
  EXPECT_TRUE(status.is(error)) << marked.json << ": " << status.message();
  EXPECT_EQ(status.offset(), marked.offset) << marked.json << ": " << status.message();
}

// The text is an item that must be refused at the mark and must leave the builder empty.
inline void expect_item_error(JsonDialect dialect, std::string_view marked_text, Error error) {
  const Marked marked = unmark(marked_text);
  ItemBuilder builder;
  ASSERT_TRUE(builder.set("left over", make_null().view()).ok());
  expect_error(parse_item_json(dialect, marked.json, &builder), marked, error);
  EXPECT_EQ(builder.finish().count(), 0u) << marked.json;
}

inline void expect_value_error(JsonDialect dialect, std::string_view marked_text, Error error) {
  const Marked marked = unmark(marked_text);
  expect_error(parse_value_json(dialect, marked.json).status(), marked, error);
}

// The value of a valid text; kNone, and a failed test, for any other.
inline Value value_of(JsonDialect dialect, std::string_view json) {
  const Result<Value> value = parse_value_json(dialect, json);
  EXPECT_TRUE(value.ok()) << json << ": " << value.status().message() << " at " << value.status().offset();
  return value.ok() ? *value : Value();
}

inline std::string print_value(JsonDialect dialect, ValueView value) {
  std::string out;
  const Status status = print_value_json(dialect, value, &out);
  EXPECT_TRUE(status.ok()) << status.message();
  return out;
}

inline std::string print_item(JsonDialect dialect, const ItemView& item) {
  std::string out;
  const Status status = print_item_json(dialect, item, &out);
  EXPECT_TRUE(status.ok()) << status.message();
  return out;
}

// Reads a value and prints it again.
inline std::string reprinted(JsonDialect from, JsonDialect to, std::string_view json) {
  const Value value = value_of(from, json);
  return print_value(to, value.view());
}

// `open`, `levels` times, then `middle`, then `close` as often.
inline std::string nested(int levels, std::string_view open, std::string_view middle, std::string_view close) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += open;
  text += middle;
  for (int i = 0; i < levels; ++i) text += close;
  return text;
}

}  // namespace sheaf::json_test
