// Memory that ends within a call on many items: a write that has happened is never denied, results are true, and holders are
// not left half filled.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capi/sheaf.h"
#include "tests/memory/failing_new.h"
#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

sheaf_bytes bytes_of(const std::string& text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

class ManyMemory : public testing::Test {
 protected:
  ManyMemory() {
    sheaf_open_options options = {};
    options.struct_size = sizeof(options);
    options.flags = SHEAF_OPEN_MEMORY;
    sheaf_db* db = nullptr;
    EXPECT_EQ(sheaf_open(nullptr, &options, &db, nullptr), SHEAF_OK);
    db_.reset(db);
    const std::string definition = R"({"TableName":"tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";
    EXPECT_EQ(sheaf_table_create(db_.get(), bytes_of(definition), nullptr), SHEAF_OK);
    sheaf_table* table = nullptr;
    EXPECT_EQ(sheaf_table_open(db_.get(), "tab", &table, nullptr), SHEAF_OK);
    table_.reset(table);
    error_.reset(sheaf_error_new());
  }

  Owned<sheaf_item> item_of(const std::string& json) {
    Owned<sheaf_item> item(sheaf_item_new());
    EXPECT_EQ(sheaf_item_parse(item.get(), SHEAF_JSON_PLAIN, bytes_of(json), nullptr), SHEAF_OK);
    return item;
  }

  sheaf_action put_of(const sheaf_item* item) {
    sheaf_action action = {};
    action.kind = SHEAF_ACTION_PUT;
    action.table = table_.get();
    action.item = item;
    return action;
  }

  sheaf_status get(const std::string& pk) {
    const sheaf_value part = {SHEAF_STRING, 0, bytes_of(pk)};
    const sheaf_key key = {&part, 1, 0};
    Owned<sheaf_item> item(sheaf_item_new());
    return sheaf_get(table_.get(), &key, item.get(), nullptr);
  }

  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  Owned<sheaf_error> error_;
};

// The first token, so that the family is made, too; then once more under the same token, which must agree.
TEST_F(ManyMemory, ATransactionIsThereExactlyWhenItSaysSo) {
  for (int allocation = 0; allocation < 400; ++allocation) {
    const std::string pk = "p" + std::to_string(allocation);
    const Owned<sheaf_item> first = item_of(R"({"pk":")" + pk + R"("})");
    const Owned<sheaf_item> second = item_of(R"({"pk":"q)" + pk + R"("})");
    const sheaf_action actions[] = {put_of(first.get()), put_of(second.get())};
    sheaf_status status;
    fail_own_allocation(allocation);
    status = sheaf_write_all(db_.get(), actions, 2, bytes_of(pk), nullptr, error_.get());
    fail_no_allocation();
    ASSERT_TRUE(status == SHEAF_OK || status == SHEAF_NO_MEMORY) << sheaf_error_message(error_.get());
    const sheaf_status expected = status == SHEAF_OK ? SHEAF_OK : SHEAF_NOT_FOUND;
    EXPECT_EQ(get(pk), expected) << allocation;
    EXPECT_EQ(get("q" + pk), expected) << allocation;
    ASSERT_EQ(sheaf_write_all(db_.get(), actions, 2, bytes_of(pk), nullptr, error_.get()), SHEAF_OK);
  }
}

TEST_F(ManyMemory, ResultsOfABatchAreTrue) {
  constexpr size_t kCount = 300;  // more than a chunk
  bool some_were_cut = false;
  for (int allocation = 0; allocation < 3000; allocation += 13) {
    std::vector<Owned<sheaf_item>> items;
    std::vector<std::string> keys;
    std::vector<sheaf_action> actions;
    for (size_t i = 0; i < kCount; ++i) {
      keys.push_back(std::to_string(allocation) + "/" + std::to_string(i));
      items.push_back(item_of(R"({"pk":")" + keys.back() + R"("})"));
      actions.push_back(put_of(items.back().get()));
    }
    std::vector<sheaf_status> results(kCount, 12345);
    sheaf_status status;
    fail_own_allocation(allocation);
    status = sheaf_write_each(db_.get(), actions.data(), kCount, results.data(), nullptr, error_.get());
    fail_no_allocation();
    size_t done = 0;
    for (size_t i = 0; i < kCount; ++i) {
      ASSERT_TRUE(results[i] == SHEAF_OK || results[i] == SHEAF_NO_MEMORY) << results[i];
      ASSERT_EQ(get(keys[i]), results[i] == SHEAF_OK ? SHEAF_OK : SHEAF_NOT_FOUND) << allocation << " " << i;
      done += results[i] == SHEAF_OK ? 1 : 0;
    }
    EXPECT_EQ(status == SHEAF_OK, done == kCount);
    some_were_cut = some_were_cut || (done != 0 && done != kCount);
  }
  EXPECT_TRUE(some_were_cut) << "no allocation failed between two chunks, so nothing was shown";
}

TEST_F(ManyMemory, LookupsLeaveNoOldItemBehind) {
  const Owned<sheaf_item> stored = item_of(R"({"pk":"a","text":")" + std::string(1000, 'x') + R"("})");
  ASSERT_EQ(sheaf_put(table_.get(), stored.get(), nullptr, nullptr, nullptr), SHEAF_OK);
  const std::string pk = "a";
  const sheaf_value part = {SHEAF_STRING, 0, bytes_of(pk)};
  for (int allocation = 0; allocation < 60; ++allocation) {
    Owned<sheaf_item> holder = item_of(R"({"pk":"before"})");
    sheaf_lookup lookup = {};
    lookup.table = table_.get();
    lookup.key = {&part, 1, 0};
    lookup.item = holder.get();
    sheaf_status status;
    fail_own_allocation(allocation);
    status = sheaf_get_all(db_.get(), &lookup, 1, nullptr, error_.get());
    fail_no_allocation();
    EXPECT_EQ(lookup.status, status) << allocation;
    ASSERT_TRUE(status == SHEAF_OK || status == SHEAF_NO_MEMORY);
    EXPECT_EQ(sheaf_item_count(holder.get()), status == SHEAF_OK ? 2u : 0u) << allocation;
  }
}

}  // namespace
}  // namespace sheaf::test
