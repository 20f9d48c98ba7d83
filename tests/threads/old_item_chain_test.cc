// Writes of one key happen one after the other, in an order that time allows. Each put asks for the old item, so the
// answers link into one chain per key: every old image is some other write's new image, exactly once, and a write
// that began after another had ended stands behind it. Reads of one thread never go back in that chain.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kWriters = 4;
constexpr int kKeys = 2;
constexpr int kWritesEach = 300;

// One put that was answered. Begin and end are moments on a clock that all threads share and that ticks with each
// reading.
struct Write {
  std::string value;
  std::string old_value;  // "" when there was no item
  uint64_t begin = 0;
  uint64_t end = 0;
};

std::string sort_of(int key) { return "key" + std::to_string(key); }

class Chains {
 public:
  Chains() : db_(open_memory()) {
    sheaf_status status = create_items(db_.get());
    EXPECT_EQ(status, SHEAF_OK);
    table_ = open_items(db_.get(), &status);
    EXPECT_EQ(status, SHEAF_OK);
  }

  // A put that takes the old item; the value is unique.
  Write put(Worker* worker, int key, const std::string& value) {
    sheaf_item_clear(worker->item.get());
    worker->set_string("pk", "p");
    worker->set_string("sk", sort_of(key));
    worker->set_string("v", value);
    worker->set_string("a", value);
    worker->set_string("c", "c" + std::to_string(value.size()));
    const sheaf_write_options options = {sizeof(options), 0, worker->old_item.get(), 0, nullptr};
    Write write;
    write.value = value;
    write.begin = clock_.fetch_add(1);
    surprises_.expect("put", sheaf_put(table_.get(), worker->item.get(), nullptr, &options, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
    write.end = clock_.fetch_add(1);
    write.old_value = text_of(worker->old_item.get(), "v");
    return write;
  }

  // The old value, "" when there was no item.
  std::string erase(Worker* worker, int key) {
    const ItemKey item_key("p", sort_of(key));
    const sheaf_write_options options = {sizeof(options), 0, worker->old_item.get(), 0, nullptr};
    surprises_.expect("delete", sheaf_delete(table_.get(), item_key.get(), nullptr, &options, worker->error.get()),
                      {SHEAF_OK}, worker->error.get());
    return text_of(worker->old_item.get(), "v");
  }

  std::string get(Worker* worker, int key) {
    const ItemKey item_key("p", sort_of(key));
    surprises_.expect("get", sheaf_get(table_.get(), item_key.get(), worker->item.get(), worker->error.get()),
                      {SHEAF_OK, SHEAF_NOT_FOUND}, worker->error.get());
    return text_of(worker->item.get(), "v");
  }

  std::string surprise() const { return surprises_.first(); }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> table_;
  std::atomic<uint64_t> clock_{1};
  Surprises surprises_;
};

// The writes in the order of the chain. A second write on the same old value, or a value that nobody continues,
// breaks it.
std::vector<Write> link(const std::vector<Write>& writes) {
  std::map<std::string, Write> by_old;
  for (const Write& write : writes) {
    EXPECT_TRUE(by_old.emplace(write.old_value, write).second) << "two writes replaced '" << write.old_value << "'";
  }
  std::vector<Write> chain;
  for (auto next = by_old.find(""); next != by_old.end() && chain.size() < writes.size();
       next = by_old.find(next->second.value)) {
    chain.push_back(next->second);
  }
  EXPECT_EQ(chain.size(), writes.size()) << "the chain breaks behind '" << (chain.empty() ? "" : chain.back().value)
                                         << "'";
  return chain;
}

void check_times(const std::vector<Write>& chain) {
  uint64_t latest_begin = 0;
  for (const Write& write : chain) {
    EXPECT_GT(write.end, latest_begin) << "'" << write.value << "' had ended before one in front of it began";
    latest_begin = std::max(latest_begin, write.begin);
  }
}

// How often a reader saw a value that stands before one it had seen already, or one that was never written.
size_t steps_back(const std::vector<std::string>& seen, const std::vector<Write>& chain) {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < chain.size(); ++i) places[chain[i].value] = i + 1;
  places[""] = 0;
  size_t count = 0;
  size_t place = 0;
  for (const std::string& value : seen) {
    const auto found = places.find(value);
    if (found == places.end() || found->second < place) {
      ++count;
    } else {
      place = found->second;
    }
  }
  return count;
}

TEST(OldItemChain, EveryOldImageIsAnotherWritesNewImage) {
  Chains chains;
  std::vector<std::vector<Write>> writes[kKeys];
  for (auto& of_key : writes) of_key.resize(kWriters);
  std::vector<std::string> seen[kKeys];
  std::atomic<int> writers_at_work{kWriters};
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) {
    threads.emplace_back([&, t] {
      Worker worker;
      for (int i = 0; i < kWritesEach; ++i) {
        const int key = i % kKeys;
        writes[key][static_cast<size_t>(t)].push_back(
            chains.put(&worker, key, std::to_string(t) + "-" + std::to_string(i)));
      }
      writers_at_work.fetch_sub(1);
    });
  }
  threads.emplace_back([&] {
    Worker worker;
    while (writers_at_work.load() > 0) {
      for (int key = 0; key < kKeys; ++key) seen[key].push_back(chains.get(&worker, key));
    }
  });
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(chains.surprise(), "");
  Worker worker;
  for (int key = 0; key < kKeys; ++key) {
    std::vector<Write> all;
    for (const std::vector<Write>& own : writes[key]) all.insert(all.end(), own.begin(), own.end());
    const std::vector<Write> chain = link(all);
    ASSERT_EQ(chain.size(), static_cast<size_t>(kWriters) * kWritesEach / kKeys);
    check_times(chain);
    EXPECT_EQ(steps_back(seen[key], chain), 0u);
    EXPECT_EQ(chains.get(&worker, key), chain.back().value);
  }
}

// With deletes between them: whatever was put is handed out as an old item exactly once, or is what is left at the end.
TEST(OldItemChain, EveryValueIsTakenExactlyOnce) {
  Chains chains;
  std::vector<std::vector<std::string>> taken(kWriters);
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) {
    threads.emplace_back([&, t] {
      Worker worker;
      for (int i = 0; i < kWritesEach; ++i) {
        std::vector<std::string>& own = taken[static_cast<size_t>(t)];
        own.push_back(chains.put(&worker, 0, std::to_string(t) + "-" + std::to_string(i)).old_value);
        if (i % 3 == t % 3) own.push_back(chains.erase(&worker, 0));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(chains.surprise(), "");
  Worker worker;
  taken[0].push_back(chains.get(&worker, 0));
  std::map<std::string, int> times;
  for (const std::vector<std::string>& own : taken) {
    for (const std::string& value : own) ++times[value];
  }
  times.erase("");
  EXPECT_EQ(times.size(), static_cast<size_t>(kWriters) * kWritesEach);
  for (const auto& [value, count] : times) EXPECT_EQ(count, 1) << value;
}

}  // namespace
}  // namespace sheaf::test
