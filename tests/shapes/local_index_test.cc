// Local indexes through the facade: their rows through puts, overwrites and deletes, every operator, pages, projections and
// refusals. The expected rows are written by hand from dynamodb-semantics.md 6.1 to 6.4.
#include "tests/shapes/shape_support.h"

namespace sheaf {
namespace {

using namespace test;
using namespace shape_test;

constexpr IndexKind kLocal = IndexKind::kLocal;

// Table T(pk S, sk N) with the five local indexes that a table may have: each type, each projection, the table's own sort
// attribute, and two indexes on one attribute.
class LocalIndex : public testing::Test {
 protected:
  static Query on(std::string index, std::vector<Value> sort = {}, RangeOp op = RangeOp::kAll) {
    return {.index = std::move(index), .partition = {s("p")}, .sort = std::move(sort), .sort_op = op};
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "pk:S",
                                       .sort = "sk:N",
                                       .indexes = {{"by_date", "pk:S", "date:S", "ALL", kLocal},
                                                   {"by_size", "pk:S", "size:N", "KEYS_ONLY", kLocal},
                                                   {"by_digest", "pk:S", "digest:B", "INCLUDE title", kLocal},
                                                   {"by_sk", "pk:S", "sk:N", "ALL", kLocal},
                                                   {"dates", "pk:S", "date:S", "KEYS_ONLY", kLocal}}});
};

std::string dated(std::string_view sk, std::string_view date) {
  return item_json({{"pk", s("p")}, {"sk", n(sk)}, {"date", s(date)}});
}

TEST_F(LocalIndex, RowsAreOrderedByTheIndexSortKeyThenByTheTables) {
  const std::string second = dated("2", "2024-01-31");
  const std::string third = dated("3", "2024-01-31");
  const std::string tenth = dated("10", "2024-01-31");
  const std::string minus = dated("-1", "2024-02-01");
  const std::string prefix = dated("99", "2024-01");
  const std::string undated = item_json({{"pk", s("p")}, {"sk", n("4")}});
  const std::string elsewhere = item_json({{"pk", s("q")}, {"sk", n("1")}, {"date", s("2024-01-31")}});
  put_all(table_, {minus, tenth, elsewhere, second, undated, third, prefix});
  expect_rows(table_, on("by_date"), {prefix, second, third, tenth, minus});
  expect_rows(table_, on("dates"), {prefix, second, third, tenth, minus});
  expect_rows(table_, on("by_sk"), {minus, second, third, undated, tenth, prefix});
  // Every partition, one behind the other.
  expect_rows(table_, {.index = "by_date"}, {prefix, second, third, tenth, minus, elsewhere});
  expect_rows(table_, on("by_size"), {});
  // 6 dated items in two indexes, 7 items in the index on sk.
  expect_sound(table_, 19);
}

TEST_F(LocalIndex, EveryOperatorOnAString) {
  const std::string jan = dated("1", "2024-01");
  const std::string jan_1 = dated("2", "2024-01-01");
  const std::string jan_2 = dated("3", "2024-01-02");
  const std::string also_jan_2 = dated("4", "2024-01-02");
  const std::string feb = dated("5", "2024-02");
  put_all(table_, {feb, also_jan_2, jan_2, jan_1, jan});
  for (const std::string index : {"by_date", "dates"}) {
    expect_rows(table_, on(index, {s("2024-01-02")}, RangeOp::kEqual), {jan_2, also_jan_2});
    expect_rows(table_, on(index, {s("2024-01-03")}, RangeOp::kEqual), {});
    expect_rows(table_, on(index, {s("2024-01-02")}, RangeOp::kLess), {jan, jan_1});
    expect_rows(table_, on(index, {s("2024-01-02")}, RangeOp::kLessEqual), {jan, jan_1, jan_2, also_jan_2});
    expect_rows(table_, on(index, {s("2024-01-02")}, RangeOp::kGreater), {feb});
    expect_rows(table_, on(index, {s("2024-01-02")}, RangeOp::kGreaterEqual), {jan_2, also_jan_2, feb});
    expect_rows(table_, on(index, {s("2024-01-01"), s("2024-01-02")}, RangeOp::kBetween), {jan_1, jan_2, also_jan_2});
    expect_rows(table_, on(index, {s("2024-01-")}, RangeOp::kBeginsWith), {jan_1, jan_2, also_jan_2});
    expect_rows(table_, on(index, {s("2024-01")}, RangeOp::kBeginsWith), {jan, jan_1, jan_2, also_jan_2});
    expect_rows(table_, on(index, {s("")}, RangeOp::kBeginsWith), {jan, jan_1, jan_2, also_jan_2, feb});
  }
}

TEST_F(LocalIndex, OperatorsOnNumbersAndBinary) {
  const auto sized = [](std::string_view sk, std::string_view size) {
    return item_json({{"pk", s("p")}, {"sk", n(sk)}, {"size", n(size)}});
  };
  const std::string minus = sized("5", "-10.5");
  const std::string nine = sized("3", "9");
  const std::string ten = sized("1", "10");
  const std::string also_ten = sized("2", "10");
  put_all(table_, {ten, nine, minus});
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"sk":{"N":"2"},"size":{"N":"1.0e1"}})").ok());
  expect_rows(table_, on("by_size"), {minus, nine, ten, also_ten});
  expect_rows(table_, on("by_size", {n("10.00")}, RangeOp::kEqual), {ten, also_ten});
  expect_rows(table_, on("by_size", {n("-10.5"), n("9")}, RangeOp::kBetween), {minus, nine});
  expect_rows(table_, on("by_size", {n("0")}, RangeOp::kGreater), {nine, ten, also_ten});

  const auto digested = [](std::string_view sk, std::string_view bytes) {
    return item_json({{"pk", s("p")}, {"sk", n(sk)}, {"digest", b(bytes)}});
  };
  using namespace std::string_view_literals;
  const std::string zero = digested("10", "\0"sv);
  const std::string zero_one = digested("11", "\0\1"sv);
  const std::string one = digested("12", "\1"sv);
  const std::string high = digested("13", "\xFF"sv);
  const std::string higher = digested("9", "\xFF\xFF"sv);
  put_all(table_, {higher, one, high, zero_one, zero});
  expect_rows(table_, on("by_digest"), {zero, zero_one, one, high, higher});
  expect_rows(table_, on("by_digest", {b("\0"sv)}, RangeOp::kBeginsWith), {zero, zero_one});
  expect_rows(table_, on("by_digest", {b("\xFF"sv)}, RangeOp::kBeginsWith), {high, higher});
  expect_rows(table_, on("by_digest", {b("\0"sv)}, RangeOp::kGreater), {zero_one, one, high, higher});
  expect_rows(table_, on("by_digest", {b("\0"sv), b("\1"sv)}, RangeOp::kBetween), {zero, zero_one, one});
  expect_sound(table_, 4 + 5 + 9);
}

// Values that end where others go on, and zero bytes in every place of the key.
TEST_F(LocalIndex, NeighbouringKeysDoNotMix) {
  const auto item = [](std::string_view pk, std::string_view date) {
    return item_json({{"pk", s(pk)}, {"sk", n("1")}, {"date", s(date)}});
  };
  using namespace std::string_view_literals;
  Rows in_p;
  for (const std::string_view date : {"\0"sv, "\0\1"sv, "a"sv, "a\0"sv, "a\0\1"sv, "aa"sv}) {
    in_p.push_back(item_json({{"pk", s("p")}, {"sk", n(std::to_string(in_p.size()))}, {"date", s(date)}}));
  }
  put_all(table_, in_p);
  for (const std::string_view pk : {"o"sv, "p\0"sv, "p\0\1"sv, "p\1"sv, "pa"sv}) put_all(table_, {item(pk, "a")});
  expect_rows(table_, on("by_date"), in_p);
  expect_rows(table_, on("by_date", {s("a")}, RangeOp::kEqual), {in_p[2]});
  expect_rows(table_, on("by_date", {s("a")}, RangeOp::kBeginsWith), {in_p[2], in_p[3], in_p[4], in_p[5]});
  expect_rows(table_, on("by_date", {s("a\0"sv)}, RangeOp::kBeginsWith), {in_p[3], in_p[4]});
  expect_rows(table_, on("by_date", {s("a")}, RangeOp::kGreater), {in_p[3], in_p[4], in_p[5]});
  expect_rows(table_, on("by_date", {s("a")}, RangeOp::kLess), {in_p[0], in_p[1]});
  expect_rows(table_, {.index = "by_date", .partition = {s("p\0"sv)}}, {item("p\0"sv, "a")});
}

TEST_F(LocalIndex, OverwritesMoveRowsAndDeletesTakeThemAway) {
  const std::string old_date = dated("1", "2024-01");
  const std::string new_date = dated("1", "2024-02");
  const std::string undated = item_json({{"pk", s("p")}, {"sk", n("1")}, {"v", n("7")}});
  const std::string other = dated("2", "2024-01");
  put_all(table_, {old_date, other});
  expect_rows(table_, on("by_date"), {old_date, other});
  EXPECT_EQ(table_.put_over(old_date), old_date);
  expect_rows(table_, on("by_date"), {old_date, other});
  EXPECT_EQ(table_.put_over(new_date), old_date);
  expect_rows(table_, on("by_date"), {other, new_date});
  expect_rows(table_, on("dates"), {other, new_date});
  EXPECT_EQ(table_.put_over(undated), new_date);
  expect_rows(table_, on("by_date"), {other});
  expect_rows(table_, on("by_sk"), {undated, other});
  expect_sound(table_, 4);
  EXPECT_EQ(table_.put_over(old_date), undated);
  EXPECT_EQ(table_.erase_old({s("p"), n("2")}), other);
  expect_rows(table_, on("by_date"), {old_date});
  expect_rows(table_, on("by_sk"), {old_date});
  EXPECT_TRUE(table_.erase({s("p"), n("1")}).ok());
  EXPECT_TRUE(table_.erase({s("p"), n("1")}).ok());
  for (const std::string index : {"by_date", "dates", "by_sk", "by_size", "by_digest"}) {
    expect_rows(table_, {.index = index}, {});
  }
  expect_sound(table_, 0);
}

TEST_F(LocalIndex, RowsHoldWhatWasAskedFor) {
  const std::string item = item_json({{"pk", s("p")},
                                      {"sk", n("1")},
                                      {"date", s("d")},
                                      {"size", n("3")},
                                      {"digest", b("x")},
                                      {"title", s("t")},
                                      {"v", value_of(R"({"L":[{"BOOL":true}]})")}});
  put_all(table_, {item});
  const auto rows = [this](const std::string& index, RowContent content) {
    Query query = on(index);
    query.content = content;
    return table_.rows(query);
  };
  const std::string with_size = item_json({{"pk", s("p")}, {"sk", n("1")}, {"size", n("3")}});
  const std::string with_digest = item_json({{"pk", s("p")}, {"sk", n("1")}, {"digest", b("x")}});
  const std::string with_title = item_json({{"pk", s("p")}, {"sk", n("1")}, {"digest", b("x")}, {"title", s("t")}});
  const std::string with_date = item_json({{"pk", s("p")}, {"sk", n("1")}, {"date", s("d")}});
  const std::string keys = item_json({{"pk", s("p")}, {"sk", n("1")}});
  EXPECT_EQ(rows("by_date", RowContent::kStored), Rows{item});
  EXPECT_EQ(rows("by_date", RowContent::kKeysOnly), Rows{with_date});
  EXPECT_EQ(rows("by_size", RowContent::kStored), Rows{with_size});
  EXPECT_EQ(rows("by_size", RowContent::kKeysOnly), Rows{with_size});
  EXPECT_EQ(rows("by_digest", RowContent::kStored), Rows{with_title});
  EXPECT_EQ(rows("by_digest", RowContent::kKeysOnly), Rows{with_digest});
  EXPECT_EQ(rows("by_sk", RowContent::kKeysOnly), Rows{keys});
  for (const std::string index : {"by_date", "by_size", "by_digest", "by_sk", "dates"}) {
    EXPECT_EQ(rows(index, RowContent::kFullItem), Rows{item}) << index;
  }
  // A change of what is not projected leaves the row as it is, and FULL_ITEM shows it.
  const std::string changed = item_json(
      {{"pk", s("p")}, {"sk", n("1")}, {"date", s("d")}, {"size", n("3")}, {"digest", b("x")}, {"title", s("t")}});
  put_all(table_, {changed});
  EXPECT_EQ(rows("by_digest", RowContent::kStored), Rows{with_title});
  EXPECT_EQ(rows("by_digest", RowContent::kFullItem), Rows{changed});
  expect_sound(table_, 5);
}

// C116 to C118: what is there must be legal, whatever else the item lacks.
TEST_F(LocalIndex, IllegalIndexKeysRefuseTheWrite) {
  const std::string before = dated("1", "2024-01");
  put_all(table_, {before});
  const auto with = [](const std::string& attribute, const Value& value) {
    return item_json({{"pk", s("p")}, {"sk", n("1")}, {attribute, value}});
  };
  const std::string pvi = "One or more parameter values were invalid: ";
  expect_refused(table_.put(with("date", n("1"))), Error::kIndexKeyType,
                 "attribute 'date' has type N; it is a key of index 'by_date' and must be S",
                 pvi + "Type mismatch for Index Key date Expected: S Actual: N IndexName: by_date");
  expect_refused(table_.put(with("size", make_null())), Error::kIndexKeyType,
                 "attribute 'size' has type NULL; it is a key of index 'by_size' and must be N",
                 pvi + "Type mismatch for Index Key size Expected: N Actual: NULL IndexName: by_size");
  const std::string not_valid =
      "One or more parameter values are not valid. A value specified for a secondary index "
      "key is not supported. The AttributeValue for a key attribute cannot contain an empty ";
  expect_refused(table_.put(with("date", s(""))), Error::kIndexKeyEmptyString,
                 "attribute 'date' is an empty string; it is a key of index 'by_date'",
                 not_valid + "string value. IndexName: by_date, IndexKey: date");
  expect_refused(table_.put(with("digest", b(""))), Error::kIndexKeyEmptyBinary,
                 "attribute 'digest' is an empty binary; it is a key of index 'by_digest'",
                 not_valid + "binary value. IndexName: by_digest, IndexKey: digest");
  expect_refused(table_.put(with("date", s(std::string(1025, 'x')))), Error::kSortKeyTooLong,
                 "the value of sort key 'date' has 1025 bytes; at most 1024 are allowed",
                 pvi + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  EXPECT_EQ(table_.get({s("p"), n("1")}), before);
  expect_rows(table_, on("by_date"), {before});
  const std::string longest = with("date", s(std::string(1024, 'x')));
  put_all(table_, {longest});
  expect_rows(table_, on("by_date", {s(std::string(1024, 'x'))}, RangeOp::kEqual), {longest});
}

TEST_F(LocalIndex, ConditionsThatDoNotFitAreRefused) {
  const auto refused = [this](const Query& query, Error error, std::string_view message) {
    const Page page = table_.page(query);
    EXPECT_TRUE(page.status.is(error)) << page.status.message();
    EXPECT_EQ(page.status.message(), message);
  };
  refused(on("by_date", {n("1")}, RangeOp::kEqual), Error::kKeyType,
          "key attribute 'date' has type N; the key needs S");
  refused(on("by_size", {n("1")}, RangeOp::kBeginsWith), Error::kRangeInvalid,
          "begins_with needs a string or binary key; 'size' is a number");
  // The table's own sort key is only a tie-break.
  refused(on("by_date", {s("d"), n("1")}, RangeOp::kEqual), Error::kRangeInvalid,
          "the sort condition has more operands than the key has sort parts");
  refused({.index = "by_date", .partition = {s("p"), s("d")}}, Error::kRangeInvalid,
          "the number of partition key parts is 2; it must be 1");
  refused(on("by_date", {s("")}, RangeOp::kEqual), Error::kKeyEmptyString, "key attribute 'date' is an empty string");
  refused(on("by_datum"), Error::kNoIndex, "table 'tab' has no index 'by_datum'");
}

TEST_F(LocalIndex, TokensBelongToOneIndexAndOneDirection) {
  const std::string first = dated("1", "2024-01");
  const std::string second = dated("2", "2024-01");
  const std::string third = dated("3", "2024-02");
  put_all(table_, {first, second, third});
  Query query = on("by_date");
  query.limit = 2;
  const Page page = table_.page(query);
  EXPECT_EQ(page.rows, (Rows{first, second}));
  EXPECT_EQ(page.end, Step::kPage);
  // The walk goes on behind the row that it ended at, whether that is still there or not.
  ASSERT_TRUE(table_.erase({s("p"), n("2")}).ok());
  query.token = page.token;
  EXPECT_EQ(table_.page(query).rows, Rows{third});
  EXPECT_TRUE(table_.page(reversed(query)).status.is(Error::kTokenInvalid));
  query.index = "dates";
  EXPECT_TRUE(table_.page(query).status.is(Error::kTokenInvalid));
  query.index = "by_date";
  query.partition = {s("q")};
  EXPECT_TRUE(table_.page(query).status.is(Error::kTokenInvalid));
}

// DynamoDB counts 400 KB for the item and its local rows together. by_sk holds every item whole, so half is left; names and values
// are pk 2+1, sk 2+2, t 1+n; with a date there are a second whole row and one of the keys (pk, sk, date 4+1) alone.
TEST_F(LocalIndex, ItemAndRowsTogetherHaveDynamosLimit) {
  const auto item = [](size_t text_bytes, bool is_dated) {
    Attributes attributes{{"pk", s("p")}, {"sk", n("1")}, {"t", s(std::string(text_bytes, 'x'))}};
    if (is_dated) attributes["date"] = s("d");
    return item_json(attributes);
  };
  EXPECT_TRUE(table_.put(item(204'792, false)).ok());
  const Status refused = table_.put(item(204'793, false));
  expect_refused(refused, Error::kItemTooLargeWithRows,
                 "the item and its rows of local indexes have 409602 bytes together; at most 409600 are allowed",
                 "Item size has exceeded the maximum allowed size");
  // Three times 13 and the text, and 12.
  EXPECT_TRUE(table_.put(item(136'516, true)).ok());
  EXPECT_TRUE(table_.put(item(136'517, true)).is(Error::kItemTooLargeWithRows));
  EXPECT_EQ(table_.rows(on("by_date")), Rows{item(136'516, true)});
}

TEST_F(LocalIndex, PartitionPrefixes) {
  const auto item = [](std::string_view pk, std::string_view date) {
    return item_json({{"pk", s(pk)}, {"sk", n("1")}, {"date", s(date)}});
  };
  put_all(table_, {item("user#2", "a"), item("user#1", "b"), item("order#1", "a"), item("users", "a")});
  expect_rows(table_, {.index = "by_date", .partition = {s("user#")}, .partition_op = RangeOp::kBeginsWith},
              {item("user#1", "b"), item("user#2", "a")});
}

}  // namespace
}  // namespace sheaf
