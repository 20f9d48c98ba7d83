// What a file of protocol cases says (README.md describes the text), as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::protocol_cases {

enum class OutcomeKind : uint8_t {
  kOk,
  kNothing,        // an answer without a body
  kResponse,       // json
  kError,          // codes, and parts of the message
  kErrorDocument,  // json
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::kOk;
  std::string json;
  std::vector<std::string> codes;  // any of them
  std::vector<std::string> parts;  // all of them, or the whole message
  bool is_whole_message = false;
};

// A part of the response that later requests use.
struct Kept {
  std::string name;
  std::string path;  // members and positions, parted by dots
};

struct Call {
  size_t line = 0;
  std::string operation;
  std::string body;
  uint32_t times = 1;  // $count in the body counts from 1
  std::vector<Outcome> outcomes;
  std::vector<Kept> kept;
};

struct Case {
  std::string file;
  size_t line = 0;
  std::string id;
  std::string title;
  std::vector<Call> calls;  // those of its setups first
};

struct Script {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // "file:line: what is wrong"
};

}  // namespace sheaf::protocol_cases
