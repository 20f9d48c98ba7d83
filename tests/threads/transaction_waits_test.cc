// Transactions and batches that wait for locks: a timeout, an interrupt, a drop or a close ends or outlasts the wait, and what is
// answered is what is there.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <optional>

#include "capi/internal.h"
#include "engine/schema/item_key.h"
#include "tests/support/temp_folder.h"
#include "tests/threads/many.h"

namespace sheaf::test {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr auto kFarTooLong = std::chrono::seconds(20);  // for what takes milliseconds on a machine with nothing to do
constexpr size_t kThreads = 8;
constexpr const char* kCount = "SET n = if_not_exists(n, :zero) + :one";
constexpr const char* kOne = R"({":zero":0,":one":1})";

// All slots, so that every writer waits.
class HeldSlots {
 public:
  explicit HeldSlots(sheaf_db* db) { held_.emplace(db->database->locks(), db->database->locks().all_slots()); }
  void let_go() { held_.reset(); }

 private:
  std::optional<LockTable::ManyGuard> held_;
};

// Counts in both tables, in one transaction or in a batch.
class Counting {
 public:
  explicit Counting(const TwoTables& world)
      : db_(world.db()),
        in_items_(prepare(world.items(), kCount, nullptr)),
        in_plain_(prepare(world.plain(), kCount, nullptr)) {
    for (const char* const sort : {"x", "y", "z"}) actions_.update(world.items(), sort, in_items_.get(), kOne);
    actions_.update(world.plain(), "x", in_plain_.get(), kOne);
  }

  sheaf_status write_all(const Asked& asked = {}) { return actions_.write_all(db_, error_.get(), asked); }
  sheaf_status write_each() { return actions_.write_each(db_, error_.get(), &results_); }

  std::vector<sheaf_status> reasons() const { return reasons_of(error_.get()); }
  const std::vector<sheaf_status>& results() const { return results_; }
  bool is_retryable() const { return sheaf_error_is_retryable(error_.get()) == 1; }

 private:
  sheaf_db* db_;
  Owned<sheaf_stmt> in_items_;
  Owned<sheaf_stmt> in_plain_;
  Owned<sheaf_error> error_{sheaf_error_new()};
  Actions actions_;
  std::vector<sheaf_status> results_;
};

std::map<std::string, int64_t> all_at(int64_t number) { return {{"x", number}, {"y", number}, {"z", number}}; }

// Each item was counted so often.
void expect_counts(const TwoTables& world, int64_t number) {
  Surprises surprises;
  EXPECT_EQ(numbers_in(world.items(), nullptr, "n", &surprises), number == 0 ? decltype(all_at(0))() : all_at(number));
  EXPECT_EQ(number_in(world.plain(), "x", "n"), number);
  EXPECT_EQ(surprises.first(), "");
}

// The threads count and note whether each has ended; `until_all_have_ended` does something again and again meanwhile.
class Waiters {
 public:
  template <typename Body>
  Waiters(size_t count, Body body) {
    for (size_t t = 0; t < count; ++t) {
      threads_.emplace_back([this, body, t] {
        body(t);
        ended_.fetch_add(1);
      });
    }
  }
  ~Waiters() {
    for (std::thread& thread : threads_) thread.join();
  }
  size_t ended() const { return ended_.load(); }
  template <typename Body>
  void until_all_have_ended(Body body) {
    const Clock::time_point began = Clock::now();
    while (ended() < threads_.size() && Clock::now() - began < kFarTooLong) {
      body();
      std::this_thread::sleep_for(milliseconds(5));
    }
    EXPECT_EQ(ended(), threads_.size());
  }

 private:
  std::atomic<size_t> ended_{0};
  std::vector<std::thread> threads_;
};

TEST(TransactionWaitsThreads, ATimeoutAnswersConflictWritesNothingAndLeavesTheTokenFree) {
  const TwoTables world;
  HeldSlots held(world.db());
  {
    Waiters waiters(1, [&world](size_t) {
      Counting counting(world);
      for (const uint64_t timeout_ms : {1, 40}) {
        const Clock::time_point began = Clock::now();
        EXPECT_EQ(counting.write_all({.token = "token", .timeout_ms = timeout_ms}), SHEAF_CONFLICT);
        EXPECT_TRUE(counting.is_retryable());
        EXPECT_GE(Clock::now() - began, milliseconds(timeout_ms));
      }
    });
    waiters.until_all_have_ended([] {});
    held.let_go();  // even when it waits for ever
  }
  expect_counts(world, 0);
  Counting counting(world);
  EXPECT_EQ(counting.write_all({.token = "token", .timeout_ms = 1}), SHEAF_OK);
  EXPECT_EQ(counting.write_all({.token = "token"}), SHEAF_OK);
  expect_counts(world, 1);
}

// Only one of a transaction's items is held, its last slot perhaps: what it has locked before is let go with the timeout.
TEST(TransactionWaitsThreads, AfterATimeoutItsOtherItemsAreFree) {
  const TwoTables world;
  const auto& database = world.db()->database;
  for (const char* const blocked : {"x", "y", "z"}) {
    std::string base_key;
    const OpenTable& table = *world.items()->handle.table;
    const std::vector<ValueView> key{{Type::kString, "p"}, {Type::kString, blocked}};
    ASSERT_TRUE(append_key_of_values(table.def().key, key, &base_key).ok());
    const uint32_t slot = LockTable::slot_of(table.def().id, base_key);
    LockTable::ManyGuard held(database->locks(), {slot});
    Waiters waiters(1, [&world](size_t) {
      Counting counting(world);
      EXPECT_EQ(counting.write_all({.timeout_ms = 30}), SHEAF_CONFLICT);
    });
    waiters.until_all_have_ended([] {});
    Waiters others(1, [&, blocked](size_t) {
      const Owned<sheaf_stmt> touch = prepare(world.items(), "SET touched = :t", nullptr);
      for (const std::string sort : {"x", "y", "z"}) {
        if (sort == blocked) continue;
        Actions one;
        one.update(world.items(), sort, touch.get(), R"({":t":1})");
        EXPECT_EQ(one.write_all(world.db(), nullptr, {.timeout_ms = 5000}), SHEAF_OK);
      }
    });
    others.until_all_have_ended([] {});
  }
  for (const char* const sort : {"x", "y", "z"}) EXPECT_EQ(number_in(world.items(), sort, "n"), 0);
}

TEST(TransactionWaitsThreads, AnInterruptEndsTheWaitOfTransactionsAndBatches) {
  const TwoTables world;
  HeldSlots held(world.db());
  {
    Waiters waiters(kThreads, [&world](size_t thread) {
      Counting counting(world);
      if (thread % 2 == 0) {
        EXPECT_EQ(counting.write_all({.token = thread % 4 == 0 ? "token" : ""}), SHEAF_INTERRUPTED);
      } else {
        EXPECT_EQ(counting.write_each(), SHEAF_INTERRUPTED);
        EXPECT_EQ(counting.results(), std::vector<sheaf_status>(4, SHEAF_INTERRUPTED));
      }
      EXPECT_TRUE(counting.is_retryable());
    });
    std::this_thread::sleep_for(milliseconds(50));
    EXPECT_EQ(waiters.ended(), 0u);  // nothing else ends it
    waiters.until_all_have_ended([&world] { sheaf_interrupt(world.db()); });
    held.let_go();
  }
  expect_counts(world, 0);
  // Calls that begin later are not touched, and the token is free.
  EXPECT_EQ(Counting(world).write_all({.token = "token"}), SHEAF_OK);
  EXPECT_EQ(Counting(world).write_each(), SHEAF_OK);
  expect_counts(world, 2);
}

// A drop takes its turn among transactions that wait. Those before it count in both tables; those after it are refused because of their
// action on the dropped table and count in none.
TEST(TransactionWaitsThreads, ADropRefusesTheWholeTransactionAndNamesItsAction) {
  for (int round = 0; round < 5; ++round) {
    const TwoTables world;
    Surprises surprises;
    std::atomic<int64_t> counted{0};
    std::latch are_ready(kThreads);
    HeldSlots held(world.db());
    {
      Waiters waiters(kThreads + 1, [&](size_t thread) {
        if (thread == kThreads) {
          are_ready.wait();
          surprises.expect("drop", sheaf_table_drop(world.db(), "Plain", nullptr), {SHEAF_OK});
          return;
        }
        Counting counting(world);
        are_ready.count_down();
        const std::vector<sheaf_status> expected{SHEAF_OK, SHEAF_OK, SHEAF_OK, SHEAF_NO_TABLE};
        for (sheaf_status answer = SHEAF_OK; answer == SHEAF_OK;) {
          answer = counting.write_all({.timeout_ms = 20000});
          surprises.expect("write_all", answer, {SHEAF_OK, SHEAF_NO_TABLE});
          if (answer == SHEAF_OK) counted.fetch_add(1);
          if (answer == SHEAF_NO_TABLE && counting.reasons() != expected) surprises.note("another action is named");
        }
      });
      are_ready.wait();
      std::this_thread::sleep_for(milliseconds(10));
      held.let_go();
      waiters.until_all_have_ended([] {});
    }
    EXPECT_EQ(surprises.first(), "");
    EXPECT_EQ(numbers_in(world.items(), nullptr, "n", &surprises),
              counted.load() == 0 ? decltype(all_at(0))() : all_at(counted.load()));
    EXPECT_EQ(numbers_in(world.items(), nullptr, "n", &surprises).count("x"), counted.load() == 0 ? 0u : 1u);
  }
}

Owned<sheaf_db> open_folder(const std::string& path) {
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_CREATE;
  options.sync = SHEAF_SYNC_NORMAL;
  sheaf_db* db = nullptr;
  EXPECT_EQ(sheaf_open(path.c_str(), &options, &db, nullptr), SHEAF_OK);
  return Owned<sheaf_db>(db);
}

// What was answered OK before the close is there when the database is opened again, and nothing else is.
TEST(TransactionWaitsThreads, ACloseLetsTransactionsEndAndRefusesThoseThatCome) {
  const TempFolder folder;
  std::atomic<int64_t> counted{0};
  std::latch are_ready(kThreads);
  Surprises surprises;
  {
    const TwoTables world(open_folder(folder.file("db")));
    Waiters waiters(kThreads, [&](size_t thread) {
      Counting counting(world);
      are_ready.count_down();
      for (sheaf_status answer = SHEAF_OK; answer == SHEAF_OK;) {
        const std::string token = thread % 2 == 0 ? label("token", thread) + "-" + std::to_string(counted.load()) : "";
        answer = thread % 4 == 3 ? counting.write_each() : counting.write_all({.token = token});
        surprises.expect("a write", answer, {SHEAF_OK, SHEAF_CLOSED});
        if (answer == SHEAF_OK) counted.fetch_add(1);
      }
    });
    are_ready.wait();
    const Clock::time_point began = Clock::now();
    while (counted.load() < 30 && Clock::now() - began < kFarTooLong) std::this_thread::sleep_for(milliseconds(1));
    sheaf_close(world.db());
    waiters.until_all_have_ended([] {});
  }
  EXPECT_EQ(surprises.first(), "");
  const Owned<sheaf_db> again = open_folder(folder.file("db"));
  sheaf_status status = SHEAF_OK;
  const Owned<sheaf_table> items = open_items(again.get(), &status);
  ASSERT_EQ(status, SHEAF_OK);
  EXPECT_EQ(numbers_in(items.get(), nullptr, "n", &surprises), all_at(counted.load()));
}

}  // namespace
}  // namespace sheaf::test
