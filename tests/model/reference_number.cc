#include "tests/model/reference_number.h"

#include <algorithm>

namespace sheaf::model {
namespace {

constexpr size_t kMostDigits = 38;
constexpr int kHighestExponent = 125;
constexpr int kLowestExponent = -130;

Decimal magnitude(Decimal number) {
  number.is_negative = false;
  return number;
}

// Digits of equal length with the point in the same place.
struct Aligned {
  std::string a;
  std::string b;
  size_t fraction = 0;
};

Aligned align(const Decimal& a, const Decimal& b) {
  Aligned aligned;
  const size_t whole = std::max(a.whole.size(), b.whole.size()) + 1;  // with room to carry
  aligned.fraction = std::max(a.fraction.size(), b.fraction.size());
  const auto padded = [&](const Decimal& number) {
    return std::string(whole - number.whole.size(), '0') + number.whole + number.fraction +
           std::string(aligned.fraction - number.fraction.size(), '0');
  };
  aligned.a = padded(a);
  aligned.b = padded(b);
  return aligned;
}

Decimal number_of(std::string digits, size_t fraction) {
  Decimal number;
  number.fraction = digits.substr(digits.size() - fraction);
  number.fraction.erase(number.fraction.find_last_not_of('0') + 1);
  digits.resize(digits.size() - fraction);
  number.whole = digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
  return number;
}

// `sign` is 1 or -1, and then `a` is not below `b`.
Decimal combined(const Decimal& a, const Decimal& b, int sign) {
  Aligned aligned = align(a, b);
  int carry = 0;
  for (size_t i = aligned.a.size(); i-- > 0;) {
    int digit = (aligned.a[i] - '0') + sign * (aligned.b[i] - '0') + carry;
    carry = digit < 0 ? -1 : digit / 10;
    digit -= carry * 10;
    aligned.a[i] = static_cast<char>('0' + digit);
  }
  return number_of(aligned.a, aligned.fraction);
}

}  // namespace

Decimal negated(Decimal number) {
  number.is_negative = !number.is_zero() && !number.is_negative;
  return number;
}

Decimal sum(const Decimal& a, const Decimal& b) {
  if (compare(magnitude(a), magnitude(b)) < 0) return sum(b, a);
  Decimal result = combined(magnitude(a), magnitude(b), a.is_negative == b.is_negative ? 1 : -1);
  result.is_negative = a.is_negative && !result.is_zero();
  return result;
}

Verdict verdict_of_number(const Decimal& number) {
  Verdict verdict;
  if (number.is_zero()) return verdict;
  std::string digits = number.whole + number.fraction;
  const auto exponent = static_cast<int>(number.whole.size()) - 1 - static_cast<int>(digits.find_first_not_of('0'));
  digits.erase(0, digits.find_first_not_of('0'));
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.size() > kMostDigits) verdict.errors.insert(Error::kNumberInexact);
  if (exponent > kHighestExponent) verdict.errors.insert(Error::kNumberOverflow);
  if (exponent < kLowestExponent) verdict.errors.insert(Error::kNumberUnderflow);
  return verdict;
}

}  // namespace sheaf::model
