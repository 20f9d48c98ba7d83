// Resume tokens: where a walk stopped, as printable text that another process can go on from, and that is refused for
// any other database, table, index, range or direction. Pure.
//
//   base64 of: u8 version 0x01 | u64 scope, little-endian | u64 checksum of all else | the last row's key
#pragma once

#include <string>
#include <string_view>

#include "engine/read/plan.h"

namespace sheaf {

// What a token is good for: the database's uuid, the family, the range and the direction in one number.
uint64_t token_scope(std::string_view database_uuid, const Plan& plan);

std::string encode_token(uint64_t scope, std::string_view last_key);

// The last row's key. Error: TokenInvalid (damaged, or of another scope).
Result<std::string> decode_token(uint64_t scope, std::string_view token);

}  // namespace sheaf
