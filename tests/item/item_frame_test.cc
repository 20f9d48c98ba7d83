// The bytes of a stored item: what ItemBuilder writes by hand is a FlatBuffer of item.fbs, ItemView reads any other frame of
// that schema as well, and damage is never more than damage. Expected bytes are worked out by hand from item_frame.h.
#include <flatbuffers/flatbuffers.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/item/container.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_generated.h"
#include "engine/item/item_view.h"
#include "engine/item/name_hash.h"

namespace sheaf {
namespace {

ValueView text(std::string_view bytes) { return {Type::kString, bytes}; }

void set(ItemBuilder* builder, std::string_view name, ValueView value) {
  const Status status = builder->set(name, value);
  ASSERT_TRUE(status.ok()) << status.message();
}

std::vector<std::string> names_of(const ItemView& item) {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < item.count(); ++i) names.emplace_back(item.at(i).name);
  return names;
}

const stored::Item* as_flatbuffer(std::string_view bytes) {
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return stored::VerifyItemBuffer(verifier) ? stored::GetItem(bytes.data()) : nullptr;
}

// Hashes computed by a second implementation in Python, with integers of any size.
TEST(ItemFrame, NameHashIsPinned) {
  EXPECT_EQ(name_hash("PK"), 0xF469);
  EXPECT_EQ(name_hash("a"), 0xAFA4);
  EXPECT_EQ(name_hash("abc"), 0x90C1);
  EXPECT_EQ(name_hash("abcd"), 0x978F);
  EXPECT_EQ(name_hash("abcdefg"), 0x2BF5);
  EXPECT_EQ(name_hash("abcdefgh"), 0x94BE);
  EXPECT_EQ(name_hash("abcdefghi"), 0x19DF);
  EXPECT_EQ(name_hash("IssuesAndPullRequestCount"), 0x3BA9);
}

TEST(ItemFrame, OneAttributeByteByByte) {
  ItemBuilder builder;
  set(&builder, "PK", text("x"));
  const uint8_t expected[] = {
      16, 0, 0, 0, 0,    0,    10,  0,   16, 0, 4, 0, 12, 0, 8, 0, 10, 0, 0, 0,  // the head
      3,  0, 0, 0,                                                               // size_bytes: "PK" and "x"
      20, 0, 0, 0,                                                               // data's length is 20 bytes on
      4,  0, 0, 0,                                                               // the index's length is 4 bytes on
      3,  0, 0, 0, 0x69, 0xF4, 2,   0,   3,  0, 0, 0,                            // index: hash, ends 2 and 3; padding
      4,  0, 0, 0, 5,    'P',  'K', 'x',                                         // data: S, then the blob
  };
  EXPECT_EQ(builder.finish().bytes(), std::string_view(reinterpret_cast<const char*>(expected), sizeof(expected)));
}

TEST(ItemFrame, WhatTheBuilderWritesIsAFlatBuffer) {
  ItemBuilder builder;
  EXPECT_NE(as_flatbuffer(builder.finish().bytes()), nullptr);
  for (int i = 0; i < 40; ++i) {
    set(&builder, "name" + std::to_string(i), text(std::string(static_cast<size_t>(i), 'v')));
    const stored::Item* item = as_flatbuffer(builder.finish().bytes());
    ASSERT_NE(item, nullptr);
    EXPECT_EQ(item->index()->size(), static_cast<unsigned>(3 * (i + 1)));
    EXPECT_EQ(item->format(), 0);
    EXPECT_EQ(item->wide_ends(), nullptr);
  }
}

TEST(ItemFrame, AnotherFrameOfTheSchemaReadsTheSame) {
  flatbuffers::FlatBufferBuilder other;
  const uint8_t data[] = {5, 'P', 'K', 'x'};
  const uint16_t index[] = {name_hash("PK"), 2, 3};
  const auto index_offset = other.CreateVector(index, 3);
  const auto data_offset = other.CreateVector(data, 4);
  other.ForceDefaults(true);  // so that the format is stored, which changes the list of fields
  other.Finish(stored::CreateItem(other, 3, index_offset, data_offset));
  AlignedBuffer bytes;
  bytes.assign({reinterpret_cast<const char*>(other.GetBufferPointer()), other.GetSize()});
  const auto item = ItemView::open(bytes.view());
  ASSERT_TRUE(item.ok());
  EXPECT_EQ(item->find("PK").data, "x");
  EXPECT_TRUE(verify_item(*item).ok());
  ItemBuilder builder;
  set(&builder, "PK", text("x"));
  EXPECT_TRUE(items_equal(*item, builder.finish()));
}

// RocksDB promises no alignment, and a cursor reads its rows where they lie.
TEST(ItemFrame, TheUsualFrameOpensAtAnyAddress) {
  ItemBuilder builder;
  for (const std::string_view name : {"PK", "SK", "Status", "Title", "CreatedAt"}) set(&builder, name, text(name));
  const std::string item_bytes(builder.finish().bytes());
  for (size_t shift = 0; shift < 8; ++shift) {
    AlignedBuffer bytes;
    bytes.assign(std::string(shift, '-') + item_bytes);
    const std::string_view shifted = bytes.view().substr(shift);
    ASSERT_TRUE(ItemView::opens_in_place(shifted));
    const auto item = ItemView::open(shifted);
    ASSERT_TRUE(item.ok());
    EXPECT_EQ(item->find("Status").data, "Status");
    EXPECT_TRUE(verify_item(*item).ok());
  }
}

TEST(ItemFrame, OtherFramesNeedAlignment) {
  ItemBuilder builder;
  set(&builder, "big", text(std::string(70000, 'v')));  // so that the ends are wide
  AlignedBuffer bytes;
  bytes.assign("-" + std::string(builder.finish().bytes()));
  EXPECT_FALSE(ItemView::opens_in_place(bytes.view().substr(1)));
  EXPECT_TRUE(ItemView::opens_in_place(builder.finish().bytes()));
}

TEST(ItemFrame, EndsGrowWideAboveSixteenBits) {
  for (const size_t blob : {size_t{65534}, size_t{65535}, size_t{65536}, size_t{200000}}) {
    ItemBuilder builder;
    set(&builder, "b", text(std::string(blob - 3, 'v')));  // the names take one byte each, the value of "a" one
    set(&builder, "a", text("1"));
    const ItemView item = builder.finish();
    EXPECT_EQ(as_flatbuffer(item.bytes())->wide_ends() != nullptr, blob > 65535) << blob;
    EXPECT_EQ(item.size_bytes(), blob);
    EXPECT_EQ(item.find("a").data, "1");
    EXPECT_EQ(item.find("b").data.size(), blob - 3);
    EXPECT_FALSE(item.find("c"));
    EXPECT_TRUE(verify_item(item).ok()) << blob;
  }
}

TEST(ItemFrame, NamesAreSortedAndTheLastOfEqualOnesWins) {
  ItemBuilder builder;
  for (const std::string_view name : {"longprefix-b", "longprefix-a", "b", "", "longpref", "a", "ab", "\xC3\xA9"}) {
    if (!name.empty()) set(&builder, name, text("first"));
  }
  const std::vector<std::string> expected = {"a", "ab", "b", "longpref", "longprefix-a", "longprefix-b", "\xC3\xA9"};
  EXPECT_EQ(names_of(builder.finish()), expected);
  set(&builder, "longprefix-a", text("second"));
  set(&builder, std::string_view("a\0", 2), text("with a zero byte"));
  EXPECT_EQ(builder.finish().count(), 8u);
  EXPECT_EQ(builder.finish().find("longprefix-a").data, "second");
  EXPECT_EQ(builder.finish().find("a").data, "first");
  EXPECT_EQ(names_of(builder.finish())[1], std::string("a\0", 2));
}

TEST(ItemFrame, ManyAttributesAreFound) {
  ItemBuilder builder;
  for (int i = 999; i >= 0; --i) set(&builder, std::to_string(i), text(std::to_string(i * i)));
  const ItemView item = builder.finish();
  EXPECT_TRUE(verify_item(item).ok());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(item.find(std::to_string(i)).data, std::to_string(i * i));
  EXPECT_FALSE(item.find("1000"));
}

// Whatever a flipped bit does, reading stays inside the bytes (AddressSanitizer watches) and every type is a known one.
TEST(ItemFrame, FlippedBitsAreRefusedOrReadSafely) {
  ItemBuilder builder;
  for (const std::string_view name : {"PK", "SK", "Status", "Title", "CreatedAt"}) set(&builder, name, text("value"));
  const std::string good(builder.finish().bytes());
  int refused = 0;
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string damaged = good;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    AlignedBuffer bytes;
    bytes.assign(damaged);
    const auto item = ItemView::open(bytes.view());
    if (!item.ok()) {
      EXPECT_TRUE(item.status().is(Error::kItemCorrupt));
      ++refused;
      continue;
    }
    size_t total = 0;
    for (uint32_t i = 0; i < item->count(); ++i) {
      EXPECT_TRUE(is_stored_type(static_cast<uint8_t>(item->at(i).value.type)));
      total += item->at(i).name.size() + item->at(i).value.data.size();
    }
    EXPECT_LE(total, bytes.view().size());
    static_cast<void>(item->find("Status"));
  }
  EXPECT_GT(refused, 0);
  for (size_t size = 0; size < good.size(); ++size) {
    AlignedBuffer bytes;
    bytes.assign(std::string_view(good).substr(0, size));
    EXPECT_FALSE(ItemView::open(bytes.view()).ok()) << size;
  }
}

}  // namespace
}  // namespace sheaf
