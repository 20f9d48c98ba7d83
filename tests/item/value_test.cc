// Values: equality (dynamodb-semantics.md 1.3) and sizes (1.5), with expected values worked out by hand.
#include "engine/item/value.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::hex_of;
using test::value_of;

TEST(Value, StoredForms) {
  EXPECT_EQ(make_null().type, Type::kNull);
  EXPECT_EQ(make_null().data, "");
  EXPECT_EQ(make_bool(0).data, bytes({0}));
  EXPECT_EQ(make_bool(1).data, bytes({1}));
  EXPECT_EQ(make_bool(2).data, bytes({1}));
  EXPECT_EQ(make_bool(255).type, Type::kBool);
  EXPECT_EQ(make_string("").data, "");
  EXPECT_EQ(make_string("a\xC3\xA9").data, "a\xC3\xA9");
  EXPECT_EQ(make_binary(bytes({0, 255})).data, bytes({0, 255}));
  EXPECT_EQ(hex_of(make_number(Number::from_int64(42)).data), "134254");
  EXPECT_FALSE(ValueView());
  EXPECT_TRUE(make_null().view());
  const Value text = make_string("x");
  EXPECT_EQ(text.view().data.data(), text.data.data()) << "a view borrows";
}

// ---- equality ----

void expect_equal(std::string_view a, std::string_view b) {
  EXPECT_TRUE(values_equal(value_of(a).view(), value_of(b).view())) << a << " " << b;
  EXPECT_TRUE(values_equal(value_of(b).view(), value_of(a).view())) << b << " " << a;
}

TEST(Value, EqualWhateverTheSpellingOrTheOrder) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"N":"1"})", R"({"N":"1.0"})"},
      {R"({"N":"-0"})", R"({"N":"0e7"})"},
      {R"({"N":"1e2"})", R"({"N":"+100.00"})"},
      {R"({"SS":["b","a","c"]})", R"({"SS":["c","b","a"]})"},
      {R"({"NS":["2","1.0","10"]})", R"({"NS":["1e1","1","2.000"]})"},
      {R"({"BS":["AQ==","Ag=="]})", R"({"BS":["Ag==","AQ=="]})"},
      {R"({"M":{"a":{"N":"1"},"b":{"S":"x"}}})", R"({"M":{"b":{"S":"x"},"a":{"N":"1.0"}}})"},
      {R"({"L":[{"SS":["b","a"]}]})", R"({"L":[{"SS":["a","b"]}]})"},
      {R"({"M":{"s":{"NS":["1","2"]}}})", R"({"M":{"s":{"NS":["2.0","1.0"]}}})"},
      {R"({"L":[{"M":{"l":{"L":[{"BS":["AQ==","Ag=="]}]}}}]})",
       R"({"L":[{"M":{"l":{"L":[{"BS":["Ag==","AQ=="]}]}}}]})"},
      {R"({"L":[]})", R"({"L":[]})"},
      {R"({"NULL":true})", R"({"NULL":true})"},
  };
  for (const auto& [a, b] : cases) expect_equal(a, b);
}

// Each of these equals itself and nothing else in the list.
TEST(Value, NotEqual) {
  const char* const different[] = {
      R"({"NULL":true})",
      R"({"BOOL":true})",
      R"({"BOOL":false})",
      R"({"N":"1"})",
      R"({"N":"-1"})",
      R"({"N":"1.0000000000000000000000000000000000001"})",
      R"({"N":"0"})",
      R"({"S":"1"})",
      R"({"S":""})",
      R"({"S":"a"})",
      R"({"S":"A"})",
      R"({"S":"a\u0000"})",
      R"({"S":"\u00e9"})",
      R"({"S":"e\u0301"})",
      R"({"B":"YQ=="})",
      R"({"B":""})",
      R"({"L":[]})",
      R"({"M":{}})",
      R"({"L":[{"N":"1"}]})",
      R"({"L":[{"N":"1"},{"N":"2"}]})",
      R"({"L":[{"N":"2"},{"N":"1"}]})",
      R"({"L":[{"N":"1"},{"N":"2"},{"N":"2"}]})",
      R"({"L":[{"S":"1"}]})",
      R"({"L":[{"L":[{"N":"1"}]}]})",
      R"({"L":[{"S":"ab"},{"S":""}]})",
      R"({"L":[{"S":"a"},{"S":"b"}]})",
      R"({"L":[{"S":""},{"S":"ab"}]})",
      R"({"M":{"a":{"N":"1"}}})",
      R"({"M":{"b":{"N":"1"}}})",
      R"({"M":{"a":{"N":"2"}}})",
      R"({"M":{"a":{"S":"1"}}})",
      R"({"M":{"a":{"N":"1"},"b":{"N":"1"}}})",
      R"({"M":{"ab":{"S":"c"}}})",
      R"({"M":{"a":{"S":"bc"}}})",
      R"({"SS":["1"]})",
      R"({"NS":["1"]})",
      R"({"BS":["MQ=="]})",
      R"({"SS":["1","2"]})",
      R"({"NS":["1","2"]})",
      R"({"SS":["12"]})",
      R"({"SS":["","12"]})",
      R"({"L":[{"SS":["1","2"]}]})",
      R"({"L":[{"SS":["1","3"]}]})",
  };
  for (const char* const a : different) {
    for (const char* const b : different) {
      EXPECT_EQ(values_equal(value_of(a).view(), value_of(b).view()), a == b) << a << " " << b;
    }
  }
  EXPECT_FALSE(values_equal(make_null().view(), ValueView()));
}

// Slices that are wider than need be hold the same members, so equality cannot be about bytes only.
TEST(Value, MembersAreComparedWhereBytesDiffer) {
  const ValueView narrow_list{Type::kList, std::string_view("\1\2\5\5\1\2ab", 8)};
  const ValueView wide_list{Type::kList, std::string_view("\2\2\0\5\5\1\0\2\0ab", 11)};
  EXPECT_TRUE(values_equal(narrow_list, wide_list));
  EXPECT_TRUE(values_equal(wide_list, narrow_list));
  const ValueView other_list{Type::kList, std::string_view("\2\2\0\5\5\1\0\2\0ac", 11)};
  EXPECT_FALSE(values_equal(narrow_list, other_list));
  const ValueView other_types{Type::kList, std::string_view("\2\2\0\5\6\1\0\2\0ab", 11)};
  EXPECT_FALSE(values_equal(narrow_list, other_types));
  const ValueView one_more{Type::kList, std::string_view("\2\3\0\5\5\1\1\0\2\0\2\0ab", 14)};
  EXPECT_FALSE(values_equal(narrow_list, one_more));

  const ValueView narrow_map{Type::kMap, std::string_view("\1\1\5\1\2nv", 7)};
  const ValueView wide_map{Type::kMap, std::string_view("\4\1\0\0\0\5\1\0\0\0\2\0\0\0nv", 16)};
  const ValueView other_name{Type::kMap, std::string_view("\4\1\0\0\0\5\1\0\0\0\2\0\0\0mv", 16)};
  EXPECT_TRUE(values_equal(narrow_map, wide_map));
  EXPECT_FALSE(values_equal(narrow_map, other_name));

  const ValueView narrow_set{Type::kStringSet, std::string_view("\1\2\1\2ab", 6)};
  const ValueView wide_set{Type::kStringSet, std::string_view("\2\2\0\1\0\2\0ab", 9)};
  EXPECT_TRUE(values_equal(narrow_set, wide_set));

  const ValueView outer[] = {narrow_list, narrow_map, narrow_set};
  const ValueView other_outer[] = {wide_list, wide_map, wide_set};
  EXPECT_TRUE(values_equal(make_list(outer).view(), make_list(other_outer).view()));
  const ValueView unlike_outer[] = {wide_list, other_name, wide_set};
  EXPECT_FALSE(values_equal(make_list(outer).view(), make_list(unlike_outer).view()));
}

TEST(Value, DamagedContainersAreEqualOnlyWhenTheirBytesAre) {
  const ValueView no_frame{Type::kList, "\1"};
  const ValueView other_no_frame{Type::kList, "\2"};
  EXPECT_TRUE(values_equal(no_frame, no_frame));
  EXPECT_FALSE(values_equal(no_frame, other_no_frame));
  // One member each: of type 3, of type 12, and one that ends behind the slice.
  const ValueView type_3{Type::kList, std::string_view("\1\1\3\1x", 5)};
  const ValueView type_12{Type::kList, std::string_view("\1\1\14\1x", 5)};
  const ValueView too_far{Type::kList, std::string_view("\1\1\5\2x", 5)};
  EXPECT_TRUE(values_equal(type_3, type_3));
  EXPECT_FALSE(values_equal(type_3, type_12));
  EXPECT_FALSE(values_equal(type_3, too_far));
  EXPECT_FALSE(values_equal(too_far, type_12));
}

// ---- sizes ----

TEST(Value, Sizes) {
  const std::pair<const char*, size_t> cases[] = {
      {R"({"NULL":true})", 1},
      {R"({"BOOL":false})", 1},
      {R"({"N":"0"})", 1},
      {R"({"N":"-42"})", 3},
      {R"({"N":"12345678901234567890123456789012345678"})", 20},
      {R"({"S":""})", 0},
      {R"({"S":"abc"})", 3},
      {R"({"S":"\u00e9\u20ac\ud83d\ude00"})", 9},  // 2 + 3 + 4
      {R"({"B":""})", 0},
      {R"({"B":"AQIDBA=="})", 4},
      {R"({"L":[]})", 3},
      {R"({"M":{}})", 3},
      {R"({"L":[{"S":"ab"}]})", 6},                              // 3 + 1+2
      {R"({"L":[{"NULL":true},{"N":"100"},{"S":""}]})", 9},      // 3 + 1+1 + 1+2 + 1+0
      {R"({"M":{"ab":{"S":"xyz"}}})", 9},                        // 3 + 2+1+3
      {R"({"M":{"a":{"BOOL":true},"\u00e9":{"N":"-1"}}})", 12},  // 3 + 1+1+1 + 2+1+3
      {R"({"L":[{"L":[{"L":[]}]}]})", 11},                       // 3 + 1+(3 + 1+3)
      {R"({"M":{"m":{"M":{"l":{"L":[{"N":"1"}]}}}}})", 16},      // 3 + 1+1+(3 + 1+1+(3 + 1+2))
      {R"({"SS":["a","bcd",""]})", 4},
      {R"({"NS":["1","-1","0"]})", 6},  // 2 + 3 + 1
      {R"({"BS":["AQID","AQ=="]})", 4},
      {R"({"L":[{"SS":["a","b"]},{"NS":["1"]}]})", 9},  // 3 + 1+2 + 1+2
  };
  for (const auto& [json, size] : cases) EXPECT_EQ(value_size_bytes(value_of(json).view()), size) << json;
  EXPECT_EQ(value_size_bytes(ValueView()), 0u);
}

TEST(Value, DamagedContainersCountTheirBytes) {
  const std::string damaged[] = {
      "",
      bytes({1}),
      bytes({3, 0}),                        // no such width
      bytes({1, 9, 1, 1}),                  // more members than bytes
      bytes({1, 1, 3, 1, 'x'}),             // a member of an unknown type
      bytes({1, 2, 5, 5, 1, 9, 'a', 'b'}),  // a member that ends behind the slice
      bytes({1, 2, 5, 5, 2, 1, 'a', 'b'}),  // a member that ends before it begins
  };
  for (const std::string& slice : damaged)
    EXPECT_EQ(value_size_bytes({Type::kList, slice}), slice.size()) << hex_of(slice);
  // Inside another container the damaged one counts its bytes: 3 + 1 + 5.
  const ValueView inner{Type::kList, damaged[4]};
  EXPECT_EQ(value_size_bytes(make_list({&inner, 1}).view()), 9u);
}

// Members that overlap would let a few hundred bytes stand for 2^31 values; every walk must end at the first damaged one.
TEST(Value, OverlappingMembersAreNoBomb) {
  std::string slice = make_string("leaf").data;
  uint8_t type = static_cast<uint8_t>(Type::kString);
  for (int level = 1; level < kMaxNestingLevels; ++level) {
    const int size = static_cast<int>(slice.size());
    // Members 0 and 2 are the whole blob; member 1 would end before it begins.
    const std::string ends = bytes({size & 255, size >> 8, 0, 0, size & 255, size >> 8});
    slice = bytes({2, 3, 0, type, type, type}) + ends + slice;
    type = static_cast<uint8_t>(Type::kList);
  }
  EXPECT_EQ(value_size_bytes({Type::kList, slice}), slice.size());
  EXPECT_TRUE(verify_value({Type::kList, slice}).is(Error::kValueDamaged));
  std::string other = slice;
  other.back() = 'F';
  EXPECT_FALSE(values_equal({Type::kList, slice}, {Type::kList, other}));
  EXPECT_EQ(test::json_of({Type::kList, slice}).substr(0, 8), "damaged:");
}

}  // namespace
}  // namespace sheaf
