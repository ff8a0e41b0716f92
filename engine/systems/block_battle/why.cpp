// Why an action is legal or not. The list of legal actions decides; the rest finds the words, with
// the rule of what was tried.
#include <fmt/format.h>

#include <algorithm>

#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/steps.h"

namespace niemen::block_battle {

namespace {

using play::Verdict;

/// Says what stands in the way of an action whose verb the step takes.
class Explainer {
 public:
  Explainer(const BlockContext& game, const State& s) : game_(game), s_(s) {}

  Verdict explain(Verb verb, int value) const {
    switch (range_of(verb)) {
      case ValueRange::Area: return area(verb, value);
      case ValueRange::Block: return block(verb, value);
      default: break;
    }
    if (s_.overfull != kNone)
      return no("3.31", "a block must leave the area that is over its limit", area_id(s_.overfull));
    return no(row_of(s_.step).rule, "it is not among the choices now");
  }
  Verdict wrong_step(Verb verb) const {
    const auto& due = row_of(s_.step);
    const auto& tried = row_of(verb);
    const auto rule = s_.step == Step::Over || tried.step == Step::Over ? due.rule : tried.rule;
    return no(rule, fmt::format("not now; what is due is {} ({})", due.name, due.rule));
  }

 private:
  static Verdict no(std::string_view rule, std::string reason, std::string culprit = {}) {
    return Verdict::no(std::string(rule), std::move(reason), std::move(culprit));
  }
  const std::string& area_id(int index) const { return game_.areas[at(index)].id; }
  const std::string& block_id(int index) const { return game_.blocks[at(index)].id; }

  Verdict block(Verb verb, int value) const {
    const auto rule = row_of(s_.step).rule;
    const auto& id = block_id(value);
    if (s_.decider != static_cast<play::Actor>(game_.side_of(value)))
      return no(rule, "it is the enemy's", id);
    if (!alive(s_, value)) return no(rule, "it is not on the board", id);
    switch (verb) {
      case Verb::Activate: return activate(value);
      case Verb::Bombard: return bombard(value);
      case Verb::Move:
      case Verb::Straggle: return move(verb, value);
      case Verb::MoveLeader:
        if (s_.overfull != kNone && has(game_, s_.active, value))
          return no("3.31", "a block must leave the area that is over its limit", id);
        return no(rule, "it is not active, or has moved", id);
      case Verb::Take: return no("6.5", "it is not the strongest there", id);
      case Verb::Supply: return supply(value);
      case Verb::Regroup: return no(rule, "it was not in the battle, or has nowhere to go", id);
      case Verb::Shelter: return no("6.61", "it is stronger than the square, or infantry", id);
      case Verb::FormSquare:
      case Verb::BreakSquare: return no("6.6", "its formation cannot change so now", id);
      case Verb::Next: return no("6.31", "its turn is not now", id);
      default: return no(rule, "it is not among the choices now", id);
    }
  }
  Verdict activate(int value) const {
    const auto& id = block_id(value);
    if (arm_of(game_, value) != Arm::Headquarters)
      return no("5.2", "only headquarters activate", id);
    if (has(game_, s_.pinned, value)) return no("5.5", "it is pinned", id);
    if (has(game_, s_.active, value)) return no("5.2", "it is active", id);
    return no("5.2", "it has strength zero", id);
  }
  Verdict bombard(int value) const {
    const auto& id = block_id(value);
    if (!is_artillery(arm_of(game_, value))) return no("5.3", "it is no artillery", id);
    if (has(game_, s_.fired, value)) return no("5.3", "it has bombarded", id);
    if (has(game_, s_.pinned, value)) return no("5.5", "it is pinned", id);
    if (is_contested(s_, s_.at(value)))
      return no("5.3", "artillery in a contested area does not bombard", id);
    if (!bombard_targets(game_, s_, value)) return no("5.3", "it has no target", id);
    return no("5.2", "nobody commands it", id);
  }
  Verdict move(Verb verb, int value) const {
    const auto& id = block_id(value);
    if (has(game_, s_.pinned, value)) return no("5.5", "it is pinned", id);
    if (has(game_, s_.fired, value)) return no("5.4", "it has bombarded", id);
    if (has(game_, s_.moved, value)) return no("5.4", "it has moved", id);
    if (has(game_, s_.acted, value)) return no("5.4", "it stays", id);
    if (has(game_, s_.active, value)) return no("5.2", "it moves after its command", id);
    if (s_.overfull != kNone)
      return no("3.31", "a block must leave the area that is over its limit", id);
    return no(verb == Verb::Move ? "5.2" : "5.7", "nobody commands it", id);
  }
  Verdict supply(int value) const {
    const auto& id = block_id(value);
    if (s_.lost(value) == 0) return no("7.2", "it is at full strength", id);
    if (in_set(s_.fresh | s_.twice, s_.at(value))) return no("7.2", "its area has had a step", id);
    if (supply_lines(game_, s_, decider(s_), s_.at(value)) == 0)
      return no("7.31", "it has no line to a source", id);
    return no("7.31", "no supply point with a line to it is left", id);
  }

  Verdict area(Verb verb, int to) const {
    const auto& id = area_id(to);
    const auto rule = row_of(s_.step).rule;
    switch (verb) {
      case Verb::Deploy: return deploy(to);
      case Verb::MoveTo: return move_to(to);
      case Verb::BombardAt: return target(to);
      case Verb::ActivateAt:
        return no("5.2", "it is not adjacent, friendly with room or vacant", id);
      case Verb::RetreatTo: return retreat(to);
      case Verb::Fight: return no("6.2", "there is no battle", id);
      default: return no(rule, "not adjacent, full, or the enemy is there", id);
    }
  }
  Verdict deploy(int to) const {
    const int side = decider(s_);
    const auto& id = area_id(to);
    if (in_set(s_.held(1 - side), to)) return no("9", "the enemy is there", id);
    if (!has_room(game_, s_, side, to)) return no("3.31", "the area is full", id);
    if (is_artillery(arm_of(game_, s_.pending)) && !in_set(game_.gun_places, to))
      return no("3.2", "artillery cannot stand there", id);
    return no("1.2", "it is out of range, or on the wrong side of the Startline", id);
  }
  Verdict move_to(int to) const {
    const int block = s_.pending, from = s_.at(block), side = game_.side_of(block);
    const auto& id = area_id(to);
    if (from == to) return no("5.4", "it stands there", id);
    const bool next = in_set(ways(game_, s_, block, from), to);
    if (in_set(s_.held(1 - side), to)) {
      if (!next) return no("5.41", "blocks attack and reinforce adjacent areas only", id);
      if (is_contested(s_, from)) return no("5.5", "a block that leaves a battle enters none", id);
      if (arm_of(game_, block) == Arm::HeavyArtillery)
        return no("4.24", "heavy artillery does not move into battles", id);
      if (!has_room(game_, s_, side, to)) return no("3.31", "the area is full", id);
      return no("3.32", "the border's Battle Limit is reached", id);
    }
    if (in_set(game_.gates, to)) return no("3.4", "blocks do not move off the board", id);
    if (!has_room(game_, s_, side, to)) return no("3.31", "the area is full", id);
    if (next && is_contested(s_, from)) {
      if (in_set(entered_from(game_, s_, 1 - side, from), to))
        return no("5.5", "the Attacker used that border", id);
      return no("3.32", "the border's Battle Limit is reached", id);
    }
    if (is_artillery(arm_of(game_, block)) && in_set(game_.foot[s_.bridges_out][at(from)], to))
      return no("3.2", "artillery does not pass there", id);
    if (in_set(game_.touching[at(from)], to))
      return no("3.2", "the river has no crossing there", id);
    return no("5.4", "it is too far", id);
  }
  Verdict target(int to) const {
    const int gun = s_.pending, from = s_.at(gun), side = game_.side_of(gun);
    const auto& id = area_id(to);
    if (!in_set(game_.touching[at(from)], to)) return no("5.3", "it is not adjacent", id);
    if (!in_set(s_.held(1 - side), to)) return no("5.3", "no enemy is there", id);
    const int border = border_between(game_, from, to);
    if (in_set(s_.fired_over[at(border / 64)], border % 64))
      return no("5.3", "artillery has fired over that border", id);
    return no("3.34", "its firepower there is nothing", id);
  }
  Verdict retreat(int to) const {
    const int block = s_.pending, side = game_.side_of(block);
    const auto& id = area_id(to);
    if (!may_retreat_now(game_, s_, block))
      return no("6.7", "light and heavy artillery do not retreat in their first round", id);
    if (!in_set(game_.touching[at(s_.battle)], to)) return no("6.7", "it is not adjacent", id);
    if (in_set(s_.held(1 - side), to)) return no("6.71", "the enemy is there", id);
    if (!in_set(ways(game_, s_, block, s_.battle), to))
      return no("3.2", "it does not pass there", id);
    if (!within_limit(game_, s_, side, s_.battle, to))
      return no("6.71", "the border's Battle Limit is reached in this round", id);
    return no(side == s_.attacker ? "6.72" : "6.74", "that way is closed to it", id);
  }

  const BlockContext& game_;
  const State& s_;
};

}  // namespace

Verdict BlockBattle::why(const State& state, play::Action action) const {
  if (!is_action(action)) return Verdict::no("notation", "there is no such action");
  const Verb verb = verb_of(action);
  const Explainer explainer(*context_, state);
  if (state.decider == play::Actor::Nature) {
    play::ChanceList outcomes;
    chance(state, outcomes);
    for (const auto& outcome : outcomes)
      if (outcome.action == action) return Verdict::yes();
  }
  play::ActionList list;
  legal(state, list);
  if (std::binary_search(list.begin(), list.end(), action)) return Verdict::yes();
  if (!((row_of(state.step).verbs >> static_cast<int>(verb)) & 1U))
    return explainer.wrong_step(verb);
  return explainer.explain(verb, value_of(action));
}

}  // namespace niemen::block_battle
