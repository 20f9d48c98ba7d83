// What must hold for any item, any text and any damaged value. All seeds are fixed.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/item/container.h"
#include "engine/item/json.h"
#include "engine/item/json_tree.h"
#include "tests/item/json_support.h"

namespace sheaf {
namespace {

using json_test::print_item;
using json_test::print_value;

constexpr JsonDialect kDynamoDb = JsonDialect::kDynamoDb;
constexpr JsonDialect kPlain = JsonDialect::kPlain;
constexpr JsonDialect kBoth[] = {kDynamoDb, kPlain};

// Makes random values. `kPlain` leaves out the types that plain JSON cannot tell apart.
class RandomValues {
 public:
  RandomValues(uint32_t seed, JsonDialect dialect) : random_(seed), dialect_(dialect) {}

  size_t below(size_t bound) { return random_() % bound; }

  std::string text() {
    static const char* const kPieces[] = {"a",      "B",      "zz",   " ",    "\"",     "\\",     "/",
                                          "\n",     "\x01",   "\x1f", "\x7f", "\u00e9", "\u20ac", "\U0001F600",
                                          "\ufffd", "{}[],:", "0",    "-1",   "true"};
    std::string out;
    for (size_t count = below(8); count > 0; --count) out += kPieces[below(std::size(kPieces))];
    if (below(20) == 0) out.push_back('\0');
    if (below(50) == 0) out.append(300, 'x');
    return out;
  }

  std::string bytes() {
    std::string out(below(12), '\0');
    for (char& byte : out) byte = static_cast<char>(random_());
    return out;
  }

  // Up to 38 digits with a point anywhere, or a small number with an exponent.
  std::string number() {
    std::string digits;
    for (size_t count = 1 + below(38); count > 0; --count) digits.push_back(static_cast<char>('0' + below(10)));
    if (below(2) == 0) digits.insert(below(digits.size()), ".");
    if (below(3) == 0) digits += "e" + std::to_string(static_cast<int>(below(160)) - 80);
    return (below(2) == 0 ? "-" : "") + digits;
  }

  Value value(int level) {
    const size_t kinds = level >= 5 ? 4 : 6;
    switch (below(dialect_ == kPlain ? kinds : kinds + 4)) {
      case 0:
        return below(2) == 0 ? make_null() : make_bool(static_cast<uint8_t>(below(2)));
      case 1:
      case 2:
        return make_number(*Number::parse(number()));
      case 3:
        return make_string(text());
      case 4:
        return level >= 5 ? make_binary(bytes()) : list(level);
      case 5:
        return level >= 5 ? make_binary(bytes()) : map(level);
      case 6:
        return make_binary(bytes());
      default:
        return set();
    }
  }

  void item(ItemBuilder* out) {
    out->clear();
    for (size_t count = below(12); count > 0; --count) {
      ASSERT_TRUE(out->set(text() + "n", value(1).view()).ok());
    }
  }

 private:
  Value list(int level) {
    std::vector<Value> members(below(5));
    for (Value& member : members) member = value(level + 1);
    std::vector<ValueView> views;
    for (const Value& member : members) views.push_back(member.view());
    return make_list(views);
  }

  Value map(int level) {
    std::set<std::string> names;
    for (size_t count = below(5); count > 0; --count) names.insert(text() + "m");
    std::vector<Value> members;
    for (size_t i = 0; i < names.size(); ++i) members.push_back(value(level + 1));
    std::vector<AttributeView> views;
    for (const std::string& name : names) views.push_back({name, members[views.size()].view()});
    return *make_map(views);
  }

  Value set() {
    std::set<std::string> members;
    const Type type = below(3) == 0 ? Type::kStringSet : below(2) == 0 ? Type::kNumberSet : Type::kBinarySet;
    for (size_t count = 1 + below(4); count > 0; --count) {
      members.insert(type == Type::kStringSet   ? text()
                     : type == Type::kNumberSet ? Number::parse(number())->encode()
                                                : bytes());
    }
    const std::vector<std::string_view> views(members.begin(), members.end());
    return *make_set(type, views);
  }

  std::mt19937 random_;
  const JsonDialect dialect_;
};

TEST(JsonProperties, AnyItemComesBackFromDynamoDbJson) {
  RandomValues values(1, kDynamoDb);
  ItemBuilder first;
  ItemBuilder second;
  size_t attributes = 0;
  for (int round = 0; round < 800; ++round) {
    values.item(&first);
    const ItemView item = first.finish();
    attributes += item.count();
    const std::string json = print_item(kDynamoDb, item);
    const Status status = parse_item_json(kDynamoDb, json, &second);
    ASSERT_TRUE(status.ok()) << json << ": " << status.message();
    const ItemView copy = second.finish();
    ASSERT_TRUE(items_equal(item, copy)) << json;
    ASSERT_TRUE(verify_item(copy).ok()) << json;
    ASSERT_EQ(item.size_bytes(), copy.size_bytes()) << json;
    ASSERT_EQ(print_item(kDynamoDb, copy), json);
  }
  EXPECT_GT(attributes, 2000u);  // the items were not all empty
}

TEST(JsonProperties, AnyItemPrintsAsJson) {
  RandomValues values(2, kDynamoDb);
  ItemBuilder builder;
  for (int round = 0; round < 400; ++round) {
    values.item(&builder);
    const ItemView item = builder.finish();
    for (const JsonDialect dialect : kBoth) {
      const std::string json = print_item(dialect, item);
      const Result<JsonNode> tree = parse_json_tree(json);
      ASSERT_TRUE(tree.ok()) << json << ": " << tree.status().message();
      ASSERT_EQ(tree->members.size(), item.count()) << json;
      std::string reprinted;
      print_json_tree(*tree, &reprinted);
      ASSERT_EQ(reprinted, json);
    }
  }
}

TEST(JsonProperties, PlainTypesComeBackFromPlainJson) {
  RandomValues values(3, kPlain);
  ItemBuilder first;
  ItemBuilder second;
  for (int round = 0; round < 400; ++round) {
    values.item(&first);
    const ItemView item = first.finish();
    const std::string json = print_item(kPlain, item);
    const Status status = parse_item_json(kPlain, json, &second);
    ASSERT_TRUE(status.ok()) << json << ": " << status.message();
    ASSERT_EQ(print_item(kPlain, second.finish()), json);
    ASSERT_TRUE(items_equal(item, second.finish())) << json;
  }
}

// A text either is an item, and then a stable one, or is refused at a place inside it with nothing left behind.
void expect_total(JsonDialect dialect, const std::string& json, ItemBuilder* builder) {
  const Status status = parse_item_json(dialect, json, builder);
  if (!status.ok()) {
    ASSERT_GE(status.offset(), 0) << json << ": " << status.message();
    ASSERT_LE(status.offset(), static_cast<int64_t>(json.size())) << json << ": " << status.message();
    ASSERT_EQ(builder->finish().count(), 0u) << json;
    return;
  }
  const std::string printed = print_item(dialect, builder->finish());
  ItemBuilder second;
  ASSERT_TRUE(parse_item_json(dialect, printed, &second).ok()) << json << " became " << printed;
  ASSERT_EQ(print_item(dialect, second.finish()), printed) << json;
}

const char* rich_document(JsonDialect dialect) {
  return dialect == kDynamoDb
             ? R"({ "pk" : {"S":"a\u00e9\ud83d\ude00\n€"}, "n":{"N":"-12.50e+3"}, "b":{"B":"AQI="},"t":{"BOOL":true},)"
               R"("f":{"BOOL":false},"z":{"NULL":true},"l":{"L":[{"N":"0"},{"L":[]},{"M":{}}]},)"
               R"("m":{"M":{"\u0061":{"S":"\\\""},"b":{"M":{"c":{"N":".5"}}}}},)"
               R"("ss":{"SS":["","x"]},"ns":{"NS":["1","2"]},"bs":{"BS":["","AA=="]}})"
             : R"({ "pk" : "a\u00e9\ud83d\ude00\n€", "n":-12.50e+3, "t":true, "f":false,"z":null,)"
               R"("l":[0,[],{} , [1 ,2]],"m":{"\u0061":"\\\"","b":{"c":{"d":0.5}}}})";
}

TEST(JsonProperties, EveryTruncationIsRefused) {
  ItemBuilder builder;
  for (const JsonDialect dialect : kBoth) {
    const std::string json = rich_document(dialect);
    ASSERT_TRUE(parse_item_json(dialect, json, &builder).ok());
    for (size_t size = 0; size < json.size(); ++size) {
      ASSERT_FALSE(parse_item_json(dialect, json.substr(0, size), &builder).ok()) << json.substr(0, size);
      ASSERT_NO_FATAL_FAILURE(expect_total(dialect, json.substr(0, size), &builder));
    }
  }
}

TEST(JsonProperties, EveryReplacedByteIsReadOrRefused) {
  constexpr char kBytes[] = "\"\\{}],:0- \x01\xe2\xffu";  // and the NUL at the end
  ItemBuilder builder;
  size_t refused = 0;
  size_t read = 0;
  for (const JsonDialect dialect : kBoth) {
    const std::string json = rich_document(dialect);
    for (size_t i = 0; i < json.size(); ++i) {
      for (const char byte : kBytes) {
        std::string changed = json;
        changed[i] = byte;
        ASSERT_NO_FATAL_FAILURE(expect_total(dialect, changed, &builder));
        ++(builder.finish().count() == 0 ? refused : read);
      }
    }
  }
  EXPECT_GT(refused, 3000u);
  EXPECT_GT(read, 300u);
}

TEST(JsonProperties, RandomChangesAreReadOrRefused) {
  std::mt19937 random(4);
  ItemBuilder builder;
  for (int round = 0; round < 2000; ++round) {
    const JsonDialect dialect = kBoth[random() % 2];
    std::string json = rich_document(dialect);
    for (size_t changes = 1 + random() % 4; changes > 0; --changes) {
      const size_t at = random() % json.size();
      const size_t from = random() % json.size();
      const std::string piece = json.substr(from, random() % 12);
      json = random() % 2 == 0 ? json.insert(at, piece) : json.erase(at, 1 + random() % 6);
      if (json.empty()) json = "{}";
    }
    ASSERT_NO_FATAL_FAILURE(expect_total(dialect, json, &builder));
  }
}

// Prints the value in both dialects: either it is refused as damaged and nothing is printed, or the text is JSON.
void expect_printing_total(ValueView value, size_t* printed) {
  for (const JsonDialect dialect : kBoth) {
    std::string out = "before";
    const Status status = print_value_json(dialect, value, &out);
    if (!status.ok()) {
      ASSERT_TRUE(status.is(Error::kItemCorrupt)) << status.message();
      ASSERT_EQ(out, "before");
      continue;
    }
    ++*printed;
    const Status syntax = parse_json_tree(std::string_view(out).substr(6)).status();
    ASSERT_TRUE(syntax.ok() || syntax.is(Error::kNameDuplicate)) << out << ": " << syntax.message();
  }
}

TEST(JsonProperties, PrintingIsTotalOnDamagedValues) {
  constexpr uint8_t kBytes[] = {0x00, 0x01, 0x02, 0x04, 0x07, 0x13, 0x80, 0xff};
  size_t printed = 0;
  size_t values = 0;
  for (uint32_t seed = 0; seed < 16; ++seed) {
    const Value value = RandomValues(seed, kDynamoDb).value(1);
    if (!is_container(value.type) || value.data.size() > 2000) continue;
    for (size_t i = 0; i < value.data.size(); ++i) {
      std::string damaged = value.data;
      for (const uint8_t byte : kBytes) {
        damaged[i] = static_cast<char>(byte);
        ++values;
        ASSERT_NO_FATAL_FAILURE(expect_printing_total({value.type, damaged}, &printed));
      }
      ASSERT_NO_FATAL_FAILURE(expect_printing_total({value.type, std::string_view(value.data).substr(0, i)}, &printed));
    }
  }
  EXPECT_GT(values, 1000u);
  EXPECT_GT(printed, 100u);
}

}  // namespace
}  // namespace sheaf
