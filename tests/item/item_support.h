// What the tests of stored items share: the golden file, bytes from and to hexadecimal, and blocks that end where their bytes
// end, so that AddressSanitizer sees a read of one byte too many.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"
#include "engine/item/json.h"

namespace sheaf::item_test {

inline std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

inline std::string hex_of(std::string_view content) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : content) {
    out.push_back(kDigits[static_cast<uint8_t>(c) >> 4]);
    out.push_back(kDigits[static_cast<uint8_t>(c) & 15]);
  }
  return out;
}

inline std::string from_hex(std::string_view digits) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string out;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    out.push_back(static_cast<char>(digit(digits[i]) << 4 | digit(digits[i + 1])));
  }
  return out;
}

// A copy of some bytes in a heap block that ends where they end. The block is aligned well enough for any item; the copy
// begins `shift` bytes into it.
class ExactBytes {
 public:
  explicit ExactBytes(std::string_view content, size_t shift = 0)
      : block_(new char[shift + content.size()]), shift_(shift), size_(content.size()) {
    if (size_ != 0) std::memcpy(block_.get() + shift_, content.data(), size_);
  }
  std::string_view view() const { return {block_.get() + shift_, size_}; }

 private:
  std::unique_ptr<char[]> block_;
  size_t shift_;
  size_t size_;
};

struct GoldenItem {
  std::string name;
  bool is_wide = false;
  size_t size_bytes = 0;
  std::string given;    // DynamoDB JSON
  std::string printed;  // the same, in stored order
  std::string stored;
};

struct GoldenHash {
  std::string name;
  unsigned hash = 0;
};

// "a<1000*x>b" -> a, 1,000 times x, b; `width` is the number of characters that are repeated.
inline std::string without_runs(std::string_view text, size_t width) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t star = text.find('*', at);
    const bool is_run = text[at] == '<' && star != std::string_view::npos && star > at + 1 &&
                        text.substr(at + 1, star - at - 1).find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_run) {
      out.push_back(text[at++]);
      continue;
    }
    const unsigned long count = std::stoul(std::string(text.substr(at + 1, star - at - 1)));
    for (unsigned long i = 0; i < count; ++i) out.append(text.substr(star + 1, width));
    at = star + 1 + width + 1;
  }
  return out;
}

// The lines of one kind of record, as their columns.
inline std::vector<std::vector<std::string>> golden_rows(std::string_view record) {
  std::ifstream file(SHEAF_TEST_DATA_DIR "/golden/items.tsv");
  EXPECT_TRUE(file.is_open());
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> columns(1);
    for (const char c : line) {
      if (c == '\t') {
        columns.emplace_back();
      } else {
        columns.back().push_back(c);
      }
    }
    if (columns.front() == record) rows.push_back(std::move(columns));
  }
  return rows;
}

inline std::vector<GoldenItem> golden_items() {
  std::vector<GoldenItem> out;
  for (const std::vector<std::string>& columns : golden_rows("item")) {
    EXPECT_EQ(columns.size(), 7u) << columns[1];
    GoldenItem item{columns[1], columns[2] == "wide", std::stoul(columns[3]), without_runs(columns[4], 1), {}, {}};
    item.printed = columns[5] == "=" ? item.given : without_runs(columns[5], 1);
    item.stored = from_hex(without_runs(columns[6], 2));
    out.push_back(std::move(item));
  }
  return out;
}

inline std::vector<GoldenHash> golden_hashes() {
  std::vector<GoldenHash> out;
  for (const std::vector<std::string>& columns : golden_rows("hash")) {
    EXPECT_EQ(columns.size(), 3u);
    out.push_back(
        {columns[1] == "\"\"" ? "" : from_hex(columns[1]), static_cast<unsigned>(std::stoul(columns[2], nullptr, 16))});
  }
  return out;
}

inline void set(ItemBuilder* builder, std::string_view name, ValueView value) {
  const Status status = builder->set(name, value);
  ASSERT_TRUE(status.ok()) << status.message();
}

inline ValueView text(std::string_view content) { return {Type::kString, content}; }

}  // namespace sheaf::item_test
