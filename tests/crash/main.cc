#include "tests/crash/transactors.h"
#include "tests/crash/writers.h"
#include "tests/support/child_process.h"

int main(int argc, char** argv) {
  return sheaf::test::run_part_or_tests(
      argc, argv, {{"writers", sheaf::test::run_writers}, {"transactors", sheaf::test::run_transactors}});
}
