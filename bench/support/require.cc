#include "bench/support/require.h"

namespace sheaf::bench {

void fail(const std::string& what) { throw BenchmarkFailed(what); }

}  // namespace sheaf::bench
