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

enum class RequestKind : uint8_t { kGet, kPut, kUpdate, kDelete, kQuery, kScan, kNext, kCall };

struct Request {
  RequestKind kind = RequestKind::kGet;
  std::string subject;                            // the item or key; of a call the operation and its JSON
  std::map<std::string, std::string> parameters;  // by keyword; a flag has an empty text

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
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::kOk;
  size_t line = 0;
  std::string json;  // the item, attributes, rows or response
  uint64_t returned = 0;
  uint64_t scanned = 0;
  std::string stop;                   // of counts: PAGE or DONE
  std::vector<std::string> statuses;  // of an error: one of these
  std::optional<int64_t> offset;
  std::string message_part;
};

struct Step {
  size_t line = 0;
  Request request;
  std::vector<Outcome> outcomes;
};

struct Case {
  std::string id;
  std::string title;
  std::string file;
  size_t line = 0;
  std::string table;  // the name of one of its file's tables
  std::string needs;  // empty: it can be run
  std::vector<std::string> stored;
  std::vector<Step> steps;
  std::vector<TableNotation> tables;  // its file's
};

struct Script {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // "file:line: what is wrong"; a script with errors must not be run
};

}  // namespace sheaf::conformance
