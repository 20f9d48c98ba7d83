// Number against a slow reference that shares nothing with it: a number is a row of 294 decimal places, 126
// before the point and 168 behind it, in ten's complement. So order is the order of text and a sum is one
// addition without cases for signs. The seed is fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/item/number.h"
#include "tests/item/number_support.h"

namespace sheaf {
namespace {

using number_test::hex_of;
using number_test::zeros;

constexpr size_t kWholePlaces = 126;
constexpr size_t kFractionPlaces = 168;
constexpr size_t kGuardPlaces = 2;  // in front: room for the carry of a sum, and for the sign of the complement
constexpr size_t kPlaces = kGuardPlaces + kWholePlaces + kFractionPlaces;
constexpr size_t kPointAt = kGuardPlaces + kWholePlaces;

// All places in ten's complement: 0... for zero and above, 9... below.
using Reference = std::string;

Reference reference_sum(const Reference& a, const Reference& b) {
  Reference out(kPlaces, '0');
  int carry = 0;
  for (size_t i = kPlaces; i-- > 0;) {
    const int value = (a[i] - '0') + (b[i] - '0') + carry;
    out[i] = static_cast<char>('0' + value % 10);
    carry = value / 10;
  }
  return out;
}

Reference reference_negated(Reference places) {
  for (char& c : places) c = static_cast<char>('9' - c + '0');
  return reference_sum(places, std::string(kPlaces - 1, '0') + "1");
}

bool is_below_zero(const Reference& number) { return number[0] == '9'; }

// -1, 0 or 1.
int reference_compare(const Reference& a, const Reference& b) {
  if (is_below_zero(a) != is_below_zero(b)) return is_below_zero(a) ? -1 : 1;
  return a == b ? 0 : (a < b ? -1 : 1);
}

// The canonical text, or the name of the limit that the value breaks.
std::string reference_text(const Reference& number) {
  const std::string places = is_below_zero(number) ? reference_negated(number) : number;
  const size_t first = places.find_first_not_of('0');
  if (first == std::string::npos) return "0";
  const size_t last = places.find_last_not_of('0');
  if (first < kGuardPlaces) return "overflow";
  if (first > kPointAt + 129) return "underflow";
  if (last - first + 1 > 38) return "inexact";
  std::string text = places.substr(std::min(first, kPointAt - 1), kPlaces);
  const size_t whole = kPointAt - std::min(first, kPointAt - 1);
  text.insert(whole, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return (is_below_zero(number) ? "-" : "") + text;
}

std::string outcome(const Result<Number>& result) {
  if (result.ok()) return result->to_text();
  if (result.status().is(Error::kNumberOverflow)) return "overflow";
  if (result.status().is(Error::kNumberUnderflow)) return "underflow";
  return result.status().is(Error::kNumberInexact) ? "inexact" : result.status().message();
}

struct Sample {
  std::string spelling;
  Reference reference;
};

class Samples {
 public:
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  // Digits with many 0 and 9, so that carries run and pairs of zeros appear; neither end is 0.
  std::string digits(int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out.push_back("00012345678999"[between(0, 13)]);
    if (out.front() == '0') out.front() = '4';
    if (out.back() == '0') out.back() = '7';
    return out;
  }

  // A number in range. `exponent` is that of its first digit.
  Sample make(int digit_count, int exponent) {
    const std::string significant = digits(digit_count);
    const bool is_negative = between(0, 1) == 1;
    Reference places(kPlaces, '0');
    places.replace(kPointAt - 1 - static_cast<size_t>(exponent), significant.size(), significant);
    return {(is_negative ? "-" : "") + spell(significant, exponent), is_negative ? reference_negated(places) : places};
  }

  Sample next() {
    if (between(0, 199) == 0) return {"0", Reference(kPlaces, '0')};
    const int spread = std::vector<int>{1, 3, 40, 130}[static_cast<size_t>(between(0, 3))];
    return make(between(1, between(0, 1) == 0 ? 4 : 38), std::clamp(between(-spread, spread), -130, 125));
  }

 private:
  // One of the many spellings of significant x 10^(exponent - digits + 1).
  std::string spell(const std::string& significant, int exponent) {
    const std::string padded =
        zeros(static_cast<size_t>(between(0, 3))) + significant + zeros(static_cast<size_t>(between(0, 3)));
    const size_t lead = padded.find_first_not_of('0');
    const size_t point = static_cast<size_t>(between(0, static_cast<int>(padded.size())));
    std::string text = padded.substr(0, point) + "." + padded.substr(point);
    if (text.back() == '.' && between(0, 1) == 0) text.pop_back();
    const int shift = exponent - (static_cast<int>(point) - static_cast<int>(lead) - 1);
    if (shift != 0 || between(0, 3) == 0) {
      text += between(0, 1) == 0 ? "e" : "E";
      if (shift >= 0 && between(0, 1) == 0) text += "+";
      text += std::to_string(shift);
    }
    return text;
  }

  std::mt19937_64 random_{20240607};
};

struct Stored {
  std::string bytes;
  Reference reference;
};

std::vector<Stored> stored_samples(int count) {
  Samples samples;
  std::vector<Stored> out;
  for (int i = 0; i < count; ++i) {
    const Sample sample = samples.next();
    const Result<Number> parsed = Number::parse(sample.spelling);
    EXPECT_TRUE(parsed.ok()) << sample.spelling;
    if (parsed.ok()) out.push_back({parsed->encode(), sample.reference});
  }
  return out;
}

TEST(NumberProperties, TextAndStoredFormRoundTrip) {
  Samples samples;
  for (int i = 0; i < 10000; ++i) {
    const Sample sample = samples.next();
    const Result<Number> parsed = Number::parse(sample.spelling);
    ASSERT_TRUE(parsed.ok()) << sample.spelling;
    const std::string text = parsed->to_text();
    ASSERT_EQ(text, reference_text(sample.reference)) << sample.spelling;
    const Result<Number> again = Number::parse(text);
    ASSERT_TRUE(again.ok()) << text;
    ASSERT_EQ(*again, *parsed) << sample.spelling;
    const std::string stored = parsed->encode();
    ASSERT_EQ(again->encode(), stored);
    const Result<Number> decoded = Number::decode(stored);
    ASSERT_TRUE(decoded.ok()) << hex_of(stored);
    ASSERT_EQ(*decoded, *parsed) << sample.spelling;
    ASSERT_EQ(decoded->to_text(), text);
    ASSERT_EQ(decoded->encode(), stored);
  }
}

TEST(NumberProperties, StoredFormKeepsItsPromises) {
  for (const Stored& sample : stored_samples(10000)) {
    ASSERT_LE(sample.bytes.size(), 22u);
    ASSERT_EQ(sample.bytes.find('\0'), std::string::npos) << hex_of(sample.bytes);
    ASSERT_EQ(sample.bytes.find('\xFF'), std::string::npos) << hex_of(sample.bytes);
    ASSERT_EQ(Number::encoded_size(sample.bytes), sample.bytes.size());
    ASSERT_EQ(Number::encoded_size(sample.bytes + std::string(2, '\0')), sample.bytes.size());
  }
}

TEST(NumberProperties, StoredOrderIsNumericOrder) {
  std::vector<Stored> sorted = stored_samples(10000);
  for (size_t i = 1; i < sorted.size(); ++i) {
    const int expected = reference_compare(sorted[i - 1].reference, sorted[i].reference);
    const int order = sorted[i - 1].bytes.compare(sorted[i].bytes);
    ASSERT_EQ((order > 0) - (order < 0), expected) << hex_of(sorted[i - 1].bytes) << " " << hex_of(sorted[i].bytes);
    ASSERT_EQ(Number::compare(*Number::decode(sorted[i - 1].bytes), *Number::decode(sorted[i].bytes)), expected);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Stored& a, const Stored& b) { return a.bytes < b.bytes; });
  size_t distinct = 1;
  for (size_t i = 1; i < sorted.size(); ++i) {
    const int order = reference_compare(sorted[i - 1].reference, sorted[i].reference);
    ASSERT_LE(order, 0) << hex_of(sorted[i - 1].bytes) << " " << hex_of(sorted[i].bytes);
    ASSERT_EQ(order == 0, sorted[i - 1].bytes == sorted[i].bytes) << "one value, one encoding";
    if (order == 0) continue;
    ++distinct;
    // A prefix of any other encoding would stand right before one that it is a prefix of.
    ASSERT_FALSE(sorted[i].bytes.starts_with(sorted[i - 1].bytes)) << hex_of(sorted[i].bytes);
  }
  EXPECT_GT(distinct, 5000u);
}

TEST(NumberProperties, SumsEqualTheReference) {
  Samples samples;
  std::vector<std::pair<std::string, int>> seen = {{"overflow", 0}, {"underflow", 0}, {"inexact", 0}, {"ok", 0}};
  for (int i = 0; i < 10000; ++i) {
    // Neighbours in magnitude: sums of strangers would nearly all be inexact.
    const int exponent = std::vector<int>{125, -130, samples.between(-130, 125)}[static_cast<size_t>(i % 3)];
    const int other = std::clamp(exponent + samples.between(-12, 12), -130, 125);
    const Sample a = samples.make(samples.between(1, 38), exponent);
    const Sample b = samples.make(samples.between(1, 38), other);
    const Result<Number> left = Number::parse(a.spelling);
    const Result<Number> right = Number::parse(b.spelling);
    ASSERT_TRUE(left.ok() && right.ok()) << a.spelling << " " << b.spelling;
    const std::string sum = reference_text(reference_sum(a.reference, b.reference));
    const std::string difference = reference_text(reference_sum(a.reference, reference_negated(b.reference)));
    ASSERT_EQ(outcome(Number::add(*left, *right)), sum) << a.spelling << " + " << b.spelling;
    ASSERT_EQ(outcome(Number::add(*right, *left)), sum) << b.spelling << " + " << a.spelling;
    ASSERT_EQ(outcome(Number::subtract(*left, *right)), difference) << a.spelling << " - " << b.spelling;
    const auto kind = std::find_if(seen.begin(), seen.end() - 1, [&](const auto& entry) { return entry.first == sum; });
    ++kind->second;
  }
  for (const auto& [kind, count] : seen) EXPECT_GT(count, 20) << kind;
}

TEST(NumberProperties, SumOfANumberAndItsOppositeIsZero) {
  for (const Stored& sample : stored_samples(1000)) {
    const Number number = *Number::decode(sample.bytes);
    ASSERT_EQ(outcome(Number::subtract(number, number)), "0");
    ASSERT_EQ(outcome(Number::add(number, number.negated())), "0");
  }
}

TEST(NumberProperties, DamagedBytesNeverDecodeToAnotherForm) {
  const auto check = [](const std::string& bytes) {
    const Result<Number> decoded = Number::decode(bytes);
    if (decoded.ok()) {
      ASSERT_EQ(hex_of(decoded->encode()), hex_of(bytes));
      ASSERT_EQ(Number::encoded_size(bytes), bytes.size());
    } else {
      ASSERT_TRUE(decoded.status().is(Error::kValueDamaged));
      ASSERT_EQ(Number::size_bytes(bytes), 1u);
    }
  };
  for (const Stored& sample : stored_samples(150)) {
    for (size_t at = 0; at < sample.bytes.size(); ++at) {
      ASSERT_FALSE(Number::decode(sample.bytes.substr(0, at)).ok()) << hex_of(sample.bytes) << " cut at " << at;
      ASSERT_EQ(Number::encoded_size(sample.bytes.substr(0, at)), 0u);
      std::string flipped = sample.bytes;
      for (int value = 0; value < 256; ++value) {
        flipped[at] = static_cast<char>(value);
        check(flipped);
      }
    }
    for (int value = 0; value < 256; ++value) {
      ASSERT_FALSE(Number::decode(sample.bytes + static_cast<char>(value)).ok())
          << hex_of(sample.bytes) << " " << value;
    }
  }
}

// Counts what decode accepts among all texts `prefix` ++ two bytes.
int accepted_behind(const std::string& prefix) {
  int accepted = 0;
  std::string bytes = prefix + "..";
  for (int high = 0; high < 256; ++high) {
    bytes[prefix.size()] = static_cast<char>(high);
    for (int low = 0; low < 256; ++low) {
      bytes[prefix.size() + 1] = static_cast<char>(low);
      if (Number::decode(bytes).ok()) ++accepted;
    }
  }
  return accepted;
}

TEST(NumberProperties, DecodeAcceptsExactlyAsManyAsThereAre) {
  // One pair: 128 exponents and pairs 1 to 99. Two pairs at one exponent: 99 first pairs and 99 last pairs.
  EXPECT_EQ(accepted_behind("\x13"), 128 * 99);
  EXPECT_EQ(accepted_behind("\x11"), 128 * 99);
  EXPECT_EQ(accepted_behind("\x12"), 0);
  EXPECT_EQ(accepted_behind("\x13\x41"), 99 * 99);
  EXPECT_EQ(accepted_behind("\x11\xBE"), 99 * 99);
  EXPECT_EQ(accepted_behind(""), 0);
  int single = 0;
  for (int value = 0; value < 256; ++value)
    single += Number::decode(std::string(1, static_cast<char>(value))).ok() ? 1 : 0;
  EXPECT_EQ(single, 1);
}

}  // namespace
}  // namespace sheaf
