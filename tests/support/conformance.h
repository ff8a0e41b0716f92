// The suite that every game must pass: what the concept play::Game cannot say.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "engine/core/error.h"
#include "engine/play/game.h"
#include "engine/play/telling.h"
#include "tests/support/allocation_count.h"

namespace niemen::support {

struct ConformanceOptions {
  int campaigns = 100;
  std::uint64_t seed = 1;
  /// Positions, spread over all campaigns, at which everything that is slow is checked: `why` over
  /// every encodable action, the notation of every legal action, labels against observations.
  int why_positions = 200;
  /// Positions, spread likewise, at which hidden facts are dealt again, and how often at each.
  int redeal_positions = 2000;
  int redeals = 3;
  /// Chooses among `legal` where uniformly random play would see too little of the game. The
  /// default (empty) is uniform.
  std::function<std::size_t(const play::ActionList&, core::RandomStream&)> choose = {};
};

/// What a passed suite has seen, for tests that want to know it looked at enough.
struct ConformanceResult {
  long positions = 0;
  long slow_positions = 0;
  long redealt_worlds = 0;
  long worlds_that_differ = 0;  ///< redealt worlds unequal to the true state
  long compared_logs = 0;       ///< actions whose events a seat was told in two worlds
  int longest_campaign = 0;
};

/// Says which property failed, in which campaign, at which position.
class ConformanceFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

template <play::Game G>
class ConformanceRun {
 public:
  using State = typename G::State;
  static_assert(std::has_unique_object_representations_v<State>, "padding bytes in State");
  static_assert(std::has_unique_object_representations_v<typename G::Observation>,
                "padding bytes in Observation");

  ConformanceRun(const G& game, const ConformanceOptions& options)
      : game_(game), options_(options), random_(options.seed, 0) {}

  ConformanceResult run() {
    int length = 0;
    auto state = game_.initial();
    check_state(state);
    // One campaign only to learn how long they are, so that slow checks can be spread.
    for (campaign_ = -1; campaign_ < options_.campaigns; ++campaign_) {
      const int decisions = play_campaign();
      if (campaign_ == -1) {
        length = std::max(decisions, 1);
        const auto spread = [&](int wanted) {
          return std::max<long>(1, long{options_.campaigns} * length / std::max(1, wanted));
        };
        why_every_ = spread(options_.why_positions);
        redeal_every_ = spread(options_.redeal_positions);
      }
      result_.longest_campaign = std::max(result_.longest_campaign, decisions);
    }
    return result_;
  }

 private:
  [[noreturn]] void fail(const State& state, const std::string& what) const {
    std::ostringstream text;
    text << what << "\n  campaign " << campaign_ << " of seed " << options_.seed << ", decision "
         << decision_ << ", last action: " << last_action_
         << "\n  position: " << game_.state_text(state);
    throw ConformanceFailure(text.str());
  }
  void need(bool holds, const State& state, const char* what) const {
    if (!holds) fail(state, what);
  }
  void need_for(bool holds, const State& state, const char* what, play::Action action) const {
    if (!holds)
      fail(state, std::string(what) + ": " + game_.action_text(state, action) + " (" +
                      std::to_string(action) + ")");
  }

  int play_campaign() {
    auto state = game_.initial();
    chance_keys_.clear();
    last_action_ = "none";
    random_ = core::RandomStream(options_.seed, static_cast<std::uint64_t>(campaign_ + 1));
    for (decision_ = 0; game_.actor(state) != play::Actor::Over; ++decision_) {
      need(decision_ < game_.max_decisions(), state, "the campaign outlasts max_decisions()");
      check_position(state);
      step(state);
      check_state(state);
    }
    check_position(state);
    check_outcome(state);
    return decision_;
  }

  /// Winner, margin and level tell of one campaign.
  void check_outcome(const State& state) const {
    const auto outcome = game_.outcome(state);
    using Winner = play::Outcome::Winner;
    need(outcome.winner != Winner::A || outcome.margin >= 0, state, "A wins from behind");
    need(outcome.winner != Winner::B || outcome.margin <= 0, state, "B wins from behind");
  }

  /// Fills `actions_` with what may happen now, whoever decides.
  void list_actions(const State& state) {
    actions_.clear();
    const auto actor = game_.actor(state);
    const auto before = allocations();
    if (play::is_side(actor)) game_.legal(state, actions_);
    if (actor == play::Actor::Nature) game_.chance(state, outcomes_);
    need(allocations() == before, state, "legal or chance allocates on the heap");
    if (actor == play::Actor::Nature) check_chance(state);
    for (std::size_t i = 1; i < actions_.size(); ++i)
      need_for(actions_[i - 1] < actions_[i], state, "the legal list is not ascending and unique",
               actions_[i]);
    need(actor == play::Actor::Over || !actions_.empty(), state, "nothing is legal before the end");
  }
  void check_chance(const State& state) {
    double total = 0;
    for (const auto& outcome : outcomes_) {
      need_for(outcome.probability > 0, state, "an outcome without probability", outcome.action);
      total += outcome.probability;
      actions_.push_back(outcome.action);
    }
    need(std::abs(total - 1) < 1e-9, state, "chance probabilities do not sum to 1");
    const auto key = game_.chance_key(state);
    need(chance_keys_.insert({key.turn, key.purpose, key.subject, key.ordinal}).second, state,
         "chance_key names two draws of one campaign");
  }

  void check_position(const State& state) {
    ++result_.positions;
    list_actions(state);
    if (result_.positions % why_every_ == 0) {
      ++result_.slow_positions;
      check_why(state);
      check_notation(state);
      check_labels(state);
    }
    if (result_.positions % redeal_every_ == 0) check_redeals(state);
  }

  void step(State& state) {
    const auto action = choose(state);
    last_action_ = game_.action_text(state, action);
    const auto parsed = game_.parse_action(state, last_action_);
    need_for(parsed == action, state, "action text does not read back", action);
    auto recorded = state;
    const auto before_state = state;
    play::EventRecorder events;
    game_.apply(recorded, action, events);
    play::NullRecorder silent;
    const auto before = allocations();
    game_.apply(state, action, silent);
    need_for(allocations() == before, before_state, "apply allocates on the heap", action);
    need_for(recorded == state, before_state, "a recorder changes what apply does", action);
  }
  play::Action choose(const State& state) {
    if (game_.actor(state) == play::Actor::Nature)
      return play::draw({outcomes_.begin(), outcomes_.size()}, random_.next());
    if (options_.choose) return actions_[options_.choose(actions_, random_)];
    return actions_[random_.below(static_cast<std::uint32_t>(actions_.size()))];
  }

  /// Invariants, copies, and both round trips.
  void check_state(const State& state) const {
    if (const auto broken = game_.check(state)) fail(state, "check(): " + *broken);
    std::array<std::byte, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &state, sizeof state);
    State copy;
    std::memcpy(&copy, bytes.data(), sizeof copy);
    need(copy == state, state, "the bytes of a state do not read back");
    need(game_.hash(copy) == game_.hash(state), state, "a copy has another hash");
    const auto text = game_.state_text(state);
    State read;
    try {
      read = game_.parse_state(text);
    } catch (const core::InputError& error) {
      fail(state, std::string("position text is refused: ") + error.what());
    }
    if (!(read == state))
      fail(state, "position text does not read back; it gives " + game_.state_text(read));
    need(game_.hash(read) == game_.hash(state), state, "a position read back has another hash");
  }

  void check_why(const State& state) const {
    const std::set<play::Action> allowed(actions_.begin(), actions_.end());
    std::size_t met = 0;
    game_.encodable([&](play::Action action) {
      const bool legal = allowed.contains(action);
      const auto verdict = game_.why(state, action);
      need_for(verdict.ok == legal, state,
               legal ? "why forbids a legal action" : "why allows an illegal action", action);
      need_for(verdict.ok || !verdict.reason.empty(), state, "why gives no reason", action);
      met += legal;
    });
    need(met == allowed.size(), state, "a legal action is not encodable, or is visited twice");
  }
  void check_notation(const State& state) const {
    for (const auto action : actions_)
      need_for(game_.parse_action(state, game_.action_text(state, action)) == action, state,
               "action text does not read back", action);
    need(!game_.parse_action(state, "\x01 no such action"), state, "nonsense parses as an action");
  }
  /// Actions with equal labels must leave equal observations.
  void check_labels(const State& state) const {
    for (int v = 0; v < play::kViewers; ++v) {
      const auto viewer = static_cast<play::Viewer>(v);
      std::vector<std::pair<play::PerceivedAction, play::Action>> labels;
      for (const auto action : actions_)
        labels.push_back({game_.seen(state, action, viewer), action});
      std::sort(labels.begin(), labels.end());
      for (std::size_t i = 1; i < labels.size(); ++i) {
        if (labels[i - 1].first != labels[i].first) continue;
        need_for(observation_after(state, labels[i - 1].second, viewer) ==
                     observation_after(state, labels[i].second, viewer),
                 state, "one label, two observations afterwards", labels[i].second);
      }
    }
  }
  typename G::Observation observation_after(State state, play::Action action,
                                            play::Viewer viewer) const {
    play::NullRecorder silent;
    game_.apply(state, action, silent);
    return game_.observe(state, viewer);
  }

  /// Hidden facts dealt again: nobody may notice.
  void check_redeals(const State& state) {
    for (int v = 0; v < play::kViewers; ++v) {
      const auto viewer = static_cast<play::Viewer>(v);
      const auto observation = game_.observe(state, viewer);
      for (int deal = 0; deal < options_.redeals; ++deal) {
        const auto before = allocations();
        const auto world = game_.sample_world(observation, random_);
        need(allocations() == before, state, "sample_world allocates on the heap");
        ++result_.redealt_worlds;
        result_.worlds_that_differ += !(world == state);
        compare_world(state, world, observation, viewer);
      }
    }
  }
  void compare_world(const State& state, const State& world,
                     const typename G::Observation& observation, play::Viewer viewer) {
    const auto context = [&](const char* what) {
      return std::string(what) + " (viewer " + std::to_string(static_cast<int>(viewer)) +
             "); the sampled world: " + game_.state_text(world);
    };
    if (const auto broken = game_.check(world)) fail(state, context(broken->c_str()));
    if (!(game_.observe(world, viewer) == observation))
      fail(state, context("a sampled world gives another observation"));
    const auto actor = game_.actor(state);
    if (game_.actor(world) != actor) fail(state, context("a sampled world has another actor"));
    if (viewer != play::Viewer::Public) compare_logs(state, world, viewer);
    if (!play::is_side(actor)) return;
    play::ActionList legal;
    game_.legal(world, legal);
    if (legal.empty()) fail(state, context("nothing is legal in a sampled world"));
    play::NullRecorder silent;
    auto after = world;
    game_.apply(after, legal[random_.below(static_cast<std::uint32_t>(legal.size()))], silent);
    if (const auto broken = game_.check(after))
      fail(state, context(("a sampled world cannot be played on: " + *broken).c_str()));
    if (play::viewer_of(play::side_of(actor)) != viewer) return;
    if (!std::equal(legal.begin(), legal.end(), actions_.begin(), actions_.end()))
      fail(state, context("a sampled world has another legal list"));
    for (const auto action : actions_)
      if (game_.seen(world, action, viewer) != game_.seen(state, action, viewer))
        fail(state, context("an action looks otherwise to its own actor"));
  }

  /// What a seat's log tells of an action, and what the seat sees afterwards.
  struct Told {
    std::string_view chapter;  ///< that the game has come to
    typename G::Observation observation;
    std::string text;
  };
  Told told_after(State state, play::Action action, play::Viewer viewer) const {
    play::EventRecorder recorder;
    game_.apply(state, action, recorder);
    std::ostringstream text;
    for (const auto& event : play::told_to(viewer, recorder.events)) {
      text << "\n    " << words_of(event, viewer) << " [" << event.kind << ' ' << event.amount
           << ' ' << event.face << ']';
      for (const auto& modifier : event.modifiers)
        text << "; " << modifier.value << ' ' << modifier.code << ' ' << modifier.reason;
    }
    return {chapter_of(state), game_.observe(state, viewer), text.str()};
  }
  std::string words_of(const play::Event& event, [[maybe_unused]] play::Viewer viewer) const {
    if constexpr (play::HasEvents<G>) return game_.event_text(event, viewer);
    return event.text;
  }
  bool reveals(const State& state) const {
    if constexpr (play::HasSteps<G>) return game_.step(state).barrier == play::Barrier::Reveal;
    return false;
  }
  std::string_view chapter_of([[maybe_unused]] const State& state) const {
    if (game_.actor(state) == play::Actor::Over) return "over";
    if constexpr (play::HasSteps<G>) return game_.step(state).chapter;
    return "";
  }
  /// What a seat's log tells of an action, it could tell in every world that the seat can take for
  /// the true one: of some action that looks the same to it and leaves it with the same sight.
  /// Where a step reveals, and where a chapter ends, the rules lay open what nobody remembers.
  void compare_logs(const State& state, const State& world, play::Viewer viewer) {
    if (actions_.empty() || reveals(state)) return;
    const auto action = actions_[random_.below(static_cast<std::uint32_t>(actions_.size()))];
    const auto told = told_after(state, action, viewer);
    if (told.chapter != chapter_of(state)) return;
    const auto seen = game_.seen(state, action, viewer);
    std::string elsewhere;
    for (const auto other : possible(world)) {
      if (game_.seen(world, other, viewer) != seen) continue;
      const auto again = told_after(world, other, viewer);
      if (!(again.observation == told.observation)) continue;
      ++result_.compared_logs;
      if (again.text == told.text) return;
      elsewhere = game_.action_text(world, other) + again.text;
    }
    if (!elsewhere.empty())
      fail(state, "the log of a seat tells what lies face down (viewer " +
                      std::to_string(static_cast<int>(viewer)) +
                      "): " + game_.action_text(state, action) + told.text +
                      "\n  and in another world " + elsewhere);
  }
  /// What may happen in a world that shares its actor with the position at hand.
  play::ActionList possible(const State& world) const {
    if (!play::is_side(game_.actor(world))) return actions_;
    play::ActionList list;
    game_.legal(world, list);
    return list;
  }

  const G& game_;
  const ConformanceOptions& options_;
  core::RandomStream random_;
  ConformanceResult result_;
  play::ActionList actions_;
  play::ChanceList outcomes_;
  std::set<std::tuple<int, int, std::uint32_t, std::uint32_t>> chance_keys_;
  std::string last_action_;
  long why_every_ = 1, redeal_every_ = 1;
  int campaign_ = 0, decision_ = 0;
};

}  // namespace detail

/// Plays random campaigns and checks at every position that the game keeps the contract; throws
/// ConformanceFailure (position, action, seed) at the first breach.
template <play::Game G>
ConformanceResult check_conformance(const G& game, const ConformanceOptions& options = {}) {
  return detail::ConformanceRun<G>(game, options).run();
}

}  // namespace niemen::support
