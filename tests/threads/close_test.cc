// sheaf_close while other threads read, write, iterate and hold snapshots: each call gives a proper answer or CLOSED,
// every call that begins after the close has returned answers CLOSED, and nothing crashes.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kRounds = 12;

class Fixture {
 public:
  Fixture() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    Worker worker;
    for (int i = 0; i < 40; ++i) EXPECT_EQ(put(&worker, i), SHEAF_OK);
  }

  sheaf_db* db() { return db_.get(); }
  sheaf_table* table() { return table_.get(); }
  Surprises& surprises() { return surprises_; }
  uint64_t calls() const { return calls_.load(std::memory_order_relaxed); }
  void set_closed() { is_closed_.store(true, std::memory_order_relaxed); }

  // Makes a call; false once it answered CLOSED. Relaxed atomics, so that the counting orders nothing between the
  // threads.
  template <typename Call>
  bool go_on(const char* name, std::initializer_list<sheaf_status> allowed, Worker* worker, Call call) {
    const bool was_closed = is_closed_.load(std::memory_order_relaxed);
    const sheaf_status answer = call();
    calls_.fetch_add(1, std::memory_order_relaxed);
    if (answer == SHEAF_CLOSED) return false;
    if (was_closed) surprises_.note(std::string(name) + " answers after the close");
    surprises_.expect(name, answer, allowed, worker->error.get());
    return true;
  }

  sheaf_status put(Worker* worker, int number) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p" + std::to_string(number % 4));
    worker->set_string("sk", std::to_string(number));
    worker->set_string("a", "a" + std::to_string(number % 3));
    worker->set_string("b", "b");
    worker->set_string("c", "c");
    worker->set_number("n", number);
    return sheaf_put(table(), worker->item.get(), nullptr, nullptr, worker->error.get());
  }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  Surprises surprises_;
  std::atomic<bool> is_closed_{false};
  std::atomic<uint64_t> calls_{0};
};

void write_until_closed(Fixture* fixture) {
  Worker worker;
  for (int i = 0;; ++i) {
    const ItemKey key("p1", std::to_string(i % 40));
    if (!fixture->go_on("put", {SHEAF_OK}, &worker, [&] { return fixture->put(&worker, i % 60); })) return;
    if (!fixture->go_on("delete", {SHEAF_OK}, &worker, [&] {
          const sheaf_write_options options = {sizeof(options), SHEAF_WRITE_SYNC, worker.old_item.get(), 0, nullptr};
          return sheaf_delete(fixture->table(), key.get(), nullptr, &options, worker.error.get());
        })) {
      return;
    }
  }
}

void read_until_closed(Fixture* fixture) {
  Worker worker;
  for (int i = 0;; ++i) {
    const ItemKey key("p" + std::to_string(i % 4), std::to_string(i % 60));
    Owned<sheaf_table> table;
    bool open = fixture->go_on("get", {SHEAF_OK, SHEAF_NOT_FOUND}, &worker, [&] {
      return sheaf_get(fixture->table(), key.get(), worker.item.get(), worker.error.get());
    });
    open = open && fixture->go_on("table_open", {SHEAF_OK}, &worker, [&] {
      sheaf_status status = SHEAF_OK;
      table = open_items(fixture->db(), &status);
      return status;
    });
    open = open && fixture->go_on("describe", {SHEAF_OK}, &worker, [&] {
      return sheaf_table_describe(table.get(), worker.buf.get(), worker.error.get());
    });
    open = open && fixture->go_on("list", {SHEAF_OK}, &worker, [&] {
      return sheaf_table_list(fixture->db(), nullptr, 0, worker.buf.get(), worker.error.get());
    });
    if (!open) return;
  }
}

// Walks with one cursor that is reset, and now and then with a fresh one, so that cursors are also freed around the
// close.
void walk_until_closed(Fixture* fixture, const char* index, uint32_t flags) {
  Worker worker;
  Owned<sheaf_cursor> cursor;
  const sheaf_range range = range_of(index, flags);
  for (int i = 0;; ++i) {
    if (i % 3 == 0) cursor.reset();
    bool open = fixture->go_on("open or reset", {SHEAF_OK}, &worker, [&] {
      if (cursor != nullptr) return sheaf_cursor_reset(cursor.get(), &range, worker.error.get());
      sheaf_cursor* opened = nullptr;
      const sheaf_status status = sheaf_cursor_open(fixture->table(), &range, &opened, worker.error.get());
      cursor.reset(opened);
      return status;
    });
    sheaf_status step = SHEAF_ROW;
    while (open && step == SHEAF_ROW) {
      open = fixture->go_on("next", {SHEAF_ROW, SHEAF_DONE}, &worker,
                            [&] { return step = sheaf_cursor_next(cursor.get(), worker.error.get()); });
      if (!open || step != SHEAF_ROW) break;
      sheaf_key index_key;
      sheaf_key base_key;
      // The row's bytes are not looked at, for they live until sheaf_close only. Many calls, because a reader is with
      // its row most of the time, and the close should find it there.
      for (int call = 0; call < 100; ++call) (void)sheaf_cursor_item(cursor.get());
      open = fixture->go_on("key", {SHEAF_OK}, &worker,
                            [&] { return sheaf_cursor_key(cursor.get(), &index_key, &base_key, worker.error.get()); });
      open = open && fixture->go_on("token", {SHEAF_OK}, &worker, [&] {
        return sheaf_cursor_token(cursor.get(), worker.buf.get(), worker.error.get());
      });
    }
    if (!open) return;
  }
}

// Opens a snapshot and uses a table that is bound to it; `round` decides which handle goes first.
bool use_snapshot(Fixture* fixture, Worker* worker, int round) {
  Owned<sheaf_snapshot> snapshot;
  Owned<sheaf_table> bound;
  Owned<sheaf_cursor> cursor;
  sheaf_error* const error = worker->error.get();
  bool open = fixture->go_on("snapshot_open", {SHEAF_OK}, worker, [&] {
    sheaf_snapshot* opened = nullptr;
    const sheaf_status status = sheaf_snapshot_open(fixture->db(), &opened, error);
    snapshot.reset(opened);
    return status;
  });
  open = open && fixture->go_on("snapshot_table", {SHEAF_OK}, worker, [&] {
    sheaf_table* opened = nullptr;
    const sheaf_status status = sheaf_snapshot_table(snapshot.get(), fixture->table(), &opened, error);
    bound.reset(opened);
    return status;
  });
  if (round % 4 == 0) snapshot.reset();
  const ItemKey key("p" + std::to_string(round % 4), std::to_string(round % 60));
  open = open && fixture->go_on("get of a bound table", {SHEAF_OK, SHEAF_NOT_FOUND}, worker,
                                [&] { return sheaf_get(bound.get(), key.get(), worker->item.get(), error); });
  open = open && fixture->go_on("delete from a bound table", {SHEAF_READ_ONLY}, worker,
                                [&] { return sheaf_delete(bound.get(), key.get(), nullptr, nullptr, error); });
  const sheaf_range range =
      range_of(round % 2 == 0 ? "by_m" : nullptr, round % 3 == 0 ? uint32_t{SHEAF_FULL_ITEM} : 0u);
  open = open && fixture->go_on("open on a bound table", {SHEAF_OK}, worker,
                                [&] { return open_or_reset(bound.get(), range, &cursor, error); });
  if (round % 4 == 1) bound.reset();
  sheaf_status step = SHEAF_ROW;
  while (open && step == SHEAF_ROW) {
    open = fixture->go_on("next of a bound table", {SHEAF_ROW, SHEAF_DONE}, worker,
                          [&] { return step = sheaf_cursor_next(cursor.get(), error); });
  }
  if (round % 4 == 2) cursor.reset();
  return open;
}

void use_snapshots_until_closed(Fixture* fixture) {
  Worker worker;
  int round = 0;
  while (use_snapshot(fixture, &worker, round)) ++round;
}

// Holds one snapshot, its bound table and a cursor on it over the close.
void hold_one_snapshot(Fixture* fixture) {
  Worker worker;
  Owned<sheaf_snapshot> snapshot;
  Owned<sheaf_table> bound;
  Owned<sheaf_cursor> cursor;
  sheaf_snapshot* opened = nullptr;
  if (sheaf_snapshot_open(fixture->db(), &opened, nullptr) != SHEAF_OK) return;
  snapshot.reset(opened);
  sheaf_table* table = nullptr;
  if (sheaf_snapshot_table(opened, fixture->table(), &table, nullptr) != SHEAF_OK) return;
  bound.reset(table);
  const sheaf_range range = range_of("by_l");
  if (open_or_reset(table, range, &cursor, nullptr) != SHEAF_OK) return;
  while (fixture->go_on("next", {SHEAF_ROW, SHEAF_DONE}, &worker,
                        [&] { return sheaf_cursor_next(cursor.get(), worker.error.get()); })) {
  }
}

TEST(CloseThreads, EverythingAnswersOrIsClosed) {
  for (int round = 0; round < kRounds; ++round) {
    Fixture fixture;
    std::vector<std::thread> threads;
    threads.emplace_back(write_until_closed, &fixture);
    threads.emplace_back(write_until_closed, &fixture);
    threads.emplace_back(read_until_closed, &fixture);
    threads.emplace_back(walk_until_closed, &fixture, nullptr, SHEAF_REVERSE);
    threads.emplace_back(walk_until_closed, &fixture, "by_b", 0);
    threads.emplace_back(walk_until_closed, &fixture, "by_a", SHEAF_FULL_ITEM);
    threads.emplace_back(walk_until_closed, &fixture, "by_c", SHEAF_KEYS_ONLY);
    threads.emplace_back(use_snapshots_until_closed, &fixture);
    threads.emplace_back(use_snapshots_until_closed, &fixture);
    threads.emplace_back(hold_one_snapshot, &fixture);
    while (fixture.calls() < 100) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    std::thread other_closer([&fixture] { sheaf_close(fixture.db()); });
    sheaf_close(fixture.db());
    fixture.set_closed();
    for (std::thread& thread : threads) thread.join();
    other_closer.join();
    ASSERT_EQ(fixture.surprises().first(), "") << "in round " << round;
  }
}

// B106: opened here, closed and freed in another thread, while cursors of a third one are freed at the same time.
TEST(CloseThreads, B106ClosedInAnotherThreadWhileCursorsAreFreed) {
  for (int round = 0; round < kRounds; ++round) {
    Owned<sheaf_db> db = open_memory();
    sheaf_status status = create_items(db.get());
    Owned<sheaf_table> table = open_items(db.get(), &status);
    ASSERT_EQ(status, SHEAF_OK);
    std::vector<Owned<sheaf_cursor>> cursors;
    const sheaf_range range =
        range_of(round % 2 == 0 ? nullptr : "by_b", round % 2 == 0 ? 0u : uint32_t{SHEAF_FULL_ITEM});
    for (int i = 0; i < 50; ++i) {
      sheaf_cursor* cursor = nullptr;
      ASSERT_EQ(sheaf_cursor_open(table.get(), &range, &cursor, nullptr), SHEAF_OK);
      cursors.emplace_back(cursor);
    }
    std::thread closer([&db] { db.reset(); });
    std::thread freer([&cursors, &table] {
      cursors.clear();
      table.reset();
    });
    closer.join();
    freer.join();
  }
}

}  // namespace
}  // namespace sheaf::test
