#include "tests/memory/failing_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local long allocations_left = -1;  // before one fails; negative: none does
thread_local bool counts_own_only = false;

}  // namespace

// The bounds of the program's code, from the linker.
extern const char __executable_start;  // NOLINT(bugprone-reserved-identifier)
extern const char etext;

namespace {

bool is_own(const void* caller) { return caller >= &__executable_start && caller < &etext; }

}  // namespace

void fail_allocation(long after) {
  counts_own_only = false;
  allocations_left = after;
}
void fail_own_allocation(long after) {
  counts_own_only = true;
  allocations_left = after;
}
void fail_no_allocation() { allocations_left = -1; }

void* operator new(size_t size) {
  const bool counts = !counts_own_only || is_own(__builtin_return_address(0));
  if (counts && allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t /*size*/) noexcept { std::free(memory); }
