// 12, 13, 14.1 and the advanced rules: Commanders, arrivals, set-up, cards.
#include <algorithm>
#include <array>

#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::CardEffect;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::verb_of;
using hex_campaign::VictoryRow;

/// How well the units in a hex are commanded by these Commanders, in points.
int Planner::command_need(const State& s, int hex, const PieceSet& commanders) const {
  const auto* stack = view_->own_at(hex);
  const int units = stack ? stack->units : 0;
  if (commanders.empty()) return 0;
  if (units == 0 && errands_.contains(hex)) return values().errand;
  if (units == 0) return -20;  // alone: in danger and of no use (11.19)
  const int rating = hex_campaign::rating_best(c(), s, commanders);
  int guard = 0;  // whose loss ends the game stays among many (11.19, 14.7)
  if (hex_campaign::has_trait(c(), commanders, hex_campaign::kTraitSuddenDeath))
    guard = values().guard * std::min(stack->ready - view_->danger(hex) / 2, 6);
  const int near = 10 - std::min(10, view_->steps(hex, view_->objective_of(*stack).hex));
  return values().command * std::min(units, 6) + values().rating * std::min(rating, units) +
         near / 2 + guard - 2 * (commanders.count() - 1);
}

/// 7.1: only where somebody stands a Depot gives its counter back.
void Planner::find_errands(const State& s) {
  errands_.clear();
  if (view_->is_last_turn(s)) return;
  for (const int hex : hex_campaign::depot_hexes(c(), s, me_))
    if (view_->friendly().contains(hex) && !s.combat_hexes[seat_].contains(hex) &&
        view_->danger(hex) == 0 && is_dispensable(s, hex))
      errands_.insert(hex);
}

/// A Commander moves where he is missed more than where he is.
Action Planner::choose_commander(const State& s, const ActionList& legal) {
  find_errands(s);
  struct Command {
    PieceSet commanders;
    int need = 0;
  };
  std::array<Command, kMaxStacks> commands;
  for (std::size_t i = 0; i < view_->own().size(); ++i) {
    const int hex = view_->own()[i].hex;
    commands[i].commanders = hex_campaign::commanders_at(c(), s, me_, hex);
    commands[i].need = command_need(s, hex, commands[i].commanders);
  }
  Action best = legal[0];
  int most = values().least_move;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Pick) continue;
    const int commander = payload_of(action);
    const int from = hex_campaign::place(s, commander);
    PieceSet left = hex_campaign::commanders_at(c(), s, me_, from);
    const int with = command_need(s, from, left);
    left.erase(commander);
    const int without = command_need(s, from, left);
    for (std::size_t i = 0; i < view_->own().size(); ++i) {
      const int hex = view_->own()[i].hex;
      if (hex == from || view_->steps(from, hex) > c().rules.commander_distance) continue;
      PieceSet there = commands[i].commanders;
      there.insert(commander);
      const int gain = command_need(s, hex, there) - commands[i].need + without - with;
      if (gain <= most) continue;
      most = gain;
      best = action;
    }
    for (const int hex : errands_) {
      if (view_->steps(from, hex) > c().rules.commander_distance || view_->own_at(hex)) continue;
      const int gain = values().errand + without - with;
      if (gain <= most) continue;
      most = gain;
      best = action;
    }
  }
  return best;
}

Action Planner::choose_commander_place(const State& s, const ActionList& legal, int commander) {
  find_errands(s);
  const int from = hex_campaign::place(s, commander);
  Action best = legal[0];
  int most = -100000;
  for (const auto action : legal) {
    const int hex = payload_of(action);
    PieceSet there = hex_campaign::commanders_at(c(), s, me_, hex);
    there.erase(commander);
    const int before = command_need(s, hex, there);
    there.insert(commander);
    int score = command_need(s, hex, there) - before;
    if (hex == from) score += values().least_move;
    if (const auto* stack = view_->own_at(hex); !stack || stack->units == 0)
      score -= view_->foes_near(hex);
    if (score <= most) continue;
    most = score;
    best = action;
  }
  return best;
}

/// How good a hex is for a piece that appears there.
int Planner::score_arrival(const State& s, int piece, int hex) const {
  const auto& view = *view_;
  const auto* stack = view.own_at(hex);
  int nearest = Geography::kFar;
  for (const auto& objective : view.objectives()) {
    if (!objective.main) continue;
    // A thrust that has fewer than its share draws more.
    int there = 0;
    for (const auto& own : view.own())
      if (view.steps(own.hex, objective.hex) <= 6) there += own.units;
    nearest =
        std::min(nearest, view.steps(hex, objective.hex) + std::max(0, there - objective.need) / 2);
  }
  int score = -6 * nearest;
  if (view.supplied().contains(hex)) score += 30;
  const bool commander = piece >= 0 && c().pieces[static_cast<std::size_t>(piece)].commander;
  if (commander) {
    if (!stack || stack->units == 0) return score - 40;
    return score + (stack->commanders == 0 ? 12 * stack->units : 0);
  }
  if (stack && stack->units > 0) score += 4 + 2 * stack->commanders;
  score -= 2 * std::max(0, view.danger(hex) - 2 * (stack ? stack->ready : 0) - 6);
  if (c().city.contains(hex)) score += 2 + 2 * view.points(hex);
  if (piece >= 0 && c().city.contains(hex)) score -= unruly_cost(s, PieceSet::of(piece));
  return score;
}

Action Planner::choose_place(const State& s, const ActionList& legal, int piece) const {
  Action best = legal[0];
  int most = -100000;
  for (const auto action : legal) {
    const Verb verb = verb_of(action);
    if (verb != Verb::Place && verb != Verb::MoveTo) continue;
    const int score = score_arrival(s, piece, payload_of(action));
    if (score <= most) continue;
    most = score;
    best = action;
  }
  return best;
}

/// Nemesis 17.6: a garrison needs no supply, so who has none is made one, and where the city itself
/// counts whoever stands in it; the Commander of a fortress follows.
Action Planner::choose_garrison(const State& s, const ActionList& legal) const {
  const int city = s.places.garrison.city;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Pick) continue;
    const int piece = payload_of(action);
    const bool hungry = !hex_campaign::has_status(s, piece, hex_campaign::kSupplied);
    const bool holds = view_->points(city) > 0 && hex_campaign::place(s, piece) == city;
    if (c().piece(piece).commander || hungry || holds) return action;
  }
  return legal[0];
}

/// A card is played when it helps on the whole.
Action Planner::choose_card(const State&, const ActionList& legal) const {
  Action best = legal[0];
  int most = verb_of(legal[0]) == Verb::Done ? 0 : -100000;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Card) continue;
    const auto& card = c().cards[static_cast<std::size_t>(payload_of(action))];
    int score = 0;
    for (const auto& effect : card.effects[card.single ? 0 : seat_]) {
      const int sign = effect.side == me_ ? 1 : -1;
      switch (effect.what) {
        case CardEffect::What::SupplyTrains:
        case CardEffect::What::CombatCommands: score += sign * effect.amount; break;
        case CardEffect::What::MarchDie: score -= sign * effect.amount; break;
        case CardEffect::What::Raids: score += (me_ == Side::B ? -1 : 1) * effect.amount; break;
        case CardEffect::What::RemoveCommander: score -= sign * 2; break;
        case CardEffect::What::RemoveUnits:
        case CardEffect::What::DisruptUnits: score -= sign * 2 * effect.amount; break;
        case CardEffect::What::RallyUnits:
        case CardEffect::What::ReleaseCorps: score += sign * 2; break;
      }
    }
    if (score <= most) continue;
    most = score;
    best = action;
  }
  return best;
}

/// What the victory table gives for units that leave the map at `hex` (14.7).
Planner::ExitWorth Planner::exit_worth(const State& s, int hex) const {
  ExitWorth worth;
  const int end = c().scenario.last_turn;
  for (const auto& row : c().victory.rows) {
    if (row.what != VictoryRow::What::Exits || row.side != me_ || !row.hexes.contains(hex))
      continue;
    const int last = row.when == VictoryRow::When::ByTurn ? std::min(row.turn, end) : end;
    if (s.turn > last) continue;
    worth.points += row.points;
    worth.can_wait |= s.turn < last;
  }
  return worth;
}

Action Planner::choose_offer(const ActionList& legal) const {
  Action offer = legal[0];
  for (const auto action : legal)
    if (verb_of(action) == Verb::Take && payload_of(action) <= view_->doctrine().neutrality)
      offer = action;
  return offer;
}

/// The victory table pays for units that leave: they go, unless they hold more where they stand or
/// can still take more within a march.
Action Planner::choose_exit(const State& s, const ActionList& legal) const {
  const int hex = s.places.sweep.hex;
  const auto worth = exit_worth(s, hex);
  const auto* stack = view_->own_at(hex);
  const int gain = stack ? worth.points * stack->units : 0;
  bool stays = gain <= view_->points(hex);
  for (const auto& prize : strategy_->prizes[seat_])
    stays |= worth.can_wait && prize.points > gain && !view_->holds(s, prize.hex) &&
             view_->steps(hex, prize.hex) <= c().rules.march;
  return stays ? legal[0] : first_with(legal, Verb::Whole, legal[0]);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
