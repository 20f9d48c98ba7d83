// Writes that wait for other writes of their item: the test holds every slot, as a drop does, and a timeout or an
// interrupt ends the wait with nothing written.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "capi/internal.h"
#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr auto kFarTooLong = std::chrono::seconds(20);  // for what takes milliseconds on a machine with nothing to do

const sheaf_value kLeftOver = sheaf_string_of("left over");

class Waits {
 public:
  Waits() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(put("before", 0), SHEAF_OK);
  }

  sheaf_db* db() { return db_.get(); }
  void hold() { held_.emplace(db_->database->locks(), db_->database->locks().all_slots()); }
  void let_go() { held_.reset(); }

  // Writes the one item, with a worker of its own. `old_value` may be null.
  sheaf_status put(const std::string& value, uint64_t timeout_ms, std::string* old_value = nullptr) {
    Worker worker;
    worker.set_string("pk", "p");
    worker.set_string("sk", "s");
    worker.set_string("b", value);
    worker.set_number("n", 1);
    worker.set_string("v", value);
    fill_old_item(&worker);
    const sheaf_write_options options = {sizeof(options), 0, worker.old_item.get(), timeout_ms, nullptr};
    const sheaf_status answer =
        checked(sheaf_put(table_.get(), worker.item.get(), nullptr, &options, worker.error.get()), worker);
    if (old_value != nullptr) *old_value = text_of(worker.old_item.get(), "v");
    return answer;
  }

  sheaf_status erase(uint64_t timeout_ms) {
    Worker worker;
    fill_old_item(&worker);
    const ItemKey key("p", "s");
    const sheaf_write_options options = {sizeof(options), 0, worker.old_item.get(), timeout_ms, nullptr};
    return checked(sheaf_delete(table_.get(), key.get(), nullptr, &options, worker.error.get()), worker);
  }

  // Both holders are left over from another item.
  sheaf_status update(const std::string& value, uint64_t timeout_ms) {
    Worker worker;
    fill_old_item(&worker);
    EXPECT_EQ(sheaf_item_set(worker.item.get(), sheaf_bytes_of("x"), &kLeftOver, nullptr), SHEAF_OK);
    const Owned<sheaf_stmt> stmt = set_value(value);
    const ItemKey key("p", "s");
    const sheaf_write_options options = {sizeof(options), 0, worker.old_item.get(), timeout_ms, worker.item.get()};
    const sheaf_status answer =
        checked(sheaf_update(table_.get(), key.get(), stmt.get(), &options, worker.error.get()), worker);
    EXPECT_EQ(text_of(worker.item.get(), "v"), answer == SHEAF_OK ? value : "");
    EXPECT_EQ(text_of(worker.item.get(), "x"), "");
    return answer;
  }

  // The item's value; "" when there is none. Readers take no locks.
  std::string value() {
    Worker worker;
    const ItemKey key("p", "s");
    const sheaf_status got = sheaf_get(table_.get(), key.get(), worker.item.get(), nullptr);
    EXPECT_TRUE(got == SHEAF_OK || got == SHEAF_NOT_FOUND);
    return text_of(worker.item.get(), "v");
  }

  // The values that index by_b tells of.
  std::vector<std::string> index_values() {
    Owned<sheaf_cursor> cursor;
    EXPECT_EQ(open_or_reset(table_.get(), range_of("by_b"), &cursor, nullptr), SHEAF_OK);
    std::vector<std::string> values;
    while (sheaf_cursor_next(cursor.get(), nullptr) == SHEAF_ROW) {
      values.push_back(text_of(sheaf_cursor_item(cursor.get()), "v"));
    }
    return values;
  }

 private:
  Owned<sheaf_stmt> set_value(const std::string& value) {
    sheaf_stmt_text text = {};
    text.struct_size = sizeof(text);
    text.kind = SHEAF_STMT_UPDATE;
    text.update = "SET v = :v";
    sheaf_stmt* stmt = nullptr;
    EXPECT_EQ(sheaf_stmt_prepare(table_.get(), &text, &stmt, nullptr), SHEAF_OK);
    const sheaf_value bound = sheaf_string_of(value.c_str());
    EXPECT_EQ(sheaf_stmt_bind(stmt, 0, &bound, nullptr), SHEAF_OK);
    return Owned<sheaf_stmt>(stmt);
  }

  static void fill_old_item(Worker* worker) {
    EXPECT_EQ(sheaf_item_set(worker->old_item.get(), sheaf_bytes_of("x"), &kLeftOver, nullptr), SHEAF_OK);
  }
  // A write that fails leaves the holder of the old item empty; but for a closed database it may be tried again.
  static sheaf_status checked(sheaf_status answer, const Worker& worker) {
    if (answer != SHEAF_OK) {
      EXPECT_EQ(sheaf_item_count(worker.old_item.get()), 0u);
      EXPECT_EQ(sheaf_error_status(worker.error.get()), answer);
      EXPECT_EQ(sheaf_error_is_retryable(worker.error.get()), answer == SHEAF_CLOSED ? 0 : 1);
    }
    return answer;
  }

  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  std::optional<LockTable::ManyGuard> held_;
};

// What a call in another thread answers, and after how long.
struct Timed {
  sheaf_status answer = SHEAF_OK;
  Clock::duration took{};
};

// The slots are let go when it takes far too long, so that the test fails and does not hang.
Timed in_another_thread(Waits* waits, const std::function<sheaf_status()>& call) {
  Timed timed;
  std::atomic<bool> has_ended{false};
  const Clock::time_point began = Clock::now();
  std::thread caller([&] {
    timed.answer = call();
    timed.took = Clock::now() - began;
    has_ended.store(true);
  });
  while (!has_ended.load() && Clock::now() - began < kFarTooLong) std::this_thread::sleep_for(milliseconds(1));
  if (!has_ended.load()) waits->let_go();
  caller.join();
  return timed;
}

TEST(WaitsThreads, ATimeoutAnswersConflictAndWritesNothing) {
  Waits waits;
  waits.hold();
  for (const int timeout_ms : {1, 60}) {
    const auto ms = static_cast<uint64_t>(timeout_ms);
    for (const Timed& timed : {in_another_thread(&waits, [&] { return waits.put("late", ms); }),
                               in_another_thread(&waits, [&] { return waits.update("late", ms); }),
                               in_another_thread(&waits, [&] { return waits.erase(ms); })}) {
      EXPECT_EQ(timed.answer, SHEAF_CONFLICT);
      EXPECT_GE(timed.took, milliseconds(timeout_ms));
      EXPECT_LT(timed.took, milliseconds(timeout_ms) + std::chrono::seconds(5));
    }
  }
  EXPECT_EQ(waits.value(), "before");
  waits.let_go();
  EXPECT_EQ(waits.value(), "before");
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{"before"});
  // Where nobody else writes, the shortest timeout is enough.
  EXPECT_EQ(waits.put("after", 1), SHEAF_OK);
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{"after"});
  EXPECT_EQ(waits.update("updated", 1), SHEAF_OK);
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{"updated"});
  EXPECT_EQ(waits.erase(1), SHEAF_OK);
  EXPECT_EQ(waits.value(), "");
}

TEST(WaitsThreads, AWriteThatGetsItsTurnInTimeIsDone) {
  Waits waits;
  waits.hold();
  std::thread writer([&] { EXPECT_EQ(waits.put("in time", 60000), SHEAF_OK); });
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_EQ(waits.value(), "before");
  waits.let_go();
  writer.join();
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{"in time"});
}

// Eight writers wait without a timeout. An interrupt may come before one of them has begun, so it is repeated.
TEST(WaitsThreads, AnInterruptEndsTheWaitOfEveryWriter) {
  constexpr int kWriters = 8;
  Waits waits;
  waits.hold();
  std::atomic<int> ended{0};
  std::vector<std::thread> writers;
  for (int t = 0; t < kWriters; ++t) {
    writers.emplace_back([&, t] {
      const sheaf_status answer = t % 3 == 0   ? waits.put("interrupted", 0)
                                  : t % 3 == 1 ? waits.update("interrupted", 0)
                                               : waits.erase(0);
      EXPECT_EQ(answer, SHEAF_INTERRUPTED);
      ended.fetch_add(1);
    });
  }
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(ended.load(), 0);  // nothing else ends it
  const Clock::time_point began = Clock::now();
  while (ended.load() < kWriters && Clock::now() - began < kFarTooLong) {
    sheaf_interrupt(waits.db());
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(ended.load(), kWriters);
  waits.let_go();
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{"before"});
  // Calls that begin later are not touched.
  EXPECT_EQ(waits.put("later", 0), SHEAF_OK);
  EXPECT_EQ(waits.value(), "later");
}

TEST(WaitsThreads, AnInterruptBeforeACallDoesNotTouchIt) {
  Waits waits;
  for (int i = 0; i < 3; ++i) sheaf_interrupt(waits.db());
  waits.hold();
  const Timed timed = in_another_thread(&waits, [&] { return waits.put("late", 40); });
  EXPECT_EQ(timed.answer, SHEAF_CONFLICT);
  waits.let_go();
  EXPECT_EQ(waits.put("later", 0), SHEAF_OK);
  sheaf_interrupt(nullptr);
}

// Writers whose item is taken from them again and again write or say that they did not, and what they say is so: each
// value that was written is handed out as an old item once, or is what is left; no other value ever is.
TEST(WaitsThreads, AWriteThatWasEndedWasNotDone) {
  constexpr int kWriters = 4;
  constexpr int kHolds = 10;
  Waits waits;
  std::atomic<bool> is_over{false};
  std::atomic<int> ended{0};
  std::multiset<std::string> written[kWriters];
  std::multiset<std::string> taken[kWriters];
  Surprises surprises;
  std::vector<std::thread> writers;
  for (int t = 0; t < kWriters; ++t) {
    writers.emplace_back([&, t] {
      for (int i = 0; !is_over.load(); ++i) {
        const std::string value = std::to_string(t) + "-" + std::to_string(i);
        std::string old_value;
        const sheaf_status answer = waits.put(value, t % 2 == 0 ? 0 : 10, &old_value);
        surprises.expect("put", answer, {SHEAF_OK, SHEAF_INTERRUPTED, SHEAF_CONFLICT});
        if (answer != SHEAF_OK) ended.fetch_add(1);
        if (answer != SHEAF_OK) continue;
        written[t].insert(value);
        taken[t].insert(old_value);
      }
    });
  }
  for (int i = 0; i < kHolds; ++i) {
    waits.hold();
    for (int left = 6; left > 0; --left) {
      std::this_thread::sleep_for(milliseconds(5));
      sheaf_interrupt(waits.db());
    }
    waits.let_go();
    std::this_thread::sleep_for(milliseconds(2));
  }
  is_over.store(true);
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(surprises.first(), "");
  EXPECT_GT(ended.load(), 0);
  std::multiset<std::string> all_written{"before"};
  std::multiset<std::string> all_taken{waits.value()};
  for (int t = 0; t < kWriters; ++t) {
    all_written.insert(written[t].begin(), written[t].end());
    all_taken.insert(taken[t].begin(), taken[t].end());
  }
  EXPECT_GT(all_written.size(), 1u);
  EXPECT_EQ(all_taken, all_written);
  EXPECT_EQ(waits.index_values(), std::vector<std::string>{waits.value()});
}

// A close waits for a writer that waits; the interrupt lets both go on.
TEST(WaitsThreads, CloseWaitsForAWriterUntilItIsInterrupted) {
  Waits waits;
  waits.hold();
  std::atomic<bool> is_closed{false};
  std::atomic<bool> has_ended{false};
  std::thread writer([&] {
    EXPECT_EQ(waits.put("interrupted", 0), SHEAF_INTERRUPTED);
    has_ended.store(true);
  });
  std::this_thread::sleep_for(milliseconds(50));  // inside the gate long since
  std::thread closer([&] {
    sheaf_close(waits.db());
    is_closed.store(true);
  });
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_FALSE(is_closed.load());
  const Clock::time_point began = Clock::now();
  while (!has_ended.load() && Clock::now() - began < kFarTooLong) {
    sheaf_interrupt(waits.db());
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_TRUE(has_ended.load());
  waits.let_go();
  writer.join();
  closer.join();
  sheaf_interrupt(waits.db());  // of a closed database: nothing to end
  EXPECT_EQ(waits.put("closed", 0), SHEAF_CLOSED);
}

}  // namespace
}  // namespace sheaf::test
