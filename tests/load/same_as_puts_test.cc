// A load leaves what puts one by one leave, row by row in every family: over shapes of tables, with memory for all rows, for
// a few, and for one item.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/load/load_support.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

const TableShape kPartitionOnly{.name = "loaded", .hash = "pk:N"};
const TableShape kOneIndex{.name = "loaded", .hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "g:S", "sk:S"}}};
const TableShape kGlobals{
    .name = "loaded",
    .hash = "pk:S",
    .sort = "sk:N",
    .indexes = {{"all", "g:S"}, {"keys", "a:S b:N", "c:B g:S", "KEYS_ONLY"}, {"some", "b:N", "", "INCLUDE text,g"}}};
const TableShape kLocals{.name = "loaded",
                         .hash = "pk:S",
                         .sort = "sk:N",
                         .indexes = {{"by_l1", "pk:S", "g:S", "ALL", IndexKind::kLocal},
                                     {"by_l2", "pk:S", "b:N", "ALL", IndexKind::kLocal},
                                     {"by_l3", "pk:S", "a:S", "KEYS_ONLY", IndexKind::kLocal},
                                     {"by_l4", "pk:S", "c:B", "INCLUDE text", IndexKind::kLocal},
                                     {"by_l5", "pk:S", "text:S", "ALL", IndexKind::kLocal}}};

// Item number i of `count`, in an order that is not the keys'; some lack the key attributes of indexes.
std::string item(const TableShape& shape, int i, int count) {
  const int place = i * 7919 % count;  // 7919 is a prime above every count, so each place comes once
  const std::string number = std::to_string(place);
  const bool number_partition = shape.hash == "pk:N";
  std::string json = "{";
  if (i % 3 != 0) json += R"("a":{"S":"a)" + std::to_string(i % 5) + R"("},)";
  if (i % 4 != 0) json += R"("b":{"N":")" + std::to_string(i % 11 - 5) + R"("},"c":{"B":"AP8B"},)";
  if (i % 2 != 0) json += R"("g":{"S":"group )" + std::to_string(i % 3) + R"("},)";
  json += number_partition ? R"("pk":{"N":")" + number + R"("},)"
                           : R"("pk":{"S":"p)" + std::to_string(place % 9) + R"("},)";
  if (shape.sort == "sk:N") json += R"("sk":{"N":")" + number + R"("},)";
  if (shape.sort == "sk:S") json += R"("sk":{"S":"s)" + number + R"("},)";
  return json + R"("text":{"S":"text of )" + std::string(static_cast<size_t>(i % 50), 'x') + number + R"("}})";
}

std::vector<std::string> items(const TableShape& shape, int count) {
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) all.push_back(item(shape, i, count));
  return all;
}

void expect_same_as_puts(TestDatabase& database, const TableShape& shape, int count, uint64_t memory_bytes) {
  TableShape put_shape = shape;
  put_shape.name = "written";
  TestTable written = database.create(put_shape);
  const TestTable loaded = database.create(shape);
  const std::vector<std::string> all = items(shape, count);
  for (const std::string& one : all) ASSERT_TRUE(written.put(one).ok());
  const Status status = load_all(loaded, all, memory_bytes);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(loaded.rows().size(), static_cast<size_t>(count));
  EXPECT_EQ(rows_of(loaded), rows_of(written));
  const VerifyReport report = loaded.verify();
  EXPECT_TRUE(report.is_clean()) << report.first_problem;
  EXPECT_EQ(report.items, static_cast<uint64_t>(count));
  EXPECT_EQ(loaded.rows(), written.rows());
  for (const IndexShape& index : shape.indexes) {
    EXPECT_EQ(loaded.rows({.index = index.name}), written.rows({.index = index.name})) << index.name;
  }
}

TEST(LoadIsAsPuts, WithMemoryForAllRows) {
  for (const TableShape& shape : {kPartitionOnly, kOneIndex, kGlobals, kLocals}) {
    TestDatabase database;
    expect_same_as_puts(database, shape, 1000, 0);
  }
}

TEST(LoadIsAsPuts, InAFolder) {
  const TempFolder folder;
  TestDatabase database(folder.path());
  expect_same_as_puts(database, kGlobals, 500, 0);
  EXPECT_EQ(load_folders(folder.path()), std::vector<std::string>());
}

TEST(LoadIsAsPuts, WithSomeRunsOnDisk) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  expect_same_as_puts(database, kLocals, 1500, 600 << 10);
  EXPECT_EQ(load_folders(folder.path()), std::vector<std::string>());
}

// A run for each item: more than are merged at once.
TEST(LoadIsAsPuts, WithMemoryForOneItem) {
  for (const TableShape& shape : {kPartitionOnly, kGlobals, kLocals}) {
    TestDatabase database;
    expect_same_as_puts(database, shape, 150, 1);
  }
}

// Above the size of one file.
TEST(LoadIsAsPuts, WithSeveralFilesForAFamily) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  const TestTable table = database.create(kPartitionOnly);
  auto load = begin_load(table, uint64_t{1} << 30);
  ASSERT_TRUE(load.ok());
  constexpr int kItems = 250;
  constexpr uint64_t kSizeBytes = 400000;
  std::string noise;  // that does not compress
  uint64_t state = 1;
  for (uint64_t i = 0; i < kSizeBytes; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    noise += static_cast<char>('0' + (state >> 33) % 75);
  }
  std::replace(noise.begin(), noise.end(), '\\', '/');
  for (int i = 0; i < kItems; ++i) {
    std::rotate(noise.begin(), noise.begin() + 977, noise.end());
    ASSERT_TRUE(put(load->get(), R"({"pk":{"N":")" + std::to_string(i) + R"("},"v":{"S":")" + noise + R"("}})").ok());
  }
  ASSERT_TRUE((*load)->finish().ok());
  const VerifyReport report = table.verify();
  EXPECT_TRUE(report.is_clean()) << report.first_problem;
  EXPECT_EQ(report.items, static_cast<uint64_t>(kItems));
}

TEST(LoadIsAsPuts, WithoutItems) {
  TestDatabase database;
  TestTable table = database.create(kGlobals);
  ASSERT_TRUE(load_all(table, {}).ok());
  EXPECT_EQ(table.rows(), std::vector<std::string>());
  EXPECT_TRUE(table.put(item(kGlobals, 1, 2)).ok());
  EXPECT_TRUE(table.verify().is_clean());
}

}  // namespace
}  // namespace sheaf
