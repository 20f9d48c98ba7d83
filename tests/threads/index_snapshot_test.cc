// Readers of three indexes while writers change, delete and rewrite items: in each snapshot every row of an index
// agrees with the table's item, and every item that must be in the index is there once.
//
// All attributes of an item follow from its version v, so that one row can be judged alone: a = "a" and v mod 3
// (missing when v mod 4 is 3), b = "b" and v mod 2, n = v, c = "c" and v mod 5. The items with even sort keys are
// never deleted.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kWriters = 3;
constexpr int kItems = 12;
constexpr int kWritesEach = 150;
constexpr int kWalksEach = 25;

std::string sort_of(int item) { return "item " + std::to_string(item); }

class Fixture {
 public:
  Fixture() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(status, SHEAF_OK);
  }

  void put(Worker* worker, int item, int64_t version) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p" + std::to_string(item % 3));
    worker->set_string("sk", sort_of(item));
    worker->set_number("v", version);
    if (version % 4 != 3) worker->set_string("a", "a" + std::to_string(version % 3));
    worker->set_string("b", "b" + std::to_string(version % 2));
    worker->set_number("n", version);
    worker->set_string("c", "c" + std::to_string(version % 5));
    worker->set_string("payload", std::string(static_cast<size_t>(version % 300), 'x'));
    surprises_.expect("put", sheaf_put(table_.get(), worker->item.get(), nullptr, nullptr, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
  }

  void erase(Worker* worker, int item) {
    const ItemKey key("p" + std::to_string(item % 3), sort_of(item));
    surprises_.expect("delete", sheaf_delete(table_.get(), key.get(), nullptr, nullptr, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
  }

  // Walks a range and judges every row; gives how often each sort key came. `cursor` is opened, or reset when there
  // is one.
  std::map<std::string, int> walk(Worker* worker, const sheaf_range& range, Owned<sheaf_cursor>* cursor);

  Surprises& surprises() { return surprises_; }

 private:
  void judge_row(const sheaf_range& range, sheaf_cursor* cursor, Worker* worker, std::map<std::string, int>* seen);
  void judge_item(const sheaf_range& range, const sheaf_item* item, const sheaf_key& index_key);

  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  Surprises surprises_;
};

// The attributes against the version, where the row holds one, and the row's index key against the attributes.
void Fixture::judge_item(const sheaf_range& range, const sheaf_item* item, const sheaf_key& index_key) {
  const auto differs = [&](const char* name, const std::string& expected) {
    const std::string actual = text_of(item, name);
    if (actual != expected) surprises_.note(std::string(name) + " is '" + actual + "', expected '" + expected + "'");
  };
  const std::string version_text = text_of(item, "v");
  if (!version_text.empty()) {
    const int64_t version = std::stoll(version_text);
    const bool is_projected =
        range.index != nullptr && (range.flags & SHEAF_FULL_ITEM) == 0 && range.index != std::string("by_b");
    differs("c", "c" + std::to_string(version % 5));
    if (!is_projected) {
      differs("a", version % 4 == 3 ? "" : "a" + std::to_string(version % 3));
      differs("b", "b" + std::to_string(version % 2));
      differs("n", version_text);
      differs("payload", std::string(static_cast<size_t>(version % 300), 'x'));
    }
  } else if (range.index != std::string("by_a")) {
    surprises_.note("a row has no version");
  }
  const std::map<std::string, std::vector<const char*>> parts = {
      {"by_a", {"a"}}, {"by_b", {"b", "n"}}, {"by_c", {"c"}}};
  if (range.index == nullptr) return;
  const std::vector<const char*>& names = parts.at(range.index);
  if (index_key.count != names.size()) return surprises_.note("the index key has another number of parts");
  for (uint32_t i = 0; i < index_key.count; ++i) differs(names[i], text_of(index_key.parts[i]));
}

void Fixture::judge_row(const sheaf_range& range, sheaf_cursor* cursor, Worker* worker,
                        std::map<std::string, int>* seen) {
  sheaf_key index_key = {};
  sheaf_key base_key = {};
  surprises_.expect("key", sheaf_cursor_key(cursor, &index_key, &base_key, worker->error.get()), {SHEAF_OK},
                    worker->error.get());
  const sheaf_item* const item = sheaf_cursor_item(cursor);
  if (base_key.count != 2 || item == nullptr) return surprises_.note("a row without a key or an item");
  const std::string sort = text_of(base_key.parts[1]);
  if (text_of(item, "sk") != sort)
    surprises_.note("a row's item is '" + text_of(item, "sk") + "', its key '" + sort + "'");
  ++(*seen)[sort];
  judge_item(range, item, index_key);
}

std::map<std::string, int> Fixture::walk(Worker* worker, const sheaf_range& range, Owned<sheaf_cursor>* cursor) {
  std::map<std::string, int> seen;
  sheaf_error* const error = worker->error.get();
  if (*cursor == nullptr) {
    sheaf_cursor* opened = nullptr;
    surprises_.expect("open", sheaf_cursor_open(table_.get(), &range, &opened, error), {SHEAF_OK}, error);
    cursor->reset(opened);
  } else {
    surprises_.expect("reset", sheaf_cursor_reset(cursor->get(), &range, error), {SHEAF_OK}, error);
  }
  while (surprises_.expect("next", sheaf_cursor_next(cursor->get(), error), {SHEAF_ROW, SHEAF_DONE}, error) ==
         SHEAF_ROW) {
    judge_row(range, cursor->get(), worker, &seen);
  }
  return seen;
}

// Every item once at most; those that always have the index's attributes once exactly.
void judge_walk(const std::map<std::string, int>& seen, bool is_complete, Surprises* surprises) {
  for (const auto& [sort, count] : seen) {
    if (count != 1) surprises->note("'" + sort + "' stands " + std::to_string(count) + " times in one snapshot");
  }
  for (int item = 0; item < kItems && is_complete; item += 2) {
    if (!seen.contains(sort_of(item))) surprises->note("'" + sort_of(item) + "' is missing in a snapshot");
  }
}

void write_at_random(Fixture* fixture, int thread) {
  Worker worker;
  std::mt19937 random(static_cast<uint32_t>(thread));
  for (int i = 0; i < kWritesEach; ++i) {
    const int item = static_cast<int>(random() % kItems);
    if (item % 2 == 1 && random() % 3 == 0) {
      fixture->erase(&worker, item);
    } else {
      fixture->put(&worker, item, static_cast<int64_t>(random() % 1000));
    }
  }
}

void walk_all_kinds(Fixture* fixture, int thread) {
  Worker worker;
  Owned<sheaf_cursor> reused;
  const char* const indexes[] = {nullptr, "by_a", "by_b", "by_c"};
  for (int i = 0; i < kWalksEach; ++i) {
    for (const char* const index : indexes) {
      for (const uint32_t flags : {uint32_t{0}, uint32_t{SHEAF_FULL_ITEM}}) {
        const sheaf_range range = range_of(index, flags | (i % 2 == 0 ? 0u : uint32_t{SHEAF_REVERSE}));
        Owned<sheaf_cursor> fresh;
        const auto seen = fixture->walk(&worker, range, (i + thread) % 3 == 0 ? &fresh : &reused);
        judge_walk(seen, index == nullptr || index != std::string("by_a"), &fixture->surprises());
      }
    }
  }
}

TEST(IndexSnapshot, EveryRowAgreesWithTheItemOfItsSnapshot) {
  Fixture fixture;
  Worker worker;
  for (int item = 0; item < kItems; ++item) fixture.put(&worker, item, item);
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) threads.emplace_back(write_at_random, &fixture, t);
  for (int t = 0; t < 2; ++t) threads.emplace_back(walk_all_kinds, &fixture, t);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fixture.surprises().first(), "");

  // When all is quiet, each index holds just the items that have its attributes.
  Owned<sheaf_cursor> cursor;
  const auto all = fixture.walk(&worker, range_of(nullptr), &cursor);
  EXPECT_EQ(fixture.walk(&worker, range_of("by_b"), &cursor), all);
  EXPECT_EQ(fixture.walk(&worker, range_of("by_c", SHEAF_FULL_ITEM), &cursor), all);
  EXPECT_EQ(fixture.surprises().first(), "");
}

// B055 with two threads: an item that was put is found by its index at once, and when it was deleted it is found no
// longer.
TEST(IndexSnapshot, B055AnIndexReadAfterAWriteSeesIt) {
  Fixture fixture;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&fixture, t] {
      Worker worker;
      Owned<sheaf_cursor> cursor;
      const std::string partition = "b" + std::to_string(t);
      const sheaf_value value = sheaf_string_of(partition.c_str());
      sheaf_range range = range_of("by_b");
      range.partition = {&value, 1, 0};
      for (int round = 0; round < 100; ++round) {
        fixture.put(&worker, t, 2 * round + t);  // v mod 2 is t, so that each thread has a collection of its own
        if (fixture.walk(&worker, range, &cursor).size() != 1) fixture.surprises().note("a put is not seen");
        fixture.erase(&worker, t);
        if (!fixture.walk(&worker, range, &cursor).empty()) fixture.surprises().note("a delete is not seen");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fixture.surprises().first(), "");
}

}  // namespace
}  // namespace sheaf::test
