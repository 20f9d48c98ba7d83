// Tables with indexes of every kind beside each other: overloaded attributes, as many indexes as there may be, reopening, and the
// limit on column families.
#include "tests/shapes/shape_support.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;
using namespace shape_test;

constexpr IndexKind kLocal = IndexKind::kLocal;

// One attribute as partition part, sort part and local sort key; the same two attributes in both orders.
std::vector<IndexShape> overloaded() {
  return {{"x_y", "x:S", "y:N"},
          {"y_x", "y:N", "x:S", "KEYS_ONLY"},
          {"both", "x:S y:N", "", "INCLUDE v"},
          {"sorted", "g:B", "y:N x:S pk:S"},
          {"turned", "sk:S", "pk:S"},
          {"local_x", "pk:S", "x:S", "ALL", kLocal},
          {"local_y", "pk:S", "y:N", "KEYS_ONLY", kLocal}};
}

TEST(ManyIndexes, OneAttributeIsAKeyOfMany) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = overloaded()});
  const auto item = [](std::string_view sk, Attributes more) {
    more["pk"] = s("p");
    more["sk"] = s(sk);
    return item_json(more);
  };
  const std::string all = item("1", {{"x", s("X")}, {"y", n("10")}, {"g", b("G")}});
  const std::string later = item("2", {{"x", s("X")}, {"y", n("9")}, {"g", b("G")}});
  const std::string x_only = item("3", {{"x", s("A")}});
  const std::string y_only = item("4", {{"y", n("-3")}, {"g", b("G")}});
  put_all(table, {all, later, x_only, y_only});
  expect_rows(table, {.index = "x_y", .partition = {s("X")}}, {later, all});
  expect_rows(table, {.index = "both", .partition = {s("X"), n("9")}}, {item("2", {{"x", s("X")}, {"y", n("9")}})});
  expect_rows(table, {.index = "y_x", .content = RowContent::kFullItem}, {later, all});
  expect_rows(table, {.index = "sorted", .partition = {b("G")}}, {later, all});
  expect_rows(table, {.index = "turned", .partition = {s("3")}}, {x_only});
  expect_rows(table, {.index = "local_x", .partition = {s("p")}}, {x_only, all, later});
  expect_rows(table, {.index = "local_y", .partition = {s("p")}, .content = RowContent::kFullItem},
              {y_only, later, all});
  expect_sound(table, 2 + 2 + 2 + 2 + 4 + 3 + 3);

  // One change of y is a change of five indexes.
  const std::string changed = item("2", {{"x", s("X")}, {"y", n("11")}, {"g", b("G")}});
  EXPECT_EQ(table.put_over(changed), later);
  expect_rows(table, {.index = "x_y", .partition = {s("X")}}, {all, changed});
  expect_rows(table, {.index = "both", .partition = {s("X"), n("9")}}, {});
  expect_rows(table, {.index = "sorted", .partition = {b("G")}, .sort = {n("10")}, .sort_op = RangeOp::kGreater},
              {changed});
  expect_rows(table, {.index = "local_y", .partition = {s("p")}, .content = RowContent::kFullItem},
              {y_only, all, changed});
  expect_sound(table, 18);
  EXPECT_TRUE(table.erase({s("p"), s("2")}).ok());
  EXPECT_TRUE(table.erase({s("p"), s("1")}).ok());
  expect_sound(table, 2 + 1 + 1);
}

// A value may be legal in one role and too long in another: the index that cannot hold it refuses the write.
TEST(ManyIndexes, TheRoleDecidesHowLongAValueMayBe) {
  TestDatabase database;
  const std::string longer = std::string(1025, 'x');
  const std::string json = item_json({{"pk", s("p")}, {"x", s(longer)}});
  TestTable as_hash = database.create({.name = "hash", .hash = "pk:S", .indexes = {{"idx", "x:S", ""}}});
  put_all(as_hash, {json});
  expect_rows(as_hash, {.index = "idx", .partition = {s(longer)}}, {json});
  TestTable as_both =
      database.create({.name = "both", .hash = "pk:S", .indexes = {{"idx", "x:S", ""}, {"sorted", "pk:S", "x:S"}}});
  EXPECT_TRUE(as_both.put(json).is(Error::kSortKeyTooLong));
  EXPECT_EQ(as_both.rows(), Rows{});
  EXPECT_EQ(as_both.rows({.index = "idx"}), Rows{});
}

// The first index that a wrong value concerns is named, and nothing is written to any.
TEST(ManyIndexes, AWrongValueIsRefusedOnceForAll) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = overloaded()});
  const std::string wrong = item_json({{"pk", s("p")}, {"sk", s("s")}, {"x", s("X")}, {"y", s("10")}});
  EXPECT_EQ(table.put(wrong).message(), "attribute 'y' has type S; it is a key of index 'x_y' and must be N");
  EXPECT_EQ(table.rows(), Rows{});
  expect_sound(table, 0);
}

// 20 global and 5 local indexes, of every shape.
std::vector<IndexShape> most_indexes() {
  std::vector<IndexShape> indexes;
  const std::string hashes[] = {"a:S", "a:S b:N", "a:S b:N c:B", "a:S b:N c:B d:S"};
  const std::string sorts[] = {"", "e:N", "e:N f:B", "e:N f:B g:S", "e:N f:B g:S h:N"};
  for (const std::string& hash : hashes) {
    for (const std::string& sort : sorts) indexes.push_back({"g" + std::to_string(100 + indexes.size()), hash, sort});
  }
  for (const std::string sort : {"b:N", "c:B", "d:S", "sk:S", "g:S"}) {
    indexes.push_back({"l" + std::to_string(100 + indexes.size()), "pk:S", sort, "KEYS_ONLY", kLocal});
  }
  return indexes;
}

// An item that is in all of them.
std::string most_item() {
  return item_json({{"pk", s("p")},
                    {"sk", s("s")},
                    {"a", s("a")},
                    {"b", n("1")},
                    {"c", b("c")},
                    {"d", s("d")},
                    {"e", n("2")},
                    {"f", b("f")},
                    {"g", s("g")},
                    {"h", n("3")}});
}

// Field case B086, with every shape: tables and their indexes are there after reopening, described as before.
TEST(ManyIndexes, EveryShapeSurvivesAReopen) {
  const TempFolder folder;
  std::string described;
  {
    TestDatabase database(folder.path());
    TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = most_indexes()});
    put_all(table, {most_item()});
    expect_sound(table, 25);
    described = *database->describe_table(table.handle());
  }
  TestDatabase database(folder.path());
  TestTable table = database.table("tab");
  const TableDef& def = table.open_table().def();
  ASSERT_EQ(def.indexes.size(), 25u);
  const std::vector<IndexShape> shapes = most_indexes();
  for (size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(def.indexes[i].name, shapes[i].name);
    EXPECT_EQ(def.indexes[i].kind, shapes[i].kind);
    EXPECT_EQ(def.indexes[i].key.part_count(), key_schema(shapes[i].hash, shapes[i].sort).part_count());
  }
  expect_sound(table, 25);
  const Query query{.index = "g119",
                    .partition = {s("a"), n("1"), b("c"), s("d")},
                    .sort = {n("2"), b("f"), s("g"), n("3")},
                    .sort_op = RangeOp::kEqual};
  expect_rows(table, query, {most_item()});
  expect_rows(table, {.index = "l121", .partition = {s("p")}, .content = RowContent::kFullItem}, {most_item()});
  // New rows go where the old ones are.
  EXPECT_EQ(table.erase_old({s("p"), s("s")}), most_item());
  expect_sound(table, 0);
  put_all(table, {most_item()});
  expect_sound(table, 25);
  // What DescribeTable says stays, but for the estimates.
  const auto keys_of = [](const std::string& json) { return json.substr(0, json.find(R"(,"ItemCount")")); };
  const std::string again = *database->describe_table(table.handle());
  EXPECT_EQ(keys_of(again), keys_of(described));
  EXPECT_NE(again.find(R"("LocalSecondaryIndexes":[{"IndexName":"l120")"), std::string::npos) << again;
}

// A table takes a family and each of its indexes one: 1 + 7 x 26 + 17 = 200.
TEST(ManyIndexes, LocalIndexesCountAsColumnFamilies) {
  TestDatabase database;
  for (int i = 0; i < 7; ++i) {
    database.create({.name = "full" + std::to_string(i), .hash = "pk:S", .sort = "sk:S", .indexes = most_indexes()});
  }
  std::vector<IndexShape> sixteen = most_indexes();
  sixteen.erase(sixteen.begin(), sixteen.begin() + 9);
  const TableShape last{.name = "last", .hash = "pk:S", .sort = "sk:S", .indexes = sixteen};
  std::vector<IndexShape> seventeen = most_indexes();
  seventeen.erase(seventeen.begin(), seventeen.begin() + 8);
  const Status refused =
      database->create_table(definition_json({.name = "last", .hash = "pk:S", .sort = "sk:S", .indexes = seventeen}));
  EXPECT_TRUE(refused.is(Error::kFamilyLimit));
  EXPECT_EQ(refused.message(),
            "the folder would have 201 column families; at most 200 are allowed (a table takes 1 and each index 1)");
  TestTable table = database.create(last);
  put_all(table, {most_item()});
  expect_sound(table, 16);
  EXPECT_TRUE(database->create_table(definition_json({.name = "more"})).is(Error::kFamilyLimit));
  // A drop gives all of them back.
  ASSERT_TRUE(database->drop_table("full3").ok());
  database.create({.name = "anew", .hash = "pk:S", .sort = "sk:S", .indexes = most_indexes()});
  EXPECT_TRUE(database->create_table(definition_json({.name = "more"})).is(Error::kFamilyLimit));
}

// A refused definition leaves nothing behind: its name is free and no family was made.
TEST(ManyIndexes, ARefusedDefinitionMakesNothing) {
  TestDatabase database;
  std::vector<IndexShape> indexes = most_indexes();
  indexes.push_back({"one_more", "pk:S", "h:N", "ALL", kLocal});
  const std::string json = definition_json({.hash = "pk:S", .sort = "sk:S", .indexes = indexes});
  EXPECT_TRUE(database->create_table(json).is(Error::kDefinitionLimit));
  EXPECT_EQ(database->store().family_names(), std::vector<std::string>{"default"});
  database.create({.hash = "pk:S", .sort = "sk:S", .indexes = most_indexes()});
  EXPECT_EQ(database->store().family_names().size(), 27u);
}

}  // namespace
}  // namespace sheaf
