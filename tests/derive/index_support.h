// What the tests of SecondaryIndex share: an index on a base table, and its rows written out by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/derive/secondary_index.h"
#include "engine/schema/item_key.h"
#include "tests/support/items.h"
#include "tests/support/key_bytes.h"
#include "tests/support/shapes.h"

namespace sheaf::derive_test {

using test::kMinusOne;
using test::kOne;
using test::kTen;
using test::last_s;
using test::marked;
using test::sort_b;
using test::sort_s;
using test::TestItem;

class IndexUnderTest {
 public:
  // The table has one index.
  explicit IndexUnderTest(const test::TableShape& shape)
      : def_(test::definition_of(shape)), index_(def_.indexes.at(0), def_.key) {}

  const SecondaryIndex& operator*() const { return index_; }
  const SecondaryIndex* operator->() const { return &index_; }

  std::string base_key(std::string_view json) const {
    std::string key;
    const Status status = append_item_key(def_.key, TestItem(json).view(), &key);
    EXPECT_TRUE(status.ok()) << status.message();
    return key;
  }

  Status check(std::string_view json) const { return index_.check(TestItem(json).view()); }

  // The keys of the item's rows, none or one.
  std::vector<std::string> keys(std::string_view json) const {
    const TestItem item(json);
    DerivedRows rows;
    index_.append_rows(item.view(), base_key(json), &rows);
    std::vector<std::string> keys;
    for (const DerivedRow& row : rows) keys.push_back(row.key);
    return keys;
  }

  // The value of the item's only row, as JSON.
  std::string projected(std::string_view json) const {
    const TestItem item(json);
    DerivedRows rows;
    index_.append_rows(item.view(), base_key(json), &rows);
    EXPECT_EQ(rows.size(), 1u) << json;
    return rows.size() == 1 ? test::json_of_stored(rows[0].value()) : std::string();
  }

 private:
  TableDef def_;
  SecondaryIndex index_;
};

}  // namespace sheaf::derive_test
