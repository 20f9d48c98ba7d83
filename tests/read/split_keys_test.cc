// Split keys: at the beginnings of partitions, balanced, and found without a walk through everything.
#include "engine/read/split_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <set>

#include "engine/key/component.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using namespace std::string_literals;
using test::b;
using test::n;
using test::s;

std::string text_of(const char* format, size_t number) {
  char text[64];
  std::snprintf(text, sizeof(text), format, number);
  return text;
}

constexpr size_t kWalked = 64 << 10;  // fewer than usual, so that the estimates are tested with few rows

// A family in memory. With 256 MiB the memtable of a family holds 32 MiB.
class Rows {
 public:
  explicit Rows(uint64_t memory_bytes = 256u << 20) {
    StoreOptions options;
    options.memory_bytes = memory_bytes;
    auto store = Store::open(options);
    EXPECT_TRUE(store.ok());
    store_ = *std::move(store);
    const std::string names[] = {"b1"};
    family_ = store_->create_families(names)->front();
  }

  void add(const std::vector<Value>& partition, std::string_view sort, size_t value_bytes = 20) {
    std::string key;
    for (const Value& part : partition) append_component(KeyPlace::kPartition, part.view(), &key);
    partitions_.insert(key);
    append_component(KeyPlace::kLastSort, s(sort).view(), &key);
    batch_->put(*family_, key, std::string(value_bytes, 'v'));
    keys_.push_back(key);
    if (batch_->size_bytes() > (1u << 20)) write();
  }

  void write() {
    ASSERT_TRUE(store_->write(batch_.get()).ok());
    batch_ = std::make_unique<Batch>();
    std::sort(keys_.begin(), keys_.end());
  }

  std::vector<std::string> split(size_t most_keys, size_t partition_parts = 1) {
    write();
    const auto started = std::chrono::steady_clock::now();
    const auto keys = choose_split_keys(*store_, *family_, {partition_parts, most_keys, kWalked});
    took_ = std::chrono::steady_clock::now() - started;
    EXPECT_TRUE(keys.ok()) << keys.status().message();
    EXPECT_LE(keys->size(), most_keys);
    EXPECT_TRUE(std::is_sorted(keys->begin(), keys->end(), std::less_equal<>())) << "each above the one before";
    for (const std::string& key : *keys) EXPECT_TRUE(partitions_.contains(key)) << "not where a partition begins";
    return *keys;
  }

  // How many rows lie in each part.
  std::vector<size_t> counts(const std::vector<std::string>& split_keys) const {
    std::vector<size_t> counts(split_keys.size() + 1);
    for (const std::string& key : keys_) {
      ++counts[std::upper_bound(split_keys.begin(), split_keys.end(), key) - split_keys.begin()];
    }
    return counts;
  }

  Store& store() { return *store_; }
  const Family& family() const { return *family_; }
  std::chrono::nanoseconds took() const { return took_; }

 private:
  std::unique_ptr<Store> store_;
  std::shared_ptr<Family> family_;
  std::unique_ptr<Batch> batch_ = std::make_unique<Batch>();
  std::set<std::string> partitions_;
  std::vector<std::string> keys_;
  std::chrono::nanoseconds took_{};
};

size_t largest(const std::vector<size_t>& counts) { return *std::max_element(counts.begin(), counts.end()); }

// ---- pure ----

std::vector<FamilyPiece> pieces(const std::vector<uint64_t>& sizes) {
  std::vector<FamilyPiece> pieces;
  for (size_t i = 0; i < sizes.size(); ++i) pieces.push_back({std::string(1, static_cast<char>('a' + i)), sizes[i]});
  return pieces;
}

using Keys = std::vector<std::string>;

TEST(PickSplitKeys, CutsEqualPiecesEvenly) {
  EXPECT_EQ(pick_split_keys(pieces({5, 5, 5, 5}), 3), (Keys{"b", "c", "d"}));
  EXPECT_EQ(pick_split_keys(pieces({5, 5, 5, 5}), 1), (Keys{"c"}));
  EXPECT_EQ(pick_split_keys(pieces({5, 5, 5, 5, 5, 5}), 2), (Keys{"c", "e"}));
}

TEST(PickSplitKeys, TakesTheNearerEndOfAPieceThatIsTooLarge) {
  EXPECT_EQ(pick_split_keys(pieces({1, 3, 10}), 1), (Keys{"c"})) << "half of 14 is 7: 4 is nearer than 14";
  EXPECT_EQ(pick_split_keys(pieces({1, 100, 1, 1}), 3), (Keys{"b", "c"})) << "both ends of the giant";
  EXPECT_EQ(pick_split_keys(pieces({100, 1}), 7), (Keys{"b"}));
  EXPECT_EQ(pick_split_keys(pieces({1, 100}), 7), (Keys{"b"}));
}

TEST(PickSplitKeys, GivesNothingWhereNothingCanBeCut) {
  EXPECT_EQ(pick_split_keys({}, 8), Keys());
  EXPECT_EQ(pick_split_keys(pieces({7}), 8), Keys());
  EXPECT_EQ(pick_split_keys(pieces({0, 0}), 8), Keys());
  EXPECT_EQ(pick_split_keys(pieces({5, 5}), 0), Keys());
}

TEST(MiddleKey, LiesBehindWhatBothEndsShare) {
  EXPECT_EQ(middle_key("a\x10\0\0\0\0\0\0\0"s, "a\x20\0\0\0\0\0\0\0"s), "a\x18\0\0\0\0\0\0\0"s);
  EXPECT_EQ(middle_key("", "\x80"), "\x40\0\0\0\0\0\0\0"s);
}

TEST(MiddleKey, IsNothingBetweenNeighbours) {
  EXPECT_EQ(middle_key("a", "a\0"s), "");
  EXPECT_EQ(middle_key("a", "a"), "");
  EXPECT_EQ(middle_key("b", "a"), "");
  EXPECT_EQ(middle_key("", ""), "");
}

// ---- families that are walked ----

TEST(SplitKeys, DividesTenThousandEqualPartitionsWithinTwiceTheShare) {
  Rows rows;
  for (size_t i = 0; i < 10000; ++i) rows.add({s(text_of("customer#%zu", i))}, "only");
  const auto keys = rows.split(7);
  EXPECT_EQ(keys.size(), 7u);
  EXPECT_LE(largest(rows.counts(keys)), 2 * 10000u / 8);
}

TEST(SplitKeys, CutsAFamilyOfFewRowsExactly) {
  Rows rows;
  for (size_t i = 0; i < 800; ++i) rows.add({s(text_of("%03zu", i))}, "only");
  EXPECT_EQ(rows.counts(rows.split(7)), (std::vector<size_t>(8, 100)));
}

TEST(SplitKeys, WeighsRowsByTheirBytes) {
  Rows rows;
  for (size_t i = 0; i < 100; ++i) rows.add({s(text_of("%03zu", i))}, "only", i < 50 ? 3000 : 1000);
  const auto counts = rows.counts(rows.split(1));
  // 50 * 3000 + 50 * 1000 and some bytes of keys: half is reached at the 34th row.
  EXPECT_NEAR(static_cast<double>(counts[0]), 34, 1);
}

TEST(SplitKeys, NeverDividesAPartition) {
  Rows rows;
  for (size_t i = 0; i < 5000; ++i) rows.add({s("giant")}, text_of("%05zu", i));
  EXPECT_TRUE(rows.split(7).empty()) << "there is but one";
  for (size_t i = 0; i < 200; ++i) rows.add({s(text_of("a%03zu", i))}, "only");
  for (size_t i = 0; i < 200; ++i) rows.add({s(text_of("z%03zu", i))}, "only");
  const auto counts = rows.counts(rows.split(7));
  EXPECT_EQ(counts, (std::vector<size_t>{200, 5000, 200})) << "the giant by itself";
}

TEST(SplitKeys, AreThoseOfSeveralPartitionParts) {
  Rows rows;
  for (size_t i = 0; i < 10; ++i) {
    for (size_t j = 0; j < 10; ++j) rows.add({s("same"), n(std::to_string(i)), s(text_of("%zu", j))}, "row");
  }
  EXPECT_EQ(rows.counts(rows.split(9, 3)), (std::vector<size_t>(10, 10)));
}

TEST(SplitKeys, OfAnEmptyFamilyThereAreNone) {
  Rows rows;
  EXPECT_TRUE(rows.split(255).empty());
}

TEST(SplitKeys, PassOverADamagedKey) {
  Rows rows;
  for (size_t i = 0; i < 100; ++i) rows.add({s(text_of("%03zu", i))}, "only");
  rows.write();
  Batch batch;
  batch.put(rows.family(), "050 without an end mark", "v");
  ASSERT_TRUE(rows.store().write(&batch).ok());
  EXPECT_EQ(rows.split(9).size(), 9u);
}

// ---- larger families ----

constexpr size_t kMany = kWalked + 4464;  // more than is walked

// Every part has some share, and none is far above its own.
void expect_balance(const Rows& rows, const std::vector<std::string>& keys, size_t most_keys, double times_share) {
  const auto counts = rows.counts(keys);
  size_t total = 0;
  for (const size_t count : counts) total += count;
  EXPECT_LE(static_cast<double>(largest(counts)),
            times_share * static_cast<double>(total) / static_cast<double>(most_keys + 1))
      << testing::PrintToString(counts);
  EXPECT_LT(rows.took(), std::chrono::seconds(1));
}

struct ManyCase {
  const char* name;
  std::function<Value(size_t)> partition;
};

// Keys of each type and of each look.
const std::vector<ManyCase>& many_cases() {
  static const std::vector<ManyCase> cases = {
      {"strings", [](size_t i) { return s(text_of("%zu", i * 7919 % 1000003)); }},
      {"long shared prefixes",
       [](size_t i) { return s(std::string(300, 'x') + text_of("/of one/%08zu", i) + std::string(200, 'y')); }},
      {"numbers", [](size_t i) { return n((i % 2 == 0 ? "" : "-") + std::to_string(i * i)); }},
      {"binary",
       [](size_t i) {
         std::string bytes(8, '\0');
         for (size_t at = 0; at < 8; ++at) bytes[at] = static_cast<char>(i * 0x9E3779B97F4A7C15u >> 8 * at);
         return b(bytes);
       }},
      {"zeros", [](size_t i) { return b(std::string(i / 1024, '\0') + text_of("%04zu", i % 1024)); }},
  };
  return cases;
}

TEST(SplitKeys, BalanceLargeFamiliesInFiles) {
  for (const ManyCase& many : many_cases()) {
    SCOPED_TRACE(many.name);
    Rows rows;
    for (size_t i = 0; i < kMany; ++i) rows.add({many.partition(i)}, "only", 200);
    rows.write();
    ASSERT_TRUE(rows.store().flush(rows.family()).ok());
    const auto keys = rows.split(7);
    EXPECT_EQ(keys.size(), 7u);
    expect_balance(rows, keys, 7, 2);
  }
}

TEST(SplitKeys, BalanceAFamilyThatIsInMemtablesOnly) {
  Rows rows;
  for (size_t i = 0; i < 50000; ++i) rows.add({s(text_of("%zu", i))}, "only");
  const auto keys = rows.split(7);
  EXPECT_EQ(keys.size(), 7u);
  expect_balance(rows, keys, 7, 1.1);
}

TEST(SplitKeys, DivideALargeFamilyThatIsInMemtablesOnly) {
  Rows rows;
  for (size_t i = 0; i < kMany; ++i) rows.add({s(text_of("%zu", i))}, "only");
  const auto keys = rows.split(7);
  EXPECT_GE(keys.size(), 3u) << "memtables are judged by few samples";
  expect_balance(rows, keys, 7, 6);
}

TEST(SplitKeys, BalanceASkewedFamily) {
  Rows rows;
  // Partition i has a size that falls with i; they stand in no order of size.
  for (size_t i = 1; i <= 2000; ++i) {
    const size_t size = 20000 / i;
    for (size_t j = 0; j < size; ++j) rows.add({s(text_of("%05zu", i * 7919 % 100003))}, text_of("%05zu", j), 100);
  }
  rows.write();
  ASSERT_TRUE(rows.store().flush(rows.family()).ok());
  const auto keys = rows.split(7);
  EXPECT_GE(keys.size(), 5u);
  expect_balance(rows, keys, 7, 2);
}

TEST(SplitKeys, SetALargeGiantApart) {
  Rows rows;
  for (size_t i = 0; i < kMany; ++i) rows.add({s("giant")}, text_of("%06zu", i), 200);
  for (size_t i = 0; i < 2000; ++i) rows.add({s(text_of("a%05zu", i))}, "only", 200);
  for (size_t i = 0; i < 2000; ++i) rows.add({s(text_of("z%05zu", i))}, "only", 200);
  rows.write();
  ASSERT_TRUE(rows.store().flush(rows.family()).ok());
  const auto counts = rows.counts(rows.split(63));
  const auto giant = std::max_element(counts.begin(), counts.end());
  EXPECT_LT(*giant, kMany + 1500u) << "the others are not with it";
  EXPECT_GE(counts.size(), 3u);
}

TEST(SplitKeys, AreManyWhenManyAreAskedFor) {
  Rows rows;
  for (size_t i = 0; i < kMany; ++i) rows.add({s(text_of("%zu", i))}, "only", 200);
  rows.write();
  ASSERT_TRUE(rows.store().flush(rows.family()).ok());
  const auto keys = rows.split(256);
  EXPECT_GE(keys.size(), 250u);
  expect_balance(rows, keys, 256, 3);
}

TEST(SplitKeys, EndAmongManyDeletedRows) {
  Rows rows(8u << 20);
  for (size_t i = 0; i < 200000; ++i) rows.add({s(text_of("%06zu", i))}, "only");
  rows.write();
  Batch batch;
  for (size_t i = 1000; i < 199000; ++i) {
    std::string key;
    append_component(KeyPlace::kPartition, s(text_of("%06zu", i)).view(), &key);
    append_component(KeyPlace::kLastSort, s("only").view(), &key);
    batch.erase(rows.family(), key);
  }
  ASSERT_TRUE(rows.store().write(&batch).ok());
  (void)rows.split(15);
  EXPECT_LT(rows.took(), std::chrono::seconds(2));
}

}  // namespace
}  // namespace sheaf
