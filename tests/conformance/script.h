// What a conformance file says (README.md describes the text), as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sheaf::conformance {

struct TableNotation {
  std::string name;
  std::string definition_json;         // in the shape of CreateTable
  std::vector<std::string> key_names;  // partition key, then sort key
};

enum class RequestKind : uint8_t {
  kGet,
  kPut,
  kUpdate,
  kDelete,
  kCheck,  // as a part of a transaction only
  kQuery,
  kScan,
  kNext,
  kCall,
  kTransactWrite,
  kBatchWrite,
  kTransactGet,
  kBatchGet,
};

struct Request {
  RequestKind kind = RequestKind::kGet;
  std::string subject;                            // the item or key; of a call the operation and its JSON
  std::map<std::string, std::string> parameters;  // by keyword; a flag has an empty text
  uint32_t times = 1;                             // of a part: how often it stands in the request
  std::vector<Request> parts;                     // the actions or lookups of a transaction or batch

  bool has(const std::string& keyword) const { return parameters.count(keyword) != 0; }
  std::optional<std::string> text(const std::string& keyword) const {
    const auto found = parameters.find(keyword);
    if (found == parameters.end()) return std::nullopt;
    return found->second;
  }
};

enum class OutcomeKind : uint8_t {
  kOk,
  kItem,
  kNoItem,
  kAttributes,
  kNoAttributes,
  kRows,
  kUnorderedRows,
  kCounts,
  kConditionFailed,
  kConditionFailedItem,
  kConditionFailedNoItem,
  kError,
  kResponse,
  kEveryItem,  // of a condition in one line
  kNothing,
  kCanceled,
  kReason,
  kReasonItem,
  kReasonNoItem,
  kItems,  // of lookups
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::kOk;
  size_t line = 0;
  std::string json;  // the item, attributes, rows, response or looked up items
  uint64_t returned = 0;
  uint64_t scanned = 0;
  std::string stop;                   // of counts: PAGE or DONE
  std::vector<std::string> statuses;  // of an error: one of these
  std::optional<int64_t> offset;
  std::string message_part;
  std::string exception;           // of an error: DynamoDB's name, when it is not the usual one of its status
  std::vector<std::string> codes;  // of a canceled transaction: DynamoDB's, one for each action
  uint32_t position = 0;           // of a reason: the action or lookup, from 1
};

struct Step {
  size_t line = 0;
  Request request;
  std::vector<Outcome> outcomes;
};

// How a case is put to the engine: through the C ABI's own calls in one of its two modes, or as DynamoDB's JSON.
enum class Way : uint8_t { kEngine, kDynamoDb, kProtocol };

struct StoredItem {
  std::string table;
  std::string json;
};

struct Case {
  std::string id;
  std::string title;
  std::string file;
  size_t line = 0;
  std::string table;      // the name of one of its file's tables
  std::string needs;      // why it is run through the protocol only; mostly empty
  std::string native;     // why it is not run through the protocol; mostly empty
  std::vector<Way> ways;  // never empty
  std::vector<StoredItem> stored;
  std::vector<Step> steps;
  std::vector<TableNotation> tables;  // its file's
};

struct Script {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // "file:line: what is wrong"; a script with errors must not be run
};

}  // namespace sheaf::conformance
