#include "engine/store/store.h"

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using test::TempFolder;

std::unique_ptr<Store> open_store(StorePlace place, const std::string& path = {}) {
  StoreOptions options;
  options.place = place;
  options.path = path;
  options.memory_bytes = 16 << 20;
  auto store = Store::open(options);
  EXPECT_TRUE(store.ok()) << store.status().message();
  return store.ok() ? *std::move(store) : nullptr;
}

std::shared_ptr<Family> make_family(Store& store, const std::string& name) {
  const std::string names[] = {name};
  auto made = store.create_families(names);
  EXPECT_TRUE(made.ok()) << made.status().message();
  return made->front();
}

void put(Store& store, const Family& family, const std::vector<std::pair<std::string, std::string>>& rows) {
  Batch batch;
  for (const auto& [key, value] : rows) batch.put(family, key, value);
  ASSERT_TRUE(store.write(&batch).ok());
}

std::string keys_in(Store& store, const Family& family, std::string_view lower, std::string_view upper,
                    IterateOptions options = {}) {
  const auto rows = store.iterate(family, {lower, upper}, options);
  std::string keys;
  while (rows->next()) keys += std::string(rows->key()) + " ";
  EXPECT_TRUE(rows->status().ok());
  EXPECT_FALSE(rows->next()) << "the end stays the end";
  return keys;
}

TEST(Store, BoundsHoldInBothDirections) {
  const auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  put(*store, *family, {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}});
  IterateOptions backward;
  backward.direction = Direction::kBackward;
  EXPECT_EQ(keys_in(*store, *family, "", ""), "a b c d ");
  EXPECT_EQ(keys_in(*store, *family, "b", "d"), "b c ");
  EXPECT_EQ(keys_in(*store, *family, "b", "d", backward), "c b ");
  EXPECT_EQ(keys_in(*store, *family, "bb", "", backward), "d c ");
  EXPECT_EQ(keys_in(*store, *family, "", "a"), "");
  EXPECT_EQ(keys_in(*store, *family, "", "a", backward), "");
  EXPECT_EQ(keys_in(*store, *family, "c", "b"), "") << "an empty range";
  EXPECT_EQ(keys_in(*store, *family, "c", "b", backward), "");
  EXPECT_EQ(keys_in(*store, *family, "x", "z", backward), "");
}

TEST(Store, SnapshotsAndIteratorsKeepTheirState) {
  const auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  put(*store, *family, {{"a", "1"}});
  const Snapshot before(*store);
  const auto rows = store->iterate(*family, {}, {});
  put(*store, *family, {{"a", "2"}, {"b", "1"}});
  AlignedBuffer value;
  ASSERT_TRUE(*store->get(*family, "a", &before, &value));
  EXPECT_EQ(value.view(), "1");
  ASSERT_TRUE(*store->get(*family, "a", nullptr, &value));
  EXPECT_EQ(value.view(), "2");
  EXPECT_TRUE(AlignedBuffer::is_aligned(value.view().data()));
  IterateOptions at_snapshot;
  at_snapshot.snapshot = &before;
  EXPECT_EQ(keys_in(*store, *family, "", "", at_snapshot), "a ");
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->value(), "1");
  EXPECT_FALSE(rows->next());
}

TEST(Store, ABatchIsAllOrNothingOverFamiliesAndSurvivesReopening) {
  const TempFolder temp;
  {
    const auto store = open_store(StorePlace::kNewFolder, temp.file("data"));
    const auto items = make_family(*store, "b1");
    const auto rows = make_family(*store, "x1");
    Batch batch;
    batch.put(*items, "k", "item");
    batch.put(*rows, "r", "row");
    batch.erase(*items, "none");
    ASSERT_TRUE(store->write(&batch).ok());
    ASSERT_TRUE(store->sync().ok());
    EXPECT_EQ(store->sync_count(), 1u);
    ASSERT_TRUE(store->close().ok());
    EXPECT_TRUE(store->close().ok()) << "closing again does nothing";
  }
  const auto store = open_store(StorePlace::kExistingFolder, temp.file("data"));
  EXPECT_EQ(store->family_names(), (std::vector<std::string>{"default", "b1", "x1"}));
  AlignedBuffer value;
  ASSERT_TRUE(*store->get(*store->find_family("b1"), "k", nullptr, &value));
  EXPECT_EQ(value.view(), "item");
  ASSERT_TRUE(*store->get(*store->find_family("x1"), "r", nullptr, &value));
  EXPECT_EQ(value.view(), "row");
  EXPECT_FALSE(*store->get(*store->find_family("b1"), "none", nullptr, &value));
}

TEST(Store, WhatWasNotFlushedComesBackFromTheLog) {
  const TempFolder temp;
  const auto store = open_store(StorePlace::kNewFolder, temp.file("data"));
  const auto family = make_family(*store, "b1");
  put(*store, *family, {{"a", "1"}});
  ASSERT_TRUE(store->sync().ok());
  // A copy of the live folder is what a killed process leaves behind.
  std::filesystem::copy(temp.file("data"), temp.file("copy"), std::filesystem::copy_options::recursive);
  const auto copy = open_store(StorePlace::kExistingFolder, temp.file("copy"));
  AlignedBuffer value;
  EXPECT_TRUE(*copy->get(*copy->find_family("b1"), "a", nullptr, &value));
}

TEST(Store, DroppedFamiliesStayReadableForWhoeverHoldsThem) {
  const auto store = open_store(StorePlace::kMemory);
  auto family = make_family(*store, "b1");
  put(*store, *family, {{"a", "1"}});
  auto rows = store->iterate(*family, {}, {});
  ASSERT_TRUE(store->drop_family(*family).ok());
  EXPECT_EQ(store->find_family("b1"), nullptr);
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->key(), "a");
  rows.reset();
  family.reset();
  EXPECT_EQ(store->family_names(), std::vector<std::string>{"default"});
}

// Rows k000 to k999, `value_bytes` each and not to be compressed.
void put_thousand(Store& store, const Family& family, size_t value_bytes) {
  uint64_t state = 1;
  std::vector<std::pair<std::string, std::string>> rows;
  for (int i = 1000; i < 2000; ++i) {
    std::string value(value_bytes, '\0');
    for (char& byte : value) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      byte = static_cast<char>(state >> 56);
    }
    rows.emplace_back("k" + std::to_string(i).substr(1), std::move(value));
  }
  put(store, family, rows);
}

TEST(Store, ApproximatesTheBytesOfARangeInFiles) {
  const auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  EXPECT_EQ(store->approximate_bytes(*family, {}), 0u);
  put_thousand(*store, *family, 1000);
  ASSERT_TRUE(store->flush(*family).ok());
  const double whole = 1000 * 1000;
  EXPECT_NEAR(static_cast<double>(store->approximate_bytes(*family, {})), whole, whole / 10);
  EXPECT_NEAR(static_cast<double>(store->approximate_bytes(*family, {"k250", "k500"})), whole / 4, whole / 20);
  EXPECT_NEAR(static_cast<double>(store->approximate_bytes(*family, {"k900", ""})), whole / 10, whole / 20);
  EXPECT_EQ(store->approximate_bytes(*family, {"l", ""}), 0u);
}

TEST(Store, ApproximatesWhatIsInMemtablesToo) {
  const auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  put_thousand(*store, *family, 100);  // well below a memtable
  const uint64_t whole = store->approximate_bytes(*family, {});
  // Memtables are judged by few samples: the order of magnitude is what can be promised.
  EXPECT_GT(whole, 100u * 1000 / 10);
  EXPECT_LT(whole, 100u * 1000 * 10);
  EXPECT_LE(store->approximate_bytes(*family, {"k400", "k600"}), whole);
  EXPECT_EQ(store->approximate_bytes(*family, {"l", "m"}), 0u);
}

TEST(Store, FamiliesMayOutliveTheStore) {
  auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  const auto dropped = make_family(*store, "x2");
  ASSERT_TRUE(store->drop_family(*dropped).ok());
  ASSERT_TRUE(store->close().ok());
  store.reset();
  EXPECT_EQ(family->name(), "b1");
}

TEST(Store, AFolderOfAnotherKindIsAnError) {
  const TempFolder temp;
  StoreOptions options;
  options.place = StorePlace::kExistingFolder;
  options.path = temp.file("none");
  EXPECT_FALSE(Store::open(options).ok());
}

TEST(Store, EstimatesCountRows) {
  const auto store = open_store(StorePlace::kMemory);
  const auto family = make_family(*store, "b1");
  EXPECT_EQ(store->estimate(*family).item_count, 0u);
  put(*store, *family, {{"a", "1"}, {"b", "1"}});
  EXPECT_EQ(store->estimate(*family).item_count, 2u);
  EXPECT_GT(store->estimate(*family).size_bytes, 0u);
}

}  // namespace
}  // namespace sheaf
