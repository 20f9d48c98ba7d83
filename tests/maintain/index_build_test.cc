// build_index: the rows of the items that are there, whatever their number, and how it ends early.
#include "engine/maintain/index_build.h"

#include <gtest/gtest.h>

#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using namespace test;

// A table without indexes, and an index that is to be filled.
class IndexBuildTest : public testing::Test {
 protected:
  IndexBuildTest()
      : table_({.hash = "pk:S"}), def_(definition_of({.hash = "pk:S", .indexes = {{"by_g", "g:S", "v:N"}}})) {
    const std::vector<std::string> names{"x1"};
    family_ = table_.store().create_families(names)->front();
  }

  Status build(const std::function<Status()>& may_go_on = [] { return Status(); }) {
    return build_index(table_.store(), {&table_.table(), &def_.indexes[0], family_.get(), may_go_on});
  }

  // What verify says of a table with the index.
  VerifyReport verify() {
    const OpenTable whole(def_, table_.table(), {def_.indexes[0].id, family_, 1});
    auto report = verify_table(table_.store(), whole);
    EXPECT_TRUE(report.ok()) << report.status().message();
    return *std::move(report);
  }

  BareTable table_;
  TableDef def_;
  std::shared_ptr<Family> family_;
};

TEST_F(IndexBuildTest, AnEmptyTableGivesAnEmptyIndex) {
  ASSERT_TRUE(build().ok());
  EXPECT_EQ(verify().rows, 0u);
}

TEST_F(IndexBuildTest, HasTheRowOfEveryItemThatHasItsKey) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"in"},"g":{"S":"x"},"v":{"N":"1"},"more":{"BOOL":true}})").ok());
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"no_sort"},"g":{"S":"x"}})").ok());
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"no_hash"},"v":{"N":"1"}})").ok());
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"other_type"},"g":{"N":"1"},"v":{"N":"1"}})").ok());
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"empty"},"g":{"S":""},"v":{"N":"1"}})").ok());
  const std::string long_key(kMaxPartitionKeyBytes + 1, 'g');
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"long"},"g":{"S":")" + long_key + R"("},"v":{"N":"1"}})").ok());
  ASSERT_TRUE(build().ok());
  const VerifyReport report = verify();
  EXPECT_TRUE(report.is_clean()) << report.first_problem;
  EXPECT_EQ(report.items, 6u);
  EXPECT_EQ(report.rows, 1u);
}

TEST_F(IndexBuildTest, ManyItemsTakeManyBatches) {
  constexpr int kItems = 600;
  const std::string pad(8000, 'p');  // in all several batches
  for (int i = 0; i < kItems; ++i) {
    const std::string number = std::to_string(i);
    ASSERT_TRUE(table_
                    .put(R"({"pk":{"S":")" + number + R"("},"g":{"S":"g)" + std::to_string(i % 7) + R"("},"v":{"N":")" +
                         number + R"("},"pad":{"S":")" + pad + R"("}})")
                    .ok());
  }
  ASSERT_TRUE(build().ok());
  const VerifyReport report = verify();
  EXPECT_TRUE(report.is_clean()) << report.first_problem;
  EXPECT_EQ(report.rows, uint64_t{kItems});
}

TEST_F(IndexBuildTest, EndsWhenItMayNotGoOn) {
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(table_.put(R"({"pk":{"S":")" + std::to_string(i) + R"("},"g":{"S":"x"},"v":{"N":"1"}})").ok());
  }
  int asked = 0;
  const Status ended = build([&asked] { return ++asked == 2 ? Status(Error::kInterrupted) : Status(); });
  EXPECT_TRUE(ended.is(Error::kInterrupted));
  EXPECT_EQ(asked, 2);
}

TEST_F(IndexBuildTest, ADamagedItemEndsIt) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"a"},"g":{"S":"x"},"v":{"N":"1"}})").ok());
  write_raw(table_.store(), table_.table().base(), table_.key_of(R"({"pk":{"S":"b"}})"), "no item");
  EXPECT_TRUE(build().is(Error::kItemCorrupt));
}

}  // namespace
}  // namespace sheaf
