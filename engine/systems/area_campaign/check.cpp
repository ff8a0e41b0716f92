// Invariants of a position.
#include <fmt/format.h>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

std::optional<std::string> check_place(const AreaContext& game, const State& s, int side, int at) {
  const auto& id = game.places[at].id;
  const bool knows_contents = s.knows(side, at, Knowledge::Contents);
  const bool knows_number = s.knows(side, at, Knowledge::Number);
  if (knows_contents && !knows_number) return id + ": contents are known but not the number";
  if (knows_number && !occupied(game, s, side, at)) return id + ": an empty place is known";
  return std::nullopt;
}

std::optional<std::string> check_marks(const AreaContext& game, const State& s, int at) {
  const auto moved = s.work.movement.moved[at];
  const bool march = s.step >= Step::MarchStack;
  const Kind last = march ? Kind::Cavalry : s.phasing == 0 ? Kind::Depot : Kind::Supply;
  for (const Kind kind : kAllKinds)
    if (kind <= last && field(moved, kind) > s.count(s.phasing, at, kind))
      return game.places[at].id + ": more units have moved than there are";
  return std::nullopt;
}

std::optional<std::string> check_symbols(const AreaContext& game, const State& s) {
  for (std::size_t i = 0; i < game.point_places.size(); ++i) {
    if (!((s.symbols() >> i) & 1U)) continue;
    const int at = game.point_places[i];
    const int side = game.defenders_country.contains(at) ? 1 : 0;
    if (!game.fortresses.contains(at) || !occupied(game, s, side, at))
      return game.places[at].id + ": nobody to stand on the symbol";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> AreaCampaign::check(const State& s) const {
  const auto& game = *context_;
  if (s.step >= Step::Count || s.decider > play::Actor::Over || s.phasing > 1 || s.segment > 1)
    return "a field is out of range";
  if (s.turn < 1 || s.turn > game.rules.last_turn)
    return fmt::format("there is no turn {}", s.turn);
  if (s.spare != 0) return "unused bytes are not zero";
  if ((s.decider == play::Actor::Over) != (s.step == Step::Over)) return "over, or not";
  const bool die = s.step == Step::AttritionDie || s.step == Step::MarchDie ||
                   s.step == Step::CombatDie || s.step == Step::PursuitDie ||
                   s.step == Step::UnsuppliedDie;
  if (die != (s.decider == play::Actor::Nature)) return "a die that nobody rolls";
  if (s.half() & s.full()) return "an Area is 50% and 100% depleted";
  if (game.area_count() < 64 && (s.half() | s.full()) >> game.area_count())
    return "depletion of an Area that does not exist";
  if (game.point_places.size() < 32 && (s.control() | s.symbols()) >> game.point_places.size())
    return "control of a place that does not exist";
  for (std::size_t leader = 0; leader < s.leaders.size(); ++leader) {
    const int at = s.leaders[leader] & ~kMovedFlag;
    if (at >= game.place_count() && at != kDead && at != kNotArrived)
      return fmt::format("leader {} is nowhere", leader);
  }
  for (int at = 0; at < kMaxPlaces; ++at) {
    for (int side : {0, 1}) {
      if (at >= game.place_count()) {
        if (s.units[side][at] != 0) return "units in a place that does not exist";
        continue;
      }
      if (auto broken = check_place(game, s, side, at)) return broken;
    }
    if (s.step >= Step::MoveStack && s.step <= Step::MarchDie && at < game.place_count())
      if (auto broken = check_marks(game, s, at)) return broken;
  }
  const bool movement = s.step >= Step::MoveTarget && s.step <= Step::MarchDie;
  if (movement && (s.place >= game.place_count() || s.target >= game.place_count()))
    return "a move from or to nowhere";
  const bool battle = s.step >= Step::AttackPlan && s.step <= Step::LastRetreat;
  if (battle && s.work.combat.place >= game.place_count()) return "a battle nowhere";
  return check_symbols(game, s);
}

}  // namespace niemen::area_campaign
