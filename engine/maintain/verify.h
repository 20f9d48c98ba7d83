// Verify: recomputes every derived row of a table and compares both ways, in one snapshot: base items and their rows
// must agree exactly. Full verification of each item's own bytes comes with it. Reads everything; writes nothing. Any
// thread.
#pragma once

#include <cstdint>
#include <string>

#include "engine/read/open_table.h"

namespace sheaf {

struct VerifyReport {
  uint64_t items = 0;
  uint64_t rows = 0;            // of all indexes together
  uint64_t damaged_items = 0;   // not in the stored form, or under another item's key
  uint64_t missing_rows = 0;    // an item's row is not there
  uint64_t different_rows = 0;  // it is there with another value
  uint64_t dangling_rows = 0;   // a row that no item accounts for
  std::string first_problem;    // in words; "" when there is none

  bool is_clean() const { return damaged_items + missing_rows + different_rows + dangling_rows == 0; }
};

// Errors: storage errors only; what is found wrong is in the report.
Result<VerifyReport> verify_table(Store& store, const OpenTable& table);

}  // namespace sheaf
