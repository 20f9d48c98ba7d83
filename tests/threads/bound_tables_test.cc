// Snapshots with bound tables while four writers write: in each of them the table and every index tell of the same
// items, again and again, whatever is written and whichever handle is freed first.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kWriters = 4;
constexpr int kReaders = 2;
constexpr int kItems = 16;
constexpr int kWritesEach = 150;
constexpr int kSnapshotsEach = 12;

// All attributes of an item follow from its number; one in four lacks `a`.
bool has_a(int64_t number) { return number % 4 != 3; }

class Bound {
 public:
  Bound() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(status, SHEAF_OK);
  }

  sheaf_db* db() { return db_.get(); }
  sheaf_table* table() { return table_.get(); }
  Surprises& surprises() { return surprises_; }

  void put(Worker* worker, int item, int64_t number) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p" + std::to_string(item % 3));
    worker->set_string("sk", std::to_string(item));
    worker->set_number("n", number);
    worker->set_number("v", number);
    if (has_a(number)) worker->set_string("a", "a" + std::to_string(number % 3));
    worker->set_string("b", "b" + std::to_string(number % 2));
    worker->set_string("c", "c" + std::to_string(number % 5));
    surprises_.expect("put", sheaf_put(table(), worker->item.get(), nullptr, nullptr, worker->error.get()), {SHEAF_OK},
                      worker->error.get());
  }

  void erase(Worker* worker, int item) {
    const ItemKey key("p" + std::to_string(item % 3), std::to_string(item));
    surprises_.expect("delete", sheaf_delete(table(), key.get(), nullptr, nullptr, worker->error.get()), {SHEAF_OK},
                      worker->error.get());
  }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  Surprises surprises_;
};

using Numbers = std::map<std::string, std::string>;  // v by sk

// What a bound table or one of its indexes tells.
Numbers walk(Bound* bound, Worker* worker, sheaf_table* table, const sheaf_range& range) {
  Numbers numbers;
  Owned<sheaf_cursor> cursor;
  sheaf_error* const error = worker->error.get();
  Surprises& surprises = bound->surprises();
  surprises.expect("open", open_or_reset(table, range, &cursor, error), {SHEAF_OK}, error);
  while (cursor != nullptr && surprises.expect("next", sheaf_cursor_next(cursor.get(), error), {SHEAF_ROW, SHEAF_DONE},
                                               error) == SHEAF_ROW) {
    const sheaf_item* const item = sheaf_cursor_item(cursor.get());
    if (!numbers.emplace(text_of(item, "sk"), text_of(item, "v")).second) surprises.note("an item stands twice");
  }
  return numbers;
}

void expect_same(Bound* bound, const char* index, const Numbers& actual, const Numbers& expected) {
  if (actual == expected) return;
  bound->surprises().note(std::string(index) + " tells of " + std::to_string(actual.size()) + " items, expected " +
                          std::to_string(expected.size()) + " or other versions of them");
}

// The table's items, and that every index and every get agrees with them.
Numbers judge(Bound* bound, Worker* worker, sheaf_table* table, uint32_t flags) {
  const Numbers items = walk(bound, worker, table, range_of(nullptr, flags));
  Numbers with_a;
  for (const auto& [sort, number] : items) {
    if (has_a(std::stoll(number))) with_a.emplace(sort, number);
    const ItemKey key("p" + std::to_string(std::stoi(sort) % 3), sort);
    bound->surprises().expect("get", sheaf_get(table, key.get(), worker->item.get(), worker->error.get()), {SHEAF_OK},
                              worker->error.get());
    if (text_of(worker->item.get(), "v") != number) bound->surprises().note("a get finds another version");
  }
  for (const char* const index : {"by_b", "by_c", "by_l"}) {
    expect_same(bound, index, walk(bound, worker, table, range_of(index, flags)), items);
  }
  expect_same(bound, "by_m", walk(bound, worker, table, range_of("by_m", flags)), with_a);
  expect_same(bound, "by_a", walk(bound, worker, table, range_of("by_a", flags | SHEAF_FULL_ITEM)), with_a);
  return items;
}

void write_at_random(Bound* bound, int thread) {
  Worker worker;
  std::mt19937 random(static_cast<uint32_t>(thread));
  for (int i = 0; i < kWritesEach; ++i) {
    const int item = static_cast<int>(random() % kItems);
    if (random() % 4 == 0) {
      bound->erase(&worker, item);
    } else {
      bound->put(&worker, item, static_cast<int64_t>(random() % 1000));
    }
  }
}

void read_snapshots(Bound* bound, int thread) {
  Worker worker;
  for (int i = 0; i < kSnapshotsEach; ++i) {
    Owned<sheaf_snapshot> snapshot = open_snapshot(bound->db());
    const Owned<sheaf_table> first = bind_table(snapshot.get(), bound->table());
    // A table that is bound already may be bound again.
    const Owned<sheaf_table> second = bind_table(snapshot.get(), first.get());
    if (first == nullptr || second == nullptr) return bound->surprises().note("a table cannot be bound");
    const Numbers items = judge(bound, &worker, first.get(), i % 2 == 0 ? 0u : uint32_t{SHEAF_REVERSE});
    if ((i + thread) % 2 == 0) snapshot.reset();
    expect_same(bound, "the same state later", judge(bound, &worker, second.get(), 0), items);
    const ItemKey key("p0", "0");
    bound->surprises().expect("delete from a bound table",
                              sheaf_delete(first.get(), key.get(), nullptr, nullptr, worker.error.get()),
                              {SHEAF_READ_ONLY}, worker.error.get());
  }
}

TEST(BoundTablesThreads, TableAndIndexesAgreeInEachSnapshot) {
  Bound bound;
  Worker worker;
  for (int item = 0; item < kItems; ++item) bound.put(&worker, item, item);
  const Owned<sheaf_snapshot> before = open_snapshot(bound.db());
  const Owned<sheaf_table> table_before = bind_table(before.get(), bound.table());
  const Numbers items_before = judge(&bound, &worker, table_before.get(), 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) threads.emplace_back(write_at_random, &bound, t);
  for (int t = 0; t < kReaders; ++t) threads.emplace_back(read_snapshots, &bound, t);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(items_before.size(), static_cast<size_t>(kItems));
  EXPECT_EQ(judge(&bound, &worker, table_before.get(), 0), items_before);
  EXPECT_NE(judge(&bound, &worker, bound.table(), 0), items_before);
  EXPECT_EQ(bound.surprises().first(), "");
}

// One snapshot and its bound table are used and freed by many threads at once.
TEST(BoundTablesThreads, OneSnapshotServesManyThreads) {
  constexpr int kThreads = 4;
  Bound bound;
  Worker worker;
  for (int item = 0; item < kItems; ++item) bound.put(&worker, item, item);
  Owned<sheaf_snapshot> snapshot = open_snapshot(bound.db());
  const Owned<sheaf_table> shared = bind_table(snapshot.get(), bound.table());
  const Numbers items = judge(&bound, &worker, shared.get(), 0);
  std::atomic<bool> is_over{false};
  std::latch all_bound(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Worker own;
      const Owned<sheaf_table> mine = bind_table(snapshot.get(), bound.table());
      all_bound.count_down();
      sheaf_table* const table = t % 2 == 0 ? shared.get() : mine.get();
      while (!is_over.load(std::memory_order_relaxed)) {
        expect_same(&bound, "one of many threads", walk(&bound, &own, table, range_of(t < 2 ? "by_b" : nullptr)),
                    items);
      }
    });
  }
  for (int item = 0; item < kItems; ++item) bound.erase(&worker, item);
  all_bound.wait();
  snapshot.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  is_over.store(true, std::memory_order_relaxed);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(bound.surprises().first(), "");
}

}  // namespace
}  // namespace sheaf::test
