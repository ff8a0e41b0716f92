// Between C++ and Python: JSON as dictionaries, long work that a person can interrupt.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace niemen::python {

/// Dictionaries, lists, texts and numbers.
pybind11::object python_of(const nlohmann::ordered_json& value);

/// Has Python refuse to make an object of that class by itself: it would hold nothing.
void made_here_only(const pybind11::object& type);

/// Has what is bound in the module refuse arguments in one line ("State.child(action: int) cannot
/// take ('x')"), not in the several of pybind11's.
void shorten_refusals(const pybind11::module_& module);

/// Callables of the user's that run on threads of ours: whoever waits can end them.
class RunningCallables {
 public:
  /// While it lives, this thread is inside a callable. Holds the interpreter's lock.
  class Guard {
   public:
    Guard();
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
  };
  /// Raises KeyboardInterrupt in all of them, and TimeoutError in those that have run for longer
  /// than `seconds` (0: no limit). Holds the interpreter's lock.
  static void interrupt_all();
  static void end_overdue(double seconds);
};

/// Lets go of the interpreter's lock while it lives. As the interpreter ends, all that goes on so
/// is asked to stop and waited for: a thread that came for the lock later would be ended in the
/// middle of C++, and the process with it.
class WithoutLock {
 public:
  /// @throws std::runtime_error where the interpreter ends already.
  explicit WithoutLock(std::stop_source stop = std::stop_source(std::nostopstate));
  ~WithoutLock();
  WithoutLock(const WithoutLock&) = delete;
  WithoutLock& operator=(const WithoutLock&) = delete;
  /// Asks all to stop, callables too, and waits for them. Holds the lock. Work that has not ended
  /// after a minute ends the process, with a line that says so.
  static void end_all();

 private:
  std::stop_source stop_;
  std::optional<pybind11::gil_scoped_release> released_;
};

/// Has the interpreter call, as it ends, what WithoutLock promises.
void end_work_with_interpreter();

/// Runs `work(stop_token)` on a thread of its own, without the interpreter's lock; Ctrl-C asks it
/// to stop and is raised when it has. `patience`: seconds that a callable of the user's may take.
template <class Work>
void interruptible(const Work& work, double patience = 0) {
  std::stop_source source;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false, interrupted = false;
  std::exception_ptr failure;
  std::optional<pybind11::error_already_set> signal;
  {
    const WithoutLock released(source);
    std::thread worker([&] {
      try {
        work(source.get_token());
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    while (!changed.wait_for(lock, kBetweenLooks, [&] { return done; })) {
      lock.unlock();
      {
        const pybind11::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) {
          if (!interrupted) signal.emplace();
          PyErr_Clear();
          interrupted = true;
          source.request_stop();
        }
        if (interrupted) RunningCallables::interrupt_all();
        if (patience > 0) RunningCallables::end_overdue(patience);
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (signal) throw std::move(*signal);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace niemen::python
