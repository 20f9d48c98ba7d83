// Global indexes whose key has several attributes, through the facade: order, every operator behind leading parts, pages,
// projections, and rows through puts, overwrites and deletes. The expected rows are written by hand from
// dynamodb-semantics.md 6.6.
#include "tests/shapes/shape_support.h"

namespace sheaf {
namespace {

using namespace test;
using namespace shape_test;
using namespace std::string_view_literals;

// 2+2 parts of mixed types. The base key is numeric, so that ties are in an order that is not the order of the text.
class TwoAndTwo : public testing::Test {
 protected:
  static std::string match(std::string_view id, std::string_view tenant, std::string_view region,
                           std::string_view round, std::string_view bracket) {
    return item_json(
        {{"id", n(id)}, {"tenant", s(tenant)}, {"region", n(region)}, {"round", n(round)}, {"bracket", b(bracket)}});
  }

  static Query in_t1(std::vector<Value> sort = {}, RangeOp op = RangeOp::kAll) {
    return {.index = "matches", .partition = {s("t"), n("1")}, .sort = std::move(sort), .sort_op = op};
  }

  TestDatabase database_;
  TestTable table_ =
      database_.create({.hash = "id:N", .indexes = {{"matches", "tenant:S region:N", "round:N bracket:B", "ALL"}}});
};

TEST_F(TwoAndTwo, EveryPartOrdersAndEveryPartitionPartParts) {
  const std::string final_a = match("7", "t", "1", "-1", "a");
  const std::string second_a = match("10", "t", "1", "2", "a");
  const std::string second_a_too = match("9", "t", "1", "2", "a");
  const std::string second_b = match("1", "t", "1", "2", "b");
  const std::string tenth = match("2", "t", "1", "10", "\0"sv);
  put_all(table_, {tenth, second_b, second_a, final_a, second_a_too});
  put_all(table_, {match("20", "t", "2", "2", "a"), match("21", "t", "10", "2", "a"), match("22", "u", "1", "2", "a"),
                   match("23", "t\0"sv, "1", "2", "a")});
  const Rows all{final_a, second_a_too, second_a, second_b, tenth};
  expect_rows(table_, in_t1(), all);
  expect_rows(table_, in_t1({n("2")}, RangeOp::kEqual), {second_a_too, second_a, second_b});
  expect_rows(table_, in_t1({n("2")}, RangeOp::kGreater), {tenth});
  expect_rows(table_, in_t1({n("2")}, RangeOp::kGreaterEqual), {second_a_too, second_a, second_b, tenth});
  expect_rows(table_, in_t1({n("2")}, RangeOp::kLess), {final_a});
  expect_rows(table_, in_t1({n("2")}, RangeOp::kLessEqual), {final_a, second_a_too, second_a, second_b});
  expect_rows(table_, in_t1({n("-1"), n("2.0")}, RangeOp::kBetween), {final_a, second_a_too, second_a, second_b});
  expect_rows(table_, in_t1({n("2"), b("a")}, RangeOp::kEqual), {second_a_too, second_a});
  expect_rows(table_, in_t1({n("2"), b("a")}, RangeOp::kGreater), {second_b});
  expect_rows(table_, in_t1({n("2"), b("b")}, RangeOp::kLess), {second_a_too, second_a});
  expect_rows(table_, in_t1({n("2"), b("a"), b("c")}, RangeOp::kBetween), {second_a_too, second_a, second_b});
  expect_rows(table_, in_t1({n("2"), b("")}, RangeOp::kBeginsWith), {second_a_too, second_a, second_b});
  expect_rows(table_, in_t1({n("3"), b("a")}, RangeOp::kEqual), {});
  expect_rows(table_, {.index = "matches", .partition = {s("t"), n("10")}}, {match("21", "t", "10", "2", "a")});
  expect_rows(table_, {.index = "matches", .partition = {s("t"), n("3")}}, {});
  // Every partition: t before t\0 before u, and region by number.
  Rows everything = all;
  everything.insert(everything.end(), {match("20", "t", "2", "2", "a"), match("21", "t", "10", "2", "a"),
                                       match("23", "t\0"sv, "1", "2", "a"), match("22", "u", "1", "2", "a")});
  expect_rows(table_, {.index = "matches"}, everything);
  expect_sound(table_, 9);
}

TEST_F(TwoAndTwo, RowsFollowTheirItem) {
  const std::string first = match("1", "t", "1", "1", "a");
  put_all(table_, {first, match("2", "t", "1", "5", "a")});
  EXPECT_EQ(table_.put_over(first), first);
  expect_rows(table_, in_t1(), {first, match("2", "t", "1", "5", "a")});
  // Each part in its turn takes the row elsewhere; the last overwrite brings it back.
  const std::string moved[] = {match("1", "t", "1", "1", "b"), match("1", "t", "1", "9", "b"),
                               match("1", "t", "2", "9", "b"), match("1", "u", "2", "9", "b")};
  std::string before = first;
  for (const std::string& item : moved) {
    EXPECT_EQ(table_.put_over(item), before);
    before = item;
    EXPECT_EQ(table_.rows({.index = "matches"}).size(), 2u);
  }
  expect_rows(table_, {.index = "matches"}, {match("2", "t", "1", "5", "a"), moved[3]});
  expect_rows(table_, in_t1(), {match("2", "t", "1", "5", "a")});
  EXPECT_EQ(table_.put_over(first), moved[3]);
  expect_rows(table_, {.index = "matches"}, {first, match("2", "t", "1", "5", "a")});
  EXPECT_EQ(table_.erase_old({n("1")}), first);
  expect_rows(table_, {.index = "matches"}, {match("2", "t", "1", "5", "a")});
  expect_sound(table_, 1);
}

TEST_F(TwoAndTwo, TokensGoOnWhereTheWalkStopped) {
  Rows expected;
  for (const std::string_view id : {"3", "20", "100"}) expected.push_back(match(id, "t", "1", "2", "a"));
  expected.push_back(match("1", "t", "1", "2", "b"));
  put_all(table_, {expected[2], expected[3], expected[1], expected[0]});
  Query query = in_t1({n("2")}, RangeOp::kEqual);
  query.limit = 2;
  const Page page = table_.page(query);
  EXPECT_EQ(page.rows, (Rows{expected[0], expected[1]}));
  query.token = page.token;
  // A row between the pages, and one that is gone.
  ASSERT_TRUE(table_.erase({n("20")}).ok());
  const std::string between = match("50", "t", "1", "2", "a");
  put_all(table_, {between});
  EXPECT_EQ(table_.page(query).rows, (Rows{between, expected[2]}));
  // It belongs to this range: not to the whole partition, and not to the next prefix.
  Query other = in_t1();
  other.token = page.token;
  EXPECT_TRUE(table_.page(other).status.is(Error::kTokenInvalid));
  other = in_t1({n("2"), b("a")}, RangeOp::kEqual);
  other.token = page.token;
  EXPECT_TRUE(table_.page(other).status.is(Error::kTokenInvalid));
}

// Parts are not glued together: what one part loses the next cannot make up.
TEST(MultiPartIndex, PartsDoNotRunIntoEachOther) {
  TestDatabase database;
  TestTable table = database.create({.hash = "id:S", .indexes = {{"idx", "a:S b:S", "c:S d:S", "KEYS_ONLY"}}});
  const auto item = [](std::string_view id, std::string_view a, std::string_view b_text, std::string_view c,
                       std::string_view d) {
    return item_json({{"id", s(id)}, {"a", s(a)}, {"b", s(b_text)}, {"c", s(c)}, {"d", s(d)}});
  };
  const std::string x_yz = item("1", "x", "yz", "c", "d");
  const std::string xy_z = item("2", "xy", "z", "c", "d");
  const std::string x0_yz = item("3", "x\0"sv, "yz", "c", "d");
  const std::string x_0yz = item("4", "x", "\0yz"sv, "c", "d");
  put_all(table, {x_yz, xy_z, x0_yz, x_0yz});
  const auto in = [](std::string_view a, std::string_view b_text) {
    return Query{.index = "idx", .partition = {s(a), s(b_text)}};
  };
  expect_rows(table, in("x", "yz"), {x_yz});
  expect_rows(table, in("xy", "z"), {xy_z});
  expect_rows(table, in("x\0"sv, "yz"), {x0_yz});
  expect_rows(table, in("x", "\0yz"sv), {x_0yz});
  expect_rows(table, in("xyz", "c"), {});

  const std::string cd = item("5", "p", "p", "c", "d");
  const std::string c0_d = item("6", "p", "p", "c\0"sv, "d");
  const std::string c01_d = item("7", "p", "p", "c\0\1"sv, "d");
  const std::string cc_d = item("8", "p", "p", "cc", "d");
  const std::string c_dd = item("9", "p", "p", "c", "dd");
  put_all(table, {cc_d, c01_d, c_dd, c0_d, cd});
  const auto sorted = [](std::vector<Value> sort, RangeOp op) {
    return Query{.index = "idx", .partition = {s("p"), s("p")}, .sort = std::move(sort), .sort_op = op};
  };
  expect_rows(table, in("p", "p"), {cd, c_dd, c0_d, c01_d, cc_d});
  expect_rows(table, sorted({s("c")}, RangeOp::kEqual), {cd, c_dd});
  expect_rows(table, sorted({s("c")}, RangeOp::kBeginsWith), {cd, c_dd, c0_d, c01_d, cc_d});
  expect_rows(table, sorted({s("c")}, RangeOp::kGreater), {c0_d, c01_d, cc_d});
  expect_rows(table, sorted({s("c\0"sv)}, RangeOp::kLessEqual), {cd, c_dd, c0_d});
  expect_rows(table, sorted({s("c\0"sv)}, RangeOp::kBeginsWith), {c0_d, c01_d});
  expect_rows(table, sorted({s("c"), s("d")}, RangeOp::kBeginsWith), {cd, c_dd});
  expect_rows(table, sorted({s("c"), s("d")}, RangeOp::kEqual), {cd});
  expect_rows(table, sorted({s("c"), s("d")}, RangeOp::kGreater), {c_dd});
  expect_rows(table, sorted({s("c"), s("c"), s("d")}, RangeOp::kBetween), {cd});
}

// 4+0: a partition key of four parts alone.
TEST(MultiPartIndex, FourPartitionPartsWithoutSortParts) {
  TestDatabase database;
  TestTable table =
      database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"idx", "a:S b:N c:B d:S", "", "INCLUDE v"}}});
  const auto item = [](std::string_view pk, std::string_view sk, std::string_view b_number) {
    return item_json(
        {{"pk", s(pk)}, {"sk", s(sk)}, {"a", s("a")}, {"b", n(b_number)}, {"c", b("c")}, {"d", s("d")}, {"v", n("1")}});
  };
  const std::string full = R"(,"w":{"BOOL":true}})";
  for (const std::string& json : {item("q", "1", "1"), item("p", "2", "1"), item("p", "1", "1"), item("p", "3", "2")}) {
    ASSERT_TRUE(table.put(json.substr(0, json.size() - 1) + full).ok());
  }
  Query query{.index = "idx", .partition = {s("a"), n("1"), b("c"), s("d")}};
  expect_rows(table, query, {item("p", "1", "1"), item("p", "2", "1"), item("q", "1", "1")});
  query.content = RowContent::kKeysOnly;
  const std::string keys =
      item_json({{"pk", s("p")}, {"sk", s("3")}, {"a", s("a")}, {"b", n("2")}, {"c", b("c")}, {"d", s("d")}});
  query.partition[1] = n("2");
  expect_rows(table, query, {keys});
  query.content = RowContent::kFullItem;
  const std::string whole = item("p", "3", "2");
  expect_rows(table, query, {whole.substr(0, whole.size() - 1) + full});
  query.sort = {s("p")};
  query.sort_op = RangeOp::kEqual;
  EXPECT_EQ(table.page(query).status.message(), "the key has no sort part");
}

// 4+4 of every type: each sort part has two values, so 16 items stand in one partition in the order of the four parts, and
// four more differ from the first in one partition part each.
class FourAndFour : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string_view e : {"-1", "10"}) {
      for (const std::string_view f : {"\0"sv, "\xFF"sv}) {
        for (const std::string_view g : {"x"sv, "x\0"sv}) {
          for (const std::string_view h : {"9", "10"}) in_order_.push_back(item(e, f, g, h));
        }
      }
    }
    Rows shuffled = in_order_;
    std::reverse(shuffled.begin(), shuffled.end());
    put_all(table_, shuffled);
    const std::pair<std::string, Value> others[] = {{"a", s("a\0"sv)}, {"b", n("2")}, {"c", b("\0"sv)}, {"d", s("D")}};
    for (const auto& [name, value] : others) {
      Attributes attributes = first();
      attributes["id"] = s(name);
      attributes[name] = value;
      put_all(table_, {item_json(attributes)});
    }
  }

  static Attributes first() {
    return {{"a", s("a")},  {"b", n("1")},    {"c", b("c")}, {"d", s("d")},
            {"e", n("-1")}, {"f", b("\0"sv)}, {"g", s("x")}, {"h", n("9")}};
  }

  // The ids fall while the keys rise, so that an order by base key would show.
  std::string item(std::string_view e, std::string_view f, std::string_view g, std::string_view h) const {
    Attributes attributes = first();
    attributes["id"] = s(std::string(1, static_cast<char>('z' - in_order_.size())));
    attributes["e"] = n(e);
    attributes["f"] = b(f);
    attributes["g"] = s(g);
    attributes["h"] = n(h);
    return item_json(attributes);
  }

  void expect(std::vector<Value> sort, RangeOp op, size_t from, size_t to) {
    const Query query{
        .index = "idx", .partition = {s("a"), n("1.0"), b("c"), s("d")}, .sort = std::move(sort), .sort_op = op};
    expect_rows(table_, query,
                Rows(in_order_.begin() + static_cast<ptrdiff_t>(from), in_order_.begin() + static_cast<ptrdiff_t>(to)));
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "id:S", .indexes = {{"idx", "a:S b:N c:B d:S", "e:N f:B g:S h:N"}}});
  Rows in_order_;
};

TEST_F(FourAndFour, SortPartsLeftToRightWithAnOperatorOnTheLast) {
  expect({}, RangeOp::kAll, 0, 16);
  expect({n("10")}, RangeOp::kEqual, 8, 16);
  expect({n("10")}, RangeOp::kLess, 0, 8);
  expect({n("-1")}, RangeOp::kGreater, 8, 16);
  expect({n("-1"), n("9")}, RangeOp::kBetween, 0, 8);
  expect({n("10"), b("\xFF"sv)}, RangeOp::kEqual, 12, 16);
  expect({n("10"), b("\xFF"sv)}, RangeOp::kLess, 8, 12);
  expect({n("10"), b("\0"sv)}, RangeOp::kGreater, 12, 16);
  expect({n("10"), b("\0"sv)}, RangeOp::kBeginsWith, 8, 12);
  expect({n("10"), b("\0"sv), b("\xFF"sv)}, RangeOp::kBetween, 8, 16);
  expect({n("-1"), b("\0"sv), s("x")}, RangeOp::kEqual, 0, 2);
  expect({n("-1"), b("\0"sv), s("x")}, RangeOp::kBeginsWith, 0, 4);
  expect({n("-1"), b("\0"sv), s("x")}, RangeOp::kGreater, 2, 4);
  expect({n("-1"), b("\0"sv), s("x\0"sv)}, RangeOp::kGreaterEqual, 2, 4);
  expect({n("-1"), b("\0"sv), s("x"), s("xx")}, RangeOp::kBetween, 0, 4);
  expect({n("10"), b("\xFF"sv), s("x\0"sv), n("10")}, RangeOp::kEqual, 15, 16);
  expect({n("10"), b("\xFF"sv), s("x\0"sv), n("9")}, RangeOp::kGreater, 15, 16);
  expect({n("10"), b("\xFF"sv), s("x\0"sv), n("10")}, RangeOp::kLess, 14, 15);
  expect({n("10"), b("\xFF"sv), s("x\0"sv), n("9"), n("1e1")}, RangeOp::kBetween, 14, 16);
  expect({n("10"), b("\xFF"sv), s("x\0"sv), n("9.5")}, RangeOp::kEqual, 0, 0);
}

TEST_F(FourAndFour, EveryPartitionPartTellsPartitionsApart) {
  EXPECT_EQ(table_.rows({.index = "idx"}).size(), 20u);
  const std::vector<Value> base{s("a"), n("1"), b("c"), s("d")};
  const Value others[] = {s("a\0"sv), n("2"), b("\0"sv), s("D")};
  const std::string names[] = {"a", "b", "c", "d"};
  for (size_t i = 0; i < 4; ++i) {
    Query query{.index = "idx", .partition = base};
    query.partition[i] = others[i];
    EXPECT_EQ(table_.column("id", query), Rows{R"({"S":")" + names[i] + R"("})"});
  }
  expect_sound(table_, 20);
}

TEST_F(FourAndFour, KeysHoldEveryPartAndTheBaseKey) {
  const Query query{.index = "idx",
                    .partition = {s("a"), n("1"), b("c"), s("d")},
                    .sort = {n("-1"), b("\0"sv), s("x"), n("9")},
                    .sort_op = RangeOp::kEqual,
                    .content = RowContent::kKeysOnly};
  EXPECT_EQ(table_.rows(query), Rows{in_order_[0]});
}

}  // namespace
}  // namespace sheaf
