// Bulk loads on a file system that fails: after an error at any operation the table is empty or holds everything, at once
// and after opening again, and takes writes unless the store has stopped.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "engine/db/load.h"
#include "tests/faults/faulty_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr int kItems = 5;

std::set<std::string> loaded() {
  std::set<std::string> items;
  for (int i = 0; i < kItems; ++i) items.insert(FaultyDatabase::item(i));
  return items;
}

std::set<std::string> rows_of(const TestTable& table) {
  const std::vector<std::string> rows = table.rows();
  return {rows.begin(), rows.end()};
}

Result<std::unique_ptr<Load>> begin(FaultyDatabase& database) {
  const TestTable orders = database.orders();
  constexpr uint64_t kMemoryBytes = 1;  // each item makes a run
  return Load::begin(orders.shared_database(), orders.handle(), kMemoryBytes);
}

Status fill(Load* load) {
  for (int i = 0; i < kItems; ++i) SHEAF_RETURN_IF_ERROR(load->put(TestItem(FaultyDatabase::item(i)).view()));
  return load->finish();
}

// The whole of a load; what is not finished is given up.
Status load(FaultyDatabase& database) {
  auto load = begin(database);
  return load.ok() ? fill(load->get()) : std::move(load).status();
}

// After an error in the background RocksDB refuses writes until it has seen to it.
Status put_when_it_may_be(FaultyDatabase& database, int number) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  Status written = database.put(number);
  while ((written.is(Error::kStoreFull) || written.is(Error::kStoreIo)) && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    written = database.put(number);
  }
  return written;
}

uint64_t stride() { return std::getenv("SHEAF_FAULT_SWEEP") == nullptr ? 5 : 1; }

// False when there is no operation of that number.
bool load_with_fault_at(FaultEffect effect, uint64_t n) {
  FaultyDatabase database(SyncMode::kFull);
  database.files().set_fault({.effect = effect, .at = n});
  const Status status = load(database);
  const bool has_struck = database.files().has_struck();
  const std::string what = "at operation " + std::to_string(n) + " (" + database.files().struck() + ")";
  SCOPED_TRACE(what + ": " + status.message());
  database.files().clear_fault();
  TestTable orders = database.orders();
  const std::set<std::string> after = rows_of(orders);
  EXPECT_TRUE(orders.verify().is_clean());
  const Status written = put_when_it_may_be(database, 99);
  const bool has_stopped = written.code() == StatusCode::kOUTCOME_UNKNOWN;
  EXPECT_TRUE(written.ok() || has_stopped) << written.message();
  if (status.ok()) {
    EXPECT_EQ(after, loaded());
  } else if (!has_stopped) {
    EXPECT_EQ(after, std::set<std::string>());
  }
  const std::set<std::string> left = database.left();
  std::set<std::string> expected = status.ok() ? loaded() : std::set<std::string>();
  if (written.ok()) expected.insert(FaultyDatabase::item(99));
  EXPECT_TRUE(left == expected || (has_stopped && (left.empty() || left == loaded()))) << left.size() << " items";
  return has_struck;
}

TEST(LoadErrors, AnErrorAtAnyOperationLeavesAllOrNothing) {
  for (const FaultEffect effect : {FaultEffect::kIoError, FaultEffect::kTornAppend}) {
    uint64_t n = 1;
    while (load_with_fault_at(effect, n) && !HasFailure()) n += stride();
    EXPECT_GT(n, 60u) << "a load has more operations than this";
  }
}

TEST(LoadErrors, APowerCutAtAnyOperationLeavesAllOrNothing) {
  for (const uint64_t seed : {0, 7}) {
    bool has_struck = true;
    for (uint64_t n = 1 + seed % 2; has_struck && !HasFailure(); n += stride()) {
      FaultyDatabase database(SyncMode::kFull);
      database.files().set_fault({.effect = FaultEffect::kPowerCut, .at = n});
      const Status status = load(database);
      has_struck = database.files().has_struck();
      SCOPED_TRACE("at operation " + std::to_string(n) + " (" + database.files().struck() + "): " + status.message());
      database.cut_power(seed == 0 ? 0 : seed + n);
      const std::set<std::string> left = database.left();
      EXPECT_TRUE(left == loaded() || (!status.ok() && left.empty())) << left.size() << " items";
    }
  }
}

TEST(LoadErrors, AFullDiskWhileFilesAreWrittenIsAnsweredAndTheLoadGoesOnLater) {
  FaultyDatabase database(SyncMode::kNormal);
  {
    auto load = begin(database);
    ASSERT_TRUE(load.ok());
    ASSERT_TRUE((*load)->put(TestItem(FaultyDatabase::item(0)).view()).ok());
    const Fault full{.effect = FaultEffect::kNoSpace, .times = FaultFileSystem::kForEver, .role = FileRole::kTable};
    database.files().set_fault(full);
    for (int times = 0; times < 2; ++times) {
      EXPECT_TRUE((*load)->put(TestItem(FaultyDatabase::item(1)).view()).is(Error::kStoreFull));
      EXPECT_TRUE((*load)->finish().is(Error::kStoreFull));
    }
    EXPECT_EQ(rows_of(database.orders()), std::set<std::string>());
    database.files().clear_fault();
    for (int i = 1; i < kItems; ++i) ASSERT_TRUE((*load)->put(TestItem(FaultyDatabase::item(i)).view()).ok());
    database.files().set_fault(full);
    EXPECT_TRUE((*load)->finish().is(Error::kStoreFull));
    database.files().clear_fault();
    ASSERT_TRUE((*load)->finish().ok());
  }
  EXPECT_EQ(rows_of(database.orders()), loaded());
  EXPECT_EQ(database.left(), loaded());
}

TEST(LoadErrors, OneThatIsGivenUpOnAFullDiskLeavesTheTableEmptyAndUsable) {
  FaultyDatabase database(SyncMode::kNormal);
  database.files().set_fault(
      {.effect = FaultEffect::kNoSpace, .times = FaultFileSystem::kForEver, .role = FileRole::kTable});
  EXPECT_TRUE(load(database).is(Error::kStoreFull));
  database.files().clear_fault();
  EXPECT_EQ(rows_of(database.orders()), std::set<std::string>());
  const Status written = put_when_it_may_be(database, 1);
  EXPECT_TRUE(written.ok()) << written.message();
  EXPECT_EQ(database.left(), std::set<std::string>{FaultyDatabase::item(1)});
}

}  // namespace
}  // namespace sheaf
