// make_plan: what each legal request means in bytes, written out by hand.
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/key_bytes.h"

namespace sheaf {
namespace {

using namespace test;
using Range = std::pair<std::string, std::string>;

class PlanRanges : public testing::Test {
 protected:
  // One store for all tests, which write nothing.
  static void SetUpTestSuite() {
    table_ = new BareTable({.hash = "pk:S",
                            .sort = "sk:S",
                            .indexes = {{"single", "gp:S", "gs:B"},
                                        {"numbers", "np:N", "ns:N"},
                                        {"plain", "gp:S", ""},
                                        {"many", "a:S b:N", "c:S d:N"}}});
  }
  static void TearDownTestSuite() {
    delete table_;
    table_ = nullptr;
  }

  static Plan plan_of(const Query& query) {
    const RequestOf request(query);
    auto plan = make_plan(table_->table(), request.request());
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? *std::move(plan) : Plan();
  }

  static Range range_of(const Query& query) {
    const Plan plan = plan_of(query);
    return {plan.range.lower, plan.range.upper};
  }

  static BareTable* table_;
};
BareTable* PlanRanges::table_ = nullptr;

TEST_F(PlanRanges, EverythingOfTableAndIndex) {
  EXPECT_EQ(range_of({}), (Range{"", ""}));
  EXPECT_EQ(range_of({.index = "many"}), (Range{"", ""}));
}

TEST_F(PlanRanges, OneCollectionOfTheTable) {
  const Range collection{marked("p"), past_marked("p")};
  EXPECT_EQ(range_of({.partition = {s("p")}}), collection);
  EXPECT_EQ(range_of({.partition = {s("p")}, .partition_op = RangeOp::kEqual}), collection);
}

// The base sort key stands raw at the end, so the next key after "s" is "s" with a zero byte.
TEST_F(PlanRanges, EachOperatorOnTheTable) {
  const auto with = [](RangeOp op, const std::vector<Value>& sort) {
    return range_of({.partition = {s("p")}, .sort = sort, .sort_op = op});
  };
  const std::string start = marked("p");
  const std::string end = past_marked("p");
  const std::string at = start + last_s("s");
  const std::string behind = at + std::string(1, '\0');
  EXPECT_EQ(with(RangeOp::kEqual, {s("s")}), (Range{at, behind}));
  EXPECT_EQ(with(RangeOp::kLess, {s("s")}), (Range{start, at}));
  EXPECT_EQ(with(RangeOp::kLessEqual, {s("s")}), (Range{start, behind}));
  EXPECT_EQ(with(RangeOp::kGreater, {s("s")}), (Range{behind, end}));
  EXPECT_EQ(with(RangeOp::kGreaterEqual, {s("s")}), (Range{at, end}));
  EXPECT_EQ(with(RangeOp::kBetween, {s("a"), s("s")}), (Range{start + last_s("a"), behind}));
  EXPECT_EQ(with(RangeOp::kBetween, {s("s"), s("s")}), (Range{at, behind}));
  EXPECT_EQ(with(RangeOp::kBeginsWith, {s("s")}), (Range{at, start + last_s("t")}));
  EXPECT_EQ(with(RangeOp::kBeginsWith, {s("")}), (Range{start + last_s(""), start + "\x21"}));
}

// An index's sort component has an end mark, and behind it the base key, so the next value's rows begin above the mark.
TEST_F(PlanRanges, EachOperatorOnAnIndex) {
  const auto with = [](RangeOp op, const std::vector<Value>& sort) {
    return range_of({.index = "single", .partition = {s("x")}, .sort = sort, .sort_op = op});
  };
  const std::string start = marked("x");
  const std::string end = past_marked("x");
  const std::string at = start + sort_b("s");
  const std::string behind = start + past_marked("\x30s");
  EXPECT_EQ(with(RangeOp::kAll, {}), (Range{start, end}));
  EXPECT_EQ(with(RangeOp::kEqual, {b("s")}), (Range{at, behind}));
  EXPECT_EQ(with(RangeOp::kLess, {b("s")}), (Range{start, at}));
  EXPECT_EQ(with(RangeOp::kLessEqual, {b("s")}), (Range{start, behind}));
  EXPECT_EQ(with(RangeOp::kGreater, {b("s")}), (Range{behind, end}));
  EXPECT_EQ(with(RangeOp::kGreaterEqual, {b("s")}), (Range{at, end}));
  EXPECT_EQ(with(RangeOp::kBetween, {b("a"), b("s")}), (Range{start + sort_b("a"), behind}));
  EXPECT_EQ(with(RangeOp::kBeginsWith, {b("s")}), (Range{start + "\x30s", start + "\x30t"}));
  EXPECT_EQ(with(RangeOp::kBeginsWith, {b("s\xFF")}), (Range{start + "\x30s\xFF", start + "\x30t"}));
  EXPECT_EQ(with(RangeOp::kBeginsWith, {b("\xFF")}), (Range{start + "\x30\xFF", start + "\x31"}));
}

TEST_F(PlanRanges, Numbers) {
  EXPECT_EQ(range_of({.index = "numbers", .partition = {n("1.0")}}), (Range{marked(kOne), past_marked(kOne)}));
  EXPECT_EQ(
      range_of({.index = "numbers", .partition = {n("1")}, .sort = {n("-1"), n("10")}, .sort_op = RangeOp::kBetween}),
      (Range{marked(kOne) + marked(kMinusOne), marked(kOne) + past_marked(kTen)}));
}

TEST_F(PlanRanges, LeadingSortPartsAreComparedForEquality) {
  const std::string partition = marked("A") + marked(kOne);
  const auto with = [](RangeOp op, const std::vector<Value>& sort) {
    return range_of({.index = "many", .partition = {s("A"), n("1")}, .sort = sort, .sort_op = op});
  };
  EXPECT_EQ(with(RangeOp::kAll, {}), (Range{partition, marked("A") + past_marked(kOne)}));
  EXPECT_EQ(with(RangeOp::kGreater, {s("C")}), (Range{partition + past_marked("\x20"
                                                                              "C"),
                                                      marked("A") + past_marked(kOne)}));
  const std::string leading = partition + sort_s("C");
  EXPECT_EQ(with(RangeOp::kEqual, {s("C"), n("10")}), (Range{leading + marked(kTen), leading + past_marked(kTen)}));
  EXPECT_EQ(with(RangeOp::kLess, {s("C"), n("10")}), (Range{leading, leading + marked(kTen)}));
  EXPECT_EQ(with(RangeOp::kGreaterEqual, {s("C"), n("10")}),
            (Range{leading + marked(kTen), partition + past_marked("\x20"
                                                                   "C")}));
  EXPECT_EQ(with(RangeOp::kBetween, {s("C"), n("1"), n("10")}),
            (Range{leading + marked(kOne), leading + past_marked(kTen)}));
}

TEST_F(PlanRanges, PartitionPrefixes) {
  const auto with = [](std::string index, std::string_view prefix) {
    return range_of({.index = std::move(index), .partition = {s(prefix)}, .partition_op = RangeOp::kBeginsWith});
  };
  EXPECT_EQ(with("", "ab"), (Range{"ab", "ac"}));
  EXPECT_EQ(with("plain", "ab"), (Range{"ab", "ac"}));
  EXPECT_EQ(with("", "a\x7F"), (Range{"a\x7F", "a\x80"}));
  EXPECT_EQ(with("", ""), (Range{"", ""}));
}

TEST_F(PlanRanges, WhatElseAPlanCarries) {
  const Plan plain = plan_of({.partition = {s("p")}});
  EXPECT_EQ(plain.table, &table_->table());
  EXPECT_EQ(plain.index, nullptr);
  EXPECT_EQ(&plain.family(), &table_->table().base());
  EXPECT_EQ(plain.direction, Direction::kForward);
  EXPECT_EQ(plain.content, RowContent::kStored);
  EXPECT_EQ(plain.kind, ReadKind::kQuery);

  const Plan other = plan_of({.index = "single", .direction = Direction::kBackward, .content = RowContent::kFullItem});
  EXPECT_EQ(other.index, &table_->index("single"));
  EXPECT_EQ(&other.family(), table_->index("single").family.get());
  EXPECT_EQ(other.direction, Direction::kBackward);
  EXPECT_EQ(other.content, RowContent::kFullItem);
  EXPECT_EQ(other.kind, ReadKind::kWholeTable);

  // The table's stored row is the full item.
  EXPECT_EQ(plan_of({.content = RowContent::kFullItem}).content, RowContent::kStored);
  EXPECT_EQ(plan_of({.content = RowContent::kKeysOnly}).content, RowContent::kKeysOnly);
}

}  // namespace
}  // namespace sheaf
