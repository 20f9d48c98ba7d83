// ItemView: finding, comparing, verifying. Damaged items are put together by hand, array by array, so that one thing is wrong.
#include "engine/item/item_view.h"

#include <flatbuffers/flatbuffers.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/item/item_builder.h"
#include "engine/item/item_generated.h"
#include "engine/item/name_hash.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::ExactBytes;
using item_test::set;
using item_test::text;
using test::TestItem;

TEST(ItemView, DefaultIsAnItemWithoutAttributes) {
  const ItemView none;
  EXPECT_EQ(none.count(), 0u);
  EXPECT_EQ(none.size_bytes(), 0u);
  EXPECT_FALSE(none.find("a"));
  EXPECT_FALSE(none.find(""));
  EXPECT_TRUE(verify_item(none).ok());
  EXPECT_TRUE(items_equal(none, TestItem("{}").view()));
  EXPECT_FALSE(items_equal(none, TestItem(R"({"a":{"NULL":true}})").view()));
}

TEST(ItemView, FindsEachAttributeWhateverTheCount) {
  for (size_t count = 1; count <= 70; ++count) {
    ItemBuilder builder;
    // Lengths from 1 to 35 bytes, so that every way of comparing names is used.
    for (size_t i = 0; i < count; ++i)
      set(&builder, std::string(1 + i / 2, static_cast<char>('a' + i % 2)), text(std::to_string(i)));
    const ExactBytes stored(builder.finish().bytes());
    const auto item = ItemView::open(stored.view());
    ASSERT_TRUE(item.ok());
    for (size_t i = 0; i < count; ++i) {
      const std::string name(1 + i / 2, static_cast<char>('a' + i % 2));
      ASSERT_EQ(item->find(name).data, std::to_string(i)) << count;
      ASSERT_FALSE(item->find(name + 'c')) << count;
      ASSERT_FALSE(item->find(std::string(name.size(), 'c'))) << count;
    }
    ASSERT_FALSE(item->find(""));
  }
}

TEST(ItemView, SizesByDynamoDbsFormula) {
  EXPECT_EQ(TestItem("{}").view().size_bytes(), 0u);
  EXPECT_EQ(TestItem(R"({"a":{"S":""}})").view().size_bytes(), 1u);
  EXPECT_EQ(TestItem(R"({"PK":{"S":"user"},"n":{"N":"-1.5"}})").view().size_bytes(), 11u);  // 2+4 + 1+4
  EXPECT_EQ(TestItem(R"({"\u00e9":{"BOOL":true},"l":{"L":[{"S":"ab"}]}})").view().size_bytes(),
            10u);  // 2+1 + 1+(3+1+2)
  EXPECT_EQ(TestItem(R"({"m":{"M":{"k":{"NULL":true}}},"s":{"NS":["1","22"]}})").view().size_bytes(),
            12u);  // 1+6 + 1+4
}

// ---- names of equal hash ----

// Names of one hash and one length: `before`, three letters, `behind`.
std::vector<std::string> names_of_one_hash(size_t count, const std::string& before, const std::string& behind) {
  std::map<uint16_t, std::vector<std::string>> by_hash;
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  for (const char a : letters) {
    for (const char b : letters) {
      for (const char c : letters) {
        const std::string name = before + a + b + c + behind;
        std::vector<std::string>& names = by_hash[name_hash(name)];
        names.push_back(name);
        if (names.size() == count) return names;
      }
    }
  }
  return {};
}

// Names of 3 to 35 bytes that differ in front, in the middle or at the end, since those are compared in pieces.
TEST(ItemView, NamesOfEqualHashAreToldApart) {
  for (const size_t around : {0u, 1u, 4u, 5u, 8u, 13u, 16u}) {
    for (const bool is_behind : {false, true}) {
      const std::vector<std::string> names =
          names_of_one_hash(4, std::string(around, 'n'), std::string(is_behind ? around : 0, 'n'));
      ASSERT_EQ(names.size(), 4u);
      for (const int others : {0, 50}) {
        ItemBuilder builder;
        for (int i = 0; i < others; ++i) set(&builder, "other" + std::to_string(i), text("x"));
        for (size_t i = 0; i < 3; ++i) set(&builder, names[i], text(names[i]));
        const ItemView item = builder.finish();
        for (size_t i = 0; i < 3; ++i) EXPECT_EQ(item.find(names[i]).data, names[i]);
        EXPECT_FALSE(item.find(names[3])) << names[3];
        EXPECT_TRUE(verify_item(item).ok());
      }
    }
  }
  for (const size_t behind : {1u, 4u, 5u, 8u, 13u, 16u, 32u}) {
    const std::vector<std::string> names = names_of_one_hash(2, "", std::string(behind, 'n'));
    ASSERT_EQ(names.size(), 2u);
    ItemBuilder builder;
    set(&builder, names[0], text("here"));
    EXPECT_FALSE(builder.finish().find(names[1])) << names[1];
  }
}

// Behind the hashes stand the ends: one that equals the hash of a missing name must not be taken for an attribute.
TEST(ItemView, EndsAreNotTakenForHashes) {
  const std::string_view missing = "missing";
  const size_t hash = name_hash(missing);
  ASSERT_GT(hash, 10u);
  for (int others = 0; others < 6; ++others) {
    ItemBuilder builder;
    for (int i = 0; i < others; ++i) set(&builder, "b" + std::to_string(i), text(""));
    set(&builder, "a", text(std::string(hash - 1, 'x')));  // ends where the hash of the missing name says
    const ItemView item = builder.finish();
    EXPECT_FALSE(item.find(missing));
    EXPECT_EQ(item.find("a").data.size(), hash - 1);
    for (int i = 0; i < others; ++i) EXPECT_TRUE(item.find("b" + std::to_string(i)));
  }
}

// ---- equality ----

TEST(ItemView, ItemsAreEqualByTheirValues) {
  const char* const different[] = {
      R"({})",
      R"({"a":{"N":"1"}})",
      R"({"a":{"N":"2"}})",
      R"({"a":{"S":"1"}})",
      R"({"b":{"N":"1"}})",
      R"({"a":{"N":"1"},"b":{"N":"1"}})",
      R"({"a":{"NS":["1","2"]}})",
      R"({"a":{"L":[{"N":"1"},{"N":"2"}]}})",
      R"({"a":{"L":[{"N":"2"},{"N":"1"}]}})",
      R"({"a":{"M":{"a":{"N":"1"}}}})",
      R"({"a":{"S":""},"b":{"S":"bc"}})",
      R"({"a":{"S":"b"},"bc":{"S":""}})",
  };
  for (const char* const a : different) {
    for (const char* const b : different) {
      EXPECT_EQ(items_equal(TestItem(a).view(), TestItem(b).view()), a == b) << a << " " << b;
      const TestItem other = TestItem::of_bytes(test::in_other_layout(TestItem(b).view()));
      EXPECT_EQ(items_equal(TestItem(a).view(), other.view()), a == b) << a << " " << b;
    }
  }
  EXPECT_TRUE(items_equal(TestItem(R"({"s":{"SS":["b","a"]},"n":{"N":"1.0"}})").view(),
                          TestItem(R"({"n":{"N":"1"},"s":{"SS":["a","b"]}})").view()));
}

// Values are compared where the bytes differ: a slice that is wider than it need be.
TEST(ItemView, ItemsWithOtherSlicesAreEqual) {
  ItemBuilder builder;
  set(&builder, "l", {Type::kList, std::string_view("\1\1\5\1v", 5)});
  const TestItem usual = TestItem::of_bytes(builder.finish().bytes());
  builder.clear();
  set(&builder, "l", {Type::kList, std::string_view("\2\1\0\5\1\0v", 7)});
  const ItemView other = builder.finish();
  EXPECT_NE(usual.bytes(), other.bytes());
  EXPECT_TRUE(items_equal(usual.view(), other));
  EXPECT_TRUE(verify_item(usual.view()).ok());
  EXPECT_FALSE(verify_item(other).ok()) << "not canonical";
}

// ---- verification ----

// An item as its arrays; two attributes, a: "x" and b: NULL, unless a test changes something.
struct Parts {
  std::vector<uint16_t> hashes = {name_hash("a"), name_hash("b")};
  std::vector<uint32_t> ends = {1, 2, 3, 3};
  std::string types = bytes({5, 1});
  std::string blob = "axb";
  uint32_t size_bytes = 4;
  bool is_wide = false;

  std::string frame() const {
    flatbuffers::FlatBufferBuilder buffer;
    std::vector<uint16_t> index = hashes;
    for (size_t i = 0; i < ends.size() && !is_wide; ++i) index.push_back(static_cast<uint16_t>(ends[i]));
    const std::string data = types + blob;
    const auto index_offset = buffer.CreateVector(index);
    const auto data_offset = buffer.CreateVector(reinterpret_cast<const uint8_t*>(data.data()), data.size());
    const auto ends_offset = is_wide ? buffer.CreateVector(ends) : flatbuffers::Offset<flatbuffers::Vector<uint32_t>>();
    buffer.Finish(stored::CreateItem(buffer, size_bytes, index_offset, data_offset, ends_offset));
    return {reinterpret_cast<const char*>(buffer.GetBufferPointer()), buffer.GetSize()};
  }
};

// "" when the item is well-formed, "open: ..." or "verify: ..." for what refuses it.
std::string verdict(Parts parts) {
  std::string verdicts[2];
  for (const bool is_wide : {false, true}) {
    parts.is_wide = is_wide;
    const ExactBytes frame(parts.frame());
    const auto item = ItemView::open(frame.view());
    const Status status = item.ok() ? verify_item(*item) : item.status();
    EXPECT_TRUE(status.ok() || status.is(Error::kItemCorrupt)) << status.message();
    if (!status.ok()) verdicts[is_wide] = (item.ok() ? "verify: " : "open: ") + status.message();
  }
  EXPECT_EQ(verdicts[0], verdicts[1]) << "narrow and wide items are judged alike";
  return verdicts[0];
}

std::string changed(void (*change)(Parts*)) {
  Parts parts;
  change(&parts);
  return verdict(parts);
}

TEST(ItemView, VerifyNamesWhatIsWrong) {
  const std::string at_verify = "verify: a stored item is damaged: ";
  EXPECT_EQ(changed([](Parts*) {}), "");
  EXPECT_EQ(changed([](Parts* p) { p->size_bytes = 5; }), at_verify + "its recorded size is wrong");
  EXPECT_EQ(changed([](Parts* p) { p->size_bytes = 0; }), at_verify + "its recorded size is wrong");
  EXPECT_EQ(changed([](Parts* p) { p->hashes[1] ^= 1; }), at_verify + "a name's hash is wrong");
  EXPECT_EQ(changed([](Parts* p) {
              p->blob = "bxa";
              std::swap(p->hashes[0], p->hashes[1]);
            }),
            at_verify + "its names are not sorted");
  EXPECT_EQ(changed([](Parts* p) {
              p->blob = "axa";
              p->hashes[1] = p->hashes[0];
            }),
            at_verify + "its names are not sorted");
  EXPECT_EQ(changed([](Parts* p) { p->ends = {0, 2, 3, 3}; }), at_verify + "a name's length is not legal");
  EXPECT_EQ(changed([](Parts* p) {
              p->blob = "ax\xFF";
              p->hashes[1] = name_hash("\xFF");
            }),
            at_verify + "a name is not UTF-8");
  EXPECT_EQ(changed([](Parts* p) { p->blob[1] = '\xFF'; }), at_verify + "a string is not valid UTF-8");
  EXPECT_EQ(changed([](Parts* p) { p->types[0] = 2; }),
            at_verify + "a value is not in the stored form: BOOL is not 0 or 1");
  EXPECT_EQ(changed([](Parts* p) { p->types[0] = 7; }),
            at_verify + "a value is not in the stored form: a container's frame does not fit its bytes");
}

TEST(ItemView, OpenRefusesWhatReadingCouldNotSurvive) {
  const std::string at_open = "open: a stored item is damaged: ";
  for (const int type : {0, 3, 12, 128, 255}) {
    Parts parts;
    parts.types[1] = static_cast<char>(type);
    EXPECT_EQ(verdict(parts), at_open + "an attribute has an unknown type") << type;
  }
  EXPECT_EQ(changed([](Parts* p) { p->ends = {1, 2, 3, 4}; }), at_open + "an attribute is out of bounds");
  EXPECT_EQ(changed([](Parts* p) { p->ends = {1, 2, 2, 2}; }), at_open + "an attribute is out of bounds");
  EXPECT_EQ(changed([](Parts* p) { p->ends = {2, 1, 3, 3}; }), at_open + "an attribute is out of bounds");
  EXPECT_EQ(changed([](Parts* p) { p->ends = {1, 9, 3, 3}; }), at_open + "an attribute is out of bounds");
  EXPECT_EQ(changed([](Parts* p) { p->ends = {0xFFFF, 2, 3, 3}; }), at_open + "an attribute is out of bounds");
  EXPECT_EQ(changed([](Parts* p) { p->ends.pop_back(); }), at_open + "its arrays differ in length");
  EXPECT_EQ(changed([](Parts* p) { p->blob = "", p->types = "\5"; }), at_open + "its arrays differ in length");
}

// Eight types and four ends are looked at together: each place must count, and no place may hide another.
TEST(ItemView, OpenLooksAtEveryTypeAndEveryEnd) {
  for (const size_t count : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 12u, 17u}) {
    Parts good;
    good.hashes.assign(count, name_hash("n"));
    good.types.assign(count, '\5');
    good.blob.assign(count * 3, 'n');
    good.ends.clear();
    for (uint32_t i = 0; i < count; ++i) good.ends.insert(good.ends.end(), {3 * i + 1, 3 * i + 3});
    for (size_t place = 0; place < count; ++place) {
      for (int type = 0; type < 256; ++type) {
        Parts parts = good;
        parts.types[place] = static_cast<char>(type);
        const ExactBytes frame(parts.frame());
        ASSERT_EQ(ItemView::open(frame.view()).ok(), is_stored_type(static_cast<uint8_t>(type)))
            << count << " " << place;
      }
    }
    for (size_t place = 0; place < 2 * count; ++place) {
      const uint32_t low = place == 0 ? 0 : good.ends[place - 1];
      const uint32_t high = place + 1 == good.ends.size() ? good.ends.back() : good.ends[place + 1];
      for (const uint32_t end : {0u, 1u, low - 1, low, low + 1, high - 1, high, high + 1, 0x7FFFu, 0x8000u, 0xFFFFu}) {
        Parts parts = good;
        parts.ends[place] = end & 0xFFFF;
        const bool is_legal = place + 1 == good.ends.size() ? parts.ends[place] == high
                                                            : low <= parts.ends[place] && parts.ends[place] <= high;
        const ExactBytes frame(parts.frame());
        ASSERT_EQ(ItemView::open(frame.view()).ok(), is_legal) << count << " " << place << " " << parts.ends[place];
      }
    }
  }
}

TEST(ItemView, MissingArraysAreAnEmptyItem) {
  flatbuffers::FlatBufferBuilder buffer;
  buffer.Finish(stored::CreateItem(buffer));
  const ExactBytes frame(std::string_view(reinterpret_cast<const char*>(buffer.GetBufferPointer()), buffer.GetSize()));
  const auto item = ItemView::open(frame.view());
  ASSERT_TRUE(item.ok());
  EXPECT_EQ(item->count(), 0u);
  EXPECT_FALSE(item->find("a"));
  EXPECT_TRUE(verify_item(*item).ok());
  EXPECT_TRUE(items_equal(*item, ItemView()));
}

}  // namespace
}  // namespace sheaf
