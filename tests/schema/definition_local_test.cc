// parse_definition: local secondary indexes, by dynamodb-semantics.md 5.2.
#include <gtest/gtest.h>

#include "engine/schema/catalog_record.h"
#include "engine/schema/describe.h"
#include "tests/schema/schema_support.h"

namespace sheaf {
namespace {

using schema_test::accepted;
using schema_test::defined;
using schema_test::expect_refused;
using schema_test::expect_whole_text;
using schema_test::key_json;
using schema_test::key_text;
using schema_test::Refusal;
using schema_test::replaced;
using schema_test::small_table;

// One element of a list of indexes; the key is written as "p:HASH x:RANGE".
std::string index_json(std::string_view name, std::string_view key,
                       std::string_view projection = R"({"ProjectionType":"ALL"})") {
  return R"({"IndexName":")" + std::string(name) + R"(","KeySchema":)" + key_json(key) + R"(,"Projection":)" +
         std::string(projection) + "}";
}

// Table T(p S, s N) with those local indexes; `attributes` are those that it needs beside its key.
std::string with_local(std::string_view attributes, std::string_view indexes, std::string_view more = "") {
  return R"({"TableName":"tab","AttributeDefinitions":)" + defined("p:S s:N " + std::string(attributes)) +
         R"(,"KeySchema":)" + key_json("p:HASH s:RANGE") + R"(,"LocalSecondaryIndexes":[)" + std::string(indexes) +
         "]" + std::string(more) + "}";
}

std::string include_of(int count) {
  std::string names;
  for (int i = 0; i < count; ++i) names += (i > 0 ? ",\"n" : "\"n") + std::to_string(i) + "\"";
  return R"({"ProjectionType":"INCLUDE","NonKeyAttributes":[)" + names + "]}";
}

TEST(DefinitionLocal, ReadsFiveBesideAGlobalOne) {
  const std::string locals = index_json("by_x", "p:HASH x:RANGE") + "," +
                             index_json("by_y", "p:HASH y:RANGE", R"({"ProjectionType":"KEYS_ONLY"})") + "," +
                             index_json("by_z", "p:HASH z:RANGE", include_of(2)) + "," +
                             index_json("by_x_again", "p:HASH x:RANGE") + "," +
                             index_json("by_own_sort", "p:HASH s:RANGE");
  const TableDef table = accepted(with_local(
      "x:S y:N z:B", locals, R"(,"GlobalSecondaryIndexes":[)" + index_json("global", "x:HASH p:RANGE") + "]"));
  ASSERT_EQ(table.indexes.size(), 6u);
  EXPECT_EQ(table.indexes[0].name, "global");
  EXPECT_EQ(table.indexes[0].kind, IndexKind::kGlobal);
  EXPECT_EQ(key_text(table.indexes[0].key), "x:S | p:S");
  const std::pair<std::string, std::string> expected[] = {{"by_x", "p:S | x:S"},
                                                          {"by_y", "p:S | y:N"},
                                                          {"by_z", "p:S | z:B"},
                                                          {"by_x_again", "p:S | x:S"},
                                                          {"by_own_sort", "p:S | s:N"}};
  for (size_t i = 0; i < 5; ++i) {
    const IndexDef& index = table.indexes[i + 1];
    EXPECT_EQ(index.name, expected[i].first);
    EXPECT_EQ(index.kind, IndexKind::kLocal);
    EXPECT_EQ(index.state, IndexState::kActive);
    EXPECT_EQ(key_text(index.key), expected[i].second);
  }
  EXPECT_EQ(table.indexes[1].projection.kind, ProjectionKind::kAll);
  EXPECT_EQ(table.indexes[2].projection.kind, ProjectionKind::kKeysOnly);
  EXPECT_EQ(table.indexes[3].projection.kind, ProjectionKind::kInclude);
  EXPECT_EQ(table.indexes[3].projection.non_key_attributes, (std::vector<std::string>{"n0", "n1"}));
  EXPECT_EQ(table.kept_json, "{}");
}

TEST(DefinitionLocal, ComesBackFromItsRecordAndIsDescribed) {
  TableDef table = accepted(with_local("x:S", index_json("by_x", "p:HASH x:RANGE", include_of(1)),
                                       R"(,"GlobalSecondaryIndexes":[)" + index_json("global", "x:HASH") + "]"));
  table.id = 1;
  table.uuid = "u";
  table.indexes[0].id = 1;
  table.indexes[1].id = 2;
  const auto again = decode_catalog_record("tab", encode_catalog_record(table));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(
      describe_table(*again, {}, {{}, {}}),
      R"({"TableName":"tab","TableId":"u","TableStatus":"ACTIVE","CreationDateTime":0.000,)"
      R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"},)"
      R"({"AttributeName":"x","AttributeType":"S"}],"ItemCount":0,"TableSizeBytes":0,)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"global","KeySchema":[{"AttributeName":"x","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"ALL"},"IndexStatus":"ACTIVE","IndexSizeBytes":0,"ItemCount":0}],)"
      R"("LocalSecondaryIndexes":[{"IndexName":"by_x","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
      R"({"AttributeName":"x","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["n0"]},)"
      R"("IndexSizeBytes":0,"ItemCount":0}]})");
}

TEST(DefinitionLocal, NeedsATableWithASortKey) {
  expect_whole_text(
      small_table(R"(,"LocalSecondaryIndexes":[)" + index_json("by_x", "p:HASH x:RANGE") + "]"),
      {Error::kDefinitionInvalid, "LocalSecondaryIndexes",
       "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"});
}

TEST(DefinitionLocal, KeyIsTheTablesPartitionAndOneSortAttribute) {
  const Error invalid = Error::kDefinitionInvalid;
  const std::string good = index_json("good", "p:HASH x:RANGE");
  const std::string path = "LocalSecondaryIndexes[1].KeySchema";
  const auto second = [&](std::string_view key) { return with_local("x:S", good + "," + index_json("bad.One", key)); };
  expect_whole_text(second("p:HASH"), {invalid, path, "Index KeySchema does not have a range key for index: bad.One"});
  expect_whole_text(second("x:HASH p:RANGE"),
                    {invalid, path + "[0].AttributeName",
                     "Index KeySchema does not have the same leading hash key as table KeySchema for index: bad.One. "
                     "index hash key: x, table hash key: p"});
  // Without a sort attribute as well, that is said first.
  expect_whole_text(second("x:HASH"), {invalid, path, "Index KeySchema does not have a range key for index: bad.One"});
  const std::string first = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
  const std::string second_key = "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type";
  const std::string both = "Both the Hash Key and the Range Key element in the KeySchema have the same name";
  expect_whole_text(second("p:RANGE x:HASH"), {invalid, path + "[0].KeyType", first, first});
  expect_whole_text(second("p:HASH x:HASH"), {invalid, path + "[1].KeyType", second_key, second_key});
  expect_whole_text(second("p:HASH p:RANGE"), {invalid, path + "[1].AttributeName", both, both});
  expect_refused(second("p:HASH x:RANGE s:RANGE"),
                 {Error::kDefinitionLimit, path, "3 elements; Member must have length less than or equal to 2"});
  expect_refused(second(""), {invalid, path, "name at least a HASH attribute"});
  expect_refused(second("p:HASH y:RANGE"),
                 {invalid, path + "[1].AttributeName", "Keys: [y], AttributeDefinitions: [p, s, x]; define it there"});
}

TEST(DefinitionLocal, AtMostFive) {
  const auto many = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i > 0 ? "," : "") + index_json("i-" + std::to_string(i), "p:HASH s:RANGE");
    return with_local("", list);
  };
  EXPECT_EQ(accepted(many(5)).indexes.size(), 5u);
  expect_whole_text(many(6), {Error::kDefinitionLimit, "LocalSecondaryIndexes",
                              "Number of LocalSecondaryIndexes exceeds per-table limit of 5: 6"});
}

// 20 global and 5 local indexes are the most that one table can have; each kind has its own limit.
TEST(DefinitionLocal, TheLimitsOfBothKindsStandBesideEachOther) {
  const auto many = [](int globals, int locals) {
    std::string global_list;
    std::string local_list;
    for (int i = 0; i < globals; ++i)
      global_list += (i > 0 ? "," : "") + index_json("g-" + std::to_string(i), "s:HASH");
    for (int i = 0; i < locals; ++i)
      local_list += (i > 0 ? "," : "") + index_json("l-" + std::to_string(i), "p:HASH s:RANGE");
    return with_local("", local_list, R"(,"GlobalSecondaryIndexes":[)" + global_list + "]");
  };
  EXPECT_EQ(accepted(many(20, 5)).indexes.size(), 25u);
  expect_refused(many(21, 5), {Error::kDefinitionLimit, "GlobalSecondaryIndexes", "limit of 20: 21"});
  expect_refused(many(20, 6), {Error::kDefinitionLimit, "LocalSecondaryIndexes", "limit of 5: 6"});
  expect_refused(many(1, 6), {Error::kDefinitionLimit, "LocalSecondaryIndexes", "limit of 5: 6"});
}

// C121: names are the table's, whatever the kind.
TEST(DefinitionLocal, NamesAreUniqueOverBothKinds) {
  const std::string local = index_json("same", "p:HASH s:RANGE");
  const Refusal twice{Error::kDefinitionInvalid, "LocalSecondaryIndexes[1].IndexName",
                      "Duplicate index name: same; give each index of the table its own name"};
  expect_whole_text(with_local("", local + "," + local), twice);
  expect_whole_text(with_local("", index_json("other", "p:HASH s:RANGE") + "," + local,
                               R"(,"GlobalSecondaryIndexes":[)" + index_json("same", "s:HASH") + "]"),
                    twice);
  EXPECT_EQ(accepted(with_local("", local, R"(,"GlobalSecondaryIndexes":[)" + index_json("Same", "s:HASH") + "]"))
                .indexes.size(),
            2u);
  expect_refused(with_local("", index_json("ab", "p:HASH s:RANGE")),
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes[0].IndexName", "greater than or equal to 3"});
  expect_refused(with_local("", index_json("a b", "p:HASH s:RANGE")),
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes[0].IndexName", "[a-zA-Z0-9_.-]+"});
}

TEST(DefinitionLocal, RefusesBadProjections) {
  const Error invalid = Error::kDefinitionInvalid;
  const std::string path = "LocalSecondaryIndexes[0].Projection";
  const auto with = [](std::string_view projection) {
    return with_local("", index_json("idx", "p:HASH s:RANGE", projection));
  };
  expect_refused(replaced(with("{}"), R"(,"Projection":{})", ""), {invalid, path, "Unknown ProjectionType: null"});
  expect_refused(with("{}"), {invalid, path + ".ProjectionType", "Unknown ProjectionType: null"});
  expect_refused(with(R"({"ProjectionType":"SOME"})"),
                 {invalid, path + ".ProjectionType", "Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]"});
  expect_refused(with(R"({"ProjectionType":"ALL","NonKeyAttributes":["a"]})"),
                 {invalid, path + ".NonKeyAttributes", "ProjectionType is ALL, but NonKeyAttributes is specified"});
  expect_refused(
      with(R"({"ProjectionType":"INCLUDE"})"),
      {invalid, path + ".NonKeyAttributes", "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"});
  expect_refused(with(include_of(21)), {Error::kDefinitionLimit, path + ".NonKeyAttributes", "21 attributes; at most"});
}

// The 100 attributes of a table are counted over the indexes of both kinds.
TEST(DefinitionLocal, ProjectedAttributesAreCountedOverBothKinds) {
  std::string globals;
  for (int i = 0; i < 4; ++i)
    globals += (i > 0 ? "," : "") + index_json("g-" + std::to_string(i), "s:HASH", include_of(20));
  const auto with = [&globals](int names) {
    return with_local("",
                      index_json("first", "p:HASH s:RANGE", include_of(19)) + "," +
                          index_json("second", "p:HASH s:RANGE", include_of(names)),
                      R"(,"GlobalSecondaryIndexes":[)" + globals + "]");
  };
  EXPECT_EQ(accepted(with(1)).indexes.size(), 6u);
  expect_refused(with(2), {Error::kDefinitionLimit, "LocalSecondaryIndexes[1].Projection.NonKeyAttributes",
                           "the indexes up to here name 101 attributes; at most 100"});
}

TEST(DefinitionLocal, UnknownMembersAreNamedByTheirPath) {
  const auto unknown = [](std::string path) {
    return Refusal{Error::kDefinitionInvalid, std::move(path), "unknown member"};
  };
  const std::string json = with_local("", index_json("idx", "p:HASH s:RANGE"));
  const std::string name = R"({"IndexName":"idx",)";
  // A local index shares its table's throughput, so CreateTable has no such member for it.
  expect_refused(replaced(json, name, name + R"("ProvisionedThroughput":{},)"),
                 unknown("LocalSecondaryIndexes[0].ProvisionedThroughput"));
  expect_refused(replaced(json, name, name + R"("IndexStatus":"ACTIVE",)"),
                 unknown("LocalSecondaryIndexes[0].IndexStatus"));
  expect_refused(replaced(json, R"({"ProjectionType":"ALL"})", R"({"ProjectionType":"ALL","x":1})"),
                 unknown("LocalSecondaryIndexes[0].Projection.x"));
  expect_refused(with_local("", R"({"KeySchema":[],"Projection":{}})"),
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes[0].IndexName", "a required member is missing"});
  expect_refused(with_local("", R"({"IndexName":"idx","Projection":{}})"),
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes[0].KeySchema", "a required member is missing"});
  expect_refused(with_local("", "7"),
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes[0]", "expected an object, found a number"});
  expect_refused(replaced(json, R"("LocalSecondaryIndexes":[)", R"("LocalSecondaryIndexes":{"x":[)") + "}",
                 {Error::kDefinitionInvalid, "LocalSecondaryIndexes", "expected an array, found an object"});
}

TEST(DefinitionLocal, EveryDefinedAttributeIsUsed) {
  expect_refused(with_local("x:S y:S", index_json("idx", "p:HASH x:RANGE")),
                 {Error::kDefinitionInvalid, "AttributeDefinitions[3]",
                  "Some AttributeDefinitions are not used. AttributeDefinitions: [p, s, x, y], keys used: [p, s, x]; "
                  "remove 'y'"});
}

}  // namespace
}  // namespace sheaf
