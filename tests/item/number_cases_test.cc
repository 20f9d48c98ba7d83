// Cases from the field (B...) and corner cases of DynamoDB (C..., dynamodb-semantics.md 9), as far as they
// concern the number alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/item/number.h"
#include "tests/item/number_support.h"

namespace sheaf {
namespace {

using number_test::expect_parse_error;
using number_test::hex_of;
using number_test::nines;
using number_test::number_of;
using number_test::zeros;

std::vector<std::string> sorted_by_stored_form(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end(),
            [](const std::string& a, const std::string& b) { return number_of(a).encode() < number_of(b).encode(); });
  return texts;
}

using Texts = std::vector<std::string>;

TEST(FieldCases, B001_NumbersSortByValueNotByText) {
  EXPECT_EQ(sorted_by_stored_form({"2", "1", "10", "3"}), (Texts{"1", "2", "3", "10"}));
}

TEST(FieldCases, B002_NegativeFractionsSortByValue) {
  EXPECT_EQ(sorted_by_stored_form({"-0.6", "-0.7", "0.05", "-10"}), (Texts{"-10", "-0.7", "-0.6", "0.05"}));
}

TEST(FieldCases, B004_RangesCompareNumbersOfUnequalLength) {
  EXPECT_EQ(sorted_by_stored_form({"16.4", "24.5", "10", "5.2"}), (Texts{"5.2", "10", "16.4", "24.5"}));
  EXPECT_EQ(number_of("5.20").encode(), number_of("5.2").encode());
  EXPECT_EQ(number_of("16.40").encode(), number_of("16.4").encode());
}

TEST(FieldCases, B005_NumbersNeverPassThroughADouble) {
  const std::string digits = "123456789012345678901234567890";
  EXPECT_EQ(Number::decode(number_of(digits).encode())->to_text(), digits);
  EXPECT_EQ(number_of("1.00").encode(), number_of("1").encode());
  EXPECT_EQ(number_of("1e0").encode(), number_of("1").encode());
  EXPECT_NE(number_of("9007199254740993"), number_of("9007199254740992"));  // equal as doubles
}

TEST(FieldCases, B007_NumberMagnitudeIsBounded) {
  expect_parse_error("1e-1000000", Error::kNumberUnderflow);
  expect_parse_error("123456789012345678901234567890123456789", Error::kNumberPrecision);
  EXPECT_TRUE(Number::add(number_of("9e125"), number_of("9e125")).status().is(Error::kNumberOverflow));
  EXPECT_TRUE(Number::add(number_of("1e50"), number_of("1")).status().is(Error::kNumberInexact));
}

TEST(FieldCases, B008_AllSpellingsAreOneKey) {
  for (const char* text : {"1000", "1e3", "1000.0", "+1000", "001000", "1E+3"}) {
    EXPECT_EQ(hex_of(number_of(text).encode()), "134314") << text;
    EXPECT_EQ(number_of(text).to_text(), "1000") << text;
  }
}

TEST(FieldCases, B104_SizeDoesNotDependOnTheSpelling) {
  EXPECT_EQ(Number::size_bytes(number_of("1E125").encode()), 2u);
  EXPECT_EQ(Number::size_bytes(number_of("1" + zeros(125)).encode()), 2u);
}

TEST(CornerCases, C007_MembersOfASetAreEqualByValue) {
  EXPECT_EQ(number_of("1.0"), number_of("1"));
  EXPECT_EQ(number_of("1.0").encode(), number_of("1").encode());
}

TEST(CornerCases, C008_C009_ReadBackCanonical) {
  EXPECT_EQ(number_of("1e125").to_text(), "1" + zeros(125));
  EXPECT_EQ(number_of("+007.50").to_text(), "7.5");
  EXPECT_EQ(number_of("-0").to_text(), "0");
  EXPECT_EQ(number_of(".5").to_text(), "0.5");
}

TEST(CornerCases, C010_ThirtyEightSignificantDigits) {
  EXPECT_EQ(Number::parse(nines(39)).status().aws_message(),
            "Attempting to store more than 38 significant digits in a Number");
  EXPECT_TRUE(Number::parse("1" + zeros(125)).ok());
}

TEST(CornerCases, C011_ZeroIsJudgedByValue) {
  // DynamoDB's parser refuses "0e126" and takes "0.0e126"; the header states that here both are zero.
  EXPECT_TRUE(number_of("0e126").is_zero());
  EXPECT_TRUE(number_of("0.0e126").is_zero());
}

TEST(CornerCases, C012_NotNumbers) {
  for (const char* text : {" 1", "1 ", "NaN", "Infinity", "", "0x10"}) expect_parse_error(text, Error::kNumberSyntax);
}

TEST(CornerCases, C013_C014_SumsAreExactOrRefused) {
  const Result<Number> inexact = Number::add(number_of("1e50"), number_of("1"));
  const Result<Number> large = Number::add(number_of("9." + nines(37) + "e125"), number_of("1"));
  const char* text = "Number overflow. Attempting to store a number with magnitude larger than supported range";
  EXPECT_EQ(inexact.status().aws_message(), text);
  EXPECT_EQ(large.status().aws_message(), text);
}

}  // namespace
}  // namespace sheaf
