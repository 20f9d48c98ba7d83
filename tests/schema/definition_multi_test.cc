// parse_definition: global indexes whose key has several attributes, by dynamodb-semantics.md 5.2 and 6.6.
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

constexpr std::string_view kPath = "GlobalSecondaryIndexes[0].KeySchema";

// Table T(p S) with one global index of that key, "a:HASH b:RANGE", and those attributes beside p, "a:S b:N".
std::string with_key(std::string_view attributes, std::string_view key) {
  return R"({"TableName":"tab","AttributeDefinitions":)" + defined("p:S " + std::string(attributes)) +
         R"(,"KeySchema":)" + key_json("p:HASH") + R"(,"GlobalSecondaryIndexes":[{"IndexName":"idx","KeySchema":)" +
         key_json(key) + R"(,"Projection":{"ProjectionType":"ALL"}}]})";
}

// The same with `hash_count` and `range_count` attributes: h1, h2, ... and r1, r2, ...
std::string with_counts(int hash_count, int range_count) {
  std::string attributes;
  std::string key;
  const auto add = [&](std::string_view letter, int count, std::string_view role) {
    for (int i = 1; i <= count; ++i) {
      const std::string name = std::string(letter) + std::to_string(i);
      attributes += name + ":S ";
      key += name + ":" + std::string(role) + " ";
    }
  };
  add("h", hash_count, "HASH");
  add("r", range_count, "RANGE");
  return with_key(attributes, key);
}

TEST(DefinitionMulti, EveryCountFromOneToFourAndNoneToFour) {
  const std::string partitions[] = {"h1:S", "h1:S h2:S", "h1:S h2:S h3:S", "h1:S h2:S h3:S h4:S"};
  const std::string sorts[] = {"", " r1:S", " r1:S r2:S", " r1:S r2:S r3:S", " r1:S r2:S r3:S r4:S"};
  for (int hashes = 1; hashes <= 4; ++hashes) {
    for (int ranges = 0; ranges <= 4; ++ranges) {
      const TableDef table = accepted(with_counts(hashes, ranges));
      ASSERT_EQ(table.indexes.size(), 1u);
      EXPECT_EQ(table.indexes[0].kind, IndexKind::kGlobal);
      EXPECT_EQ(key_text(table.indexes[0].key), partitions[hashes - 1] + " |" + sorts[ranges]);
    }
  }
}

TEST(DefinitionMulti, TypesMayDifferPartByPartAndComeBackFromTheRecord) {
  TableDef table =
      accepted(with_key("a:S b:N c:B d:S e:N f:B g:S", "a:HASH b:HASH c:HASH d:HASH e:RANGE f:RANGE g:RANGE p:RANGE"));
  table.id = 1;
  table.uuid = "u";
  table.indexes[0].id = 1;
  const auto again = decode_catalog_record("tab", encode_catalog_record(table));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(key_text(again->indexes[0].key), "a:S b:N c:B d:S | e:N f:B g:S p:S");
  const std::string described = describe_table(*again, {}, {{}});
  EXPECT_NE(
      described.find(
          R"("IndexName":"idx","KeySchema":[{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"HASH"},)"
          R"({"AttributeName":"c","KeyType":"HASH"},{"AttributeName":"d","KeyType":"HASH"},)"
          R"({"AttributeName":"e","KeyType":"RANGE"},{"AttributeName":"f","KeyType":"RANGE"},)"
          R"({"AttributeName":"g","KeyType":"RANGE"},{"AttributeName":"p","KeyType":"RANGE"}],)"
          R"("Projection":{"ProjectionType":"ALL"},"IndexStatus":"ACTIVE")"),
      std::string::npos)
      << described;
}

// Overloading: the place and the role of an attribute are each key's own, its type is the table's.
TEST(DefinitionMulti, AnAttributeMayBeAKeyOfSeveralIndexes) {
  const auto index = [](std::string_view name, std::string_view key) {
    return R"({"IndexName":")" + std::string(name) + R"(","KeySchema":)" + key_json(key) +
           R"(,"Projection":{"ProjectionType":"KEYS_ONLY"}})";
  };
  const TableDef table =
      accepted(R"({"TableName":"tab","AttributeDefinitions":)" + defined("p:S s:N a:B b:N") + R"(,"KeySchema":)" +
               key_json("p:HASH s:RANGE") + R"(,"GlobalSecondaryIndexes":[)" +
               index("one", "a:HASH b:HASH s:RANGE p:RANGE") + "," + index("two", "b:HASH a:RANGE") + "," +
               index("three", "s:HASH p:HASH") + "," + index("like_the_table", "p:HASH s:RANGE") +
               R"(],"LocalSecondaryIndexes":[)" + index("four", "p:HASH b:RANGE") + "]}");
  ASSERT_EQ(table.indexes.size(), 5u);
  EXPECT_EQ(key_text(table.indexes[0].key), "a:B b:N | s:N p:S");
  EXPECT_EQ(key_text(table.indexes[1].key), "b:N | a:B");
  EXPECT_EQ(key_text(table.indexes[2].key), "s:N p:S |");
  EXPECT_EQ(key_text(table.indexes[3].key), "p:S | s:N");
  EXPECT_EQ(key_text(table.indexes[4].key), "p:S | b:N");
}

TEST(DefinitionMulti, CountsAreLimited) {
  const std::string path(kPath);
  expect_whole_text(with_counts(5, 0),
                    {Error::kDefinitionLimit, path,
                     "the key schema has 5 elements of one KeyType; at most 4 HASH and as many RANGE elements are "
                     "allowed"});
  expect_refused(with_counts(1, 5), {Error::kDefinitionLimit, path, "5 elements of one KeyType; at most 4"});
  expect_refused(with_counts(5, 3), {Error::kDefinitionLimit, path, "5 elements of one KeyType; at most 4"});
  expect_refused(with_counts(4, 5),
                 {Error::kDefinitionLimit, path, "9 elements; Member must have length less than or equal to 8"});
  expect_refused(with_key("", ""), {Error::kDefinitionInvalid, path, "name at least a HASH attribute"});
}

TEST(DefinitionMulti, EveryHashElementPrecedesTheRangeElements) {
  const std::string path(kPath);
  const std::string order = "Invalid KeySchema: every HASH element must precede the RANGE elements";
  expect_whole_text(with_key("a:S b:S c:S", "a:HASH b:RANGE c:HASH"),
                    {Error::kDefinitionInvalid, path + "[2].KeyType", order});
  expect_whole_text(with_key("a:S b:S c:S d:S", "a:HASH b:HASH c:RANGE d:HASH"),
                    {Error::kDefinitionInvalid, path + "[3].KeyType", order});
  const std::string first = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
  expect_whole_text(with_key("a:S b:S", "a:RANGE b:HASH"),
                    {Error::kDefinitionInvalid, path + "[0].KeyType", first, first});
  expect_whole_text(with_key("a:S b:S", "a:RANGE b:RANGE"),
                    {Error::kDefinitionInvalid, path + "[0].KeyType", first, first});
}

TEST(DefinitionMulti, NoAttributeStandsTwice) {
  const std::string path(kPath);
  const Error invalid = Error::kDefinitionInvalid;
  const std::string both = "Both the Hash Key and the Range Key element in the KeySchema have the same name";
  expect_whole_text(with_key("a:S", "a:HASH a:HASH"), {invalid, path + "[1].AttributeName",
                                                       "Duplicate attribute 'a' in the KeySchema; name each attribute "
                                                       "once"});
  expect_refused(with_key("a:S b:S c:S", "a:HASH b:RANGE c:RANGE b:RANGE"),
                 {invalid, path + "[3].AttributeName", "Duplicate attribute 'b'"});
  expect_whole_text(with_key("a:S", "a:HASH a:RANGE"), {invalid, path + "[1].AttributeName", both, both});
  expect_whole_text(with_key("a:S b:S", "a:HASH b:HASH a:RANGE"), {invalid, path + "[2].AttributeName", both, both});
}

TEST(DefinitionMulti, EveryPartIsDefinedAndEveryDefinitionUsed) {
  expect_refused(with_key("a:S b:S d:S", "a:HASH b:HASH c:RANGE d:RANGE"),
                 {Error::kDefinitionInvalid, std::string(kPath) + "[2].AttributeName",
                  "Some index key attributes are not defined in AttributeDefinitions. Keys: [c], AttributeDefinitions: "
                  "[p, a, b, d]"});
  expect_refused(with_key("a:S b:S x:N", "a:HASH b:HASH"),
                 {Error::kDefinitionInvalid, "AttributeDefinitions[3]",
                  "Some AttributeDefinitions are not used. AttributeDefinitions: [p, a, b, x], keys used: [p, a, b]"});
}

// Only global indexes have such keys; the table's own stays a pair.
TEST(DefinitionMulti, TheTablesOwnKeyIsAPair) {
  const auto table = [](std::string_view attributes, std::string_view key) {
    return R"({"TableName":"tab","AttributeDefinitions":)" + defined(attributes) + R"(,"KeySchema":)" + key_json(key) +
           "}";
  };
  expect_refused(table("a:S b:S", "a:HASH b:HASH"), {Error::kDefinitionInvalid, "KeySchema[1].KeyType",
                                                     "The second KeySchemaElement is not a RANGE key type"});
  expect_refused(table("a:S b:S c:S", "a:HASH b:RANGE c:RANGE"),
                 {Error::kDefinitionLimit, "KeySchema", "Member must have length less than or equal to 2"});
}

}  // namespace
}  // namespace sheaf
