#include "tools/edit/campaigns.h"

#include <chrono>
#include <utility>

#include "ai/lab/experiment.h"
#include "ai/lab/findings.h"
#include "ai/lab/load_cell.h"
#include "engine/core/error.h"

namespace niemen::edit {

using serve::Json;

void PlayedVersions::keep(std::uint64_t version, std::shared_ptr<const Played> played) {
  constexpr std::size_t kMost = 64;
  const std::lock_guard lock(mutex_);
  if (versions_.size() >= kMost) versions_.clear();
  versions_[version] = std::move(played);
}

std::shared_ptr<const Played> PlayedVersions::find(std::uint64_t version) const {
  const std::lock_guard lock(mutex_);
  const auto found = versions_.find(version);
  return found == versions_.end() ? nullptr : found->second;
}

namespace {

constexpr auto kSlice = std::chrono::milliseconds(200);

Json counts_of(const Played& played) {
  if (played.scores.empty()) return {{"done", 0}};
  const auto share = lab::share_estimate(played.scores);
  Json counts{{"done", played.scores.size()}, {"won", played.won},
              {"drawn", played.drawn},        {"lost", played.lost},
              {"share", share.value},         {"low", share.interval.low},
              {"high", share.interval.high},  {"words", lab::share_text(share)}};
  if (played.forfeited > 0) counts["forfeited"] = played.forfeited;
  if (played.forfeited > 0) counts["why"] = played.why;
  return counts;
}

/// Plays the campaigns of one version, slice by slice.
class VersionPlay {
 public:
  VersionPlay(Version version, int campaigns) : version_(std::move(version)), of_(campaigns) {}

  bool done() const { return played_.scores.size() >= static_cast<std::size_t>(of_); }
  const Played& played() const { return played_; }
  std::uint64_t hash() const { return version_.hash; }
  void take(const Played& known) { played_ = known; }

  /// Throws InputError, with the names of the designer's files.
  void slice(const std::stop_token& stop) {
    try {
      if (!player_) load();
    } catch (const core::InputError& error) {
      throw core::InputError(version_.snapshot->words_of(error.what()));
    }
    const auto end = std::chrono::steady_clock::now() + kSlice;
    while (!done() && !stop.stop_requested() && std::chrono::steady_clock::now() < end) {
      const auto id = static_cast<std::uint64_t>(played_.scores.size());
      const auto played = player_->play(lab::scheduled_task(id, 1, 1), stop);
      if (played.complete) add(played, id);
    }
  }

 private:
  void load() {
    lab::Cell cell;
    cell.id = "edited";
    cell.request = version_.request;
    cell.agents = {lab::AgentSpec{"doctrine"}, lab::AgentSpec{"doctrine"}};
    prepared_ = lab::load_cell(cell);
    player_ = prepared_->make_player();
  }
  void add(const lab::PlayedCampaign& played, std::uint64_t id) {
    const double score = played.outcome.score_a();
    played_.scores.push_back({score, id});
    constexpr double kDraw = 0.5;
    ++(score > kDraw ? played_.won : score < kDraw ? played_.lost : played_.drawn);
    if (played.status != lab::CampaignStatus::Forfeit) return;
    if (++played_.forfeited == 1) played_.why = version_.snapshot->words_of(played.failure);
  }

  Version version_;
  int of_;
  std::unique_ptr<lab::PreparedCell> prepared_;
  std::unique_ptr<lab::CellPlayer> player_;
  Played played_;
};

struct Comparison {
  VersionPlay now, before;
  bool differ;
};

Json measured(const Comparison& c, int of, std::uint64_t revision) {
  Json message{{"kind", "measured"},
               {"revision", revision},
               {"of", of},
               {"now", counts_of(c.now.played())},
               {"before", c.differ ? counts_of(c.before.played()) : Json()},
               {"change", ""}};
  const bool ready = c.now.done() && (!c.differ || c.before.done());
  message["running"] = !ready;
  if (ready && c.differ)
    message["change"] = lab::points_text(
        lab::paired_share_difference(c.before.played().scores, c.now.played().scores));
  return message;
}

}  // namespace

serve::Work::Task play_campaigns(Version now, Version before, int campaigns, std::uint64_t revision,
                                 std::shared_ptr<PlayedVersions> versions) {
  const bool differ = now.hash != before.hash;
  auto both = std::make_shared<Comparison>(Comparison{
      VersionPlay(std::move(now), campaigns), VersionPlay(std::move(before), campaigns), differ});
  for (auto* one : {&both->now, &both->before})
    if (const auto known = versions->find(one->hash())) one->take(*known);
  return [both, campaigns, revision, versions](const std::stop_token& stop,
                                               const serve::Work::Say& say) {
    const bool first = !both->now.done();
    auto& next = first ? both->now : both->before;
    if (first || (both->differ && !both->before.done())) {
      next.slice(stop);
      if (next.done()) versions->keep(next.hash(), std::make_shared<Played>(next.played()));
    }
    const auto message = measured(*both, campaigns, revision);
    say(message);
    return message["running"].get<bool>();
  };
}

}  // namespace niemen::edit
