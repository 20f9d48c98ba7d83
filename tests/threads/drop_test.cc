// Tables that are dropped and made anew while cursors walk, snapshots are held, writers write and others open them: a
// handle sees its own table's items and then NO_TABLE, never those of the table that has taken the name.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kDrops = 10;

class Fixture {
 public:
  Fixture() : db_(open_memory()) { EXPECT_EQ(create_items(db_.get()), SHEAF_OK); }

  sheaf_db* db() { return db_.get(); }
  Surprises& surprises() { return surprises_; }
  bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
  void end() { is_over_.store(true, std::memory_order_relaxed); }

  // Null while there is no table. A handle tells which table it is bound to by the description's TableId.
  Owned<sheaf_table> open(Worker* worker, std::string* table_id) {
    sheaf_status status = SHEAF_OK;
    Owned<sheaf_table> table = open_items(db(), &status);
    surprises_.expect("table_open", status, {SHEAF_OK, SHEAF_NO_TABLE});
    if (table == nullptr ||
        !goes_on("describe", sheaf_table_describe(table.get(), worker->buf.get(), worker->error.get()), worker)) {
      return nullptr;
    }
    const sheaf_bytes json = sheaf_buf_bytes(worker->buf.get());
    const std::string text(reinterpret_cast<const char*>(json.data), json.size);
    const size_t at = text.find("\"TableId\":\"");
    if (at == std::string::npos) surprises_.note("no TableId in " + text);
    *table_id = text.substr(at + 11, 36);
    return table;
  }

  // False when the table is gone; notes every other error.
  bool goes_on(const char* call, sheaf_status answer, Worker* worker) {
    if (answer == SHEAF_NO_TABLE) return false;
    surprises_.expect(call, answer, {SHEAF_OK, SHEAF_ROW, SHEAF_DONE, SHEAF_NOT_FOUND}, worker->error.get());
    return answer >= 0;
  }

 private:
  Owned<sheaf_db> db_;
  Surprises surprises_;
  std::atomic<bool> is_over_{false};
};

void write_on_one_handle(Fixture* fixture, Worker* worker, int thread) {
  std::string table_id;
  const Owned<sheaf_table> table = fixture->open(worker, &table_id);
  bool is_alive = table != nullptr;
  for (int i = 0; is_alive && !fixture->is_over(); ++i) {
    const std::string sort = std::to_string(thread) + "-" + std::to_string(i % 20);
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p");
    worker->set_string("sk", sort);
    worker->set_string("a", "a");
    worker->set_string("b", "b");
    worker->set_number("n", i);
    worker->set_string("c", "c");
    worker->set_string("v", table_id);
    is_alive = fixture->goes_on(
        "put", sheaf_put(table.get(), worker->item.get(), nullptr, nullptr, worker->error.get()), worker);
    const ItemKey key("p", sort);
    if (is_alive && i % 3 == 0) {
      is_alive = fixture->goes_on("delete", sheaf_delete(table.get(), key.get(), nullptr, nullptr, worker->error.get()),
                                  worker);
    }
    if (is_alive && i % 2 == 0) {
      is_alive =
          fixture->goes_on("get", sheaf_get(table.get(), key.get(), worker->item.get(), worker->error.get()), worker);
    }
  }
}

// False when the table is gone.
bool walk(Fixture* fixture, Worker* worker, sheaf_cursor* cursor, const std::string& table_id) {
  for (;;) {
    const sheaf_status step = sheaf_cursor_next(cursor, worker->error.get());
    if (!fixture->goes_on("next", step, worker)) return false;
    if (step != SHEAF_ROW) return true;
    const std::string found = text_of(sheaf_cursor_item(cursor), "v");
    if (found != table_id) fixture->surprises().note("a row of table '" + found + "' in table '" + table_id + "'");
  }
}

void walk_on_one_handle(Fixture* fixture, Worker* worker, const char* index, uint32_t flags) {
  std::string table_id;
  const Owned<sheaf_table> table = fixture->open(worker, &table_id);
  if (table == nullptr) return;
  const sheaf_range range = range_of(index, flags);
  sheaf_cursor* opened = nullptr;
  bool is_alive =
      fixture->goes_on("open", sheaf_cursor_open(table.get(), &range, &opened, worker->error.get()), worker);
  const Owned<sheaf_cursor> cursor(opened);
  while (is_alive && !fixture->is_over()) {
    is_alive = walk(fixture, worker, cursor.get(), table_id) &&
               fixture->goes_on("reset", sheaf_cursor_reset(cursor.get(), &range, worker->error.get()), worker);
  }
  // Once it is gone it stays gone, whatever has its name now.
  if (!is_alive && opened != nullptr && sheaf_cursor_next(opened, nullptr) != SHEAF_NO_TABLE) {
    fixture->surprises().note("a cursor of a dropped table goes on");
  }
}

// A table bound to a snapshot of its own and to one from before all items: the second state is empty.
void walk_bound_tables(Fixture* fixture, Worker* worker, sheaf_snapshot* empty) {
  std::string table_id;
  const Owned<sheaf_table> table = fixture->open(worker, &table_id);
  if (table == nullptr) return;
  const Owned<sheaf_snapshot> snapshot = open_snapshot(fixture->db());
  Owned<sheaf_table> bound[2];
  Owned<sheaf_cursor> cursors[2];
  bool is_alive = true;
  for (int i = 0; i < 2 && is_alive; ++i) {
    sheaf_table* opened = nullptr;
    is_alive = fixture->goes_on(
        "snapshot_table",
        sheaf_snapshot_table(i == 0 ? snapshot.get() : empty, table.get(), &opened, worker->error.get()), worker);
    bound[i].reset(opened);
  }
  for (int i = 0; is_alive && !fixture->is_over(); i = 1 - i) {
    const sheaf_range range = range_of("by_b", SHEAF_REVERSE);
    is_alive = fixture->goes_on("open or reset", open_or_reset(bound[i].get(), range, &cursors[i], worker->error.get()),
                                worker);
    // A table id that no row has: any row of the empty state is a surprise.
    is_alive = is_alive && walk(fixture, worker, cursors[i].get(), i == 0 ? table_id : "none");
  }
  if (is_alive || bound[1] == nullptr) return;
  const ItemKey key("p", "0-0");
  sheaf_table* again = nullptr;
  if (sheaf_get(bound[0].get(), key.get(), worker->item.get(), nullptr) != SHEAF_NO_TABLE ||
      sheaf_delete(bound[1].get(), key.get(), nullptr, nullptr, nullptr) != SHEAF_NO_TABLE ||
      sheaf_snapshot_table(snapshot.get(), table.get(), &again, nullptr) != SHEAF_NO_TABLE) {
    fixture->surprises().note("a bound table goes on after the drop");
  }
}

TEST(DropThreads, HandlesSeeTheirOwnTableOrNone) {
  Fixture fixture;
  const Owned<sheaf_snapshot> empty = open_snapshot(fixture.db());
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&fixture, t] {
      Worker worker;
      while (!fixture.is_over()) write_on_one_handle(&fixture, &worker, t);
    });
  }
  const std::pair<const char*, uint32_t> walks[] = {
      {nullptr, 0}, {"by_b", SHEAF_REVERSE}, {"by_a", SHEAF_FULL_ITEM}, {"by_c", 0}};
  for (const auto& [index, flags] : walks) {
    threads.emplace_back([&fixture, index = index, flags = flags] {
      Worker worker;
      while (!fixture.is_over()) walk_on_one_handle(&fixture, &worker, index, flags);
    });
  }
  threads.emplace_back([&fixture, &empty] {
    Worker worker;
    while (!fixture.is_over()) walk_bound_tables(&fixture, &worker, empty.get());
  });
  for (int i = 0; i < kDrops; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(sheaf_table_drop(fixture.db(), "Items", nullptr), SHEAF_OK);
    EXPECT_EQ(create_items(fixture.db()), SHEAF_OK);
  }
  fixture.end();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fixture.surprises().first(), "");
}

// Of those who create or drop the same table at once, one succeeds.
TEST(DropThreads, OneOfManyCreatesAndDropsSucceeds) {
  Owned<sheaf_db> db = open_memory();
  constexpr int kThreads = 4;
  for (int round = 0; round < 4; ++round) {
    std::atomic<int> created{0};
    std::atomic<int> dropped{0};
    std::atomic<int> others{0};
    std::latch all_created(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&] {
        const sheaf_status create = create_items(db.get());
        if (create == SHEAF_OK) created.fetch_add(1);
        if (create != SHEAF_OK && create != SHEAF_EXISTS) others.fetch_add(1);
        all_created.arrive_and_wait();
        const sheaf_status drop = sheaf_table_drop(db.get(), "Items", nullptr);
        if (drop == SHEAF_OK) dropped.fetch_add(1);
        if (drop != SHEAF_OK && drop != SHEAF_NO_TABLE) others.fetch_add(1);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(created.load(), 1);
    EXPECT_EQ(dropped.load(), 1);
    EXPECT_EQ(others.load(), 0);
  }
}

// Closing in the middle of creates and drops: each answers, or is CLOSED.
TEST(DropThreads, CloseAmongCreatesAndDrops) {
  for (int round = 0; round < 3; ++round) {
    Owned<sheaf_db> db = open_memory();
    Surprises surprises;
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        for (;;) {
          const auto created =
              surprises.expect("create", create_items(db.get()), {SHEAF_OK, SHEAF_EXISTS, SHEAF_CLOSED});
          const auto dropped = surprises.expect("drop", sheaf_table_drop(db.get(), "Items", nullptr),
                                                {SHEAF_OK, SHEAF_NO_TABLE, SHEAF_CLOSED});
          if (created == SHEAF_CLOSED || dropped == SHEAF_CLOSED) return;
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + 10 * round));
    sheaf_close(db.get());
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(surprises.first(), "");
  }
}

}  // namespace
}  // namespace sheaf::test
