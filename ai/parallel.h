// Workers beside one another, on oneTBB's threads.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

namespace niemen::ai {

/// Calls `work(worker)` for each worker from 0 to `workers` - 1, on as many threads as there are,
/// and returns when all have come back; one alone works in the thread that calls. What was written
/// before is seen by all of them, and what they wrote is seen afterwards. oneTBB promises that too;
/// it is said again by an atomic, which a tool that cannot look into its library understands
/// (ThreadSanitizer).
template <class Work>
void run_workers(int workers, const Work& work) {
  if (workers == 1) return work(0);
  std::atomic<int> handed_over{0};
  handed_over.store(1, std::memory_order_release);
  tbb::task_arena arena(workers);
  arena.execute([&] {
    tbb::parallel_for(
        0, workers,
        [&](int worker) {
          handed_over.load(std::memory_order_acquire);
          work(worker);
          handed_over.fetch_add(1, std::memory_order_acq_rel);
        },
        tbb::simple_partitioner());
  });
  handed_over.load(std::memory_order_acquire);
}

}  // namespace niemen::ai
