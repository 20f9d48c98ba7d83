// The facade on a folder: tables, restart, and what a crash at any step of a creation or drop leaves behind.
#include "engine/db/database.h"

#include "engine/db/database_cursor.h"

#include <gtest/gtest.h>

#include "engine/item/item_builder.h"
#include "engine/item/json.h"
#include "engine/maintain/verify.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using test::TempFolder;

constexpr std::string_view kApp = R"({"TableName":"App",
  "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
                          {"AttributeName":"G","AttributeType":"S"}],
  "GlobalSecondaryIndexes":[{"IndexName":"byG","KeySchema":[{"AttributeName":"G","KeyType":"HASH"}],
                             "Projection":{"ProjectionType":"ALL"}}]})";

std::string hash_only(const std::string& name) {
  return R"({"TableName":")" + name + R"(","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],)" +
         R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]})";
}

// A table that takes 1 + `indexes` families.
std::string with_indexes(const std::string& name, int indexes) {
  std::string json = hash_only(name);
  json.pop_back();
  json += R"(,"GlobalSecondaryIndexes":[)";
  for (int i = 0; i < indexes; ++i) {
    json += R"({"IndexName":"index)" + std::to_string(i) +
            R"(","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}},)";
  }
  json.back() = ']';
  return json + "}";
}

std::shared_ptr<Database> open(const std::string& path, OpenMode mode = OpenMode::kCreateIfMissing) {
  DatabaseOptions options;
  options.path = path;
  options.mode = mode;
  options.memory_bytes = 16 << 20;
  auto database = Database::open(options);
  EXPECT_TRUE(database.ok()) << database.status().message();
  return database.ok() ? *std::move(database) : nullptr;
}

void put(Database& database, const TableHandle& table, std::string_view json) {
  ItemBuilder builder;
  ASSERT_TRUE(parse_item_json(JsonDialect::kPlain, json, &builder).ok());
  Database::WriteRequest request;
  request.table = &table;
  const auto written = database.put(request, builder.finish());
  ASSERT_TRUE(written.ok()) << written.status().message();
}

std::vector<std::string> walk(const std::shared_ptr<Database>& database, const TableHandle& table,
                              std::optional<std::string_view> index = {}) {
  DatabaseCursor cursor(database, table);
  RangeRequest request;
  request.index = index;
  const Status started = cursor.start(request, {}, {});
  EXPECT_TRUE(started.ok()) << started.message();
  std::vector<std::string> items;
  while (true) {
    const auto step = cursor.next();
    EXPECT_TRUE(step.ok()) << step.status().message();
    if (!step.ok() || *step != Step::kRow) return items;
    items.emplace_back();
    EXPECT_TRUE(print_item_json(JsonDialect::kPlain, cursor.item(), &items.back()).ok());
  }
}

std::vector<std::string> names(Database& database) { return *database.table_names({}, 100); }

// The catalog's family, to leave records there as a crash would.
void write_record(Database& database, const std::string& key, const std::string& record) {
  Batch batch;
  batch.put(*database.store().find_family("default"), key, record);
  ASSERT_TRUE(database.store().write(&batch).ok());
}

std::string read_record(Database& database, const std::string& key) {
  AlignedBuffer record;
  EXPECT_TRUE(*database.store().get(*database.store().find_family("default"), key, nullptr, &record));
  return std::string(record.view());
}

TableDef record_of(Database& database, const std::string& name) {
  auto def = decode_catalog_record(name, read_record(database, "table/" + name));
  EXPECT_TRUE(def.ok());
  return *std::move(def);
}

TEST(Database, SurvivesARestart) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    const auto table = *database->open_table("App");
    put(*database, table, R"({"PK":"a","SK":"1","G":"g"})");
    put(*database, table, R"({"PK":"a","SK":"2"})");
    database->close();
    EXPECT_EQ(database->open_table("App").status().error(), Error::kClosed);
    database->close();
  }
  const auto database = open(temp.file("db"), OpenMode::kMustExist);
  const auto table = *database->open_table("App");
  EXPECT_EQ(walk(database, table),
            (std::vector<std::string>{R"({"G":"g","PK":"a","SK":"1"})", R"({"PK":"a","SK":"2"})"}));
  EXPECT_EQ(walk(database, table, "byG"), std::vector<std::string>{R"({"G":"g","PK":"a","SK":"1"})"});
  const auto report = verify_table(database->store(), *table);
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->is_clean()) << report->first_problem;
  EXPECT_EQ(report->items, 2u);
  EXPECT_EQ(report->rows, 1u);
}

TEST(Database, ManyTablesInOneFolder) {
  const TempFolder temp;
  const auto database = open(temp.file("db"));
  for (const char* const name : {"ccc", "aaa", "bbb"}) ASSERT_TRUE(database->create_table(hash_only(name)).ok());
  EXPECT_EQ(names(*database), (std::vector<std::string>{"aaa", "bbb", "ccc"}));
  EXPECT_EQ(*database->table_names("aaa", 1), std::vector<std::string>{"bbb"});
  EXPECT_EQ(*database->table_names("b", 5), (std::vector<std::string>{"bbb", "ccc"}));
  EXPECT_TRUE(database->create_table(hash_only("bbb")).is(Error::kTableExists));
  EXPECT_TRUE(database->drop_table("nope").is(Error::kNoTable));
  put(*database, *database->open_table("aaa"), R"({"id":"1"})");
  EXPECT_TRUE(walk(database, *database->open_table("bbb")).empty());
}

TEST(Database, DroppedTablesAreGoneAndTheirHandlesSayso) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    const auto old = *database->open_table("App");
    put(*database, old, R"({"PK":"a","SK":"1"})");
    ASSERT_TRUE(database->drop_table("App").ok());
    ASSERT_TRUE(database->create_table(kApp).ok());
    EXPECT_TRUE(walk(database, *database->open_table("App")).empty()) << "a new table is empty";
    AlignedBuffer item;
    const ValueView key[] = {{Type::kString, "a"}, {Type::kString, "1"}};
    EXPECT_TRUE(database->get(old, key, &item).status().is(Error::kTableDropped));
    EXPECT_GT((*database->open_table("App"))->def().id, old->def().id) << "ids are never reused";
    ASSERT_TRUE(database->drop_table("App").ok());
  }
  const auto database = open(temp.file("db"));
  EXPECT_TRUE(names(*database).empty());
  EXPECT_EQ(database->store().family_names(), std::vector<std::string>{"default"});
}

TEST(Database, IdsSurviveTheTablesThatHadThem) {
  const TempFolder temp;
  uint64_t first = 0;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    first = (*database->open_table("App"))->def().id;
    ASSERT_TRUE(database->drop_table("App").ok());
  }
  const auto database = open(temp.file("db"));
  ASSERT_TRUE(database->create_table(kApp).ok());
  EXPECT_GT((*database->open_table("App"))->def().id, first);
}

TEST(Database, TheFamilyLimitIsNamed) {
  const auto database = open("");
  // The catalog's own family, 9 tables of 21 and one of 10.
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(database->create_table(with_indexes("table" + std::to_string(i), 20)).ok());
  ASSERT_TRUE(database->create_table(with_indexes("table9", 9)).ok());
  ASSERT_EQ(database->store().family_names().size(), kMaxColumnFamilies);
  const Status refused = database->create_table(hash_only("last"));
  EXPECT_TRUE(refused.is(Error::kFamilyLimit));
  EXPECT_NE(refused.message().find("201"), std::string::npos) << refused.message();
  ASSERT_TRUE(database->drop_table("table3").ok());
  EXPECT_TRUE(database->create_table(hash_only("last")).ok());
}

// A crash after each step of a creation: the record as CREATING, then with some or all of the families.
TEST(Database, AHalfMadeTableIsGoneAtOpen) {
  for (const int families : {0, 1, 2}) {
    const TempFolder temp;
    {
      const auto database = open(temp.file("db"));
      ASSERT_TRUE(database->create_table(kApp).ok());
      TableDef def = record_of(*database, "App");
      def.state = TableState::kCreating;
      write_record(*database, "table/App", encode_catalog_record(def));
      if (families < 2) {
        ASSERT_TRUE(database->store().drop_family(*database->store().find_family("x1")).ok());
      }
      if (families < 1) {
        ASSERT_TRUE(database->store().drop_family(*database->store().find_family("b1")).ok());
      }
    }
    const auto database = open(temp.file("db"));
    EXPECT_TRUE(names(*database).empty()) << families;
    EXPECT_EQ(database->store().family_names(), std::vector<std::string>{"default"}) << families;
    EXPECT_TRUE(database->create_table(kApp).ok());
  }
}

TEST(Database, AHalfDroppedTableIsGoneAtOpen) {
  for (const int families : {0, 1, 2}) {
    const TempFolder temp;
    {
      const auto database = open(temp.file("db"));
      ASSERT_TRUE(database->create_table(kApp).ok());
      TableDef def = record_of(*database, "App");
      def.state = TableState::kDeleting;
      write_record(*database, "table/App", encode_catalog_record(def));
      if (families < 2) {
        ASSERT_TRUE(database->store().drop_family(*database->store().find_family("b1")).ok());
      }
      if (families < 1) {
        ASSERT_TRUE(database->store().drop_family(*database->store().find_family("x1")).ok());
      }
    }
    const auto database = open(temp.file("db"));
    EXPECT_TRUE(names(*database).empty()) << families;
    EXPECT_EQ(database->store().family_names(), std::vector<std::string>{"default"}) << families;
  }
}

TEST(Database, OnlyDerivedOrphansAreDropped) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    const std::string orphans[] = {"b77", "x77"};
    ASSERT_TRUE(database->store().create_families(orphans).ok());
  }
  const auto database = open(temp.file("db"));
  EXPECT_EQ(database->store().family_names(), (std::vector<std::string>{"default", "b77"}))
      << "a base family is never dropped for want of a record";
}

TEST(FieldCases, B086_ADamagedRecordNamesItsTableAndLeavesTheOthersUsable) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    ASSERT_TRUE(database->create_table(hash_only("Good")).ok());
    put(*database, *database->open_table("Good"), R"({"id":"1"})");
    write_record(*database, "table/App", "{\"format\":0,");
    const std::string orphan[] = {"x99"};
    ASSERT_TRUE(database->store().create_families(orphan).ok());
  }
  const auto database = open(temp.file("db"));
  EXPECT_EQ(names(*database), (std::vector<std::string>{"App", "Good"}));
  const auto damaged = database->open_table("App");
  EXPECT_TRUE(damaged.status().is(Error::kTableCorrupt));
  EXPECT_NE(damaged.status().message().find("'App'"), std::string::npos);
  EXPECT_TRUE(database->create_table(kApp).is(Error::kTableExists)) << "its items are still there";
  EXPECT_EQ(walk(database, *database->open_table("Good")).size(), 1u);
  EXPECT_NE(database->store().find_family("x99"), nullptr) << "nothing is dropped while a record cannot be read";
  EXPECT_NE(database->store().find_family("b1"), nullptr);
}

TEST(Database, LostOrDamagedIdsNeverCostATable) {
  for (const bool is_lost : {true, false}) {
    const TempFolder temp;
    {
      const auto database = open(temp.file("db"));
      ASSERT_TRUE(database->create_table(kApp).ok());
      put(*database, *database->open_table("App"), R"({"PK":"a","SK":"1","G":"g"})");
      Batch batch;
      const auto catalog = database->store().find_family("default");
      if (is_lost) {
        batch.erase(*catalog, kCatalogIdsKey);
      } else {
        batch.put(*catalog, kCatalogIdsKey, "{\"format\":0,");
      }
      ASSERT_TRUE(database->store().write(&batch).ok());
    }
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(with_indexes("New", 2)).ok());
    EXPECT_EQ(walk(database, *database->open_table("App")).size(), 1u);
    EXPECT_EQ(walk(database, *database->open_table("App"), "byG").size(), 1u);
    EXPECT_TRUE(walk(database, *database->open_table("New")).empty());
  }
}

// No version has written that state.
TEST(Database, AFailedIndexIsOfANewerVersion) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    TableDef def = record_of(*database, "App");
    def.indexes[0].state = IndexState::kFailed;
    write_record(*database, "table/App", encode_catalog_record(def));
  }
  const auto database = open(temp.file("db"));
  const auto refused = database->open_table("App");
  EXPECT_TRUE(refused.status().is(Error::kTableTooNew));
  EXPECT_NE(refused.status().message().find("'byG'"), std::string::npos) << refused.status().message();
}

TEST(Database, ARelativePathStaysWhereItWas) {
  const TempFolder temp;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(temp.path());
  const auto database = open("relative");
  std::filesystem::current_path(before);
  ASSERT_NE(database, nullptr);
  // Making a table rolls the log and writes files, all of them by name.
  EXPECT_TRUE(database->create_table(kApp).ok());
  EXPECT_TRUE(database->store().flush(*database->store().find_family("default")).ok());
  EXPECT_TRUE(std::filesystem::exists(temp.file("relative/SHEAF")));
  EXPECT_FALSE(std::filesystem::exists(before / "relative"));
}

TEST(Database, UnknownRequirementsAndNewerRecordsAreRefusedByName) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    std::string record = read_record(*database, "table/App");
    const size_t at = record.find("\"requires\":[]");
    ASSERT_NE(at, std::string::npos);
    write_record(*database, "table/App", record.replace(at, 13, "\"requires\":[\"teleport\"]"));
  }
  const auto database = open(temp.file("db"));
  const auto refused = database->open_table("App");
  EXPECT_TRUE(refused.status().is(Error::kTableTooNew));
  EXPECT_NE(refused.status().message().find("'App'"), std::string::npos);
  EXPECT_NE(refused.status().message().find("teleport"), std::string::npos);
}

TEST(Database, ATableWhoseFamilyIsMissingIsCorruptAndTheOthersAreNot) {
  const TempFolder temp;
  {
    const auto database = open(temp.file("db"));
    ASSERT_TRUE(database->create_table(kApp).ok());
    ASSERT_TRUE(database->create_table(hash_only("Good")).ok());
    ASSERT_TRUE(database->store().drop_family(*database->store().find_family("b1")).ok());
  }
  const auto database = open(temp.file("db"));
  EXPECT_TRUE(database->open_table("App").status().is(Error::kTableCorrupt));
  EXPECT_TRUE(database->open_table("Good").ok());
}

TEST(Database, CloseEndsCursorsAndMayComeFirst) {
  const auto database = open("");
  ASSERT_TRUE(database->create_table(kApp).ok());
  auto table = *database->open_table("App");
  put(*database, table, R"({"PK":"a","SK":"1"})");
  DatabaseCursor cursor(database, table);
  ASSERT_TRUE(cursor.start({}, {}, {}).ok());
  ASSERT_EQ(*cursor.next(), Step::kRow);
  database->close();
  EXPECT_FALSE(cursor.is_on_row());
  EXPECT_TRUE(cursor.next().status().is(Error::kClosed));
  EXPECT_TRUE(cursor.token().status().is(Error::kClosed));
  table.reset();
}

TEST(Database, DescribeShowsTheTable) {
  const auto database = open("");
  ASSERT_TRUE(database->create_table(kApp).ok());
  const auto table = *database->open_table("App");
  put(*database, table, R"({"PK":"a","SK":"1","G":"g"})");
  const std::string json = *database->describe_table(table);
  EXPECT_NE(json.find(R"("TableName":"App")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("IndexName":"byG")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("TableStatus":"ACTIVE")"), std::string::npos) << json;
}

}  // namespace
}  // namespace sheaf
