// FuzzInput: takes a target's bytes apart. Everything it gives is defined for any bytes, so no input is wasted, and the forms
// are texts where they can be, so that inputs are written and read by hand. Borrows the bytes. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/expr/vocabulary.h"

namespace sheaf::fuzz {

class FuzzInput {
 public:
  explicit FuzzInput(std::string_view bytes) : left_(bytes) {}

  bool is_empty() const { return left_.empty(); }

  // The next byte, 0 when nothing is left; take() takes it.
  char peek() const { return left_.empty() ? char{0} : left_.front(); }
  char take() {
    if (left_.empty()) return '\0';
    const char first = left_.front();
    left_.remove_prefix(1);
    return first;
  }

  // What stands before `end`, which is taken too; all that is left when there is none.
  std::string_view take_until(char end) {
    const size_t at = left_.find(end);
    const std::string_view taken = left_.substr(0, at);
    left_.remove_prefix(at == std::string_view::npos ? left_.size() : at + 1);
    return taken;
  }
  std::string_view take_line() { return take_until('\n'); }
  std::string_view take_rest() { return std::exchange(left_, {}); }

 private:
  std::string_view left_;
};

// "#a=x,#b=y.z" defines two names. What the vocabulary refuses is left out: other tests are about that.
inline void define_names(std::string_view line, Vocabulary* vocabulary) {
  FuzzInput input(line);
  while (!input.is_empty()) {
    FuzzInput entry(input.take_until(','));
    const std::string_view placeholder = entry.take_until('=');
    static_cast<void>(vocabulary->define_name(placeholder, entry.take_rest()));
  }
}

}  // namespace sheaf::fuzz
