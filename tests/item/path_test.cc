// Document paths: what they find, and where their grammar ends. '@' in a path marks the byte where the error must be.
#include "engine/item/path.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engine/item/container.h"
#include "engine/item/item_builder.h"
#include "tests/item/item_support.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::set;
using item_test::text;
using test::TestItem;

// The value at the path as JSON, "" when there is none.
std::string found(const ItemView& item, std::string_view path) {
  const auto value = find_path(item, path);
  EXPECT_TRUE(value.ok()) << path << ": " << value.status().message();
  return value.ok() && *value ? test::json_of(*value) : "";
}

constexpr std::string_view kItem = R"({
  "a": {"S":"text"},
  "l": {"L":[{"N":"0"},{"L":[{"N":"10"},{"N":"11"}]},{"M":{"x":{"N":"2"}}},{"NULL":true}]},
  "Meta": {"M":{"tags":{"L":[{"S":"t0"},{"M":{"name":{"S":"n"}}}]},"empty":{"M":{}},"a b":{"N":"7"},"0":{"N":"8"}}},
  "s": {"SS":["x","y"]},
  "\u00e9": {"M":{"\u20ac":{"L":[{"BOOL":true}]}}},
  " ": {"M":{"-1":{"N":"9"}}},
  "nul\u0000": {"M":{"\u0000":{"S":"zero"}}},
  "m.d": {"S":"not reachable"},
  "#*$\"'\\": {"N":"5"}
})";

TEST(Path, FindsValues) {
  const TestItem item(kItem);
  const std::pair<std::string_view, const char*> cases[] = {
      {"a", R"({"S":"text"})"},
      {"l[0]", R"({"N":"0"})"},
      {"l[00]", R"({"N":"0"})"},
      {"l[1][0]", R"({"N":"10"})"},
      {"l[1][1]", R"({"N":"11"})"},
      {"l[2].x", R"({"N":"2"})"},
      {"l[3]", R"({"NULL":true})"},
      {"Meta.tags[0]", R"({"S":"t0"})"},
      {"Meta.tags[1].name", R"({"S":"n"})"},
      {"Meta.empty", R"({"M":{}})"},
      {"Meta.a b", R"({"N":"7"})"},
      {"Meta.0", R"({"N":"8"})"},
      {"s", R"({"SS":["x","y"]})"},
      {"\xC3\xA9.\xE2\x82\xAC[0]", R"({"BOOL":true})"},
      {" .-1", R"({"N":"9"})"},
      {{"nul\0.\0", 6}, R"({"S":"zero"})"},
      {"#*$\"'\\", R"({"N":"5"})"},
  };
  for (const auto& [path, json] : cases) EXPECT_EQ(found(item.view(), path), json) << path;
}

TEST(Path, MissingIsNoError) {
  const TestItem item(kItem);
  for (const std::string_view path : {"b",
                                      "A",
                                      "meta.tags",
                                      "m.d",
                                      "l[4]",
                                      "l[1][2]",
                                      "l[0][0]",
                                      "l[0].x",
                                      "l.x",
                                      "l[2][0]",
                                      "l[3].x.y[0]",
                                      "Meta[0]",
                                      "Meta.tags.name",
                                      "Meta.tags[2].name",
                                      "Meta.empty.x",
                                      "Meta.none.x.y",
                                      "a[0]",
                                      "a.b",
                                      "a.b[1].c",
                                      "s[0]",
                                      "s.x",
                                      "none[7].x[8]",
                                      "\xFF",
                                      "l[4294967294]",
                                      "l[4294967295]",
                                      "l[4294967296]",
                                      "l[4294967298].x",
                                      "l[18446744073709551616]",
                                      "l[99999999999999999999999999999999]"}) {
    EXPECT_EQ(found(item.view(), path), "") << path;
  }
  EXPECT_EQ(found(ItemView(), "a.b[0]"), "");
}

TEST(Path, GrammarErrorsHaveOffsets) {
  const TestItem item(kItem);
  // A bad list position is reported where its bracket opens.
  const char* const cases[] = {
      "@",
      "@.a",
      "@[0]",
      "@]",
      "a.@",
      "a.@.b",
      "l[0].@",
      "l[0].@[0]",
      "a@]",
      "l[0]@x",
      "l[0]@]",
      "l@[",
      "l@[]",
      "l@[x]",
      "l@[-1]",
      "l@[+1]",
      "l@[ 1]",
      "l@[1",
      "l@[1x]",
      "l@[1 ]",
      "l@[1.0]",
      "l@[1e0]",
      "l@[0x1]",
      "l@[[0]]",
      "l[0]@[",
      "l[0][1].x@]",
      "Meta.tags@[a",
      "none@[x]",
      "none.a.@",
      "none[0]@x",
      "a.b.c@[",
      "a@[",
      "a@[0",
      "l@[99999999999999999999",
      "l@[99999999999999999999x]",
  };
  for (const std::string_view marked : cases) {
    const size_t mark = marked.find('@');
    const std::string path = std::string(marked.substr(0, mark)) + std::string(marked.substr(mark + 1));
    const item_test::ExactBytes exact(path);
    const auto value = find_path(item.view(), exact.view());
    ASSERT_FALSE(value.ok()) << path;
    EXPECT_TRUE(value.status().is(Error::kPathSyntax)) << path;
    EXPECT_EQ(value.status().offset(), static_cast<int64_t>(mark)) << path << ": " << value.status().message();
  }
  EXPECT_EQ(find_path(item.view(), "").status().message(), "a document path is malformed: it is empty");
  EXPECT_EQ(find_path(item.view(), "a.").status().message(), "a document path is malformed: expected a name");
  EXPECT_EQ(find_path(item.view(), "l[0]x").status().message(), "a document path is malformed: expected '.' or '['");
  EXPECT_EQ(find_path(item.view(), "l[x]").status().message(),
            "a document path is malformed: expected a list position");
  EXPECT_EQ(find_path(item.view(), "l[0").status().message(), "a document path is malformed: expected ']'");
}

TEST(Path, ThirtyTwoElements) {
  for (const bool is_list : {false, true}) {
    // 31 maps or lists around a string: its path has 32 elements.
    std::string json = R"({"S":"leaf"})";
    for (int i = 0; i < 31; ++i) json = is_list ? "{\"L\":[" + json + "]}" : "{\"M\":{\"x\":" + json + "}}";
    const TestItem item("{\"x\":" + json + "}");
    const std::string element = is_list ? "[0]" : ".x";
    std::string path = "x";
    for (int i = 0; i < 30; ++i) path += element;
    EXPECT_NE(found(item.view(), path), R"({"S":"leaf"})") << "31 elements";
    path += element;
    EXPECT_EQ(found(item.view(), path), R"({"S":"leaf"})") << "32 elements";
    path += element;
    const auto too_deep = find_path(item.view(), path);
    ASSERT_FALSE(too_deep.ok());
    EXPECT_TRUE(too_deep.status().is(Error::kPathTooDeep));
    EXPECT_EQ(too_deep.status().aws_message(), "The document path has too many nesting levels; nesting levels: 33");
    EXPECT_TRUE(find_path(TestItem("{}").view(), path).status().is(Error::kPathTooDeep)) << "whatever the item holds";
  }
  EXPECT_TRUE(find_path(ItemView(), "x" + std::string(100000, '[')).status().is(Error::kPathSyntax));
}

TEST(Path, LongNamesAndPathsAreRead) {
  const std::string name(65535, 'n');
  ItemBuilder builder;
  const AttributeView member{name, text("deep")};
  set(&builder, name, make_map({&member, 1})->view());
  EXPECT_EQ(found(builder.finish(), name + "." + name), R"({"S":"deep"})");
  EXPECT_EQ(found(builder.finish(), name + "." + name + "n"), "");
  EXPECT_EQ(found(builder.finish(), std::string(1 << 20, 'n')), "");
}

TEST(Path, DamagedContainersAreCorrupt) {
  ItemBuilder builder;
  set(&builder, "l", {Type::kList, "\1"});
  set(&builder, "m", {Type::kMap, std::string_view("\1\5\0", 3)});
  const std::string unknown_member = bytes({1, 2, 3, 5, 1, 2, 'x', 'y'});
  set(&builder, "k", {Type::kList, unknown_member});
  const ItemView item = builder.finish();
  EXPECT_TRUE(find_path(item, "l[0]").status().is(Error::kItemCorrupt));
  EXPECT_TRUE(find_path(item, "m.x").status().is(Error::kItemCorrupt));
  EXPECT_EQ(found(item, "l.x"), "") << "not opened";
  EXPECT_EQ(found(item, "m[0]"), "") << "not opened";
  EXPECT_EQ(found(item, "k[0]"), "") << "a damaged member is none";
  EXPECT_EQ(found(item, "k[0].x"), "");
  EXPECT_EQ(found(item, "k[1]"), R"({"S":"y"})");
}

}  // namespace
}  // namespace sheaf
