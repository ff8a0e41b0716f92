#include "ai/table/belief.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace niemen::ai::table {

namespace {

/// Names the luck of the worlds that are dealt, so that a belief is the same whenever it is asked.
constexpr std::uint64_t kWorlds = 0x62656C696566;

using PlaceSide = std::pair<int, int>;

std::string name_of(const play::Counter& counter) {
  const auto& name = counter.name.empty() ? counter.kind : counter.name;
  return counter.count > 1 ? fmt::format("{} {}", counter.count, name) : name;
}

/// How many backs the seat sees in each place.
std::map<PlaceSide, int> backs(const play::View& view) {
  std::map<PlaceSide, int> found;
  for (const auto& counter : view.counters)
    if (!counter.known && counter.place >= 0) found[{counter.place, counter.side}] += counter.count;
  return found;
}

/// Pieces of a whole view that are not face up to the seat, by place: only where it sees backs.
class FaceDown {
 public:
  explicit FaceDown(const play::View& seen) : backs_(backs(seen)) {
    for (const auto& counter : seen.counters)
      if (counter.known) face_up_.insert({counter.place, counter.side, name_of(counter)});
  }
  const std::map<PlaceSide, int>& places() const { return backs_; }
  /// Calls `visit(place and side, counter)` for each of them.
  template <class Visit>
  void each(const play::View& whole, Visit visit) const {
    for (const auto& counter : whole.counters) {
      const PlaceSide where{counter.place, counter.side};
      if (backs_.contains(where) &&
          !face_up_.contains({counter.place, counter.side, name_of(counter)}))
        visit(where, counter);
    }
  }

 private:
  std::map<PlaceSide, int> backs_;
  std::set<std::tuple<int, int, std::string>> face_up_;
};

struct Tally {
  int worlds = 0;
  double strength = 0;  ///< sum
  bool there = false;
};
using Tallies = std::map<PlaceSide, std::map<std::string, Tally>>;

Tallies deal(const play::AnyGame& game, const play::AnyObservation& observation,
             const FaceDown& face_down, int worlds) {
  Tallies tallies;
  core::RandomStream random(kWorlds);
  for (int i = 0; i < worlds; ++i) {
    const auto whole = game.whole_view(game.sample_world(observation, random));
    std::set<std::pair<PlaceSide, std::string>> met;  // what occurs twice is still one world's
    face_down.each(whole, [&](const PlaceSide& where, const play::Counter& counter) {
      if (!met.insert({where, name_of(counter)}).second) return;
      auto& tally = tallies[where][name_of(counter)];
      ++tally.worlds;
      tally.strength += counter.strength;
    });
  }
  return tallies;
}

Belief belief_of(const PlaceSide& where, int backs, const std::map<std::string, Tally>& tallies,
                 int worlds) {
  Belief belief{where.first, where.second, backs, {}};
  for (const auto& [name, tally] : tallies)
    belief.possibilities.push_back({name, static_cast<double>(tally.worlds) / worlds,
                                    tally.worlds ? tally.strength / tally.worlds : 0, tally.there});
  std::stable_sort(belief.possibilities.begin(), belief.possibilities.end(),
                   [](const Possibility& a, const Possibility& b) { return a.share > b.share; });
  return belief;
}

/// `truth`: the position, where it may be told.
std::vector<Belief> beliefs_with(const play::AnyGame& game, const play::AnyObservation& observation,
                                 const BeliefOptions& options, const play::AnyState* truth) {
  const FaceDown face_down(game.view(observation));
  std::vector<Belief> result;
  if (face_down.places().empty()) return result;
  auto tallies = deal(game, observation, face_down, options.worlds);
  if (truth)
    face_down.each(game.whole_view(*truth), [&](const PlaceSide& where, const play::Counter& one) {
      tallies[where][name_of(one)].there = true;
    });
  for (const auto& [where, number] : face_down.places())
    result.push_back(belief_of(where, number, tallies[where], options.worlds));
  return result;
}

}  // namespace

std::vector<Belief> beliefs(const play::AnyGame& game, const play::AnyObservation& observation,
                            const BeliefOptions& options) {
  return beliefs_with(game, observation, options, nullptr);
}

std::vector<Belief> beliefs(const play::Session& session, play::Side side, std::size_t step,
                            const BeliefOptions& options) {
  const std::size_t last = session.steps().size();
  if (step > last)
    throw core::InputError(fmt::format("there is no step {}; the last is {}", step, last));
  if (!session.open_to_all() && step != last)
    throw play::Refused("what was believed earlier is told after the end of the campaign");
  const auto& state = session.state(step);
  const auto observation = session.open_to_all()
                               ? session.game().observe(state, play::viewer_of(side))
                               : session.observation(side);
  return beliefs_with(session.game(), observation, options,
                      session.open_to_all() ? &state : nullptr);
}

double mean_share_of_truth(const std::vector<Belief>& beliefs) {
  double sum = 0;
  int pieces = 0;
  for (const auto& belief : beliefs)
    for (const auto& one : belief.possibilities)
      if (one.there) {
        sum += one.share;
        ++pieces;
      }
  return pieces ? sum / pieces : 0;
}

}  // namespace niemen::ai::table
