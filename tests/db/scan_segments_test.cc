// Parallel scans: the segments of a table are disjoint and together complete, whatever is written meanwhile; what they
// are divided by stays, until a day without use or a tenfold growth.
#include "engine/db/scan_segments.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "engine/base/limits.h"
#include "tests/support/bare_table.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using test::folder_options;
using test::s;
using test::TempFolder;
using test::TestDatabase;
using test::TestTable;

using Start = ScanSegments::Start;

constexpr int64_t kHour = 3600000;
constexpr int64_t kDay = 24 * kHour;
constexpr int64_t kNow = 1800000000000;

const test::TableShape kShape{.name = "tab",
                              .hash = "pk:S",
                              .sort = "sk:S",
                              .indexes = {{.name = "by_g", .hash = "g:S", .projection = "KEYS_ONLY"},
                                          {.name = "by_two", .hash = "g:S pk:S", .projection = "KEYS_ONLY"}}};

std::string item_text(size_t partition, size_t row) {
  return R"({"pk":{"S":")" + std::to_string(partition) + R"("},"sk":{"S":")" + std::to_string(row) +
         R"("},"g":{"S":"g)" + std::to_string(partition % 10) + R"("}})";
}

// `rows` rows in each partition from `first` on, below `end`.
void fill(TestTable& table, size_t first, size_t end, size_t rows = 1) {
  for (size_t partition = first; partition < end; ++partition) {
    for (size_t row = 0; row < rows; ++row) ASSERT_TRUE(table.put(item_text(partition, row)).ok());
  }
}

// A table, and its segments by a clock of the test's own.
class Divided {
 public:
  explicit Divided(const std::shared_ptr<Database>& database, TestTable table)
      : store_(database->store()), table_(std::move(table)), segments_(store_, [this] { return now_ms_.load(); }) {}

  ScanSegment find(uint32_t segment, uint32_t total, Start start = Start::kAnew) {
    return find_in({}, segment, total, start);
  }

  ScanSegment find_in(std::string_view index, uint32_t segment, uint32_t total, Start start = Start::kAnew) {
    const auto found = segments_.find(
        table_.open_table(), index.empty() ? nullptr : table_.open_table().find_index(index), {segment, total}, start);
    EXPECT_TRUE(found.ok()) << found.status().message();
    return found.ok() ? *found : ScanSegment();
  }

  uint64_t version(uint32_t total, Start start = Start::kAnew) { return find(0, total, start).division; }

  // All segments of the total, which must adjoin; the bounds between them.
  std::vector<std::string> bounds(uint32_t total, std::string_view index = {}) {
    std::vector<std::string> bounds;
    bool has_ended = false;
    const uint64_t division = find_in(index, 0, total).division;
    for (uint32_t i = 0; i < total; ++i) {
      const ScanSegment segment = find_in(index, i, total);
      EXPECT_EQ(segment.division, division);
      EXPECT_EQ(segment.is_empty, has_ended) << i;
      if (segment.is_empty) continue;
      EXPECT_EQ(segment.range.lower, bounds.empty() ? std::string() : bounds.back()) << i;
      has_ended = segment.range.upper.empty();
      if (!has_ended) bounds.push_back(segment.range.upper);
    }
    EXPECT_TRUE(has_ended) << "the last one that is not empty goes to the end";
    return bounds;
  }

  // The record in the catalog, "" when there is none.
  std::string record(const std::string& family, size_t parts) {
    AlignedBuffer record;
    const auto found = store_.get(*store_.find_family("default"), division_key(family, parts), nullptr, &record);
    EXPECT_TRUE(found.ok());
    return found.ok() && *found ? std::string(record.view()) : std::string();
  }

  void pass(int64_t ms) { now_ms_ += ms; }
  TestTable& table() { return table_; }
  ScanSegments& segments() { return segments_; }
  const std::string& family() { return table_.open_table().base().name(); }

 private:
  Store& store_;
  TestTable table_;
  std::atomic<int64_t> now_ms_{kNow};
  ScanSegments segments_;
};

// In memory.
class ScanSegmentsTest : public testing::Test {
 protected:
  ScanSegmentsTest() : divided_(database_.shared(), database_.create(kShape)) {}

  TestDatabase database_;
  Divided divided_;
};

TEST_F(ScanSegmentsTest, AdjoinAndReachFromStartToEnd) {
  fill(divided_.table(), 0, 100);
  for (const uint32_t total : {2u, 3u, 8u, 100u, 300u}) {
    SCOPED_TRACE(total);
    const auto bounds = divided_.bounds(total);
    EXPECT_EQ(bounds.size() + 1, std::min(total, 100u)) << "100 equal partitions";
  }
}

TEST_F(ScanSegmentsTest, OfOneTheWholeIsTheSegment) {
  fill(divided_.table(), 0, 100);
  const ScanSegment whole = divided_.find(0, 1);
  EXPECT_FALSE(whole.is_empty);
  EXPECT_EQ(whole.range.lower + whole.range.upper, "");
  EXPECT_EQ(whole.division, 0u);
  EXPECT_EQ(divided_.record(divided_.family(), 1), "");
}

TEST_F(ScanSegmentsTest, OfAnEmptyTableTheFirstIsEverything) {
  EXPECT_TRUE(divided_.bounds(8).empty());
  EXPECT_NE(divided_.version(8), 0u) << "a division all the same: it stays when rows come";
  fill(divided_.table(), 0, 100);
  EXPECT_TRUE(divided_.bounds(8).empty());
}

TEST_F(ScanSegmentsTest, StandAtTheBeginningOfPartitions) {
  fill(divided_.table(), 0, 10, 50);
  const auto bounds = divided_.bounds(8);
  EXPECT_GE(bounds.size(), 5u);
  for (const std::string& bound : bounds) {
    KeyReader reader(bound);
    std::string partition;
    ASSERT_TRUE(reader.read(KeyPlace::kPartition, Type::kString, &partition).ok());
    EXPECT_TRUE(reader.at_end()) << "no sort key";
    EXPECT_LT(std::stoul(partition), 10u);
  }
}

TEST_F(ScanSegmentsTest, OfAnIndexFollowTheIndexsPartitions) {
  fill(divided_.table(), 0, 100);
  EXPECT_EQ(divided_.bounds(300, "by_g").size(), 9u) << "ten values of g";
  EXPECT_EQ(divided_.bounds(300, "by_two").size(), 99u) << "each with ten of pk";
  EXPECT_NE(divided_.record(divided_.table().open_table().find_index("by_g")->family->name(), 257), "");
}

TEST_F(ScanSegmentsTest, AreAtMost257ForAMillion) {
  fill(divided_.table(), 0, 1000);
  EXPECT_EQ(divided_.bounds(1000).size(), 256u);
  EXPECT_FALSE(divided_.find(256, 1000000).is_empty);
  EXPECT_TRUE(divided_.find(257, 1000000).is_empty);
  EXPECT_TRUE(divided_.find(999999, 1000000).is_empty);
  EXPECT_NE(divided_.record(divided_.family(), 257), "") << "one division for all totals above";
  EXPECT_EQ(divided_.record(divided_.family(), 1000000), "");
}

TEST_F(ScanSegmentsTest, StayWhateverIsWritten) {
  fill(divided_.table(), 0, 100);
  const auto before = divided_.bounds(8);
  fill(divided_.table(), 100, 150, 3);
  for (size_t partition = 0; partition < 90; ++partition) {
    ASSERT_TRUE(divided_.table().erase({s(std::to_string(partition)), s("0")}).ok());
  }
  EXPECT_EQ(divided_.bounds(8), before);
}

TEST_F(ScanSegmentsTest, OfDifferentTotalsAreDifferentDivisions) {
  fill(divided_.table(), 0, 100);
  EXPECT_NE(divided_.version(8), divided_.version(9));
}

// ---- when a table is divided anew ----

TEST_F(ScanSegmentsTest, AreDividedAnewAfterADayWithoutUse) {
  fill(divided_.table(), 0, 100);
  const uint64_t first = divided_.version(8);
  fill(divided_.table(), 100, 200);
  divided_.pass(kDay - 1);
  EXPECT_EQ(divided_.version(8), first) << "this is a use";
  divided_.pass(kDay - 1);
  EXPECT_EQ(divided_.version(8), first);
  divided_.pass(kDay);
  EXPECT_NE(divided_.version(8), first);
}

TEST_F(ScanSegmentsTest, OfAScanThatGoesOnAreNeverDividedAnew) {
  fill(divided_.table(), 0, 100);
  const uint64_t first = divided_.version(8);
  fill(divided_.table(), 100, 200);
  divided_.pass(2 * kDay);
  EXPECT_EQ(divided_.version(8, Start::kResumed), first);
  EXPECT_EQ(divided_.version(8), first) << "that was a use";
  divided_.pass(2 * kDay);
  EXPECT_NE(divided_.version(8), first);
}

TEST_F(ScanSegmentsTest, OfAScanThatGoesOnAreMadeWhenThereAreNone) {
  fill(divided_.table(), 0, 100);
  const uint64_t made = divided_.version(8, Start::kResumed);
  EXPECT_EQ(divided_.version(8), made);
}

TEST_F(ScanSegmentsTest, AreDividedAnewAfterAnHourWhenTheTableHasGrownTenfold) {
  std::mt19937 random(1);
  const auto put_padded = [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      std::string text = item_text(i, 0);
      text.pop_back();
      text += R"(,"pad":{"S":")";
      for (int word = 0; word < 50; ++word) text += std::to_string(random());
      ASSERT_TRUE(divided_.table().put(text + R"("}})").ok());
    }
    ASSERT_TRUE(database_->store().flush(divided_.table().open_table().base()).ok());
  };
  put_padded(0, 500);  // some 250 KB
  const uint64_t first = divided_.version(8);
  put_padded(500, 2500);
  EXPECT_EQ(divided_.version(8), first) << "fivefold is not tenfold";
  put_padded(2500, 8000);
  EXPECT_EQ(divided_.version(8), first) << "a scan may be going on, whose next segments begin now";
  divided_.pass(kHour);
  EXPECT_EQ(divided_.version(8, Start::kResumed), first);
  EXPECT_EQ(divided_.version(8), first) << "that was a use";
  divided_.pass(kHour);
  EXPECT_NE(divided_.version(8), first);
}

TEST_F(ScanSegmentsTest, OfSmallTablesStayThoughTheyGrow) {
  fill(divided_.table(), 0, 3);
  const uint64_t first = divided_.version(8);
  fill(divided_.table(), 3, 200);
  EXPECT_EQ(divided_.version(8), first) << "below 640 KiB nothing is gained";
}

TEST_F(ScanSegmentsTest, NoteTheirUseEveryQuarterOfAnHour) {
  fill(divided_.table(), 0, 100);
  divided_.version(8);
  const std::string made = divided_.record(divided_.family(), 8);
  EXPECT_NE(made.find(std::to_string(kNow)), std::string::npos);
  divided_.pass(kHour / 4 - 1);
  divided_.version(8);
  EXPECT_EQ(divided_.record(divided_.family(), 8), made);
  divided_.pass(1);
  divided_.version(8, Start::kResumed);
  EXPECT_NE(divided_.record(divided_.family(), 8).find(std::to_string(kNow + kHour / 4)), std::string::npos);
}

TEST_F(ScanSegmentsTest, OutliveAClockThatIsSetBack) {
  fill(divided_.table(), 0, 100);
  divided_.pass(100 * kDay);
  const uint64_t first = divided_.version(8);
  fill(divided_.table(), 100, 200);
  divided_.pass(-100 * kDay);
  EXPECT_EQ(divided_.version(8), first);
  EXPECT_EQ(decode_division(divided_.record(divided_.family(), 8))->used_ms, kNow) << "or it would never grow old";
  divided_.pass(kDay);
  EXPECT_NE(divided_.version(8), first);
}

TEST_F(ScanSegmentsTest, StayInThisProcessWithoutTheirRecord) {
  fill(divided_.table(), 0, 100);
  const uint64_t first = divided_.version(8);
  Batch batch;
  batch.erase(*database_->store().find_family("default"), division_key(divided_.family(), 8));
  ASSERT_TRUE(database_->store().write(&batch).ok());
  fill(divided_.table(), 100, 200);
  EXPECT_EQ(divided_.version(8), first) << "as when it could not be written";
}

TEST_F(ScanSegmentsTest, AreMadeAnewFromADamagedRecord) {
  fill(divided_.table(), 0, 100);
  Batch batch;
  batch.put(*database_->store().find_family("default"), division_key(divided_.family(), 8), "damaged");
  ASSERT_TRUE(database_->store().write(&batch).ok());
  EXPECT_EQ(divided_.bounds(8).size(), 7u);
  EXPECT_TRUE(decode_division(divided_.record(divided_.family(), 8)).ok());
}

// ---- folders ----

TEST(ScanSegmentsInFolder, ComeBackAfterReopening) {
  const TempFolder folder;
  std::vector<std::string> before;
  {
    TestDatabase database(folder.path());
    Divided divided(database.shared(), database.create(kShape));
    fill(divided.table(), 0, 100);
    before = divided.bounds(8);
    fill(divided.table(), 100, 200);
    database.close();
  }
  TestDatabase database(folder.path());
  Divided divided(database.shared(), database.table("tab"));
  EXPECT_EQ(before.size(), 7u);
  EXPECT_EQ(divided.bounds(8), before);
  EXPECT_EQ(database->table_names({}, 10)->size(), 1u) << "their record is no table";
}

TEST(ScanSegmentsInFolder, OfAFolderThatIsOnlyReadTheFirstIsEverything) {
  const TempFolder folder;
  {
    TestDatabase database(folder.path());
    Divided divided(database.shared(), database.create(kShape));
    fill(divided.table(), 0, 100);
    EXPECT_EQ(divided.bounds(8).size(), 7u);
    database.close();
  }
  const auto database = Database::open(folder_options(folder.path(), OpenMode::kReadOnly));
  ASSERT_TRUE(database.ok());
  Divided divided(*database, TestTable(*database, *(*database)->open_table("tab")));
  EXPECT_TRUE(divided.bounds(8).empty());
  EXPECT_EQ(divided.find(0, 8).division, 0u);
  EXPECT_TRUE(divided.find(7, 8).is_empty);
}

TEST(ScanSegmentsInFolder, GoWithTheirTable) {
  TestDatabase database;
  Divided divided(database.shared(), database.create(kShape));
  fill(divided.table(), 0, 100);
  const std::string family = divided.family();
  const std::string index_family = divided.table().open_table().find_index("by_g")->family->name();
  divided.bounds(8);
  divided.bounds(4);
  divided.bounds(4, "by_g");
  Divided other(database.shared(), database.create({.name = "other"}));
  other.bounds(8);
  ASSERT_TRUE(database->drop_table("tab").ok());
  EXPECT_EQ(divided.record(family, 8), "");
  EXPECT_EQ(divided.record(family, 4), "");
  EXPECT_EQ(divided.record(index_family, 4), "");
  EXPECT_NE(divided.record(other.family(), 8), "") << "only theirs";
}

TEST(ScanSegmentsInFolder, WithoutTheirFamilyAreErasedAtOpening) {
  const TempFolder folder;
  {
    TestDatabase database(folder.path());
    Divided divided(database.shared(), database.create(kShape));
    fill(divided.table(), 0, 100);
    divided.bounds(8);
    Batch batch;
    batch.put(*database->store().find_family("default"), division_key("b77", 8), encode_division({}));
    batch.put(*database->store().find_family("default"), "unknown/of another version", "anything");
    ASSERT_TRUE(database->store().write(&batch).ok());
    database.close();
  }
  TestDatabase database(folder.path());
  Divided divided(database.shared(), database.table("tab"));
  EXPECT_EQ(divided.record("b77", 8), "");
  EXPECT_NE(divided.record(divided.family(), 8), "");
  AlignedBuffer record;
  EXPECT_TRUE(*database->store().get(*database->store().find_family("default"), "unknown/of another version", nullptr,
                                     &record));
}

// ---- threads ----

TEST(ScanSegmentsThreads, ThatBeginAtOnceGetOneDivision) {
  for (int round = 0; round < 20; ++round) {
    TestDatabase database;
    Divided divided(database.shared(), database.create({.name = "tab"}));
    for (int i = 0; i < 50; ++i)
      ASSERT_TRUE(divided.table().put(R"({"pk":{"S":")" + std::to_string(i) + R"("}})").ok());
    std::atomic<bool> goes_on{true};
    std::thread writer([&] {
      for (int i = 50; goes_on; ++i) (void)divided.table().put(R"({"pk":{"S":")" + std::to_string(i) + R"("}})");
    });
    std::vector<uint64_t> versions(4);
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 4; ++i) threads.emplace_back([&, i] { versions[i] = divided.find(i, 4).division; });
    for (std::thread& thread : threads) thread.join();
    goes_on = false;
    writer.join();
    EXPECT_EQ(versions, std::vector<uint64_t>(4, versions[0]));
  }
}

// Reads one segment page by page, as a scan with resume tokens does; each page may see a newer state.
std::vector<std::string> read_segment(Divided& divided, Store& store, uint32_t number, uint32_t total) {
  std::vector<std::string> keys;
  std::string after;
  Start start = Start::kAnew;
  while (true) {
    const ScanSegment segment = divided.find(number, total, start);
    if (segment.is_empty) return keys;
    std::string lower = segment.range.lower;
    if (!after.empty()) lower = after + '\0';
    const auto rows = store.iterate(divided.table().open_table().base(), {lower, segment.range.upper}, {});
    size_t in_page = 0;
    while (in_page < 20 && rows->next()) {
      after = rows->key();
      keys.push_back(after);
      ++in_page;
    }
    EXPECT_TRUE(rows->status().ok());
    if (in_page < 20) return keys;
    start = Start::kResumed;
  }
}

TEST(ScanSegmentsThreads, SeeEveryItemThatStaysExactlyOnce) {
  TestDatabase database;
  Divided divided(database.shared(), database.create(kShape));
  fill(divided.table(), 0, 500, 2);
  std::set<std::string> stays;
  for (const test::StoredRow& row : test::stored_rows(database->store(), divided.table().open_table())) {
    if (row.family == divided.family()) stays.insert(row.key);
  }
  ASSERT_EQ(stays.size(), 1000u);
  std::atomic<bool> goes_on{true};
  std::thread writer([&] {
    for (size_t i = 0; goes_on; ++i) {
      const size_t partition = 1000 + i * 7919 % 5000;
      (void)divided.table().put(item_text(partition, 0));
      if (i % 3 == 0) (void)divided.table().erase({s(std::to_string(partition)), s("0")});
      (void)divided.table().put(item_text(i % 500, i % 2));  // writes over one that stays
    }
  });
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<std::string>> seen(4);
    std::vector<std::thread> scans;
    for (uint32_t i = 0; i < 4; ++i) {
      scans.emplace_back([&, i] { seen[i] = read_segment(divided, database->store(), i, 4); });
    }
    for (std::thread& scan : scans) scan.join();
    std::map<std::string, int> times;
    for (const auto& keys : seen) {
      for (const std::string& key : keys) ++times[key];
    }
    for (const auto& [key, count] : times) EXPECT_EQ(count, 1) << key;
    for (const std::string& key : stays) EXPECT_TRUE(times.contains(key)) << key;
  }
  goes_on = false;
  writer.join();
}

}  // namespace
}  // namespace sheaf
