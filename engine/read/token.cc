#include "engine/read/token.h"

#include "engine/base/checksum.h"
#include "engine/item/json_text.h"

namespace sheaf {
namespace {

constexpr char kWholeVersion = '\x01';
constexpr char kSegmentVersion = '\x02';
constexpr size_t kScopeAt = 1;
constexpr size_t kNumberBytes = 8;
constexpr size_t kSegmentAt = kScopeAt + kNumberBytes;
constexpr size_t kSegmentBytes = 4 + 4 + 8;

void append_little_endian(uint64_t number, size_t size, std::string* out) {
  for (size_t i = 0; i < size; ++i) {
    out->push_back(static_cast<char>(number & 0xFF));
    number >>= 8;
  }
}

std::string little_endian(uint64_t number) {
  std::string bytes;
  append_little_endian(number, kNumberBytes, &bytes);
  return bytes;
}

bool is_whole(const PlanSegment& segment) { return segment.total == 1; }

// All that stands before the checksum.
std::string make_head(uint64_t scope, const PlanSegment& segment) {
  std::string head(1, is_whole(segment) ? kWholeVersion : kSegmentVersion);
  append_little_endian(scope, kNumberBytes, &head);
  if (is_whole(segment)) return head;
  append_little_endian(segment.number, 4, &head);
  append_little_endian(segment.total, 4, &head);
  append_little_endian(segment.division, kNumberBytes, &head);
  return head;
}

// Lengths go in too, or two ranges could run together into the same bytes.
uint64_t add_text(std::string_view text, uint64_t sum) {
  return checksum64(text, checksum64(little_endian(text.size()), sum));
}

Status invalid(std::string_view why) { return Status(Error::kTokenInvalid, {why}); }

}  // namespace

uint64_t token_scope(std::string_view database_uuid, const Plan& plan) {
  const bool all = !is_whole(plan.segment);  // the range of all segments together
  uint64_t sum = add_text(database_uuid, kChecksumStart);
  sum = add_text(plan.family().name(), sum);
  sum = add_text(all ? std::string_view() : plan.range.lower, sum);
  sum = add_text(all ? std::string_view() : plan.range.upper, sum);
  return checksum64(plan.direction == Direction::kForward ? "f" : "b", sum);
}

std::string encode_token(uint64_t scope, std::string_view last_key, const PlanSegment& segment) {
  std::string bytes = make_head(scope, segment);
  const uint64_t sum = checksum64(last_key, checksum64(bytes));
  append_little_endian(sum, kNumberBytes, &bytes);
  bytes.append(last_key);
  std::string token;
  append_base64(bytes, &token);
  return token;
}

Result<std::string> decode_token(uint64_t scope, std::string_view token, const PlanSegment& segment) {
  const Result<std::string> decoded = decode_base64(token);
  if (!decoded.ok() || decoded->size() < kSegmentAt + kNumberBytes) return invalid("is damaged");
  const std::string_view bytes = *decoded;
  if (bytes[0] != kWholeVersion && bytes[0] != kSegmentVersion) return invalid("was made by another version");
  const size_t head_bytes = kSegmentAt + (bytes[0] == kSegmentVersion ? kSegmentBytes : 0);
  if (bytes.size() < head_bytes + kNumberBytes) return invalid("is damaged");
  const std::string_view head = bytes.substr(0, head_bytes);
  const std::string_view key = bytes.substr(head_bytes + kNumberBytes);
  if (bytes.substr(head_bytes, kNumberBytes) != little_endian(checksum64(key, checksum64(head))))
    return invalid("is damaged");
  if (head.substr(kScopeAt, kNumberBytes) != little_endian(scope))
    return invalid("belongs to another database, table, index, range or direction");
  if (head != make_head(scope, segment)) {
    return Status(Error::kSegmentToken, {std::to_string(segment.number), std::to_string(segment.total)});
  }
  return std::string(key);
}

}  // namespace sheaf
