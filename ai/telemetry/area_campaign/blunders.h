// Plain blunders of an area campaign, counted by kind as anybody would who reads it afterwards.
// Each is a fact of the position, not a judgement of what it cost.
#pragma once

#include <algorithm>
#include <array>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/places.h"
#include "engine/systems/area_campaign/supply.h"

namespace niemen::lab {

/// How often a side did each in a turn.
struct AreaBlunderCounts {
  int starved = 0;      ///< Corps without a source that one at hand could feed
  int open = 0;         ///< places worth points, left without a Corps next door to the enemy
  int left = 0;         ///< likewise of the enemy, next door to one's own as the campaign ends
  int idle = 0;         ///< Corps in masses that have stood still, away from enemies and points
  int leaders = 0;      ///< Leaders without a Corps, next door to the enemy
  int unsupported = 0;  ///< attacks by the weaker, with Corps next door that stood still
};

class AreaBlunders {
 public:
  using Game = area_campaign::AreaCampaign;
  using State = area_campaign::State;

  /// What makes a mass that stands still.
  static constexpr int kMass = 5, kTurnsIdle = 4;

  explicit AreaBlunders(const Game& game) : game_(game) {}

  /// The campaign begins: where the Corps stand.
  void begin(const State& state) { remember(state); }
  /// A die falls in `state` for a Corps without a source.
  void unsupplied(const State& state) {
    const auto& c = game_.context();
    const int side = state.work.supply.side, area = c.area_of[state.work.supply.place];
    bool could = area_campaign::has_source(c, state, side, area);
    for (const int next : c.neighbours[state.work.supply.place])
      could = could || (!state.is_full(c.area_of[next]) && !has_corps(state, 1 - side, next));
    counts_[static_cast<std::size_t>(side)].starved += could;
  }
  /// The battle that is about to be fought in `state`.
  void attacked(const State& state) {
    const auto& c = game_.context();
    const int side = state.work.combat.attacker, place = state.work.combat.place;
    if (state.corps(side, place) >= state.corps(1 - side, place)) return;
    bool could = false;
    for (const int next : c.neighbours[place])
      could = could || (!has_corps(state, 1 - side, next) &&
                        std::min(state.corps(side, next), stood(side, next, 1)) > 0);
    counts_[static_cast<std::size_t>(side)].unsupported += could;
  }
  /// A turn is over, leaving `state`.
  void end_turn(const State& state) {
    remember(state);
    for (const int side : {0, 1}) count(state, side);
  }
  /// What the sides did since it was asked last.
  std::array<AreaBlunderCounts, play::kSides> take() {
    const auto counts = counts_;
    counts_ = {};
    return counts;
  }

 private:
  using Corps = std::array<std::array<std::uint8_t, area_campaign::kMaxPlaces>, play::kSides>;

  static bool has_corps(const State& state, int side, int place) {
    return state.corps(side, place) > 0;
  }
  bool is_near(const State& state, int side, int place) const {
    const auto& around = game_.context().neighbours[place];
    return std::any_of(around.begin(), around.end(),
                       [&](int next) { return has_corps(state, side, next); });
  }
  void remember(const State& state) {
    std::rotate(ends_.begin(), ends_.end() - 1, ends_.end());
    for (const int side : {0, 1})
      for (int place = 0; place < game_.context().place_count(); ++place)
        ends_[0][static_cast<std::size_t>(side)][static_cast<std::size_t>(place)] =
            static_cast<std::uint8_t>(state.corps(side, place));
  }
  /// Corps that stood in a place at the end of each of the last `ends` turns.
  int stood(int side, int place, std::size_t ends) const {
    int least = 255;
    for (std::size_t end = 0; end < ends; ++end)
      least = std::min<int>(
          least, ends_[end][static_cast<std::size_t>(side)][static_cast<std::size_t>(place)]);
    return least;
  }
  void count(const State& state, int side) {
    const auto& c = game_.context();
    auto& counts = counts_[static_cast<std::size_t>(side)];
    const bool over = state.step == area_campaign::Step::Over;
    for (std::size_t i = 0; i < c.point_places.size(); ++i) {
      const int place = c.point_places[i];
      if (c.points[i] == 0 || has_corps(state, 0, place) || has_corps(state, 1, place)) continue;
      const bool own = ((state.control() >> i) & 1U) == (side == 0);
      counts.open += own && !over && is_near(state, 1 - side, place);
      counts.left += !own && over && is_near(state, side, place);
    }
    for (int place = 0; place < c.place_count(); ++place) {
      const int still = stood(side, place, kTurnsIdle + 1);
      if (still >= kMass && !c.with_points.contains(place) && !is_near(state, 1 - side, place) &&
          !has_corps(state, 1 - side, place))
        counts.idle += still;
    }
    for (const int place : area_campaign::leader_places(c, state, side))
      counts.leaders += !has_corps(state, side, place) && is_near(state, 1 - side, place);
  }

  Game game_;
  std::array<AreaBlunderCounts, play::kSides> counts_{};
  std::array<Corps, kTurnsIdle + 1> ends_{};  ///< Corps at the ends of turns, the latest first
};

}  // namespace niemen::lab
