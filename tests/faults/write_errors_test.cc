// Errors in the middle of writing: what is answered, what goes on, what is left. (Each n-th operation: sweep_test.cc.)
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "tests/faults/faulty_database.h"

namespace sheaf {
namespace {

using namespace test;

std::set<std::string> items(int first, int last) {
  std::set<std::string> all;
  for (int i = first; i <= last; ++i) all.insert(FaultyDatabase::item(i));
  return all;
}

void put_all(FaultyDatabase& database, int first, int last) {
  for (int i = first; i <= last; ++i) ASSERT_TRUE(database.put(i).ok()) << i;
}

// Tries until it succeeds, as long as it is refused for want of space.
Status retry(const std::function<Status()>& attempt) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  Status status = attempt();
  while (status.is_retryable() && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    status = attempt();
  }
  return status;
}

void expect_reads_go_on(FaultyDatabase& database, size_t count) {
  const TestTable orders = database.orders();
  EXPECT_TRUE(orders.get({s("k1")}).has_value());
  EXPECT_EQ(orders.rows().size(), count);
  EXPECT_EQ(orders.rows({.index = "by_group"}).size(), count);
  EXPECT_TRUE(orders.verify().is_clean());
}

// No write is acknowledged any more, whether or not it has anything to write.
void expect_writes_have_stopped(FaultyDatabase& database, const std::string& cause) {
  TestTable orders = database.orders();
  const Status statuses[] = {database.put(50),
                             orders.put(TestItem(FaultyDatabase::item(50)), SyncMode::kFull),
                             orders.erase({s("k1")}),
                             orders.erase({s("there is none")}),
                             orders.put(FaultyDatabase::item(1)),
                             database.database().create_table(definition_json({.name = "Other", .hash = "pk:S"})),
                             database.database().drop_table("Orders")};
  for (const Status& status : statuses) {
    EXPECT_EQ(status.code(), StatusCode::kOUTCOME_UNKNOWN) << status.message();
    EXPECT_FALSE(status.is_retryable());
    EXPECT_NE(status.message().find("reopen"), std::string::npos) << status.message();
    EXPECT_NE(status.message().find(cause), std::string::npos) << status.message();
  }
}

TEST(WriteErrors, AFailedAppendIsOfUnknownOutcomeAndStopsWrites) {
  for (const FaultEffect effect : {FaultEffect::kNoSpace, FaultEffect::kIoError, FaultEffect::kTornAppend}) {
    for (const SyncMode sync : {SyncMode::kFull, SyncMode::kNormal}) {
      FaultyDatabase database(sync);
      put_all(database, 1, 5);
      database.files().set_fault({.effect = effect, .action = FileAction::kAppend, .role = FileRole::kLog});
      const Status unknown = database.put(6);
      EXPECT_TRUE(unknown.is(Error::kOutcomeUnknown)) << unknown.message();
      database.files().clear_fault();  // the disk is well again, but the log may not be
      expect_writes_have_stopped(database, "injected fault");
      expect_reads_go_on(database, 5);
      if (sync == SyncMode::kFull) database.cut_power();
      const std::set<std::string> left = database.left();
      EXPECT_TRUE(left == items(1, 5) || left == items(1, 6)) << left.size();
    }
  }
}

TEST(WriteErrors, AFailedSyncIsOfUnknownOutcomeAndStopsWrites) {
  for (const FaultEffect effect : {FaultEffect::kNoSpace, FaultEffect::kIoError}) {
    FaultyDatabase database(SyncMode::kFull);
    put_all(database, 1, 5);
    database.files().set_fault({.effect = effect, .action = FileAction::kSync, .role = FileRole::kLog});
    const Status unknown = database.put(6);
    EXPECT_TRUE(unknown.is(Error::kOutcomeUnknown)) << unknown.message();
    database.files().clear_fault();
    expect_writes_have_stopped(database, "injected fault");
    expect_reads_go_on(database, 6);
    database.cut_power();
    EXPECT_EQ(database.left(), items(1, 5)) << "the sync failed, and nothing after it may cover what it should have";
  }
}

// A flush syncs the log that it has closed before it commits. The error is told to the flush alone; a later sync of the
// same file says OK.
TEST(WriteErrors, AFailedSyncOfTheLogInAFlushStopsWrites) {
  for (const FaultEffect effect : {FaultEffect::kNoSpace, FaultEffect::kIoError}) {
    FaultyDatabase database(SyncMode::kNormal);
    put_all(database, 1, 5);
    database.files().set_fault({.effect = effect, .action = FileAction::kSync, .role = FileRole::kLog});
    EXPECT_FALSE(database.flush().ok());
    EXPECT_TRUE(database.files().has_struck());
    database.files().clear_fault();
    expect_writes_have_stopped(database, "injected fault");
    expect_reads_go_on(database, 5);
    EXPECT_EQ(database.left(), items(1, 5)) << "the process ended, the machine did not";
  }
}

TEST(WriteErrors, NormalModeDoesNotSyncUnlessACallAsksForIt) {
  FaultyDatabase database(SyncMode::kNormal);
  const uint64_t before = database.files().count(FileAction::kSync, FileRole::kLog);
  put_all(database, 1, 5);
  EXPECT_EQ(database.files().count(FileAction::kSync, FileRole::kLog), before);
  EXPECT_TRUE(database.orders().put(TestItem(FaultyDatabase::item(6)), SyncMode::kFull).ok());
  EXPECT_EQ(database.files().count(FileAction::kSync, FileRole::kLog), before + 1);
  put_all(database, 7, 9);
  database.cut_power();
  EXPECT_EQ(database.left(), items(1, 6)) << "all up to the write that waited, and no more: nothing synced the rest";
}

TEST(WriteErrors, WithoutRoomForAFlushWritesAreRefusedAndResumeByThemselves) {
  FaultyDatabase database(SyncMode::kFull);
  put_all(database, 1, 5);
  database.files().set_fault(
      {.effect = FaultEffect::kNoSpace, .times = FaultFileSystem::kForEver, .role = FileRole::kTable});
  EXPECT_EQ(database.flush().code(), StatusCode::kFULL);
  const Status refused = database.put(6);
  EXPECT_EQ(refused.code(), StatusCode::kFULL) << refused.message();
  EXPECT_TRUE(refused.is_retryable());
  EXPECT_EQ(database.orders().get({s("k6")}), std::nullopt) << "it was refused before the log";
  expect_reads_go_on(database, 5);
  database.files().clear_fault();
  const Status again = retry([&] { return database.put(7); });
  EXPECT_TRUE(again.ok()) << again.message();
  std::set<std::string> expected = items(1, 5);
  expected.insert(FaultyDatabase::item(7));
  database.cut_power();
  EXPECT_EQ(database.left(), expected);
}

TEST(WriteErrors, AnIoErrorInAFlushStopsWritesAndLosesNothing) {
  for (const FileAction action : {FileAction::kCreate, FileAction::kSync}) {
    FaultyDatabase database(SyncMode::kFull);
    put_all(database, 1, 5);
    database.files().set_fault({.effect = FaultEffect::kIoError, .action = action, .role = FileRole::kTable});
    EXPECT_EQ(database.flush().code(), StatusCode::kIO);
    database.files().clear_fault();
    expect_writes_have_stopped(database, "injected fault");
    expect_reads_go_on(database, 5);
    database.cut_power();
    EXPECT_EQ(database.left(), items(1, 5));
  }
}

TEST(WriteErrors, AFailedCloseLosesNothing) {
  for (const SyncMode sync : {SyncMode::kFull, SyncMode::kNormal}) {
    FaultyDatabase database(sync);
    put_all(database, 1, 5);
    database.files().set_fault({.effect = sync == SyncMode::kFull ? FaultEffect::kIoError : FaultEffect::kNoSpace,
                                .times = FaultFileSystem::kForEver,
                                .role = FileRole::kTable});
    database.close();
    EXPECT_TRUE(database.files().has_struck());
    if (sync == SyncMode::kFull) database.files().drop_unsynced(0);
    EXPECT_EQ(database.left(), items(1, 5));
  }
}

// A creation that is refused halfway may have made families; they go, whatever becomes of the next attempt. The n-th
// operation on a table file is in the flush after one of its steps.
TEST(WriteErrors, ACreationThatIsRefusedHalfwayLeavesNothingBehind) {
  const std::string definition = definition_json({.name = "Other", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}}});
  for (const uint64_t at : {1, 4, 7}) {
    FaultyDatabase database(SyncMode::kFull);
    database.files().set_fault(
        {.effect = FaultEffect::kNoSpace, .at = at, .times = FaultFileSystem::kForEver, .role = FileRole::kTable});
    (void)database.database().create_table(definition);
    EXPECT_TRUE(database.files().has_struck());
    database.files().clear_fault();
    (void)retry([&] { return database.put(1); });
    (void)retry([&] { return database.database().create_table(definition); });
    (void)database.left();
  }
}

}  // namespace
}  // namespace sheaf
