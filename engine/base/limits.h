// Every bound of the engine, with its unit in the name and its reason beside it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sheaf {

// DynamoDB's rules (dynamodb-semantics.md, appendix A). They are part of the data model, not of a machine.
inline constexpr size_t kMaxItemBytes = 409600;           // 400 KiB by DynamoDB's formula, not stored bytes
inline constexpr size_t kMaxPartitionKeyBytes = 2048;     // per S or B part
inline constexpr size_t kMaxSortKeyBytes = 1024;          // per S or B part
inline constexpr size_t kMaxAttributeNameBytes = 65535;   // ordinary attributes
inline constexpr size_t kMaxKeyAttributeNameBytes = 255;  // key attributes and NonKeyAttributes
inline constexpr size_t kMinTableNameBytes = 3;           // tables and indexes
inline constexpr size_t kMaxTableNameBytes = 255;
inline constexpr int kMaxNestingLevels = 32;  // a top-level value is level 1; also bounds every recursion
inline constexpr size_t kMaxPathElements = 32;
inline constexpr int kMaxNumberDigits = 38;
inline constexpr int kMaxNumberExponent = 125;   // of the first digit: 9.99E125
inline constexpr int kMinNumberExponent = -130;  // 1E-130
inline constexpr size_t kMaxGlobalIndexes = 20;
inline constexpr size_t kMaxLocalIndexes = 5;
inline constexpr size_t kMaxNonKeyAttributesPerIndex = 20;
inline constexpr size_t kMaxNonKeyAttributesPerTable = 100;  // summed over all INCLUDE indexes
inline constexpr size_t kMaxIndexKeyParts = 4;               // partition parts, and again sort parts, of a global index

// Ours.
inline constexpr size_t kMaxNumberEncodedBytes = 22;  // tag, exponent, 20 digit pairs
inline constexpr size_t kMaxColumnFamilies = 200;   // reopening 256 takes 0.5 s and 34 MB, 1,000 takes 2.3 s and 87 MB
inline constexpr size_t kMaxJsonBytes = 16u << 20;  // DynamoDB's request body; bounds the parser's memory
inline constexpr size_t kMaxStoredItemBytes = 64u << 20;    // far above any 400 KiB item; keeps offsets in 32 bits
inline constexpr uint64_t kDefaultMemoryBytes = 64u << 20;  // cache and memtables of one database
inline constexpr uint64_t kMinMemoryBytes = 8u << 20;       // below it RocksDB's arenas and caches thrash
// Of a definition's members that only a hosted service needs: the catalog record holds them deeper than the
// definition did, and must be readable again. What DynamoDB takes stays below: a policy of 20 KB, 50 tags, an array
// of flat objects.
inline constexpr size_t kMaxKeptBytes = 256u << 10;
inline constexpr int kMaxKeptLevels = 8;
inline constexpr size_t kMaxListTablesNames = 1000;  // one page of names

}  // namespace sheaf
