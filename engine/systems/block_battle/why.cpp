// Why an action is legal or not. The list of legal actions decides; the rest finds the words, with
// the rule of what was tried.
#include <fmt/format.h>

#include <algorithm>

#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/steps.h"

namespace niemen::block_battle {

namespace {

using play::Verdict;

/// Said of nothing: whatever a list leaves out has a reason of its own below.
constexpr const char* kUnexplained = "it is not among the choices now";

/// True for integers that mean something in this game: a verb with one of its values.
bool is_encoded(const BlockContext& game, play::Action action) {
  if (!is_action(action)) return false;
  const auto range = range_of(verb_of(action));
  const int first = lowest_value(range), value = value_of(action);
  return value >= first && value < first + value_count(game, range);
}

/// Says what stands in the way of an action whose verb the step takes.
class Explainer {
 public:
  Explainer(const BlockContext& game, const State& s) : game_(game), s_(s) {}

  Verdict explain(Verb verb, int value) const {
    switch (range_of(verb)) {
      case ValueRange::Area: return area(verb, value);
      case ValueRange::Block: return block(verb, value);
      case ValueRange::Bridge: return bridge(value);
      case ValueRange::Dice:
      case ValueRange::Hits: return no(row_of(s_.step).rule, "the dice cannot show that");
      case ValueRange::Nothing: return plain(verb);
    }
    return no(row_of(s_.step).rule, kUnexplained);
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

  Verdict plain(Verb verb) const {
    switch (verb) {
      case Verb::EndMove:
      case Verb::EndLeaders:
      case Verb::EndStraggle:
      case Verb::Stay: return overfull();
      case Verb::Fire:
      case Verb::FireAtSquares:
      case Verb::FireAtOpen:
      case Verb::Charge: return fire(verb);
      case Verb::RetreatOff: return retreat_off();
      case Verb::WithdrawOff:
        if (has_taken_hit(s_)) return stays();
        if (!in_set(game_.edges[at(side_of_loss())], s_.pending_area))
          return no("3.4", "it is no area of an edge that it may leave by");
        return no("3.4", "Attackers do not leave the board, nor more than the edge's limit");
      case Verb::Stand: return no("5.3", "there are no works to stand in");
      case Verb::Perish: return has_taken_hit(s_) ? stays() : no("5.3", "it can withdraw");
      case Verb::Give: return no("9.3", "it is gone, or the corps that it would go to");
      case Verb::EndRegroup: return no("6.8", "it has somewhere to regroup to");
      default: return no(row_of(s_.step).rule, kUnexplained);
    }
  }
  Verdict overfull() const {
    return no("3.31", "a block must leave the area that is over its limit first",
              area_id(s_.overfull));
  }
  Verdict stays() const { return no("5.3", "it has taken the hit, and stays"); }
  int side_of_loss() const { return game_.side_of(s_.pending_to); }

  Verdict fire(Verb verb) const {
    const int block = s_.pending, side = game_.side_of(block);
    const auto& id = block_id(block);
    const bool foot = arm_of(game_, block) == Arm::Infantry;
    const bool infantry = foot || has(game_, s_.guest, block);  // fights like its square (6.61)
    if (s_.round == game_.rules.rounds && side == s_.attacker)
      return no("6.73", "Attackers do not fire in the last round", id);
    if (verb == Verb::Charge && (!foot || has(game_, s_.square, block)))
      return no("6.53", "only infantry in line charges", id);
    const auto squares = targets_of(game_, s_, 1 - side, Target::Squares);
    if (verb == Verb::Fire && squares && !infantry)
      return no("6.62", "it must choose between squares and the open", id);
    const bool one_group = verb == Verb::FireAtSquares || verb == Verb::FireAtOpen;
    if (one_group && infantry) return no("6.62", "infantry fires at everybody", id);
    if (one_group && !squares) return no("6.62", "no enemy is in square", id);
    if (verb == Verb::FireAtOpen && !targets_of(game_, s_, 1 - side, Target::Open))
      return no("6.62", "no enemy is out of square", id);
    const auto target = verb == Verb::FireAtSquares ? Target::Squares : Target::Everybody;
    return fire_of(game_, s_, block, target, verb == Verb::Charge).dice > 0
               ? no("4.13", "its firepower is nothing", id)
               : no("4.11", "it has no dice", id);
  }
  Verdict retreat_off() const {
    const int block = s_.pending, side = game_.side_of(block);
    const auto& id = block_id(block);
    if (!may_retreat_now(game_, s_, block)) return first_round(id);
    if (side == s_.attacker) return no("6.72", "Attackers do not leave the board", id);
    if (!in_set(game_.edges[at(side)], s_.battle))
      return no("3.4", "it is no area of an edge that it may leave by", id);
    return no("6.71", "the edge's limit is reached in this round", id);
  }
  static Verdict first_round(const std::string& id) {
    return no("6.7", "light and heavy artillery do not retreat in their first round", id);
  }
  Verdict bridge(int index) const {
    const auto& border = game_.borders[at(game_.bridges[at(index)])];
    if (!border.burnable) return no("7.4", "it does not burn", border.id);
    if (in_set(s_.bridges_out, index)) return no("7.4", "it does not stand", border.id);
    return no("7.4", "on neither bank are blocks of that side alone", border.id);
  }

  Verdict block(Verb verb, int value) const {
    const auto rule = row_of(s_.step).rule;
    const auto& id = block_id(value);
    if (s_.decider != static_cast<play::Actor>(game_.side_of(value)))
      return no(rule, "it is the enemy's", id);
    if (verb == Verb::Enter) return no("9.1", "it leads no corps that waits to enter", id);
    if (!alive(s_, value)) return no(rule, "it is not on the board", id);
    switch (verb) {
      case Verb::Activate: return activate(value);
      case Verb::Bombard: return bombard(value);
      case Verb::Move:
      case Verb::Straggle: return move(verb, value);
      case Verb::MoveLeader:
        if (s_.overfull != kNone && has(game_, s_.active, value)) return overfull();
        return no(rule, "it is not active, or has moved", id);
      case Verb::Supply: return supply(value);
      default: return other_block(verb, value);
    }
  }
  Verdict other_block(Verb verb, int value) const {
    const auto& id = block_id(value);
    switch (verb) {
      case Verb::Pin: return pin(value);
      case Verb::OrderedBy: return no("5.23", "it cannot give that order", id);
      case Verb::Name: return no("5.3", "it is not in the redoubt", id);
      case Verb::Take:
        return no("6.5",
                  s_.battle == kNone ? "it is not the strongest there"
                                     : "the hit falls on the strongest, or on the half-hit",
                  id);
      case Verb::Regroup: return no("6.8", "it was not in the battle, or has nowhere to go", id);
      case Verb::Shelter: return no("6.61", "it is stronger than the square, or infantry", id);
      case Verb::FormSquare:
      case Verb::BreakSquare: return no("6.6", "its formation cannot change so now", id);
      case Verb::Next: return no("6.31", "its turn is not now", id);
      case Verb::Redeploy: return no("9.3", "it is no corps headquarters, or has redeployed", id);
      default: return no(row_of(s_.step).rule, kUnexplained, id);
    }
  }
  Verdict pin(int value) const {
    const auto& id = block_id(value);
    if (s_.at(value) != s_.index) return no("5.5", "it is not in that area", id);
    if (has(game_, s_.pinned, value)) return no("5.5", "it is pinned", id);
    return no("5.5", "they are named in their order, and as many must be left as are due", id);
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
    if (s_.overfull != kNone) return overfull();
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
      case Verb::EnterAt: return no("9.1", "no corps enters there", id);
      case Verb::MainFrom: return no("5 Flanking", "nobody came in from there", id);
      case Verb::WithdrawTo:
        if (has_taken_hit(s_)) return stays();
        return way_out(s_.pending_to, s_.pending_area, 1, "5.3", to);
      case Verb::OnwardTo:
        if (to == s_.battle) return no("6.75", "it does not go back into the battle", id);
        return way_out(s_.pending, s_.at(s_.pending), game_.side_of(s_.pending), "6.75", to);
      case Verb::RegroupTo: return way_out(s_.pending, s_.battle, 0, "6.8", to);
      default: return no(rule, kUnexplained, id);
    }
  }
  /// Out of `from` on a count of borders: after bombardment, on from a full area, to regroup.
  Verdict way_out(int block, int from, int account, std::string_view rule, int to) const {
    const int side = game_.side_of(block);
    const auto& id = area_id(to);
    if (!in_set(game_.touching[at(from)], to)) return no(rule, "it is not adjacent", id);
    if (in_set(s_.held(1 - side), to)) return no(rule, "the enemy is there", id);
    if (!in_set(ways(game_, s_, block, from), to)) return no("3.2", "it does not pass there", id);
    if (!has_room(game_, s_, side, to)) return no("3.31", "the area is full", id);
    if (!within_limit(game_, s_, account, from, to))
      return no("3.32", "the border's Battle Limit is reached", id);
    return no(rule, "that way is closed to it", id);
  }
  Verdict deploy(int to) const {
    const int side = decider(s_);
    const auto& id = area_id(to);
    const bool one_day = !game_.scenario.first_day && !s_.by_night();
    if (!in_set(game_.board, to)) return no("1.2", "it is no area of the board", id);
    if (in_set(s_.held(1 - side), to)) return no("9", "the enemy is there", id);
    if (one_day && in_set(game_.east, to) != (side == 1))
      return no("1.2", "it is on the wrong side of the Startline (9.2)", id);
    if (side == 1 && game_.scenario.first_day && in_set(game_.sources[0], to))
      return no("9.1", "nobody deploys in the other side's source of supply", id);
    if (!has_room(game_, s_, side, to)) return no("3.31", "the area is full", id);
    if (is_artillery(arm_of(game_, s_.pending)) && !in_set(game_.gun_places, to))
      return no("3.2", "artillery cannot stand there", id);
    return no("1.2", "it is out of range of the headquarters", id);
  }
  Verdict move_to(int to) const {
    const int block = s_.pending, from = s_.at(block), side = game_.side_of(block);
    const auto& id = area_id(to);
    if (from == to) return no("5.4", "it stands there", id);
    const bool next = in_set(ways(game_, s_, block, from), to);
    if (in_set(s_.held(1 - side), to)) {
      if (!next) return no_way(from, to);
      const bool left = has(game_, s_.active, block) && s_.via[at(block)] != kNone;
      if (is_contested(s_, from) || left)
        return no("5.5", "a block that leaves a battle enters none", id);
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
  /// Why the enemy in `to` cannot be reached in one step.
  Verdict no_way(int from, int to) const {
    const auto& id = area_id(to);
    if (in_set(game_.foot[s_.bridges_out][at(from)], to))
      return no("3.2", "artillery does not pass there", id);
    if (in_set(game_.touching[at(from)], to))
      return no("3.2", "the river has no crossing there", id);
    return no("5.41", "blocks attack and reinforce adjacent areas only", id);
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
    if (!may_retreat_now(game_, s_, block)) return first_round(id);
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
  if (!is_encoded(*context_, action)) return Verdict::no("notation", "there is no such action");
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
