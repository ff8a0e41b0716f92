#include "ai/table/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "engine/core/hash.h"

namespace niemen::ai::table {

namespace {

constexpr std::uint64_t kOddsStream = 0x6F646473;
constexpr double kZ = 1.959963984540054;  // of a 95 % interval

struct Position {
  play::AnyState state;
  double share = 0;
};
/// Positions by hash: courses that come to the same are counted together.
using Spread = std::map<std::uint64_t, Position>;

class Calculator {
 public:
  Calculator(const play::AnyGame& game, const OddsOptions& options)
      : game_(game), options_(options) {
    const auto rule_of_thumb = find_agent("doctrine");
    match_ = make_match(game, {rule_of_thumb, rule_of_thumb});
  }

  Odds run(const play::AnyObservation& observation, const std::vector<play::Action>& actions) {
    const auto worlds = deal(observation);
    root_kind_ = kind_of(worlds.front());
    root_turn_ = game_.turn(worlds.front());
    side_ = play::side_of(game_.actor(worlds.front()));
    before_ = worlds.front();
    Odds odds;
    odds.hidden = worlds.size() > 1;
    bool exact = true;
    for (const auto& world : worlds)
      exact = exact && spread(world, actions, 1.0 / static_cast<double>(worlds.size()));
    if (!exact) roll(worlds, actions);
    odds.exact = exact && !odds.hidden;
    odds.trials = !exact ? options_.trials : odds.hidden ? static_cast<int>(worlds.size()) : 0;
    report(odds);
    return odds;
  }

 private:
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
    return steps > 0 && play::is_side(actor) && kind_of(state) == root_kind_;
  }

  play::AnyState ordered(play::AnyState world, const std::vector<play::Action>& actions) const {
    for (const auto action : actions) {
      const auto legal = game_.legal(world);
      if (std::ranges::binary_search(legal, action)) game_.apply(world, action);
    }
    return world;
  }

  void decide(play::AnyState& state) {
    const auto legal = game_.legal(state);
    const auto action =
        legal.size() == 1 ? legal.front() : match_->decide(state, game_.hash(state), {}).action;
    game_.apply(state, action);
  }

  /// Every course from one world. False where they are too many: nothing of them counts then.
  bool spread(const play::AnyState& world, const std::vector<play::Action>& actions, double share) {
    match_->begin_campaign();
    Spread open;
    const auto start = ordered(world, actions);
    open[game_.hash(start)] = {start, share};
    for (auto depth = actions.size(); !open.empty(); ++depth) {
      Spread next;
      for (auto& [hash, position] : open) {
        if (ended(position.state, depth)) {
          end(position.state, position.share);
        } else if (game_.actor(position.state) == play::Actor::Nature) {
          for (const auto& outcome : game_.chance(position.state)) {
            auto state = position.state;
            game_.apply(state, outcome.action);
            add(next, std::move(state), position.share * outcome.probability);
          }
        } else {
          decide(position.state);
          add(next, std::move(position.state), position.share);
        }
        if (++looked_at_ > options_.positions) return false;
      }
      open = std::move(next);
    }
    return true;
  }

  void add(Spread& spread, play::AnyState state, double share) const {
    auto& position = spread[game_.hash(state)];
    position.state = std::move(state);
    position.share += share;
  }

  void end(const play::AnyState& state, double share) {
    auto& position = ends_[game_.hash(state)];
    position.state = state;
    position.share += share;
  }

  void roll(const std::vector<play::AnyState>& worlds, const std::vector<play::Action>& actions) {
    ends_.clear();
    core::RandomStream random(kOddsStream, core::mix(kOddsStream, 1));
    for (int i = 0; i < options_.trials; ++i) {
      auto state = ordered(worlds[static_cast<std::size_t>(i) % worlds.size()], actions);
      for (auto depth = actions.size(); !ended(state, depth); ++depth) {
        if (game_.actor(state) == play::Actor::Nature) {
          game_.apply(state, play::draw(game_.chance(state), random.next()));
        } else {
          decide(state);
        }
      }
      end(state, 1.0 / options_.trials);
    }
  }

  // --- In words ---

  using Forces = std::map<std::pair<int, std::string>, int>;  ///< by side and kind

  static Forces forces(const play::View& view) {
    Forces all;
    for (const auto& counter : view.counters)
      if (counter.place >= 0 && counter.side >= 0)
        all[{counter.side, counter.kind}] += counter.count;
    return all;
  }

  /// What each side has lost against the position before, and whom of the enemy it has moved.
  std::string words_of(const play::View& before, const play::View& after) const {
    auto change = forces(after);
    for (const auto& [key, count] : forces(before)) change[key] -= count;
    std::vector<std::string> parts;
    for (const auto& [key, count] : change)
      if (count != 0)
        parts.push_back(fmt::format("{} {} {} {}", game_.info().side_names[key.first],
                                    count < 0 ? "loses" : "gains", std::abs(count), key.second));
    if (const int moved = enemies_moved(before, after); moved > 0)
      parts.push_back(fmt::format("{} of {} move", moved,
                                  game_.info().side_names[play::index(play::other(side_))]));
    return parts.empty() ? "no losses" : fmt::format("{}", fmt::join(parts, ", "));
  }

  int enemies_moved(const play::View& before, const play::View& after) const {
    int moved = 0;
    for (const auto& counter : before.counters) {
      if (counter.side != play::index(play::other(side_)) || counter.place < 0) continue;
      const auto now = std::ranges::find(after.counters, counter.id, &play::Counter::id);
      moved += now != after.counters.end() && now->place >= 0 && now->place != counter.place;
    }
    return moved;
  }

  void report(Odds& odds) {
    std::map<std::string, double> shares;
    const auto before = game_.whole_view(before_);
    for (const auto& [hash, position] : ends_)
      shares[words_of(before, game_.whole_view(position.state))] += position.share;
    for (const auto& [words, share] : shares) {
      odds.results.push_back({share, words});
      if (odds.trials > 0)
        odds.widest = std::max(odds.widest, kZ * std::sqrt(share * (1 - share) / odds.trials));
    }
    std::ranges::stable_sort(odds.results, [](auto& a, auto& b) { return a.share > b.share; });
    sample_ends(odds);
  }

  /// At equal distances along the shares laid end to end.
  void sample_ends(Odds& odds) const {
    const auto count = static_cast<double>(options_.ends);
    double passed = 0;
    for (const auto& [hash, position] : ends_) {
      passed += position.share;
      while (static_cast<double>(odds.ends.size()) + 0.5 < passed * count)
        odds.ends.push_back(position.state);
    }
  }

  const play::AnyGame& game_;
  OddsOptions options_;
  std::unique_ptr<Match> match_;
  play::Side side_ = play::Side::A;  ///< that decides
  std::string root_kind_;
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

}  // namespace niemen::ai::table
