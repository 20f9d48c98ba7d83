// The record of a division for parallel scans, as it stands on disk in the family "default". Pure functions.
//
//   "division/<family>/<parts>"   {"format":1,"used_ms":...,"family_bytes":...,"split_keys":["<base64>",...]}
//
// <family> is the column family that is divided ("b3", "x5"), <parts> the number of parts that were asked for, at most
// kMaxSplitKeys + 1: more segments than that share one division. "used_ms" is when it was last used, since 1970, UTC, and may
// be a quarter of an hour old; "family_bytes" is the family's estimated size when it was divided. "split_keys" are ascending, each the first
// key of a partition, without the sort key; part i goes from key i - 1 to below key i. A record that is damaged or of a
// newer format counts as none: the division is made anew.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace sheaf {

struct Division {
  int64_t used_ms = 0;
  uint64_t family_bytes = 0;
  std::vector<std::string> split_keys;

  // The same number always means the same split keys, so none is ever used again for others, whatever a crash takes
  // away. Never 0.
  uint64_t version() const;
};

inline constexpr std::string_view kDivisionPrefix = "division/";

// What the keys of all divisions of a family begin with, the key of one, and the family that a key is about.
std::string division_key_prefix(std::string_view family_name);
std::string division_key(std::string_view family_name, size_t parts);
std::string_view family_of_division_key(std::string_view key);

std::string encode_division(const Division& division);

// Error: StoreCorrupt.
Result<Division> decode_division(std::string_view record);

}  // namespace sheaf
