// Plays the campaigns of a source beside one another with oneTBB, keeps them in a log, and stops
// where the schedule says: the same bytes with one thread or many, interrupted or not.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "ai/lab/campaign.h"
#include "ai/lab/campaign_log.h"

namespace niemen::lab {

/// Says when enough was played. Fed in schedule order, so its answer depends on nothing but the
/// results.
class StopRule {
 public:
  virtual ~StopRule() = default;
  /// Takes the next campaign of the schedule; true: no campaign after this one is needed.
  virtual bool add(const CampaignSummary& summary) = 0;
};

/// Chooses campaigns by what was played, while others are played. Fed in schedule order, and only
/// with what comes before a campaign that it adds, so its choices depend on nothing but the
/// results.
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// Takes the next campaign of the schedule, and adds what follows from it to the schedule.
  virtual void add(const CampaignSummary& summary) = 0;
  /// Campaigns with ids below this are scheduled.
  virtual std::uint64_t scheduled() const = 0;
};

/// One part of a plan that is played by several programs: campaigns with id % count == index.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
  bool holds(std::uint64_t id) const { return id % count == index; }
  bool whole() const { return count == 1; }
};

/// What is kept of campaigns: what the verdict needs, their lines of campaigns.csv and the sums by
/// place and rule as well, or everything.
enum class Keep : std::uint8_t { Counts, Campaigns, All };
inline constexpr std::array<std::string_view, 3> kKeeps{"counts", "campaigns", "all"};

/// What a run has so far, for whoever shows it.
struct RunProgress {
  std::uint64_t done = 0;     ///< campaigns kept, earlier sessions included
  std::uint64_t planned = 0;  ///< of this shard
  std::uint64_t this_session = 0;
  std::uint64_t failed = 0;
  std::uint64_t forfeited = 0;
  double seconds = 0;  ///< of this session
  double score = 0;    ///< of side A, summed over campaigns that ended well
  double squares = 0;  ///< of these scores, summed
  std::uint64_t scored = 0;
};

struct RunOptions {
  int threads = 0;            ///< 0: all processors
  std::uint64_t planned = 0;  ///< campaigns with ids below this, and those of a scheduler
  std::uint64_t most = 0;     ///< no campaign with an id from this on; 0: no limit
  Shard shard;
  Keep keep = Keep::All;
  double max_wall_seconds = 0;  ///< 0: no limit
  std::stop_token stop = {};
  std::function<void(const RunProgress&)> progress = {};  ///< about ten times a second, one thread
  /// Every campaign that is there or comes in, one at a time, in any order.
  std::function<void(const CampaignSummary&)> seen = {};
};

enum class RunEnd {
  Complete,     ///< every campaign of the plan or shard, or the stop rule was satisfied
  Interrupted,  ///< by the token or the wall clock; resumable
  AllFailed     ///< nearly all campaigns failed or were forfeited; nothing to go on with
};

struct RunResult {
  RunEnd end = RunEnd::Complete;
  RunProgress progress;
  /// Campaigns that count: ids below this. The plan's size unless a stop rule cut it.
  std::uint64_t counted = 0;
};

/// The campaigns a log already holds.
class Completed {
 public:
  explicit Completed(std::uint64_t planned) : done_(planned, false) {}
  bool contains(std::uint64_t id) const { return id < done_.size() && done_[id]; }
  /// False when it was there already.
  bool insert(std::uint64_t id);
  void grow(std::uint64_t planned) { done_.resize(planned, false); }
  std::uint64_t count() const { return count_; }

 private:
  std::vector<bool> done_;
  std::uint64_t count_ = 0;
};

/// Calls its argument with every campaign that was played, in the order of their ids.
using EarlierCampaigns =
    std::function<void(const std::function<void(const CampaignSummary&)>& visit)>;

/// Plays what is left and appends it to `log`. `earlier` are the campaigns that are there already
/// (none where it is empty), for the stop rule and the scheduler (null: none), which adds to
/// `source`. Throws InputError when the log cannot be written.
RunResult run_campaigns(const CampaignSource& source, const RunOptions& options, LogAppender& log,
                        const EarlierCampaigns& earlier, StopRule* stop_rule,
                        Scheduler* scheduler = nullptr);

}  // namespace niemen::lab
