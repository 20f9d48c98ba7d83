// The bytes of keys and bounds against tests/data/golden/keys.tsv, which an independent program printed
// (tests/data/make_key_golden.py). These bytes are on disk: a difference is a change of the format.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/number.h"
#include "engine/key/range.h"
#include "tests/key/encode_row.h"

namespace sheaf {
namespace {

struct GoldenComponent {
  KeyPlace place = KeyPlace::kPartition;
  Value value;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) out.push_back(part);
  return out;
}

// "61 00FF" -> three bytes; "-" and "\"\"" -> none.
std::string from_hex(const std::string& text) {
  std::string out;
  if (text == "-" || text == "\"\"") return out;
  std::string digits;
  for (const char c : text) {
    if (c != ' ') digits.push_back(c);
  }
  for (size_t i = 0; i < digits.size(); i += 2) {
    out.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return out;
}

std::string unescape_text(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
      continue;
    }
    out.push_back(static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16)));
    i += 3;
  }
  return out;
}

// "sort:B:a\x00"
GoldenComponent parse_component(const std::string& text) {
  const size_t first = text.find(':');
  const size_t second = text.find(':', first + 1);
  const std::string place = text.substr(0, first);
  const std::string type = text.substr(first + 1, second - first - 1);
  const std::string value = text.substr(second + 1);
  GoldenComponent out;
  if (place == "sort") out.place = KeyPlace::kSort;
  if (place == "last") out.place = KeyPlace::kLastSort;
  if (type == "S") out.value = make_string(unescape_text(value));
  if (type == "B") out.value = make_binary(unescape_text(value));
  if (type == "N") out.value = make_number(*Number::parse(value));
  return out;
}

std::vector<GoldenComponent> parse_components(const std::string& text) {
  std::vector<GoldenComponent> out;
  for (const std::string& part : split(text, ' ')) out.push_back(parse_component(part));
  return out;
}

std::string encode(const std::vector<GoldenComponent>& components) {
  std::string out;
  for (const GoldenComponent& component : components) {
    append_component(component.place, component.value.view(), &out);
  }
  return out;
}

// Rows of one kind of record ("key" or "range") as their columns.
std::vector<std::vector<std::string>> golden_rows(std::string_view record) {
  std::ifstream file(SHEAF_TEST_DATA_DIR "/golden/keys.tsv");
  EXPECT_TRUE(file.is_open());
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns = split(line, '\t');
    if (columns.front() == record) out.push_back(std::move(columns));
  }
  return out;
}

KeyRange range_of(const std::vector<std::string>& columns) {
  static const std::map<std::string, RangeOp> kOps = {{"eq", RangeOp::kEqual},
                                                      {"lt", RangeOp::kLess},
                                                      {"le", RangeOp::kLessEqual},
                                                      {"gt", RangeOp::kGreater},
                                                      {"ge", RangeOp::kGreaterEqual},
                                                      {"between", RangeOp::kBetween},
                                                      {"begins_with", RangeOp::kBeginsWith}};
  const std::string& op = columns[1];
  const GoldenComponent low = columns[3] == "-" ? GoldenComponent{} : parse_component(columns[3]);
  if (op == "partition_prefix") return partition_prefix_range(low.value.view());
  const std::string components = encode(parse_components(columns[2]));
  if (op == "all") return collection_range(components);
  const GoldenComponent high = columns[4] == "-" ? GoldenComponent{} : parse_component(columns[4]);
  return sort_range(components, {low.place, kOps.at(op), low.value.view(), high.value.view()});
}

TEST(GoldenKeys, KeysHaveTheseBytes) {
  const auto rows = golden_rows("key");
  ASSERT_EQ(rows.size(), 73u);
  for (const std::vector<std::string>& columns : rows) {
    ASSERT_EQ(columns.size(), 3u);
    EXPECT_EQ(to_hex(encode(parse_components(columns[1]))), to_hex(from_hex(columns[2]))) << columns[1];
  }
}

TEST(GoldenKeys, TheseBytesAreReadBack) {
  for (const std::vector<std::string>& columns : golden_rows("key")) {
    const std::string key = from_hex(columns[2]);
    KeyReader reader(key);
    for (const GoldenComponent& component : parse_components(columns[1])) {
      std::string data;
      ASSERT_TRUE(reader.read(component.place, component.value.type, &data).ok()) << columns[1];
      EXPECT_EQ(to_hex(data), to_hex(component.value.data)) << columns[1];
    }
    EXPECT_TRUE(reader.at_end()) << columns[1];
  }
}

TEST(GoldenKeys, RangesHaveTheseBounds) {
  const auto rows = golden_rows("range");
  ASSERT_EQ(rows.size(), 212u);
  std::map<std::string, int> count_of;
  for (const std::vector<std::string>& columns : rows) {
    ASSERT_EQ(columns.size(), 7u);
    const KeyRange range = range_of(columns);
    EXPECT_EQ(to_hex(range.lower), to_hex(from_hex(columns[5]))) << columns[1] << " " << columns[3];
    EXPECT_EQ(to_hex(range.upper), to_hex(from_hex(columns[6]))) << columns[1] << " " << columns[3];
    ++count_of[columns[1]];
  }
  EXPECT_EQ(count_of.size(), 9u);  // eight operators and the partition prefix
}

}  // namespace
}  // namespace sheaf
