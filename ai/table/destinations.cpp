#include "ai/table/destinations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "ai/table/consequences.h"
#include "engine/play/reach.h"

namespace niemen::ai::table {

namespace {

constexpr int kMostPositions = 300;  ///< behind one course
constexpr int kMostDepth = 12;       ///< dice and decisions behind it

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
/// By the names of kinds of events, which every mechanism makes of these words.
bool is_loss(std::string_view name) {
  return holds(name, "eliminated") || holds(name, "-lost") || holds(name, "-dies");
}
bool is_harm(std::string_view name) { return is_loss(name) || holds(name, "disrupted"); }

/// Places that have an edge in common, by place.
std::vector<std::vector<int>> neighbours_of(const play::Board& board) {
  // Corners are computed for each polygon anew: they agree to a small part of the board.
  const double grain = std::max(board.width, board.height) / 20'000;
  std::map<std::pair<long, long>, std::vector<int>> at_corner;
  for (int place = 0; place < static_cast<int>(board.spaces.size()); ++place)
    for (const auto& corner : board.spaces[static_cast<std::size_t>(place)].polygon)
      at_corner[{std::lround(corner.x / grain), std::lround(corner.y / grain)}].push_back(place);
  std::map<std::pair<int, int>, int> common;
  for (const auto& [corner, places] : at_corner)
    for (const int a : places)
      for (const int b : places)
        if (a != b) ++common[{a, b}];
  std::vector<std::vector<int>> neighbours(board.spaces.size());
  for (const auto& [pair, corners] : common)
    if (corners > 1) neighbours[static_cast<std::size_t>(pair.first)].push_back(pair.second);
  return neighbours;
}

class Surveyor {
 public:
  Surveyor(const play::AnyGame& game, const play::AnyState& world, const play::Board& board,
           const play::View& view, play::Side side)
      : game_(game), view_(view), side_(side), neighbours_(neighbours_of(board)) {
    root_step_ = std::string(game.step(world).name);
    turn_ = game.turn(world);
    const auto& names = game.info().side_names;
    supplied_ = play::supplied_mark(names[play::index(side)]);
    zone_ = play::zone_mark(names[play::index(play::other(side))]);
    for (const auto& counter : view.counters)
      if (holds_its_place(counter) && counter.side == play::index(play::other(side)))
        enemies_.insert(counter.place);
    for (const auto& space : view.spaces) tells_supply_ |= has_mark(space, supplied_);
  }

  Destination look(const play::AnyState& world, play::Reached reached) const {
    Destination destination;
    const auto place = static_cast<std::size_t>(reached.place);
    destination.is_attack = enemies_.contains(reached.place);
    for (const int next : neighbours_[place])
      if (enemies_.contains(next)) destination.beside.push_back(next);
    if (tells_supply_) destination.supplied = has_mark(view_.spaces[place], supplied_);
    destination.in_zone = has_mark(view_.spaces[place], zone_);
    if (!destination.is_attack) count_dice(world, reached.course.actions, destination);
    destination.reached = std::move(reached);
    return destination;
  }

 private:
  /// A position behind the course, and what has come of it.
  struct Position {
    play::AnyState state;
    double share = 0;
  };
  struct Fate {
    bool lost = false, hurt = false;
    auto operator<=>(const Fate&) const = default;
  };
  using Spread = std::map<std::pair<std::uint64_t, Fate>, Position>;

  static bool has_mark(const play::SpaceState& space, const std::string& mark) {
    return std::ranges::count(space.marks, mark) > 0;
  }

  void count_dice(play::AnyState world, const std::vector<play::Action>& actions,
                  Destination& destination) const {
    Fate fate;
    for (const auto action : actions) fate = after(fate, game_.apply(world, action));
    Spread open, next;
    open[{game_.hash(world), fate}] = {world, 1};
    int looked_at = 0;
    for (int depth = 0; !open.empty(); ++depth, open = std::exchange(next, {})) {
      for (auto& [key, position] : open) {
        if (++looked_at > kMostPositions || depth > kMostDepth) return;
        if (is_over(position.state)) {
          destination.lost += key.second.lost ? position.share : 0;
          destination.hurt += key.second.hurt ? position.share : 0;
        } else {
          follow(position, key.second, next);
        }
      }
    }
    destination.counted = true;
  }

  void follow(const Position& position, const Fate& fate, Spread& next) const {
    const bool decides = game_.actor(position.state) != play::Actor::Nature;
    const auto outcomes =
        decides ? std::vector<play::ChanceOutcome>{{game_.legal(position.state).front(), 1}}
                : game_.chance(position.state);
    for (const auto& outcome : outcomes) {
      auto state = position.state;
      const auto come = after(fate, game_.apply(state, outcome.action));
      const auto hash = game_.hash(state);
      auto& there = next[{hash, come}];
      there.state = std::move(state);
      there.share += position.share * outcome.probability;
    }
  }

  /// The side names who of its own is hurt; everything else is another matter.
  bool is_over(const play::AnyState& state) const {
    const auto actor = game_.actor(state);
    if (actor == play::Actor::Nature) return false;
    return actor != play::actor_of(side_) || game_.turn(state) != turn_ ||
           game_.step(state).name == root_step_;
  }

  Fate after(Fate fate, const std::vector<play::Event>& events) const {
    for (const auto& event : events) {
      if (event.side != play::index(side_)) continue;
      const auto name = game_.event_row(event).name;
      fate.lost |= is_loss(name);
      fate.hurt |= is_harm(name);
    }
    return fate;
  }

  const play::AnyGame& game_;
  const play::View& view_;
  play::Side side_;
  std::vector<std::vector<int>> neighbours_;
  std::string root_step_, supplied_, zone_;
  int turn_ = 0;
  std::set<int> enemies_;
  bool tells_supply_ = false;
};

}  // namespace

std::vector<Destination> destinations_of(const play::AnyGame& game, const play::AnyState& world,
                                         const play::Board& board, const play::View& view,
                                         play::Side side, const play::Order& order) {
  const Surveyor surveyor(game, world, board, view, side);
  std::vector<Destination> destinations;
  for (auto& reached : play::reach_of(game, world, side, order))
    destinations.push_back(surveyor.look(world, std::move(reached)));
  return destinations;
}

std::string title_of(const play::Board& board, const Destination& destination) {
  constexpr std::size_t kHexCorners = 6;
  const bool hexes = std::ranges::all_of(board.spaces, [](const play::Space& space) {
    return space.polygon.empty() || space.polygon.size() == kHexCorners;
  });
  const auto length = destination.reached.course.route.size();
  return fmt::format("{}, {} {}{}", play::place_name(board, destination.reached.place), length,
                     hexes ? "hex" : "area",
                     length == 1 ? ""
                     : hexes     ? "es"
                                 : "s");
}

std::vector<std::string> destination_words(const play::Board& board,
                                           const Destination& destination) {
  std::vector<std::string> words;
  const auto& caution = destination.reached.course.caution;
  if (!caution.empty()) words.push_back(caution);
  if (destination.is_attack) words.emplace_back("the enemy stands there: a battle");
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  if (destination.counted) {
    if (destination.lost > 0) words.push_back(percent(destination.lost) + " to lose a unit");
    if (destination.hurt > destination.lost)
      words.push_back(percent(destination.hurt) + " to lose or disrupt one");
    if (destination.hurt == 0) words.emplace_back("safe on the way");
  }
  if (destination.supplied)
    words.emplace_back(*destination.supplied ? "in supply there" : "out of supply there");
  if (destination.in_zone) words.emplace_back("in the enemy's zone of control");
  std::string beside;
  for (const int place : destination.beside)
    beside += (beside.empty() ? "" : ", ") + play::place_name(board, place);
  if (!beside.empty() && !destination.is_attack) words.push_back("next to the enemy at " + beside);
  return words;
}

}  // namespace niemen::ai::table
