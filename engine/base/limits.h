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
inline constexpr size_t kMaxExpressionBytes = 4096;          // of its text, before it is parsed
inline constexpr size_t kMaxExpressionOperators = 300;       // comparators, AND, OR, NOT, BETWEEN, IN, + and -
inline constexpr size_t kMaxInListOperands = 99;     // behind IN; DynamoDB counts the operand before it as the 100th
inline constexpr size_t kMaxPlaceholderBytes = 255;  // "#name" and ":value", with their first character
inline constexpr uint32_t kMaxListPosition = 2147483647;  // in a path: what a signed 32-bit integer holds
inline constexpr uint64_t kDefaultPageBytes = 1u << 20;   // of items, by DynamoDB's formula, that a query or scan reads
inline constexpr uint32_t kMaxScanSegments = 1000000;     // TotalSegments

inline constexpr size_t kMaxTransactionActions = 100;  // of TransactWriteItems
inline constexpr uint64_t kMaxTransactionBytes = 4u << 20;
inline constexpr size_t kMaxBatchWriteActions = 25;
inline constexpr uint64_t kMaxBatchBytes = 16u << 20;  // of BatchWriteItem's request and BatchGetItem's response
inline constexpr size_t kMaxBatchGetKeys = 100;
inline constexpr size_t kMaxTokenBytes = 36;             // ClientRequestToken
inline constexpr int64_t kTokenLifeMs = 10 * 60 * 1000;  // after the transaction was committed

// Ours.
// How far an engine's transactions can be raised: one transaction is one RocksDB batch and lies in memory several times.
inline constexpr size_t kMostTransactionActions = 100000;
inline constexpr uint64_t kMostTransactionBytes = 1u << 30;
// Parentheses and functions within each other, which the parser follows on the stack (a condition of this depth takes some
// 300 KB of it). Legal ones do not come so far: each parenthesis needs one of the 300 operators, and functions, which are
// nested in updates only, 16 of the 4096 bytes each.
inline constexpr int kMaxConditionDepth = 304;
inline constexpr int kMaxUpdateDepth = 640;
// What an update sets, with the names it sets it under: far above any item, and far enough below kMaxStoredItemBytes that
// the old item beside it does not matter.
inline constexpr size_t kMaxUpdateBytes = 16u << 20;
inline constexpr size_t kMaxPlaceholdersBytes =
    2u << 20;                                         // of the names that are given to one statement, DynamoDB's limit
inline constexpr size_t kMaxNumberEncodedBytes = 22;  // tag, exponent, 20 digit pairs
inline constexpr size_t kMaxColumnFamilies = 200;   // reopening 256 takes 0.5 s and 34 MB, 1,000 takes 2.3 s and 87 MB
inline constexpr size_t kMaxJsonBytes = 16u << 20;  // DynamoDB's request body; bounds the parser's memory
inline constexpr size_t kMaxStoredItemBytes = 64u << 20;    // far above any 400 KiB item; keeps offsets in 32 bits
inline constexpr uint64_t kDefaultMemoryBytes = 64u << 20;  // cache and memtables of one database
inline constexpr uint64_t kMinMemoryBytes = 8u << 20;       // below it RocksDB's arenas and caches thrash
inline constexpr uint64_t kDefaultLoadBytes = 64u << 20;    // of rows that a bulk load sorts in memory at once
inline constexpr uint64_t kMinLoadBytes = 1u << 20;         // below it a load is nothing but small files
// Of a definition's members that only a hosted service needs: the catalog record holds them deeper than the
// definition did, and must be readable again. What DynamoDB takes stays below: a policy of 20 KB, 50 tags, an array
// of flat objects.
inline constexpr size_t kMaxKeptBytes = 256u << 10;
inline constexpr int kMaxKeptLevels = 8;
inline constexpr size_t kMaxListTablesNames = 1000;  // one page of names
// Of one division for parallel scans: far above the cores of a machine, and their record stays small.
inline constexpr size_t kMaxSplitKeys = 256;

}  // namespace sheaf
