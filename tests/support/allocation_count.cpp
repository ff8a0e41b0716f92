#include "tests/support/allocation_count.h"

#include <cstdlib>
#include <new>

// The sanitizers bring an operator new of their own; in their builds nothing is counted, and tests
// that require silence hold by default.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NIEMEN_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NIEMEN_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef NIEMEN_COUNTS_ALLOCATIONS
#define NIEMEN_COUNTS_ALLOCATIONS 1
#endif

bool niemen::support::counts_allocations() { return NIEMEN_COUNTS_ALLOCATIONS; }

#if !NIEMEN_COUNTS_ALLOCATIONS

std::uint64_t niemen::support::allocations() { return 0; }

#else

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

#endif
