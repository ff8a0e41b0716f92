#include "ai/table/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ai/table/consequences.h"
#include "ai/table/reckoning.h"
#include "engine/core/hash.h"
#include "engine/play/orders.h"
#include "engine/play/sweep.h"

namespace niemen::ai::table {

namespace {

constexpr std::uint64_t kOddsStream = 0x6F646473;
constexpr double kZ = 1.959963984540054;  // of a 95 % interval

struct Position {
  play::AnyState state;
  double share = 0;
  std::size_t world = 0;  ///< that it came of
  bool rolled = false;    ///< a die has fallen on the way
};
/// The parts of a value by the kind of event that tells it and whose it is.
using Reckoned = std::map<std::pair<std::uint16_t, int>, std::vector<play::Modifier>>;

bool same_part(const play::Modifier& a, const play::Modifier& b) {
  return a.reason == b.reason && a.value == b.value && a.rule == b.rule;
}

/// Positions by the world that they came of and by hash: courses that come to the same are counted
/// together.
using Spread = std::map<std::pair<std::size_t, std::uint64_t>, Position>;

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
    for (std::size_t i = 0; i < worlds.size(); ++i) exact = exact && spread(worlds, i, actions);
    const auto rolled = exact ? 0 : roll(worlds, actions);
    odds.exact = exact && !odds.hidden;
    odds.trials = !exact ? rolled : odds.hidden ? static_cast<int>(worlds.size()) : 0;
    odds.complete = !options_.stop.stop_requested();
    report(odds, worlds);
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
    bool rolled = false;
    for (auto depth = actions.size(); !ended(state, depth, rolled); ++depth)
      apply(next_action(state, random, rolled));
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
  bool ended(const play::AnyState& state, std::size_t steps, bool rolled) const {
    constexpr std::size_t kLongestAttack = 400;
    const auto actor = game_.actor(state);
    if (actor == play::Actor::Over || game_.turn(state) != root_turn_) return true;
    if (steps == 0 || !play::is_side(actor)) return false;
    if (kind_of(state) != root_kind_ && !can_be_ended(state)) return false;
    return options_.target < 0 || steps > kLongestAttack || (rolled && !is_contested(state));
  }

  /// Whether both sides stand in the place that is attacked.
  bool is_contested(const play::AnyState& state) const {
    const auto view = game_.whole_view(state);
    return holds_place(view, options_.target, 0) && holds_place(view, options_.target, 1);
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
    // Whoever attacks does nothing else before it is fought out.
    if (options_.target >= 0 && game_.actor(state) == play::actor_of(side_))
      for (const auto action : legal)
        if (kind_of(state) == root_kind_ && play::is_closing(game_.action_text(state, action)))
          return action;
    match_->begin_campaign();
    return match_->decide(state, game_.hash(state), {}).action;
  }

  /// What comes next in one course: a die that is drawn, or what is decided.
  play::Action next_action(const play::AnyState& state, core::RandomStream& random, bool& rolled) {
    rolled |= game_.actor(state) == play::Actor::Nature;
    return game_.actor(state) == play::Actor::Nature
               ? play::draw(game_.chance(state), random.next())
               : decision(state);
  }

  /// Every course from one world. False where they are too many, or it was stopped: nothing of them
  /// counts then.
  bool spread(const std::vector<play::AnyState>& worlds, std::size_t world,
              const std::vector<play::Action>& actions) {
    Spread open;
    const auto start = ordered(worlds[world], actions);
    add(open, {start, 1.0 / static_cast<double>(worlds.size()), world, false});
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
    if (ended(position.state, depth, position.rolled)) return add(ends_, position);
    if (game_.actor(position.state) != play::Actor::Nature) {
      game_.apply(position.state, decision(position.state));
      return add(next, position);
    }
    for (const auto& outcome : game_.chance(position.state)) {
      auto state = position.state;
      game_.apply(state, outcome.action);
      add(next, {std::move(state), position.share * outcome.probability, position.world, true});
    }
  }

  void add(Spread& spread, Position position) const {
    auto& all = spread[{position.world, game_.hash(position.state)}];
    position.share += all.share;
    all = std::move(position);
  }

  /// Courses by dice that are rolled; how many.
  int roll(const std::vector<play::AnyState>& worlds, const std::vector<play::Action>& actions) {
    ends_.clear();
    core::RandomStream random(kOddsStream, core::mix(kOddsStream, 1));
    int rolled = 0;
    for (; rolled < options_.trials && !(rolled > 0 && options_.stop.stop_requested()); ++rolled) {
      const auto world = static_cast<std::size_t>(rolled) % worlds.size();
      Position position{ordered(worlds[world], actions), 1, world, false};
      for (auto depth = actions.size(); !ended(position.state, depth, position.rolled); ++depth)
        game_.apply(position.state, next_action(position.state, random, position.rolled));
      add(ends_, std::move(position));
    }
    for (auto& [hash, position] : ends_) position.share /= rolled;
    return rolled;
  }

  // --- In words ---

  void report(Odds& odds, const std::vector<play::AnyState>& worlds) {
    std::vector<play::View> before;
    for (const auto& world : worlds) before.push_back(game_.whole_view(world));
    if (options_.target >= 0) odds.attack = AttackOdds{.place = options_.target};
    std::vector<Consequences> found;
    std::map<std::string, double> often;  // how likely each phrase is
    for (const auto& [key, position] : ends_) {
      const auto after = game_.whole_view(position.state);
      found.push_back(consequences(game_.info(), board_, before[position.world], after, side_,
                                   options_.target));
      for (const auto* phrases : {&found.back().losses, &found.back().traces})
        for (const auto& phrase : *phrases) often[phrase] += position.share;
      if (odds.attack) count(before[position.world], after, position.share, *odds.attack);
    }
    std::map<std::string, double> shares;
    auto next = found.begin();
    for (const auto& [key, position] : ends_) {
      shares[words_of(*next++, often)] += position.share;
      odds.ends.push_back({position.state, position.share});
    }
    if (shares.size() > 1)
      for (const auto& loss : found.front().losses)
        if (is_certain(often.at(loss))) odds.always.push_back(loss);
    // Where nothing but what is certain can come, it is the one result.
    if (shares.size() == 1 && !found.front().losses.empty())
      shares = {{joined(found.front().losses), 1}};
    for (const auto& [words, share] : shares) {
      odds.results.push_back({share, words});
      if (odds.trials > 0)
        odds.widest = std::max(odds.widest, kZ * std::sqrt(share * (1 - share) / odds.trials));
    }
    std::ranges::stable_sort(odds.results, [](auto& a, auto& b) { return a.share > b.share; });
  }

  /// One behind the other; what one side loses or gains is told once: "you lose 1 cavalry, 2
  /// infantry".
  static std::string joined(const std::vector<std::string>& parts) {
    std::string text, begun;
    for (const auto& part : parts) {
      std::string beginning;
      for (const std::string_view verb : {" lose ", " gain ", " have "})
        if (const auto at = part.find(verb); at != std::string::npos)
          beginning = part.substr(0, at + verb.size());
      const bool again = !beginning.empty() && beginning == begun;
      text += (text.empty() ? "" : ", ") + (again ? part.substr(begun.size()) : part);
      begun = beginning;
    }
    return text;
  }

  static bool is_certain(double share) { return share > 1 - 1e-9; }

  /// What does not come of it in any case.
  static std::string words_of(const Consequences& found,
                              const std::map<std::string, double>& often) {
    std::vector<std::string> parts;
    for (const auto* phrases : {&found.losses, &found.traces})
      for (const auto& phrase : *phrases)
        if (!is_certain(often.at(phrase))) parts.push_back(phrase);
    return parts.empty() ? "no losses" : joined(parts);
  }

  void count(const play::View& before, const play::View& after, double share,
             AttackOdds& attack) const {
    const bool own = holds_place(after, attack.place, play::index(side_));
    const bool enemy = holds_place(after, attack.place, play::index(play::other(side_)));
    (own && enemy ? attack.fought
     : own        ? attack.taken
     : enemy      ? attack.held
                  : attack.left) += share;
    for (int side = 0; side < play::kSides; ++side) {
      const auto i = static_cast<std::size_t>(side);
      attack.lost[i] += share * (force_of(before, side).units - force_of(after, side).units);
      attack.strength[i] +=
          share * (force_of(before, side).strength - force_of(after, side).strength);
    }
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

int target_of(const play::AnyGame& game, const play::AnyState& world, play::Side side,
              const std::vector<play::Action>& actions) {
  auto state = world;
  int target = -1;
  for (const auto action : actions) {
    if (game.actor(state) != play::actor_of(side)) break;
    const auto view = game.view(game.observe(state, play::viewer_of(side)));
    const auto taken = std::ranges::find(view.choices, action, &play::Choice::action);
    if (taken == view.choices.end()) break;
    if (taken->to >= 0)
      target = holds_place(view, taken->to, play::index(play::other(side))) ? taken->to : -1;
    game.apply(state, action);
  }
  return target;
}

std::string attack_words(const play::GameInfo& info, const play::Board& board, play::Side attacker,
                         const AttackOdds& odds) {
  const auto place = play::place_name(board, odds.place);
  std::vector<std::string> parts;
  const auto add = [&](const std::string& words, double share) {
    constexpr double kTold = 0.005;
    if (share >= kTold) parts.push_back(fmt::format("{} {:.0f} %", words, 100 * share));
  };
  add("you take " + place, odds.taken);
  add(place + " is left empty", odds.left);
  add(place + " is still fought for", odds.fought);
  add(place + " holds", odds.held);
  const auto own = static_cast<std::size_t>(play::index(attacker));
  const auto enemy = static_cast<std::size_t>(play::index(play::other(attacker)));
  const auto worth = [&](std::size_t side) {
    constexpr double kTold = 0.05;
    return odds.strength[side] < kTold ? std::string()
                                       : fmt::format(" (strength {:.1f})", odds.strength[side]);
  };
  return fmt::format("{}; on average you lose {:.1f} units{}, {} {:.1f}{}", fmt::join(parts, ", "),
                     odds.lost[own], worth(own), people_words(info, play::other(attacker)),
                     odds.lost[enemy], worth(enemy));
}

}  // namespace niemen::ai::table
