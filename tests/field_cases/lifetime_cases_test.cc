// Cases from the field: reopening, damaged records, and cursors that outlive their database.
#include <gtest/gtest.h>

#include "engine/schema/catalog_record.h"
#include "tests/support/bare_table.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

// Waits for several key parts in CreateTable. (Their catalog records are tested in tests/schema.)
TEST(FieldCases, B086_TablesWithCompositeIndexKeysAreThereAfterReopening) {
  const TempFolder folder;
  const std::string item = R"({"a":{"S":"x"},"b":{"N":"1"},"pk":{"S":"p"}})";
  {
    TestDatabase database(folder.path());
    TestTable table = database.create({.name = "kept", .hash = "pk:S", .indexes = {{"by_a_b", "a:S", "b:N"}}});
    ASSERT_TRUE(table.put(item).ok());
    TestTable other = database.create({.name = "hurt", .hash = "pk:S", .indexes = {{"by_a", "a:S", ""}}});
    ASSERT_TRUE(other.put(item).ok());
  }
  const Query query{.index = "by_a_b", .partition = {s("x")}, .sort = {n("1")}, .sort_op = RangeOp::kEqual};
  {
    TestDatabase database(folder.path());
    EXPECT_EQ(database.table("kept").get({s("p")}), item);
    EXPECT_EQ(database.table("kept").rows(query), Texts{item});
    EXPECT_EQ(database.table("hurt").rows({.index = "by_a"}), Texts{item});
    const std::string record = std::string(kCatalogTablePrefix) + "hurt";
    write_raw(database->store(), *database->store().find_family("default"), record, "no record");
  }
  TestDatabase database(folder.path());
  EXPECT_EQ(database.table("kept").rows(query), Texts{item});
  const auto hurt = database->open_table("hurt");
  ASSERT_FALSE(hurt.ok());
  EXPECT_EQ(hurt.status().error(), Error::kTableCorrupt);
  EXPECT_NE(hurt.status().message().find("'hurt'"), std::string::npos) << hurt.status().message();
  const auto names = database->table_names("", 10);
  ASSERT_TRUE(names.ok());
  EXPECT_EQ(*names, (Texts{"hurt", "kept"}));
}

TEST(FieldCases, B107_ACursorMayOutliveItsDatabase) {
  std::unique_ptr<DatabaseCursor> cursor;
  {
    TestDatabase database;
    TestTable table = database.create({.hash = "pk:S"});
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"}})").ok());
    auto opened = database->open_cursor(table.shared(), {}, {}, "");
    ASSERT_TRUE(opened.ok());
    cursor = *std::move(opened);
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
