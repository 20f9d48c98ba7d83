// What transactions and batches answer when the log fails under them, and what is there afterwards. That tokens are honoured then is the
// sweep's to show (workload_many.cc).
#include <gtest/gtest.h>

#include "tests/faults/faulty_database.h"
#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;

struct Case {
  FaultEffect effect;
  FileAction action;
};
constexpr Case kCases[] = {{FaultEffect::kNoSpace, FileAction::kAppend},
                           {FaultEffect::kIoError, FileAction::kAppend},
                           {FaultEffect::kTornAppend, FileAction::kAppend},
                           {FaultEffect::kNoSpace, FileAction::kSync},
                           {FaultEffect::kIoError, FileAction::kSync}};

std::set<std::string> items(int first, int last) {
  std::set<std::string> items;
  for (int i = first; i <= last; ++i) items.insert(FaultyDatabase::item(i));
  return items;
}

// Two new items and one that goes.
std::vector<Act> actions(const TestTable& orders) {
  return {put_of(orders, FaultyDatabase::item(4)), erase_of(orders, {s("k1")}),
          put_of(orders, FaultyDatabase::item(5))};
}

void put_first(FaultyDatabase& database) {
  for (int i = 1; i <= 3; ++i) ASSERT_TRUE(database.put(i).ok());
}

TEST(TransactionErrors, AFailedAppendOrSyncIsOfUnknownOutcomeAndLeavesAllOrNothing) {
  for (const Case& fault : kCases) {
    for (const std::string& token : {std::string(), std::string("token")}) {
      FaultyDatabase database(SyncMode::kFull);
      put_first(database);
      const TestTable orders = database.orders();
      ASSERT_TRUE(write_all({put_of(orders, FaultyDatabase::item(3))}, "another token").status.ok());
      database.files().set_fault({.effect = fault.effect, .action = fault.action, .role = FileRole::kLog});
      const Status unknown = write_all(actions(orders), token).status;
      EXPECT_TRUE(unknown.is(Error::kOutcomeUnknown)) << unknown.message();
      database.files().clear_fault();
      // Nothing is acknowledged any more, whether its token is known or not.
      for (const std::string& known : {token, std::string("another token")}) {
        const Status again = write_all({put_of(orders, FaultyDatabase::item(3))}, known).status;
        EXPECT_TRUE(again.code() == StatusCode::kOUTCOME_UNKNOWN || again.is(Error::kTokenMismatch)) << again.message();
      }
      EXPECT_TRUE(orders.verify().is_clean());
      database.cut_power();
      const std::set<std::string> left = database.left();
      EXPECT_TRUE(left == items(1, 3) || left == items(2, 5)) << left.size();
      if (fault.action == FileAction::kSync) {
        EXPECT_EQ(left, items(1, 3)) << "what was not synced is gone";
      }
    }
  }
}

TEST(TransactionErrors, ABatchSaysOfEachActionThatItsOutcomeIsUnknown) {
  for (const Case& fault : kCases) {
    FaultyDatabase database(SyncMode::kFull);
    put_first(database);
    const TestTable orders = database.orders();
    database.files().set_fault({.effect = fault.effect, .action = fault.action, .role = FileRole::kLog});
    std::vector<Act> acts = actions(orders);
    acts.push_back(erase_of(orders, {s("k2")}, {.condition = "attribute_exists(nowhere)"}));
    const ManyAnswer answer = write_each(acts);
    ASSERT_EQ(answer.outcomes.size(), 4u) << answer.status.message();
    for (size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(answer.outcomes[i].is(Error::kOutcomeUnknown)) << answer.outcomes[i].message();
    EXPECT_TRUE(answer.outcomes[3].is(Error::kConditionFailed)) << "it was judged, and is not in doubt";
    database.files().clear_fault();
    for (const Status& outcome : write_each(actions(orders)).outcomes) {
      EXPECT_EQ(outcome.code(), StatusCode::kOUTCOME_UNKNOWN);
    }
    database.cut_power();
    EXPECT_TRUE(database.left().contains(FaultyDatabase::item(2)));
  }
}

}  // namespace
}  // namespace sheaf
