#include "engine/systems/area_campaign/refusals.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign::refuse {

namespace {

using play::Verdict;

const std::string& id(const AreaContext& game, int at) { return game.places[at].id; }
const std::string& area_id(const AreaContext& game, int area) { return game.areas[area].id; }
const std::string& leader_name(const AreaContext& game, int leader) {
  return game.leaders[leader].name;
}
Verdict at_place(const AreaContext& game, int at, std::string rule, std::string reason) {
  return Verdict::no(std::move(rule), std::move(reason), id(game, at));
}
bool adjoins(const AreaContext& game, int from, int to) { return game.adjacent[from].contains(to); }
int area_of(const AreaContext& game, int at) { return game.area_of[at]; }

/// A number outside what there is.
Verdict number(std::string rule, std::string_view what, int least, int most, std::string where) {
  return Verdict::no(std::move(rule),
                     least == most ? fmt::format("{}: {} and no other number", what, least)
                                   : fmt::format("{}: from {} to {}", what, least, most),
                     std::move(where));
}

/// A retreat of `side` from the battle.
Verdict retreat(const AreaContext& game, const State& s, int at, std::string rule) {
  const int from = s.work.combat.place;
  if (!adjoins(game, from, at))
    return at_place(game, at, std::move(rule),
                    fmt::format("it does not adjoin {}", id(game, from)));
  return at_place(game, at, "Combat B", "enemy units are there");
}

constexpr ByKind<std::string_view> kKindNames{
    {"Infantry Corps", "Cavalry Corps", "Supply units", "Depots"}};

}  // namespace

Verdict nothing(const AreaContext&, const State&, int) {
  return Verdict::no("notation", "there is no such choice");
}
Verdict die(const AreaContext&, const State&, int) {
  return Verdict::no("notation", fmt::format("a die shows 1 to {}", kDieFaces));
}

Verdict deploy(const AreaContext& game, const State& s, int at) {
  const auto& group = *current_group(game, s);
  if (!group.places.contains(at))
    return at_place(game, at, "The Scenarios", "it is not among the Areas of this group");
  if (occupied(game, s, 1 - group.side, at))
    return at_place(game, at, "A-37", "enemy units are there");
  return at_place(game, at, "The Scenarios", "the group's limit for one place is reached");
}
Verdict reinforce(const AreaContext& game, const State& s, int at) {
  return at_place(game, at, "Reinforcements",
                  current_reinforcement(game, s)->at_free_fortress
                      ? "it is no Fortress of this country that the enemy does not control"
                      : "this reinforcement does not arrive there");
}

Verdict name_area(const AreaContext& game, const State& s, int area) {
  if ((s.work.attrition.named >> area) & 1U)
    return Verdict::no("A-48", "it has been named for this die", area_id(game, area));
  return Verdict::no("Attrition", "there are no enemy pieces", area_id(game, area));
}
Verdict lose_at(const AreaContext& game, const State& s, int at) {
  const int named = s.work.attrition.area;
  if (area_of(game, at) != named)
    return at_place(
        game, at, "Attrition",
        fmt::format("the loss is to be in {}, which the enemy named", area_id(game, named)));
  return at_place(
      game, at, "A-19",
      fmt::format("you have no {} there", kKindNames[static_cast<Kind>(s.work.attrition.kind)]));
}

Verdict move_from(const AreaContext& game, const State& s, int at) {
  if (!occupied(game, s, s.phasing, at))
    return at_place(game, at, "Movement", "you have no units there");
  const auto left = unmoved(s, s.phasing, at);
  const bool leader = has_unmoved_leader(game, s, s.phasing, at);
  if (corps_in(left) == 0 && field(left, Kind::Supply) == 0 && !leader) {
    if (s.phasing == 0 && field(left, Kind::Depot) > 0)
      return at_place(game, at, "Movement B.2", "Depots move only with Supply units");
    return at_place(game, at, "Movement A", "all units there have moved in this segment");
  }
  return at_place(game, at, "Movement B.1",
                  "no Corps there has yet to move, and enemy units are in every place next to it");
}
Verdict drop_depot(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Supply D", "there is no Depot");
}
Verdict move_to(const AreaContext& game, const State& s, int at) {
  if (!adjoins(game, s.place, at))
    return at_place(game, at, "Movement A",
                    fmt::format("it does not adjoin {}", id(game, s.place)));
  return at_place(game, at, "Movement B.1", "enemy units are there, and no Corps goes first");
}
Verdict take_all(const AreaContext& game, const State& s, int) {
  if (s.flags & kShareSomething)
    return Verdict::no("Movement A", "some of the stack has been taken", id(game, s.place));
  return Verdict::no("Movement A", "what may move there is of one kind: say how many",
                     id(game, s.place));
}
Verdict take_units(const AreaContext& game, const State& s, Kind kind, int value) {
  const auto asked = static_cast<Kind>(s.kind);
  if (asked != kind)
    return Verdict::no(kind == Kind::Depot ? "Movement B.2" : "Movement A",
                       fmt::format("{} {}", kKindNames[kind],
                                   asked < kind ? "are asked for later" : "have been asked for"),
                       id(game, s.place));
  if (static_cast<Kind>(s.kind) == Kind::Depot)
    return Verdict::no("Movement B.2",
                       "a Depot goes only with a Supply unit that started here, one each",
                       id(game, s.place));
  const auto range = share_range(game, s);
  if (value < range.least && must_take_corps(game, s, s.target))
    return at_place(game, s.target, "Movement B.1", "a Corps must go first where the enemy is");
  return number("Movement A", kKindNames[static_cast<Kind>(s.kind)], range.least, range.most,
                id(game, s.place));
}
Verdict take_leader(const AreaContext& game, const State& s, int leader) {
  if (leader < game.leader_begin(s.phasing) || leader >= game.leader_end(s.phasing))
    return Verdict::no("Leaders A", "he is not yours", leader_name(game, leader));
  if (s.leader_place(leader) != s.place)
    return Verdict::no("Leaders A", fmt::format("he is not in {}", id(game, s.place)),
                       leader_name(game, leader));
  if (s.leaders[leader] & kMovedFlag)
    return Verdict::no("Leaders A", "he has moved in this segment", leader_name(game, leader));
  return Verdict::no("Leaders A", "first say how many units go along", leader_name(game, leader));
}
Verdict no_more_leaders(const AreaContext& game, const State& s, int) {
  if (s.kind != kKinds)
    return Verdict::no("Leaders A", "first say how many units go along", id(game, s.place));
  return Verdict::no("Movement A", "nothing goes along but a Leader: name one", id(game, s.place));
}

Verdict march_from(const AreaContext& game, const State& s, int at) {
  if (!occupied(game, s, s.phasing, at))
    return at_place(game, at, "Movement D", "you have no units there");
  if (s.corps(s.phasing, at) == 0 && !has_leader(game, s, s.phasing, at))
    return at_place(game, at, "A-35", "Supply units and Depots do not force march");
  if (has_unmoved_leader(game, s, s.phasing, at))
    return at_place(game, at, "A-39",
                    "no Corps there has yet to try, and a Leader does not go first to the enemy");
  return at_place(game, at, "Movement D", "every Corps there has tried");
}
Verdict march_to(const AreaContext& game, const State& s, int at) {
  if (!adjoins(game, s.place, at))
    return at_place(game, at, "Movement D",
                    fmt::format("it does not adjoin {}", id(game, s.place)));
  return at_place(game, at, "A-39", "enemy units are there, and no Corps goes first");
}
Verdict march_corps(const AreaContext& game, const State& s, int) {
  return Verdict::no("Movement D", "no Corps of that kind there has yet to try", id(game, s.place));
}
Verdict march_leader(const AreaContext& game, const State& s, int leader) {
  if (leader < game.leader_begin(s.phasing) || leader >= game.leader_end(s.phasing))
    return Verdict::no("Leaders A", "he is not yours", leader_name(game, leader));
  if (s.leader_place(leader) != s.place)
    return Verdict::no("Leaders A", fmt::format("he is not in {}", id(game, s.place)),
                       leader_name(game, leader));
  if (s.leaders[leader] & kMovedFlag)
    return Verdict::no("Leaders A", "he has marched in this segment", leader_name(game, leader));
  return Verdict::no(
      "A-39", fmt::format("no Corps has gone first to {}, where the enemy is", id(game, s.target)),
      leader_name(game, leader));
}

Verdict scorch(const AreaContext& game, const State& s, int area) {
  const auto& name = area_id(game, area);
  if (s.is_full(area)) return Verdict::no("Supply B", "the Area is 100% depleted", name);
  if (!game.rules.scorch_contested && side_in_area(game, s, 0, area))
    return Verdict::no("A-50", "enemy units are in the Area", name);
  return Verdict::no("Supply B", "there is no Supply unit", name);
}
Verdict create_depot(const AreaContext& game, const State& s, int at) {
  const int area = area_of(game, at);
  if (s.count(0, at, Kind::Supply) == 0)
    return at_place(game, at, "Supply B", "there is no Supply unit");
  if (s.depletion(area) != Depletion::None)
    return at_place(game, at, "Supply B", "the Area is depleted");
  if (side_in_area(game, s, 1, area))
    return at_place(game, at, "Supply B", "enemy units are in the Area");
  return at_place(game, at, "A-47", "no more Depots are allowed");
}

Verdict fight(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Combat", "there is no battle to fight there");
}
Verdict plan(const AreaContext&, const State&, int) {
  return Verdict::no("Combat step 1", "there is no such plan");
}
Verdict retire_cavalry(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return number("Combat A", "Cavalry Corps that retreat", 0,
                s.count(battle.leaving_side, battle.place, Kind::Cavalry), id(game, battle.place));
}
Verdict retire_supply(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return number("Combat B", "Supply units that go with the Cavalry", 0,
                s.count(battle.leaving_side, battle.place, Kind::Supply), id(game, battle.place));
}
Verdict retire_leader(const AreaContext& game, const State& s, int leader) {
  const auto& battle = s.work.combat;
  const auto& name = leader_name(game, leader);
  if (leader < game.leader_begin(battle.leaving_side) ||
      leader >= game.leader_end(battle.leaving_side))
    return Verdict::no("Leaders B", "he is not yours", name);
  if (s.leader_place(leader) != battle.place)
    return Verdict::no("Leaders B", fmt::format("he is not in {}", id(game, battle.place)), name);
  return Verdict::no("Leaders B", "he goes along already", name);
}
Verdict send_to(const AreaContext& game, const State& s, int at) {
  return retreat(game, s, at, "Combat A");
}
Verdict retreat_to(const AreaContext& game, const State& s, int at) {
  return retreat(game, s, at, "Combat K");
}
Verdict stand_fast(const AreaContext& game, const State& s, int) {
  return Verdict::no("Combat E", "this retreat is not a choice", id(game, s.work.combat.place));
}

Verdict stake(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return number("Pursuit Table", "Cavalry Corps to give", 0,
                s.count(battle.attacker, battle.place, Kind::Cavalry), id(game, battle.place));
}
Verdict give_up_infantry(const AreaContext& game, const State& s, int) {
  const auto range = pursuit_loss_range(s);
  return number("Pursuit Table", "Infantry Corps among the losses", range.least, range.most,
                id(game, s.work.combat.place));
}

Verdict settle(const AreaContext& game, const State& s, int area) {
  if (corps_in_area(game, s, s.work.supply.side, area) == 0)
    return Verdict::no("Supply G", "you have no Corps there", area_id(game, area));
  if ((s.work.supply.settled >> area) & 1U)
    return Verdict::no("Supply G", "its Corps have named their source", area_id(game, area));
  return Verdict::no("Supply G", "its Corps do not compete for a source", area_id(game, area));
}
Verdict feed(const AreaContext& game, const State& s, int) {
  return number("Supply F", "Corps that draw on it", 0, s.work.supply.left,
                area_id(game, s.work.supply.area));
}

Verdict supply_unit(const AreaContext& game, const State& s, int) {
  return Verdict::no("Supply H", "you have no Supply unit there",
                     area_id(game, s.work.supply.area));
}

Verdict lose_infantry(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Victory B", "you have no Infantry Corps there");
}
Verdict lose_cavalry(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Victory B", "you have no Cavalry Corps there");
}

}  // namespace niemen::area_campaign::refuse
