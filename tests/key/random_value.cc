#include "tests/key/random_value.h"

#include <algorithm>

namespace sheaf {
namespace {

using reference::Column;
using reference::KeyValue;
using reference::Kind;
using reference::Role;
using namespace std::string_view_literals;

constexpr std::string_view kHardBytes[] = {
    "\x00"sv,          "\x01"sv,         "\x02"sv,         "\xFE"sv,         "\xFF"sv,     "\x00\x01"sv,
    "\x00\xFF"sv,      "\x00\x02"sv,     "\x00\x00"sv,     "\x01\x00"sv,     "\xFF\x00"sv, "\xFF\x01"sv,
    "\xFF\xFF"sv,      "\xFF\xFF\xFF"sv, "\x00\x01\x00"sv, "\x00\x01\xFF"sv, "a"sv,        "a\x00"sv,
    "a\x00\x01"sv,     "a\x00\x02"sv,    "a\x00\xFF"sv,    "a\x01"sv,        "a\xFF"sv,    "ab"sv,
    "a\x00\x01\x30"sv, "\x20"sv,         "\x30"sv,         "\x12"sv,         "\x13"sv,     "\x00\xFF\x00\x01"sv,
};
constexpr char kHardAlphabet[] = {'\x00', '\x01', '\x02', '\x12', '\x20', '\x30', 'a', '\xFE', '\xFF'};

constexpr std::string_view kHardNumbers[] = {
    "0",
    "-0",
    "0.00",
    "-0e7",
    "1",
    "1.0",
    "1e0",
    "100e-2",
    "+1",
    "01",
    "-1",
    "-1.0",
    "10",
    "100",
    "1000",
    "1e3",
    "99",
    "101",
    "0.1",
    "0.01",
    "0.001",
    "-0.6",
    "-0.7",
    "-0.06",
    "0.05",
    "-10",
    "16.4",
    "24.5",
    "5.2",
    "5.20",
    ".5",
    "5.",
    "1E-130",
    "1e-129",
    "-1E-130",
    "1E125",
    "-1E125",
    "1e124",
    "9.9999999999999999999999999999999999999E125",
    "-9.9999999999999999999999999999999999999E125",
    "1.0000000000000000000000000000000000001E-130",
    "-9.9999999999999999999999999999999999999E-130",
    "12345678901234567890123456789012345678",
    "-1234567890123456789012345678901234567.8",
};

size_t max_bytes(Column column) { return column.role == Role::kPartition ? 2048 : 1024; }

std::string random_bytes(Random& random, size_t max_size) {
  if (random.one_in(60)) {
    std::string longest(max_size, random.pick(kHardAlphabet));
    longest[random.below(max_size)] = random.pick(kHardAlphabet);
    return longest;
  }
  if (random.one_in(2)) return std::string(random.pick(kHardBytes));
  std::string out(1 + random.below(8), '\0');
  const bool any_byte = random.one_in(3);
  for (char& byte : out) byte = any_byte ? static_cast<char>(random.below(256)) : random.pick(kHardAlphabet);
  return out;
}

std::string neighbour_bytes(Random& random, std::string bytes, size_t max_size) {
  switch (random.below(6)) {
    case 0:
      bytes.push_back(random.pick(kHardAlphabet));
      break;
    case 1:
      bytes.pop_back();
      break;
    case 2:
      bytes.back() = static_cast<char>(bytes.back() + 1);
      break;
    case 3:
      bytes.back() = static_cast<char>(bytes.back() - 1);
      break;
    case 4:
      bytes.insert(0, 1, '\xFF');
      break;
    default:
      bytes[random.below(bytes.size())] = random.pick(kHardAlphabet);
      break;
  }
  bytes.resize(std::min(bytes.size(), max_size));
  return bytes.empty() ? std::string(1, '\0') : bytes;
}

// A number as its digits, without a point, and the power of ten of the first digit.
struct Decimal {
  std::string sign;
  std::string digits;
  int power = 0;
};

std::string scientific(const Decimal& number) {
  return number.sign + number.digits.substr(0, 1) + "." + number.digits.substr(1) + "E" + std::to_string(number.power);
}

// Without an exponent where that stays short, with needless zeros around it.
std::string plain(Random& random, const Decimal& number) {
  if (number.power < -20 || number.power > 40) return scientific(number);
  std::string digits = std::string(random.below(3), '0');
  if (number.power < 0) digits += "0." + std::string(static_cast<size_t>(-number.power - 1), '0') + number.digits;
  if (number.power >= 0) {
    const size_t whole = static_cast<size_t>(number.power) + 1;
    digits += number.digits.substr(0, whole);
    if (number.digits.size() > whole) digits += "." + number.digits.substr(whole);
    if (number.digits.size() < whole) digits.append(whole - number.digits.size(), '0');
  }
  if (digits.find('.') != std::string::npos) digits.append(random.below(3), '0');
  return number.sign + digits;
}

std::string spell(Random& random, const Decimal& number) {
  return random.one_in(2) ? scientific(number) : plain(random, number);
}

std::string random_number(Random& random) {
  if (random.one_in(3)) return std::string(random.pick(kHardNumbers));
  Decimal number;
  if (random.one_in(2)) number.sign = "-";
  const int size = random.one_in(4) ? random.between(30, 38) : random.between(1, 5);
  for (int i = 0; i < size; ++i) number.digits.push_back("0123456789099"[random.below(13)]);
  number.digits.front() = "123456789"[random.below(9)];
  number.power = random.one_in(3) ? random.between(-130, 125) : random.between(-4, 4);
  return spell(random, number);
}

// Takes the digits from the reference's expansion, changes one thing and spells the number again.
std::string neighbour_number(Random& random, const KeyValue& value) {
  const std::string& expanded = value.expanded;
  const size_t first = expanded.find_first_of("123456789", 1);
  if (first == std::string::npos) return random.one_in(2) ? "1E-130" : "-1E-130";
  const size_t last = expanded.find_last_of("123456789");
  Decimal number{expanded[0] == '-' ? "-" : "", expanded.substr(first, last - first + 1),
                 126 - static_cast<int>(first)};
  switch (random.below(5)) {
    case 0:
      if (number.digits.size() < 38) number.digits.push_back("0123456789"[random.below(10)]);
      break;
    case 1:
      if (number.digits.size() > 1) number.digits.pop_back();
      break;
    case 2:
      number.power = std::min(number.power + 1, 125);
      break;
    case 3:
      number.power = std::max(number.power - 1, -130);
      break;
    default:
      number.sign = number.sign.empty() ? "-" : "";
      break;
  }
  return spell(random, number);
}

}  // namespace

KeyValue random_value(Random& random, Column column) {
  const bool is_number = column.kind == Kind::kNumber;
  return make_value(column.kind, is_number ? random_number(random) : random_bytes(random, max_bytes(column)));
}

KeyValue random_neighbour(Random& random, Column column, const KeyValue& value) {
  const bool is_number = column.kind == Kind::kNumber;
  return make_value(column.kind, is_number ? neighbour_number(random, value)
                                           : neighbour_bytes(random, value.text, max_bytes(column)));
}

}  // namespace sheaf
