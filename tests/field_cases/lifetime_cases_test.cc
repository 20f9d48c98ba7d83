// Cases from the field: reopening, and cursors that outlive their database.
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

// A damaged record: tests/db. Every shape that there is: tests/shapes.
TEST(FieldCases, B086_TablesWithCompositeIndexKeysAreThereAfterReopening) {
  const TempFolder folder;
  const std::string pair = R"({"a":{"S":"x"},"b":{"N":"1"},"pk":{"S":"p"}})";
  const std::string many = R"({"a":{"S":"x"},"b":{"N":"1"},"c":{"B":"AA=="},"d":{"N":"-2.5"},"pk":{"S":"p"}})";
  {
    TestDatabase database(folder.path());
    TestTable pairs = database.create({.name = "pairs", .hash = "pk:S", .indexes = {{"by_a_b", "a:S", "b:N"}}});
    ASSERT_TRUE(pairs.put(pair).ok());
    TestTable multi = database.create({.name = "multi", .hash = "pk:S", .indexes = {{"idx", "a:S b:N", "c:B d:N"}}});
    ASSERT_TRUE(multi.put(many).ok());
  }
  TestDatabase database(folder.path());
  const TestTable pairs = database.table("pairs");
  EXPECT_EQ(pairs.get({s("p")}), pair);
  const Query by_pair{.index = "by_a_b", .partition = {s("x")}, .sort = {n("1")}, .sort_op = RangeOp::kEqual};
  EXPECT_EQ(pairs.rows(by_pair), std::vector<std::string>{pair});
  EXPECT_TRUE(pairs.verify().is_clean());
  const TestTable multi = database.table("multi");
  EXPECT_EQ(multi.get({s("p")}), many);
  const Query by_many{.index = "idx",
                      .partition = {s("x"), n("1")},
                      .sort = {b(std::string_view("\0", 1)), n("-2.5")},
                      .sort_op = RangeOp::kEqual};
  EXPECT_EQ(multi.rows(by_many), std::vector<std::string>{many});
  EXPECT_TRUE(multi.verify().is_clean());
}

TEST(FieldCases, B107_ACursorMayOutliveItsDatabase) {
  std::unique_ptr<DatabaseCursor> cursor;
  {
    TestDatabase database;
    TestTable table = database.create({.hash = "pk:S"});
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"}})").ok());
    cursor = std::make_unique<DatabaseCursor>(database.shared(), table.handle());
    ASSERT_TRUE(cursor->start({}, {}, "").ok());
    ASSERT_TRUE(cursor->next().ok());
    database.close();
  }
  const auto step = cursor->next();
  ASSERT_FALSE(step.ok());
  EXPECT_EQ(step.status().error(), Error::kClosed);
  EXPECT_FALSE(cursor->is_on_row());
  cursor.reset();
}

}  // namespace
}  // namespace sheaf
