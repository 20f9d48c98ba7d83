// Mistakes that ThreadSanitizer must find. The program is built with the same flags, linked with the same libraries and
// run with the same options as the thread tests; were those so forgiving that these races passed unseen, the silence of
// the thread tests would mean nothing. The cases are run one by one, because the first report ends the program.
#include <gtest/gtest.h>

#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "engine/write/lock_table.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

constexpr int kRounds = 2000;

// Runs the body in two threads that start together.
template <typename Body>
void run_twice(Body body) {
  std::latch start(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&start, &body, t] {
      start.arrive_and_wait();
      body(t);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Each thread holds a lock, but not the same one.
TEST(SeededRace, Counter) {
  LockTable locks;
  uint64_t counter = 0;
  run_twice([&](int t) {
    for (int i = 0; i < kRounds; ++i) {
      const LockTable::Guard guard(locks, static_cast<uint32_t>(t));
      ++counter;
    }
  });
  EXPECT_LE(counter, 2u * kRounds);
}

// In a template of the C++ library, whose copies in this program the version script hides.
TEST(SeededRace, Vector) {
  std::vector<uint64_t> numbers(8);
  run_twice([&](int t) {
    for (size_t i = 0; i < kRounds; ++i) numbers.at(i % numbers.size()) = static_cast<uint64_t>(t);
  });
  EXPECT_EQ(numbers.size(), 8u);
}

// Between calls on a database, whose own locks order much, but not this.
TEST(SeededRace, BesideTheDatabase) {
  TestDatabase database;
  TestTable table = database.create({.name = "tab", .hash = "pk:S", .indexes = {{"by_a", "a:S", "", "ALL"}}});
  uint64_t writes = 0;
  run_twice([&](int t) {
    for (int i = 0; i < kRounds; ++i) {
      const std::string key = std::to_string(t) + "-" + std::to_string(i % 50);
      EXPECT_TRUE(table.put(R"({"pk":{"S":")" + key + R"("},"a":{"S":"a"}})").ok());
      ++writes;
    }
  });
  EXPECT_LE(writes, 2u * kRounds);
}

}  // namespace
}  // namespace sheaf::test
