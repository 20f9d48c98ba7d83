#include "tests/db/unprivileged.h"
#include "tests/support/child_process.h"

int main(int argc, char** argv) {
  return sheaf::test::run_part_or_tests(argc, argv,
                                        {{sheaf::test::kOpenUnprivileged, sheaf::test::run_open_unprivileged}});
}
