#include "tests/memory/failing_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local long allocations_left = -1;  // before one fails; negative: none does

}  // namespace

void fail_allocation(long after) { allocations_left = after; }
void fail_no_allocation() { allocations_left = -1; }

void* operator new(size_t size) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t /*size*/) noexcept { std::free(memory); }
