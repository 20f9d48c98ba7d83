// append_added_index: the definition of an index for a table that is there, and what is kept of a table beside its keys.
#include "engine/schema/definition_added_index.h"

#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "engine/schema/definition.h"
#include "engine/schema/definition_kept.h"
#include "engine/schema/describe.h"
#include "engine/schema/json_make.h"
#include "tests/support/added_index.h"

namespace sheaf {
namespace {

using namespace test;

TableDef table_with(const std::vector<IndexShape>& indexes) {
  auto table = parse_definition(definition_json({.hash = "pk:S", .sort = "sk:N", .indexes = indexes}));
  EXPECT_TRUE(table.ok()) << table.status().message();
  return *std::move(table);
}

// Refused with that error and those words in the text for AWS's clients; the table stays as it was.
void expect_refused(const TableDef& table, const std::string& json, Error error, const std::string& aws_words) {
  TableDef changed = table;
  const Status status = append_added_index(json, &changed);
  ASSERT_FALSE(status.ok()) << json;
  EXPECT_TRUE(status.is(error)) << status.message();
  EXPECT_NE(status.aws_message().find(aws_words), std::string::npos) << status.aws_message();
  EXPECT_EQ(changed.indexes.size(), table.indexes.size());
  EXPECT_EQ(changed.kept_json, table.kept_json);
}

std::string with_member(const std::string& json, const std::string& member) {
  return json.substr(0, json.size() - 1) + "," + member + "}";
}

TEST(AddedIndex, GoesBehindTheOthers) {
  TableDef table = table_with({{"first", "a:S"}});
  ASSERT_TRUE(append_added_index(added_index_json({"second", "b:S a:S", "sk:N", "INCLUDE v,w"}), &table).ok());
  ASSERT_EQ(table.indexes.size(), 2u);
  const IndexDef& added = table.indexes.back();
  EXPECT_EQ(added.name, "second");
  EXPECT_EQ(added.kind, IndexKind::kGlobal);
  ASSERT_EQ(added.key.partition.size(), 2u);
  EXPECT_EQ(added.key.partition[0].name, "b");
  ASSERT_EQ(added.key.sort.size(), 1u);
  EXPECT_EQ(added.key.sort[0].type, Type::kNumber);
  EXPECT_EQ(added.projection.non_key_attributes, (std::vector<std::string>{"v", "w"}));
}

TEST(AddedIndex, DefinitionsThatNothingUsesAreDropped) {
  TableDef table = table_with({});
  std::string json = added_index_json({"by_a", "a:S"});
  json.insert(json.find('[') + 1, R"({"AttributeName":"unused","AttributeType":"B"},)");
  ASSERT_TRUE(append_added_index(json, &table).ok());
  const std::string described = describe_table(table, {}, {{}});
  EXPECT_EQ(described.find("unused"), std::string::npos) << described;
  EXPECT_NE(described.find(R"({"AttributeName":"a","AttributeType":"S"})"), std::string::npos) << described;
}

TEST(AddedIndex, ANameIsGivenOnce) {
  const TableDef table = table_with({{"global", "a:S"}, {"local", "pk:S", "a:S", "ALL", IndexKind::kLocal}});
  for (const char* const name : {"global", "local"}) {
    expect_refused(table, added_index_json({name, "b:S"}), Error::kIndexExists,
                   "Attempting to create an index which already exists");
  }
}

TEST(AddedIndex, AnAttributeKeepsItsType) {
  const TableDef table = table_with({{"by_a", "a:S"}});
  for (const char* const part : {"pk:N", "sk:S", "a:B"}) {
    expect_refused(table, added_index_json({"other", part}), Error::kAttributeRedefined,
                   "Attributes cannot be redefined. Please check that your attribute has the same type as previously "
                   "defined. Existing schema: ");
  }
  std::string unused = added_index_json({"other", "b:S"});
  unused.insert(unused.find('[') + 1, R"({"AttributeName":"a","AttributeType":"N"},)");
  expect_refused(table, unused, Error::kAttributeRedefined, "{a:S}] New schema: Schema:[SchemaElement: {a:N}]");
}

TEST(AddedIndex, ItsAttributesAreDefinedBesideIt) {
  const TableDef table = table_with({{"by_a", "a:S"}});
  const std::string json =
      R"({"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"IndexName":"other",)"
      R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}})";
  expect_refused(table, json, Error::kDefinitionInvalid, "Some index key attributes are not defined");
}

TEST(AddedIndex, FormsThatAreWrong) {
  const TableDef table = table_with({});
  const std::string json = added_index_json({"by_a", "a:S"});
  expect_refused(table, "[]", Error::kJsonKind, "");
  expect_refused(table, "{", Error::kJsonSyntax, "");
  expect_refused(table, "{}", Error::kDefinitionInvalid, "a required member is missing");
  expect_refused(table, with_member(json, R"("TableName":"tab")"), Error::kDefinitionInvalid, "");
  expect_refused(table, added_index_json({"x", "a:S"}), Error::kDefinitionInvalid, "");
  expect_refused(table, added_index_json({"by_a", "a:S b:S c:S d:S e:S"}), Error::kDefinitionLimit,
                 "5 elements of one KeyType");
}

TEST(AddedIndex, ATableHasAtMost20AndAtMost100AttributesInThem) {
  std::vector<IndexShape> shapes{{"local", "pk:S", "l:S", "ALL", IndexKind::kLocal}};
  for (int i = 0; i < 19; ++i) shapes.push_back({"idx" + std::to_string(i), "a:S"});
  TableDef table = table_with(shapes);
  ASSERT_TRUE(append_added_index(added_index_json({"twentieth", "a:S"}), &table).ok());
  expect_refused(table, added_index_json({"one_more", "a:S"}), Error::kDefinitionLimit,
                 "GlobalSecondaryIndex count exceeds the per-table limit of 20");
  const auto including = [](int from, int count) {
    std::string text = "INCLUDE ";
    for (int i = from; i < from + count; ++i) text += (i == from ? "v" : ",v") + std::to_string(i);
    return text;
  };
  std::vector<IndexShape> wide;
  for (int i = 0; i < 4; ++i) wide.push_back({"wide" + std::to_string(i), "a:S", "", including(0, 20)});
  wide.push_back({"local", "pk:S", "l:S", including(0, 19), IndexKind::kLocal});
  table = table_with(wide);
  expect_refused(table, added_index_json({"two", "a:S", "", including(0, 2)}), Error::kDefinitionLimit,
                 "name 101 attributes");
  EXPECT_TRUE(append_added_index(added_index_json({"one", "a:S", "", including(0, 1)}), &table).ok());
}

TEST(AddedIndex, WhatIsKeptOfItGoesWithItsName) {
  TableDef table = table_with({});
  table.kept_json = R"({"BillingMode":"PROVISIONED"})";
  const std::string throughput = R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2})";
  ASSERT_TRUE(append_added_index(with_member(added_index_json({"by_a", "a:S"}), throughput), &table).ok());
  ASSERT_TRUE(append_added_index(added_index_json({"by_b", "b:S"}), &table).ok());
  ASSERT_TRUE(append_added_index(with_member(added_index_json({"by_c", "c:S"}), throughput), &table).ok());
  EXPECT_EQ(table.kept_json, R"({"BillingMode":"PROVISIONED","GlobalSecondaryIndexes":{"by_a":{)" + throughput +
                                 R"(},"by_c":{)" + throughput + "}}}");
  JsonNode kept = parse_kept_json(table.kept_json);
  forget_kept_index("by_b", &kept);
  forget_kept_index("by_a", &kept);
  EXPECT_EQ(print_json(kept),
            R"({"BillingMode":"PROVISIONED","GlobalSecondaryIndexes":{"by_c":{)" + throughput + "}}}");
  forget_kept_index("by_c", &kept);
  EXPECT_EQ(print_json(kept), R"({"BillingMode":"PROVISIONED"})");
}

TEST(Kept, Protection) {
  EXPECT_TRUE(is_drop_protected(R"({"DeletionProtectionEnabled":true})"));
  EXPECT_FALSE(is_drop_protected(R"({"DeletionProtectionEnabled":false})"));
  EXPECT_FALSE(is_drop_protected("{}"));
  auto table = parse_definition(with_member(definition_json({.hash = "pk:S"}), R"("DeletionProtectionEnabled":true)"));
  ASSERT_TRUE(table.ok()) << table.status().message();
  EXPECT_TRUE(is_drop_protected(table->kept_json));
}

TEST(Kept, HasBounds) {
  JsonNode kept = make_json(JsonNode::Kind::kObject);
  add_json_member("Tags", make_json_text(std::string(kMaxKeptBytes / 2, 'x')), &kept);
  EXPECT_TRUE(check_kept(kept).ok());
  add_json_member("More", make_json_text(std::string(kMaxKeptBytes, 'x')), &kept);
  EXPECT_TRUE(check_kept(kept).is(Error::kDefinitionLimit));
  const auto nested = [](int levels) {
    JsonNode node = make_json_text("x");
    for (int i = 1; i < levels; ++i) {
      JsonNode list = make_json(JsonNode::Kind::kArray);
      list.items.push_back(std::move(node));
      node = std::move(list);
    }
    JsonNode kept_levels = make_json(JsonNode::Kind::kObject);
    add_json_member("Tags", std::move(node), &kept_levels);
    return kept_levels;
  };
  EXPECT_TRUE(check_kept(nested(kMaxKeptLevels)).ok());
  EXPECT_TRUE(check_kept(nested(kMaxKeptLevels + 1)).is(Error::kDefinitionLimit));
}

}  // namespace
}  // namespace sheaf
