// ChildProcess: a part of the test program that runs in a process of its own, which may be killed at any moment. The
// program is started anew, because a database that is open does not survive a fork.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>

namespace sheaf::test {

// A part gives the exit code of its process.
using ProgramParts = std::map<std::string, std::function<int()>>;

// The main function of a program with parts: runs the part that ChildProcess asks for, or else the tests.
int run_part_or_tests(int argc, char** argv, const ProgramParts& parts);

class ChildProcess {
 public:
  // The variables are added to this process's environment. An error ends the test by an exception.
  ChildProcess(const std::string& part, const std::map<std::string, std::string>& variables);
  ~ChildProcess();  // kills and waits, if nobody waited
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void kill();

  // The exit code, or the signal that ended it as a negative number.
  int wait();

 private:
  pid_t id_ = 0;
  bool is_over_ = false;
};

// A variable that the parent has set; "" when it has not.
std::string variable(const std::string& name);

}  // namespace sheaf::test
