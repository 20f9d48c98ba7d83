#include "tests/support/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

extern char** environ;

namespace sheaf::test {
namespace {

constexpr const char* kPartVariable = "SHEAF_TEST_PART";

std::string& program() {
  static std::string path;
  return path;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!variables.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

}  // namespace

int run_part_or_tests(int argc, char** argv, const ProgramParts& parts) {
  program() = std::filesystem::absolute(argv[0]).string();
  const std::string part = variable(kPartVariable);
  if (part.empty()) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
  }
  const auto found = parts.find(part);
  if (found != parts.end()) return found->second();
  std::fprintf(stderr, "the program has no part '%s'\n", part.c_str());
  return EXIT_FAILURE;
}

ChildProcess::ChildProcess(const std::string& part, const std::map<std::string, std::string>& variables) {
  std::map<std::string, std::string> own = variables;
  own[kPartVariable] = part;
  std::vector<std::string> environment = environment_with(own);
  std::vector<char*> pointers;
  for (std::string& entry : environment) pointers.push_back(entry.data());
  pointers.push_back(nullptr);
  char* arguments[] = {program().data(), nullptr};
  const int error = ::posix_spawn(&id_, program().c_str(), nullptr, nullptr, arguments, pointers.data());
  if (error != 0) throw std::system_error(error, std::generic_category(), program());
}

ChildProcess::~ChildProcess() {
  if (is_over_) return;
  kill();
  (void)wait();
}

void ChildProcess::kill() { ::kill(id_, SIGKILL); }

int ChildProcess::wait() {
  int state = 0;
  if (::waitpid(id_, &state, 0) != id_) throw std::system_error(errno, std::generic_category(), "waitpid");
  is_over_ = true;
  return WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
}

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value != nullptr ? value : "";
}

}  // namespace sheaf::test
