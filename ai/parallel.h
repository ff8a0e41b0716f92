// Workers beside one another, on oneTBB's threads.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

namespace niemen::ai {

namespace detail {
/// Handed from who calls to the workers and back. One for all: where it lies needs no telling, and
/// as everybody adds to it, who reads it has seen all that was written before any addition.
inline std::atomic<unsigned> handed_over{0};
}  // namespace detail

/// Calls `work(worker)` for each worker from 0 to `workers` - 1, on as many threads as there are,
/// and returns when all have come back; one alone works in the thread that calls. What was written
/// before is seen by all of them, and what they wrote is seen afterwards. oneTBB promises that too;
/// it is said again by an atomic, which a tool that cannot look into its library understands
/// (ThreadSanitizer).
template <class Work>
void run_workers(int workers, const Work& work) {
  if (workers == 1) return work(0);
  detail::handed_over.fetch_add(1, std::memory_order_release);
  tbb::task_arena arena(workers);
  arena.execute([&] {
    tbb::parallel_for(
        0, workers,
        [&](int worker) {
          detail::handed_over.load(std::memory_order_acquire);
          work(worker);
          detail::handed_over.fetch_add(1, std::memory_order_release);
        },
        tbb::simple_partitioner());
  });
  detail::handed_over.load(std::memory_order_acquire);
}

}  // namespace niemen::ai
