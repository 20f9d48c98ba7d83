// Number: DynamoDB's exact decimal. 38 significant digits, zero or 1E-130 to
// 9.9999999999999999999999999999999999999E125 in magnitude. No rounding, no double. A plain value type.
//
// Stored form (in items, sets and keys alike; its byte order is numeric order, so comparing stored numbers is
// memcmp):
//   value = +-0.p1 p2 p3 ... x 100^E with p_i in 0..99, p1 >= 1, no trailing zero pair, E in -64..63
//   byte 0   : 0x11 negative | 0x12 zero (and the end) | 0x13 positive
//   byte 1   : E + 65 (1..128)
//   byte 2.. : 2*p_i + 1 for all pairs but the last, 2*p_n for the last, so a low bit of 0 ends the number
//   negative : every byte after byte 0 is one's-complemented
// 1 to 22 bytes, self-delimiting, prefix-free, never holds 0x00 or 0xFF. -0 is 0 and 1.0 is 1: one value, one
// encoding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/limits.h"
#include "engine/base/result.h"

namespace sheaf {

inline constexpr uint8_t kNumberTagNegative = 0x11;
inline constexpr uint8_t kNumberTagZero = 0x12;
inline constexpr uint8_t kNumberTagPositive = 0x13;

class Number {
 public:
  Number() = default;  // zero
  static Number from_int64(int64_t value);

  // Grammar: [+-]? ( digits [ '.' digits? ] | '.' digits ) ( [eE] [+-]? digits )?
  // Judged by value: "0e126" is zero. Exponents of any length are read without allocating. Errors: NumberSyntax,
  // NumberPrecision, NumberOverflow, NumberUnderflow.
  static Result<Number> parse(std::string_view text);

  // Reads one stored form that must fill `bytes` exactly; nullopt-like failure is Error::kValueDamaged. Total on any
  // bytes.
  static Result<Number> decode(std::string_view bytes);

  // The length of the stored form at the start of `bytes`, or 0 when none is there. Checks the structure (tag, end
  // bit within 22 bytes), not every rule that decode checks.
  static size_t encoded_size(std::string_view bytes);

  // DynamoDB's size of the number whose stored form is `bytes` (dynamodb-semantics.md 1.5); total, 1 for damaged
  // bytes.
  static size_t size_bytes(std::string_view bytes);

  void append_encoded(std::string* out) const;
  std::string encode() const;

  // DynamoDB's canonical spelling: plain decimal, never an exponent, at most 171 characters.
  std::string to_text() const;
  void append_text(std::string* out) const;

  // Error::kNumberOverflow when it is no whole number in int64's range.
  Result<int64_t> to_int64() const;

  // Exact. Errors: NumberOverflow, NumberUnderflow, NumberInexact (over 38 digits).
  static Result<Number> add(const Number& a, const Number& b);
  static Result<Number> subtract(const Number& a, const Number& b);

  // -1, 0 or 1 by value.
  static int compare(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return compare(a, b) == 0; }

  bool is_zero() const { return digit_count_ == 0; }
  bool is_negative() const { return negative_; }
  Number negated() const;

 private:
  // value = +-0.d1 d2 ... dn x 10^exponent_, d1 and dn not 0; zero has no digits, exponent 0 and no sign.
  bool negative_ = false;
  uint8_t digit_count_ = 0;
  int16_t exponent_ = 0;
  uint8_t digits_[kMaxNumberDigits] = {};
};

}  // namespace sheaf
