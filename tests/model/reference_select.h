// Queries and scans with expressions, and the rules about the expressions of one table, by the words of the rules
// (dynamodb-semantics.md 4.8, 4.9, 5.8, 5.9, 6.6). Where they are silent about what is ours (KEYS_ONLY and FULL_ITEM), capi/sheaf.h
// speaks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/model/reference_table.h"
#include "tests/model/terms.h"

namespace sheaf::model {

// What may be refused without values, and what by the values, once the form is right.
Verdict verdict_of_form(const RefTable& table, const Terms& terms);
Verdict verdict_of_values(const RefTable& table, const Terms& terms);

// The answer of one page.
struct RefPage {
  std::vector<std::string> rows;  // as JSON; none when it only counts
  uint64_t scanned = 0;
  uint64_t returned = 0;
  enum class Stop { kEnd, kRows, kBytes };
  std::set<Stop> stops;              // why it may have stopped
  std::optional<RefKeyValues> last;  // the position of the last row that was read
};

// The page behind `after`. The terms must not be among those that are refused. `most` is the row limit.
RefPage page_of(const RefTable& table, const Terms& terms, uint64_t most, const std::optional<RefKeyValues>& after);

}  // namespace sheaf::model
