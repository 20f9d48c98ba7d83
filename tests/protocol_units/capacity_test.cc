// The arithmetic of ConsumedCapacity (dynamodb-semantics.md 5.16).
#include "engine/protocol/capacity.h"

#include <gtest/gtest.h>

#include <deque>

#include "engine/base/capacity_units.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kMembers[] = {{"ReturnConsumedCapacity", &kReturnConsumedCapacity}};
constexpr Shape kRequest = structure(kMembers);

class CapacityTest : public testing::Test {
 protected:
  ConsumedCapacity wanted(std::string_view detail) {
    Request& request = requests_.emplace_back();
    const std::string json = R"({"ReturnConsumedCapacity":")" + std::string(detail) + "\"}";
    EXPECT_TRUE(request.read(kRequest, json).ok());
    return ConsumedCapacity(request.root());
  }

  static std::string single(const ConsumedCapacity& capacity) {
    std::string text;
    JsonWriter writer(&text);
    writer.begin_object();
    capacity.write_single(&writer);
    writer.end_object();
    return text;
  }
  static std::string list(const ConsumedCapacity& capacity) {
    std::string text;
    JsonWriter writer(&text);
    writer.begin_object();
    capacity.write_list(&writer);
    writer.end_object();
    return text;
  }

  // The units of one item read, "1.5".
  std::string read(uint64_t bytes, CapacityRate rate) {
    ConsumedCapacity capacity = wanted("TOTAL");
    capacity.add_read("t", bytes, rate);
    return units(single(capacity));
  }
  std::string written(const WriteCost& cost, CapacityRate rate = CapacityRate::kStandard) {
    ConsumedCapacity capacity = wanted("TOTAL");
    capacity.add_write("t", cost, rate);
    return units(single(capacity));
  }
  static std::string units(const std::string& json) {
    static constexpr std::string_view kBefore = R"("CapacityUnits":)";
    const size_t begin = json.find(kBefore) + kBefore.size();
    return json.substr(begin, json.find_first_of(",}", begin) - begin);
  }

  std::deque<Request> requests_;
};

WriteCost items(uint64_t old_bytes, uint64_t new_bytes) {
  WriteCost cost;
  cost.old_bytes = old_bytes;
  cost.new_bytes = new_bytes;
  return cost;
}

TEST(CapacityUnits, AreRoundedUpAndAtLeastOne) {
  EXPECT_EQ(read_units(0), 1u);
  EXPECT_EQ(read_units(4096), 1u);
  EXPECT_EQ(read_units(4097), 2u);
  EXPECT_EQ(write_units(0), 1u);
  EXPECT_EQ(write_units(1024), 1u);
  EXPECT_EQ(write_units(1025), 2u);
  EXPECT_EQ(write_units(409600), 400u);
}

// C151 among them.
TEST_F(CapacityTest, OfAnItemRead) {
  EXPECT_EQ(read(0, CapacityRate::kEventual), "0.5");
  EXPECT_EQ(read(0, CapacityRate::kStandard), "1.0");
  EXPECT_EQ(read(4097, CapacityRate::kEventual), "1.0");
  EXPECT_EQ(read(8193, CapacityRate::kEventual), "1.5");
  EXPECT_EQ(read(8193, CapacityRate::kStandard), "3.0");
  EXPECT_EQ(read(4097, CapacityRate::kTransaction), "4.0");
}

TEST_F(CapacityTest, OfAnItemWrittenIsByTheLargerOfOldAndNew) {
  EXPECT_EQ(written(items(0, 0)), "1.0");
  EXPECT_EQ(written(items(0, 1025)), "2.0");
  EXPECT_EQ(written(items(3000, 10)), "3.0");
  EXPECT_EQ(written(items(3000, 10), CapacityRate::kTransaction), "6.0");
}

TEST_F(CapacityTest, ARowThatMovesIsErasedAndWritten) {
  WriteCost cost = items(10, 10);
  cost.indexes = {{"g", IndexKind::kGlobal, 10, 10, false}};
  EXPECT_EQ(written(cost), "2.0");
  cost.indexes = {{"g", IndexKind::kGlobal, 10, 1500, true}};
  EXPECT_EQ(written(cost), "4.0");
  cost.indexes = {{"g", IndexKind::kGlobal, 0, 1500, false}, {"l", IndexKind::kLocal, 1025, 0, false}};
  EXPECT_EQ(written(cost), "5.0");
}

TEST_F(CapacityTest, ByIndex) {
  ConsumedCapacity capacity = wanted("INDEXES");
  WriteCost cost = items(0, 2000);
  cost.indexes = {{"g", IndexKind::kGlobal, 0, 2000, false}, {"l", IndexKind::kLocal, 0, 20, false}};
  capacity.add_write("t", cost, CapacityRate::kStandard);
  EXPECT_EQ(
      single(capacity),
      R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":5.0,"Table":{"CapacityUnits":2.0},)"
      R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":2.0}},"LocalSecondaryIndexes":{"l":{"CapacityUnits":1.0}}}})");
}

TEST_F(CapacityTest, APageIsRoundedOnceAndItsFetchedItemsEach) {
  IndexDef local;
  local.name = "l";
  local.kind = IndexKind::kLocal;
  ReadBytes bytes;
  bytes.rows = 4100;
  ConsumedCapacity whole = wanted("TOTAL");
  whole.add_page("t", nullptr, bytes, CapacityRate::kEventual);
  EXPECT_EQ(units(single(whole)), "1.0");
  bytes.fetched_items = 3;
  bytes.fetched_units = 3;
  ConsumedCapacity fetched = wanted("INDEXES");
  fetched.add_page("t", &local, bytes, CapacityRate::kEventual);
  EXPECT_EQ(single(fetched),
            R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":2.5,"Table":{"CapacityUnits":1.5},)"
            R"("LocalSecondaryIndexes":{"l":{"CapacityUnits":1.0}}}})");
}

TEST_F(CapacityTest, OfManyTablesIsAListAndOfTransactionsAlsoByKind) {
  ConsumedCapacity capacity = wanted("TOTAL");
  capacity.add_read("b", 10, CapacityRate::kTransaction);
  capacity.add_write("a", items(0, 10), CapacityRate::kTransaction);
  capacity.add_write("a", items(0, 10), CapacityRate::kTransaction);
  EXPECT_EQ(list(capacity), R"({"ConsumedCapacity":[{"TableName":"a","CapacityUnits":4.0,"WriteCapacityUnits":4.0},)"
                            R"({"TableName":"b","CapacityUnits":2.0,"ReadCapacityUnits":2.0}]})");
}

TEST_F(CapacityTest, IsToldOnlyWhereItIsAskedFor) {
  ConsumedCapacity none = wanted("NONE");
  EXPECT_FALSE(none.is_wanted());
  none.add_read("t", 10, CapacityRate::kStandard);
  EXPECT_EQ(single(none), "{}");
  EXPECT_EQ(list(none), "{}");
}

}  // namespace
}  // namespace sheaf::protocol
