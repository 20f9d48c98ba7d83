// Updates and conditions in many threads: what they read is still so when they write.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

class ConditionalWrites {
 public:
  ConditionalWrites() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(status, SHEAF_OK);
  }

  // Each thread has its own. `update` may be null.
  Owned<sheaf_stmt> prepare(const char* update, const char* condition) {
    sheaf_stmt_text text = {};
    text.struct_size = sizeof(text);
    text.kind = update != nullptr ? SHEAF_STMT_UPDATE : SHEAF_STMT_CONDITION;
    text.update = update;
    text.condition = condition;
    sheaf_stmt* stmt = nullptr;
    EXPECT_EQ(sheaf_stmt_prepare(table_.get(), &text, &stmt, nullptr), SHEAF_OK);
    return Owned<sheaf_stmt>(stmt);
  }

  static void bind(sheaf_stmt* stmt, const std::string& json) {
    EXPECT_EQ(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(json.c_str()), nullptr), SHEAF_OK);
  }

  // Updates the item p, key; `item` receives the parts that were updated.
  sheaf_status update(sheaf_stmt* stmt, const std::string& key, sheaf_item* item) {
    const ItemKey item_key("p", key);
    const sheaf_write_options options = {sizeof(options), SHEAF_WRITE_UPDATED_ONLY, nullptr, 0, item};
    return sheaf_update(table_.get(), item_key.get(), stmt, &options, nullptr);
  }

  sheaf_status insert(sheaf_stmt* condition, const std::string& key, Worker* worker) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p");
    worker->set_string("sk", key);
    return sheaf_put(table_.get(), worker->item.get(), condition, nullptr, nullptr);
  }

  std::string number(const std::string& key) {
    Worker worker;
    const ItemKey item_key("p", key);
    EXPECT_EQ(sheaf_get(table_.get(), item_key.get(), worker.item.get(), nullptr), SHEAF_OK);
    return text_of(worker.item.get(), "n");
  }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
};

TEST(ConditionalWritesThreads, B091_ACounterNeverGivesANumberTwice) {
  constexpr int kThreads = 50;
  constexpr int kCountsEach = 20;
  ConditionalWrites world;
  std::vector<std::vector<std::string>> numbers(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const Owned<sheaf_stmt> count = world.prepare("SET n = if_not_exists(n, :zero) + :one", nullptr);
      ConditionalWrites::bind(count.get(), R"({":zero":0,":one":1})");
      Worker worker;
      for (int i = 0; i < kCountsEach; ++i) {
        if (world.update(count.get(), "counter", worker.item.get()) != SHEAF_OK) return;
        numbers[t].push_back(text_of(worker.item.get(), "n"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> given;
  for (const auto& of_thread : numbers) given.insert(of_thread.begin(), of_thread.end());
  std::set<std::string> expected;
  for (int i = 1; i <= kThreads * kCountsEach; ++i) expected.insert(std::to_string(i));
  EXPECT_EQ(given, expected);
  EXPECT_EQ(world.number("counter"), std::to_string(kThreads * kCountsEach));
}

// Two threads insert the same key at once; a round's key is its number.
TEST(ConditionalWritesThreads, B092_OneInsertOfAKeyWins) {
  constexpr int kRounds = 1000;
  ConditionalWrites world;
  std::barrier round_begins(2);
  std::vector<std::atomic<int>> winners(kRounds);
  Surprises surprises;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      const Owned<sheaf_stmt> is_new = world.prepare(nullptr, "attribute_not_exists(pk)");
      Worker worker;
      for (int round = 0; round < kRounds; ++round) {
        round_begins.arrive_and_wait();
        const sheaf_status answer = world.insert(is_new.get(), std::to_string(round), &worker);
        surprises.expect("put", answer, {SHEAF_OK, SHEAF_CONDITION_FAILED});
        if (answer == SHEAF_OK) winners[round].fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(surprises.first(), "");
  for (int round = 0; round < kRounds; ++round) EXPECT_EQ(winners[round].load(), 1) << round;
}

// Every thread raises the version that it has seen by one, where nobody else has done so before it.
TEST(ConditionalWritesThreads, B092_OneOfTwoThatHaveSeenTheSameVersionWins) {
  constexpr int kThreads = 2;
  constexpr int kRounds = 1000;
  ConditionalWrites world;
  std::barrier round_begins(kThreads);
  std::vector<std::atomic<int>> winners(kRounds);
  Surprises surprises;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      const Owned<sheaf_stmt> raise = world.prepare("SET n = :next", "attribute_not_exists(n) OR n = :seen");
      Worker worker;
      for (int round = 0; round < kRounds; ++round) {
        ConditionalWrites::bind(
            raise.get(), R"({":seen":)" + std::to_string(round) + R"(,":next":)" + std::to_string(round + 1) + "}");
        round_begins.arrive_and_wait();
        const sheaf_status answer = world.update(raise.get(), "versioned", worker.item.get());
        surprises.expect("update", answer, {SHEAF_OK, SHEAF_CONDITION_FAILED});
        if (answer == SHEAF_OK) winners[round].fetch_add(1);
        round_begins.arrive_and_wait();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(surprises.first(), "");
  for (int round = 0; round < kRounds; ++round) EXPECT_EQ(winners[round].load(), 1) << round;
  EXPECT_EQ(world.number("versioned"), std::to_string(kRounds));
}

}  // namespace
}  // namespace sheaf::test
