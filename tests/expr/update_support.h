// An update applied to an item, both as text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/expr/update.h"
#include "tests/expr/expression_support.h"

namespace sheaf::test {

// What parse says of the text, and when that is nothing, what check says of the values.
inline std::string update_outcome(std::string_view text, std::string_view values_json = "{}", Names names = {}) {
  Vocabulary vocabulary = with_names(names);
  const auto update = UpdateExpression::parse(text, &vocabulary);
  if (!update.ok()) return outcome(update);
  return outcome(update->check(BoundValues(vocabulary, values_json).view()));
}

// The item as the update leaves it, as JSON, or the message of the error. An item "" does not exist; the new one begins with
// {"pk":{"S":"p"}}. A mistake of the text or the values fails the test.
inline std::string updated(std::string_view item_json, std::string_view text, std::string_view values_json = "{}",
                           Names names = {}) {
  Vocabulary vocabulary = with_names(names);
  const auto update = UpdateExpression::parse(text, &vocabulary);
  EXPECT_EQ(outcome(update), "ok") << text;
  if (!update.ok()) return "";
  const BoundValues values(vocabulary, values_json);
  const Status checked = update->check(values.view());
  EXPECT_EQ(outcome(checked), "ok") << text;
  if (!checked.ok()) return "";
  const TestItem old_item(item_json.empty() ? "{}" : item_json);
  const TestItem start(item_json.empty() ? R"({"pk":{"S":"p"}})" : item_json);
  ItemBuilder builder;
  const Status status =
      update->apply({item_json.empty() ? ItemView() : old_item.view(), start.view(), values.view()}, &builder);
  if (!status.ok()) return status.message();
  const ItemView item = builder.finish();
  const Status sound = verify_item(item);
  EXPECT_TRUE(sound.ok()) << text << ": " << sound.message();
  return json_of(item);
}

}  // namespace sheaf::test
