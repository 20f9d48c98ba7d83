// Cursors over a long run of deleted rows: an interrupt or a deadline in its middle costs no row and gives none twice,
// on the table and on an index, in both directions. The run is written past the pipeline, for time's sake.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "capi/internal.h"
#include "engine/schema/item_key.h"
#include "tests/support/items.h"
#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kDeleted = 300000;
constexpr int kPerBatch = 5000;

std::string padded(int number) { return std::to_string(1000000 + number); }

// Items at both ends of the run and in its middle.
const std::vector<std::string> kSorts = {"0", padded(kDeleted / 2) + "x", padded(kDeleted / 2) + "y", "9"};

class DeletedRun {
 public:
  DeletedRun() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    Worker worker;
    for (const std::string& sort : kSorts) {
      sheaf_item_clear(worker.item.get());
      worker.set_string("pk", "p");
      worker.set_string("sk", sort);
      worker.set_string("a", "a");
      EXPECT_EQ(sheaf_put(table_.get(), worker.item.get(), nullptr, nullptr, nullptr), SHEAF_OK);
    }
    for (int first = 0; first < kDeleted; first += kPerBatch) bury(first);
  }

  sheaf_db* db() { return db_.get(); }
  sheaf_table* table() { return table_.get(); }

 private:
  // Deletes rows that were never there, in the table and in index by_a.
  void bury(int first) {
    const OpenTable& table = *table_->handle.table;
    const OpenIndex& index = *table.find_index("by_a");
    Batch batch;
    for (int i = first; i < first + kPerBatch; ++i) {
      const TestItem item(R"({"pk":{"S":"p"},"sk":{"S":")" + padded(i) + R"("},"a":{"S":"a"}})");
      std::string base_key;
      ASSERT_TRUE(append_item_key(table.def().key, item.view(), &base_key).ok());
      batch.erase(table.base(), base_key);
      DerivedRows rows;
      index.derivation->append_rows(item.view(), base_key, &rows);
      batch.erase(*index.family, rows.at(0).key);
    }
    ASSERT_TRUE(db_->database->store().write(&batch).ok());
  }

  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
};

// Made once: 600,000 rows take their time under a sanitizer.
DeletedRun& deleted_run() {
  static DeletedRun run;
  return run;
}

std::vector<std::string> expected(uint32_t flags) {
  std::vector<std::string> sorts = kSorts;
  if ((flags & SHEAF_REVERSE) != 0) sorts.assign(kSorts.rbegin(), kSorts.rend());
  return sorts;
}

struct Walk {
  const char* index;
  uint32_t flags;
};
const Walk kWalks[] = {{nullptr, 0}, {nullptr, SHEAF_REVERSE}, {"by_a", 0}, {"by_a", SHEAF_REVERSE | SHEAF_FULL_ITEM}};

TEST(DeletedRuns, AWalkGoesOnAfterEachInterrupt) {
  DeletedRun& run = deleted_run();
  std::atomic<bool> is_over{false};
  std::thread interrupter([&] {
    while (!is_over.load()) {
      sheaf_interrupt(run.db());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  Worker worker;
  for (const Walk& walk : kWalks) {
    // How often a walk is interrupted is the machine's matter; that it ever is shows within a few.
    int interrupted = 0;
    for (int round = 0; round < 50 && interrupted == 0; ++round) {
      Owned<sheaf_cursor> cursor;
      ASSERT_EQ(open_or_reset(run.table(), range_of(walk.index, walk.flags), &cursor, nullptr), SHEAF_OK);
      std::vector<std::string> sorts;
      sheaf_status step = SHEAF_ROW;
      while (step == SHEAF_ROW || step == SHEAF_INTERRUPTED) {
        step = sheaf_cursor_next(cursor.get(), worker.error.get());
        if (step == SHEAF_ROW) sorts.push_back(text_of(sheaf_cursor_item(cursor.get()), "sk"));
        if (step == SHEAF_INTERRUPTED) {
          ++interrupted;
          EXPECT_EQ(sheaf_cursor_item(cursor.get()), nullptr);
          EXPECT_EQ(sheaf_error_is_retryable(worker.error.get()), 1);
        }
      }
      EXPECT_EQ(step, SHEAF_DONE);
      EXPECT_EQ(sorts, expected(walk.flags));
    }
    EXPECT_GT(interrupted, 0);
  }
  is_over.store(true);
  interrupter.join();
}

// After an interrupt the token is as good as the cursor: the walk is taken up by another one.
TEST(DeletedRuns, ATokenGoesOnAfterAnInterrupt) {
  DeletedRun& run = deleted_run();
  std::atomic<bool> is_over{false};
  std::thread interrupter([&] {
    while (!is_over.load()) sheaf_interrupt(run.db());
  });
  Worker worker;
  for (const Walk& walk : kWalks) {
    std::vector<std::string> sorts;
    std::string token;
    sheaf_status step = SHEAF_ROW;
    while (step == SHEAF_ROW || step == SHEAF_INTERRUPTED) {
      sheaf_range range = range_of(walk.index, walk.flags);
      range.token = {reinterpret_cast<const uint8_t*>(token.data()), token.size()};
      Owned<sheaf_cursor> cursor;
      ASSERT_EQ(open_or_reset(run.table(), range, &cursor, nullptr), SHEAF_OK);
      int interrupts = 0;
      // Two, for the first may come before anything was passed.
      while ((step = sheaf_cursor_next(cursor.get(), nullptr)) == SHEAF_ROW ||
             (step == SHEAF_INTERRUPTED && ++interrupts < 2)) {
        if (step == SHEAF_ROW) sorts.push_back(text_of(sheaf_cursor_item(cursor.get()), "sk"));
      }
      ASSERT_EQ(sheaf_cursor_token(cursor.get(), worker.buf.get(), nullptr), SHEAF_OK);
      const sheaf_bytes text = sheaf_buf_bytes(worker.buf.get());
      token.assign(reinterpret_cast<const char*>(text.data), text.size);
    }
    EXPECT_EQ(step, SHEAF_DONE);
    EXPECT_EQ(sorts, expected(walk.flags));
  }
  is_over.store(true);
  interrupter.join();
}

TEST(DeletedRuns, PagesWithTheShortestTimeoutGetOn) {
  DeletedRun& run = deleted_run();
  Worker worker;
  for (const Walk& walk : kWalks) {
    std::vector<std::string> sorts;
    std::string token;
    int pages_without_rows = 0;
    sheaf_status step = SHEAF_PAGE;
    for (int page = 0; step == SHEAF_PAGE; ++page) {
      sheaf_range range = range_of(walk.index, walk.flags);
      range.timeout_ms = 1;
      range.token = {reinterpret_cast<const uint8_t*>(token.data()), token.size()};
      Owned<sheaf_cursor> cursor;
      ASSERT_EQ(open_or_reset(run.table(), range, &cursor, nullptr), SHEAF_OK);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the timeout has passed before the walk begins
      int rows = 0;
      while ((step = sheaf_cursor_next(cursor.get(), worker.error.get())) == SHEAF_ROW) {
        sorts.push_back(text_of(sheaf_cursor_item(cursor.get()), "sk"));
        ++rows;
      }
      pages_without_rows += step == SHEAF_PAGE && rows == 0 ? 1 : 0;
      ASSERT_EQ(sheaf_cursor_token(cursor.get(), worker.buf.get(), nullptr), SHEAF_OK);
      const sheaf_bytes text = sheaf_buf_bytes(worker.buf.get());
      const std::string next_token(reinterpret_cast<const char*>(text.data), text.size);
      ASSERT_TRUE(step != SHEAF_PAGE || next_token != token) << "page " << page << " ends where it began";
      token = next_token;
    }
    EXPECT_EQ(step, SHEAF_DONE);
    EXPECT_EQ(sorts, expected(walk.flags));
    EXPECT_GT(pages_without_rows, 0);  // or the run was too short for this test
  }
}

}  // namespace
}  // namespace sheaf::test
