#include "ai/lab/runner.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "ai/parallel.h"
#include "ai/processors.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

using Clock = std::chrono::steady_clock;

/// After so many campaigns a run ends of which this share failed or was forfeited: the experiment
/// itself is broken.
constexpr std::uint64_t kFirstLookAtFailures = 20;
constexpr double kHopelessShare = 0.95;
constexpr auto kFlushEvery = std::chrono::milliseconds(100);
constexpr auto kShowEvery = std::chrono::milliseconds(100);

/// Shared by the workers of one session. Everything below the mutex is guarded by it.
class Session {
 public:
  Session(const CampaignSource& source, const RunOptions& options, LogAppender& log,
          StopRule* stop_rule, Scheduler* scheduler)
      : source_(source),
        options_(options),
        log_(log),
        stop_rule_(stop_rule),
        scheduler_(scheduler),
        completed_(0) {
    plan(options.planned);
    next_ = options.shard.index;
  }

  /// In the order of their ids, so that what a scheduler added is there before what was played of
  /// it.
  void take_earlier(const EarlierCampaigns& earlier) {
    if (!earlier) return;
    earlier([&](const CampaignSummary& summary) {
      if (completed_.insert(summary.id)) account(summary);
    });
  }

  void work() {
    auto player = source_.make_player();
    CampaignTask task;
    while (next_task(task)) keep(play(*player, task));
  }

  /// True while there is something left to start.
  bool open() const { return !halted_.load(std::memory_order_relaxed); }

  void watch(std::stop_token finished) {
    std::unique_lock lock(mutex_);
    auto last_flush = Clock::now();
    while (!finished.stop_requested()) {
      wake_.wait_for(lock, kShowEvery);
      const auto now = Clock::now();
      result_.progress.seconds = seconds(now);
      const bool out_of_time =
          options_.max_wall_seconds > 0 && result_.progress.seconds >= options_.max_wall_seconds;
      if (options_.stop.stop_requested() || out_of_time) interrupt();
      if (options_.progress) options_.progress(result_.progress);
      if (now - last_flush >= kFlushEvery) {
        last_flush = now;
        guarded([&] { log_.flush(); });
      }
    }
  }

  /// With the mutex, or a watcher that is about to wait would miss it and hold up the end.
  void wake() {
    std::lock_guard lock(mutex_);
    wake_.notify_all();
  }

  RunResult finish() {
    std::lock_guard lock(mutex_);
    if (!error_) guarded([&] { log_.flush(); });
    if (error_) std::rethrow_exception(error_);
    result_.progress.seconds = seconds(Clock::now());
    if (options_.progress) options_.progress(result_.progress);
    if (hopeless_)
      result_.end = RunEnd::AllFailed;
    else if (interrupted_ && !satisfied_ && result_.progress.done < result_.progress.planned)
      result_.end = RunEnd::Interrupted;
    return result_;
  }

 private:
  double seconds(Clock::time_point now) const {
    return std::chrono::duration<double>(now - start_).count();
  }

  template <class F>
  void guarded(F&& action) {
    try {
      action();
    } catch (...) {
      if (!error_) error_ = std::current_exception();
      halt();
    }
  }

  void halt() {
    halted_.store(true, std::memory_order_relaxed);
    stop_.request_stop();
    more_.notify_all();
  }

  /// Campaigns with ids below `planned`, as far as it goes, are to be played.
  void plan(std::uint64_t planned) {
    if (options_.most > 0) planned = std::min(planned, options_.most);
    planned_ = planned;
    completed_.grow(planned);
    result_.counted = planned;
    const auto& shard = options_.shard;
    result_.progress.planned =
        planned / shard.count + (planned % shard.count > shard.index ? 1 : 0);
  }

  void interrupt() {
    interrupted_ = true;
    halt();
  }

  /// Waits while campaigns that are being played may lead to others.
  bool next_task(CampaignTask& task) {
    std::unique_lock lock(mutex_);
    while (open()) {
      if (next_ < planned_) {
        const auto id = next_;
        next_ += options_.shard.count;
        if (completed_.contains(id)) continue;
        // Here, since a scheduler may add to the source when the mutex is free.
        task = source_.task(id);
        ++in_play_;
        return true;
      }
      if (!scheduler_ || in_play_ == 0) return false;
      more_.wait(lock);
    }
    return false;
  }

  CampaignRecord play(CampaignPlayer& player, const CampaignTask& task) {
    const auto started = Clock::now();
    CampaignRecord record;
    try {
      record = player.play(task, stop_.get_token());
    } catch (const std::exception& failure) {
      record = {};
      record.summary.id = task.id;
      record.summary.cell = task.cell;
      record.summary.block = task.block;
      record.summary.status = CampaignStatus::Error;
      record.failure = failure.what();
      record.rows.assign(source_.tables().size(), {});
      record.rows[0] = source_.failed_row(task, CampaignStatus::Error, record.failure);
    }
    record.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return record;
  }

  void keep(CampaignRecord record) {
    std::lock_guard lock(mutex_);
    if (--in_play_ == 0) more_.notify_all();
    if (record.rows.empty()) return;  // given up
    trim(record);
    if (error_ || !completed_.insert(record.summary.id)) return;
    guarded([&] { log_.append(record); });
    ++result_.progress.this_session;
    account(record.summary);
  }

  /// Takes away what is not to be kept.
  void trim(CampaignRecord& record) const {
    if (options_.keep == Keep::All) return;
    record.position.clear();
    record.rows.resize(options_.keep == Keep::Campaigns ? 1 : 0);
    if (options_.keep == Keep::Counts) record.tally.clear();
  }

  void account(const CampaignSummary& summary) {
    auto& progress = result_.progress;
    ++progress.done;
    progress.failed += summary.status == CampaignStatus::Error;
    progress.forfeited += summary.status == CampaignStatus::Forfeit;
    if (progress.done >= kFirstLookAtFailures &&
        static_cast<double>(progress.failed + progress.forfeited) >=
            kHopelessShare * static_cast<double>(progress.done)) {
      hopeless_ = true;
      halt();
    }
    if (options_.seen) options_.seen(summary);
    if (summary.status != CampaignStatus::Error) {
      progress.score += summary.score_a();
      progress.squares += summary.score_a() * summary.score_a();
      ++progress.scored;
    }
    if ((stop_rule_ || scheduler_) && !satisfied_) feed_in_order(summary);
  }

  void feed_in_order(const CampaignSummary& summary) {
    waiting_.emplace(summary.id, summary);
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == due_;
         it = waiting_.erase(it)) {
      ++due_;
      if (scheduler_) {
        scheduler_->add(it->second);
        if (scheduler_->scheduled() > planned_) {
          plan(scheduler_->scheduled());
          more_.notify_all();
        }
      }
      if (!stop_rule_ || !stop_rule_->add(it->second)) continue;
      satisfied_ = true;
      result_.counted = due_;
      waiting_.clear();
      halt();
      return;
    }
  }

  // Constant during the session.
  const CampaignSource& source_;
  const RunOptions& options_;
  const Clock::time_point start_ = Clock::now();

  // Read by every worker without the mutex.
  std::atomic<bool> halted_{false};
  std::stop_source stop_;

  // Guarded by the mutex.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable more_;  ///< for workers without a campaign
  LogAppender& log_;
  StopRule* stop_rule_;
  Scheduler* scheduler_;
  Completed completed_;
  std::uint64_t planned_ = 0;
  int in_play_ = 0;
  RunResult result_;
  std::map<std::uint64_t, CampaignSummary> waiting_;
  std::uint64_t next_ = 0;
  std::uint64_t due_ = 0;
  std::exception_ptr error_;
  bool interrupted_ = false;
  bool satisfied_ = false;
  bool hopeless_ = false;
};

}  // namespace

bool Completed::insert(std::uint64_t id) {
  if (id >= done_.size() || done_[id]) return false;
  done_[id] = true;
  ++count_;
  return true;
}

RunResult run_campaigns(const CampaignSource& source, const RunOptions& options, LogAppender& log,
                        const EarlierCampaigns& earlier, StopRule* stop_rule,
                        Scheduler* scheduler) {
  const int threads = options.threads > 0 ? options.threads : ai::processors();
  Session session(source, options, log, stop_rule, scheduler);
  session.take_earlier(earlier);
  {
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads) + 1);
    std::jthread watcher([&](std::stop_token finished) { session.watch(finished); });
    std::exception_ptr broken;
    try {
      // One long-lived loop a thread; the schedule is handed out campaign by campaign.
      ai::run_workers(threads, [&](int) { session.work(); });
    } catch (...) {
      broken = std::current_exception();
    }
    watcher.request_stop();
    session.wake();
    watcher.join();
    if (broken) std::rethrow_exception(broken);
  }
  return session.finish();
}

}  // namespace niemen::lab
