// Cases from the field: reopening, and cursors that outlive their database.
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

// Waits for several key parts in CreateTable. (A damaged record: tests/db.)
TEST(FieldCases, B086_TablesWithCompositeIndexKeysAreThereAfterReopening) {
  const TempFolder folder;
  const std::string item = R"({"a":{"S":"x"},"b":{"N":"1"},"pk":{"S":"p"}})";
  {
    TestDatabase database(folder.path());
    TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_a_b", "a:S", "b:N"}}});
    ASSERT_TRUE(table.put(item).ok());
  }
  TestDatabase database(folder.path());
  TestTable table = database.table("tab");
  EXPECT_EQ(table.get({s("p")}), item);
  const Query query{.index = "by_a_b", .partition = {s("x")}, .sort = {n("1")}, .sort_op = RangeOp::kEqual};
  EXPECT_EQ(table.rows(query), std::vector<std::string>{item});
  EXPECT_TRUE(table.verify().is_clean());
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
