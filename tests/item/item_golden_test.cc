// Stored items against tests/data/golden/items.tsv, which an independent program printed (tests/data/make_item_golden.py).
// These bytes are on disk: a difference is a change of the format.
#include <flatbuffers/flatbuffers.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/item/item_builder.h"
#include "engine/item/item_generated.h"
#include "engine/item/item_view.h"
#include "engine/item/json.h"
#include "tests/item/item_support.h"

namespace sheaf {
namespace {

using item_test::ExactBytes;
using item_test::golden_items;
using item_test::GoldenItem;
using item_test::hex_of;

std::string printed(const ItemView& item) {
  std::string out;
  const Status status = print_item_json(JsonDialect::kDynamoDb, item, &out);
  EXPECT_TRUE(status.ok()) << status.message();
  return out;
}

// Arrays of a stored item, taken out of a FlatBuffer by the generated code.
struct Arrays {
  uint32_t size_bytes = 0;
  std::vector<uint16_t> index;
  std::vector<uint8_t> data;
  std::vector<uint32_t> wide_ends;
  bool is_wide = false;

  size_t count() const { return is_wide ? index.size() : index.size() / 3; }

  // The same item with its ends in the other place.
  Arrays widened() const {
    Arrays out = *this;
    out.is_wide = true;
    out.index.resize(count());
    out.wide_ends.assign(index.begin() + static_cast<long>(count()), index.end());
    return out;
  }
};

Arrays arrays_of(std::string_view stored) {
  const stored::Item* item = stored::GetItem(stored.data());
  Arrays out;
  out.size_bytes = item->size_bytes();
  out.index.assign(item->index()->begin(), item->index()->end());
  out.data.assign(item->data()->begin(), item->data()->end());
  out.is_wide = item->wide_ends() != nullptr;
  if (out.is_wide) out.wide_ends.assign(item->wide_ends()->begin(), item->wide_ends()->end());
  return out;
}

enum class Layout { kIndexLast, kIndexFirst, kDefaultsStored, kFieldsTurned };

// Any of the frames that FlatBuffers may give the same arrays.
std::string frame_of(const Arrays& arrays, Layout layout, uint8_t format = 0) {
  flatbuffers::FlatBufferBuilder buffer;
  flatbuffers::Offset<flatbuffers::Vector<uint16_t>> index;
  if (layout == Layout::kIndexLast) index = buffer.CreateVector(arrays.index);
  flatbuffers::Offset<flatbuffers::Vector<uint32_t>> wide_ends;
  if (arrays.is_wide) wide_ends = buffer.CreateVector(arrays.wide_ends);
  const auto data = buffer.CreateVector(arrays.data);
  if (layout != Layout::kIndexLast) index = buffer.CreateVector(arrays.index);
  buffer.ForceDefaults(layout == Layout::kDefaultsStored);
  stored::ItemBuilder fields(buffer);
  if (layout == Layout::kFieldsTurned) fields.add_format(format);
  fields.add_size_bytes(arrays.size_bytes);
  fields.add_index(index);
  fields.add_data(data);
  if (arrays.is_wide) fields.add_wide_ends(wide_ends);
  if (layout != Layout::kFieldsTurned) fields.add_format(format);
  buffer.Finish(fields.Finish());
  return {reinterpret_cast<const char*>(buffer.GetBufferPointer()), buffer.GetSize()};
}

constexpr Layout kLayouts[] = {Layout::kIndexLast, Layout::kIndexFirst, Layout::kDefaultsStored, Layout::kFieldsTurned};

TEST(ItemGolden, TheFileHoldsWhatItShould) {
  std::set<std::string> names;
  size_t wide = 0;
  for (const GoldenItem& golden : golden_items()) {
    names.insert(golden.name);
    wide += golden.is_wide ? 1 : 0;
  }
  EXPECT_EQ(names.size(), 29u);
  EXPECT_EQ(wide, 3u);
}

TEST(ItemGolden, JsonGivesTheseBytes) {
  for (const GoldenItem& golden : golden_items()) {
    ItemBuilder builder;
    const Status status = parse_item_json(JsonDialect::kDynamoDb, golden.given, &builder);
    ASSERT_TRUE(status.ok()) << golden.name << ": " << status.message();
    const ItemView item = builder.finish();
    EXPECT_EQ(item.size_bytes(), golden.size_bytes) << golden.name;
    EXPECT_EQ(printed(item), golden.printed) << golden.name << ": the view that finish gives";
    if (!golden.is_wide) {
      EXPECT_EQ(hex_of(item.bytes()), hex_of(golden.stored)) << golden.name;
      continue;
    }
    const ExactBytes stored(golden.stored);
    const auto from_file = ItemView::open(stored.view());
    ASSERT_TRUE(from_file.ok()) << golden.name;
    EXPECT_TRUE(items_equal(item, *from_file)) << golden.name;
    // No promise, only a record: what today's FlatBuffers makes of a wide item.
    RecordProperty(golden.name,
                   item.bytes() == golden.stored ? "the golden bytes" : hex_of(item.bytes().substr(0, 80)));
  }
}

TEST(ItemGolden, TheseBytesAreReadBack) {
  for (const GoldenItem& golden : golden_items()) {
    const ExactBytes stored(golden.stored);
    const auto item = ItemView::open(stored.view());
    ASSERT_TRUE(item.ok()) << golden.name << ": " << item.status().message();
    const Status verified = verify_item(*item);
    EXPECT_TRUE(verified.ok()) << golden.name << ": " << verified.message();
    EXPECT_EQ(item->size_bytes(), golden.size_bytes) << golden.name;
    EXPECT_EQ(printed(*item), golden.printed) << golden.name;
    for (uint32_t i = 0; i < item->count(); ++i) {
      const AttributeView attribute = item->at(i);
      EXPECT_EQ(item->find(attribute.name).data.data(), attribute.value.data.data())
          << golden.name << " " << attribute.name;
    }
    ItemBuilder builder;
    builder.set_all(*item);
    if (!golden.is_wide) {
      EXPECT_EQ(hex_of(builder.finish().bytes()), hex_of(golden.stored)) << golden.name;
    }
    EXPECT_TRUE(items_equal(builder.finish(), *item)) << golden.name;
  }
}

// The usual frame is read at any address, any other one at multiples of 4.
TEST(ItemGolden, AtEveryAddress) {
  for (const GoldenItem& golden : golden_items()) {
    for (size_t shift = 0; shift < 8; ++shift) {
      const ExactBytes stored(golden.stored, shift);
      ASSERT_EQ(ItemView::opens_in_place(stored.view()), !golden.is_wide || shift % 4 == 0) << golden.name << shift;
      if (!ItemView::opens_in_place(stored.view())) continue;
      const auto item = ItemView::open(stored.view());
      ASSERT_TRUE(item.ok()) << golden.name << shift;
      EXPECT_TRUE(verify_item(*item).ok()) << golden.name << shift;
      EXPECT_EQ(printed(*item), golden.printed) << golden.name << shift;
      for (uint32_t i = 0; i < item->count(); ++i) {
        EXPECT_EQ(item->find(item->at(i).name).data.data(), item->at(i).value.data.data()) << golden.name << shift;
      }
    }
  }
}

TEST(ItemGolden, GoldenItemsDiffer) {
  const std::vector<GoldenItem> all = golden_items();
  for (const GoldenItem& a : all) {
    for (const GoldenItem& b : all) {
      const ExactBytes left(a.stored);
      const ExactBytes right(b.stored);
      EXPECT_EQ(items_equal(*ItemView::open(left.view()), *ItemView::open(right.view())), a.name == b.name)
          << a.name << " " << b.name;
    }
  }
}

TEST(ItemGolden, EveryFrameOfTheSchemaIsTheSameItem) {
  size_t other_bytes = 0;
  for (const GoldenItem& golden : golden_items()) {
    const ExactBytes usual(golden.stored);
    const Arrays arrays = arrays_of(usual.view());
    std::vector<Arrays> forms = {arrays};
    if (!golden.is_wide) forms.push_back(arrays.widened());
    for (const Arrays& form : forms) {
      for (const Layout layout : kLayouts) {
        const std::string frame = frame_of(form, layout);
        other_bytes += frame != golden.stored ? 1 : 0;
        const ExactBytes other(frame);
        const auto item = ItemView::open(other.view());
        ASSERT_TRUE(item.ok()) << golden.name << ": " << item.status().message();
        EXPECT_TRUE(verify_item(*item).ok()) << golden.name;
        EXPECT_TRUE(items_equal(*item, *ItemView::open(usual.view()))) << golden.name;
        EXPECT_TRUE(items_equal(*ItemView::open(usual.view()), *item)) << golden.name;
        EXPECT_EQ(printed(*item), golden.printed) << golden.name;
        EXPECT_EQ(item->size_bytes(), golden.size_bytes) << golden.name;
      }
    }
  }
  EXPECT_GT(other_bytes, 29u * 3) << "or this tests nothing";
}

TEST(ItemGolden, AnotherFormatIsRefused) {
  for (const GoldenItem& golden : golden_items()) {
    const ExactBytes usual(golden.stored);
    for (const int format : {1, 2, 128, 255}) {
      const ExactBytes other(frame_of(arrays_of(usual.view()), Layout::kIndexFirst, static_cast<uint8_t>(format)));
      const auto item = ItemView::open(other.view());
      ASSERT_FALSE(item.ok()) << golden.name;
      EXPECT_TRUE(item.status().is(Error::kItemCorrupt));
      EXPECT_EQ(item.status().message(), "a stored item is damaged: unknown item format");
    }
  }
}

}  // namespace
}  // namespace sheaf
