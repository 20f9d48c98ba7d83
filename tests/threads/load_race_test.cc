// Bulk loads that end in one thread while another is waiting to begin: the end of one must not be taken for the end of the next.
#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <thread>

#include "tests/support/temp_folder.h"
#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr const char* kDefinition = R"({"TableName":"Loaded","KeySchema":[{"AttributeName":"PK","KeyType":"HASH"}],)"
                                    R"("AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"}]})";
constexpr int kRounds = 60;

struct FreeLoad {
  void operator()(sheaf_load* load) const { sheaf_load_free(load); }
};
using OwnedLoad = std::unique_ptr<sheaf_load, FreeLoad>;

Owned<sheaf_item> item_of(const char* json) {
  Owned<sheaf_item> item(sheaf_item_new());
  EXPECT_EQ(sheaf_item_parse(item.get(), SHEAF_JSON_PLAIN, sheaf_bytes_of(json), nullptr), SHEAF_OK);
  return item;
}

// Asks as long as the answer is NOT_READY, as a caller does who was told that it is retryable.
OwnedLoad begin_load(sheaf_table* table) {
  sheaf_load* load = nullptr;
  sheaf_status begun = SHEAF_NOT_READY;
  while (begun == SHEAF_NOT_READY) begun = sheaf_load_open(table, nullptr, &load, nullptr);
  EXPECT_EQ(begun, SHEAF_OK);
  return OwnedLoad(load);
}

TEST(LoadRace, ALoadThatIsFreedEndsNoOtherLoad) {
  const Owned<sheaf_db> db = open_memory();
  ASSERT_EQ(sheaf_table_create(db.get(), sheaf_bytes_of(kDefinition), nullptr), SHEAF_OK);
  sheaf_table* opened = nullptr;
  ASSERT_EQ(sheaf_table_open(db.get(), "Loaded", &opened, nullptr), SHEAF_OK);
  const Owned<sheaf_table> table(opened);
  const Owned<sheaf_item> loaded = item_of(R"({"PK":"loaded"})");
  const Owned<sheaf_item> put = item_of(R"({"PK":"put"})");
  const Owned<sheaf_error> error(sheaf_error_new());
  for (int round = 0; round < kRounds && !testing::Test::HasFailure(); ++round) {
    OwnedLoad first = begin_load(table.get());
    std::latch both_run(2);
    std::thread freeing([&] {
      both_run.arrive_and_wait();
      first.reset();
    });
    both_run.arrive_and_wait();
    const OwnedLoad second = begin_load(table.get());
    freeing.join();
    EXPECT_EQ(sheaf_put(table.get(), put.get(), nullptr, nullptr, nullptr), SHEAF_NOT_READY) << round;
    EXPECT_EQ(sheaf_load_put(second.get(), loaded.get(), nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_load_finish(second.get(), error.get()), SHEAF_OK) << sheaf_error_message(error.get());
    const sheaf_value part = sheaf_string_of("loaded");
    const sheaf_key key = sheaf_key_of(&part, 1);
    EXPECT_EQ(sheaf_delete(table.get(), &key, nullptr, nullptr, nullptr), SHEAF_OK);
  }
}

// The table is dropped by whoever was told to try again; a record of it must not come after that.
TEST(LoadRace, ALoadThatIsFreedWritesNoRecordOfATableThatWasDropped) {
  constexpr int kReopenings = 20;
  const TempFolder temp(fast_disk());
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_CREATE;
  options.sync = SHEAF_SYNC_NORMAL;
  for (int round = 0; round < kReopenings && !testing::Test::HasFailure(); ++round) {
    sheaf_db* made = nullptr;
    ASSERT_EQ(sheaf_open(temp.file("db").c_str(), &options, &made, nullptr), SHEAF_OK);
    const Owned<sheaf_db> db(made);
    ASSERT_EQ(sheaf_table_create(db.get(), sheaf_bytes_of(kDefinition), nullptr), SHEAF_OK) << round;
    sheaf_table* opened = nullptr;
    ASSERT_EQ(sheaf_table_open(db.get(), "Loaded", &opened, nullptr), SHEAF_OK);
    const Owned<sheaf_table> table(opened);
    OwnedLoad load = begin_load(table.get());
    std::latch both_run(2);
    std::thread freeing([&] {
      both_run.arrive_and_wait();
      load.reset();
    });
    both_run.arrive_and_wait();
    sheaf_status dropped = SHEAF_NOT_READY;
    while (dropped == SHEAF_NOT_READY) dropped = sheaf_table_drop(db.get(), "Loaded", nullptr);
    EXPECT_EQ(dropped, SHEAF_OK);
    freeing.join();
  }
}

}  // namespace
}  // namespace sheaf::test
