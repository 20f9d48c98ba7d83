// UTF-8 validation against the ranges of the Unicode standard, and at every place of longer texts, since texts are read many
// bytes at a time.
#include "engine/item/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/item/item_support.h"

namespace sheaf {
namespace {

using item_test::bytes;
using item_test::ExactBytes;
using item_test::hex_of;

// A second opinion: takes the text apart into code points and judges those.
bool is_valid_by_code_points(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
    const size_t length = byte(at) < 0x80       ? 1
                          : byte(at) >> 5 == 6  ? 2
                          : byte(at) >> 4 == 14 ? 3
                          : byte(at) >> 3 == 30 ? 4
                                                : 0;
    if (length == 0 || at + length > text.size()) return false;
    constexpr uint32_t kLeastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t point = length == 1 ? byte(at) : byte(at) & (0x7F >> length);
    for (size_t i = 1; i < length; ++i) {
      if (byte(at + i) >> 6 != 2) return false;
      point = point << 6 | (byte(at + i) & 0x3F);
    }
    if (point < kLeastOfLength[length] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
    at += length;
  }
  return true;
}

const std::vector<std::string>& valid_texts() {
  static const std::vector<std::string> texts = {
      "",
      bytes({0}),
      "a",
      "\x7F",
      "\xC2\x80",          // U+0080, the first of two bytes
      "\xDF\xBF",          // U+07FF
      "\xE0\xA0\x80",      // U+0800, the first of three
      "\xED\x9F\xBF",      // U+D7FF, before the surrogates
      "\xEE\x80\x80",      // U+E000, behind them
      "\xEF\xBF\xBF",      // U+FFFF
      "\xF0\x90\x80\x80",  // U+10000, the first of four
      "\xF4\x8F\xBF\xBF",  // U+10FFFF, the last of all
      "\xEF\xBB\xBF",      // a byte order mark is a character
      "h\xC3\xA9llo \xE2\x82\xAC \xF0\x9F\x98\x80",
  };
  return texts;
}

const std::vector<std::string>& broken_texts() {
  static const std::vector<std::string> texts = {
      "\x80",  // a tail alone
      "\xBF",
      "\xC3",  // cut
      "\xE2\x82",
      "\xF0\x9F\x98",
      "\xC3(",  // no tail
      "\xE2(\xA1",
      "\xE2\x82(",
      "\xF0(\x8C\xBC",
      "\xF0\x90(\xBC",
      "\xF0\x28\x8C(",
      "\xC3\xA9\xA9",  // a tail too many
      "\xC0\x80",      // overlong U+0000
      "\xC0\xAF",
      "\xC1\xBF",  // overlong U+007F
      "\xE0\x80\x80",
      "\xE0\x9F\xBF",  // overlong U+07FF
      "\xF0\x80\x80\x80",
      "\xF0\x8F\xBF\xBF",          // overlong U+FFFF
      "\xED\xA0\x80",              // U+D800
      "\xED\xBF\xBF",              // U+DFFF
      "\xED\xA0\xBD\xED\xB8\x80",  // a pair of surrogates
      "\xF4\x90\x80\x80",          // U+110000
      "\xF5\x80\x80\x80",
      "\xF8\x88\x80\x80\x80",
      "\xFC\x84\x80\x80\x80\x80",
      "\xFE",
      "\xFF",
  };
  return texts;
}

TEST(Utf8, BoundariesOfTheStandard) {
  for (const std::string& text : valid_texts()) EXPECT_TRUE(is_valid_utf8(text)) << hex_of(text);
  for (const std::string& text : broken_texts()) EXPECT_FALSE(is_valid_utf8(text)) << hex_of(text);
  EXPECT_TRUE(is_valid_utf8(std::string_view()));
}

TEST(Utf8, AtEveryPlace) {
  for (const size_t length : {1u, 7u, 8u, 9u, 15u, 16u, 31u, 32u, 63u, 64u, 65u, 130u}) {
    const std::string ascii(length, 'a');
    for (size_t at = 0; at <= length; ++at) {
      for (const std::string& text : broken_texts()) {
        const ExactBytes exact(ascii.substr(0, at) + text + ascii.substr(at));
        ASSERT_FALSE(is_valid_utf8(exact.view())) << length << " " << at << " " << hex_of(text);
      }
      for (const std::string& text : valid_texts()) {
        const ExactBytes exact(ascii.substr(0, at) + text + ascii.substr(at));
        ASSERT_TRUE(is_valid_utf8(exact.view())) << length << " " << at << " " << hex_of(text);
      }
    }
  }
}

TEST(Utf8, AllPairsOfBytes) {
  size_t valid = 0;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = bytes({first, second});
      ASSERT_EQ(is_valid_utf8(text), is_valid_by_code_points(text)) << hex_of(text);
      valid += is_valid_utf8(text) ? 1 : 0;
    }
  }
  EXPECT_EQ(valid, 128u * 128 + 30 * 64);  // two of ASCII, or one of U+0080 to U+07FF
}

// Leads of three and four bytes with every second byte, and third and fourth bytes at their bounds.
TEST(Utf8, LongerSequences) {
  for (int first = 0xE0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const int third : {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
        const std::string three = bytes({first, second, third});
        ASSERT_EQ(is_valid_utf8(three), is_valid_by_code_points(three)) << hex_of(three);
        for (const int fourth : {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
          const std::string four = bytes({first, second, third, fourth});
          ASSERT_EQ(is_valid_utf8(four), is_valid_by_code_points(four)) << hex_of(four);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sheaf
