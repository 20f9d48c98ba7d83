// AlignedBuffer: a reusable, growing byte holder whose data is aligned to 8 bytes, which stored items need before
// they may be read (RocksDB promises no alignment). One thread at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace sheaf {

class AlignedBuffer {
 public:
  static constexpr size_t kAlignment = 8;

  static bool is_aligned(const void* data) { return reinterpret_cast<uintptr_t>(data) % kAlignment == 0; }

  void assign(std::string_view bytes) {
    char* to = resize(bytes.size());
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  }

  // Makes room for `size` bytes, whose content is then undefined, and gives their address.
  char* resize(size_t size) {
    const size_t words = (size + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    if (words > capacity_words_) {
      words_ = std::unique_ptr<uint64_t[]>(new uint64_t[words]);
      capacity_words_ = words;
    }
    size_ = size;
    return reinterpret_cast<char*>(words_.get());
  }

  void clear() { size_ = 0; }
  std::string_view view() const { return {reinterpret_cast<const char*>(words_.get()), size_}; }

 private:
  std::unique_ptr<uint64_t[]> words_;
  size_t capacity_words_ = 0;
  size_t size_ = 0;
};

}  // namespace sheaf
