// Cases from the field: the order of keys and text, through whole tables and indexes.
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;
using namespace std::string_literals;
using Texts = std::vector<std::string>;

// One collection "p" of a table and of an index with the same sort key, and close neighbours that no answer may hold.
class SortKeys {
 public:
  explicit SortKeys(const std::string& type)
      : table_(database_.create({.hash = "pk:S", .sort = "sk:" + type, .indexes = {{"by_g", "gp:S", "sk:" + type}}})) {}

  // As JSON values.
  void put(const Texts& sort_keys) {
    for (const std::string& sk : sort_keys) {
      for (const std::string_view pk : {"o", "p", "p\\u0000", "p\\u0001", "q"}) {
        const std::string text = R"({"S":")" + std::string(pk) + "\"}";
        ASSERT_TRUE(table_.put(R"({"pk":)" + text + R"(,"gp":)" + text + R"(,"sk":)" + sk + "}").ok()) << sk;
      }
    }
  }

  // The sort keys that the condition keeps, as JSON; read forwards and backwards, in table and index, which must agree.
  Texts where(RangeOp op, const std::vector<Value>& operands) const {
    Query query{.partition = {s("p")}, .sort = operands, .sort_op = op};
    const Texts in_table = table_.column("sk", query);
    query.index = "by_g";
    EXPECT_EQ(table_.column("sk", query), in_table);
    return in_table;
  }
  Texts all() const { return where(RangeOp::kAll, {}); }

 private:
  TestDatabase database_;
  TestTable table_;
};

// The same comparison in a filter: filter_cases_test.cc.
TEST(FieldCases, B010_BinaryIsComparedAsUnsignedBytes) {
  SortKeys rows("B");
  const std::string b00 = R"({"B":"AA=="})";
  const std::string b7f = R"({"B":"fw=="})";
  const std::string b80 = R"({"B":"gA=="})";
  const std::string bff = R"({"B":"/w=="})";
  rows.put({b7f, b80, b00, bff});
  EXPECT_EQ(rows.all(), (Texts{b00, b7f, b80, bff}));
  EXPECT_EQ(rows.where(RangeOp::kLess, {b("\x80")}), (Texts{b00, b7f}));
}

TEST(FieldCases, B011_BinaryIsOrderedByBytesNotByBase64OrLength) {
  SortKeys rows("B");
  const std::string b00 = R"({"B":"AA=="})";
  const std::string b01_00 = R"({"B":"AQA="})";
  const std::string b01_ff = R"({"B":"Af8="})";
  const std::string b02 = R"({"B":"Ag=="})";
  const std::string bd0 = R"({"B":"0A=="})";
  const std::string bf8 = R"({"B":"+A=="})";
  rows.put({b00, bd0, bf8, b01_00, b01_ff, b02});
  EXPECT_EQ(rows.all(), (Texts{b00, b01_00, b01_ff, b02, bd0, bf8}));
  EXPECT_EQ(rows.where(RangeOp::kBetween, {b("\1\0"s), b("\1\xFF")}), (Texts{b01_00, b01_ff}));
}

// Waits for templates: "P#{name}" and explain.
TEST(FieldCases, B013_KeysKeepTheirCase) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const std::string upper = R"({"pk":{"S":"Apple-1"},"v":{"N":"1"}})";
  const std::string lower = R"({"pk":{"S":"apple-1"},"v":{"N":"2"}})";
  ASSERT_TRUE(table.put(upper).ok());
  ASSERT_TRUE(table.put(lower).ok());
  EXPECT_EQ(table.get({s("Apple-1")}), upper);
  EXPECT_EQ(table.get({s("apple-1")}), lower);
  EXPECT_EQ(table.get({s("APPLE-1")}), std::nullopt);
  EXPECT_EQ(table.rows(), (Texts{upper, lower}));
}

// Waits for templates and named queries ("{a}#{b}#{c}#{d}" by its parts, and the refusal of b without a). Here: the same rows with the
// parts as a compound sort key, and as one text.
TEST(FieldCases, B014_LeadingPartsOfASortKey) {
  BareTable table({.hash = "id:S", .indexes = {{"parts", "k:S", "a:S b:S c:N d:N"}, {"text", "k:S", "joined:S"}}});
  const auto put = [&table](const std::string& id, const std::string& first, const std::string& second,
                            const std::string& third) {
    const std::string json = R"({"a":{"S":")" + first + R"("},"b":{"S":")" + second + R"("},"c":{"N":")" + third +
                             R"("},"d":{"N":"1"},"id":{"S":")" + id + R"("},"joined":{"S":")" + first + "#" + second +
                             "#" + third + R"(#1"},"k":{"S":"k"}})";
    EXPECT_TRUE(table.put(json).ok());
    return json;
  };
  const std::string one = put("1", "A1", "x", "1");
  const std::string two = put("2", "A1", "y", "2");
  put("3", "A2", "x", "1");
  put("4", "A10", "x", "1");
  const auto parts = [&table](const std::vector<Value>& values) {
    return table.rows({.index = "parts", .partition = {s("k")}, .sort = values, .sort_op = RangeOp::kEqual});
  };
  EXPECT_EQ(parts({s("A1")}), (Texts{one, two}));
  EXPECT_EQ(parts({s("A1"), s("x")}), Texts{one});
  const auto text = [&table](std::string_view prefix) {
    return table.rows({.index = "text", .partition = {s("k")}, .sort = {s(prefix)}, .sort_op = RangeOp::kBeginsWith});
  };
  EXPECT_EQ(text("A1#"), (Texts{one, two}));
  EXPECT_EQ(text("A1#x#"), Texts{one});
}

TEST(FieldCases, B100_StringsAreOrderedByUtf8Bytes) {
  SortKeys rows("S");
  const std::string ff5e = "{\"S\":\"\xEF\xBD\x9E\"}";       // U+FF5E
  const std::string emoji = "{\"S\":\"\xF0\x9F\x98\x80\"}";  // U+1F600
  const std::string z = R"({"S":"z"})";
  rows.put({ff5e, emoji, z});
  EXPECT_EQ(rows.all(), (Texts{z, ff5e, emoji}));
  EXPECT_EQ(rows.where(RangeOp::kBetween, {s("\xEF\xBC\x80"), s("\xF0\x9F\x98\x80")}), (Texts{ff5e, emoji}));
}

// Waits for templates: output over the limit.
TEST(FieldCases, B101_KeyLimitsCountBytes) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "gp:S", "gs:S"}}});
  const auto repeated = [](int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return R"({"S":")" + all + "\"}";
  };
  const std::string han = "\xE4\xB8\xAD";  // U+4E2D, three bytes
  const std::string x = R"({"S":"x"})";
  const auto put = [&table](const std::string& pk, const std::string& sk) {
    return table.put(R"({"pk":)" + pk + R"(,"sk":)" + sk + "}");
  };
  EXPECT_TRUE(put(x, repeated(341, han)).ok());  // 1,023 bytes
  EXPECT_TRUE(put(x, repeated(342, han)).is(Error::kSortKeyTooLong));
  EXPECT_TRUE(put(repeated(2048, "p"), x).ok());
  EXPECT_TRUE(put(repeated(2049, "p"), x).is(Error::kPartitionKeyTooLong));
  EXPECT_EQ(table.rows().size(), 2u);
  const auto put_indexed = [&](const std::string& gp, const std::string& gs) {
    return table.put(R"({"pk":{"S":"indexed"},"sk":{"S":"x"},"gp":)" + gp + R"(,"gs":)" + gs + "}");
  };
  EXPECT_TRUE(put_indexed(repeated(683, han), x).is(Error::kPartitionKeyTooLong));  // 2,049 bytes
  EXPECT_TRUE(put_indexed(x, repeated(342, han)).is(Error::kSortKeyTooLong));
  EXPECT_TRUE(put_indexed(repeated(682, han), repeated(341, han)).ok());
  EXPECT_EQ(table.rows({.index = "by_g"}).size(), 1u);
}

// Waits for templates: "e#{rev:N}" and its refusals.
TEST(FieldCases, B118_NumbersInTextAreOrderedAsText) {
  SortKeys rows("S");
  rows.put({R"({"S":"e#1"})", R"({"S":"e#2"})", R"({"S":"e#10"})"});
  EXPECT_EQ(rows.all(), (Texts{R"({"S":"e#1"})", R"({"S":"e#10"})", R"({"S":"e#2"})"}));
}

}  // namespace
}  // namespace sheaf
