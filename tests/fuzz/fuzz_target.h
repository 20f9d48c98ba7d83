// A fuzz target: a function that takes any bytes and fails when a property does not hold. Each *_fuzz.cc has one and ends with
//
//   SHEAF_FUZZ_TARGET(json, check_json)
//
// Built for libFuzzer (`./dev fuzz`), that is the program's entry. In every other build it enters the target in a list, and
// replay_test.cc runs it on the inputs of tests/data/fuzz/json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/status.h"

namespace sheaf::fuzz {

// A property that does not hold. libFuzzer does not catch it, so the program ends and the input is kept.
class PropertyBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

struct FuzzTarget {
  const char* name;
  void (*run)(std::string_view bytes);
};

// All targets of this program.
inline std::vector<FuzzTarget>& fuzz_targets() {
  static std::vector<FuzzTarget> targets;
  return targets;
}

struct FuzzTargetEntry {
  explicit FuzzTargetEntry(const FuzzTarget& target) { fuzz_targets().push_back(target); }
};

}  // namespace sheaf::fuzz

// `property` says in words what must hold, `detail` is a text for the report.
#define SHEAF_REQUIRE(condition, property, detail)                                                               \
  do {                                                                                                           \
    if (!(condition)) throw ::sheaf::fuzz::PropertyBroken(std::string(property) + " -- " + std::string(detail)); \
  } while (false)
#define SHEAF_REQUIRE_OK(status, property) SHEAF_REQUIRE((status).ok(), property, (status).message())

#ifdef SHEAF_LIBFUZZER
#define SHEAF_FUZZ_TARGET(NAME, FUNCTION)                                   \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);  \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { \
    FUNCTION(std::string_view(reinterpret_cast<const char*>(data), size));  \
    return 0;                                                               \
  }
#else
#define SHEAF_FUZZ_TARGET(NAME, FUNCTION) \
  static const ::sheaf::fuzz::FuzzTargetEntry sheaf_fuzz_target_##NAME({#NAME, FUNCTION});
#endif
