// Cases from the field: secondary indexes.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

// Table T(pk S) with index (a S, b S), and one item.
class IndexOnTwoAttributes {
 public:
  IndexOnTwoAttributes() : table_(database_.create({.hash = "pk:S", .indexes = {{"a_b", "a:S", "b:S"}}})) {}

  // The item with these attributes beside its key.
  void put(std::string_view attributes) {
    const Status status = table_.put(R"({"pk":{"S":"p"},)" + std::string(attributes) + "}");
    EXPECT_TRUE(status.ok()) << status.message();
  }

  // How often the item is found under a and b, and how many rows the index has.
  size_t found(std::string_view a, std::string_view b) const {
    return table_.column("pk", {.index = "a_b", .partition = {s(a)}, .sort = {s(b)}, .sort_op = RangeOp::kEqual})
        .size();
  }
  size_t entries() const { return table_.rows({.index = "a_b"}).size(); }
  bool is_sound() const { return table_.verify().is_clean(); }

 private:
  TestDatabase database_;
  TestTable table_;
};

// By a put of the changed item; by an update: update_cases_test.cc.
TEST(FieldCases, B046_WritingTheSameIndexKeyAgainKeepsTheRow) {
  IndexOnTwoAttributes index;
  index.put(R"("a":{"S":"A"},"b":{"S":"B"},"d":{"N":"1"})");
  index.put(R"("a":{"S":"A"},"b":{"S":"B"},"d":{"N":"1"})");
  EXPECT_EQ(index.found("A", "B"), 1u);
  index.put(R"("a":{"S":"A"},"b":{"S":"B"},"d":{"N":"2"})");
  EXPECT_EQ(index.found("A", "B"), 1u);
  EXPECT_EQ(index.entries(), 1u);
}

// By puts of the changed item; by updates: update_cases_test.cc.
TEST(FieldCases, B047_AnIndexKeyChangedAndChangedBackHasOneRow) {
  IndexOnTwoAttributes index;
  index.put(R"("a":{"S":"A"},"b":{"S":"B"})");
  EXPECT_EQ(index.found("A", "B"), 1u);
  index.put(R"("a":{"S":"A"},"b":{"S":"C"})");
  EXPECT_EQ(index.found("A", "B"), 0u);
  EXPECT_EQ(index.found("A", "C"), 1u);
  EXPECT_EQ(index.entries(), 1u);
  index.put(R"("a":{"S":"A"},"b":{"S":"B"})");
  EXPECT_EQ(index.found("A", "B"), 1u);
  EXPECT_EQ(index.entries(), 1u);
  index.put(R"("b":{"S":"B"})");
  EXPECT_EQ(index.entries(), 0u);
  index.put(R"("a":{"S":"A"},"b":{"S":"B"})");
  EXPECT_EQ(index.found("A", "B"), 1u);
  EXPECT_EQ(index.entries(), 1u);
  EXPECT_TRUE(index.is_sound());
}

// Waits for UpdateTable: the index added later, and reads before, during and after its build.
TEST(FieldCases, B049_ReadsAreOfTheAskedItem) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "g:S", "sk:S"}}});
  const auto key = [](int i) { return "s-" + std::string(i < 10 ? "0" : "") + std::to_string(i); };
  const auto item = [&key](int i) { return R"({"g":{"S":"g"},"pk":{"S":"p"},"sk":{"S":")" + key(i) + R"("}})"; };
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(table.put(item(i)).ok());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(table.get({s("p"), s(key(i))}), item(i));
  EXPECT_EQ(table.get({s("p"), s("s-100")}), std::nullopt);
  EXPECT_EQ(table.rows({.index = "by_g", .partition = {s("g")}}).size(), 100u);
}

// By an update: update_cases_test.cc; by batches and transactions: many_cases_test.cc.
TEST(FieldCases, B050_WrongTypedIndexKeysAreRefused) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_gs", "gp:S", "gs:N"}}});
  EXPECT_TRUE(table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"S":"x"}})").is(Error::kIndexKeyType));
  EXPECT_TRUE(table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"S":""}})").is(Error::kIndexKeyType));
  EXPECT_TRUE(table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"L":[{"N":"1"}]}})").is(Error::kIndexKeyType));
  EXPECT_TRUE(table.put(R"({"pk":{"S":"p"},"gs":{"S":"x"}})").is(Error::kIndexKeyType));
  EXPECT_EQ(table.rows(), Texts{});
  EXPECT_EQ(table.rows({.index = "by_gs"}), Texts{});
  const std::string without = R"({"gp":{"S":"x"},"pk":{"S":"p"},"v":{"N":"1"}})";
  EXPECT_TRUE(table.put(without).ok());
  EXPECT_EQ(table.rows(), Texts{without});
  EXPECT_EQ(table.rows({.index = "by_gs"}), Texts{});
}

// As a key condition in filter_cases_test.cc.
TEST(FieldCases, B052_EveryPartitionPartIsNeeded) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_region", "tenant:S region:S", "d:N"}}});
  const auto item = [](std::string_view pk, std::string_view region) {
    return R"({"d":{"N":"1"},"pk":{"S":")" + std::string(pk) + R"("},"region":{"S":")" + std::string(region) +
           R"("},"tenant":{"S":"t1"}})";
  };
  ASSERT_TRUE(table.put(item("1", "eu")).ok());
  ASSERT_TRUE(table.put(item("2", "us")).ok());
  const Page page = table.page({.index = "by_region", .partition = {s("t1")}});
  ASSERT_FALSE(page.status.ok());
  EXPECT_EQ(page.status.message(), "the condition gives 1 of 2 partition key parts; 'region' is missing");
  EXPECT_EQ(page.status.aws_message(), "Query condition missed key schema element: region");
  EXPECT_EQ(table.rows({.index = "by_region", .partition = {s("t1"), s("eu")}}), Texts{item("1", "eu")});
}

// As a key condition in filter_cases_test.cc.
TEST(FieldCases, B053_EverySortPartOrders) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_state", "g:S", "state:S created:N"}}});
  const auto put = [&table](std::string_view pk, std::string_view state, std::string_view created) {
    const std::string json = R"({"created":{"N":")" + std::string(created) + R"("},"g":{"S":"g"},"pk":{"S":")" +
                             std::string(pk) + R"("},"state":{"S":")" + std::string(state) + R"("}})";
    EXPECT_TRUE(table.put(json).ok());
    return json;
  };
  const std::string open_3 = put("1", "open", "3");
  const std::string open_1 = put("2", "open", "1");
  const std::string closed_2 = put("3", "closed", "2");
  const Query all{.index = "by_state", .partition = {s("g")}};
  EXPECT_EQ(table.rows(all), (Texts{closed_2, open_1, open_3}));
  EXPECT_EQ(table.rows(reversed(all)), (Texts{open_3, open_1, closed_2}));
  const Query open{.index = "by_state",
                   .partition = {s("g")},
                   .sort = {s("open"), n("1"), n("3")},
                   .sort_op = RangeOp::kBetween,
                   .direction = Direction::kBackward};
  EXPECT_EQ(table.rows(open), (Texts{open_3, open_1}));
}

// Waits for the DynamoDB mode: ConsistentRead on an index is refused there.
TEST(FieldCases, B055_AnIndexReadRightAfterTheWriteSeesIt) {
  TestDatabase database;
  TestTable table = database.create({.hash = "id:N", .indexes = {{"by_email", "email:S", ""}}});
  const auto work = [&table](int id) {
    const std::string item =
        R"({"email":{"S":"a)" + std::to_string(id) + R"(@x"},"id":{"N":")" + std::to_string(id) + R"("}})";
    const Query query{.index = "by_email", .partition = {s("a" + std::to_string(id) + "@x")}};
    for (int round = 0; round < 1000; ++round) {
      ASSERT_TRUE(table.put(item).ok());
      ASSERT_EQ(table.rows(query), Texts{item});
      ASSERT_TRUE(table.erase({n(std::to_string(id))}).ok());
      ASSERT_EQ(table.rows(query), Texts{});
    }
  };
  std::thread other(work, 2);
  work(1);
  other.join();
}

// As a key condition, p by its name, in filter_cases_test.cc.
TEST(FieldCases, B056_TheBaseKeyBehindAnIndexKeyIsNoPartOfIt) {
  TestDatabase database;
  TestTable table = database.create({.hash = "p:S", .indexes = {{"by_x", "x:S", ""}}});
  ASSERT_TRUE(table.put(R"({"p":{"S":"p"},"x":{"S":"x"}})").ok());
  const Page page = table.page({.index = "by_x", .partition = {s("x")}, .sort = {s("p")}, .sort_op = RangeOp::kEqual});
  ASSERT_FALSE(page.status.ok());
  EXPECT_EQ(page.status.error(), Error::kRangeInvalid);
  EXPECT_EQ(page.status.message(), "the key has no sort part");
  EXPECT_EQ(page.rows, Texts{});
}

}  // namespace
}  // namespace sheaf
