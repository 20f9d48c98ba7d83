// What the tests of this folder share: items from values, and a query that is asked in every way there is. One thread.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/test_database.h"

namespace sheaf::shape_test {

using Rows = std::vector<std::string>;
using Attributes = std::map<std::string, Value>;

// The item as DynamoDB's JSON, in the form in which rows come back: attributes in the order of their names.
inline std::string item_json(const Attributes& attributes) {
  std::string json;
  for (const auto& [name, value] : attributes) {
    json += (json.empty() ? "\"" : ",\"") + name + "\":" + test::json_of(value.view());
  }
  return "{" + json + "}";
}

// Writes the items; those that are refused fail the test.
inline void put_all(test::TestTable& table, const Rows& items) {
  for (const std::string& item : items) {
    const Status status = table.put(item);
    EXPECT_TRUE(status.ok()) << item << ": " << status.message();
  }
}

// The query gives these rows, and their mirror backwards, in one walk and page by page with resume tokens.
inline void expect_rows(const test::TestTable& table, const test::Query& query, const Rows& expected) {
  const Rows mirror(expected.rbegin(), expected.rend());
  const test::Query backward = test::reversed(query);
  EXPECT_EQ(table.rows(query), expected);
  EXPECT_EQ(table.rows(backward), mirror);
  for (const uint64_t page_rows : {1u, 2u, 3u}) {
    EXPECT_EQ(table.rows_by_pages(query, page_rows), expected) << page_rows << " rows a page";
    EXPECT_EQ(table.rows_by_pages(backward, page_rows), mirror) << page_rows << " rows a page, backwards";
  }
}

inline void expect_refused(const Status& status, Error error, std::string_view message, std::string_view aws_message) {
  EXPECT_TRUE(status.is(error)) << status.message();
  EXPECT_EQ(status.message(), message);
  EXPECT_EQ(status.aws_message(), aws_message);
}

// The table and its indexes agree, and the indexes have that many rows in all.
inline void expect_sound(const test::TestTable& table, uint64_t index_rows) {
  const VerifyReport report = table.verify();
  EXPECT_TRUE(report.is_clean());
  EXPECT_EQ(report.rows, index_rows);
}

}  // namespace sheaf::shape_test
