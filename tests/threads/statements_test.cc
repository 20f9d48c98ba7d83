// Statements whose filter refuses nearly every row: an interrupt or a deadline within such a run costs no row and gives none
// twice; and statements in many threads while the database is closed or the table dropped.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kItems = 20000;
constexpr int kWanted = 3;  // of them pass the filter

Owned<sheaf_stmt> prepare(sheaf_table* table, const sheaf_stmt_text& text, const char* values) {
  sheaf_stmt* stmt = nullptr;
  EXPECT_EQ(sheaf_stmt_prepare(table, &text, &stmt, nullptr), SHEAF_OK);
  Owned<sheaf_stmt> owned(stmt);
  if (stmt != nullptr) {
    EXPECT_EQ(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(values), nullptr), SHEAF_OK);
  }
  return owned;
}

class ManyItems {
 public:
  ManyItems() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    Worker worker;
    for (int i = 0; i < kItems; ++i) {
      sheaf_item_clear(worker.item.get());
      worker.set_string("pk", "p");
      worker.set_string("sk", std::to_string(100000 + i));
      worker.set_string("v", i % (kItems / kWanted) == 17 ? "wanted" : "other");
      EXPECT_EQ(sheaf_put(table_.get(), worker.item.get(), nullptr, nullptr, nullptr), SHEAF_OK);
    }
  }

  sheaf_db* db() { return db_.get(); }
  Owned<sheaf_stmt> statement(uint32_t flags, uint64_t timeout_ms) {
    sheaf_stmt_text text = {};
    text.struct_size = sizeof(text);
    text.kind = SHEAF_STMT_QUERY;
    text.flags = flags;
    text.key = "pk = :p";
    text.filter = "v = :v";
    text.page_bytes = UINT64_MAX;
    text.timeout_ms = timeout_ms;
    return prepare(table_.get(), text, R"({":p":"p",":v":"wanted"})");
  }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
};

// Made once.
ManyItems& many_items() {
  static ManyItems items;
  return items;
}

class Interrupter {
 public:
  explicit Interrupter(sheaf_db* db)
      : thread_([this, db] {
          while (!is_over_.load()) {
            sheaf_interrupt(db);
            std::this_thread::sleep_for(microseconds(100));
          }
        }) {}
  ~Interrupter() {
    is_over_.store(true);
    thread_.join();
  }

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

TEST(FilteredRuns, AStatementGoesOnAfterEachInterrupt) {
  const Interrupter interrupter(many_items().db());
  for (const uint32_t flags : {0u, uint32_t{SHEAF_REVERSE}, uint32_t{SHEAF_COUNT}}) {
    const Owned<sheaf_stmt> stmt = many_items().statement(flags, 0);
    // How often it is interrupted is the machine's matter; that it ever is shows within a few rounds.
    int interrupted = 0;
    for (int round = 0; round < 50 && interrupted == 0; ++round) {
      sheaf_stmt_reset(stmt.get());
      uint64_t rows = 0;
      sheaf_status step = SHEAF_ROW;
      while (step == SHEAF_ROW || step == SHEAF_INTERRUPTED) {
        step = sheaf_stmt_step(stmt.get(), nullptr);
        if (step == SHEAF_ROW) ++rows;
        if (step == SHEAF_INTERRUPTED) {
          ++interrupted;
          EXPECT_EQ(sheaf_stmt_item(stmt.get()), nullptr);
          EXPECT_EQ(sheaf_stmt_stop(stmt.get()), uint32_t{SHEAF_STOP_NONE});
        }
      }
      EXPECT_EQ(step, SHEAF_DONE);
      EXPECT_EQ(rows, (flags & SHEAF_COUNT) != 0 ? 0u : uint64_t{kWanted});
      EXPECT_EQ(sheaf_stmt_returned(stmt.get()), uint64_t{kWanted});
      EXPECT_EQ(sheaf_stmt_scanned(stmt.get()), uint64_t{kItems});
    }
    EXPECT_GT(interrupted, 0);
  }
}

// Where it was interrupted another statement goes on.
TEST(FilteredRuns, ATokenGoesOnAfterAnInterrupt) {
  const Interrupter interrupter(many_items().db());
  Worker worker;
  for (const uint32_t flags : {0u, uint32_t{SHEAF_REVERSE}}) {
    std::string token;
    uint64_t scanned = 0;
    uint64_t returned = 0;
    sheaf_status step = SHEAF_INTERRUPTED;
    while (step == SHEAF_INTERRUPTED) {
      const Owned<sheaf_stmt> stmt = many_items().statement(flags, 0);
      ASSERT_EQ(sheaf_stmt_resume(stmt.get(), {reinterpret_cast<const uint8_t*>(token.data()), token.size()}, nullptr),
                SHEAF_OK);
      while ((step = sheaf_stmt_step(stmt.get(), nullptr)) == SHEAF_ROW) continue;
      scanned += sheaf_stmt_scanned(stmt.get());
      returned += sheaf_stmt_returned(stmt.get());
      ASSERT_EQ(sheaf_stmt_token(stmt.get(), worker.buf.get(), nullptr), SHEAF_OK);
      const sheaf_bytes text = sheaf_buf_bytes(worker.buf.get());
      token.assign(reinterpret_cast<const char*>(text.data), text.size);
    }
    EXPECT_EQ(step, SHEAF_DONE);
    EXPECT_EQ(returned, uint64_t{kWanted});
    EXPECT_EQ(scanned, uint64_t{kItems});
  }
}

TEST(FilteredRuns, PagesOfTheShortestTimeoutGetOnWithoutRows) {
  for (const uint32_t flags : {0u, uint32_t{SHEAF_COUNT} | uint32_t{SHEAF_REVERSE}}) {
    const Owned<sheaf_stmt> stmt = many_items().statement(flags, 1);
    const Owned<sheaf_buf> token(sheaf_buf_new());
    uint64_t scanned = 0;
    uint64_t returned = 0;
    int pages = 0;
    sheaf_status step = SHEAF_PAGE;
    while (step == SHEAF_PAGE) {
      ASSERT_EQ(sheaf_stmt_resume(stmt.get(), sheaf_buf_bytes(token.get()), nullptr), SHEAF_OK);
      while ((step = sheaf_stmt_step(stmt.get(), nullptr)) == SHEAF_ROW) continue;
      ++pages;
      ASSERT_TRUE(step == SHEAF_PAGE || step == SHEAF_DONE) << sheaf_status_name(step);
      if (step == SHEAF_PAGE) {
        EXPECT_GE(sheaf_stmt_scanned(stmt.get()), 1u);
        EXPECT_EQ(sheaf_stmt_stop(stmt.get()), uint32_t{SHEAF_STOP_TIME});
      }
      scanned += sheaf_stmt_scanned(stmt.get());
      returned += sheaf_stmt_returned(stmt.get());
      ASSERT_EQ(sheaf_stmt_token(stmt.get(), token.get(), nullptr), SHEAF_OK);
    }
    EXPECT_EQ(returned, uint64_t{kWanted});
    EXPECT_EQ(scanned, uint64_t{kItems});
    EXPECT_GT(pages, 1);
  }
}

// Uses statements until an answer is `end`: each call gives a proper answer before that.
void use_until(sheaf_table* table, const char* index, sheaf_status end, Surprises* surprises) {
  Worker worker;
  sheaf_stmt_text text = {};
  text.struct_size = sizeof(text);
  text.kind = SHEAF_STMT_SCAN;
  text.index = index;
  text.filter = "n >= :n";
  Owned<sheaf_stmt> stmt;
  for (int round = 0;; ++round) {
    const auto is_over = [&](const char* call, sheaf_status answer, std::initializer_list<sheaf_status> allowed) {
      if (answer == end) return true;
      surprises->expect(call, answer, allowed, worker.error.get());
      return !surprises->first().empty();
    };
    if (round % 5 == 0) {
      text.projection = round % 2 == 0 ? "pk, n" : nullptr;
      sheaf_stmt* prepared = nullptr;
      const sheaf_status answer = sheaf_stmt_prepare(table, &text, &prepared, worker.error.get());
      stmt.reset(prepared);
      if (is_over("prepare", answer, {SHEAF_OK})) return;
    }
    sheaf_stmt_reset(stmt.get());
    const sheaf_value number = sheaf_number_of(round % 2 == 0 ? "5" : "30");
    if (is_over("bind", sheaf_stmt_bind(stmt.get(), 0, &number, worker.error.get()), {SHEAF_OK})) return;
    sheaf_status step = SHEAF_ROW;
    while (step == SHEAF_ROW) {
      step = sheaf_stmt_step(stmt.get(), worker.error.get());
      if (is_over("step", step, {SHEAF_ROW, SHEAF_DONE})) return;
      (void)sheaf_stmt_item(stmt.get());
      (void)sheaf_stmt_scanned(stmt.get());
      if (is_over("token", sheaf_stmt_token(stmt.get(), worker.buf.get(), worker.error.get()), {SHEAF_OK})) return;
    }
    if (is_over("page", sheaf_stmt_page(stmt.get(), SHEAF_JSON_PLAIN, 0, worker.buf.get(), worker.error.get()),
                {SHEAF_DONE})) {
      return;
    }
  }
}

// Threads with statements of their own on one table, and an end that comes in their midst.
template <typename End>
void run_to(sheaf_status answer, End end) {
  for (int round = 0; round < 8; ++round) {
    const Owned<sheaf_db> db = open_memory();
    sheaf_status status = create_items(db.get());
    ASSERT_EQ(status, SHEAF_OK);
    const Owned<sheaf_table> table = open_items(db.get(), &status);
    Worker worker;
    for (int i = 0; i < 40; ++i) {
      sheaf_item_clear(worker.item.get());
      worker.set_string("pk", "p" + std::to_string(i % 4));
      worker.set_string("sk", std::to_string(i));
      worker.set_string("b", "b");
      worker.set_number("n", i);
      ASSERT_EQ(sheaf_put(table.get(), worker.item.get(), nullptr, nullptr, nullptr), SHEAF_OK);
    }
    Surprises surprises;
    std::vector<std::thread> threads;
    for (const char* const index : {static_cast<const char*>(nullptr), "by_b", "by_l"}) {
      threads.emplace_back([&, index] { use_until(table.get(), index, answer, &surprises); });
    }
    std::this_thread::sleep_for(milliseconds(10 + 3 * round));
    end(db.get());
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(surprises.first(), "");
  }
}

TEST(StatementThreads, ACloseEndsThem) {
  run_to(SHEAF_CLOSED, [](sheaf_db* db) { sheaf_close(db); });
}

TEST(StatementThreads, ADropEndsThem) {
  run_to(SHEAF_NO_TABLE, [](sheaf_db* db) { EXPECT_EQ(sheaf_table_drop(db, "Items", nullptr), SHEAF_OK); });
}

}  // namespace
}  // namespace sheaf::test
