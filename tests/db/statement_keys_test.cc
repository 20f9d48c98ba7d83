// Where statements go on by the key of a row: what DynamoDB calls ExclusiveStartKey and LastEvaluatedKey (dynamodb-semantics.md
// 5.8, 5.9).
#include <gtest/gtest.h>

#include <set>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

constexpr auto kScan = StatementKind::kScan;

// A key as an item's JSON.
std::string text_of(const std::vector<NamedKeyValue>& key) {
  std::string text = "{";
  for (const NamedKeyValue& part : key) {
    text += (text.size() == 1 ? "\"" : ",\"") + part.name + "\":" + json_of(part.value.view());
  }
  return text + "}";
}

std::vector<AttributeView> attributes_of(const TestItem& key) {
  std::vector<AttributeView> attributes;
  for (uint32_t i = 0; i < key.view().count(); ++i) attributes.push_back(key.view().at(i));
  return attributes;
}

struct KeyPage {
  Rows rows;
  Step end = Step::kDone;
  Status status;
  std::string last_key;  // "" is none
};

// `start_key` is an item's JSON, or "" for the start.
KeyPage page_after(const TestTable& table, const Ask& ask, const std::string& start_key) {
  KeyPage page;
  const auto statement = prepare(table, ask);
  EXPECT_TRUE(statement.ok()) << statement.status().message();
  if (!statement.ok()) return page;
  EXPECT_TRUE(bind_json(statement->get(), ask.values).ok());
  if (!start_key.empty()) {
    const TestItem key(start_key);
    page.status = (*statement)->resume_after(attributes_of(key));
    if (!page.status.ok()) return page;
  }
  Answer answer = read_answer(statement->get());
  page.rows = std::move(answer.rows);
  page.end = answer.end;
  page.status = std::move(answer.status);
  std::vector<NamedKeyValue> key;
  const auto has_key = (*statement)->last_key(&key);
  EXPECT_TRUE(has_key.ok() || !page.status.ok());
  if (has_key.ok() && *has_key) page.last_key = text_of(key);
  return page;
}

Rows rows_by_keys(const TestTable& table, const Ask& ask) {
  Rows rows;
  std::string start_key;
  while (true) {
    KeyPage page = page_after(table, ask, start_key);
    EXPECT_TRUE(page.status.ok()) << page.status.message() << " after " << start_key;
    if (!page.status.ok()) return rows;
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    if (page.end == Step::kDone) return rows;
    EXPECT_NE(page.last_key, "");
    start_key = page.last_key;
  }
}

class StatementKeys : public testing::Test {
 protected:
  StatementKeys() {
    for (int pk = 1; pk <= 2; ++pk) {
      for (int sk = 1; sk <= 6; ++sk) EXPECT_TRUE(table_.put(row(pk, sk)).ok());
    }
    for (int id = 1; id <= 5; ++id) {
      EXPECT_TRUE(flat_.put(R"({"id":{"B":"AAA)" + std::to_string(id) + R"("},"g":{"S":"x"}})").ok());
    }
  }

  static std::string row(int pk, int sk) {
    const std::string number = std::to_string(sk);
    return R"({"c":{"S":")" + std::string(sk % 2 == 0 ? "even" : "odd") + R"("},"l":{"S":"l)" + std::to_string(sk / 2) +
           R"("},"pk":{"S":"p)" + std::to_string(pk) + R"("},"sk":{"N":")" + number + R"("}})";
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.name = "deep",
                                       .hash = "pk:S",
                                       .sort = "sk:N",
                                       .indexes = {{"by_l", "pk:S", "l:S", "ALL", IndexKind::kLocal},
                                                   {"by_c", "c:S", "", "ALL"},
                                                   {"by_many", "c:S pk:S", "l:S sk:N", "ALL"},
                                                   {"by_sk", "sk:N", "pk:S", "ALL"}}});
  TestTable flat_ = database_.create({.name = "flat", .hash = "id:B", .indexes = {{"by_g", "g:S", "", "KEYS_ONLY"}}});
};

struct Walk {
  const char* name;
  Ask ask;
};

std::vector<Walk> walks_of_deep() {
  const std::string p1 = R"({":p":{"S":"p1"}})";
  const std::string even = R"({":c":{"S":"even"}})";
  return {
      {"partition", {.key = "pk = :p", .values = p1}},
      {"sort above", {.key = "pk = :p AND sk > :s", .values = R"({":p":{"S":"p1"},":s":{"N":"2"}})"}},
      {"sort between",
       {.key = "pk = :p AND sk BETWEEN :a AND :b", .values = R"({":p":{"S":"p1"},":a":{"N":"2"},":b":{"N":"5"}})"}},
      {"one row", {.key = "pk = :p AND sk = :s", .values = R"({":p":{"S":"p1"},":s":{"N":"2"}})"}},
      {"local index", {.index = "by_l", .key = "pk = :p", .values = p1}},
      {"prefix",
       {.index = "by_l", .key = "pk = :p AND begins_with(l, :l)", .values = R"({":p":{"S":"p1"},":l":{"S":"l1"}})"}},
      {"global index", {.index = "by_c", .key = "c = :c", .values = even}},
      {"many parts",
       {.index = "by_many", .key = "c = :c AND pk = :p", .values = R"({":c":{"S":"even"},":p":{"S":"p2"}})"}},
      {"turned round", {.index = "by_sk", .key = "sk = :s", .values = R"({":s":{"N":"4"}})"}},
      {"filtered", {.key = "pk = :p", .filter = "c = :c", .values = R"({":p":{"S":"p1"},":c":{"S":"odd"}})"}},
      {"scan", {.kind = kScan}},
      {"scan of an index", {.kind = kScan, .index = "by_many"}},
  };
}

TEST_F(StatementKeys, PagesGoOnByTheirLastKeysInBothDirections) {
  for (Walk& walk : walks_of_deep()) {
    for (const Direction direction : {Direction::kForward, Direction::kBackward}) {
      walk.ask.direction = direction;
      walk.ask.row_limit = 0;
      const Rows all = answer_rows(table_, walk.ask);
      EXPECT_FALSE(all.empty()) << walk.name;
      for (const uint64_t limit : {1, 2, 3}) {
        walk.ask.row_limit = limit;
        EXPECT_EQ(rows_by_keys(table_, walk.ask), all) << walk.name << " by " << limit;
      }
    }
  }
}

TEST_F(StatementKeys, OfTablesWithoutSortKey) {
  for (const Ask& ask : {Ask{.kind = kScan, .row_limit = 2}, Ask{.kind = kScan, .index = "by_g", .row_limit = 2},
                         Ask{.index = "by_g", .key = "g = :g", .values = R"({":g":{"S":"x"}})", .row_limit = 1}}) {
    Ask whole = ask;
    whole.row_limit = 0;
    EXPECT_EQ(rows_by_keys(flat_, ask), answer_rows(flat_, whole));
  }
}

TEST_F(StatementKeys, TheIndexsKeyComesFirstAndEachAttributeOnce) {
  const std::string even = R"({":c":{"S":"even"}})";
  EXPECT_EQ(page_after(table_, {.index = "by_c", .key = "c = :c", .values = even, .row_limit = 1}, "").last_key,
            R"({"c":{"S":"even"},"pk":{"S":"p1"},"sk":{"N":"2"}})");
  EXPECT_EQ(page_after(table_, {.kind = kScan, .index = "by_many", .row_limit = 1}, "").last_key,
            R"({"c":{"S":"even"},"pk":{"S":"p1"},"l":{"S":"l1"},"sk":{"N":"2"}})");
  EXPECT_EQ(page_after(table_, {.kind = kScan, .index = "by_l", .row_limit = 1}, "").last_key,
            R"({"pk":{"S":"p1"},"l":{"S":"l0"},"sk":{"N":"1"}})");
}

// The last row read does not pass.
TEST_F(StatementKeys, TheLastKeyIsOfTheLastRowReadWhetherItPassesOrNot) {
  const Ask ask{
      .key = "pk = :p", .filter = "c = :c", .values = R"({":p":{"S":"p1"},":c":{"S":"odd"}})", .row_limit = 2};
  const KeyPage page = page_after(table_, ask, "");
  EXPECT_EQ(page.rows, Rows{row(1, 1)});
  EXPECT_EQ(page.last_key, R"({"pk":{"S":"p1"},"sk":{"N":"2"}})");
}

// C099.
TEST_F(StatementKeys, TheRowNeedNotExist) {
  const Ask ask{.key = "pk = :p", .values = R"({":p":{"S":"p1"}})", .row_limit = 2};
  const std::string key = page_after(table_, ask, "").last_key;
  ASSERT_TRUE(table_.erase({s("p1"), n("2")}).ok());
  EXPECT_EQ(page_after(table_, ask, key).rows, (Rows{row(1, 3), row(1, 4)}));
  EXPECT_EQ(page_after(table_, ask, R"({"pk":{"S":"p1"},"sk":{"N":"4.5"}})").rows, (Rows{row(1, 5), row(1, 6)}));
  Ask backward = ask;
  backward.direction = Direction::kBackward;
  EXPECT_EQ(page_after(table_, backward, R"({"pk":{"S":"p1"},"sk":{"N":"4.5"}})").rows, (Rows{row(1, 4), row(1, 3)}));
  EXPECT_EQ(page_after(table_, ask, R"({"pk":{"S":"p1"},"sk":{"N":"-7"}})").rows, (Rows{row(1, 1), row(1, 3)}));
}

struct Refused {
  Ask ask;
  std::string key;
  const char* text;
};

constexpr const char* kInvalid = "The provided starting key is invalid";
constexpr const char* kSchema =
    "The provided starting key is invalid: The provided key element does not match the schema";
constexpr const char* kOutside = "The provided starting key is outside query boundaries based on provided conditions";
constexpr const char* kPredicate = "The provided starting key does not match the range key predicate";
constexpr const char* kOneRow = "The query can return at most one row and cannot be restarted";

// C100, C101.
TEST_F(StatementKeys, KeysThatTheWalkCannotHaveMetAreRefused) {
  const Ask partition{.key = "pk = :p", .values = R"({":p":{"S":"p1"}})"};
  const Ask above{.key = "pk = :p AND sk > :s", .values = R"({":p":{"S":"p1"},":s":{"N":"2"}})"};
  const Ask one{.key = "pk = :p AND sk = :s", .values = R"({":p":{"S":"p1"},":s":{"N":"2"}})"};
  const Ask local{.index = "by_l", .key = "pk = :p AND l = :l", .values = R"({":p":{"S":"p1"},":l":{"S":"l1"}})"};
  const Ask global{.index = "by_c", .key = "c = :c", .values = R"({":c":{"S":"even"}})"};
  const Ask scan{.kind = kScan};
  const Ask index_scan{.kind = kScan, .index = "by_c"};
  const std::string long_name(2049, 'x');
  const std::vector<Refused> cases = {
      {partition, R"({"pk":{"S":"p1"}})", kInvalid},
      {partition, R"({"pk":{"S":"p1"},"sk":{"N":"1"},"c":{"S":"odd"}})", kInvalid},
      {partition, R"({"pk":{"S":"p1"},"other":{"N":"1"}})", kInvalid},
      {partition, R"({})", kInvalid},
      {partition, R"({"pk":{"S":"p1"},"sk":{"S":"1"}})", kSchema},
      {partition, R"({"pk":{"L":[]},"sk":{"N":"1"}})", kSchema},
      {partition, R"({"pk":{"S":"p2"},"sk":{"N":"1"}})", kOutside},
      {partition, R"({"pk":{"S":""},"sk":{"N":"1"}})",
       "The provided starting key is invalid: One or more parameter values are not valid. The AttributeValue for a key "
       "attribute cannot contain an empty string value. Key: pk"},
      {partition, R"({"pk":{"S":")" + long_name + R"("},"sk":{"N":"1"}})",
       "The provided starting key is invalid: One or more parameter values were invalid: Size of hashkey has exceeded "
       "the "
       "maximum size limit of2048 bytes"},
      {above, R"({"pk":{"S":"p1"},"sk":{"N":"2"}})", kPredicate},
      {above, R"({"pk":{"S":"p2"},"sk":{"N":"3"}})", kOutside},
      {one, R"({"pk":{"S":"p2"},"sk":{"N":"2"}})", kOneRow},
      {one, R"({"pk":{"S":"p1"},"sk":{"N":"3"}})", kOneRow},
      {local, R"({"pk":{"S":"p1"},"l":{"S":"l2"},"sk":{"N":"4"}})", kPredicate},
      {local, R"({"pk":{"S":"p2"},"l":{"S":"l1"},"sk":{"N":"2"}})", kOutside},
      {local, R"({"pk":{"S":"p1"},"l":{"N":"1"},"sk":{"N":"2"}})", kInvalid},
      {local, R"({"pk":{"S":"p1"},"sk":{"N":"2"}})", kInvalid},
      {global, R"({"c":{"S":"odd"},"pk":{"S":"p1"},"sk":{"N":"1"}})", kOutside},
      {global, R"({"c":{"S":"even"},"pk":{"S":"p1"},"sk":{"S":"1"}})", kSchema},
      {global, R"({"c":{"S":"even"}})", kInvalid},
      {scan, R"({"pk":{"S":"p1"}})", kSchema},
      {scan, R"({"pk":{"N":"1"},"sk":{"N":"1"}})", kSchema},
      {index_scan, R"({"c":{"N":"1"},"pk":{"S":"p1"},"sk":{"N":"1"}})", kSchema},
  };
  for (const Refused& refused : cases) {
    const KeyPage page = page_after(table_, refused.ask, refused.key);
    EXPECT_EQ(page.status.aws_message(), refused.text) << refused.key;
    EXPECT_EQ(page.status.aws_name(), std::string_view("ValidationException")) << refused.key;
    EXPECT_EQ(page.rows, Rows{});
  }
  EXPECT_EQ(page_after(flat_, {.key = "id = :i", .values = R"({":i":{"B":"AAA1"}})"}, R"({"id":{"B":"AAA3"}})")
                .status.aws_message(),
            kOneRow);
}

// A key that is refused leaves the statement as it was.
TEST_F(StatementKeys, AStatementThatRefusesAKeyGoesOn) {
  const auto statement = prepare(table_, {.kind = kScan, .row_limit = 1});
  ASSERT_TRUE(statement.ok());
  ASSERT_EQ(*(*statement)->step(), Step::kRow);
  EXPECT_FALSE((*statement)->resume_after(attributes_of(TestItem(R"({"pk":{"S":"p1"}})"))).ok());
  EXPECT_TRUE((*statement)->is_on_row());
  std::vector<NamedKeyValue> key;
  EXPECT_TRUE(*(*statement)->last_key(&key));
  EXPECT_EQ(text_of(key), R"({"pk":{"S":"p1"},"sk":{"N":"1"}})");
}

TEST_F(StatementKeys, KeysAndTokensBesideEachOther) {
  const auto statement = prepare(table_, {.kind = kScan, .row_limit = 1});
  ASSERT_TRUE(statement.ok());
  std::vector<NamedKeyValue> key;
  EXPECT_FALSE(*(*statement)->last_key(&key)) << "nothing was read";
  const TestItem start(R"({"pk":{"S":"p1"},"sk":{"N":"3"}})");
  ASSERT_TRUE((*statement)->resume_after(attributes_of(start)).ok());
  EXPECT_TRUE(*(*statement)->last_key(&key)) << "it was resumed";
  EXPECT_EQ(text_of(key), json_of(start.view()));
  EXPECT_TRUE((*statement)->token().status().is(Error::kMisuse));
  ASSERT_EQ(*(*statement)->step(), Step::kRow);
  EXPECT_EQ(json_of((*statement)->item()), row(1, 4));
  const auto token = (*statement)->token();
  ASSERT_TRUE(token.ok());
  ASSERT_TRUE((*statement)->resume(*token).ok());
  EXPECT_TRUE((*statement)->last_key(&key).status().is(Error::kMisuse));
  ASSERT_EQ(*(*statement)->step(), Step::kRow);
  EXPECT_EQ(json_of((*statement)->item()), row(1, 5));
  (*statement)->reset();
  EXPECT_FALSE(*(*statement)->last_key(&key));
  ASSERT_EQ(*(*statement)->step(), Step::kRow);
  EXPECT_EQ(json_of((*statement)->item()), row(1, 1));
}

TEST_F(StatementKeys, OfAStatementThatWalksNothingOrIsClosed) {
  const auto condition = prepare(table_, {.kind = StatementKind::kCondition, .condition = "attribute_exists(pk)"});
  ASSERT_TRUE(condition.ok());
  std::vector<NamedKeyValue> key;
  EXPECT_TRUE((*condition)->resume_after({}).is(Error::kMisuse));
  EXPECT_TRUE((*condition)->last_key(&key).status().is(Error::kMisuse));
  const auto scan = prepare(table_, {.kind = kScan});
  ASSERT_TRUE(scan.ok());
  const TestItem start(R"({"pk":{"S":"p1"},"sk":{"N":"3"}})");
  ASSERT_TRUE((*scan)->resume_after(attributes_of(start)).ok());
  database_.close();
  EXPECT_TRUE((*scan)->resume_after(attributes_of(start)).is(Error::kClosed));
  EXPECT_TRUE((*scan)->last_key(&key).status().is(Error::kClosed));
}

class SegmentKeys : public testing::Test {
 protected:
  SegmentKeys() {
    for (int pk = 0; pk < 200; ++pk) EXPECT_TRUE(table_.put(R"({"pk":{"S":"p)" + std::to_string(pk) + R"("}})").ok());
  }

  static Ask segment(uint32_t number) {
    return {.kind = kScan, .row_limit = 7, .segment = number, .total_segments = 4};
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "pk:S"});
};

TEST_F(SegmentKeys, SegmentsGoOnByTheirKeysAndAreCompleteTogether) {
  std::multiset<std::string> rows;
  for (uint32_t number = 0; number < 4; ++number) {
    for (std::string& row : rows_by_keys(table_, segment(number))) rows.insert(std::move(row));
  }
  EXPECT_EQ(rows.size(), 200u);
  EXPECT_EQ(std::set<std::string>(rows.begin(), rows.end()).size(), 200u);
}

TEST_F(SegmentKeys, AKeyOfAnotherSegmentIsRefused) {
  std::vector<std::string> keys;
  for (uint32_t number = 0; number < 4; ++number) keys.push_back(page_after(table_, segment(number), "").last_key);
  for (uint32_t from = 0; from < 4; ++from) {
    if (keys[from].empty()) continue;
    for (uint32_t to = 0; to < 4; ++to) {
      const KeyPage page = page_after(table_, segment(to), keys[from]);
      if (from == to) {
        EXPECT_TRUE(page.status.ok()) << page.status.message();
        continue;
      }
      EXPECT_EQ(
          page.status.aws_message(),
          "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct "
          "Segment. TotalSegments: 4 Segment: " +
              std::to_string(to));
    }
  }
}

// Without a division nobody can tell which segment the key is of.
TEST_F(SegmentKeys, AKeyOfAScanThatNobodyHasBegunIsRefused) {
  const KeyPage page = page_after(table_, segment(1), R"({"pk":{"S":"p5"}})");
  EXPECT_TRUE(page.status.is(Error::kSegmentToken));
}

}  // namespace
}  // namespace sheaf
