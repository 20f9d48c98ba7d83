// Cases from the field: updates, and conditions of writes.
#include <gtest/gtest.h>

#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

constexpr auto kUpdated = ImageParts::kUpdated;

// Table T(pk S), and the item p.
class OneItem {
 public:
  OneItem() : table_(database_.create({.hash = "pk:S"})) {}
  explicit OneItem(IndexShape index) : table_(database_.create({.hash = "pk:S", .indexes = {std::move(index)}})) {}

  // The item with these attributes beside its key.
  void put(std::string_view attributes) {
    const Status status = table_.put(R"({"pk":{"S":"p"},)" + std::string(attributes) + "}");
    EXPECT_TRUE(status.ok()) << status.message();
  }
  Written update(const Terms& terms) { return test::update(table_, {s("p")}, terms); }
  // The same, which must succeed.
  void change(const std::string& text, const std::string& values = "{}") {
    const Written written = update({.update = text, .values = values});
    EXPECT_TRUE(written.status.ok()) << text << ": " << written.status.message();
  }
  std::optional<std::string> stored() const { return table_.get({s("p")}); }
  TestTable& table() { return table_; }

 private:
  TestDatabase database_;
  TestTable table_;
};

TEST(FieldCases, B005_AMemberOfANumberSetIsFoundAndDeletedByItsValue) {
  OneItem item;
  item.put(R"("ns":{"NS":["123456789012345678901234567890","1"]})");
  EXPECT_EQ(answer_rows(item.table(), scan_of("contains(ns, :v)", R"({":v":{"N":"1.00"}})")).size(), 1u);
  item.change("DELETE ns :s", R"({":s":{"NS":["1e0"]}})");
  EXPECT_EQ(answer_rows(item.table(), scan_of("contains(ns, :v)", R"({":v":{"N":"1.00"}})")).size(), 0u);
  EXPECT_EQ(item.stored(), R"({"ns":{"NS":["123456789012345678901234567890"]},"pk":{"S":"p"}})");
}

TEST(FieldCases, B007_SumsOutOfRangeAreRefusedAndTheItemStays) {
  OneItem item;
  item.put(R"("n":{"N":"1"})");
  EXPECT_TRUE(item.update({.update = "SET n = :a + :b", .values = R"({":a":{"N":"9e125"},":b":{"N":"9e125"}})"})
                  .status.is(Error::kNumberOverflow));
  EXPECT_TRUE(item.update({.update = "SET n = :a + :b", .values = R"({":a":{"N":"1e50"},":b":{"N":"1"}})"})
                  .status.is(Error::kNumberInexact));
  EXPECT_EQ(item.stored(), R"({"n":{"N":"1"},"pk":{"S":"p"}})");
}

TEST(FieldCases, B025_AMissingAttributeIsUnequalToEverything) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const std::string values = R"({":w":{"S":"working"}})";
  const auto put = [&](const std::string& pk, const std::string& condition) {
    return put_if(table, R"({"pk":{"S":")" + pk + R"("}})", {.condition = condition, .values = values}).status;
  };
  EXPECT_TRUE(put("j1", "st <> :w").ok());
  EXPECT_EQ(table.rows(), Texts{R"({"pk":{"S":"j1"}})"});
  for (const std::string pk : {"j1", "j2"}) {
    EXPECT_TRUE(put(pk, "st = :w").is(Error::kConditionFailed));
    EXPECT_TRUE(put(pk, "st < :w").is(Error::kConditionFailed));
    EXPECT_TRUE(put(pk, "NOT st = :w").ok());
  }
  const auto found = [&](const char* filter) { return answer_rows(table, scan_of(filter, values)).size(); };
  EXPECT_EQ(found("st <> :w"), 2u);
  EXPECT_EQ(found("NOT st = :w"), 2u);
  EXPECT_EQ(found("st = :w"), 0u);
  EXPECT_EQ(found("st < :w"), 0u);
}

TEST(FieldCases, B026_TwoMissingAttributesAreNotEqual) {
  OneItem item;
  ASSERT_TRUE(item.table().put(R"({"pk":{"S":"p"}})").ok());
  EXPECT_TRUE(item.update({.update = "SET a = :v", .condition = "q = z", .values = R"({":v":{"N":"1"}})"})
                  .status.is(Error::kConditionFailed));
  EXPECT_EQ(item.stored(), R"({"pk":{"S":"p"}})");
}

TEST(FieldCases, B034_RemovedPositionsAreThoseOfTheOldList) {
  OneItem item;
  const std::string_view list = R"("l":{"L":[{"S":"a"},{"S":"b"},{"S":"c"},{"S":"d"}]})";
  item.put(list);
  item.change("REMOVE l[1], l[2]");
  EXPECT_EQ(item.stored(), R"({"l":{"L":[{"S":"a"},{"S":"d"}]},"pk":{"S":"p"}})");
  item.put(list);
  item.change("REMOVE l[2], l[0]");
  EXPECT_EQ(item.stored(), R"({"l":{"L":[{"S":"b"},{"S":"d"}]},"pk":{"S":"p"}})");
}

TEST(FieldCases, B035_AppendingToAListThatMayNotBeThere) {
  OneItem item;
  const std::string text = "SET l = list_append(if_not_exists(l, :e), :v)";
  const std::string values = R"({":e":{"L":[]},":v":{"L":[{"S":"n"}]}})";
  item.change(text, values);
  EXPECT_EQ(item.stored(), R"({"l":{"L":[{"S":"n"}]},"pk":{"S":"p"}})");
  item.change(text, values);
  EXPECT_EQ(item.stored(), R"({"l":{"L":[{"S":"n"},{"S":"n"}]},"pk":{"S":"p"}})");
}

// The same as an action of a transaction: many_cases_test.cc.
TEST(FieldCases, B037_AConditionThatFailsLeavesNoGhost) {
  OneItem item;
  const Written refused =
      item.update({.update = "SET a = :v", .condition = "attribute_exists(pk)", .values = R"({":v":{"N":"1"}})"});
  EXPECT_TRUE(refused.status.is(Error::kConditionFailed));
  EXPECT_EQ(refused.old_image, std::nullopt);
  EXPECT_EQ(item.stored(), std::nullopt);
  EXPECT_EQ(item.table().rows(), Texts{});
}

TEST(FieldCases, B038_RemovingFromNothingMakesNoItemAndAnUpdateOfNothingDoes) {
  OneItem item;
  item.change("REMOVE a");
  EXPECT_EQ(item.stored(), std::nullopt);
  EXPECT_TRUE(test::update(item.table(), {s("q")}, {}).status.ok());
  EXPECT_EQ(item.table().rows(), Texts{R"({"pk":{"S":"q"}})"});
}

TEST(FieldCases, B040_AValueSetToWhatItWasIsUpdatedToo) {
  OneItem item;
  const Terms terms{.update = "SET a = :v", .values = R"({":v":{"S":"same"}})", .parts = kUpdated};
  Written written = item.update(terms);
  EXPECT_EQ(written.new_image, R"({"a":{"S":"same"}})");
  EXPECT_EQ(written.old_image, std::nullopt);
  written = item.update(terms);
  EXPECT_EQ(written.new_image, R"({"a":{"S":"same"}})");
  EXPECT_EQ(written.old_image, R"({"a":{"S":"same"}})");
}

TEST(FieldCases, B041_APlaceholderWithADotIsOneName) {
  OneItem item;
  item.put(R"("doc":{"M":{}})");
  const std::vector<std::pair<std::string, std::string>> names{{"#n", "doc.prop"}};
  EXPECT_TRUE(item.update({.update = "SET #n = :v", .values = R"({":v":{"N":"1"}})", .names = names}).status.ok());
  item.change("SET doc.prop = :v", R"({":v":{"N":"2"}})");
  EXPECT_EQ(item.stored(), R"({"doc":{"M":{"prop":{"N":"2"}}},"doc.prop":{"N":"1"},"pk":{"S":"p"}})");
  Ask both = scan_of("#n = :v AND doc.prop = :w", R"({":v":{"N":"1"},":w":{"N":"2"}})");
  both.names = names;
  both.projection = "#n";
  EXPECT_EQ(answer_rows(item.table(), both), Texts{R"({"doc.prop":{"N":"1"}})"});
  Ask nested = scan_of("doc.prop = :w", R"({":w":{"N":"2"}})");
  nested.projection = "doc.prop";
  EXPECT_EQ(answer_rows(item.table(), nested), Texts{R"({"doc":{"M":{"prop":{"N":"2"}}}})"});
}

// How often the item is found under a and b, and how many rows the index has.
struct Found {
  size_t under_both;
  size_t in_all;
  friend bool operator==(const Found&, const Found&) = default;
};
Found find(const OneItem& item, const TestTable& table, std::string_view a, std::string_view b) {
  EXPECT_TRUE(table.verify().is_clean()) << item.stored().value_or("nothing");
  const Query query{.index = "a_b", .partition = {s(a)}, .sort = {s(b)}, .sort_op = RangeOp::kEqual};
  return {table.column("pk", query).size(), table.rows({.index = "a_b"}).size()};
}

TEST(FieldCases, B046_SettingAnIndexKeyToWhatItIsKeepsTheRow) {
  OneItem item(IndexShape{"a_b", "a:S", "b:S"});
  item.put(R"("a":{"S":"A"},"b":{"S":"B"},"d":{"N":"1"})");
  item.change("SET b = :b", R"({":b":{"S":"B"}})");
  EXPECT_EQ(find(item, item.table(), "A", "B"), (Found{1, 1}));
}

TEST(FieldCases, B047_UpdatesOfAnIndexKeyLeaveOneRow) {
  OneItem item(IndexShape{"a_b", "a:S", "b:S"});
  item.put(R"("a":{"S":"A"},"b":{"S":"B"})");
  item.change("SET b = :b", R"({":b":{"S":"C"}})");
  EXPECT_EQ(find(item, item.table(), "A", "C"), (Found{1, 1}));
  EXPECT_EQ(find(item, item.table(), "A", "B"), (Found{0, 1}));
  item.change("SET b = :b", R"({":b":{"S":"B"}})");
  EXPECT_EQ(find(item, item.table(), "A", "B"), (Found{1, 1}));
  item.change("REMOVE a");
  EXPECT_EQ(find(item, item.table(), "A", "B"), (Found{0, 0}));
  item.change("SET a = :a", R"({":a":{"S":"A"}})");
  EXPECT_EQ(find(item, item.table(), "A", "B"), (Found{1, 1}));
}

TEST(FieldCases, B050_AnUpdateToAWrongTypedIndexKeyIsRefused) {
  OneItem item(IndexShape{"by_gs", "gs:N"});
  item.put(R"("gs":{"N":"1"})");
  for (const std::string value : {R"({"L":[{"N":"1"}]})", R"({"S":"x"})", R"({"S":""})"}) {
    EXPECT_TRUE(
        item.update({.update = "SET gs = :v", .values = R"({":v":)" + value + "}"}).status.is(Error::kIndexKeyType))
        << value;
  }
  EXPECT_EQ(item.table().rows({.index = "by_gs"}), Texts{R"({"gs":{"N":"1"},"pk":{"S":"p"}})"});
  item.change("SET v = :v", R"({":v":{"N":"2"}})");
  EXPECT_EQ(item.table().rows({.index = "by_gs"}), Texts{R"({"gs":{"N":"1"},"pk":{"S":"p"},"v":{"N":"2"}})"});
  EXPECT_TRUE(item.table().verify().is_clean());
}

}  // namespace
}  // namespace sheaf
