// verify_value: what is in the canonical stored form (value.h, container.h, number.h) passes, everything else is refused with
// its own error. Slices are written by hand from the layout comment.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/value.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::hex_of;

void expect_refused(Type type, std::string_view data, Error error = Error::kValueDamaged) {
  const Status status = verify_value({type, data});
  ASSERT_FALSE(status.ok()) << type_tag(type) << " " << hex_of(data.substr(0, 100));
  EXPECT_TRUE(status.is(error)) << type_tag(type) << " " << hex_of(data.substr(0, 100)) << ": " << status.message();
  if (!is_stored_type(static_cast<uint8_t>(type))) return;
  // The same inside a list and as a map's member.
  const ValueView member{type, data};
  EXPECT_TRUE(verify_value(make_list({&member, 1}).view()).is(error));
  const AttributeView named{"n", member};
  EXPECT_TRUE(verify_value(make_map({&named, 1})->view()).is(error));
}

void expect_passes(Type type, std::string_view data) {
  const Status status = verify_value({type, data});
  EXPECT_TRUE(status.ok()) << type_tag(type) << " " << hex_of(data.substr(0, 100)) << ": " << status.message();
}

TEST(VerifyValue, Types) {
  expect_refused(Type::kNone, "");
  for (const int number : {3, 12, 13, 128, 255}) {
    expect_refused(static_cast<Type>(number), "");
    expect_refused(static_cast<Type>(number), bytes({1, 0}));
  }
}

TEST(VerifyValue, Scalars) {
  expect_passes(Type::kNull, "");
  expect_refused(Type::kNull, bytes({0}));
  expect_passes(Type::kBool, bytes({0}));
  expect_passes(Type::kBool, bytes({1}));
  expect_refused(Type::kBool, "");
  expect_refused(Type::kBool, bytes({2}));
  expect_refused(Type::kBool, bytes({255}));
  expect_refused(Type::kBool, bytes({1, 1}));
  expect_passes(Type::kNumber, bytes({0x12}));
  expect_passes(Type::kNumber, bytes({0x13, 0x42, 0x02}));
  expect_refused(Type::kNumber, "");
  expect_refused(Type::kNumber, "1");
  expect_refused(Type::kNumber, bytes({0x12, 0x12}));
  expect_refused(Type::kNumber, bytes({0x13, 0x42, 0x03, 0x00}));  // 1.00: a zero pair at the end
  expect_refused(Type::kNumber, bytes({0x13, 0x43, 0x01, 0x02}));  // 0001: a zero pair in front
  expect_passes(Type::kString, "");
  expect_passes(Type::kString, "a\xC3\xA9");
  expect_refused(Type::kString, "a\xC3", Error::kValueNotUtf8);
  expect_refused(Type::kString, "\xED\xA0\x80", Error::kValueNotUtf8);
  expect_passes(Type::kBinary, "");
  expect_passes(Type::kBinary, bytes({0xC3, 0, 0xFF}));
}

TEST(VerifyValue, Frames) {
  for (const Type type : {Type::kList, Type::kMap, Type::kStringSet, Type::kNumberSet, Type::kBinarySet}) {
    expect_refused(type, "");
    expect_refused(type, bytes({1}));
    for (const int width : {0, 3, 5, 8, 255}) expect_refused(type, bytes({width, 0, 0, 0, 0, 0, 0, 0, 0}));
    expect_refused(type, bytes({1, 0, 'x'}));  // a blob without members
    expect_refused(type, bytes({1, 200, 1}));  // more members than there is room for
    expect_refused(type, bytes({2, 0xFF, 0xFF}));
    expect_refused(type, bytes({4, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1}));
    expect_refused(type, bytes({4, 0, 0, 0}));  // cut within the count
  }
}

TEST(VerifyValue, Lists) {
  expect_passes(Type::kList, bytes({1, 0}));
  expect_passes(Type::kList, bytes({1, 2, 5, 1, 1, 1, 'a'}));  // "a", NULL
  expect_refused(Type::kList, bytes({2, 0, 0}));               // wider than needed
  expect_refused(Type::kList, bytes({4, 0, 0, 0, 0}));
  expect_refused(Type::kList, bytes({2, 1, 0, 5, 1, 0, 'a'}));
  expect_refused(Type::kList, bytes({1, 1, 5, 1, 'a', 'b'}));        // bytes behind the last member
  expect_refused(Type::kList, bytes({1, 1, 5, 2, 'a'}));             // ends behind the slice
  expect_refused(Type::kList, bytes({1, 2, 5, 5, 2, 1, 'a', 'b'}));  // ends fall
  expect_refused(Type::kList, bytes({1, 1, 0, 0}));                  // a member without a type
  expect_refused(Type::kList, bytes({1, 1, 3, 1, '7'}));             // a number as text
  expect_refused(Type::kList, bytes({1, 1, 12, 0}));
  expect_refused(Type::kList, bytes({1, 1, 2, 1, 2}));  // BOOL 2
  expect_refused(Type::kList, bytes({1, 1, 1, 1, 0}));  // NULL with a byte
  expect_refused(Type::kList, bytes({1, 1, 5, 1, 0xFF}), Error::kValueNotUtf8);
  const std::string of_300 = "\2" + bytes({1, 0, 5, 44, 1}) + std::string(300, 'a');
  expect_passes(Type::kList, of_300);
  expect_refused(Type::kList, "\4" + bytes({1, 0, 0, 0, 5, 44, 1, 0, 0}) + std::string(300, 'a'));
}

TEST(VerifyValue, Maps) {
  expect_passes(Type::kMap, bytes({1, 0}));
  expect_passes(Type::kMap, bytes({1, 2, 5, 1, 1, 2, 3, 3, 'a', 'x', 'b'}));  // a: "x", b: NULL
  expect_refused(Type::kMap, bytes({1, 2, 1, 1, 1, 1, 2, 2, 'b', 'a'}));      // names unsorted
  expect_refused(Type::kMap, bytes({1, 2, 1, 1, 1, 1, 2, 2, 'a', 'a'}));      // a name twice
  expect_refused(Type::kMap, bytes({1, 1, 1, 0, 0}));                         // a name without bytes
  expect_refused(Type::kMap, bytes({1, 1, 5, 2, 1, 'a', 'b'}));               // the value ends before the name
  expect_refused(Type::kMap, bytes({1, 1, 5, 1, 3, 'a', 'b'}));               // ends behind the slice
  expect_refused(Type::kMap, bytes({2, 1, 0, 1, 1, 0, 1, 0, 'a'}));           // wider than needed
  expect_refused(Type::kMap, bytes({1, 1, 1, 1, 1, 'a', 'b'}));               // bytes behind the last member
  expect_refused(Type::kMap, bytes({1, 1, 1, 1, 1, 0xFF}), Error::kValueNotUtf8);
  expect_passes(Type::kMap, bytes({1, 2, 1, 1, 1, 1, 3, 3, 'z', 0xC3, 0xA9}));
  // Names of 65,535 and 65,536 bytes.
  const std::string tail = std::string(65535, 'n');
  expect_passes(Type::kMap, bytes({2, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF}) + tail);
  expect_refused(Type::kMap, bytes({4, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}) + tail + 'n');
}

TEST(VerifyValue, Sets) {
  for (const Type type : {Type::kStringSet, Type::kBinarySet}) {
    expect_passes(type, bytes({1, 1, 1, 'a'}));
    expect_passes(type, bytes({1, 1, 0}));                       // one empty member
    expect_passes(type, bytes({1, 3, 0, 1, 3, 'a', 'a', 'b'}));  // "", "a", "ab"
    expect_refused(type, bytes({1, 0}));                         // no members
    expect_refused(type, bytes({1, 2, 1, 2, 'b', 'a'}));         // unsorted
    expect_refused(type, bytes({1, 2, 2, 3, 'a', 'b', 'a'}));
    expect_refused(type, bytes({1, 2, 1, 2, 'a', 'a'}));  // a member twice
    expect_refused(type, bytes({1, 2, 0, 0}));
    expect_refused(type, bytes({2, 1, 0, 1, 0, 'a'}));    // wider than needed
    expect_refused(type, bytes({1, 1, 1, 'a', 'b'}));     // bytes behind the last member
    expect_refused(type, bytes({1, 1, 2, 'a'}));          // ends behind the slice
    expect_refused(type, bytes({1, 2, 2, 1, 'a', 'b'}));  // ends fall
  }
  expect_refused(Type::kStringSet, bytes({1, 1, 1, 0xFF}), Error::kValueNotUtf8);
  expect_passes(Type::kBinarySet, bytes({1, 1, 1, 0xFF}));
  expect_passes(Type::kNumberSet, bytes({1, 3, 3, 4, 7, 0x11, 0xBD, 0xFD, 0x12, 0x13, 0x42, 0x02}));  // -1, 0, 1
  expect_refused(Type::kNumberSet, bytes({1, 2, 3, 6, 0x13, 0x42, 0x04, 0x13, 0x42, 0x02}));          // 2, 1
  expect_refused(Type::kNumberSet, bytes({1, 2, 3, 6, 0x13, 0x42, 0x02, 0x13, 0x42, 0x02}));          // 1, 1
  expect_refused(Type::kNumberSet, bytes({1, 2, 3, 7, 0x13, 0x42, 0x02, 0x13, 0x42, 0x03, 0x00}));    // 1, 1.00
  expect_refused(Type::kNumberSet, bytes({1, 1, 1, '1'}));
  expect_refused(Type::kNumberSet, bytes({1, 1, 0}));
}

TEST(VerifyValue, WhatJsonGivesPasses) {
  for (const item_test::GoldenItem& golden : item_test::golden_items()) {
    const item_test::ExactBytes stored(golden.stored);
    const auto item = ItemView::open(stored.view());
    ASSERT_TRUE(item.ok());
    for (uint32_t i = 0; i < item->count(); ++i) {
      const Status status = verify_value(item->at(i).value);
      EXPECT_TRUE(status.ok()) << golden.name << " " << item->at(i).name << ": " << status.message();
    }
  }
}

// ---- nesting ----

Value wrapped(ValueView inner, int times, Type type) {
  Value value{inner.type, std::string(inner.data)};
  for (int i = 0; i < times; ++i) {
    const AttributeView member{"n", value.view()};
    value = type == Type::kMap ? *make_map({&member, 1}) : make_list({&member.value, 1});
  }
  return value;
}

TEST(VerifyValue, ThirtyTwoLevels) {
  const Value scalar = make_null();
  const Value empty_list = make_list({});
  const std::string_view members[] = {"a", "b"};
  const Value set = *make_set(Type::kStringSet, members);
  for (const Type type : {Type::kList, Type::kMap}) {
    for (const Value* inner : {&scalar, &empty_list, &set}) {
      EXPECT_TRUE(verify_value(wrapped(inner->view(), 31, type).view()).ok());
      EXPECT_TRUE(verify_value(wrapped(inner->view(), 32, type).view()).is(Error::kTooDeep));
      EXPECT_TRUE(verify_value(wrapped(inner->view(), 500, type).view()).is(Error::kTooDeep));
      EXPECT_TRUE(verify_value(wrapped(inner->view(), 11, type).view(), 21).ok());
      EXPECT_TRUE(verify_value(wrapped(inner->view(), 11, type).view(), 22).is(Error::kTooDeep));
    }
  }
  EXPECT_TRUE(verify_value(scalar.view(), 32).ok());
  EXPECT_TRUE(verify_value(scalar.view(), 33).is(Error::kTooDeep));
}

// Below 32 levels sizes count bytes and only equal bytes are equal, so that hostile nesting cannot exhaust the stack.
TEST(VerifyValue, DeeperValuesAreSafeEverywhere) {
  const Value deep = wrapped(make_string("a").view(), 3000, Type::kList);
  const Value other = wrapped(make_string("b").view(), 3000, Type::kList);
  EXPECT_TRUE(values_equal(deep.view(), deep.view()));
  EXPECT_FALSE(values_equal(deep.view(), other.view()));
  const ValueView narrow_list{Type::kList, std::string_view("\1\1\5\1v", 5)};
  const ValueView wide_list{Type::kList, std::string_view("\2\1\0\5\1\0v", 7)};
  EXPECT_TRUE(values_equal(wrapped(narrow_list, 31, Type::kList).view(), wrapped(wide_list, 31, Type::kList).view()));
  EXPECT_FALSE(values_equal(wrapped(narrow_list, 32, Type::kList).view(), wrapped(wide_list, 32, Type::kList).view()));
  EXPECT_GT(value_size_bytes(deep.view()), 3000u);
  EXPECT_LE(value_size_bytes(deep.view()), deep.data.size());
  EXPECT_EQ(test::json_of(deep.view()), "damaged: a stored item is damaged: a value is nested too deep");
}

}  // namespace
}  // namespace sheaf
