// A write that changes nothing writes nothing: seen by RocksDB's log, to which every batch is appended whatever it holds.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temp_folder.h"
#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;

class UnchangedPut : public testing::Test {
 protected:
  UnchangedPut() : database_(folder_.path()) {}

  // Of all logs, after what is written has reached them.
  uintmax_t log_bytes() {
    EXPECT_TRUE(database_->store().sync().ok());
    uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.path().extension() == ".log") bytes += entry.file_size();
    }
    return bytes;
  }

  // How far the log grows by what `write` does.
  template <typename Write>
  uintmax_t growth(Write write) {
    const uintmax_t before = log_bytes();
    const Status status = write();
    EXPECT_TRUE(status.ok()) << status.message();
    return log_bytes() - before;
  }

  TempFolder folder_;
  TestDatabase database_;
};

constexpr std::string_view kItem = R"({"pk":{"S":"p"},"gp":{"S":"x"},"n":{"N":"1.50"},"set":{"SS":["a","b"]}})";

TEST_F(UnchangedPut, OfATableWithIndexesWritesNothing) {
  TestTable table = database_.create({.hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "ALL"}}});
  EXPECT_GT(growth([&] { return table.put(kItem); }), 0u);
  EXPECT_EQ(growth([&] { return table.put(kItem); }), 0u);
  // The same values, spelled otherwise.
  constexpr std::string_view kSame = R"({"set":{"SS":["b","a"]},"n":{"N":"15E-1"},"gp":{"S":"x"},"pk":{"S":"p"}})";
  EXPECT_EQ(growth([&] { return table.put(kSame); }), 0u);
  const TestItem relaid = TestItem::of_bytes(in_other_layout(TestItem(kItem).view()));
  EXPECT_EQ(growth([&] { return table.put(relaid); }), 0u);
  EXPECT_GT(growth([&] { return table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"n":{"N":"1.51"}})"); }), 0u);
}

TEST_F(UnchangedPut, ThatAsksForTheOldImageWritesNothing) {
  TestTable table = database_.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(kItem).ok());
  std::optional<std::string> old_image;
  EXPECT_EQ(growth([&] {
              old_image = table.put_over(kItem);
              return Status();
            }),
            0u);
  EXPECT_EQ(old_image, table.get({s("p")}));
}

TEST_F(UnchangedPut, DeletingWhatIsNotThereWritesNothing) {
  TestTable table = database_.create({.hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "ALL"}}});
  EXPECT_EQ(growth([&] { return table.erase({s("p")}); }), 0u);
  ASSERT_TRUE(table.put(kItem).ok());
  EXPECT_GT(growth([&] { return table.erase({s("p")}); }), 0u);
  EXPECT_EQ(growth([&] { return table.erase({s("p")}); }), 0u);
}

// The row of an index that shows nothing of the change is left alone: the batch is as small as without an index.
TEST_F(UnchangedPut, OfAProjectionWritesNoIndexRow) {
  constexpr std::string_view kOne = R"({"pk":{"S":"p"},"gp":{"S":"x"},"v":{"N":"1"}})";
  constexpr std::string_view kTwo = R"({"pk":{"S":"p"},"gp":{"S":"x"},"v":{"N":"2"}})";
  const auto change = [&](const TableShape& shape) {
    TestTable table = database_.create(shape);
    EXPECT_TRUE(table.put(kOne).ok());
    return growth([&] { return table.put(kTwo); });
  };
  const uintmax_t plain = change({.name = "plain", .hash = "pk:S"});
  EXPECT_EQ(change({.name = "keys", .hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "KEYS_ONLY"}}}), plain);
  EXPECT_EQ(change({.name = "include", .hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "INCLUDE w"}}}), plain);
  EXPECT_GT(change({.name = "shown", .hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "INCLUDE v"}}}), plain);
  EXPECT_GT(change({.name = "all", .hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "ALL"}}}), plain);
}

// The same for an update whose new image is the old one.
TEST_F(UnchangedPut, AnUpdateThatChangesNothingWritesNothing) {
  const TableShape shapes[] = {{.name = "plain", .hash = "pk:S"},
                               {.name = "indexed", .hash = "pk:S", .indexes = {{"by_g", "gp:S", "", "ALL"}}}};
  for (const TableShape& shape : shapes) {
    TestTable table = database_.create(shape);
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"n":{"N":"1.50"},"members":{"SS":["a","b"]}})").ok());
    const auto grown_by = [&](const std::string& text, const std::string& values) {
      return growth([&] { return update(table, {s("p")}, {.update = text, .values = values}).status; });
    };
    EXPECT_EQ(grown_by("SET n = :n, gp = gp", R"({":n":{"N":"1.5"}})"), 0u);
    EXPECT_EQ(grown_by("ADD members :s, n :z", R"({":s":{"SS":["a"]},":z":{"N":"0"}})"), 0u);
    EXPECT_EQ(grown_by("REMOVE x DELETE y :s", R"({":s":{"SS":["a"]}})"), 0u);
    EXPECT_EQ(growth([&] { return update(table, {s("p")}, {}).status; }), 0u);
    EXPECT_EQ(growth([&] { return update(table, {s("none")}, {.update = "REMOVE x"}).status; }), 0u);
    EXPECT_GT(grown_by("SET n = :n", R"({":n":{"N":"1.51"}})"), 0u);
  }
}

}  // namespace
}  // namespace sheaf
