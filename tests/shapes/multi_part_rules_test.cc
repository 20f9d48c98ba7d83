// Global indexes whose key has several attributes, through the facade: which items are in them, which writes they refuse, and which
// conditions. The texts are those of dynamodb-semantics.md 1.6, 6.2 and 6.6.
#include "tests/shapes/shape_support.h"

namespace sheaf {
namespace {

using namespace test;
using namespace shape_test;

const std::string kPvi = "One or more parameter values were invalid: ";
const std::string kNotValid =
    "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The "
    "AttributeValue for a key attribute cannot contain an empty ";

// 4+4 parts; a and e are strings, b and f numbers, c and g binary, d and h strings.
class MultiPartRules : public testing::Test {
 protected:
  // Every key attribute of the index.
  static Attributes whole() {
    return {{"id", s("1")}, {"a", s("a")}, {"b", n("1")}, {"c", b("c")}, {"d", s("d")},
            {"e", s("e")},  {"f", n("2")}, {"g", b("g")}, {"h", s("h")}};
  }
  static std::string with(const std::string& name, const Value& value) {
    Attributes attributes = whole();
    attributes[name] = value;
    return item_json(attributes);
  }
  static std::string without(const std::string& name) {
    Attributes attributes = whole();
    attributes.erase(name);
    return item_json(attributes);
  }

  void expect_range_refused(const Query& query, Error error, std::string_view message, std::string_view aws_message) {
    const Page page = table_.page(query);
    expect_refused(page.status, error, message, aws_message);
    EXPECT_EQ(page.rows, Rows{});
  }

  const std::vector<Value> partition_{s("a"), n("1"), b("c"), s("d")};
  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "id:S", .indexes = {{"idx", "a:S b:N c:B d:S", "e:S f:N g:B h:S"}}});
};

// C115, for each of the eight parts.
TEST_F(MultiPartRules, AnItemThatLacksAnyPartIsNotInTheIndex) {
  const std::string item = item_json(whole());
  for (const std::string name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    put_all(table_, {item});
    EXPECT_EQ(table_.rows({.index = "idx"}), Rows{item});
    const std::string lacking = without(name);
    EXPECT_EQ(table_.put_over(lacking), item);
    EXPECT_EQ(table_.rows({.index = "idx"}), Rows{}) << name;
    EXPECT_EQ(table_.get({s("1")}), lacking);
    expect_sound(table_, 0);
  }
  put_all(table_, {item});
  EXPECT_EQ(table_.rows({.index = "idx", .partition = partition_}), Rows{item});
}

// C116 and C117, for each of the eight parts; also when another part is missing, so that the item would not be in the index.
TEST_F(MultiPartRules, APartOfAnotherTypeRefusesTheWrite) {
  const std::string before = item_json({{"id", s("1")}, {"v", n("1")}});
  put_all(table_, {before});
  const std::pair<std::string, std::string> types[] = {{"a", "S"}, {"b", "N"}, {"c", "B"}, {"d", "S"},
                                                       {"e", "S"}, {"f", "N"}, {"g", "B"}, {"h", "S"}};
  const std::pair<Value, std::string> wrongs[] = {{make_null(), "NULL"},
                                                  {make_bool(1), "BOOL"},
                                                  {value_of(R"({"L":[{"S":"a"}]})"), "L"},
                                                  {value_of(R"({"M":{}})"), "M"},
                                                  {value_of(R"({"SS":["a"]})"), "SS"},
                                                  {s("x"), "S"},
                                                  {n("1"), "N"},
                                                  {b("x"), "B"}};
  for (const auto& [name, type] : types) {
    for (const auto& [wrong, wrong_type] : wrongs) {
      if (wrong_type == type) continue;
      const std::string message =
          "attribute '" + name + "' has type " + wrong_type + "; it is a key of index 'idx' and must be " + type;
      const std::string aws = kPvi + "Type mismatch for Index Key " + name + " Expected: " + type +
                              " Actual: " + wrong_type + " IndexName: idx";
      expect_refused(table_.put(with(name, wrong)), Error::kIndexKeyType, message, aws);
      expect_refused(table_.put(item_json({{"id", s("1")}, {name, wrong}})), Error::kIndexKeyType, message, aws);
    }
  }
  EXPECT_EQ(table_.get({s("1")}), before);
  EXPECT_EQ(table_.rows({.index = "idx"}), Rows{});
}

// C118.
TEST_F(MultiPartRules, AnEmptyPartRefusesTheWrite) {
  for (const std::string name : {"a", "d", "e", "h"}) {
    expect_refused(table_.put(with(name, s(""))), Error::kIndexKeyEmptyString,
                   "attribute '" + name + "' is an empty string; it is a key of index 'idx'",
                   kNotValid + "string value. IndexName: idx, IndexKey: " + name);
  }
  for (const std::string name : {"c", "g"}) {
    expect_refused(table_.put(with(name, b(""))), Error::kIndexKeyEmptyBinary,
                   "attribute '" + name + "' is an empty binary; it is a key of index 'idx'",
                   kNotValid + "binary value. IndexName: idx, IndexKey: " + name);
  }
  EXPECT_EQ(table_.rows(), Rows{});
}

// 1.6: 2048 bytes for each partition part and 1024 for each sort part, by themselves.
TEST_F(MultiPartRules, EachPartHasItsOwnLength) {
  const auto filled = [](size_t hash_bytes, size_t range_bytes) {
    return Attributes{{"id", s("1")},
                      {"a", s(std::string(hash_bytes, 'a'))},
                      {"b", n("1")},
                      {"c", b(std::string(hash_bytes, '\0'))},
                      {"d", s(std::string(hash_bytes, 'd'))},
                      {"e", s(std::string(range_bytes, 'e'))},
                      {"f", n("1")},
                      {"g", b(std::string(range_bytes, '\0'))},
                      {"h", s(std::string(range_bytes, 'h'))}};
  };
  const Attributes longest = filled(2048, 1024);
  put_all(table_, {item_json(longest)});
  const Query query{.index = "idx",
                    .partition = {longest.at("a"), longest.at("b"), longest.at("c"), longest.at("d")},
                    .sort = {longest.at("e"), longest.at("f"), longest.at("g"), longest.at("h")},
                    .sort_op = RangeOp::kEqual};
  expect_rows(table_, query, {item_json(longest)});

  const Attributes longer = filled(2049, 1025);
  for (const std::string name : {"a", "c", "d"}) {
    expect_refused(table_.put(with(name, longer.at(name))), Error::kPartitionKeyTooLong,
                   "the value of partition key '" + name + "' has 2049 bytes; at most 2048 are allowed",
                   kPvi + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
  }
  for (const std::string name : {"e", "g", "h"}) {
    expect_refused(table_.put(with(name, longer.at(name))), Error::kSortKeyTooLong,
                   "the value of sort key '" + name + "' has 1025 bytes; at most 1024 are allowed",
                   kPvi + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }
  EXPECT_EQ(table_.rows(), Rows{item_json(longest)});
}

// C126: every partition part is needed.
TEST_F(MultiPartRules, ConditionsWithTooFewOrTooManyPartitionParts) {
  const std::string missing[] = {"b", "c", "d"};
  for (size_t given = 1; given < 4; ++given) {
    const Query query{
        .index = "idx",
        .partition = std::vector<Value>(partition_.begin(), partition_.begin() + static_cast<ptrdiff_t>(given))};
    expect_range_refused(query, Error::kRangeMissesPart,
                         "the condition gives " + std::to_string(given) + " of 4 partition key parts; '" +
                             missing[given - 1] + "' is missing",
                         "Query condition missed key schema element: " + missing[given - 1]);
  }
  Query query{.index = "idx", .partition = partition_};
  query.partition.push_back(s("e"));
  expect_range_refused(query, Error::kRangeInvalid, "the number of partition key parts is 5; it must be 4",
                       "Query key condition not supported");
}

TEST_F(MultiPartRules, APartitionPartTakesEqualityOnly) {
  const std::string aws = "Query key condition not supported";
  for (const RangeOp op :
       {RangeOp::kLess, RangeOp::kLessEqual, RangeOp::kGreater, RangeOp::kGreaterEqual, RangeOp::kBetween}) {
    expect_range_refused({.index = "idx", .partition = partition_, .partition_op = op}, Error::kRangeInvalid,
                         "the partition key takes = or begins_with only", aws);
  }
  expect_range_refused({.index = "idx", .partition = partition_, .partition_op = RangeOp::kBeginsWith},
                       Error::kRangeInvalid,
                       "begins_with on the partition key needs a key with one partition part and one operand", aws);
  expect_range_refused({.index = "idx", .sort = {s("e")}, .sort_op = RangeOp::kEqual}, Error::kRangeInvalid,
                       "a sort condition needs a partition key", aws);
}

// C126 and C127: the operands of the sort parts stand one behind the other and the operator is for the last of them, so that a part
// that is left out shows as a value of the wrong type or of none.
TEST_F(MultiPartRules, SortConditionsWithAGapOrTooManyOperands) {
  const auto sorted = [this](std::vector<Value> sort, RangeOp op) {
    return Query{.index = "idx", .partition = partition_, .sort = std::move(sort), .sort_op = op};
  };
  const auto wrong_type = [&](std::vector<Value> sort, RangeOp op, const std::string& name, const std::string& needed,
                              const std::string& given) {
    expect_range_refused(sorted(std::move(sort), op), Error::kKeyType,
                         "key attribute '" + name + "' has type " + given + "; the key needs " + needed,
                         kPvi + "Type mismatch for key " + name + " expected: " + needed + " actual: " + given);
  };
  wrong_type({n("2")}, RangeOp::kGreater, "e", "S", "N");
  wrong_type({s("e"), b("g")}, RangeOp::kEqual, "f", "N", "B");
  wrong_type({s("e"), n("2"), s("h")}, RangeOp::kBeginsWith, "g", "B", "S");
  wrong_type({s("e"), n("2"), b("g"), n("1")}, RangeOp::kLess, "h", "S", "N");
  wrong_type({s("e"), n("2"), n("3"), b("g")}, RangeOp::kEqual, "g", "B", "N");
  wrong_type({s("e"), n("2"), b("g"), s("h"), b("i")}, RangeOp::kBetween, "h", "S", "B");
  const std::string aws = "Query key condition not supported";
  const std::string too_many = "the sort condition has more operands than the key has sort parts";
  expect_range_refused(sorted({s("e"), n("2"), b("g"), s("h"), s("i")}, RangeOp::kEqual), Error::kRangeInvalid,
                       too_many, aws);
  expect_range_refused(sorted({s("e"), n("2"), b("g"), s("h"), s("i"), s("j")}, RangeOp::kBetween),
                       Error::kRangeInvalid, too_many, aws);
  expect_range_refused(sorted({s("e")}, RangeOp::kBetween), Error::kRangeInvalid, "between needs two operands", aws);
  expect_range_refused(sorted({s("e"), n("3"), n("2")}, RangeOp::kBetween), Error::kRangeInvalid,
                       "between needs its lower operand first", aws);
  expect_range_refused(sorted({s("e"), n("2")}, RangeOp::kAll), Error::kRangeInvalid,
                       "the sort condition has operands but no operator", aws);
  expect_range_refused(sorted({}, RangeOp::kEqual), Error::kRangeInvalid,
                       "the sort condition has an operator but no operand", aws);
  expect_range_refused(sorted({s("e"), n("2")}, RangeOp::kBeginsWith), Error::kRangeInvalid,
                       "begins_with needs a string or binary key; 'f' is a number", aws);
}

TEST_F(MultiPartRules, ConditionsWithValuesThatNoKeyCanHave) {
  const std::string types[] = {"S", "N", "B", "S"};
  const std::string names[] = {"a", "b", "c", "d"};
  for (size_t i = 0; i < 4; ++i) {
    Query query{.index = "idx", .partition = partition_};
    query.partition[i] = make_null();
    expect_range_refused(query, Error::kKeyType,
                         "key attribute '" + names[i] + "' has type NULL; the key needs " + types[i],
                         kPvi + "Type mismatch for key " + names[i] + " expected: " + types[i] + " actual: NULL");
  }
  Query query{.index = "idx", .partition = partition_};
  query.partition[3] = s("");
  EXPECT_TRUE(table_.page(query).status.is(Error::kKeyEmptyString));
  query.partition[3] = s(std::string(2049, 'd'));
  EXPECT_TRUE(table_.page(query).status.is(Error::kPartitionKeyTooLong));
  query.partition[3] = s("d");
  query.sort = {s("e"), n("2"), b(std::string(1025, 'g')), s("h")};
  query.sort_op = RangeOp::kLess;
  EXPECT_TRUE(table_.page(query).status.is(Error::kSortKeyTooLong));
  query.sort[2] = b("");
  EXPECT_TRUE(table_.page(query).status.is(Error::kKeyEmptyBinary));
}

}  // namespace
}  // namespace sheaf
