// Counts what this thread asks of the heap, so that tests can require silence.
#pragma once

#include <cstdint>

namespace niemen::support {

/// Calls of operator new on this thread since it began.
std::uint64_t allocations();

/// Whether this build counts: the sanitizers bring an operator new of their own.
bool counts_allocations();

}  // namespace niemen::support
