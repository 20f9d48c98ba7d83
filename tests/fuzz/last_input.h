// LastInput: when the process dies by a signal or by AddressSanitizer while one lives, the input that its target was given is written to
// stderr in hexadecimal. One at a time, one thread.
#pragma once

#include <string>
#include <string_view>

namespace sheaf::fuzz {

std::string hex_of(std::string_view bytes);

// Borrows both.
class LastInput {
 public:
  LastInput(std::string_view target, std::string_view bytes);
  ~LastInput();
  LastInput(const LastInput&) = delete;
  LastInput& operator=(const LastInput&) = delete;
};

}  // namespace sheaf::fuzz
