// Resume tokens: where a walk stopped, as printable text that another process can go on from, and that is refused for
// any other database, table, index, range or direction. Pure.
//
//   base64 of: u8 version 0x01 | u64 scope, little-endian | u64 checksum of all else | the last row's key
//   of a part of a divided scan:
//              u8 version 0x02 | u64 scope | u32 segment | u32 total segments | u64 division | u64 checksum | the key
#pragma once

#include <string>
#include <string_view>

#include "engine/read/plan.h"

namespace sheaf {

// What a token is good for: the database's uuid, the family, the range and the direction in one number. The segments of a
// scan have one scope.
uint64_t token_scope(std::string_view database_uuid, const Plan& plan);

std::string encode_token(uint64_t scope, std::string_view last_key, const PlanSegment& segment = {});

// The last row's key. Errors: TokenInvalid (damaged, or of another scope), SegmentToken (of another segment or division).
Result<std::string> decode_token(uint64_t scope, std::string_view token, const PlanSegment& segment = {});

}  // namespace sheaf
