// The write path over one table with indexes: what is written, what is refused, and what a refused write leaves behind.
#include "engine/write/pipeline.h"

#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/key_bytes.h"

namespace sheaf {
namespace {

using namespace test;

// The rows as "family key: value", for expectations written by hand.
std::vector<std::string> texts_of(const std::vector<StoredRow>& rows) {
  std::vector<std::string> texts;
  for (const StoredRow& row : rows) texts.push_back(row.family + " " + row.key + ": " + json_of_stored(row.value));
  return texts;
}
using Texts = std::vector<std::string>;

class PipelineTest : public testing::Test {
 protected:
  PipelineTest()
      : table_({.hash = "pk:S",
                .indexes = {
                    {"all", "gp:S", ""}, {"keys", "gp:S", "gs:N", "KEYS_ONLY"}, {"some", "gs:N", "", "INCLUDE v"}}}) {}

  Result<ActionResult> run(ActionKind kind, std::string_view json, AlignedBuffer* old_image) {
    const TestItem item(json);
    const ValueView key = item.view().find("pk");
    Action action;
    action.kind = kind;
    action.table = &table_.table();
    action.old_image = old_image;
    if (kind == ActionKind::kPut) {
      action.item = item.view();
    } else {
      action.key = {&key, 1};
    }
    return table_.pipeline().run(&action);
  }

  // Puts what must be refused and shows that nothing changed.
  void expect_refused(std::string_view json, Error error) {
    const std::vector<StoredRow> before = table_.stored();
    const Status status = table_.put(json);
    ASSERT_FALSE(status.ok()) << json.substr(0, 200);
    EXPECT_EQ(status.error(), error) << status.message();
    EXPECT_EQ(table_.stored(), before) << json.substr(0, 200);
  }

  BareTable table_;
};

TEST_F(PipelineTest, APutWritesTheItemAndARowInEachIndexThatItBelongsTo) {
  const std::string item = R"({"gp":{"S":"x"},"gs":{"N":"1"},"pk":{"S":"p"},"v":{"S":"w"},"z":{"S":"z"}})";
  ASSERT_TRUE(table_.put(item).ok());
  EXPECT_EQ(
      texts_of(table_.stored()),
      (Texts{"b1 " + marked("p") + ": " + item, "x1 " + marked("x") + marked("p") + ": " + item,
             "x2 " + marked("x") + marked(kOne) + marked("p") + R"(: {"gp":{"S":"x"},"gs":{"N":"1"},"pk":{"S":"p"}})",
             "x3 " + marked(kOne) + marked("p") + R"(: {"gs":{"N":"1"},"pk":{"S":"p"},"v":{"S":"w"}})"}));
}

TEST_F(PipelineTest, AnOverwriteMovesRowsAndLeavesNone) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"S":"w"}})").ok());
  const std::string item = R"({"gp":{"S":"y"},"pk":{"S":"p"},"v":{"S":"w"}})";
  ASSERT_TRUE(table_.put(item).ok());
  EXPECT_EQ(texts_of(table_.stored()),
            (Texts{"b1 " + marked("p") + ": " + item, "x1 " + marked("y") + marked("p") + ": " + item}));
}

TEST_F(PipelineTest, ADeleteTakesItsRowsAlongAndNoOthers) {
  const std::string kept = R"({"gp":{"S":"x"},"pk":{"S":"q"}})";
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"N":"1"}})").ok());
  ASSERT_TRUE(table_.put(kept).ok());
  ASSERT_TRUE(table_.erase({s("p")}).ok());
  EXPECT_EQ(texts_of(table_.stored()),
            (Texts{"b1 " + marked("q") + ": " + kept, "x1 " + marked("x") + marked("q") + ": " + kept}));
  ASSERT_TRUE(table_.erase({s("q")}).ok());
  EXPECT_EQ(texts_of(table_.stored()), Texts{});
}

TEST_F(PipelineTest, DeletingWhatIsNotThereIsNoError) {
  EXPECT_TRUE(table_.erase({s("p")}).ok());
  EXPECT_EQ(texts_of(table_.stored()), Texts{});
}

TEST_F(PipelineTest, GivesTheOldImageWhenAsked) {
  const std::string first = R"({"pk":{"S":"p"},"v":{"N":"1"}})";
  const std::string second = R"({"pk":{"S":"p"},"v":{"N":"2"}})";
  AlignedBuffer old_image;
  auto result = run(ActionKind::kPut, first, &old_image);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->had_old_image);
  result = run(ActionKind::kPut, second, &old_image);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->had_old_image);
  EXPECT_EQ(json_of_stored(old_image.view()), first);
  result = run(ActionKind::kDelete, second, &old_image);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->had_old_image);
  EXPECT_EQ(json_of_stored(old_image.view()), second);
  result = run(ActionKind::kDelete, second, &old_image);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->had_old_image);
}

TEST_F(PipelineTest, GivesTheOldImageOfATableWithoutIndexes) {
  BareTable plain({.hash = "pk:S"});
  const std::string first = R"({"pk":{"S":"p"},"v":{"N":"1"}})";
  ASSERT_TRUE(plain.put(first).ok());
  AlignedBuffer old_image;
  const Value key = s("p");
  const ValueView key_view = key.view();
  Action action;
  action.kind = ActionKind::kDelete;
  action.table = &plain.table();
  action.key = {&key_view, 1};
  action.old_image = &old_image;
  const auto result = plain.pipeline().run(&action);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->had_old_image);
  EXPECT_EQ(json_of_stored(old_image.view()), first);
  EXPECT_TRUE(plain.stored().empty());
}

// The item may have been written by another layout; what is compared is its value.
TEST_F(PipelineTest, AnEqualItemInAnotherLayoutIsLeftAsItIs) {
  const TestItem item(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"NS":["1","2"]}})");
  const TestItem same = TestItem::of_bytes(in_other_layout(item.view()));
  ASSERT_TRUE(table_.put(same.view()).ok());
  const std::vector<StoredRow> before = table_.stored();
  ASSERT_EQ(before[0].value, same.bytes());
  ASSERT_TRUE(table_.put(item.view()).ok());
  EXPECT_EQ(table_.stored(), before);
}

TEST_F(PipelineTest, AnItemOf400KiBIsTakenAndOneByteMoreIsNot) {
  constexpr std::string_view kKeys = R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"N":"1"}})";
  const TestItem largest = padded_item(kKeys, 409600);
  ASSERT_EQ(largest.view().size_bytes(), 409600u);
  EXPECT_TRUE(table_.put(largest.view()).ok());
  EXPECT_EQ(table_.rows(), std::vector<std::string>{json_of(largest.view())});
  EXPECT_EQ(table_.rows({.index = "all"}), std::vector<std::string>{json_of(largest.view())});
  const std::vector<StoredRow> before = table_.stored();
  const TestItem too_large = padded_item(kKeys, 409601);
  ASSERT_EQ(too_large.view().size_bytes(), 409601u);
  const Status status = table_.put(too_large.view());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error(), Error::kItemTooLarge);
  EXPECT_EQ(status.code(), StatusCode::kLIMIT);
  EXPECT_EQ(status.message(), "the item has 409601 bytes; at most 409600 are allowed");
  EXPECT_EQ(table_.stored(), before);
}

TEST_F(PipelineTest, WrongPrimaryKeysAreRefused) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"gp":{"S":"x"}})").ok());
  expect_refused(R"({})", Error::kKeyMissing);
  expect_refused(R"({"gp":{"S":"x"}})", Error::kKeyMissing);
  expect_refused(R"({"pk":{"N":"1"}})", Error::kKeyType);
  expect_refused(R"({"pk":{"NULL":true}})", Error::kKeyType);
  expect_refused(R"({"pk":{"S":""}})", Error::kKeyEmptyString);
  expect_refused(R"({"pk":{"S":")" + std::string(2049, 'x') + R"("}})", Error::kPartitionKeyTooLong);
}

// dynamodb-semantics.md 6.2, over an item that is there already and over none.
TEST_F(PipelineTest, WrongIndexKeysAreRefusedAndNothingIsWritten) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"S":"w"}})").ok());
  for (const std::string pk : {"p", "new"}) {
    const std::string start = R"({"pk":{"S":")" + pk + R"("},"v":{"S":"other"},)";
    for (const std::string_view value :
         {R"({"N":"1"})", R"({"B":"AA=="})", R"({"BOOL":true})", R"({"NULL":true})", R"({"L":[]})", R"({"M":{}})",
          R"({"SS":["x"]})", R"({"NS":["1"]})", R"({"BS":["AA=="]})"}) {
      expect_refused(start + R"("gp":)" + std::string(value) + "}", Error::kIndexKeyType);
    }
    expect_refused(start + R"("gp":{"S":""}})", Error::kIndexKeyEmptyString);
    expect_refused(start + R"("gp":{"S":")" + std::string(2049, 'x') + R"("}})", Error::kPartitionKeyTooLong);
    expect_refused(start + R"("gs":{"S":"1"}})", Error::kIndexKeyType);  // and gp is missing
    expect_refused(start + R"("gp":{"S":"y"},"gs":{"S":"x"}})", Error::kIndexKeyType);
  }
  EXPECT_TRUE(table_.verify().is_clean());
}

TEST_F(PipelineTest, WrongIndexSortKeysAreRefused) {
  BareTable table({.hash = "pk:S", .indexes = {{"g", "gp:S", "gs:B"}}});
  EXPECT_TRUE(table.put(R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"B":""}})").is(Error::kIndexKeyEmptyBinary));
  std::string base64;
  for (int i = 0; i < 341; ++i) base64 += "AAAA";
  const std::string start = R"({"pk":{"S":"p"},"gp":{"S":"x"},"gs":{"B":")";
  EXPECT_TRUE(table.put(start + base64 + R"(AA=="}})").ok());  // 1,024 bytes
  EXPECT_TRUE(table.put(start + base64 + R"(AAA="}})").is(Error::kSortKeyTooLong));
  EXPECT_TRUE(table.verify().is_clean());
}

// A damaged old image cannot tell which index rows are there, so nothing is overwritten.
TEST_F(PipelineTest, ADamagedOldImageStopsTheWrite) {
  write_raw(table_.store(), table_.table().base(), marked("p"), "garbage that is no item");
  expect_refused(R"({"pk":{"S":"p"},"gp":{"S":"x"}})", Error::kItemCorrupt);
  const std::vector<StoredRow> before = table_.stored();
  const Status erased = table_.erase({s("p")});
  ASSERT_FALSE(erased.ok());
  EXPECT_EQ(erased.error(), Error::kItemCorrupt);
  EXPECT_EQ(table_.stored(), before);
}

}  // namespace
}  // namespace sheaf
