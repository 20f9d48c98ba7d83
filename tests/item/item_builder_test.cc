// ItemBuilder: which attributes an item ends up with. The order of sets never matters except that the last of one name wins.
#include "engine/item/item_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/item_view.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::set;
using item_test::text;
using test::json_of;
using test::TestItem;

using Attributes = std::vector<std::pair<std::string, std::string>>;

std::string built(const Attributes& attributes) {
  ItemBuilder builder;
  for (const auto& [name, value] : attributes) set(&builder, name, text(value));
  return std::string(builder.finish().bytes());
}

TEST(ItemBuilder, NoAttributes) {
  ItemBuilder builder;
  const ItemView item = builder.finish();
  EXPECT_EQ(item.count(), 0u);
  EXPECT_EQ(item.size_bytes(), 0u);
  EXPECT_FALSE(item.bytes().empty()) << "the stored form of an empty item is a frame";
  EXPECT_TRUE(verify_item(item).ok());
}

TEST(ItemBuilder, EveryOrderGivesTheSameBytes) {
  Attributes attributes = {{"PK", "1"},          {"SK", "22"},      {"attribute_a", ""},
                           {"attribute_b", "4"}, {"\xC3\xA9", "5"}, {"a", "6"}};
  std::sort(attributes.begin(), attributes.end());
  const std::string sorted = built(attributes);
  size_t orders = 0;
  do {
    ASSERT_EQ(built(attributes), sorted);
    ++orders;
  } while (std::next_permutation(attributes.begin(), attributes.end()));
  EXPECT_EQ(orders, 720u);
}

// Counts on both sides of 32, names that begin alike and names that do not.
TEST(ItemBuilder, ShuffledManyGiveTheSameBytes) {
  std::mt19937 random(7);
  for (const size_t count : {2u, 8u, 31u, 32u, 33u, 64u, 300u}) {
    for (const std::string prefix : {"", "attribute-"}) {
      Attributes attributes;
      for (size_t i = 0; i < count; ++i) attributes.emplace_back(prefix + std::to_string(i), std::to_string(i * i));
      std::sort(attributes.begin(), attributes.end());
      const std::string sorted = built(attributes);
      const TestItem item = TestItem::of_bytes(sorted);
      ASSERT_EQ(item.view().count(), count);
      for (uint32_t i = 0; i < count; ++i) {
        ASSERT_EQ(item.view().at(i).name, attributes[i].first);
        ASSERT_EQ(item.view().at(i).value.data, attributes[i].second);
      }
      for (int round = 0; round < 10; ++round) {
        std::shuffle(attributes.begin(), attributes.end(), random);
        ASSERT_EQ(built(attributes), sorted) << count << " " << prefix;
      }
    }
  }
}

TEST(ItemBuilder, TheLastSetOfANameWins) {
  std::mt19937 random(8);
  for (const size_t names : {1u, 3u, 20u, 40u}) {
    for (int round = 0; round < 20; ++round) {
      ItemBuilder builder;
      std::vector<std::string> last(names);
      for (size_t i = 0; i < 3 * names; ++i) {
        const size_t name = random() % names;
        last[name] = "value " + std::to_string(i);
        set(&builder, "name" + std::to_string(name), text(last[name]));
      }
      const ItemView item = builder.finish();
      size_t present = 0;
      for (size_t name = 0; name < names; ++name) {
        if (last[name].empty()) continue;
        ++present;
        ASSERT_EQ(item.find("name" + std::to_string(name)).data, last[name]);
      }
      ASSERT_EQ(item.count(), present);
      ASSERT_TRUE(verify_item(item).ok());
    }
  }
}

// Names are sorted by their first eight bytes where those differ: shorter names must not take bytes of the value in.
TEST(ItemBuilder, NamesOfEveryLengthAreSortedAndUnique) {
  std::mt19937 random(9);
  for (const char letter : {'a', '\x01', '\x7F'}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<size_t> lengths;
      for (size_t length = 1; length <= 20; ++length) lengths.insert(lengths.end(), {length, length});
      std::shuffle(lengths.begin(), lengths.end(), random);
      if (round % 2 == 0) lengths.resize(30);
      ItemBuilder builder;
      std::map<std::string, std::string> last;
      for (const size_t length : lengths) {
        const std::string value = bytes({static_cast<int>(random() % 256), static_cast<int>(random() % 256)});
        last[std::string(length, letter)] = value;
        set(&builder, std::string(length, letter), {Type::kBinary, value});
      }
      const ItemView item = builder.finish();
      ASSERT_EQ(item.count(), last.size());
      uint32_t i = 0;
      for (const auto& [name, value] : last) {
        ASSERT_EQ(item.at(i).name, name);
        ASSERT_EQ(item.at(i).value.data, value);
        ++i;
      }
    }
  }
}

TEST(ItemBuilder, TheLastSetMayHaveAnotherType) {
  ItemBuilder builder;
  set(&builder, "a", text("a longer value"));
  set(&builder, "a", make_null().view());
  EXPECT_EQ(json_of(builder.finish()), R"({"a":{"NULL":true}})");
  EXPECT_EQ(builder.finish().size_bytes(), 2u);
}

TEST(ItemBuilder, FinishMayBeCalledAgainAndMoreSet) {
  ItemBuilder builder;
  set(&builder, "b", text("1"));
  EXPECT_EQ(json_of(builder.finish()), R"({"b":{"S":"1"}})");
  EXPECT_EQ(json_of(builder.finish()), R"({"b":{"S":"1"}})");
  set(&builder, "a", text("2"));
  set(&builder, "b", text("3"));
  EXPECT_EQ(json_of(builder.finish()), R"({"a":{"S":"2"},"b":{"S":"3"}})");
  set(&builder, "b", text("4"));
  EXPECT_EQ(json_of(builder.finish()), R"({"a":{"S":"2"},"b":{"S":"4"}})");
}

TEST(ItemBuilder, ClearStartsAnew) {
  ItemBuilder builder;
  const std::string alone = built({{"a", "1"}});
  set(&builder, "big", text(std::string(100000, 'x')));
  EXPECT_EQ(builder.finish().size_bytes(), 100003u);
  const std::string big(builder.finish().bytes());
  EXPECT_TRUE(builder.finish().bytes() == big) << "a wide item, again and again";
  builder.clear();
  EXPECT_EQ(builder.finish().count(), 0u);
  builder.clear();
  set(&builder, "a", text("1"));
  EXPECT_EQ(builder.finish().bytes(), alone);
  builder.clear();
  set(&builder, "big", text(std::string(100000, 'y')));
  EXPECT_TRUE(builder.finish().find("big").data == std::string(100000, 'y'));
  builder.clear();
  set(&builder, "big", text(std::string(100000, 'x')));
  EXPECT_TRUE(builder.finish().bytes() == big) << "nothing of the item before";
}

TEST(ItemBuilder, SetAllIsSettingOneByOne) {
  const TestItem item(R"({"a":{"N":"1"},"b":{"SS":["x","y"]},"c":{"L":[{"NULL":true}]}})");
  ItemBuilder builder;
  builder.set_all(item.view());
  EXPECT_EQ(builder.finish().bytes(), item.bytes());
  set(&builder, "b", text("after"));
  set(&builder, "d", text("new"));
  EXPECT_EQ(json_of(builder.finish()),
            R"({"a":{"N":"1"},"b":{"S":"after"},"c":{"L":[{"NULL":true}]},"d":{"S":"new"}})");
  builder.clear();
  set(&builder, "b", text("before"));
  builder.set_all(item.view());
  EXPECT_EQ(builder.finish().bytes(), item.bytes());
  const TestItem second(R"({"a":{"N":"2"},"z":{"BOOL":true}})");
  builder.set_all(second.view());
  EXPECT_EQ(json_of(builder.finish()),
            R"({"a":{"N":"2"},"b":{"SS":["x","y"]},"c":{"L":[{"NULL":true}]},"z":{"BOOL":true}})");
  builder.append({"a", text("last")});
  EXPECT_EQ(builder.finish().find("a").data, "last");
  builder.clear();
  builder.set_all(ItemView());
  EXPECT_EQ(builder.finish().count(), 0u);
}

TEST(ItemBuilder, MovesWithItsContent) {
  ItemBuilder first;
  set(&first, "a", text("1"));
  ItemBuilder second = std::move(first);
  set(&second, "b", text("2"));
  ItemBuilder third;
  set(&third, "c", text("3"));
  third = std::move(second);
  EXPECT_EQ(json_of(third.finish()), R"({"a":{"S":"1"},"b":{"S":"2"}})");
}

TEST(ItemBuilder, NamesThatAreRefusedChangeNothing) {
  ItemBuilder builder;
  set(&builder, "a", text("1"));
  EXPECT_TRUE(builder.set("", text("2")).is(Error::kNameEmpty));
  const std::string long_name(65536, 'n');
  const Status too_long = builder.set(long_name, text("2"));
  EXPECT_TRUE(too_long.is(Error::kNameTooLong));
  EXPECT_EQ(too_long.message(), "an attribute name has 65536 bytes; at most 65535 are allowed");
  for (const std::string& name : {bytes({0xFF}), bytes({'a', 0xC3}), bytes({0xED, 0xA0, 0x80}), bytes({0xC0, 0x80})}) {
    EXPECT_TRUE(builder.set(name, text("2")).is(Error::kValueNotUtf8));
  }
  EXPECT_EQ(json_of(builder.finish()), R"({"a":{"S":"1"}})");
}

TEST(ItemBuilder, TheLongestNames) {
  ItemBuilder builder;
  const std::string first(65535, 'n');
  const std::string second = first.substr(1) + 'm';
  set(&builder, first, text("1"));
  set(&builder, second, text("2"));
  set(&builder, first.substr(1), text("3"));
  const ItemView item = builder.finish();
  EXPECT_EQ(item.size_bytes(), 3 * 65535u - 1 + 3);
  EXPECT_TRUE(item.at(0).name == first.substr(1));
  EXPECT_TRUE(item.at(1).name == second);
  EXPECT_TRUE(item.at(2).name == first);
  EXPECT_EQ(item.find(first).data, "1");
  EXPECT_EQ(item.find(second).data, "2");
  EXPECT_EQ(item.find(first.substr(1)).data, "3");
  EXPECT_FALSE(item.find(first.substr(2)));
  EXPECT_TRUE(verify_item(item).ok());
}

// Processor time, so that a busy machine does not matter; far below what anything quadratic would take.
TEST(ItemBuilder, ManyAttributesTakeNoTime) {
  for (const size_t count : {size_t{8000}, size_t{100000}}) {
    std::vector<std::string> names;
    size_t size = 0;
    for (size_t i = 0; i < count; ++i) {
      names.push_back("attribute" + std::to_string(i * 7919 % count));
      size += names.back().size() + 1;
    }
    const std::clock_t start = std::clock();
    ItemBuilder builder;
    for (const std::string& name : names) set(&builder, name, text("v"));
    const ItemView item = builder.finish();
    const std::clock_t used = std::clock() - start;
    EXPECT_LT(used, CLOCKS_PER_SEC) << count;
    ASSERT_EQ(item.count(), count);
    EXPECT_EQ(item.size_bytes(), size);
    EXPECT_TRUE(verify_item(item).ok());
    for (size_t i = 0; i < count; i += count / 50) EXPECT_EQ(item.find(names[i]).data, "v");
    EXPECT_FALSE(item.find("attribute"));
    std::sort(names.begin(), names.end());
    EXPECT_EQ(item.at(0).name, names.front());
    EXPECT_EQ(item.at(static_cast<uint32_t>(count) - 1).name, names.back());
  }
}

// More than 64 MiB set in all, little of it in the end.
TEST(ItemBuilder, ReplacedAttributesTakeNoRoom) {
  const Value list = test::value_of(R"({"L":[{"N":"1"},{"NULL":true}]})");
  ItemBuilder builder;
  set(&builder, "kept_list", list.view());
  set(&builder, "kept_null", make_null().view());
  for (int round = 0; round < 180; ++round) {
    set(&builder, "big", text(std::string(400000, static_cast<char>('A' + round % 26))));
    set(&builder, "small" + std::to_string(round % 3), test::n(std::to_string(round)).view());
  }
  const ItemView item = builder.finish();
  EXPECT_EQ(item.count(), 6u);
  EXPECT_TRUE(item.find("big").data == std::string(400000, 'X'));  // 179 is 6 * 26 + 23
  EXPECT_EQ(json_of(item.find("kept_list")), R"({"L":[{"N":"1"},{"NULL":true}]})");
  EXPECT_EQ(item.find("kept_null").type, Type::kNull);
  EXPECT_EQ(json_of(item.find("small0")), R"({"N":"177"})");
  EXPECT_EQ(json_of(item.find("small1")), R"({"N":"178"})");
  EXPECT_EQ(json_of(item.find("small2")), R"({"N":"179"})");
  EXPECT_TRUE(verify_item(item).ok());
}

// 64 MiB is where stored items end. What set takes must come out of finish, with all that stands beside the values.
TEST(ItemBuilder, SetRefusesWhatCouldNotBeStored) {
  ItemBuilder builder;
  EXPECT_TRUE(builder.set("a", text(std::string(kMaxStoredItemBytes - 1, 'x'))).is(Error::kItemTooLarge));
  const std::string value(1000, 'x');
  uint32_t count = 0;
  while (builder.set(std::to_string(count), text(value)).ok()) ++count;
  EXPECT_GT(count, kMaxStoredItemBytes / 1020);  // five digits, a thousand bytes, eleven beside them
  EXPECT_EQ(builder.finish().count(), count) << "0 is an item that lost everything";
}

}  // namespace
}  // namespace sheaf
