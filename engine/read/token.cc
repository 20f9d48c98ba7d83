#include "engine/read/token.h"

#include "engine/base/checksum.h"
#include "engine/item/json_text.h"

namespace sheaf {
namespace {

constexpr char kVersion = '\x01';
constexpr size_t kHeadBytes = 1 + 8 + 8;

std::string little_endian(uint64_t number) {
  std::string bytes(8, '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(number & 0xFF);
    number >>= 8;
  }
  return bytes;
}

// Lengths go in too, or two ranges could run together into the same bytes.
uint64_t add_text(std::string_view text, uint64_t sum) {
  return checksum64(text, checksum64(little_endian(text.size()), sum));
}

Status invalid(std::string_view why) { return Status(Error::kTokenInvalid, {why}); }

}  // namespace

uint64_t token_scope(std::string_view database_uuid, const Plan& plan) {
  uint64_t sum = add_text(database_uuid, kChecksumStart);
  sum = add_text(plan.family().name(), sum);
  sum = add_text(plan.range.lower, sum);
  sum = add_text(plan.range.upper, sum);
  return checksum64(plan.direction == Direction::kForward ? "f" : "b", sum);
}

std::string encode_token(uint64_t scope, std::string_view last_key) {
  const std::string head = std::string(1, kVersion) + little_endian(scope);
  std::string bytes = head + little_endian(checksum64(last_key, checksum64(head)));
  bytes.append(last_key);
  std::string token;
  append_base64(bytes, &token);
  return token;
}

Result<std::string> decode_token(uint64_t scope, std::string_view token) {
  const Result<std::string> decoded = decode_base64(token);
  if (!decoded.ok() || decoded->size() < kHeadBytes) return invalid("is damaged");
  const std::string_view bytes = *decoded;
  if (bytes[0] != kVersion) return invalid("was made by another version");
  const std::string_view head = bytes.substr(0, 9);
  const std::string_view key = bytes.substr(kHeadBytes);
  if (bytes.substr(9, 8) != little_endian(checksum64(key, checksum64(head)))) return invalid("is damaged");
  if (head.substr(1) != little_endian(scope))
    return invalid("belongs to another database, table, index, range or direction");
  return std::string(key);
}

}  // namespace sheaf
