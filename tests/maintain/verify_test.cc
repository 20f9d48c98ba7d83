#include "engine/maintain/verify.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/item/name_hash.h"
#include "tests/support/bare_table.h"
#include "tests/support/key_bytes.h"

namespace sheaf {
namespace {

using namespace test;

constexpr std::string_view kItem = R"({"pk":{"S":"p"},"gp":{"S":"x"},"v":{"N":"1"}})";
constexpr std::string_view kOther = R"({"pk":{"S":"q"},"gp":{"S":"x"},"v":{"N":"1"}})";

std::string counts_text(const VerifyReport& report) {
  return "items " + std::to_string(report.items) + " rows " + std::to_string(report.rows) + " damaged " +
         std::to_string(report.damaged_items) + " missing " + std::to_string(report.missing_rows) + " different " +
         std::to_string(report.different_rows) + " dangling " + std::to_string(report.dangling_rows);
}

// Two items, in two indexes.
class VerifyTest : public testing::Test {
 protected:
  VerifyTest() : table_({.hash = "pk:S", .indexes = {{"all", "gp:S", ""}, {"keys", "gp:S", "", "KEYS_ONLY"}}}) {
    EXPECT_TRUE(table_.put(kItem).ok());
    EXPECT_TRUE(table_.put(kOther).ok());
  }

  void expect_report(std::string_view counts, std::string_view first_problem) {
    const std::vector<StoredRow> before = table_.stored();
    const VerifyReport report = table_.verify();
    EXPECT_EQ(counts_text(report), counts);
    EXPECT_EQ(report.first_problem, first_problem);
    EXPECT_EQ(report.is_clean(), first_problem.empty());
    EXPECT_EQ(table_.stored(), before) << "verify writes nothing";
  }

  Store& store() { return table_.store(); }
  const Family& base() { return table_.table().base(); }
  const Family& index(std::string_view name) { return *table_.index(name).family; }

  BareTable table_;
  const std::string row_key_ = marked("x") + marked("p");  // of the first item, in either index
};

TEST_F(VerifyTest, ASoundTableIsClean) {
  expect_report("items 2 rows 4 damaged 0 missing 0 different 0 dangling 0", "");
}

TEST_F(VerifyTest, AnEmptyTableIsClean) {
  ASSERT_TRUE(table_.erase({s("p")}).ok());
  ASSERT_TRUE(table_.erase({s("q")}).ok());
  expect_report("items 0 rows 0 damaged 0 missing 0 different 0 dangling 0", "");
}

TEST_F(VerifyTest, FindsAMissingRow) {
  erase_raw(store(), index("keys"), row_key_);
  expect_report("items 2 rows 3 damaged 0 missing 1 different 0 dangling 0", "index 'keys' misses the row of an item");
}

TEST_F(VerifyTest, FindsADifferentRow) {
  write_raw(store(), index("all"), row_key_, TestItem(R"({"pk":{"S":"p"},"gp":{"S":"x"},"v":{"N":"2"}})").bytes());
  expect_report("items 2 rows 4 damaged 0 missing 0 different 1 dangling 0",
                "index 'all' has a row that differs from its item");
}

TEST_F(VerifyTest, FindsARowThatShowsMoreThanItsProjection) {
  write_raw(store(), index("keys"), row_key_, TestItem(kItem).bytes());
  expect_report("items 2 rows 4 damaged 0 missing 0 different 1 dangling 0",
                "index 'keys' has a row that differs from its item");
}

TEST_F(VerifyTest, FindsARowThatIsNoItem) {
  write_raw(store(), index("all"), row_key_, "garbage that is no item");
  expect_report("items 2 rows 4 damaged 0 missing 0 different 1 dangling 0",
                "index 'all' has a row that differs from its item");
}

// Its attributes read in order are the item's, but a search by name misses one, and its size is wrong.
TEST_F(VerifyTest, FindsARowWhoseOwnBytesAreDamaged) {
  const TestItem item(kItem);
  const auto damaged = [&item](std::string_view part) {
    std::string bytes(item.bytes());
    const size_t at = bytes.find(part);
    EXPECT_NE(at, std::string::npos);
    ++bytes[at];
    EXPECT_EQ(json_of_stored(bytes), json_of(item.view()));
    return bytes;
  };
  const auto raw = [](auto number) { return std::string(reinterpret_cast<const char*>(&number), sizeof(number)); };
  for (const std::string& part : {raw(name_hash("v")), raw(item.view().size_bytes())}) {
    write_raw(store(), index("all"), row_key_, damaged(part));
    expect_report("items 2 rows 4 damaged 0 missing 0 different 1 dangling 0",
                  "index 'all' has a row that differs from its item");
  }
}

TEST_F(VerifyTest, TakesARowInAnotherLayoutForTheSame) {
  write_raw(store(), index("all"), row_key_, in_other_layout(TestItem(kItem).view()));
  expect_report("items 2 rows 4 damaged 0 missing 0 different 0 dangling 0", "");
}

TEST_F(VerifyTest, FindsARowWithoutAnItem) {
  write_raw(store(), index("all"), marked("x") + marked("nobody"), TestItem(kItem).bytes());
  expect_report("items 2 rows 5 damaged 0 missing 0 different 0 dangling 1", "index 'all' has a row without an item");
}

// The item is there, but it makes a row at another place.
TEST_F(VerifyTest, FindsARowUnderAnotherIndexKey) {
  write_raw(store(), index("all"), marked("y") + marked("p"), TestItem(kItem).bytes());
  expect_report("items 2 rows 5 damaged 0 missing 0 different 0 dangling 1", "index 'all' has a row without an item");
}

TEST_F(VerifyTest, FindsAMovedRowOnBothSides) {
  erase_raw(store(), index("all"), row_key_);
  write_raw(store(), index("all"), marked("y") + marked("p"), TestItem(kItem).bytes());
  expect_report("items 2 rows 4 damaged 0 missing 1 different 0 dangling 1", "index 'all' misses the row of an item");
}

TEST_F(VerifyTest, FindsARowWhoseKeyIsNoKey) {
  write_raw(store(), index("keys"), "no end mark", TestItem(kItem).bytes());
  write_raw(store(), index("keys"), marked("x") + "p without its mark", TestItem(kItem).bytes());
  expect_report("items 2 rows 6 damaged 0 missing 0 different 0 dangling 2", "index 'keys' has a row without an item");
}

TEST_F(VerifyTest, FindsARowOfAnItemThatIsNotInTheIndex) {
  erase_raw(store(), base(), marked("p"));
  write_raw(store(), base(), marked("p"), TestItem(R"({"pk":{"S":"p"},"v":{"N":"1"}})").bytes());
  expect_report("items 2 rows 4 damaged 0 missing 0 different 0 dangling 2", "index 'all' has a row without an item");
}

TEST_F(VerifyTest, FindsRowsOfAnItemThatIsGone) {
  erase_raw(store(), base(), marked("p"));
  expect_report("items 1 rows 4 damaged 0 missing 0 different 0 dangling 2", "index 'all' has a row without an item");
}

// Nothing is known of what a damaged item should have in an index, so its rows have no item either.
TEST_F(VerifyTest, FindsAnItemThatIsNoItem) {
  write_raw(store(), base(), marked("p"), "garbage that is no item");
  expect_report("items 2 rows 4 damaged 1 missing 0 different 0 dangling 2",
                "a stored item is damaged: its frame does not fit its bytes");
}

TEST_F(VerifyTest, FindsAnItemThatIsNotInTheStoredForm) {
  // Opens, but its recorded size is wrong, which only the full verification sees.
  std::string bytes(TestItem(kItem).bytes());
  const uint32_t size = TestItem(kItem).view().size_bytes();
  const size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&size), sizeof(size)));
  ASSERT_NE(at, std::string::npos);
  ++bytes[at];
  const TestItem damaged = TestItem::of_bytes(bytes);
  ASSERT_EQ(damaged.view().size_bytes(), size + 1);
  write_raw(store(), base(), marked("p"), bytes);
  expect_report("items 2 rows 4 damaged 1 missing 0 different 0 dangling 0", verify_item(damaged.view()).message());
}

TEST_F(VerifyTest, FindsAnItemUnderAnotherItemsKey) {
  write_raw(store(), base(), marked("r"), TestItem(kItem).bytes());
  expect_report("items 3 rows 4 damaged 1 missing 0 different 0 dangling 0", "an item stands under another key");
}

TEST_F(VerifyTest, FindsAnItemWithoutKey) {
  write_raw(store(), base(), marked("r"), TestItem(R"({"v":{"N":"1"}})").bytes());
  expect_report("items 3 rows 4 damaged 1 missing 0 different 0 dangling 0", "an item stands under another key");
}

// What the index would refuse today has no row and needs none (it was written before the index existed).
TEST_F(VerifyTest, AnItemThatTheIndexRefusesNeedsNoRow) {
  const TestItem refused(R"({"pk":{"S":"r"},"gp":{"N":"1"}})");
  ASSERT_FALSE(table_.put(refused.view()).ok());
  write_raw(store(), base(), marked("r"), refused.bytes());
  expect_report("items 3 rows 4 damaged 0 missing 0 different 0 dangling 0", "");
}

TEST_F(VerifyTest, CountsEveryProblemAndNamesTheFirst) {
  erase_raw(store(), index("all"), row_key_);
  erase_raw(store(), index("keys"), row_key_);
  write_raw(store(), index("all"), marked("x") + marked("nobody"), TestItem(kItem).bytes());
  write_raw(store(), index("keys"), marked("x") + marked("q"), TestItem(kItem).bytes());
  write_raw(store(), base(), marked("r"), TestItem(kItem).bytes());
  expect_report("items 3 rows 3 damaged 1 missing 2 different 1 dangling 1", "index 'all' misses the row of an item");
}

TEST(VerifyRandom, IsCleanAfterRandomWorkOnEveryKindOfIndex) {
  BareTable table({.hash = "pk:S",
                   .sort = "sk:N",
                   .indexes = {{"all", "a:S", "b:N"},
                               {"keys", "b:N", "", "KEYS_ONLY"},
                               {"some", "a:S", "sk:N", "INCLUDE v,b"},
                               {"local", "pk:S", "a:S", "KEYS_ONLY", IndexKind::kLocal},
                               {"many", "a:S b:N", "v:S sk:N", "INCLUDE w"}}});
  std::mt19937 random(20240607);
  const auto below = [&random](uint32_t bound) { return static_cast<int>(random() % bound); };
  uint64_t items_seen = 0;
  for (int step = 0; step < 1500; ++step) {
    const std::string pk(1, static_cast<char>('p' + below(3)));
    const std::string sk = std::to_string(below(12) - 6);
    if (below(3) == 0) {
      ASSERT_TRUE(table.erase({s(pk), n(sk)}).ok());
    } else {
      std::string json = R"({"pk":{"S":")" + pk + R"("},"sk":{"N":")" + sk + R"("})";
      if (below(3) != 0) json += R"(,"a":{"S":"a)" + std::to_string(below(3)) + R"("})";
      if (below(3) != 0) json += R"(,"b":{"N":")" + std::to_string(below(3)) + R"("})";
      if (below(3) != 0) json += R"(,"v":{"S":"v)" + std::to_string(below(3)) + R"("})";
      if (below(3) != 0) json += R"(,"w":{"BOOL":)" + std::string(below(2) == 0 ? "true" : "false") + "}";
      ASSERT_TRUE(table.put(json + "}").ok());
    }
    if (step % 100 != 99) continue;
    const VerifyReport report = table.verify();
    ASSERT_TRUE(report.is_clean()) << report.first_problem;
    items_seen += report.items;
    EXPECT_GT(report.rows, report.items);
  }
  EXPECT_GT(items_seen, 100u);
}

}  // namespace
}  // namespace sheaf
