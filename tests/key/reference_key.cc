#include "tests/key/reference_key.h"

#include <algorithm>
#include <charconv>

namespace sheaf::reference {
namespace {

constexpr int kHighestPower = 125;
constexpr int kLowestPower = -167;  // the 38th digit of 1.23...E-130

int compare_bytes(std::string_view a, std::string_view b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const int left = static_cast<unsigned char>(a[i]);
    const int right = static_cast<unsigned char>(b[i]);
    if (left != right) return left - right;
  }
  if (a.size() == b.size()) return 0;
  return a.size() < b.size() ? -1 : 1;
}

int sign_of(const std::string& expanded) {
  if (expanded[0] == '0') return 0;
  return expanded[0] == '-' ? -1 : 1;
}

int compare_numbers(const std::string& a, const std::string& b) {
  const int sign = sign_of(a);
  if (sign != sign_of(b)) return sign - sign_of(b);
  return sign * a.compare(b);
}

}  // namespace

KeyValue make_value(Kind kind, std::string_view text) {
  return {kind, std::string(text), kind == Kind::kNumber ? expand_number(text) : std::string()};
}

std::string expand_number(std::string_view text) {
  std::string out(1 + kHighestPower - kLowestPower + 1, '0');
  char sign = '+';
  if (text.front() == '-' || text.front() == '+') {
    sign = text.front();
    text.remove_prefix(1);
  }
  int power = 0;  // of the mantissa's last digit
  if (const size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    const size_t number = e + (text[e + 1] == '+' ? 2 : 1);
    std::from_chars(text.data() + number, text.data() + text.size(), power);
    text = text.substr(0, e);
  }
  std::string digits(text);
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    power -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  for (size_t i = digits.size(); i-- > 0; ++power) {
    if (digits[i] == '0') continue;
    out.at(static_cast<size_t>(1 + kHighestPower - power)) = digits[i];
    out[0] = sign;
  }
  return out;
}

int compare(const KeyValue& a, const KeyValue& b) {
  return a.kind == Kind::kNumber ? compare_numbers(a.expanded, b.expanded) : compare_bytes(a.text, b.text);
}

bool begins_with(const KeyValue& value, std::string_view prefix) {
  return value.text.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), value.text.begin());
}

int compare_rows(const Row& a, const Row& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (const int order = compare(a[i], b[i]); order != 0) return order;
  }
  return 0;
}

bool matches(const Row& row, const Query& query) {
  for (size_t i = 0; i < query.leading.size(); ++i) {
    if (compare(row[i], query.leading[i]) != 0) return false;
  }
  if (query.op == Operator::kAll) return true;
  const KeyValue& value = row[query.leading.size()];
  switch (query.op) {
    case Operator::kAll:
      return true;
    case Operator::kEqual:
      return compare(value, query.low) == 0;
    case Operator::kLess:
      return compare(value, query.low) < 0;
    case Operator::kLessEqual:
      return compare(value, query.low) <= 0;
    case Operator::kGreater:
      return compare(value, query.low) > 0;
    case Operator::kGreaterEqual:
      return compare(value, query.low) >= 0;
    case Operator::kBetween:
      return compare(value, query.low) >= 0 && compare(value, query.high) <= 0;
    case Operator::kBeginsWith:
      return begins_with(value, query.low.text);
  }
  return false;
}

}  // namespace sheaf::reference
