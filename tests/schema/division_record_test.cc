// The record of a division: its text, which is pinned, what counts as damage, and its version.
#include "engine/schema/division_record.h"

#include <gtest/gtest.h>

#include "engine/base/limits.h"

namespace sheaf {
namespace {

using namespace std::string_literals;

// base64: "a\0\1" is YQAB, "bc\0\1" is YmMAAQ==.
constexpr std::string_view kText =
    R"({"format":1,"used_ms":1700000000123,"family_bytes":65536,"split_keys":["YQAB","YmMAAQ=="]})";

Division two_keys() { return {1700000000123, 65536, {"a\0\1"s, "bc\0\1"s}}; }

TEST(DivisionRecord, HasThisTextOnDisk) {
  EXPECT_EQ(encode_division(two_keys()), kText);
  EXPECT_EQ(encode_division({}), R"({"format":1,"used_ms":0,"family_bytes":0,"split_keys":[]})");
}

TEST(DivisionRecord, ReadsItsTextBack) {
  const auto division = decode_division(kText);
  ASSERT_TRUE(division.ok()) << division.status().message();
  EXPECT_EQ(division->used_ms, 1700000000123);
  EXPECT_EQ(division->family_bytes, 65536u);
  EXPECT_EQ(division->split_keys, two_keys().split_keys);
}

TEST(DivisionRecord, RefusesWhatIsDamagedOrNewer) {
  for (const std::string_view text : {
           R"()",
           R"([])",
           R"({"format":2,"used_ms":1,"family_bytes":1,"split_keys":[]})",
           R"({"format":1,"used_ms":-1,"family_bytes":1,"split_keys":[]})",
           R"({"format":1,"used_ms":9223372036854775808,"family_bytes":1,"split_keys":[]})",
           R"({"format":1,"used_ms":1,"family_bytes":1})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":[1]})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":["!"]})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":[""]})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":["YQAB","YQAB"]})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":["YmMAAQ==","YQAB"]})",
           R"({"format":1,"used_ms":1,"family_bytes":1,"split_keys":[],"more":1})",
       }) {
    const auto division = decode_division(text);
    EXPECT_TRUE(division.status().is(Error::kStoreCorrupt)) << text << ": " << division.status().message();
  }
}

TEST(DivisionRecord, HoldsAtMost256Keys) {
  Division division;
  for (int i = 0; i < 256; ++i) division.split_keys.push_back(std::string(1, static_cast<char>(i)) + "\0\1"s);
  EXPECT_TRUE(decode_division(encode_division(division)).ok());
  division.split_keys.push_back("\xFF\xFF\0\1"s);
  EXPECT_FALSE(decode_division(encode_division(division)).ok());
}

TEST(DivisionRecord, VersionIsThatOfTheSplitKeys) {
  Division other = two_keys();
  other.used_ms = 5;
  other.family_bytes = 6;
  EXPECT_EQ(other.version(), two_keys().version());
  EXPECT_NE(Division().version(), 0u);
  EXPECT_NE(Division().version(), two_keys().version());
  other.split_keys = {"a\0\1bc\0\1"s};
  EXPECT_NE(other.version(), two_keys().version()) << "the same bytes, cut elsewhere";
}

TEST(DivisionRecord, StandsUnderItsFamilyAndParts) {
  EXPECT_EQ(division_key("b3", 8), "division/b3/8");
  EXPECT_EQ(division_key_prefix("b3"), "division/b3/");
  EXPECT_EQ(family_of_division_key("division/x12/257"), "x12");
  EXPECT_EQ(family_of_division_key("division/x12"), "x12");
}

}  // namespace
}  // namespace sheaf
