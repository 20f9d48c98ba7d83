// Explain: what a prepared statement does, as JSON for people: what it walks or changes, what that costs, and warnings in
// words. The members are described in docs/expressions.md. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/expr/bindings.h"
#include "engine/expr/condition.h"
#include "engine/expr/update.h"
#include "engine/read/prepared_read.h"

namespace sheaf {

// A parameter that has no value is shown as its name.
struct ExplainedParameters {
  std::span<const std::string> names;  // ":v", by slot
  Bindings values;
};

struct ExplainedRead {
  enum class Answer : uint8_t { kRows, kCount };

  const PreparedRead* read = nullptr;
  ExplainedParameters parameters;
  Answer answer = Answer::kRows;
  uint64_t row_limit = 0;  // 0 = none, as the next two
  uint64_t page_bytes = 0;
  uint64_t timeout_ms = 0;
  uint32_t segment = 0;
  uint32_t total_segments = 1;
};

struct ExplainedWrite {
  enum class Kind : uint8_t { kUpdate, kCondition };

  Kind kind = Kind::kUpdate;
  const OpenTable* table = nullptr;
  const UpdateExpression* update = nullptr;        // null: only the key
  const ConditionExpression* condition = nullptr;  // null: none
};

std::string explain_read(const ExplainedRead& read);
std::string explain_write(const ExplainedWrite& write);

}  // namespace sheaf
