// Runs protocol cases: each against an engine of its own, call by call.
#pragma once

#include <functional>
#include <string>

#include "capi/sheaf.h"
#include "tests/protocol/script.h"

namespace sheaf::protocol_cases {

struct Answer {
  sheaf_status status = SHEAF_OK;
  std::string json;
  sheaf_status slot_status = SHEAF_OK;  // what the error slot says, when the status is an error
};

// Takes an operation and a body.
using Engine = std::function<Answer(const std::string& operation, const std::string& body)>;

// A fresh database in memory behind the C ABI.
Engine open_engine();

// "" when every call has the outcomes that the case says, else what was wrong.
std::string run(const Case& given, const Engine& engine);

}  // namespace sheaf::protocol_cases
