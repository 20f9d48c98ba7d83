// Three forms of one number, and the ways between them:
//  - text, what callers write and read: parse reads any spelling, append_text writes the canonical one;
//  - digits, a Number: up to 38 decimal digits without zeros at either end, and the place of the point;
//  - stored, base-100 pairs aligned to the point: the layout is in number.h.
//
// A Number keeps its unused digits at 0, so that one memcmp over all 38 orders two numbers of equal sign and
// exponent.
//
// The range needs no check of its own in the stored form: E in -64..63 with p1 >= 1 is exactly 1E-130 to
// 9.99E125. Since pairs are aligned to the point and not to the first digit, the first pair may hold one
// digit (0d) and so may the last one (d0).
//
// Errors of a text are judged in this order: grammar, then magnitude, then precision.
#include "engine/item/number.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace sheaf {
namespace {

// How much of a malformed text an error repeats, so that it never copies a megabyte.
constexpr size_t kMaxQuotedBytes = 64;

// Number's exponent stands for 0.d1 d2 ..., one above the usual scientific exponent.
constexpr int kMaxPoint = kMaxNumberExponent + 1;
constexpr int kMinPoint = kMinNumberExponent + 1;

// The longest text is "-0.", the zeros before 1E-130's first digit, and 38 digits.
constexpr size_t kMaxTextBytes = 3 - kMinPoint + kMaxNumberDigits;

// All decimal places from the first of 9.99E125 to the last of a 38-digit 1E-130, and one more for a carry.
constexpr int kSumPlaces = 1 + kMaxPoint - kMinPoint + kMaxNumberDigits;

// An exponent this far out is out of range whatever digits stand before it, since no text has that many.
// Reading stops counting here, which keeps the sum of exponent and point within int64.
constexpr int64_t kFarExponent = int64_t{1} << 56;

constexpr size_t kPairsAt = 2;  // behind the tag and the exponent byte
constexpr int kExponentBias = 65;

// ---- text ----

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A text taken apart, judged by the grammar only: 0.d1 d2 ... x 10^point with d1 not 0. `places` counts all
// digits from d1 on, zeros at the end included; only the first 38 are kept.
struct Scanned {
  bool is_negative = false;
  bool has_lost_digit = false;  // a digit other than 0 stands beyond the 38th place
  int64_t places = 0;
  int64_t point = 0;
};

const char* skip_zeros(const char* at, const char* end) {
  while (at != end && *at == '0') ++at;
  return at;
}

// Reads a run of digits, the first of which is not 0 when `to` has no places yet.
const char* take_digits(const char* at, const char* end, uint8_t* digits, Scanned* to) {
  int64_t places = to->places;
  for (; at != end && is_digit(*at); ++at, ++places) {
    const auto digit = static_cast<uint8_t>(*at - '0');
    if (places < kMaxNumberDigits) {
      digits[places] = digit;
    } else if (digit != 0) {
      to->has_lost_digit = true;
    }
  }
  to->places = places;
  return at;
}

// Reads [+-]? digits up to the end of the text. False when something else stands there.
bool take_exponent(const char* at, const char* end, int64_t* exponent) {
  const bool is_negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  if (at == end) return false;
  int64_t value = 0;
  for (; at != end && is_digit(*at); ++at) {
    if (value < kFarExponent) value = value * 10 + (*at - '0');
  }
  *exponent = is_negative ? -value : value;
  return at == end;
}

// False when `text` does not follow the grammar. `digits` has room for 38 and holds zeros.
bool scan(std::string_view text, uint8_t* digits, Scanned* to) {
  const char* at = text.data();
  const char* const end = at + text.size();
  if (at != end && (*at == '-' || *at == '+')) to->is_negative = *at++ == '-';

  const char* const integer = at;
  const char* const first = skip_zeros(at, end);
  at = take_digits(first, end, digits, to);
  to->point = at - first;
  bool has_digits = at != integer;

  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    if (to->places == 0) {
      at = skip_zeros(at, end);
      to->point = fraction - at;
    }
    at = take_digits(at, end, digits, to);
    has_digits = has_digits || at != fraction;
  }
  if (!has_digits) return false;
  if (at == end) return true;
  if (*at != 'e' && *at != 'E') return false;
  int64_t exponent = 0;
  if (!take_exponent(at + 1, end, &exponent)) return false;
  to->point += exponent;
  return true;
}

Status syntax_error(std::string_view text) {
  size_t length = std::min(text.size(), kMaxQuotedBytes);
  if (length < text.size()) {
    // The cut must not split a character of UTF-8, which has at most 3 continuation bytes.
    while (length > kMaxQuotedBytes - 3 && (static_cast<uint8_t>(text[length]) & 0xC0) == 0x80) --length;
  }
  return Status(Error::kNumberSyntax, {text.substr(0, length)});
}

// OK when a number other than zero with this point is within the range.
Status check_range(int64_t point) {
  if (point > kMaxPoint) return Status(Error::kNumberOverflow);
  if (point < kMinPoint) return Status(Error::kNumberUnderflow);
  return {};
}

char* put_digits(const uint8_t* digits, int count, char* to) {
  for (int i = 0; i < count; ++i) to[i] = static_cast<char>('0' + digits[i]);
  return to + count;
}

char* put_zeros(int count, char* to) {
  std::memset(to, '0', static_cast<size_t>(count));
  return to + count;
}

// ---- digits ----

// The number of digits without the zeros at the end.
int trimmed_count(const uint8_t* digits, int count) {
  while (count > 0 && digits[count - 1] == 0) --count;
  return count;
}

// A number without its sign; the digits belong to it.
struct Magnitude {
  const uint8_t* digits;
  int count;
  int point;
};

int compare_magnitudes(Magnitude a, Magnitude b) {
  if (a.point != b.point) return a.point < b.point ? -1 : 1;
  const int order = std::memcmp(a.digits, b.digits, kMaxNumberDigits);
  return order == 0 ? 0 : (order < 0 ? -1 : 1);
}

// Adds `sign` (1 or -1) times the digits to the places that begin at `places`[at]. A borrow never runs out of
// the front: what is subtracted must be no greater than what the places hold.
void combine(uint8_t* places, int at, Magnitude term, int sign) {
  int carry = 0;
  for (int i = at + term.count - 1; i >= at || carry != 0; --i) {
    int value = places[i] + carry;
    if (i >= at) value += sign * term.digits[i - at];
    carry = value > 9 ? 1 : (value < 0 ? -1 : 0);
    places[i] = static_cast<uint8_t>(value - 10 * carry);
  }
}

// ---- stored ----

// A stored form that keeps every rule of the layout. Zero has no pairs.
struct StoredForm {
  uint8_t mask = 0;  // 0xFF undoes a negative number's complement
  int exponent = 0;  // E, base 100
  size_t pairs = 0;
  bool starts_with_zero = false;  // the first pair is 0d
  bool ends_with_zero = false;    // the last pair is d0

  size_t digits() const { return 2 * pairs - (starts_with_zero ? 1 : 0) - (ends_with_zero ? 1 : 0); }
};

// What breaks the layout in `bytes`, or nullptr when they are one stored form from end to end.
const char* find_damage(std::string_view bytes, StoredForm* form) {
  if (bytes.empty()) return "a number is empty";
  const auto tag = static_cast<uint8_t>(bytes[0]);
  if (tag == kNumberTagZero) return bytes.size() == 1 ? nullptr : "bytes follow the number zero";
  if (tag != kNumberTagPositive && tag != kNumberTagNegative) return "a number has an unknown tag";
  if (bytes.size() <= kPairsAt) return "a number is cut short";
  if (bytes.size() > kMaxNumberEncodedBytes) return "a number is too long";

  form->mask = tag == kNumberTagNegative ? 0xFF : 0;
  form->pairs = bytes.size() - kPairsAt;
  const int exponent_byte = static_cast<uint8_t>(bytes[1]) ^ form->mask;
  if (exponent_byte < 1 || exponent_byte > 128) return "a number's exponent is out of range";
  form->exponent = exponent_byte - kExponentBias;

  for (size_t i = kPairsAt; i < bytes.size(); ++i) {
    const int byte = static_cast<uint8_t>(bytes[i]) ^ form->mask;
    const bool is_last = i + 1 == bytes.size();
    if (byte > 2 * 99 + 1) return "a number's digit pair is above 99";
    if (is_last != ((byte & 1) == 0)) return is_last ? "a number has no end" : "bytes follow a number";
    if (byte / 2 == 0 && (is_last || i == kPairsAt)) return "a number begins or ends with a pair of zeros";
  }
  form->starts_with_zero = (static_cast<uint8_t>(bytes[kPairsAt]) ^ form->mask) / 2 < 10;
  form->ends_with_zero = (static_cast<uint8_t>(bytes.back()) ^ form->mask) / 2 % 10 == 0;
  if (form->digits() > kMaxNumberDigits) return "a number has more than 38 significant digits";
  return nullptr;
}

}  // namespace

Number Number::from_int64(int64_t value) {
  Number number;
  number.negative_ = value < 0;
  const auto bits = static_cast<uint64_t>(value);
  uint8_t reversed[std::numeric_limits<uint64_t>::digits10 + 1];
  int count = 0;
  for (uint64_t rest = value < 0 ? 0 - bits : bits; rest != 0; rest /= 10) {
    reversed[count++] = static_cast<uint8_t>(rest % 10);
  }
  std::reverse_copy(reversed, reversed + count, number.digits_);
  number.exponent_ = static_cast<int16_t>(count);
  number.digit_count_ = static_cast<uint8_t>(trimmed_count(number.digits_, count));
  return number;
}

Result<Number> Number::parse(std::string_view text) {
  Number number;
  Scanned scanned;
  if (!scan(text, number.digits_, &scanned)) return syntax_error(text);
  if (scanned.places == 0) return Number();
  SHEAF_RETURN_IF_ERROR(check_range(scanned.point));
  if (scanned.has_lost_digit) return Status(Error::kNumberPrecision);
  const int kept = static_cast<int>(std::min<int64_t>(scanned.places, kMaxNumberDigits));
  number.negative_ = scanned.is_negative;
  number.exponent_ = static_cast<int16_t>(scanned.point);
  number.digit_count_ = static_cast<uint8_t>(trimmed_count(number.digits_, kept));
  return number;
}

Result<Number> Number::decode(std::string_view bytes) {
  StoredForm form;
  if (const char* damage = find_damage(bytes, &form)) return Status(Error::kValueDamaged, {damage});
  Number number;
  uint8_t* to = number.digits_;
  for (size_t i = 0; i < form.pairs; ++i) {
    const int pair = (static_cast<uint8_t>(bytes[kPairsAt + i]) ^ form.mask) / 2;
    if (i != 0 || !form.starts_with_zero) *to++ = static_cast<uint8_t>(pair / 10);
    if (i + 1 != form.pairs || !form.ends_with_zero) *to++ = static_cast<uint8_t>(pair % 10);
  }
  number.negative_ = form.mask != 0;
  number.exponent_ = static_cast<int16_t>(2 * form.exponent - (form.starts_with_zero ? 1 : 0));
  number.digit_count_ = static_cast<uint8_t>(form.digits());
  return number;
}

size_t Number::encoded_size(std::string_view bytes) {
  if (bytes.empty()) return 0;
  const auto tag = static_cast<uint8_t>(bytes[0]);
  if (tag == kNumberTagZero) return 1;
  if (tag != kNumberTagPositive && tag != kNumberTagNegative) return 0;
  const unsigned end_bit = tag == kNumberTagNegative ? 1 : 0;
  const size_t longest = std::min(bytes.size(), kMaxNumberEncodedBytes);
  for (size_t i = kPairsAt; i < longest; ++i) {
    if ((static_cast<uint8_t>(bytes[i]) & 1u) == end_bit) return i + 1;
  }
  return 0;
}

size_t Number::size_bytes(std::string_view bytes) {
  StoredForm form;
  if (find_damage(bytes, &form) != nullptr || form.pairs == 0) return 1;
  // DynamoDB counts half the digits, rounded up, on each side of the point. Pairs are aligned to the point,
  // so that is the number of pairs, unless all digits are on one side and the two half-filled pairs at its
  // ends make up one.
  const bool is_mixed = form.exponent > 0 && static_cast<size_t>(form.exponent) < form.pairs;
  const size_t halves = is_mixed ? form.pairs : (form.digits() + 1) / 2;
  return 1 + halves + (form.mask != 0 ? 1 : 0);
}

void Number::append_encoded(std::string* out) const {
  if (is_zero()) {
    out->push_back(static_cast<char>(kNumberTagZero));
    return;
  }
  char bytes[kMaxNumberEncodedBytes];
  const uint8_t mask = negative_ ? 0xFF : 0;
  // An odd point leaves the first pair with one digit. Halving rounds up for either sign: -129 gives E -64.
  const bool starts_with_zero = exponent_ % 2 != 0;
  const int exponent = (exponent_ + (starts_with_zero ? 1 : 0)) / 2;
  bytes[0] = static_cast<char>(negative_ ? kNumberTagNegative : kNumberTagPositive);
  bytes[1] = static_cast<char>(static_cast<uint8_t>(exponent + kExponentBias) ^ mask);

  char* to = bytes + kPairsAt;
  int pair = starts_with_zero ? digits_[0] : 10 * digits_[0] + digits_[1];
  for (int at = starts_with_zero ? 1 : 2; at < digit_count_; at += 2) {
    *to++ = static_cast<char>(static_cast<uint8_t>(2 * pair + 1) ^ mask);
    pair = 10 * digits_[at] + (at + 1 < digit_count_ ? digits_[at + 1] : 0);
  }
  *to++ = static_cast<char>(static_cast<uint8_t>(2 * pair) ^ mask);
  out->append(bytes, static_cast<size_t>(to - bytes));
}

std::string Number::encode() const {
  std::string out;
  append_encoded(&out);
  return out;
}

std::string Number::to_text() const {
  std::string out;
  append_text(&out);
  return out;
}

void Number::append_text(std::string* out) const {
  char text[kMaxTextBytes];
  char* at = text;
  if (negative_) *at++ = '-';
  const int whole = std::clamp<int>(exponent_, 0, digit_count_);  // how many digits stand before the point
  if (whole == 0) *at++ = '0';
  at = put_digits(digits_, whole, at);
  if (exponent_ > digit_count_) at = put_zeros(exponent_ - digit_count_, at);
  if (whole < digit_count_) {
    *at++ = '.';
    if (exponent_ < 0) at = put_zeros(-exponent_, at);
    at = put_digits(digits_ + whole, digit_count_ - whole, at);
  }
  out->append(text, static_cast<size_t>(at - text));
}

Result<int64_t> Number::to_int64() const {
  constexpr int kMaxPlaces = std::numeric_limits<uint64_t>::digits10;  // so many digits fit whatever they are
  if (exponent_ < digit_count_ || exponent_ > kMaxPlaces) return Status(Error::kNumberOverflow);
  uint64_t magnitude = 0;
  for (int i = 0; i < exponent_; ++i) magnitude = magnitude * 10 + digits_[i];
  const uint64_t limit = static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) + (negative_ ? 1 : 0);
  if (magnitude > limit) return Status(Error::kNumberOverflow);
  return static_cast<int64_t>(negative_ ? 0 - magnitude : magnitude);
}

Result<Number> Number::add(const Number& a, const Number& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const Magnitude first{a.digits_, a.digit_count_, a.exponent_};
  const Magnitude second{b.digits_, b.digit_count_, b.exponent_};
  const bool is_first_larger = compare_magnitudes(first, second) >= 0;
  const Magnitude larger = is_first_larger ? first : second;
  const Magnitude smaller = is_first_larger ? second : first;

  // Both numbers are laid on one row of places; place 0 takes the carry.
  uint8_t places[kSumPlaces];
  const int top = larger.point + 1;
  const int width = top - std::min(larger.point - larger.count, smaller.point - smaller.count);
  std::memset(places, 0, static_cast<size_t>(width));
  std::copy_n(larger.digits, larger.count, places + 1);
  combine(places, top - smaller.point, smaller, a.negative_ == b.negative_ ? 1 : -1);

  const int last = trimmed_count(places, width);
  if (last == 0) return Number();
  const auto start = static_cast<int>(std::find_if(places, places + last, [](uint8_t d) { return d != 0; }) - places);
  SHEAF_RETURN_IF_ERROR(check_range(top - start));
  if (last - start > kMaxNumberDigits) return Status(Error::kNumberInexact);
  Number sum;
  sum.negative_ = is_first_larger ? a.negative_ : b.negative_;
  sum.exponent_ = static_cast<int16_t>(top - start);
  sum.digit_count_ = static_cast<uint8_t>(last - start);
  std::copy_n(places + start, last - start, sum.digits_);
  return sum;
}

Result<Number> Number::subtract(const Number& a, const Number& b) { return add(a, b.negated()); }

int Number::compare(const Number& a, const Number& b) {
  const auto sign = [](const Number& number) { return number.is_zero() ? 0 : (number.negative_ ? -1 : 1); };
  if (sign(a) != sign(b)) return sign(a) < sign(b) ? -1 : 1;
  const int order =
      compare_magnitudes({a.digits_, a.digit_count_, a.exponent_}, {b.digits_, b.digit_count_, b.exponent_});
  return a.negative_ ? -order : order;
}

Number Number::negated() const {
  Number number = *this;
  number.negative_ = !is_zero() && !negative_;
  return number;
}

}  // namespace sheaf
