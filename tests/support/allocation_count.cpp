#include "tests/support/allocation_count.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::uint64_t allocation_calls = 0;

void* count_and_allocate(std::size_t size) {
  ++allocation_calls;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* count_and_allocate(std::size_t size, std::align_val_t alignment) {
  ++allocation_calls;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}
}  // namespace

std::uint64_t niemen::support::allocations() { return allocation_calls; }

void* operator new(std::size_t size) { return count_and_allocate(size); }
void* operator new[](std::size_t size) { return count_and_allocate(size); }
void* operator new(std::size_t size, std::align_val_t align) {
  return count_and_allocate(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return count_and_allocate(size, align);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
