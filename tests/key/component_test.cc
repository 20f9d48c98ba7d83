// Components byte by byte: expected bytes are written by hand from the layout at the top of
// engine/key/component.h.
#include "engine/key/component.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/item/number.h"

namespace sheaf {
namespace {

using namespace std::string_view_literals;

std::string component(KeyPlace place, const Value& value) {
  std::string out;
  append_component(place, value.view(), &out);
  return out;
}

Value number(std::string_view text) { return make_number(*Number::parse(text)); }

TEST(Component, PartitionIsEscapedAndMarked) {
  EXPECT_EQ(component(KeyPlace::kPartition, make_string("a")), "a\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kPartition, make_string("a\x00"sv)), "a\x00\xFF\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kPartition, make_binary("\x00\x00\x01"sv)), "\x00\xFF\x00\xFF\x01\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kPartition, make_binary("\xFF\xFF")), "\xFF\xFF\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kPartition, number("0")), "\x12\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kPartition, number("-1")), "\x11\xBD\xFD\x00\x01"sv);
}

TEST(Component, SortIsTaggedEscapedAndMarked) {
  EXPECT_EQ(component(KeyPlace::kSort, make_string("a\x00z"sv)), " a\x00\xFFz\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kSort, make_binary("a\x00z"sv)), "0a\x00\xFFz\x00\x01"sv);
  EXPECT_EQ(component(KeyPlace::kSort, number("1")), "\x13\x42\x02\x00\x01"sv);
}

TEST(Component, LastSortIsTaggedAndRaw) {
  EXPECT_EQ(component(KeyPlace::kLastSort, make_string("a\x00\x01z"sv)), " a\x00\x01z"sv);
  EXPECT_EQ(component(KeyPlace::kLastSort, make_binary("\x00\xFF"sv)), "0\x00\xFF"sv);
  EXPECT_EQ(component(KeyPlace::kLastSort, number("3.14")), "\x13\x42\x07\x1C"sv);
}

TEST(Component, AppendsAndKeepsWhatIsThere) {
  std::string out = "x";
  append_component(KeyPlace::kPartition, make_string("a").view(), &out);
  append_component(KeyPlace::kLastSort, make_string("b").view(), &out);
  EXPECT_EQ(out, "xa\x00\x01 b"sv);
}

TEST(Component, PrefixHasNoEndMark) {
  const auto prefix = [](KeyPlace place, const Value& value) {
    std::string out;
    append_component_prefix(place, value.view(), &out);
    return out;
  };
  EXPECT_EQ(prefix(KeyPlace::kPartition, make_string("a\x00"sv)), "a\x00\xFF"sv);
  EXPECT_EQ(prefix(KeyPlace::kSort, make_string("a\x00"sv)), " a\x00\xFF"sv);
  EXPECT_EQ(prefix(KeyPlace::kLastSort, make_string("a\x00"sv)), " a\x00"sv);
  EXPECT_EQ(prefix(KeyPlace::kPartition, make_binary("")), "");
  EXPECT_EQ(prefix(KeyPlace::kSort, make_binary("")), "0");
}

// The tags keep types apart: numbers before strings before binaries, whatever the values are.
TEST(Component, SortComponentsOfDifferentTypesDoNotMix) {
  const Value values[] = {number("-1e125"),      number("0"),      number("9e125"),
                          make_string("\x00"sv), make_string("a"), make_string("\xFF"),
                          make_binary("\x00"sv), make_binary("a"), make_binary("\xFF\xFF")};
  for (const KeyPlace place : {KeyPlace::kSort, KeyPlace::kLastSort}) {
    for (size_t i = 1; i < std::size(values); ++i) {
      EXPECT_LT(component(place, values[i - 1]), component(place, values[i])) << i;
    }
  }
}

TEST(Component, ReaderWalksThroughAKey) {
  constexpr std::string_view key = "p\x00\xFFq\x00\x01\x12\x00\x01 s\x00\x01\x02"sv;
  KeyReader reader(key);
  EXPECT_EQ(reader.position(), 0u);
  std::string data;
  ASSERT_TRUE(reader.read(KeyPlace::kPartition, Type::kBinary, &data).ok());
  EXPECT_EQ(data, "p\x00q"sv);
  EXPECT_EQ(reader.position(), 6u);
  ASSERT_TRUE(reader.read(KeyPlace::kSort, Type::kNumber, &data).ok());
  EXPECT_EQ(data, "\x12");
  EXPECT_EQ(reader.position(), 9u);
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(reader.rest(), " s\x00\x01\x02"sv);
  ASSERT_TRUE(reader.read(KeyPlace::kLastSort, Type::kString, &data).ok());
  EXPECT_EQ(data, "s\x00\x01\x02"sv);
  EXPECT_TRUE(reader.at_end());
}

struct Damaged {
  KeyPlace place;
  Type type;
  std::string_view key;
};

TEST(Component, DamageIsKeyCorrupt) {
  const Damaged cases[] = {
      {KeyPlace::kPartition, Type::kString, ""sv},                  // no component at all
      {KeyPlace::kPartition, Type::kString, "a"sv},                 // no end mark
      {KeyPlace::kPartition, Type::kString, "a\x00"sv},             // half an end mark
      {KeyPlace::kPartition, Type::kString, "a\x00\xFF"sv},         // an escape, and no end mark
      {KeyPlace::kPartition, Type::kString, "a\x00\x02"sv},         // a bound, not a key
      {KeyPlace::kPartition, Type::kString, "a\x00\x00\x01"sv},     // a zero that is not escaped
      {KeyPlace::kPartition, Type::kNumber, "\x00\x01"sv},          // an empty number
      {KeyPlace::kPartition, Type::kNumber, "a\x00\x01"sv},         // no number
      {KeyPlace::kPartition, Type::kNumber, "\x12\x12\x00\x01"sv},  // more than a number
      {KeyPlace::kSort, Type::kString, "\x00\x01"sv},               // no tag
      {KeyPlace::kSort, Type::kString, "0a\x00\x01"sv},             // binary's tag
      {KeyPlace::kSort, Type::kBinary, " a\x00\x01"sv},             // string's tag
      {KeyPlace::kSort, Type::kString, "\x12\x00\x01"sv},           // a number
      {KeyPlace::kSort, Type::kNumber, " \x00\x01"sv},              // string's tag
      {KeyPlace::kLastSort, Type::kString, ""sv},                   // no tag
      {KeyPlace::kLastSort, Type::kString, "0a"sv},                 // binary's tag
      {KeyPlace::kLastSort, Type::kBinary, " a"sv},                 // string's tag
      {KeyPlace::kLastSort, Type::kNumber, ""sv},                   // an empty number
      {KeyPlace::kLastSort, Type::kNumber, "\x13\x42"sv},           // a number cut short
      {KeyPlace::kLastSort, Type::kNumber, "\x12\x00\x01"sv},       // a mark where none belongs
  };
  for (const Damaged& damaged : cases) {
    KeyReader reader(damaged.key);
    std::string data;
    const Status status = reader.read(damaged.place, damaged.type, &data);
    EXPECT_TRUE(status.is(Error::kKeyCorrupt)) << ::testing::PrintToString(damaged.key) << status.message();
    EXPECT_EQ(status.code(), StatusCode::kCORRUPT);
  }
}

TEST(Component, SkipNeedsAnEndMark) {
  for (const std::string_view key : {""sv, "a"sv, "a\x00"sv, "a\x00\xFF"sv, "a\x00\x02"sv, "a\x00\x03z\x00\x01"sv,
                                     "a\x00\x00\x01"sv, "a\x00\xFEz\x00\x01"sv}) {
    KeyReader reader(key);
    EXPECT_TRUE(reader.skip().is(Error::kKeyCorrupt)) << ::testing::PrintToString(key);
  }
  KeyReader reader("\x12\x00\xFF\x00\x01\x00\x01z"sv);
  ASSERT_TRUE(reader.skip().ok());
  EXPECT_EQ(reader.position(), 5u);
  ASSERT_TRUE(reader.skip().ok());  // an empty component
  EXPECT_EQ(reader.rest(), "z");
}

}  // namespace
}  // namespace sheaf
