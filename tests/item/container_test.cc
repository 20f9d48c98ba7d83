// Container slices: bytes written by hand from the layout comment in container.h, the widths at their bounds, what the writers
// refuse, and what readers make of frames that do not fit.
#include "engine/item/container.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::ExactBytes;
using item_test::hex_of;
using item_test::text;

ContainerView opened(const Value& value) {
  const auto container = ContainerView::open(value.view());
  EXPECT_TRUE(container.ok()) << hex_of(value.data);
  return container.ok() ? *container : ContainerView();
}

Value map_of(std::vector<AttributeView> members) {
  auto map = make_map(members);
  EXPECT_TRUE(map.ok()) << map.status().message();
  return map.ok() ? *map : Value();
}

Value set_of(Type type, std::vector<std::string_view> members) {
  auto set = make_set(type, members);
  EXPECT_TRUE(set.ok()) << set.status().message();
  return set.ok() ? *set : Value();
}

TEST(Container, ListBytes) {
  EXPECT_EQ(make_list({}).data, bytes({1, 0}));
  EXPECT_EQ(make_list({}).type, Type::kList);
  const ValueView members[] = {text("ab"), {Type::kNull, ""}, {Type::kBool, std::string_view("\1", 1)}, text("")};
  const Value list = make_list(members);
  EXPECT_EQ(hex_of(list.data), hex_of(bytes({1, 4, 5, 1, 2, 5, 2, 2, 3, 3, 'a', 'b', 1})));
  const ContainerView view = opened(list);
  ASSERT_EQ(view.count(), 4u);
  EXPECT_EQ(view.type(), Type::kList);
  EXPECT_EQ(view.at(0).value.data, "ab");
  EXPECT_EQ(view.at(0).name, "");
  EXPECT_EQ(view.at(1).value.type, Type::kNull);
  EXPECT_EQ(view.at(2).value.data, bytes({1}));
  EXPECT_EQ(view.at(3).value.type, Type::kString);
  EXPECT_EQ(view.at(3).value.data, "");
  EXPECT_FALSE(view.find("")) << "only maps have names";
}

TEST(Container, MapBytes) {
  EXPECT_EQ(map_of({}).data, bytes({1, 0}));
  const Value map = map_of({{"b", text("xy")}, {"a", {Type::kNull, ""}}, {"ab", text("")}});
  EXPECT_EQ(map.type, Type::kMap);
  EXPECT_EQ(hex_of(map.data), hex_of(bytes({1, 3, 1, 5, 5, 1, 1, 3, 3, 4, 6, 'a', 'a', 'b', 'b', 'x', 'y'})));
  const ContainerView view = opened(map);
  ASSERT_EQ(view.count(), 3u);
  EXPECT_EQ(view.at(0).name, "a");
  EXPECT_EQ(view.at(1).name, "ab");
  EXPECT_EQ(view.at(1).value.type, Type::kString);
  EXPECT_EQ(view.at(2).name, "b");
  EXPECT_EQ(view.at(2).value.data, "xy");
}

TEST(Container, SetBytes) {
  EXPECT_EQ(hex_of(set_of(Type::kStringSet, {"b", "", "ab", "a"}).data),
            hex_of(bytes({1, 4, 0, 1, 3, 4, 'a', 'a', 'b', 'b'})));
  EXPECT_EQ(hex_of(set_of(Type::kBinarySet, {"\xFF", "\x01"}).data), hex_of(bytes({1, 2, 1, 2, 1, 255})));
  const Value number_set = test::value_of(R"({"NS":["10","9","-1"]})");
  EXPECT_EQ(hex_of(number_set.data), hex_of(bytes({1, 3, 3, 6, 9, 0x11, 0xBD, 0xFD, 0x13, 0x42, 18, 0x13, 0x42, 20})));
  for (const Type type : {Type::kStringSet, Type::kBinarySet}) {
    const Value set = set_of(type, {"x", "w"});
    EXPECT_EQ(set.type, type);
    EXPECT_EQ(opened(set).at(0).value.type, set_member_type(type));
    EXPECT_EQ(opened(set).at(0).value.data, "w");
    EXPECT_EQ(opened(set).at(1).value.data, "x");
    EXPECT_EQ(opened(set).at(1).name, "");
  }
  EXPECT_EQ(opened(number_set).at(0).value.type, Type::kNumber);
}

TEST(Container, OrderOfTheMembersDoesNotMatter) {
  std::vector<AttributeView> members = {{"a", text("1")}, {"b", text("2")}, {"c", text("3")}, {"d", text("4")}};
  const std::string sorted = map_of(members).data;
  std::vector<std::string_view> names = {"", "a", "ab", "b"};
  const std::string sorted_set = set_of(Type::kStringSet, names).data;
  do {
    EXPECT_EQ(set_of(Type::kStringSet, names).data, sorted_set);
  } while (std::next_permutation(names.begin(), names.end()));
  const auto by_name = [](const AttributeView& a, const AttributeView& b) { return a.name < b.name; };
  do {
    EXPECT_EQ(map_of(members).data, sorted);
  } while (std::next_permutation(members.begin(), members.end(), by_name));
}

// The width is the narrowest in which both the count and the blob's size fit.
TEST(Container, WidthsAtTheirBounds) {
  struct Case {
    size_t count;
    size_t blob;
    int width;
  };
  const Case cases[] = {{1, 255, 1},   {1, 256, 2},   {1, 65535, 2}, {1, 65536, 4}, {255, 0, 1},  {256, 0, 2},
                        {256, 255, 2}, {255, 256, 2}, {65535, 0, 2}, {65536, 0, 4}, {3, 70000, 4}};
  for (const auto& [count, blob, width] : cases) {
    const std::string last(blob, 'x');
    std::vector<ValueView> members(count, text(""));
    members.back() = text(last);
    const Value list = make_list(members);
    EXPECT_EQ(list.data[0], width) << count << " " << blob;
    EXPECT_EQ(list.data.size(), 1 + static_cast<size_t>(width) * (1 + count) + count + blob);
    const ContainerView view = opened(list);
    ASSERT_EQ(view.count(), count);
    EXPECT_EQ(view.at(static_cast<uint32_t>(count) - 1).value.data, last);
    EXPECT_TRUE(verify_value(list.view()).ok());
  }
  // Maps count their names in the blob: 1 + 254, then 1 + 255.
  EXPECT_EQ(map_of({{"n", text(std::string(254, 'v'))}}).data[0], 1);
  EXPECT_EQ(map_of({{"n", text(std::string(255, 'v'))}}).data[0], 2);
  EXPECT_EQ(hex_of(map_of({{"n", text(std::string(255, 'v'))}}).data.substr(0, 10)),
            "0201000501000001"
            "6e76");
  EXPECT_EQ(set_of(Type::kBinarySet, {std::string(255, 'v')}).data[0], 1);
  EXPECT_EQ(set_of(Type::kBinarySet, {std::string(256, 'v')}).data[0], 2);
}

TEST(Container, ManyMembersInEveryWidth) {
  for (const size_t count : {size_t{50}, size_t{3000}, size_t{70000}}) {
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) names.push_back("n" + std::to_string(i));
    std::vector<AttributeView> members;
    std::vector<std::string_view> set_members;
    for (const std::string& name : names) {
      members.push_back({name, text(name)});
      set_members.push_back(name);
    }
    const Value map = map_of(members);
    const Value set = set_of(Type::kStringSet, set_members);
    EXPECT_TRUE(verify_value(map.view()).ok());
    EXPECT_TRUE(verify_value(set.view()).ok());
    std::sort(names.begin(), names.end());
    const ContainerView map_view = opened(map);
    const ContainerView set_view = opened(set);
    for (uint32_t i = 0; i < count; i += 7) {
      ASSERT_EQ(map_view.at(i).name, names[i]);
      ASSERT_EQ(map_view.at(i).value.data, names[i]);
      ASSERT_EQ(set_view.at(i).value.data, names[i]);
      ASSERT_EQ(map_view.find(names[i]).data, names[i]);
      ASSERT_FALSE(map_view.find(names[i] + "x"));
    }
  }
}

TEST(Container, FindInMaps) {
  const Value map =
      map_of({{"b", text("1")}, {"bb", text("2")}, {"d", {Type::kNull, ""}}, {std::string_view("b\0", 2), text("3")}});
  const ContainerView view = opened(map);
  EXPECT_EQ(view.find("b").data, "1");
  EXPECT_EQ(view.find("bb").data, "2");
  EXPECT_EQ(view.find("d").type, Type::kNull);
  EXPECT_EQ(view.find(std::string_view("b\0", 2)).data, "3");
  for (const std::string_view missing : {"", "a", "ba", "bbb", "c", "dd", "\xFF"})
    EXPECT_FALSE(view.find(missing)) << missing;
  EXPECT_FALSE(opened(map_of({})).find("b"));
}

// ---- what the writers refuse ----

TEST(Container, MapsRefuseBadNames) {
  const AttributeView empty_name[] = {{"a", text("1")}, {"", text("2")}};
  EXPECT_TRUE(make_map(empty_name).status().is(Error::kNameEmpty));
  const AttributeView twice[] = {{"a", text("1")}, {"b", text("2")}, {"a", text("1")}};
  EXPECT_TRUE(make_map(twice).status().is(Error::kNameDuplicate));
  EXPECT_EQ(make_map(twice).status().message(), "the member 'a' stands twice in one object");
  const AttributeView twice_sorted[] = {{"a", text("1")}, {"a", text("1")}};
  EXPECT_TRUE(make_map(twice_sorted).status().is(Error::kNameDuplicate));
  const std::string long_name(65536, 'n');
  const AttributeView too_long{long_name, text("1")};
  EXPECT_TRUE(make_map({&too_long, 1}).status().is(Error::kNameTooLong));
  EXPECT_EQ(make_map({&too_long, 1}).status().message(),
            "an attribute name has 65536 bytes; at most 65535 are allowed");
  const AttributeView longest{std::string_view(long_name).substr(1), text("1")};
  EXPECT_TRUE(make_map({&longest, 1}).ok());
}

TEST(Container, SetsRefuseNoMembersAndDuplicates) {
  EXPECT_EQ(make_set(Type::kStringSet, {}).status().aws_message(),
            "One or more parameter values were invalid: An string set  may not be empty");
  EXPECT_EQ(make_set(Type::kNumberSet, {}).status().aws_message(),
            "One or more parameter values were invalid: An number set  may not be empty");
  EXPECT_EQ(make_set(Type::kBinarySet, {}).status().aws_message(),
            "One or more parameter values were invalid: Binary sets should not be empty");
  const std::string_view twice[] = {"b", "a", "b"};
  EXPECT_TRUE(make_set(Type::kStringSet, twice).status().is(Error::kStringSetDuplicate));
  EXPECT_EQ(make_set(Type::kStringSet, twice).status().aws_message(),
            "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates.");
  EXPECT_TRUE(make_set(Type::kBinarySet, twice).status().is(Error::kBinarySetDuplicate));
  EXPECT_EQ(
      make_set(Type::kBinarySet, twice).status().aws_message(),
      "One or more parameter values were invalid: Input collection [Yg==, YQ==, Yg==]of type BS contains duplicates.");
  const std::string one = Number::from_int64(1).encode();
  const std::string_view numbers[] = {one, one};
  const Status status = make_set(Type::kNumberSet, numbers).status();
  EXPECT_TRUE(status.is(Error::kNumberSetDuplicate));
  EXPECT_EQ(status.aws_message(), "Input collection contains duplicates");
  EXPECT_EQ(status.message(), "the number 1 stands twice in a number set");
}

TEST(Container, ErrorsStaySmall) {
  const std::string megabyte(1 << 20, 'm');
  const std::string_view twice[] = {megabyte, megabyte};
  for (const Type type : {Type::kStringSet, Type::kBinarySet}) {
    const Status status = make_set(type, twice).status();
    EXPECT_LT(status.message().size(), 10000u);
    EXPECT_LT(status.aws_message().size(), 10000u);
  }
  std::vector<std::string> many;
  for (int i = 0; i < 100000; ++i) many.push_back(std::to_string(i / 2));
  const std::vector<std::string_view> views(many.begin(), many.end());
  EXPECT_LT(make_set(Type::kStringSet, views).status().aws_message().size(), 10000u);
}

// ---- what readers make of damage ----

TEST(Container, FramesThatDoNotFit) {
  for (const Type type : {Type::kList, Type::kMap, Type::kStringSet, Type::kNumberSet, Type::kBinarySet}) {
    const std::string damaged[] = {"",
                                   bytes({1}),
                                   bytes({0, 0}),
                                   bytes({3, 0, 0, 0}),
                                   bytes({255, 0, 0, 0, 0}),
                                   bytes({2, 0}),
                                   bytes({4, 0, 0, 0}),
                                   bytes({1, 0, 7}),
                                   bytes({1, 255, 0, 0}),
                                   bytes({2, 255, 255, 0, 0, 0}),
                                   bytes({4, 255, 255, 255, 255, 0, 0})};
    for (const std::string& slice : damaged) {
      const ExactBytes exact(slice);
      const auto container = ContainerView::open({type, exact.view()});
      ASSERT_FALSE(container.ok()) << hex_of(slice);
      EXPECT_TRUE(container.status().is(Error::kItemCorrupt));
    }
    const std::string none = bytes({4, 0, 0, 0, 0});
    EXPECT_TRUE(ContainerView::open({type, none}).ok()) << "wide, but readable";
  }
}

TEST(Container, DamagedMembersAreNone) {
  const Value types{Type::kList, bytes({1, 4, 0, 3, 12, 5, 0, 0, 0, 1, 'x'})};
  EXPECT_FALSE(opened(types).at(0).value);
  EXPECT_FALSE(opened(types).at(1).value);
  EXPECT_FALSE(opened(types).at(2).value);
  EXPECT_EQ(opened(types).at(3).value.data, "x");
  const Value ends{Type::kList, bytes({1, 4, 5, 5, 5, 5, 2, 1, 9, 3, 'a', 'b', 'c'})};
  EXPECT_EQ(opened(ends).at(0).value.data, "ab");
  EXPECT_FALSE(opened(ends).at(1).value) << "ends before it begins";
  EXPECT_FALSE(opened(ends).at(2).value) << "ends behind the slice";
  EXPECT_FALSE(opened(ends).at(3).value) << "begins behind the slice";
  const Value map{Type::kMap, bytes({1, 2, 5, 5, 2, 1, 2, 3, 'a', 'b', 'c'})};
  EXPECT_FALSE(opened(map).at(0).value) << "the value ends before the name";
  EXPECT_EQ(opened(map).at(0).name, "");
  EXPECT_EQ(opened(map).at(1).name, "b");
  EXPECT_EQ(opened(map).at(1).value.data, "c");
  const Value far{Type::kBinarySet, bytes({4, 2, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 'a'})};
  EXPECT_FALSE(opened(far).at(0).value);
  EXPECT_FALSE(opened(far).at(1).value);
}

}  // namespace
}  // namespace sheaf
