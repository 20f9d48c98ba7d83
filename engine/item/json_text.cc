#include "engine/item/json_text.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace sheaf {
namespace {

// What stands behind the backslash for each byte that JSON wants escaped: a letter, or 'u' for the long form; 0 for
// none.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes{};
  for (size_t control = 0; control < 0x20; ++control) escapes[control] = 'u';
  escapes['\b'] = 'b';
  escapes['\t'] = 't';
  escapes['\n'] = 'n';
  escapes['\f'] = 'f';
  escapes['\r'] = 'r';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

constexpr std::string_view kBase64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> kBase64Digits = [] {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (size_t value = 0; value < kBase64Alphabet.size(); ++value) {
    digits[static_cast<uint8_t>(kBase64Alphabet[value])] = static_cast<uint8_t>(value);
  }
  return digits;
}();

uint8_t digit_of(char letter) { return kBase64Digits[static_cast<uint8_t>(letter)]; }
uint32_t byte_of(char byte) { return static_cast<uint8_t>(byte); }
char letter_of(uint32_t bits) { return kBase64Alphabet[bits & 63]; }

Status bad_base64(std::string_view why, size_t offset) { return Status(Error::kBase64, {why}).at(offset); }

// Decodes what precedes the padding, `count` letters with count % 4 in {0, 2, 3}, to `to`.
Status decode_letters(std::string_view letters, char* to) {
  size_t i = 0;
  for (; i + 4 <= letters.size(); i += 4) {
    const uint8_t a = digit_of(letters[i]), b = digit_of(letters[i + 1]);
    const uint8_t c = digit_of(letters[i + 2]), d = digit_of(letters[i + 3]);
    if ((a | b | c | d) > 63) break;
    *to++ = static_cast<char>(a << 2 | b >> 4);
    *to++ = static_cast<char>((b & 15) << 4 | c >> 2);
    *to++ = static_cast<char>((c & 3) << 6 | d);
  }
  for (size_t k = i; k < letters.size(); ++k) {
    if (digit_of(letters[k]) == kNoDigit) return bad_base64("a character is outside the alphabet", k);
  }
  if (i == letters.size()) return {};
  const uint8_t a = digit_of(letters[i]), b = digit_of(letters[i + 1]);
  *to++ = static_cast<char>(a << 2 | b >> 4);
  const bool is_pair = letters.size() - i == 2;
  const uint8_t c = is_pair ? uint8_t{0} : digit_of(letters[i + 2]);
  if (!is_pair) *to++ = static_cast<char>((b & 15) << 4 | c >> 2);
  const bool has_stray_bits = is_pair ? (b & 15) != 0 : (c & 3) != 0;
  return has_stray_bits ? bad_base64("the last character holds stray bits", letters.size() - 1) : Status();
}

// Whether one of eight bytes is a quote, a backslash or below a space.
bool has_escape(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const auto zeros = [](uint64_t word) { return (word - kOnes) & ~word & kHighBits; };
  const uint64_t controls = (bytes - kOnes * ' ') & ~bytes & kHighBits;
  return (controls | zeros(bytes ^ (kOnes * '"')) | zeros(bytes ^ (kOnes * '\\'))) != 0;
}

// Where the next byte from `from` on stands that JSON wants escaped; the end when there is none. Most text has none, so it is looked
// at in words.
size_t next_escape(std::string_view text, size_t from) {
  for (uint64_t bytes = 0; from + sizeof(bytes) <= text.size(); from += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + from, sizeof(bytes));
    if (has_escape(bytes)) break;
  }
  while (from < text.size() && kEscapes[static_cast<uint8_t>(text[from])] == 0) ++from;
  return from;
}

}  // namespace

void append_json_string(std::string_view text, std::string* out) {
  constexpr char kHexDigits[] = "0123456789abcdef";
  out->push_back('"');
  size_t copied = 0;
  for (size_t i = next_escape(text, 0); i < text.size(); i = next_escape(text, i + 1)) {
    const auto byte = static_cast<uint8_t>(text[i]);
    const char escape = kEscapes[byte];
    out->append(text, copied, i - copied);
    copied = i + 1;
    out->push_back('\\');
    out->push_back(escape);
    if (escape != 'u') continue;
    const char code[] = {'0', '0', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    out->append(code, sizeof(code));
  }
  out->append(text, copied, text.size() - copied);
  out->push_back('"');
}

void append_base64(std::string_view bytes, std::string* out) {
  const size_t start = out->size();
  out->resize(start + (bytes.size() + 2) / 3 * 4, '=');
  char* to = out->data() + start;
  size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const uint32_t bits = byte_of(bytes[i]) << 16 | byte_of(bytes[i + 1]) << 8 | byte_of(bytes[i + 2]);
    *to++ = letter_of(bits >> 18);
    *to++ = letter_of(bits >> 12);
    *to++ = letter_of(bits >> 6);
    *to++ = letter_of(bits);
  }
  const size_t rest = bytes.size() - i;
  if (rest == 0) return;
  const uint32_t bits = byte_of(bytes[i]) << 16 | (rest == 2 ? byte_of(bytes[i + 1]) << 8 : 0);
  *to++ = letter_of(bits >> 18);
  *to++ = letter_of(bits >> 12);
  if (rest == 2) *to++ = letter_of(bits >> 6);
}

Result<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return bad_base64("the length is not a multiple of 4", text.size());
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string bytes(text.size() / 4 * 3 - padding, '\0');
  SHEAF_RETURN_IF_ERROR(decode_letters(text.substr(0, text.size() - padding), bytes.data()));
  return bytes;
}

}  // namespace sheaf
