#include "ai/table/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ai/agents/match.h"
#include "ai/table/worth.h"
#include "engine/core/random.h"

namespace niemen::ai::table {

namespace {

/// Tried by the rule of thumb, spread over the passage.
constexpr std::size_t kMostTried = 12;
/// Playings of each course that is tried.
constexpr int kTrialPlayings = 48;
/// Less is no advice, however certain it is.
constexpr double kLeastTold = 0.02;
/// Names the worlds in which courses are tried, and those in which the best of them is proved.
constexpr std::uint64_t kTrials = 0x747279, kProof = 0x70726F6F66;

/// Another course, from one decision on.
struct Candidate {
  std::size_t step = 0;
  std::vector<play::Action> actions;
  double gain = 0;  ///< as tried
};

class Adviser {
 public:
  Adviser(const Course& course, play::Side side, const AdviceOptions& options)
      : course_(course), game_(*course.game), side_(side), options_(options) {}

  std::optional<Advice> find(std::size_t from, std::size_t to) {
    const auto rule_of_thumb = find_agent("doctrine");
    auto candidates = others(from, to, rule_of_thumb);
    const auto searched = static_cast<std::size_t>(course_.steps[from].turn > 0);
    work_ = static_cast<double>(candidates.size() + searched) * kTrialPlayings + options_.playings;
    Candidate best;
    for (auto& one : candidates) try_out(one, best);
    if (searched > 0 && !stopped()) {
      // The level's own course, from where the rule of thumb found most or, failing that, from
      // where the passage began.
      const auto step = best.gain > 0 ? best.step : first_decision(from, to);
      Candidate one{step, course_from(step, options_.level)};
      if (one.actions != played_from(step)) try_out(one, best);
    }
    if (best.actions.empty() || stopped()) return std::nullopt;
    return proved(best);
  }

 private:
  bool stopped() const { return options_.stop.stop_requested(); }

  bool is_own_choice(std::size_t step) const {
    const auto& one = course_.steps[step];
    return one.actor == play::actor_of(side_) && !one.forced;
  }

  std::size_t first_decision(std::size_t from, std::size_t to) const {
    for (auto step = from; step < to; ++step)
      if (is_own_choice(step)) return step;
    return from;
  }

  std::vector<play::Action> played_from(std::size_t step) const {
    std::vector<play::Action> list;
    for (; step < course_.steps.size() && course_.steps[step].actor == play::actor_of(side_);
         ++step)
      list.push_back(course_.steps[step].action);
    return list;
  }

  /// What an agent decides from there on, up to the first die or foreign decision.
  std::vector<play::Action> course_from(std::size_t step, const AgentConfig& agent) const {
    const auto match = make_match(game_, {agent, agent});
    match->begin_campaign();
    std::vector<play::Action> list;
    auto state = course_.states[step];
    for (; game_.actor(state) == play::actor_of(side_) && !stopped(); ++step) {
      list.push_back(match->decide(state, key(step), {}).action);
      game_.apply(state, list.back());
    }
    return list;
  }
  std::uint64_t key(std::size_t step) const { return core::mix(options_.seed, step); }

  /// Where an agent would have decided otherwise.
  std::vector<Candidate> others(std::size_t from, std::size_t to, const AgentConfig& agent) const {
    const auto match = make_match(game_, {agent, agent});
    std::vector<std::size_t> steps;
    for (auto step = from; step < to && !stopped(); ++step) {
      if (!is_own_choice(step)) continue;
      match->begin_campaign();
      if (match->decide(course_.states[step], key(step), {}).action != course_.steps[step].action)
        steps.push_back(step);
    }
    std::vector<Candidate> list;
    const auto tried = std::min(steps.size(), kMostTried);
    for (std::size_t i = 0; i < tried; ++i) {
      const auto step = steps[i * steps.size() / tried];
      list.push_back({step, course_from(step, agent)});
    }
    return list;
  }

  Worth worth(const Candidate& one, int playings, std::uint64_t lots) {
    const auto seen = game_.observe(course_.states[one.step], play::viewer_of(side_));
    const WorthOptions options{
        .campaigns = playings,
        .threads = options_.threads,
        .stop = options_.stop,
        .progress = [&](const Worth& so_far) { tell(done_ + so_far.change.campaigns); },
        .seed = core::mix(lots, options_.seed)};
    auto found = worth_of(game_, seen, one.actions, played_from(one.step), options);
    done_ += playings;
    return found;
  }
  void tell(double done) const {
    if (options_.progress) options_.progress(std::min(1.0, done / work_));
  }

  void try_out(Candidate& one, Candidate& best) {
    if (stopped()) return;
    const auto found = worth(one, kTrialPlayings, kTrials);
    one.gain = found.complete ? found.change.value : 0;
    if (one.gain > best.gain) best = one;
  }

  std::optional<Advice> proved(const Candidate& best) {
    const auto found = worth(best, options_.playings, kProof);
    if (!found.complete || found.change.low <= 0 || found.change.value < kLeastTold)
      return std::nullopt;
    // A course as a campaign that took it would have it.
    Course other{.game = course_.game, .steps = {}, .states = {}, .outcome = {}, .forfeit = {}};
    auto state = course_.states[best.step];
    for (const auto action : best.actions) {
      play::Step step{.action = action,
                      .actor = game_.actor(state),
                      .forced = game_.legal(state).size() == 1,
                      .turn = game_.turn(state),
                      .text = game_.action_text(state, action)};
      step.events = game_.apply(state, action);
      other.steps.push_back(std::move(step));
    }
    return Advice{.step = best.step,
                  .turn = course_.steps[best.step].turn,
                  .better = best.actions,
                  .order = other.steps.front().text,
                  .words = passage_words(other, 0, other.steps.size(), play::viewer_of(side_),
                                         play::index(side_)),
                  .gain = found.change,
                  .otherwise = found.otherwise};
  }

  const Course& course_;
  const play::AnyGame& game_;
  const play::Side side_;
  const AdviceOptions& options_;
  double work_ = 1, done_ = 0;  ///< playings
};

}  // namespace

std::optional<Advice> advise(const Course& course, play::Side side, std::size_t from,
                             std::size_t to, const AdviceOptions& options) {
  return Adviser(course, side, options).find(from, std::min(to, course.steps.size()));
}

std::string advice_words(const Advice& advice) {
  const auto points = [](double share) { return std::lround(100 * share); };
  const auto told =
      advice.words == advice.order || advice.words.empty() ? advice.order : advice.words;
  return fmt::format(
      "better, from step {}: {}: {} points more ({} to {}); of {} playings {} end otherwise",
      advice.step + 1, told, points(advice.gain.value), points(advice.gain.low),
      points(advice.gain.high), advice.gain.campaigns, advice.otherwise);
}

}  // namespace niemen::ai::table
