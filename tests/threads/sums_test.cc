// Many readers and writers on one handle. A write hands out what it replaced, so the difference it made is known: when
// the writes of each key run one after the other, all differences together are what is there at the end. An increment
// that read and wrote without a lock of its own may overwrite another's, but then its old item says so.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kWriters = 4;
constexpr int kReaders = 3;
constexpr int kKeys = 6;
constexpr int kWritesEach = 200;

int64_t number_of(const sheaf_item* item) {
  const std::string text = text_of(item, "n");
  return text.empty() ? 0 : std::stoll(text);
}

class Sums {
 public:
  Sums() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(status, SHEAF_OK);
  }

  // Each gives how much it changed the key's number; a key without an item counts as 0.
  int64_t put(Worker* worker, int key, int64_t number) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p" + std::to_string(key % 2));
    worker->set_string("sk", std::to_string(key));
    worker->set_number("n", number);
    worker->set_string("a", "a" + std::to_string(number % 3));
    worker->set_string("b", "b");
    worker->set_string("c", "c" + std::to_string(number % 2));
    const sheaf_write_options options = {sizeof(options), 0, worker->old_item.get(), 0, nullptr};
    surprises_.expect("put", sheaf_put(table_.get(), worker->item.get(), nullptr, &options, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
    return number - number_of(worker->old_item.get());
  }

  int64_t erase(Worker* worker, int key) {
    const ItemKey item_key("p" + std::to_string(key % 2), std::to_string(key));
    const sheaf_write_options options = {sizeof(options), 0, worker->old_item.get(), 0, nullptr};
    surprises_.expect("delete", sheaf_delete(table_.get(), item_key.get(), nullptr, &options, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
    return -number_of(worker->old_item.get());
  }

  int64_t get(Worker* worker, int key) {
    const ItemKey item_key("p" + std::to_string(key % 2), std::to_string(key));
    surprises_.expect("get", sheaf_get(table_.get(), item_key.get(), worker->item.get(), worker->error.get()),
                      {SHEAF_OK, SHEAF_NOT_FOUND}, worker->error.get());
    return number_of(worker->item.get());
  }

  // The numbers by sort key; each key stands once in every walk.
  std::map<std::string, int64_t> walk(Worker* worker, const sheaf_range& range, Owned<sheaf_cursor>* cursor) {
    std::map<std::string, int64_t> numbers;
    sheaf_error* const error = worker->error.get();
    surprises_.expect("open", open_or_reset(table_.get(), range, cursor, error), {SHEAF_OK}, error);
    while (surprises_.expect("next", sheaf_cursor_next(cursor->get(), error), {SHEAF_ROW, SHEAF_DONE}, error) ==
           SHEAF_ROW) {
      const sheaf_item* const item = sheaf_cursor_item(cursor->get());
      if (!numbers.emplace(text_of(item, "sk"), number_of(item)).second) surprises_.note("a key stands twice");
    }
    return numbers;
  }

  std::string surprise() const { return surprises_.first(); }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  Surprises surprises_;
};

using Changes = std::map<int, int64_t>;  // by key

void write_some(Sums* sums, int thread, Changes* changes) {
  Worker worker;
  std::mt19937 random(static_cast<uint32_t>(thread));
  for (int i = 0; i < kWritesEach; ++i) {
    const int key = static_cast<int>(random() % kKeys);
    if (random() % 8 == 0) {
      (*changes)[key] += sums->erase(&worker, key);
    } else {
      (*changes)[key] += sums->put(&worker, key, sums->get(&worker, key) + 1);
    }
  }
}

void read_while(Sums* sums, const std::atomic<int>* writers_at_work) {
  Worker worker;
  Owned<sheaf_cursor> cursor;
  const char* const indexes[] = {nullptr, "by_m", "by_l", "by_b"};
  for (size_t i = 0; writers_at_work->load(std::memory_order_relaxed) > 0; ++i) {
    sums->get(&worker, static_cast<int>(i % kKeys));
    sums->walk(&worker, range_of(indexes[i % 4], i % 3 == 0 ? uint32_t{SHEAF_REVERSE} : 0u), &cursor);
  }
}

TEST(SumsThreads, AllDifferencesTogetherAreWhatIsThere) {
  Sums sums;
  std::vector<Changes> changes(kWriters);
  std::atomic<int> writers_at_work{kWriters};
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) {
    threads.emplace_back([&, t] {
      write_some(&sums, t, &changes[static_cast<size_t>(t)]);
      writers_at_work.fetch_sub(1, std::memory_order_relaxed);
    });
  }
  for (int t = 0; t < kReaders; ++t) threads.emplace_back(read_while, &sums, &writers_at_work);
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(sums.surprise(), "");
  Changes together;
  for (const Changes& own : changes) {
    for (const auto& [key, change] : own) together[key] += change;
  }
  Worker worker;
  std::map<std::string, int64_t> expected;
  for (int key = 0; key < kKeys; ++key) {
    EXPECT_EQ(sums.get(&worker, key), together[key]) << "key " << key;
    if (together[key] != 0) expected[std::to_string(key)] = together[key];
  }
  Owned<sheaf_cursor> cursor;
  for (const char* const index : {static_cast<const char*>(nullptr), "by_b", "by_m", "by_l"}) {
    EXPECT_EQ(sums.walk(&worker, range_of(index), &cursor), expected) << (index == nullptr ? "the table" : index);
  }
}

}  // namespace
}  // namespace sheaf::test
