// The type tags, by the list in dynamodb-semantics.md 1.1.
#include "engine/item/type.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sheaf {
namespace {

TEST(Type, Tags) {
  const struct {
    uint8_t number;
    std::string_view tag;
  } cases[] = {{0, ""},  {1, "NULL"}, {2, "BOOL"}, {4, "N"},   {5, "S"},  {6, "B"},
               {7, "L"}, {8, "M"},    {9, "SS"},   {10, "NS"}, {11, "BS"}};
  for (const auto& [number, tag] : cases) EXPECT_EQ(type_tag(static_cast<Type>(number)), tag) << int{number};
}

TEST(Type, NumbersThatAreNoTypeHaveNoTag) {
  for (const int number : {3, 12, 255}) {
    EXPECT_FALSE(is_stored_type(static_cast<uint8_t>(number)));
    EXPECT_STREQ(type_tag(static_cast<Type>(number)), "");
  }
}

}  // namespace
}  // namespace sheaf
