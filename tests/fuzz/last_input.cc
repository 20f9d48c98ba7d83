#include "tests/fuzz/last_input.h"

#include <unistd.h>

#include <csignal>

// In programs that are built with a sanitizer only.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace sheaf::fuzz {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

std::string_view last_target;
std::string_view last_bytes;

void put(std::string_view text) {
  // The process is dying: when this fails, nothing can be done.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// Only what a signal handler may do.
void report() {
  if (last_target.empty()) return;
  put("\nfuzz target ");
  put(last_target);
  put(" died on the input ");
  for (const char c : last_bytes) {
    const char digits[] = {kDigits[static_cast<unsigned char>(c) >> 4], kDigits[c & 15]};
    put({digits, sizeof(digits)});
  }
  put("\n");
  last_target = {};
}

void report_signal(int number) {
  report();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    hex.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    hex.push_back(kDigits[c & 15]);
  }
  return hex;
}

LastInput::LastInput(std::string_view target, std::string_view bytes) {
  static const bool is_watching = [] {
    if (__sanitizer_set_death_callback != nullptr) {
      __sanitizer_set_death_callback(report);
      return true;
    }
    for (const int number : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) std::signal(number, report_signal);
    return true;
  }();
  static_cast<void>(is_watching);
  last_bytes = bytes;
  last_target = target;
}

LastInput::~LastInput() { last_target = {}; }

}  // namespace sheaf::fuzz
