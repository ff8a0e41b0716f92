#include "ai/table/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ai/table/consequences.h"
#include "ai/table/reckoning.h"
#include "engine/core/hash.h"

namespace niemen::ai::table {

namespace {

constexpr std::uint64_t kOddsStream = 0x6F646473;
constexpr double kZ = 1.959963984540054;  // of a 95 % interval

struct Position {
  play::AnyState state;
  double share = 0;
};
/// The parts of a value by the kind of event that tells it and whose it is.
using Reckoned = std::map<std::pair<std::uint16_t, int>, std::vector<play::Modifier>>;

bool same_part(const play::Modifier& a, const play::Modifier& b) {
  return a.reason == b.reason && a.value == b.value && a.rule == b.rule;
}

/// Positions by hash: courses that come to the same are counted together.
using Spread = std::map<std::uint64_t, Position>;

class Calculator {
 public:
  Calculator(const play::AnyGame& game, const OddsOptions& options)
      : game_(game), options_(options), board_(game.board()) {
    const auto rule_of_thumb = find_agent("doctrine");
    match_ = make_match(game, {rule_of_thumb, rule_of_thumb});
  }

  Odds run(const play::AnyObservation& observation, const std::vector<play::Action>& actions) {
    const auto worlds = begin(observation);
    Odds odds;
    odds.hidden = worlds.size() > 1;
    bool exact = true;
    for (const auto& world : worlds)
      exact = exact && spread(world, actions, 1.0 / static_cast<double>(worlds.size()));
    const auto rolled = exact ? 0 : roll(worlds, actions);
    odds.exact = exact && !odds.hidden;
    odds.trials = !exact ? rolled : odds.hidden ? static_cast<int>(worlds.size()) : 0;
    odds.complete = !options_.stop.stop_requested();
    report(odds);
    return odds;
  }

  std::vector<Reckoning> reckon(const play::AnyObservation& observation,
                                const std::vector<play::Action>& actions) {
    const auto worlds = begin(observation);
    core::RandomStream random(kOddsStream, core::mix(kOddsStream, 2));
    Reckoned common;
    std::map<std::pair<std::uint16_t, int>, int> times;
    int courses = 0;
    for (; courses < options_.trials && !options_.stop.stop_requested(); ++courses) {
      const auto& world = worlds[static_cast<std::size_t>(courses) % worlds.size()];
      for (auto& [value, parts] : values_of(world, actions, random)) {
        auto [at, first] = common.try_emplace(value, parts);
        if (!first) keep_common(at->second, parts);
        ++times[value];
      }
    }
    std::vector<Reckoning> reckonings;
    for (auto& [value, parts] : common) {
      if (parts.empty() || 2 * times[value] < courses) continue;
      play::Event event;
      event.kind = value.first;
      reckonings.push_back({std::string(game_.event_row(event).name), value.second, parts});
    }
    return reckonings;
  }

 private:
  /// The worlds that may be, and what is decided in them.
  std::vector<play::AnyState> begin(const play::AnyObservation& observation) {
    auto worlds = deal(observation);
    before_ = worlds.front();
    root_kind_ = kind_of(before_);
    root_chapter_ = game_.step(before_).chapter;
    root_turn_ = game_.turn(before_);
    side_ = play::side_of(game_.actor(before_));
    return worlds;
  }

  /// The first of each value that is put together of several parts in one course.
  Reckoned values_of(play::AnyState state, const std::vector<play::Action>& actions,
                     core::RandomStream& random) {
    Reckoned values;
    const auto apply = [&](play::Action action) {
      for (auto& event : game_.apply(state, action))
        if (event.side >= 0 && event.modifiers.size() > 1)
          values.try_emplace({event.kind, event.side}, std::move(event.modifiers));
    };
    for (const auto action : actions)
      if (std::ranges::binary_search(game_.legal(state), action)) apply(action);
    for (auto depth = actions.size(); !ended(state, depth); ++depth)
      apply(next_action(state, random));
    return values;
  }

  static void keep_common(std::vector<play::Modifier>& parts,
                          const std::vector<play::Modifier>& others) {
    std::erase_if(parts, [&](const play::Modifier& part) {
      return std::ranges::none_of(others, [&](auto& other) { return same_part(part, other); });
    });
  }

  /// One world where the seat knows everything.
  std::vector<play::AnyState> deal(const play::AnyObservation& observation) const {
    std::vector<play::AnyState> worlds;
    for (int i = 0; i < options_.worlds; ++i) {
      core::RandomStream random(kOddsStream, static_cast<std::uint64_t>(i));
      worlds.push_back(game_.sample_world(observation, random));
    }
    const auto first = game_.hash(worlds.front());
    if (std::ranges::all_of(worlds, [&](auto& w) { return game_.hash(w) == first; }))
      worlds.resize(1);
    return worlds;
  }

  std::string kind_of(const play::AnyState& state) const {
    const std::string name(game_.step(state).name);
    if (!name.empty() || !play::is_side(game_.actor(state))) return name;
    return game_.decision_kind(game_.legal(state).front());
  }

  /// `steps`: decisions and dice since the order began.
  bool ended(const play::AnyState& state, std::size_t steps) const {
    const auto actor = game_.actor(state);
    if (actor == play::Actor::Over || game_.turn(state) != root_turn_) return true;
    if (steps == 0 || !play::is_side(actor)) return false;
    return kind_of(state) == root_kind_ || can_be_ended(state);
  }

  /// Whether a side is asked for one operation after another until it ends that: the operation
  /// before is over then. The enemy may be asked so within it, in the same chapter.
  bool can_be_ended(const play::AnyState& state) const {
    const bool own = play::side_of(game_.actor(state)) == side_;
    if (!own && game_.step(state).chapter == root_chapter_) return false;
    return std::ranges::any_of(game_.legal(state), [&](play::Action action) {
      return game_.action_text(state, action).starts_with("end ");
    });
  }

  play::AnyState ordered(play::AnyState world, const std::vector<play::Action>& actions) const {
    for (const auto action : actions) {
      const auto legal = game_.legal(world);
      if (std::ranges::binary_search(legal, action)) game_.apply(world, action);
    }
    return world;
  }

  /// By the rule of thumb, which remembers nothing: what is decided depends on the position alone.
  play::Action decision(const play::AnyState& state) {
    const auto legal = game_.legal(state);
    if (legal.size() == 1) return legal.front();
    match_->begin_campaign();
    return match_->decide(state, game_.hash(state), {}).action;
  }

  /// What comes next in one course: a die that is drawn, or what is decided.
  play::Action next_action(const play::AnyState& state, core::RandomStream& random) {
    return game_.actor(state) == play::Actor::Nature
               ? play::draw(game_.chance(state), random.next())
               : decision(state);
  }

  /// Every course from one world. False where they are too many, or it was stopped: nothing of them
  /// counts then.
  bool spread(const play::AnyState& world, const std::vector<play::Action>& actions, double share) {
    Spread open;
    const auto start = ordered(world, actions);
    open[game_.hash(start)] = {start, share};
    for (auto depth = actions.size(); !open.empty(); ++depth) {
      Spread next;
      for (auto& [hash, position] : open) {
        follow(position, depth, next);
        if (++looked_at_ > options_.positions || options_.stop.stop_requested()) return false;
      }
      open = std::move(next);
    }
    return true;
  }

  /// Adds what comes next of a position to `next`, or the position itself to the ends.
  void follow(Position& position, std::size_t depth, Spread& next) {
    if (ended(position.state, depth)) return add(ends_, position.state, position.share);
    if (game_.actor(position.state) != play::Actor::Nature) {
      game_.apply(position.state, decision(position.state));
      return add(next, std::move(position.state), position.share);
    }
    for (const auto& outcome : game_.chance(position.state)) {
      auto state = position.state;
      game_.apply(state, outcome.action);
      add(next, std::move(state), position.share * outcome.probability);
    }
  }

  void add(Spread& spread, play::AnyState state, double share) const {
    auto& position = spread[game_.hash(state)];
    position.state = std::move(state);
    position.share += share;
  }

  /// Courses by dice that are rolled; how many.
  int roll(const std::vector<play::AnyState>& worlds, const std::vector<play::Action>& actions) {
    ends_.clear();
    core::RandomStream random(kOddsStream, core::mix(kOddsStream, 1));
    int rolled = 0;
    for (; rolled < options_.trials && !(rolled > 0 && options_.stop.stop_requested()); ++rolled) {
      auto state = ordered(worlds[static_cast<std::size_t>(rolled) % worlds.size()], actions);
      for (auto depth = actions.size(); !ended(state, depth); ++depth)
        game_.apply(state, next_action(state, random));
      add(ends_, std::move(state), 1);
    }
    for (auto& [hash, position] : ends_) position.share /= rolled;
    return rolled;
  }

  // --- In words ---

  void report(Odds& odds) {
    const auto before = game_.whole_view(before_);
    const auto& info = game_.info();
    std::vector<Consequences> found;
    std::map<std::string, double> often;  // how likely each trace is
    for (const auto& [hash, position] : ends_) {
      found.push_back(consequences(info, board_, before, game_.whole_view(position.state), side_));
      for (const auto& trace : found.back().traces) often[trace] += position.share;
    }
    std::map<std::string, double> shares;
    auto next = found.begin();
    for (const auto& [hash, position] : ends_) {
      shares[words_of(*next++, often)] += position.share;
      odds.ends.push_back({position.state, position.share});
    }
    for (const auto& [words, share] : shares) {
      odds.results.push_back({share, words});
      if (odds.trials > 0)
        odds.widest = std::max(odds.widest, kZ * std::sqrt(share * (1 - share) / odds.trials));
    }
    std::ranges::stable_sort(odds.results, [](auto& a, auto& b) { return a.share > b.share; });
  }

  /// Losses, and what does not come of it in any case.
  static std::string words_of(const Consequences& found,
                              const std::map<std::string, double>& often) {
    constexpr double kAlways = 1 - 1e-9;
    auto parts = found.losses;
    for (const auto& trace : found.traces)
      if (often.at(trace) < kAlways) parts.push_back(trace);
    return parts.empty() ? "no losses" : fmt::format("{}", fmt::join(parts, ", "));
  }

  const play::AnyGame& game_;
  OddsOptions options_;
  play::Board board_;
  std::unique_ptr<Match> match_;
  play::Side side_ = play::Side::A;  ///< that decides
  std::string root_kind_;
  std::string root_chapter_;
  int root_turn_ = 0;
  int looked_at_ = 0;
  play::AnyState before_;
  Spread ends_;
};

}  // namespace

Odds odds_of(const play::AnyGame& game, const play::AnyObservation& observation,
             const std::vector<play::Action>& actions, const OddsOptions& options) {
  return Calculator(game, options).run(observation, actions);
}

std::vector<Reckoning> reckonings_of(const play::AnyGame& game,
                                     const play::AnyObservation& observation,
                                     const std::vector<play::Action>& actions,
                                     const OddsOptions& options) {
  return Calculator(game, options).reckon(observation, actions);
}

}  // namespace niemen::ai::table
