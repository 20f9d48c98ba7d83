// What an opening makes of indexes whose adding or dropping did not come to its end: the record is put in such a state by hand.
#include <gtest/gtest.h>

#include "engine/db/catalog_names.h"
#include "tests/support/added_index.h"
#include "tests/support/inspection.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

const std::string kItem = R"({"g":{"S":"x"},"pk":{"S":"1"}})";
const std::string kLater = R"({"g":{"S":"x"},"pk":{"S":"2"}})";
const IndexShape kByG{"by_g", "g:S"};
using Rows = std::vector<std::string>;

// Writes the record of "tab" with its index in that state.
void write_state(Database& database, IndexState state) {
  TableDef def = database.table_now("tab")->table->def();
  def.indexes.at(0).state = state;
  Batch batch;
  batch.put(*database.store().find_family("default"), record_key("tab"), encode_catalog_record(def));
  ASSERT_TRUE(database.store().write(&batch).ok());
}

// A closed folder with one item, and the index in that state, without family or with a row in it that no item accounts for.
enum class Left : uint8_t { kNoFamily, kWrongRow };
void prepare(const std::string& path, IndexState state, Left left) {
  TestDatabase database(path);
  TestTable table = database.create({.hash = "pk:S", .indexes = {kByG}});
  ASSERT_TRUE(table.put(kItem).ok());
  write_state(*database, state);
  const std::shared_ptr<Family> family = table.open_table().indexes()[0].family;
  if (left == Left::kNoFamily) {
    ASSERT_TRUE(database->store().drop_family(*family).ok());
  } else {
    Batch batch;
    batch.put(*family, "wrong", "row");
    ASSERT_TRUE(database->store().write(&batch).ok());
  }
}

TEST(IndexResume, OneThatWasBuiltIsBuiltAnew) {
  for (const IndexState state : {IndexState::kCreating, IndexState::kBuilding}) {
    for (const Left left : {Left::kNoFamily, Left::kWrongRow}) {
      const TempFolder temp;
      prepare(temp.file("db"), state, left);
      for (int opening = 0; opening < 2; ++opening) {
        TestDatabase database(temp.file("db"));
        EXPECT_EQ(inspect(database.shared()).problem, "");
        EXPECT_EQ(database.table("tab").rows({.index = "by_g"}), Rows{kItem});
      }
    }
  }
}

TEST(IndexResume, OneThatWasDroppedIsDropped) {
  for (const Left left : {Left::kNoFamily, Left::kWrongRow}) {
    const TempFolder temp;
    prepare(temp.file("db"), IndexState::kDeleting, left);
    TestDatabase database(temp.file("db"));
    EXPECT_EQ(inspect(database.shared()).problem, "");
    EXPECT_TRUE(database.table("tab").page({.index = "by_g"}).status.is(Error::kNoIndex));
    EXPECT_EQ(database.table("tab").open_table().def().indexes.size(), 0u);
    EXPECT_EQ(database.table("tab").rows(), Rows{kItem});
  }
}

TEST(IndexResume, AFolderThatIsOnlyReadIsLeftAsItIs) {
  for (const auto& [state, error] :
       {std::pair{IndexState::kBuilding, Error::kIndexNotReady}, {IndexState::kDeleting, Error::kNoIndex}}) {
    const TempFolder temp;
    prepare(temp.file("db"), state, Left::kNoFamily);
    const auto database = *Database::open(folder_options(temp.file("db"), OpenMode::kReadOnly));
    const TestTable table(database, *database->open_table("tab"));
    EXPECT_TRUE(table.page({.index = "by_g"}).status.is(error));
    EXPECT_EQ(table.rows(), Rows{kItem});
    EXPECT_NE(database->describe_table(table.handle())->find(R"("TableStatus":"UPDATING")"), std::string::npos);
  }
}

// The record of the ids is damaged, and the family that would show the number is missing.
TEST(IndexResume, TheIdOfOneWithoutFamilyIsNotGivenOutAgain) {
  const TempFolder temp;
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.create({.hash = "pk:S", .indexes = {kByG}});
    ASSERT_TRUE(table.put(kItem).ok());
    write_state(*database, IndexState::kBuilding);
    ASSERT_TRUE(database->store().drop_family(*table.open_table().indexes()[0].family).ok());
    Batch batch;
    batch.put(*database->store().find_family("default"), kCatalogIdsKey, "damaged");
    ASSERT_TRUE(database->store().write(&batch).ok());
  }
  TestDatabase database(temp.file("db"));
  const Status added = database->add_index("tab", added_index_json({"other", "o:S"}));
  EXPECT_TRUE(added.ok()) << added.message();
  EXPECT_EQ(database.table("tab").rows({.index = "by_g"}), Rows{kItem});
  EXPECT_EQ(inspect(database.shared()).problem, "");
}

// A damaged item keeps it from being built; everything else can be used, and the index be dropped.
TEST(IndexResume, OneThatCannotBeBuiltIsNotReady) {
  const TempFolder temp;
  prepare(temp.file("db"), IndexState::kBuilding, Left::kNoFamily);
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.table("tab");
    ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
    Batch batch;
    batch.put(table.open_table().base(), "damaged", "no item");
    ASSERT_TRUE(database->store().write(&batch).ok());
    TableDef def = database.table("tab").open_table().def();
    IndexDef index = definition_of({.hash = "pk:S", .indexes = {kByG}}).indexes[0];
    index.id = 77;
    index.state = IndexState::kBuilding;
    def.indexes.push_back(index);
    Batch record;
    record.put(*database->store().find_family("default"), record_key("tab"), encode_catalog_record(def));
    ASSERT_TRUE(database->store().write(&record).ok());
  }
  TestDatabase database(temp.file("db"));
  TestTable table = database.table("tab");
  EXPECT_TRUE(table.page({.index = "by_g"}).status.is(Error::kIndexNotReady));
  EXPECT_TRUE(table.put(kLater).ok());
  EXPECT_EQ(table.get({s("2")}), kLater);
  EXPECT_TRUE(database->add_index("tab", added_index_json(kByG)).is(Error::kIndexExists));
  ASSERT_TRUE(table.erase({s("2")}).ok());
  ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
  EXPECT_TRUE(table.page({.index = "by_g"}).status.is(Error::kNoIndex));
  EXPECT_EQ(database->store().find_family("x77"), nullptr);
}

}  // namespace
}  // namespace sheaf
