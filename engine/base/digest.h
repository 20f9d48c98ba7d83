// Digest: 128 bits over a sequence of fields (XXH3), by which two requests are told apart. It finds differences, it is no defence
// against somebody who makes up requests of one digest. The bytes are stored: never change how they are made. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace sheaf {

class Digest {
 public:
  static constexpr size_t kBytes = 16;

  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  // Each field counts with its length, so that moving a byte from one to the next makes a difference.
  void add(std::string_view field);
  void add(uint64_t number);

  std::array<char, kBytes> value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sheaf
