// A small database as file format 1 writes it, kept in tests/data/golden/database: it must open, and hold exactly
// this. SHEAF_WRITE_GOLDEN=<empty folder> makes this test write a new one there instead of reading
// (tests/data/golden/README.md says when).
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

// PK and SK are strings; byG is overloaded and sparse with ALL, byN has a numeric sort key and INCLUDE ["kind"].
constexpr std::string_view kApp = R"({"TableName":"App",
  "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
    {"AttributeName":"G","AttributeType":"S"},{"AttributeName":"n","AttributeType":"N"}],
  "GlobalSecondaryIndexes":[
    {"IndexName":"byG","KeySchema":[{"AttributeName":"G","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"ALL"}},
    {"IndexName":"byN","KeySchema":[{"AttributeName":"G","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["kind"]}}],
  "BillingMode":"PAY_PER_REQUEST"})";
constexpr std::string_view kBytes = R"({"TableName":"Bytes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},
  {"AttributeName":"at","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"},{"AttributeName":"at","AttributeType":"B"}]})";

// A local index, and a global one with two and two parts of mixed types.
constexpr std::string_view kMatches = R"({"TableName":"Matches","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},
  {"AttributeName":"round","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"round","AttributeType":"N"},
    {"AttributeName":"player","AttributeType":"S"},{"AttributeName":"seed","AttributeType":"N"},
    {"AttributeName":"tag","AttributeType":"B"},{"AttributeName":"score","AttributeType":"N"}],
  "LocalSecondaryIndexes":[
    {"IndexName":"byScore","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},{"AttributeName":"score","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"KEYS_ONLY"}}],
  "GlobalSecondaryIndexes":[
    {"IndexName":"byFour","KeySchema":[{"AttributeName":"player","KeyType":"HASH"},{"AttributeName":"seed","KeyType":"HASH"},
      {"AttributeName":"tag","KeyType":"RANGE"},{"AttributeName":"score","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"ALL"}}]})";

const std::vector<std::string> kAppItems = {
    R"({"G":{"S":"g"},"PK":{"S":"a"},"SK":{"S":"1"},"kind":{"S":"first"},"n":{"N":"-2.5"}})",
    R"({"PK":{"S":"a"},"SK":{"S":"1\u0000"},"all":{"M":{"b":{"B":"AQI="},"l":{"L":[{"BOOL":true},{"NULL":true}]},)"
    R"("ns":{"NS":["-1","0.5","30"]},"ss":{"SS":["x","y"]}}}})",
    R"({"G":{"S":"g"},"PK":{"S":"a"},"SK":{"S":"2"},"n":{"N":"10"}})",
    R"({"G":{"S":"g"},"PK":{"S":"é"},"SK":{"S":"3"}})",
};
const std::vector<std::string> kByNRows = {
    R"({"G":{"S":"g"},"PK":{"S":"a"},"SK":{"S":"1"},"kind":{"S":"first"},"n":{"N":"-2.5"}})",
    R"({"G":{"S":"g"},"PK":{"S":"a"},"SK":{"S":"2"},"n":{"N":"10"}})",
};
const std::vector<std::string> kBytesItems = {
    R"({"at":{"B":"AA=="},"id":{"N":"-1"}})",
    R"({"at":{"B":"/w=="},"id":{"N":"1000"},"v":{"S":""}})",
    R"({"at":{"B":"//8="},"id":{"N":"1000"}})",
};

const std::vector<std::string> kMatchItems = {
    R"({"id":{"S":"m"},"player":{"S":"p"},"round":{"N":"1"},"score":{"N":"30"},"seed":{"N":"7"},"tag":{"B":"AA=="}})",
    R"({"id":{"S":"m"},"player":{"S":"p"},"round":{"N":"2"},"score":{"N":"-4"},"seed":{"N":"7"},"tag":{"B":"AA=="}})",
    R"({"id":{"S":"m"},"round":{"N":"3"},"score":{"N":"0"}})",
};
const std::vector<std::string> kByScoreRows = {
    R"({"id":{"S":"m"},"round":{"N":"2"},"score":{"N":"-4"}})",
    R"({"id":{"S":"m"},"round":{"N":"3"},"score":{"N":"0"}})",
    R"({"id":{"S":"m"},"round":{"N":"1"},"score":{"N":"30"}})",
};

void fill(TestDatabase& database) {
  ASSERT_TRUE(database->create_table(kApp).ok());
  ASSERT_TRUE(database->create_table(kBytes).ok());
  ASSERT_TRUE(database->create_table(kMatches).ok());
  for (const std::string& item : kAppItems) ASSERT_TRUE(database.table("App").put(item).ok());
  for (const std::string& item : kBytesItems) ASSERT_TRUE(database.table("Bytes").put(item).ok());
  for (const std::string& item : kMatchItems) ASSERT_TRUE(database.table("Matches").put(item).ok());
  // What was written over and deleted leaves no trace that a reader can see.
  ASSERT_TRUE(database.table("App").put(R"({"PK":{"S":"gone"},"SK":{"S":"1"},"G":{"S":"g"}})").ok());
  ASSERT_TRUE(database.table("App").erase({s("gone"), s("1")}).ok());
  database.close();
}

TEST(GoldenDatabase, OpensAndHoldsWhatWasWritten) {
  if (const char* const folder = std::getenv("SHEAF_WRITE_GOLDEN")) {
    TestDatabase database(folder);
    fill(database);
    return;
  }
  const TempFolder temp;
  std::filesystem::copy(SHEAF_TEST_DATA_DIR "/golden/database", temp.file("db"),
                        std::filesystem::copy_options::recursive);
  DatabaseOptions options;
  options.path = temp.file("db");
  const auto opened = Database::open(options);
  ASSERT_TRUE(opened.ok()) << opened.status().message();
  (*opened)->close();

  TestDatabase database(temp.file("db"));
  EXPECT_EQ(*database->table_names("", 10), (std::vector<std::string>{"App", "Bytes", "Matches"}));
  TestTable app = database.table("App");
  EXPECT_EQ(app.rows(), kAppItems);
  EXPECT_EQ(app.rows({.index = "byG"}), (std::vector<std::string>{kAppItems[0], kAppItems[2], kAppItems[3]}));
  EXPECT_EQ(app.rows({.index = "byN"}), kByNRows);
  EXPECT_EQ(database.table("Bytes").rows(), kBytesItems);
  const TestTable matches = database.table("Matches");
  EXPECT_EQ(matches.rows(), kMatchItems);
  EXPECT_EQ(matches.rows({.index = "byScore", .partition = {s("m")}}), kByScoreRows);
  EXPECT_EQ(matches.rows({.index = "byFour"}), (std::vector<std::string>{kMatchItems[1], kMatchItems[0]}));
  EXPECT_TRUE(matches.verify().is_clean());
  EXPECT_TRUE(app.verify().is_clean());
  EXPECT_TRUE(database.table("Bytes").verify().is_clean());
  EXPECT_TRUE(app.put(R"({"PK":{"S":"new"},"SK":{"S":"1"}})").ok());
  EXPECT_EQ(app.rows().size(), kAppItems.size() + 1);
}

TEST(Database, ACleanCloseLeavesNoLog) {
  const TempFolder temp;
  TestDatabase database(temp.file("db"));
  fill(database);
  for (const auto& entry : std::filesystem::directory_iterator(temp.file("db/data"))) {
    const bool is_log = entry.path().extension() == ".log";
    EXPECT_TRUE(!is_log || entry.file_size() == 0) << entry.path();
  }
}

}  // namespace
}  // namespace sheaf::test
