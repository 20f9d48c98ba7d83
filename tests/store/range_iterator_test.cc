// RangeIterator against a std::map: iterators that are started again over other ranges, and runs of deleted and hidden
// rows so long that RocksDB stops within them.
#include "engine/store/range_iterator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/store/store.h"

namespace sheaf {
namespace {

constexpr size_t kLongRun = 70'000;  // several times what RocksDB skips in one call

using Rows = std::map<std::string, std::string>;

class RangeIterators : public ::testing::Test {
 protected:
  RangeIterators() {
    StoreOptions options;
    options.memory_bytes = 16 << 20;
    store_ = *Store::open(options);
    const std::string names[] = {"b1"};
    family_ = store_->create_families(names)->front();
  }

  void put(const std::string& key, const std::string& value) {
    batch_ = std::make_unique<Batch>();
    batch_->put(*family_, key, value);
    ASSERT_TRUE(store_->write(batch_.get()).ok());
    rows_[key] = value;
  }
  void erase(const std::string& key) {
    batch_ = std::make_unique<Batch>();
    batch_->erase(*family_, key);
    ASSERT_TRUE(store_->write(batch_.get()).ok());
    rows_.erase(key);
  }
  void flush() { ASSERT_TRUE(store_->flush(*family_).ok()); }

  static std::string numbered(size_t number) {
    std::string digits = std::to_string(number);
    return "k" + std::string(8 - digits.size(), '0') + digits;
  }

  std::unique_ptr<RangeIterator> iterate(const ByteRange& range, Direction direction,
                                         const Snapshot* snapshot = nullptr) {
    IterateOptions options;
    options.direction = direction;
    options.snapshot = snapshot;
    return store_->iterate(*family_, range, options);
  }

  static std::vector<std::string> expected(const Rows& rows, const ByteRange& range, Direction direction) {
    std::vector<std::string> found;
    for (const auto& [key, value] : rows) {
      if (key >= range.lower && (range.upper.empty() || key < range.upper)) found.push_back(key + "=" + value);
    }
    if (direction == Direction::kBackward) std::reverse(found.begin(), found.end());
    return found;
  }

  static std::vector<std::string> walk(RangeIterator* rows) {
    std::vector<std::string> found;
    while (rows->next()) found.push_back(std::string(rows->key()) + "=" + std::string(rows->value()));
    EXPECT_TRUE(rows->status().ok()) << rows->status().message();
    return found;
  }

  std::unique_ptr<Store> store_;
  std::shared_ptr<Family> family_;
  std::unique_ptr<Batch> batch_;
  Rows rows_;
};

// Few letters, so that bounds meet keys and prefixes of keys.
std::string random_key(std::mt19937* random) {
  constexpr std::string_view kLetters(
      "\x00\x01"
      "ab\xFF",
      5);
  std::string key;
  for (size_t size = 1 + (*random)() % 3; size > 0; --size) key += kLetters[(*random)() % kLetters.size()];
  return key;
}

TEST_F(RangeIterators, StartedAgainTheyReadWhatNewOnesWould) {
  std::mt19937 random(20261130);
  std::unique_ptr<RangeIterator> reused;
  uint64_t restarts = 0;
  uint64_t rows_seen = 0;
  for (int round = 0; round < 4000; ++round) {
    for (int write = static_cast<int>(random() % 4); write > 0; --write) {
      random() % 3 == 0 ? erase(random_key(&random)) : put(random_key(&random), std::to_string(round));
    }
    if (random() % 97 == 0) flush();
    const std::string lower = random() % 8 == 0 ? "" : random_key(&random);
    const std::string upper = random() % 40 == 0 ? "" : random_key(&random);
    const ByteRange range{lower, upper};
    const Direction direction = random() % 2 == 0 ? Direction::kForward : Direction::kBackward;
    if (reused != nullptr && reused->restart(range, direction)) {
      ++restarts;
    } else {
      reused = iterate(range, direction);
    }
    const std::vector<std::string> whole = expected(rows_, range, direction);
    if (random() % 5 == 0 && !whole.empty()) {  // left in the middle
      ASSERT_TRUE(reused->next());
      continue;
    }
    ASSERT_EQ(walk(reused.get()), whole) << "round " << round;
    rows_seen += whole.size();
  }
  EXPECT_GT(restarts, 3000u);
  EXPECT_GT(rows_seen, 10000u);
}

TEST_F(RangeIterators, OnASnapshotTheyAreNotStartedAgain) {
  put("a", "1");
  const Snapshot snapshot(*store_);
  const auto rows = iterate({"a", "b"}, Direction::kForward, &snapshot);
  EXPECT_FALSE(rows->restart({"a", "b"}, Direction::kForward));
}

class LongRuns : public RangeIterators, public ::testing::WithParamInterface<Direction> {};

TEST_P(LongRuns, OfDeletedRowsAreWalkedThrough) {
  for (size_t i = 0; i < kLongRun; ++i) put(numbered(i), "v");
  flush();
  for (size_t i = 1; i + 1 < kLongRun; ++i) {
    if (i != kLongRun / 2) erase(numbered(i));
  }
  const auto rows = iterate({"k", "l"}, GetParam());
  EXPECT_EQ(walk(rows.get()), expected(rows_, {"k", "l"}, GetParam()));
}

// Every row was overwritten or deleted after the iterator was made: it skips the newer versions, and finds all the
// older ones.
TEST_P(LongRuns, OfNewerVersionsHideNothing) {
  for (size_t i = 0; i < kLongRun; i += 7) put(numbered(i), "old");
  const Rows before = rows_;
  const auto rows = iterate({"k", "l"}, GetParam());
  for (size_t i = 0; i < kLongRun; ++i) i % 2 == 0 ? put(numbered(i), "new") : erase(numbered(i));
  EXPECT_EQ(walk(rows.get()), expected(before, {"k", "l"}, GetParam()));
}

// With a deadline that has passed each call stops as early as it may. Pages that begin behind the passed keys make up
// the whole walk, and the walk itself can go on instead.
TEST_P(LongRuns, CanBeStoppedAndGoneOnFrom) {
  for (size_t i = 0; i < kLongRun; i += 5) put(numbered(i), "old");
  const Rows before = rows_;
  const Snapshot snapshot(*store_);
  for (size_t i = 0; i < kLongRun; ++i) i % 3 == 0 ? put(numbered(i), "new") : erase(numbered(i));
  for (size_t i = 0; i < kLongRun; ++i) {
    if (i % 10'000 != 0) erase(numbered(i));
  }
  const Interrupt interrupt;
  const CallLimits passed(interrupt, Deadline::after_ms(1));
  while (!passed.deadline().has_passed()) {
  }
  for (const bool by_pages : {false, true}) {
    for (const Snapshot* const at : {static_cast<const Snapshot*>(nullptr), &snapshot}) {
      std::vector<std::string> found;
      std::string passed_key;
      size_t stops = 0;
      auto rows = iterate({"k", "l"}, GetParam(), at);
      for (Move moved = rows->move(passed); moved != Move::kEnd; moved = rows->move(passed)) {
        if (moved == Move::kRow) {
          found.push_back(std::string(rows->key()) + "=" + std::string(rows->value()));
          continue;
        }
        ++stops;
        ASSERT_FALSE(rows->passed_key().empty());
        if (!by_pages) continue;
        const bool forward = GetParam() == Direction::kForward;
        ASSERT_TRUE(passed_key.empty() ||
                    (forward ? rows->passed_key() > passed_key : rows->passed_key() < passed_key));
        passed_key = rows->passed_key();
        const std::string lower = forward ? passed_key + '\0' : "k";
        rows = iterate({lower, forward ? "l" : passed_key}, GetParam(), at);
      }
      EXPECT_TRUE(rows->status().ok());
      EXPECT_EQ(found, expected(at == nullptr ? rows_ : before, {"k", "l"}, GetParam()));
      EXPECT_TRUE(at != nullptr || stops > 0);
    }
  }
}

TEST_P(LongRuns, CanBeInterrupted) {
  for (size_t i = 0; i < kLongRun; ++i) put(numbered(i), "v");
  for (size_t i = 1; i + 1 < kLongRun; ++i) erase(numbered(i));
  Interrupt interrupt;
  const CallLimits limits(interrupt, {});
  interrupt.raise();
  const auto rows = iterate({"k", "l"}, GetParam());
  EXPECT_EQ(rows->move(limits), Move::kRow) << "no long run before the first row";
  EXPECT_EQ(rows->move(limits), Move::kStopped);
  const CallLimits later(interrupt, {});
  EXPECT_EQ(rows->move(later), Move::kRow) << "an interrupt of before is not seen";
  EXPECT_EQ(rows->key(), numbered(GetParam() == Direction::kForward ? kLongRun - 1 : 0));
  EXPECT_EQ(rows->move(later), Move::kEnd);
}

INSTANTIATE_TEST_SUITE_P(BothWays, LongRuns, ::testing::Values(Direction::kForward, Direction::kBackward),
                         [](const auto& of) { return of.param == Direction::kForward ? "Forward" : "Backward"; });

}  // namespace
}  // namespace sheaf
