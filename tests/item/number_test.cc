// Number by hand-made tables: grammar, range, canonical text, errors, conversion, arithmetic. The expected
// values come from dynamodb-semantics.md 2.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

#include "engine/item/number.h"
#include "tests/item/number_support.h"

namespace sheaf {
namespace {

using number_test::expect_parse_error;
using number_test::nines;
using number_test::number_of;
using number_test::zeros;

TEST(Number, CanonicalText) {
  const std::pair<std::string, std::string> cases[] = {
      {"0", "0"},
      {"-0", "0"},
      {"+0", "0"},
      {"000", "0"},
      {"0.000", "0"},
      {"-0.0e9", "0"},
      {"0e5", "0"},
      {"1", "1"},
      {"+1", "1"},
      {"1.0", "1"},
      {"1.", "1"},
      {"1e3", "1000"},
      {"1E+3", "1000"},
      {"1000e-3", "1"},
      {"00042", "42"},
      {".5", "0.5"},
      {"5.", "5"},
      {"5.e1", "50"},
      {".5E1", "5"},
      {"1.50E+2", "150"},
      {"+007.50", "7.5"},
      {"-12.3400", "-12.34"},
      {"0.001", "0.001"},
      {"1e-3", "0.001"},
      {"12345e-2", "123.45"},
      {"-1e-2", "-0.01"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"0.1e126", "1" + zeros(125)},
      {"1e125", "1" + zeros(125)},
      {"1e-130", "0." + zeros(129) + "1"},
      {"-" + nines(38) + "e-167", "-0." + zeros(129) + nines(38)},
      {"9." + nines(37) + "E125", nines(38) + zeros(88)},
  };
  for (const auto& [text, canonical] : cases) EXPECT_EQ(number_of(text).to_text(), canonical) << text;
}

TEST(Number, LongestTextHas170Characters) {
  // The header promises at most 171.
  EXPECT_EQ(number_of("-" + nines(38) + "e-167").to_text().size(), 170u);
  EXPECT_EQ(number_of("-" + nines(38) + "e88").to_text().size(), 127u);
}

TEST(Number, AppendTextKeepsWhatStandsThere) {
  std::string out = "n=";
  number_of("-1.5").append_text(&out);
  Number().append_text(&out);
  EXPECT_EQ(out, "n=-1.50");
}

TEST(Number, SyntaxErrors) {
  const std::string_view texts[] = {"",       "+",       "-",   ".",    "-.",    "+.e1",  "e",        "e5",    ".e5",
                                    "1e",     "1e+",     "1e-", "1e.5", "1e5.0", "1e5e5", "1..2",     "1.2.3", " 1",
                                    "1 ",     "1 2",     "\t1", "1\n",  "--1",   "++1",   "+-1",      "1-",    "1+1",
                                    "0x10",   "1_000",   "1,5", "1f",   "NaN",   "nan",   "Infinity", "-inf",  "\u0661",
                                    "\uFF11", "\u22121", "1/",  "1:",   "\xFF",  "1e\xB9"};
  for (const std::string_view text : texts) expect_parse_error(text, Error::kNumberSyntax);
  expect_parse_error(std::string_view("1\0", 2), Error::kNumberSyntax);
  expect_parse_error(std::string_view("\0", 1), Error::kNumberSyntax);
  expect_parse_error(std::string_view(), Error::kNumberSyntax);
}

TEST(Number, ViewEndsTheText) {
  const std::string_view text = "123456";
  EXPECT_EQ(Number::parse(text.substr(0, 2))->to_text(), "12");
  EXPECT_EQ(Number::parse(text.substr(2, 3))->to_text(), "345");
}

TEST(Number, SyntaxErrorCarriesTheText) {
  const Result<Number> parsed = Number::parse("12abc");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.status().message(), "not a decimal number: '12abc'");
  EXPECT_EQ(parsed.status().aws_message(), "The parameter cannot be converted to a numeric value: 12abc");
  EXPECT_EQ(Number::parse("").status().aws_message(), "The parameter cannot be converted to a numeric value: ");
  EXPECT_EQ(parsed.status().code(), StatusCode::kINVALID);
}

TEST(Number, SyntaxErrorCutsALongText) {
  const std::string prefix = "not a decimal number: '";
  EXPECT_EQ(Number::parse(std::string(64, 'x')).status().message(), prefix + std::string(64, 'x') + "'");
  EXPECT_EQ(Number::parse(std::string(65, 'x')).status().message(), prefix + std::string(64, 'x') + "'");
  EXPECT_EQ(Number::parse(std::string(1 << 20, '1') + "x").status().message(), prefix + std::string(64, '1') + "'");
  // A character that the cut would split is left out: 62 + 3 bytes, 61 + 4 bytes; 61 + 3 bytes just fit.
  EXPECT_EQ(Number::parse(std::string(62, 'x') + "\u20AC").status().message(), prefix + std::string(62, 'x') + "'");
  EXPECT_EQ(Number::parse(std::string(61, 'x') + "\U0001F600").status().message(), prefix + std::string(61, 'x') + "'");
  EXPECT_EQ(Number::parse(std::string(61, 'x') + "\u20ACx").status().message(),
            prefix + std::string(61, 'x') + "\u20AC'");
}

TEST(Number, Range) {
  EXPECT_EQ(number_of("0.01e127").to_text(), "1" + zeros(125));
  EXPECT_EQ(number_of("1000e-133").to_text(), "0." + zeros(129) + "1");
  for (const char* text :
       {"1e126", "-1e126", "10e125", "0.1e127", "1e999", "1e99999999999999999999", "-9e2147483648"}) {
    expect_parse_error(text, Error::kNumberOverflow);
  }
  for (const char* text : {"1e-131", "-1e-131", "0.1e-130", "10e-132", "1e-999", "1e-99999999999999999999"}) {
    expect_parse_error(text, Error::kNumberUnderflow);
  }
  expect_parse_error("1" + zeros(126), Error::kNumberOverflow);
  expect_parse_error("0." + zeros(130) + "1", Error::kNumberUnderflow);
}

TEST(Number, Precision) {
  EXPECT_EQ(number_of("00" + nines(38) + ".000").to_text(), nines(38));
  EXPECT_EQ(number_of("1" + zeros(60) + "e-60").to_text(), "1");
  expect_parse_error(nines(39), Error::kNumberPrecision);
  expect_parse_error("-0." + nines(39), Error::kNumberPrecision);
  expect_parse_error("1" + zeros(37) + "1", Error::kNumberPrecision);
  expect_parse_error("1." + zeros(80) + "1", Error::kNumberPrecision);
  EXPECT_EQ(number_of("1" + zeros(36) + "1").to_text(), "1" + zeros(36) + "1");
}

TEST(Number, GrammarIsJudgedBeforeMagnitudeAndMagnitudeBeforePrecision) {
  expect_parse_error(nines(39) + "e999x", Error::kNumberSyntax);
  expect_parse_error(nines(39) + "e999", Error::kNumberOverflow);
  expect_parse_error(nines(39) + "e-999", Error::kNumberUnderflow);
}

TEST(Number, ExponentsOfAnyLength) {
  EXPECT_EQ(number_of("0e99999999999999999999999999").to_text(), "0");
  EXPECT_EQ(number_of("0e-99999999999999999999999999").to_text(), "0");
  EXPECT_EQ(number_of("7e" + zeros(1000) + "2").to_text(), "700");
  expect_parse_error("1e" + nines(1 << 20), Error::kNumberOverflow);
  expect_parse_error("1e-" + nines(1 << 20), Error::kNumberUnderflow);
  // Both ends of int64 and one beyond.
  expect_parse_error("1e9223372036854775807", Error::kNumberOverflow);
  expect_parse_error("1e9223372036854775808", Error::kNumberOverflow);
  expect_parse_error("1e-9223372036854775808", Error::kNumberUnderflow);
  expect_parse_error("1e-9223372036854775809", Error::kNumberUnderflow);
  expect_parse_error("1e18446744073709551616", Error::kNumberOverflow);  // 2^64 must not wrap to 1e0
}

TEST(Number, TextsOfAnyLength) {
  constexpr size_t kLong = 1 << 20;
  EXPECT_EQ(number_of(zeros(kLong) + "7").to_text(), "7");
  EXPECT_EQ(number_of("7." + zeros(kLong)).to_text(), "7");
  EXPECT_EQ(number_of("0." + zeros(kLong) + "7e1048577").to_text(), "7");
  EXPECT_EQ(number_of("7" + zeros(kLong) + "e-1048576").to_text(), "7");
  expect_parse_error("1" + zeros(kLong) + "1e-1048576", Error::kNumberPrecision);
}

TEST(Number, Int64) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  const std::pair<int64_t, const char*> cases[] = {{0, "0"},
                                                   {1, "1"},
                                                   {-1, "-1"},
                                                   {10, "10"},
                                                   {-1200, "-1200"},
                                                   {1700000000, "1700000000"},
                                                   {1000000000000000000, "1000000000000000000"},
                                                   {kMax, "9223372036854775807"},
                                                   {kMin, "-9223372036854775808"}};
  for (const auto& [value, text] : cases) {
    EXPECT_EQ(Number::from_int64(value).to_text(), text);
    EXPECT_EQ(Number::from_int64(value), number_of(text));
    EXPECT_EQ(Number::from_int64(value).encode(), number_of(text).encode());
    const Result<int64_t> back = number_of(text).to_int64();
    ASSERT_TRUE(back.ok()) << text;
    EXPECT_EQ(*back, value);
  }
  for (const char* text : {"0.5", "1.5", "-0.001", "9223372036854775808", "-9223372036854775809", "9999999999999999999",
                           "10000000000000000000", "1e125", "-1e20", "1e-130", "9223372036854775807.1",
                           "18446744073709551617"}) {  // the last one is 2^64 + 1, which must not wrap to 1
    EXPECT_TRUE(number_of(text).to_int64().status().is(Error::kNumberOverflow)) << text;
  }
}

TEST(Number, AddAndSubtract) {
  const struct {
    std::string a, b, sum, difference;
  } cases[] = {
      {"0", "0", "0", "0"},
      {"0", "-5", "-5", "5"},
      {"-5", "0", "-5", "-5"},
      {"0", "-0.001", "-0.001", "0.001"},
      {"-0.001", "0", "-0.001", "-0.001"},
      {"1", "1", "2", "0"},
      {"-7", "-7", "-14", "0"},
      {"99", "1", "100", "98"},
      {"1000", "-1", "999", "1001"},
      {"1", "-1000", "-999", "1001"},
      {"0.1", "0.2", "0.3", "-0.1"},
      {"999.99", "0.01", "1000", "999.98"},
      {"1e20", "1", "100000000000000000001", "99999999999999999999"},
      {"123456789", "-123456788.5", "0.5", "246913577.5"},
      {"5e125", "-4.9e125", "1" + zeros(124), "99" + zeros(124)},
      {"1.5e-129", "1.3e-129", "0." + zeros(128) + "28", "0." + zeros(129) + "2"},
      {nines(38), "1", "1" + zeros(38), nines(37) + "8"},
      {"3e36", "0.1", "3" + zeros(36) + ".1", "2" + nines(36) + ".9"},
  };
  for (const auto& [a, b, sum, difference] : cases) {
    const Result<Number> added = Number::add(number_of(a), number_of(b));
    const Result<Number> subtracted = Number::subtract(number_of(a), number_of(b));
    ASSERT_TRUE(added.ok() && subtracted.ok()) << a << " " << b;
    EXPECT_EQ(added->to_text(), sum) << a << " + " << b;
    EXPECT_EQ(subtracted->to_text(), difference) << a << " - " << b;
    EXPECT_EQ(Number::add(number_of(b), number_of(a))->encode(), added->encode());
  }
}

TEST(Number, ArithmeticErrors) {
  const struct {
    std::string a, b;
    Error error;
  } cases[] = {
      {"9e125", "9e125", Error::kNumberOverflow},
      {"-9e125", "-1e125", Error::kNumberOverflow},
      {nines(38) + "e88", "1e88", Error::kNumberOverflow},
      {"1.5e-130", "-1e-130", Error::kNumberUnderflow},
      {"-1." + zeros(36) + "1e-130", "1e-130", Error::kNumberUnderflow},
      {"1e38", "1", Error::kNumberInexact},
      {"1e38", "0.1", Error::kNumberInexact},
      {"1e39", "-1", Error::kNumberInexact},
      {"1e125", "1e-130", Error::kNumberInexact},
      {"-1e125", "1." + zeros(36) + "1e-130", Error::kNumberInexact},
      {nines(38), "2.1", Error::kNumberInexact},
  };
  for (const auto& [a, b, error] : cases) {
    const Result<Number> sum = Number::add(number_of(a), number_of(b));
    ASSERT_FALSE(sum.ok()) << a << " + " << b;
    EXPECT_TRUE(sum.status().is(error)) << a << " + " << b << ": " << sum.status().message();
    EXPECT_TRUE(Number::subtract(number_of(a), number_of(b).negated()).status().is(error)) << a << " - -" << b;
    EXPECT_TRUE(Number::add(number_of(b), number_of(a)).status().is(error)) << b << " + " << a;
  }
}

TEST(Number, ZeroHasNoSign) {
  for (const Number& zero : {Number(), number_of("-0"), Number().negated(), *Number::decode("\x12"),
                             *Number::add(number_of("-3"), number_of("3")), Number::from_int64(0)}) {
    EXPECT_TRUE(zero.is_zero());
    EXPECT_FALSE(zero.is_negative());
    EXPECT_EQ(zero.to_text(), "0");
    EXPECT_EQ(zero.encode(), "\x12");
    EXPECT_EQ(zero, Number());
  }
}

TEST(Number, Negated) {
  EXPECT_EQ(number_of("1.5").negated().to_text(), "-1.5");
  EXPECT_EQ(number_of("-1.5").negated().to_text(), "1.5");
  EXPECT_TRUE(number_of("-1.5").is_negative());
  EXPECT_FALSE(number_of("1.5").is_negative());
  EXPECT_FALSE(number_of("1.5").is_zero());
}

}  // namespace
}  // namespace sheaf
