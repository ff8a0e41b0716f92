#include "ai/table/prospect.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "ai/search/report.h"
#include "ai/table/consequences.h"

namespace niemen::ai::table {

namespace {

constexpr std::array<std::string_view, 3> kLeaders{"commander", "leader", "headquarters"};
constexpr int kNearTurns = 4;   ///< told one by one
constexpr int kFarTurns = 4;    ///< told of all that come later, the end among them
constexpr double kTail = 0.05;  ///< of campaigns beyond either end of what a stack may lose

bool is_unit(const play::Counter& counter) {
  return holds_its_place(counter) && std::ranges::find(kLeaders, counter.kind) == kLeaders.end();
}
/// In steps or combat factors; what has none counts as one.
int strength_of(const play::Counter& counter) {
  return std::max(1, counter.strength) * counter.count;
}

/// Whether a counter is known by the place where it stands, and so cannot be followed.
bool is_of_place(const play::Board& board, const play::Counter& counter) {
  return counter.id.ends_with("-" + board.spaces[counter.place].id);
}

/// A position in what a prospect asks of it.
struct Snapshot {
  int turn = 0;
  std::vector<std::int8_t> holder;                            ///< by place; -1: nobody
  std::array<std::vector<std::uint8_t>, play::kSides> units;  ///< by place
  std::array<int, play::kSides> main_army{-1, -1};            ///< place of most strength
  std::vector<std::uint16_t> strength;                        ///< of the units that are followed
};

/// One campaign: how each turn after the present one began, and the end.
using Course = std::vector<Snapshot>;

/// The units that a seat sees on the board.
class Followed {
 public:
  Followed(const play::Board& board, const play::View& seen, const play::View& world) {
    std::set<std::string_view> there;
    for (const auto& counter : world.counters)
      if (holds_its_place(counter)) there.insert(counter.id);
    for (const auto& counter : seen.counters)
      if (counter.known && holds_its_place(counter) && there.contains(counter.id) &&
          !is_of_place(board, counter) && index_.emplace(counter.id, units_.size()).second)
        units_.push_back({counter.id, counter.name, counter.side, counter.place, {}});
  }
  const std::vector<UnitAhead>& units() const { return units_; }

  Snapshot snapshot(const play::View& view, int turn) const {
    Snapshot shot{.turn = turn, .holder = {}, .units = {}, .strength = {}};
    const auto places = view.spaces.size();
    std::array<std::vector<int>, play::kSides> strengths;
    for (int side = 0; side < play::kSides; ++side) {
      shot.units[side].resize(places);
      strengths[side].resize(places);
    }
    shot.strength.resize(units_.size());
    for (const auto& counter : view.counters) {
      if (!holds_its_place(counter)) continue;
      if (is_unit(counter)) {
        shot.units[counter.side][counter.place] += static_cast<std::uint8_t>(counter.count);
        strengths[counter.side][counter.place] += strength_of(counter);
      }
      const auto found = index_.find(counter.id);
      if (found != index_.end())
        shot.strength[found->second] = static_cast<std::uint16_t>(strength_of(counter));
    }
    for (int side = 0; side < play::kSides; ++side) {
      const auto most = std::ranges::max_element(strengths[side]);
      if (most != strengths[side].end() && *most > 0)
        shot.main_army[side] = static_cast<int>(most - strengths[side].begin());
    }
    shot.holder.resize(places, -1);
    for (std::size_t i = 0; i < places; ++i) {
      const bool a = shot.units[0][i] > 0, b = shot.units[1][i] > 0;
      const int stands = a == b ? -1 : a ? 0 : 1;
      shot.holder[i] =
          static_cast<std::int8_t>(view.spaces[i].owner >= 0 ? view.spaces[i].owner : stands);
    }
    return shot;
  }

 private:
  std::vector<UnitAhead> units_;
  std::unordered_map<std::string, std::size_t> index_;
};

Share share_of(int count, int campaigns) {
  const auto value = static_cast<double>(count) / campaigns;
  const auto interval = wilson_interval(value, campaigns);
  return {value, interval.low, interval.high};
}

/// The turns that are told: the next ones each, the later ones in even steps.
std::vector<int> told_turns(int now, int last) {
  std::vector<int> turns;
  for (int i = 1; i <= kNearTurns && now + i <= last; ++i) turns.push_back(now + i);
  const int left = last - now - kNearTurns;
  for (int i = 1; i < kFarTurns && left > 0; ++i)
    if (const int turn = now + kNearTurns + left * i / kFarTurns; turn > turns.back())
      turns.push_back(turn);
  return turns;
}

}  // namespace

struct Foresight::Tallies {
  play::View seen;
  Followed followed;
  Snapshot present;
  std::vector<Course> courses;

  Tallies(const play::Board& board, play::View view, const play::View& world)
      : seen(std::move(view)),
        followed(board, seen, world),
        present(followed.snapshot(world, seen.turn)) {}

  /// How a campaign stood when a turn began, or at its end where that came earlier.
  static const Snapshot& at(const Course& course, int turn) {
    const auto found =
        std::ranges::find_if(course, [&](const Snapshot& shot) { return shot.turn >= turn; });
    return found == course.end() ? course.back() : *found;
  }
  TurnAhead ahead(int turn, bool end) const;
  std::vector<StackAhead> stacks() const;
};

TurnAhead Foresight::Tallies::ahead(int turn, bool end) const {
  TurnAhead ahead{
      .turn = turn, .end = end, .places = {}, .units = followed.units(), .main_army = {}};
  const auto campaigns = static_cast<int>(courses.size());
  const auto places = seen.spaces.size();
  std::array<std::vector<int>, play::kSides> held, stood;
  for (int side = 0; side < play::kSides; ++side) {
    held[side].resize(places);
    stood[side].resize(places);
  }
  std::vector<int> lives(ahead.units.size());
  std::array<std::map<int, int>, play::kSides> armies;
  for (const auto& course : courses) {
    const auto& shot = end ? course.back() : at(course, turn);
    for (std::size_t i = 0; i < places; ++i) {
      if (shot.holder[i] >= 0) ++held[shot.holder[i]][i];
      for (int side = 0; side < play::kSides; ++side) stood[side][i] += shot.units[side][i];
    }
    for (std::size_t i = 0; i < lives.size(); ++i) lives[i] += shot.strength[i] > 0;
    for (int side = 0; side < play::kSides; ++side)
      if (shot.main_army[side] >= 0) ++armies[side][shot.main_army[side]];
  }
  for (std::size_t i = 0; i < places; ++i) {
    if (held[0][i] + held[1][i] + stood[0][i] + stood[1][i] == 0) continue;
    PlaceAhead place{.place = static_cast<int>(i), .held = {}};
    for (int side = 0; side < play::kSides; ++side) {
      place.held[side] = share_of(held[side][i], campaigns);
      place.units[side] = static_cast<double>(stood[side][i]) / campaigns;
    }
    ahead.places.push_back(place);
  }
  for (std::size_t i = 0; i < lives.size(); ++i)
    ahead.units[i].lives = share_of(lives[i], campaigns);
  for (int side = 0; side < play::kSides; ++side) {
    for (const auto& [place, count] : armies[side])
      ahead.main_army[side].push_back({place, static_cast<double>(count) / campaigns});
    std::ranges::stable_sort(ahead.main_army[side], std::ranges::greater{}, &ArmyAhead::share);
  }
  return ahead;
}

std::vector<StackAhead> Foresight::Tallies::stacks() const {
  const auto& units = followed.units();
  std::map<std::pair<int, int>, std::vector<std::size_t>> together;
  for (std::size_t i = 0; i < units.size(); ++i)
    together[{units[i].place, units[i].side}].push_back(i);
  std::vector<StackAhead> list;
  for (const auto& group : together) {
    const auto& where = group.first;
    const auto& members = group.second;
    const auto sum = [&](const Snapshot& shot) {
      return std::accumulate(members.begin(), members.end(), 0,
                             [&](int total, std::size_t i) { return total + shot.strength[i]; });
    };
    const auto now = sum(present);
    std::vector<int> lost;
    for (const auto& course : courses) lost.push_back(now - sum(at(course, seen.turn + 1)));
    std::ranges::sort(lost);
    const auto tail = static_cast<std::size_t>(kTail * static_cast<double>(lost.size()));
    const auto total = std::accumulate(lost.begin(), lost.end(), 0);
    list.push_back({.place = where.first,
                    .side = where.second,
                    .strength = static_cast<double>(now),
                    .lost = static_cast<double>(total) / static_cast<double>(lost.size()),
                    .low = static_cast<double>(lost[tail]),
                    .high = static_cast<double>(lost[lost.size() - 1 - tail])});
  }
  return list;
}

Foresight::Foresight(const play::AnyGame& game, play::AnyObservation observation, int threads,
                     std::uint64_t seed)
    : game_(game),
      observation_(std::move(observation)),
      oracle_(game, threads, seed),
      tallies_(
          std::make_unique<Tallies>(game.board(), game.view(observation_),
                                    game.whole_view(oracle_.worlds(observation_, 1).front()))) {}

Foresight::~Foresight() = default;

int Foresight::played() const { return static_cast<int>(tallies_->courses.size()); }

void Foresight::play(int campaigns, const std::stop_token& stop) {
  const auto first = static_cast<std::size_t>(played());
  const auto worlds = oracle_.worlds(observation_, campaigns, first);
  struct Last {
    play::AnyState before;
    play::Action action = 0;
  };
  std::vector<Course> courses(worlds.size());
  std::vector<Last> last(worlds.size());
  const auto snapshot = [&](const play::AnyState& state, int turn) {
    return tallies_->followed.snapshot(game_.whole_view(state), turn);
  };
  const auto watch = [&](std::size_t i, const play::AnyState& before, play::Action action) {
    const int turn = game_.turn(before);
    if (turn > (courses[i].empty() ? tallies_->seen.turn : courses[i].back().turn))
      courses[i].push_back(snapshot(before, turn));
    last[i] = {before, action};
  };
  const auto played = oracle_.play_worlds(worlds, play::Side::A, stop, first, watch).scores.size();
  for (std::size_t i = 0; i < played; ++i) {
    auto end = std::move(last[i].before);
    game_.apply(end, last[i].action);
    courses[i].push_back(snapshot(end, game_.turn(end)));
    tallies_->courses.push_back(std::move(courses[i]));
  }
}

Prospect Foresight::prospect() const {
  Prospect prospect{.campaigns = played(), .turns = {}, .stacks = {}};
  if (prospect.campaigns == 0) return prospect;
  int latest = tallies_->seen.turn;
  for (const auto& course : tallies_->courses) latest = std::max(latest, course.back().turn);
  for (const int turn : told_turns(tallies_->seen.turn, latest))
    prospect.turns.push_back(tallies_->ahead(turn, false));
  prospect.turns.push_back(tallies_->ahead(latest, true));
  prospect.stacks = tallies_->stacks();
  return prospect;
}

}  // namespace niemen::ai::table
