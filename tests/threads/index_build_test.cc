// Writers, readers and other changes while an index is built. The build is held at a moment of the test's own choice, so that
// what is expected does not hang on time; the last test lets everything run at once.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "engine/db/catalog.h"
#include "engine/schema/definition.h"
#include "engine/write/pipeline.h"
#include "tests/support/added_index.h"
#include "tests/support/inspection.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

const IndexShape kByG{"by_g", "g:S"};
const std::string kItem = R"({"g":{"S":"x"},"pk":{"S":"1"}})";

// Two tables on a catalog without a facade, one of which is given an index by another thread, that stands still in the build.
class HeldBuild : public testing::Test {
 protected:
  HeldBuild() : store_(*Store::open({})), pipeline_(*store_), catalog_(*store_, pipeline_.locks()) {
    EXPECT_TRUE(catalog_.load().ok());
    for (const char* const name : {"tab", "other"}) {
      EXPECT_TRUE(catalog_.create(*parse_definition(definition_json({.name = name, .hash = "pk:S"}))).ok());
    }
    before_ = *catalog_.find("tab");
    EXPECT_TRUE(put(*before_, kItem).ok());
    builder_ = std::thread([this] {
      added_ = catalog_.add_index("tab", added_index_json(kByG), [this] {
        is_building_.count_down();
        may_end_.wait();
        return end_;
      });
    });
    is_building_.wait();
  }
  ~HeldBuild() override {
    if (builder_.joinable()) (void)finish(Status());
    before_.reset();
    catalog_.release();
  }

  // Lets the build go on, or end with an error.
  Status finish(Status end) {
    end_ = std::move(end);
    may_end_.count_down();
    builder_.join();
    return added_;
  }

  Status put(const OpenTable& table, const std::string& json, const CallLimits& limits = {}) {
    const TestItem item(json);
    Action action;
    action.table = &table;
    action.item = item.view();
    const auto result = pipeline_.run(&action, {Durability::kVisible, limits});
    return result.ok() ? Status() : result.status();
  }

  std::unique_ptr<Store> store_;
  Pipeline pipeline_;
  Catalog catalog_;
  std::shared_ptr<OpenTable> before_;
  Status end_;
  Status added_;

 private:
  // may_go_on is asked more than once.
  struct Once {
    void count_down() {
      if (!is_down.exchange(true)) latch.count_down();
    }
    void wait() { latch.wait(); }
    std::latch latch{1};
    std::atomic<bool> is_down{false};
  };
  Once is_building_;
  Once may_end_;
  std::thread builder_;
};

TEST_F(HeldBuild, AWriterGivesUpAtItsDeadline) {
  const Interrupt interrupt;
  EXPECT_TRUE(put(*before_, kItem, {interrupt, Deadline::after_ms(1)}).is(Error::kLockTimeout));
  EXPECT_TRUE(put(**catalog_.find("tab"), kItem, {interrupt, Deadline::after_ms(1)}).is(Error::kLockTimeout));
  EXPECT_TRUE(finish(Status()).ok());
  EXPECT_TRUE(put(*before_, kItem, {interrupt, Deadline::after_ms(60000)}).ok());
}

TEST_F(HeldBuild, OtherTablesGoOn) {
  EXPECT_TRUE(put(**catalog_.find("other"), kItem).ok());
  EXPECT_TRUE(catalog_.create(*parse_definition(definition_json({.name = "third", .hash = "pk:S"}))).ok());
  EXPECT_TRUE(catalog_.drop("third").ok());
}

TEST_F(HeldBuild, TransactionsAndBatchesWaitToo) {
  const Interrupt interrupt;
  const WriteOptions options{Durability::kVisible, {interrupt, Deadline::after_ms(1)}};
  const TestItem item(kItem);
  const auto other = *catalog_.find("other");
  std::vector<Action> actions(2);
  actions[0].table = other.get();
  actions[1].table = before_.get();
  for (Action& action : actions) action.item = item.view();
  ActionOutcomes outcomes;
  Transaction transaction;
  transaction.actions = actions;
  transaction.outcomes = &outcomes;
  EXPECT_TRUE(pipeline_.run_all(transaction, options).is(Error::kLockTimeout));
  ManyActions batch;
  batch.actions = actions;
  batch.outcomes = &outcomes;
  ASSERT_TRUE(pipeline_.run_each(batch, options).ok());
  EXPECT_EQ(outcomes[1].code, StatusCode::kCONFLICT);
}

// The batch is asked for while the index is built, and is looked at when that has its say. Were it not held yet when the build ends,
// it would be refused all the same.
TEST_F(HeldBuild, ABatchThatTheNewIndexRefusesWritesNothing) {
  const TestItem good(R"({"g":{"S":"x"},"pk":{"S":"2"}})");
  const TestItem bad(R"({"g":{"N":"1"},"pk":{"S":"3"}})");
  std::vector<Action> actions(2);
  for (Action& action : actions) action.table = before_.get();
  actions[0].item = good.view();
  actions[1].item = bad.view();
  ActionOutcomes outcomes;
  Status written;
  std::thread writer([&] { written = pipeline_.run_each({actions, &outcomes}, {}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // held at the gate long since
  EXPECT_TRUE(finish(Status()).ok());
  writer.join();
  EXPECT_EQ(written.code(), StatusCode::kTYPE);
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_EQ(outcomes[0].code, StatusCode::kOK);
  EXPECT_EQ(outcomes[1].code, StatusCode::kTYPE);
  EXPECT_EQ(verify_table(*store_, **catalog_.find("tab"))->items, 1u);
}

TEST_F(HeldBuild, AnInterruptEndsTheWait) {
  Interrupt interrupt;
  const CallLimits limits(interrupt, Deadline());
  interrupt.raise();
  EXPECT_TRUE(put(*before_, kItem, limits).is(Error::kInterrupted));
}

TEST_F(HeldBuild, AWriterWithoutDeadlineWaitsAndWritesTheRow) {
  Status written(Error::kInternal);
  std::thread writer([&] { written = put(*before_, R"({"g":{"S":"x"},"pk":{"S":"2"}})"); });
  EXPECT_TRUE(finish(Status()).ok());
  writer.join();
  EXPECT_TRUE(written.ok()) << written.message();
  const auto report = verify_table(*store_, **catalog_.find("tab"));
  EXPECT_EQ(report->first_problem, "");
  EXPECT_EQ(report->rows, 2u);
}

TEST_F(HeldBuild, TheIndexIsNotReadYet) {
  const auto now = *catalog_.find("tab");
  EXPECT_EQ(now->find_index("by_g"), nullptr);
  EXPECT_TRUE(now->missing_index("by_g").is(Error::kIndexNotReady));
  EXPECT_EQ(now->def().find_index("by_g")->state, IndexState::kBuilding);
  EXPECT_TRUE(before_->missing_index("by_g").is(Error::kNoIndex)) << "an older version knows nothing of it";
  EXPECT_TRUE(finish(Status()).ok());
  EXPECT_NE((*catalog_.find("tab"))->find_index("by_g"), nullptr);
  EXPECT_EQ(now->find_index("by_g"), nullptr) << "a version stays as it is";
}

TEST_F(HeldBuild, TheTableTakesNoOtherChangeOfThatKind) {
  const auto never = [] { return Status(); };
  EXPECT_TRUE(catalog_.add_index("tab", added_index_json({"by_h", "h:S"}), never).is(Error::kIndexChanging));
  EXPECT_TRUE(catalog_.drop_index("tab", "by_g").is(Error::kIndexChanging));
  EXPECT_TRUE(catalog_.drop("tab").is(Error::kTableBuilding));
  EXPECT_TRUE(catalog_.begin_load(*before_).status().is(Error::kTableBuilding));
  EXPECT_TRUE(finish(Status()).ok());
  EXPECT_TRUE(catalog_.drop_index("tab", "by_g").ok());
}

TEST_F(HeldBuild, WhatIsKeptCanBeChangedMeanwhile) {
  ASSERT_TRUE(catalog_
                  .change_kept("tab",
                               [](const TableDef&, JsonNode* kept) {
                                 kept->members.push_back({"Tags", {}});
                                 return Status();
                               })
                  .ok());
  EXPECT_TRUE(finish(Status()).ok());
  const TableDef& def = (*catalog_.find("tab"))->def();
  EXPECT_EQ(def.kept_json, R"({"Tags":null})");
  EXPECT_EQ(def.indexes.at(0).state, IndexState::kActive);
}

TEST_F(HeldBuild, AnEndedBuildLeavesNothing) {
  EXPECT_TRUE(finish(Status(Error::kInterrupted)).is(Error::kInterrupted));
  const auto now = *catalog_.find("tab");
  EXPECT_EQ(now->def().indexes.size(), 0u);
  EXPECT_TRUE(now->missing_index("by_g").is(Error::kNoIndex));
  EXPECT_EQ(store_->find_family("x1"), nullptr);
  EXPECT_TRUE(put(*before_, kItem).ok());
  EXPECT_TRUE(catalog_.add_index("tab", added_index_json(kByG), [] { return Status(); }).ok());
}

// Everything at once: whatever order the threads run in, each index that is there agrees with the items.
TEST(IndexChangesAtOnce, IndexesAgreeWithTheItems) {
  constexpr int kWriters = 3;
  constexpr int kItems = 40;
  constexpr int kRounds = 12;
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  std::atomic<bool> is_over{false};
  std::atomic<int> failures{0};
  const auto count_failure = [&failures](const Status& status) {
    if (!status.ok()) ++failures;
  };
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      TestTable own = table;
      for (int i = 0; !is_over.load(); i = (i + 1) % kItems) {
        const std::string key = std::to_string(writer) + "_" + std::to_string(i);
        count_failure(own.put(R"({"g":{"S":"g)" + std::to_string(i % 3) + R"("},"pk":{"S":")" + key + R"("}})"));
        if (i % 5 == 0) count_failure(own.erase({s(key)}));
      }
    });
  }
  threads.emplace_back([&] {
    while (!is_over.load()) {
      const Page page = table.page({.index = "by_g", .partition = {s("g1")}});
      const bool is_expected =
          page.status.ok() || page.status.is(Error::kNoIndex) || page.status.is(Error::kIndexNotReady);
      if (!is_expected) ++failures;
    }
  });
  for (int round = 0; round < kRounds; ++round) {
    count_failure(database->add_index("tab", added_index_json(kByG)));
    const auto report = verify_table(database->store(), *(*database->table_now("tab")).table);
    EXPECT_EQ(report->first_problem, "") << round;
    if (round + 1 < kRounds) count_failure(database->drop_index("tab", "by_g"));
  }
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures.load(), 0);
  EXPECT_EQ(inspect(database.shared()).problem, "");
}

// A close does not wait for the build: the index is not there at the next opening.
TEST(IndexChangesAtOnce, ACloseEndsABuild) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(kItem).ok());
  std::thread closer([&] { database.close(); });
  Status added;
  while (added.ok()) {
    added = database->add_index("tab", added_index_json(kByG));
    if (added.ok()) added = database->drop_index("tab", "by_g");
  }
  closer.join();
  EXPECT_TRUE(added.is(Error::kClosed)) << added.message();
}

}  // namespace
}  // namespace sheaf
