// Catalog records: how definitions stand on disk, in the family "default". Pinned by golden files.
//
//   "ids"            {"format":1,"next_table_id":7,"next_derivation_id":12}
//   "table/<name>"   {"format":1,"requires":[],"id":3,"name":"App","uuid":"...","created_ms":...,"state":"ACTIVE",
//                     "key":{"partition":[{"name":"PK","type":"S","source":{"attribute":"PK"}}],"sort":[...]},
//                     "derivations":[{"id":5,"kind":"global","name":"GSI1","key":{...as above...},
//                                     "projection":{"kind":"INCLUDE","non_key_attributes":["a"]},"state":"ACTIVE"}],
//                     "limits":{},"model":null,"kept":{...}}
//
// "kind" is "global" or "local". "sort" and "non_key_attributes" are always there, [] when there is nothing to name. "requires"
// names what a reader must know to use the table; an entry that it does not know refuses the table by name. This version knows
// "loading", which stands there exactly while the state is LOADING. "kept" is
// TableDef::kept_json. Members are written in this order, compact. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/schema/table_def.h"

namespace sheaf {

struct CatalogIds {
  uint64_t next_table_id = 1;
  uint64_t next_derivation_id = 1;
};

inline constexpr uint64_t kCatalogFormat = 1;
inline constexpr std::string_view kCatalogIdsKey = "ids";
inline constexpr std::string_view kCatalogTablePrefix = "table/";
inline constexpr std::string_view kRequiresLoading = "loading";

std::string encode_catalog_ids(const CatalogIds& ids);
Result<CatalogIds> decode_catalog_ids(
    std::string_view record);  // Errors: TableCorrupt, TableTooNew with the name "ids"

std::string encode_catalog_record(const TableDef& table);

// `name` is the one from the record's key. Errors: TableCorrupt (not JSON, a missing, unknown or ill-typed member, another name
// inside), TableTooNew (newer format, an entry of "requires", a limit, a model, a kind or source that is not known).
Result<TableDef> decode_catalog_record(std::string_view name, std::string_view record);

}  // namespace sheaf
