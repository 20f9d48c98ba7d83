// Number against tests/data/number_vectors.tsv, which make_number_vectors.py wrote with Python's decimal. Its
// comment tells the line format.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "engine/item/number.h"
#include "tests/item/number_support.h"

namespace sheaf {
namespace {

using number_test::hex_of;
using number_test::number_of;

std::vector<std::string> split_at_tabs(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back().push_back(c);
    }
  }
  return fields;
}

std::vector<std::vector<std::string>> vectors() {
  std::ifstream file(SHEAF_TEST_DATA_DIR "/number_vectors.tsv", std::ios::binary);
  EXPECT_TRUE(file.is_open());
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(split_at_tabs(line));
  return lines;
}

// The canonical text, or the name of the error.
std::string outcome(const Result<Number>& result) {
  if (result.ok()) return result->to_text();
  switch (result.status().error()) {
    case Error::kNumberSyntax:
      return "NumberSyntax";
    case Error::kNumberPrecision:
      return "NumberPrecision";
    case Error::kNumberOverflow:
      return "NumberOverflow";
    case Error::kNumberUnderflow:
      return "NumberUnderflow";
    case Error::kNumberInexact:
      return "NumberInexact";
    default:
      return result.status().message();
  }
}

TEST(NumberVectors, Parse) {
  size_t seen = 0;
  for (const auto& line : vectors()) {
    if (line[0] != "parse") continue;
    ASSERT_EQ(line.size(), 5u) << line[1];
    ++seen;
    const Result<Number> parsed = Number::parse(line[1]);
    ASSERT_EQ(outcome(parsed), line[2]) << line[1];
    if (!parsed.ok()) continue;
    const std::string stored = parsed->encode();
    EXPECT_EQ(hex_of(stored), line[3]) << line[1];
    EXPECT_EQ(std::to_string(Number::size_bytes(stored)), line[4]) << line[1];
    EXPECT_EQ(outcome(Number::decode(stored)), line[2]) << line[1];
  }
  EXPECT_GT(seen, 250u);
}

TEST(NumberVectors, AddAndSubtract) {
  size_t seen = 0;
  for (const auto& line : vectors()) {
    if (line[0] == "parse") continue;
    ASSERT_EQ(line.size(), 4u) << line[1];
    ++seen;
    const Number a = number_of(line[1]);
    const Number b = number_of(line[2]);
    const Result<Number> result = line[0] == "add" ? Number::add(a, b) : Number::subtract(a, b);
    EXPECT_EQ(outcome(result), line[3]) << line[0] << " " << line[1] << " " << line[2];
  }
  EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace sheaf
