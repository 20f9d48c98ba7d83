#include "bench/support/sought.h"

#include "bench/support/require.h"

namespace sheaf::bench {

void require_same(const Answer& expected, const Answer& given, const std::string& what) {
  if (expected == given) return;
  fail(what + ": " + std::to_string(expected.rows) + " and " + std::to_string(given.rows) + " rows, of bytes " +
       std::to_string(expected.bytes) + " and " + std::to_string(given.bytes));
}

}  // namespace sheaf::bench
