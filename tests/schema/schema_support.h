// What the tests of this folder share: two definitions to change in one place, and expected refusals.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "engine/schema/definition.h"

namespace sheaf::schema_test {

// Three keys, two indexes. The tests change one place of it.
inline constexpr std::string_view kOrders = R"({
  "TableName": "Orders",
  "AttributeDefinitions": [
    {"AttributeName": "customer", "AttributeType": "S"},
    {"AttributeName": "number", "AttributeType": "N"},
    {"AttributeName": "digest", "AttributeType": "B"}
  ],
  "KeySchema": [
    {"AttributeName": "customer", "KeyType": "HASH"},
    {"AttributeName": "number", "KeyType": "RANGE"}
  ],
  "GlobalSecondaryIndexes": [
    {
      "IndexName": "by_digest",
      "KeySchema": [{"AttributeName": "digest", "KeyType": "HASH"}, {"AttributeName": "customer", "KeyType": "RANGE"}],
      "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total", "customer", "a.b"]}
    },
    {
      "IndexName": "by_number",
      "KeySchema": [{"AttributeName": "number", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "KEYS_ONLY"}
    }
  ]
})";

// A table without indexes; `more` is put behind its members.
inline std::string small_table(std::string_view more = "") {
  return R"({"TableName":"tab","AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
         R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}])" +
         std::string(more) + "}";
}

// `text` with its only `from` replaced.
inline std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string_view::npos) << from;
  if (at == std::string_view::npos) return std::string(text);
  EXPECT_EQ(text.find(from, at + 1), std::string_view::npos) << from << " stands there twice";
  return std::string(text.substr(0, at)) + std::string(to) + std::string(text.substr(at + from.size()));
}

inline TableDef accepted(std::string_view json) {
  const auto table = parse_definition(json);
  EXPECT_TRUE(table.ok()) << json << "\n" << table.status().message();
  return table.ok() ? *table : TableDef();
}

struct Refusal {
  Error error;
  std::string path;
  std::string text;        // a part of it
  std::string aws_text{};  // DynamoDB's whole text, where that is not the usual beginning and ours without advice
};

inline void expect_refused(const std::string& json, const Refusal& refusal) {
  const auto table = parse_definition(json);
  ASSERT_FALSE(table.ok()) << json;
  const Status& status = table.status();
  EXPECT_TRUE(status.is(refusal.error)) << status.message();
  EXPECT_EQ(status.message().substr(0, 12 + refusal.path.size() + 2), "definition, " + refusal.path + ": ");
  EXPECT_NE(status.message().find(refusal.text), std::string::npos) << status.message() << "\nlacks " << refusal.text;
  EXPECT_EQ(status.message().find('\n'), std::string::npos);
  EXPECT_GE(status.offset(), 0);
  EXPECT_LT(status.offset(), static_cast<int64_t>(json.size()));
}

// The whole text of the refusal, in the engine's words, where advice stands behind "; ", and in DynamoDB's.
inline void expect_whole_text(const std::string& json, const Refusal& refusal) {
  expect_refused(json, refusal);
  const Status status = parse_definition(json).status();
  EXPECT_EQ(status.message(), "definition, " + refusal.path + ": " + refusal.text);
  const bool may_advise = refusal.error == Error::kDefinitionInvalid;
  const std::string usual = "One or more parameter values were invalid: " +
                            refusal.text.substr(0, may_advise ? refusal.text.find("; ") : std::string::npos);
  EXPECT_EQ(status.aws_message(), refusal.aws_text.empty() ? usual : refusal.aws_text);
}

// Pairs such as "a:S b:N" as a JSON array of objects with those two members.
inline std::string pairs_json(std::string_view pairs, std::string_view second_member) {
  std::istringstream words{std::string(pairs)};
  std::string list;
  for (std::string word; words >> word;) {
    const size_t colon = word.find(':');
    list += (list.empty() ? "" : ",") + std::string(R"({"AttributeName":")") + word.substr(0, colon) + R"(",")" +
            std::string(second_member) + R"(":")" + word.substr(colon + 1) + "\"}";
  }
  return "[" + list + "]";
}

// "a:S b:N" as AttributeDefinitions, "a:HASH b:RANGE" as KeySchema.
inline std::string defined(std::string_view attributes) { return pairs_json(attributes, "AttributeType"); }
inline std::string key_json(std::string_view key) { return pairs_json(key, "KeyType"); }

inline std::string key_text(const KeySchema& key) {
  std::string text;
  for (const KeyPart& part : key.partition) text += part.name + ":" + type_tag(part.type) + " ";
  text += "|";
  for (const KeyPart& part : key.sort) text += " " + part.name + ":" + type_tag(part.type);
  return text;
}

inline std::string index_text(std::string_view name, std::string_view hash) {
  return R"({"IndexName":")" + std::string(name) + R"(","KeySchema":[{"AttributeName":")" + std::string(hash) +
         R"(","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}})";
}

// `count` indexes on "p" named i10, i11, ...; each with `names_each` non-key attributes, or ALL when that is 0.
inline std::string many_indexes(int count, int names_each = 0) {
  std::string list;
  for (int i = 0; i < count; ++i) {
    std::string index = index_text("i" + std::to_string(10 + i), "p");
    if (names_each > 0) {
      std::string names;
      for (int n = 0; n < names_each; ++n) names += (n > 0 ? ",\"n" : "\"n") + std::to_string(n) + "\"";
      index = replaced(index, R"("ALL")", R"("INCLUDE","NonKeyAttributes":[)" + names + "]");
    }
    list += (i > 0 ? "," : "") + index;
  }
  return small_table(R"(,"GlobalSecondaryIndexes":[)" + list + "]");
}

}  // namespace sheaf::schema_test
