// Long work of all tabs on a few threads, slice by slice, so that whoever asks for little is served
// while somebody else has asked for much.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tools/serve/messages.h"
#include "tools/serve/network.h"

namespace niemen::serve {

class Work {
 public:
  using Say = std::function<void(const Json&)>;
  /// Does the next slice, a fraction of a second where that is possible, and says what has come
  /// out. Returns whether there is more to do. An exception ends it and is told as an error.
  using Task = std::function<bool(const std::stop_token&, const Say&)>;

  explicit Work(int threads);
  /// Stops everything.
  ~Work();

  /// Takes the place of an earlier task of that tab with the same purpose.
  void ask(TabId tab, std::string_view purpose, Task task);
  /// Stops what a tab has asked for; with a purpose, that alone.
  void drop(TabId tab, std::string_view purpose = {});
  /// Hands over what was said since the last call. Of tasks that were dropped nothing is told.
  void deliver(const std::function<void(TabId, std::string)>& send);

 private:
  struct Job;
  struct Line {
    std::shared_ptr<Job> job;
    std::string text;
  };
  void serve(const std::stop_token& quit);
  std::shared_ptr<Job> next() const;
  void do_slice(const std::shared_ptr<Job>& job);
  int running(TabId tab) const;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<std::shared_ptr<Job>> jobs_;  ///< in the order in which they are served
  std::vector<Line> said_;
  std::vector<std::jthread> threads_;  ///< last: they end first
};

}  // namespace niemen::serve
