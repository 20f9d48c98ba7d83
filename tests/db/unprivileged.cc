#include "tests/db/unprivileged.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/support/child_process.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

constexpr unsigned kNobody = 65534;
constexpr int kOpened = 0;
constexpr int kNoAnswer = 1;
constexpr int kFirstError = 2;  // the exit code of an error is this and its number

bool become_nobody() {
  if (::geteuid() != 0) return true;
  return ::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0 && ::geteuid() == kNobody;
}

}  // namespace

int run_open_unprivileged() {
  if (!become_nobody()) {
    std::perror("becoming nobody");
    return kNoAnswer;
  }
  const auto mode = static_cast<OpenMode>(std::atoi(variable("SHEAF_OPEN_MODE").c_str()));
  const auto database = Database::open(folder_options(variable("SHEAF_FOLDER"), mode));
  return database.ok() ? kOpened : kFirstError + static_cast<int>(database.status().error());
}

std::optional<Error> open_unprivileged(const std::string& path, OpenMode mode) {
  const int end = ChildProcess(kOpenUnprivileged,
                               {{"SHEAF_FOLDER", path}, {"SHEAF_OPEN_MODE", std::to_string(static_cast<int>(mode))}})
                      .wait();
  EXPECT_TRUE(end == kOpened || end >= kFirstError) << "the process ended with " << end;
  if (end == kOpened) return std::nullopt;
  return static_cast<Error>(end - kFirstError);
}

}  // namespace sheaf::test
