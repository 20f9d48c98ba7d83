// What the number tests share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/item/number.h"

namespace sheaf::number_test {

// The number that a valid text stands for; zero, and a failed test, for any other text.
inline Number number_of(std::string_view text) {
  const Result<Number> parsed = Number::parse(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << parsed.status().message();
  return parsed.ok() ? *parsed : Number();
}

inline void expect_parse_error(std::string_view text, Error error) {
  const Result<Number> parsed = Number::parse(text);
  ASSERT_FALSE(parsed.ok()) << text;
  EXPECT_TRUE(parsed.status().is(error)) << text << ": " << parsed.status().message();
}

// Lower-case hexadecimal without spaces.
inline std::string hex_of(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out.push_back(kDigits[static_cast<uint8_t>(c) >> 4]);
    out.push_back(kDigits[static_cast<uint8_t>(c) & 15]);
  }
  return out;
}

inline std::string zeros(size_t count) { return std::string(count, '0'); }
inline std::string nines(size_t count) { return std::string(count, '9'); }

}  // namespace sheaf::number_test
