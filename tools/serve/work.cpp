#include "tools/serve/work.h"

#include <algorithm>

#include "ai/background.h"
#include "engine/core/error.h"

namespace niemen::serve {

struct Work::Job {
  TabId tab = 0;
  std::string purpose;
  Task task;
  std::stop_source stop;
  bool running = false;
};

Work::Work(int threads) {
  for (int i = 0; i < threads; ++i)
    threads_.emplace_back([this](const std::stop_token& quit) { serve(quit); });
}

Work::~Work() {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& job : jobs_) job->stop.request_stop();
  }
  for (auto& thread : threads_) thread.request_stop();
}

void Work::ask(TabId tab, std::string_view purpose, Task task) {
  drop(tab, purpose);
  auto job = std::make_shared<Job>();
  job->tab = tab;
  job->purpose = purpose;
  job->task = std::move(task);
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  changed_.notify_one();
}

void Work::drop(TabId tab, std::string_view purpose) {
  const std::lock_guard lock(mutex_);
  for (auto at = jobs_.begin(); at != jobs_.end();) {
    const auto& job = *at;
    const bool meant = job->tab == tab && (purpose.empty() || job->purpose == purpose);
    if (meant) job->stop.request_stop();
    // What runs is taken away by its thread.
    at = meant && !job->running ? jobs_.erase(at) : std::next(at);
  }
}

void Work::deliver(const std::function<void(TabId, std::string)>& send) {
  std::vector<Line> lines;
  {
    const std::lock_guard lock(mutex_);
    lines.swap(said_);
  }
  for (auto& line : lines)
    if (!line.job->stop.stop_requested()) send(line.job->tab, std::move(line.text));
}

int Work::running(TabId tab) const {
  return static_cast<int>(std::ranges::count_if(
      jobs_, [&](const auto& job) { return job->running && job->tab == tab; }));
}

/// The first that waits, of the tab for which least is being done; null: none waits.
std::shared_ptr<Work::Job> Work::next() const {
  std::shared_ptr<Job> best;
  int least = 0;
  for (const auto& job : jobs_) {
    if (job->running) continue;
    const int busy = running(job->tab);
    if (best && busy >= least) continue;
    best = job;
    least = busy;
  }
  return best;
}

void Work::serve(const std::stop_token& quit) {
  ai::give_way();
  std::unique_lock lock(mutex_);
  std::shared_ptr<Job> job;
  while (changed_.wait(lock, quit, [&] { return (job = next()) != nullptr; })) {
    job->running = true;
    lock.unlock();
    do_slice(job);
    lock.lock();
    // More of it is done when everybody else has had a turn.
    const auto at = std::ranges::find(jobs_, job);
    job->running = false;
    if (job->task && !job->stop.stop_requested()) {
      jobs_.splice(jobs_.end(), jobs_, at);
      changed_.notify_one();
    } else {
      jobs_.erase(at);
    }
    job.reset();
  }
}

void Work::do_slice(const std::shared_ptr<Job>& job) {
  const auto say = [&](const Json& message) {
    auto text = text_of(message);
    const std::lock_guard lock(mutex_);
    said_.push_back({job, std::move(text)});
  };
  bool more = false;
  try {
    more = job->task(job->stop.get_token(), say);
  } catch (const std::exception& error) {
    say(Json{{"kind", "error"}, {"text", core::one_line(error.what())}});
  }
  if (!more) job->task = nullptr;
}

}  // namespace niemen::serve
