// Damaged stored items: whatever the bytes, opening gives ItemCorrupt or an item that everything can be done with.
// Each damaged copy stands in a heap block of exactly its size, so AddressSanitizer sees a read of one byte too many; and what
// verification lets through must behave like any item.
#include <flatbuffers/flatbuffers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_frame.h"
#include "engine/item/item_generated.h"
#include "engine/item/item_view.h"
#include "engine/item/json.h"
#include "engine/item/path.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::ExactBytes;
using item_test::golden_items;
using item_test::GoldenItem;
using item_test::hex_of;

constexpr JsonDialect kDialects[] = {JsonDialect::kDynamoDb, JsonDialect::kPlain};

// Reads every byte, so that a view that reaches outside its block is noticed.
uint32_t sum_of(std::string_view bytes) {
  uint32_t sum = 0;
  for (const char c : bytes) sum += static_cast<uint8_t>(c);
  return sum;
}

// Visits a value's members to the end; stops at a damaged one, as every walk must (members may overlap behind it).
void walk(ValueView value, int level) {
  sum_of(value.data);
  if (!is_container(value.type) || level > kMaxNestingLevels) return;
  const auto container = ContainerView::open(value);
  if (!container.ok()) {
    EXPECT_TRUE(container.status().is(Error::kItemCorrupt));
    return;
  }
  for (uint32_t i = 0; i < container->count(); ++i) {
    const AttributeView member = container->at(i);
    if (!member.value) break;
    sum_of(member.name);
    static_cast<void>(container->find(member.name));
    walk(member.value, level + 1);
  }
  static_cast<void>(container->find(""));
  static_cast<void>(container->find("name"));
}

// What verification takes is canonical, so printing and reading it again gives the very same bytes.
void exercise_value(ValueView value, ValueView original) {
  walk(value, 1);
  EXPECT_TRUE(values_equal(value, value));
  EXPECT_EQ(values_equal(value, original), values_equal(original, value));
  const size_t size = value_size_bytes(value);
  EXPECT_LE(size, 4 * value.data.size() + 4);
  const Status verified = verify_value(value);
  EXPECT_TRUE(verified.ok() || verified.is(Error::kValueDamaged) || verified.is(Error::kValueNotUtf8) ||
              verified.is(Error::kTooDeep))
      << verified.message();
  for (const JsonDialect dialect : kDialects) {
    std::string json = "kept";
    const Status printed = print_value_json(dialect, value, &json);
    if (printed.ok()) continue;
    EXPECT_TRUE(printed.is(Error::kItemCorrupt));
    EXPECT_EQ(json, "kept") << "an error prints nothing";
    EXPECT_FALSE(verified.ok()) << "verified, but not printed: " << printed.message();
  }
  if (!verified.ok()) return;
  const auto again = parse_value_json(JsonDialect::kDynamoDb, test::json_of(value));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(hex_of(again->data), hex_of(value.data));
  EXPECT_EQ(value_size_bytes(again->view()), size);
}

// Rebuilding keeps the last attribute of each name, whatever the names are.
void exercise_builder(const ItemView& item) {
  ItemBuilder builder;
  builder.set_all(item);
  const ItemView rebuilt = builder.finish();
  std::set<std::string_view> names;
  for (uint32_t i = item.count(); i-- > 0;) {
    const AttributeView attribute = item.at(i);
    if (!names.insert(attribute.name).second) continue;
    const ValueView found = rebuilt.find(attribute.name);
    ASSERT_EQ(found.type, attribute.value.type);
    ASSERT_EQ(found.data, attribute.value.data);
  }
  ASSERT_EQ(rebuilt.count(), names.size());
}

void exercise_paths(const ItemView& item) {
  for (const std::string_view path :
       {"Meta.tags[1].deep[0][0]", "l[0]", "m.n.n.n", "in[1].ns", "a[1]", "a.b", "list[2]"}) {
    const auto value = find_path(item, path);
    if (value.ok()) {
      sum_of(value->data);
    } else {
      EXPECT_TRUE(value.status().is(Error::kItemCorrupt)) << value.status().message();
    }
  }
}

struct Tally {
  size_t calls = 0;
  size_t refused = 0;
  size_t opened = 0;
  size_t verified = 0;
};

// Exercises the item at an odd address when it may stand there, which half of all calls ask for.
void exercise_item(std::string_view damaged, const ItemView& original, Tally* tally) {
  ++tally->calls;
  const bool is_odd = tally->calls % 2 == 0 && ItemView::opens_in_place(ExactBytes(damaged, 1).view());
  const ExactBytes exact(damaged, is_odd ? 1 : 0);
  const auto item = ItemView::open(exact.view());
  if (!item.ok()) {
    EXPECT_TRUE(item.status().is(Error::kItemCorrupt)) << item.status().message();
    ++tally->refused;
    return;
  }
  ++tally->opened;
  const Status verified = verify_item(*item);
  EXPECT_TRUE(verified.ok() || verified.is(Error::kItemCorrupt)) << verified.message();
  for (uint32_t i = 0; i < item->count(); ++i) {
    const AttributeView attribute = item->at(i);
    sum_of(attribute.name);
    EXPECT_TRUE(is_stored_type(static_cast<uint8_t>(attribute.value.type)));
    const ValueView found = item->find(attribute.name);
    EXPECT_TRUE(!verified.ok() || found.data.data() == attribute.value.data.data());
    // What is unharmed needs no second look.
    const ValueView before = original.find(attribute.name);
    if (before.type != attribute.value.type || before.data != attribute.value.data)
      exercise_value(attribute.value, before);
  }
  for (uint32_t i = 0; i < original.count(); ++i) sum_of(item->find(original.at(i).name).data);
  EXPECT_EQ(items_equal(*item, original), items_equal(original, *item));
  for (const JsonDialect dialect : kDialects) {
    std::string json;
    const Status printed = print_item_json(dialect, *item, &json);
    EXPECT_TRUE(printed.ok() || (printed.is(Error::kItemCorrupt) && json.empty() && !verified.ok()))
        << printed.message();
  }
  exercise_builder(*item);
  exercise_paths(*item);
  if (!verified.ok()) return;
  ++tally->verified;
  const test::TestItem again(test::json_of(*item));
  EXPECT_TRUE(items_equal(*item, again.view())) << test::json_of(*item);
  EXPECT_EQ(item->size_bytes(), again.view().size_bytes());
}

// Every byte changed in four ways, and every truncation.
template <typename Exercise>
void damage_each_byte(const std::string& good, Exercise exercise) {
  std::string damaged = good;
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int byte : {good[at] ^ 1, good[at] ^ 0x80, 0x00, 0xFF}) {
      damaged[at] = static_cast<char>(byte);
      if (damaged[at] != good[at]) exercise(damaged);
    }
    damaged[at] = good[at];
    if (::testing::Test::HasFailure()) FAIL() << "at byte " << at << " of " << hex_of(good);
  }
  for (size_t size = 0; size < good.size(); ++size) exercise(good.substr(0, size));
}

bool is_small(const GoldenItem& golden) { return golden.stored.size() < 450; }

TEST(ItemDamage, EachByteOfGoldenItems) {
  Tally all;
  size_t items = 0;
  for (const GoldenItem& golden : golden_items()) {
    if (!is_small(golden)) continue;
    SCOPED_TRACE(golden.name);
    ++items;
    const ExactBytes good(golden.stored);
    const ItemView original = *ItemView::open(good.view());
    damage_each_byte(golden.stored, [&](const std::string& damaged) { exercise_item(damaged, original, &all); });
    if (HasFailure()) return;
  }
  EXPECT_GE(items, 20u);
  EXPECT_GT(all.refused, 1000u);
  EXPECT_GT(all.opened, 1000u);
  EXPECT_GT(all.verified, 100u);
}

// A narrow item whose index stands at the end.
std::string with_index_last(std::string_view usual) {
  const stored::Item* item = stored::GetItem(usual.data());
  flatbuffers::FlatBufferBuilder buffer;
  const auto index = buffer.CreateVector(item->index()->data(), item->index()->size());
  const auto data = buffer.CreateVector(item->data()->data(), item->data()->size());
  buffer.Finish(stored::CreateItem(buffer, item->size_bytes(), index, data));
  return {reinterpret_cast<const char*>(buffer.GetBufferPointer()), buffer.GetSize()};
}

// The same items in frames that FlatBuffers' own rules read, with narrow and with wide ends.
TEST(ItemDamage, EachByteOfOtherFrames) {
  const std::set<std::string> names = {"empty", "one_map", "keys_only", "nested", "all_types"};
  Tally all;
  for (const GoldenItem& golden : golden_items()) {
    if (!names.contains(golden.name)) continue;
    SCOPED_TRACE(golden.name);
    const ExactBytes good(golden.stored);
    const ItemView original = *ItemView::open(good.view());
    for (const std::string& other : {with_index_last(good.view()), test::in_other_layout(original)}) {
      damage_each_byte(other, [&](const std::string& damaged) { exercise_item(damaged, original, &all); });
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(all.refused, 100u);
  EXPECT_GT(all.verified, 10u);
}

// Of items of about 64 KiB only where their frame, hashes and ends are: in front, and wide ends at the end.
TEST(ItemDamage, TheFrameOfLargeItems) {
  constexpr size_t kFront = 60;
  constexpr size_t kBack = 24;
  Tally all;
  for (const GoldenItem& golden : golden_items()) {
    if (golden.name != "blob_65535" && golden.name != "blob_65536") continue;
    SCOPED_TRACE(golden.name);
    const ExactBytes good(golden.stored);
    const ItemView original = *ItemView::open(good.view());
    std::string damaged = golden.stored;
    for (size_t at = 0; at < damaged.size(); at += at + 1 == kFront ? damaged.size() - kFront - kBack + 1 : 1) {
      for (const int byte : {damaged[at] ^ 1, 0xFF}) {
        damaged[at] = static_cast<char>(byte);
        exercise_item(damaged, original, &all);
      }
      damaged[at] = golden.stored[at];
    }
    for (const size_t cut : {1u, 2u, 3u, 4u, 17u, 100u, 40000u}) {
      exercise_item(std::string_view(golden.stored).substr(0, golden.stored.size() - cut), original, &all);
    }
  }
  EXPECT_GT(all.refused, 100u);
  EXPECT_GT(all.opened, 20u);
}

TEST(ItemDamage, EachByteOfContainers) {
  size_t containers = 0;
  for (const GoldenItem& golden : golden_items()) {
    if (!is_small(golden)) continue;
    const ExactBytes good(golden.stored);
    const ItemView item = *ItemView::open(good.view());
    for (uint32_t i = 0; i < item.count(); ++i) {
      const ValueView original = item.at(i).value;
      if (!is_container(original.type)) continue;
      SCOPED_TRACE(golden.name + " " + std::string(item.at(i).name));
      ++containers;
      damage_each_byte(std::string(original.data), [&](const std::string& damaged) {
        const ExactBytes exact(damaged);
        exercise_value({original.type, exact.view()}, original);
      });
      // The same bytes as another type.
      for (const Type type : {Type::kList, Type::kMap, Type::kStringSet, Type::kNumberSet, Type::kBinarySet}) {
        const ExactBytes exact(original.data);
        exercise_value({type, exact.view()}, original);
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(containers, 20u);
}

// One to eight bytes replaced, sometimes bytes cut out or put in.
std::string randomly_damaged(std::string bytes, std::mt19937* random) {
  const auto below = [random](size_t bound) { return bound == 0 ? 0 : (*random)() % bound; };
  for (size_t changes = 1 + below(8); changes > 0 && !bytes.empty(); --changes) {
    const size_t at = below(bytes.size());
    constexpr char kLikely[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 16, '\x7F', '\x80', '\xFF'};
    bytes[at] = below(2) == 0 ? kLikely[below(sizeof(kLikely))] : static_cast<char>(below(256));
  }
  const size_t at = below(bytes.size() + 1);
  if (below(8) == 0) bytes.erase(at, 1 + below(8));
  if (below(8) == 0) bytes.insert(at, 1 + below(8), static_cast<char>(below(256)));
  return bytes;
}

TEST(ItemDamage, ManyBytesAtRandom) {
  std::mt19937 random(20260101);
  Tally all;
  for (const GoldenItem& golden : golden_items()) {
    if (!is_small(golden)) continue;
    SCOPED_TRACE(golden.name);
    const ExactBytes good(golden.stored);
    const ItemView original = *ItemView::open(good.view());
    const std::string forms[] = {golden.stored, test::in_other_layout(original)};
    for (int round = 0; round < 400; ++round) {
      const std::string damaged = randomly_damaged(forms[round % 4 == 0], &random);
      exercise_item(damaged, original, &all);
      if (HasFailure()) FAIL() << hex_of(damaged);
    }
  }
  EXPECT_GT(all.refused, 1000u);
  EXPECT_GT(all.opened, 1000u);
}

std::string noise_of(size_t size, uint32_t most, std::mt19937* random) {
  std::string noise(size, '\0');
  for (char& c : noise) c = static_cast<char>((*random)() % most);
  return noise;
}

// A frame of item_frame.h whose types and ends are mostly legal, around noise of small numbers.
std::string framed_noise(std::mt19937* random) {
  const auto below = [random](size_t bound) { return (*random)() % bound; };
  const auto put = [](size_t value, size_t width, std::string* out) {
    for (size_t i = 0; i < width; ++i) out->push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  };
  const size_t count = below(12);
  const size_t blob = count == 0 ? 0 : below(80);
  const size_t padding = count % 2 * 2;
  std::string out(reinterpret_cast<const char*>(kItemHead), sizeof(kItemHead));
  put(below(100), 4, &out);
  put(8 + 4 + 6 * count + padding, 4, &out);
  put(4, 4, &out);
  put(3 * count, 4, &out);
  for (size_t i = 0; i < count; ++i) put(below(65536), 2, &out);
  std::vector<size_t> ends(2 * count, blob);
  for (size_t i = 0; i + 1 < ends.size(); ++i) ends[i] = below(blob + 1);
  if (below(8) != 0) std::sort(ends.begin(), ends.end());
  for (const size_t end : ends) put(end, 2, &out);
  put(0, padding, &out);
  put(count + blob, 4, &out);
  for (size_t i = 0; i < count; ++i) put(below(30) == 0 ? below(256) : 4 + below(8), 1, &out);
  return out + noise_of(blob, below(2) == 0 ? 256 : 14, random);
}

// Nothing that ever was an item.
TEST(ItemDamage, Garbage) {
  std::mt19937 random(20260102);
  const ItemView nothing;
  Tally noise;
  Tally framed;
  for (int round = 0; round < 5000; ++round) {
    const std::string garbage = noise_of(random() % 200, round % 3 == 0 ? 256 : 16, &random);
    exercise_item(garbage, nothing, &noise);
    const std::string frame = framed_noise(&random);
    exercise_item(frame, nothing, &framed);
    if (HasFailure()) FAIL() << hex_of(garbage) << " " << hex_of(frame);
  }
  EXPECT_GT(noise.refused, 4500u);
  EXPECT_GT(framed.opened, 2500u);
  EXPECT_GT(framed.refused, 500u);
}

TEST(ItemDamage, GarbageAsContainers) {
  std::mt19937 random(20260103);
  size_t opened = 0;
  for (int round = 0; round < 10000; ++round) {
    std::string garbage = noise_of(random() % 60, round % 3 == 0 ? 256 : 12, &random);
    if (round % 2 == 0 && !garbage.empty()) garbage[0] = '\1';
    const ExactBytes exact(garbage);
    const ValueView value{static_cast<Type>(7 + random() % 5), exact.view()};
    exercise_value(value, {value.type, garbage});
    opened += ContainerView::open(value).ok() ? 1 : 0;
    if (HasFailure()) FAIL() << type_tag(value.type) << " " << hex_of(garbage);
  }
  EXPECT_GT(opened, 1500u);
}

}  // namespace
}  // namespace sheaf
