// What the lab records of an area campaign: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "ai/telemetry/area_campaign/blunders.h"
#include "ai/telemetry/area_campaign/tally.h"
#include "ai/telemetry/mechanism_telemetry.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::lab {

template <>
class Telemetry<area_campaign::AreaCampaign>
    : public MechanismTelemetry<area_campaign::AreaCampaign, AreaTally> {
 public:
  /// As the next turn begins, reinforcements that have arrived by then included.
  static std::vector<Column> turn_columns() { return described(kTurnColumns); }
  /// Battles in which the Attacker chose a plan.
  static std::vector<Column> battle_columns() { return described(kBattleColumns); }

  static bool sets_up(const State& state) { return state.step == area_campaign::Step::SetUp; }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game), blunders_(game) {}

  void before(const State& state, play::Actor) {
    tally_.before(state);
    if (state.step == area_campaign::Step::SetUp) return;
    if (turn_ == kSetUp) begin(state);
    count_losses(state);
    follow_battle(state);
    if (state.turn != turn_) end_turn(state);
  }
  void after(const State& state, play::Actor, play::Action action, const ai::Decision*) {
    using area_campaign::Step;
    const int value = area_campaign::value_of(action);
    tally_.after(state, action);
    due_ = {};
    switch (state.step) {
      case Step::AttritionArea:
      case Step::AttritionPlace: due_ = {state.phasing, &Turn::losses_attrition}; break;
      case Step::MarchDie: due_ = {state.phasing, &Turn::losses_march}; break;
      case Step::PoliticalLoss: due_ = {0, &Turn::losses_politics}; break;
      case Step::UnsuppliedDie:
        due_ = {state.work.supply.side, &Turn::losses_supply};
        blunders_.unsupplied(state);
        if (unsupplied_ == std::array<int, play::kSides>{}) fed_of_ = corps_;
        ++unsupplied_[state.work.supply.side];
        break;
      case Step::AttackPlan: begin_battle(state, value); break;
      case Step::DefencePlan: battle_.plans[1] = value; break;
      case Step::CombatDie: combat_die(state, value); break;
      case Step::PursuitDie: battle_.pursuit_die = value; break;
      default: break;
    }
  }

  void finish(const State& last, PlayedCampaign& played) {
    if (turn_ == kSetUp) return;
    count_losses(last);
    follow_battle(last);
    tally_.before(last);
    end_turn(last);
    // One index counts for both: the invader's points.
    const int even = game_.context().rules.margin_at;
    hand_over(played, {game_.outcome(last).margin + even, even}, lost_);
  }

 private:
  /// What a side has at the end of a turn, and lost in it.
  struct Turn {
    int lead = 0, corps = 0, infantry = 0, supply_units = 0, depots = 0, leaders = 0, areas = 0,
        controlled = 0, depleted = 0;
    double supplied = 0;
    int losses_attrition = 0, losses_march = 0, losses_combat = 0, losses_supply = 0,
        losses_politics = 0;
    int battles = 0, blunders_starved = 0, blunders_open = 0, blunders_left = 0, blunders_idle = 0,
        blunders_leaders = 0, blunders_unsupported = 0;
  };
  static constexpr TurnColumn<Turn> kTurnColumns[] = {
      {"lead", "number", "points by which the side is ahead", &Turn::lead},
      {"corps", "integer", "Corps on the map", &Turn::corps},
      {"infantry", "integer", "Infantry Corps on the map", &Turn::infantry},
      {"supplied", "number", "share of the Corps that had a source of supply this turn",
       &Turn::supplied},
      {"supply_units", "integer", "Supply units on the map", &Turn::supply_units},
      {"depots", "integer", "Depots", &Turn::depots},
      {"leaders", "integer", "Leaders on the map", &Turn::leaders},
      {"areas", "integer", "Areas with Corps of the side and none of the enemy", &Turn::areas},
      {"controlled", "integer", "places worth victory points that the side controls",
       &Turn::controlled},
      {"depleted", "integer", "Areas that are 100% depleted, whoever is there", &Turn::depleted},
      {"losses_attrition", "integer", "Corps lost to attrition this turn", &Turn::losses_attrition},
      {"losses_march", "integer", "Corps lost in forced marches this turn", &Turn::losses_march},
      {"losses_combat", "integer", "Corps lost in combat this turn", &Turn::losses_combat},
      {"losses_supply", "integer", "unsupplied Corps lost this turn", &Turn::losses_supply},
      {"losses_politics", "integer", "Corps lost for political reasons this turn",
       &Turn::losses_politics},
      {"battles", "integer", "battles begun as Attacker this turn", &Turn::battles},
      {"blunders_starved", "integer",
       "Corps without a source this turn that another choice of sources, or an Area next door that "
       "is not depleted and free of enemies, could have fed",
       &Turn::blunders_starved},
      {"blunders_open", "integer",
       "places worth points that the side controls and left without a Corps at the end of the "
       "turn, with enemies next door",
       &Turn::blunders_open},
      {"blunders_left", "integer",
       "places worth points that nobody stood in at the end of the campaign, the enemy's, with "
       "Corps of the side next door",
       &Turn::blunders_left},
      {"blunders_idle", "integer",
       "Corps in masses of five or more that have stood still for four turns, away from enemies "
       "and from places worth points",
       &Turn::blunders_idle},
      {"blunders_leaders", "integer", "Leaders without a Corps, enemies next door",
       &Turn::blunders_leaders},
      {"blunders_unsupported", "integer",
       "battles begun with fewer Corps than the Defender while Corps next door stood still",
       &Turn::blunders_unsupported},
  };

  struct BattleLine {
    int turn = 0;
    std::string place, attacker, attacker_plan, defender_plan, result;
    int attacker_infantry = 0, attacker_cavalry = 0, defender_infantry = 0, defender_cavalry = 0,
        switched = 0;
    std::optional<int> odds, die, pursuit_die;
    int attacker_losses = 0, defender_losses = 0;
  };
  static constexpr BattleColumn<BattleLine> kBattleColumns[] = {
      {"turn", "integer", "turn", &BattleLine::turn},
      {"place", "string", "Area or Sub-area", &BattleLine::place},
      {"attacker", "string", "a or b: whose turn it was", &BattleLine::attacker},
      {"attacker_plan", "string", "chit A to D", &BattleLine::attacker_plan},
      {"defender_plan", "string", "chit E to H; empty: the Defender had no Infantry",
       &BattleLine::defender_plan},
      {"attacker_infantry", "integer", "Infantry Corps before the battle",
       &BattleLine::attacker_infantry},
      {"attacker_cavalry", "integer", "Cavalry Corps before the battle",
       &BattleLine::attacker_cavalry},
      {"defender_infantry", "integer", "Infantry Corps before the battle",
       &BattleLine::defender_infantry},
      {"defender_cavalry", "integer", "Cavalry Corps before the battle",
       &BattleLine::defender_cavalry},
      {"switched", "integer", "1: the roles were switched when the die was rolled",
       &BattleLine::switched},
      {"odds", "integer", "percentage at the die; empty: no combat die was rolled",
       &BattleLine::odds},
      {"die", "integer", "combat die without modifiers", &BattleLine::die},
      {"result", "string", "of the Combat Results Table, before it is softened",
       &BattleLine::result},
      {"pursuit_die", "integer", "empty: no pursuit", &BattleLine::pursuit_die},
      {"attacker_losses", "integer", "Corps", &BattleLine::attacker_losses},
      {"defender_losses", "integer", "Corps", &BattleLine::defender_losses},
  };

  static constexpr int kNobody = -1;
  /// Whose losses the last action brought about directly; all others are of combat.
  struct Due {
    int side = kNobody;
    int Turn::*losses = &Turn::losses_combat;
  };
  struct Battle {
    int turn = 0, place = 0, attacker = 0;
    std::array<int, 2> plans{kNone, kNone};
    std::array<std::array<int, 2>, play::kSides> corps{};  ///< by side: Infantry, Cavalry
    bool switched = false;
    std::optional<int> odds, die, pursuit_die;
    std::string result;
    std::array<int, play::kSides> lost_before{};
  };
  static constexpr int kNone = -1;

  static int count(const State& state, int side, area_campaign::Kind kind) {
    int total = 0;
    for (const int at : area_campaign::kind_places(state, side, kind))
      total += state.count(side, at, kind);
    return total;
  }
  static int corps(const State& state, int side) {
    return count(state, side, area_campaign::Kind::Infantry) +
           count(state, side, area_campaign::Kind::Cavalry);
  }

  void begin(const State& state) {
    turn_ = state.turn;
    for (const int side : {0, 1}) {
      corps_[side] = corps(state, side);
      arrived_[side] = arrived(state, side);
    }
    blunders_.begin(state);
  }

  /// Corps of a side that have arrived as reinforcements since the campaign began.
  int arrived(const State& state, int side) const {
    const auto& context = game_.context();
    const int segment = side == context.rules.first_player ? 0 : 1;
    int number = 0;
    for (std::size_t row = 0; row < context.reinforcements.size(); ++row) {
      const auto& arrival = context.reinforcements[row];
      if (arrival.side != side || arrival.turn < context.scenario.first_turn ||
          arrival.turn > state.turn)
        continue;
      std::size_t entries = arrival.queue.size();
      if (arrival.turn == state.turn && state.segment < segment) continue;
      if (arrival.turn == state.turn && state.segment == segment &&
          state.step == area_campaign::Step::Reinforce) {
        if (row > state.place) continue;
        if (row == state.place) entries = state.target;
      }
      for (std::size_t i = 0; i < entries; ++i)
        number += arrival.queue[i] <= static_cast<int>(area_campaign::Kind::Cavalry);
    }
    return number;
  }

  void count_losses(const State& state) {
    for (const int side : {0, 1}) {
      const int now = corps(state, side), come = arrived(state, side);
      int lost = corps_[side] + come - arrived_[side] - now;
      corps_[side] = now;
      arrived_[side] = come;
      lost_[side] += lost;
      if (due_.side == side && lost > 0) {
        // One action costs one Corps of its own cause, attrition as many as the Area has.
        const int direct = due_.losses == &Turn::losses_attrition ? lost : 1;
        sides_[side].*due_.losses += direct;
        lost -= direct;
      }
      sides_[side].losses_combat += lost;
    }
    due_ = {};
  }

  /// Rows of the turn that is over.
  void end_turn(const State& state) {
    const auto& context = game_.context();
    const int lead = game_.outcome(state).margin;
    tally_.end_turn(state);
    blunders_.end_turn(state);
    const auto blunders = blunders_.take();
    const int marked = std::popcount(state.control());
    for (const auto side : {play::Side::A, play::Side::B}) {
      const int s = play::index(side);
      const int unsupplied = unsupplied_[s];
      Turn& turn = sides_[s];
      const auto held =
          area_campaign::areas_of(context, area_campaign::corps_places(state, s)) &
          ~area_campaign::areas_of(context, area_campaign::corps_places(state, 1 - s));
      turn.supplied = unsupplied == 0 ? 1 : 1 - static_cast<double>(unsupplied) / fed_of_[s];
      for (int leader = context.leader_begin(s); leader < context.leader_end(s); ++leader)
        turn.leaders += state.leader_place(leader) < context.place_count();
      turn.lead = s == 0 ? lead : -lead;
      turn.corps = corps(state, s);
      turn.infantry = count(state, s, area_campaign::Kind::Infantry);
      turn.supply_units = count(state, s, area_campaign::Kind::Supply);
      turn.depots = count(state, s, area_campaign::Kind::Depot);
      turn.areas = std::popcount(held);
      turn.controlled = s == 0 ? marked : static_cast<int>(context.point_places.size()) - marked;
      turn.depleted = std::popcount(state.full());
      turn.blunders_starved = blunders[s].starved;
      turn.blunders_open = blunders[s].open;
      turn.blunders_left = blunders[s].left;
      turn.blunders_idle = blunders[s].idle;
      turn.blunders_leaders = blunders[s].leaders;
      turn.blunders_unsupported = blunders[s].unsupported;
      add_turn_row(side, kTurnColumns, turn);
    }
    unsupplied_ = {};
    turn_ = state.turn;
  }

  void begin_battle(const State& state, int plan) {
    const auto& work = state.work.combat;
    in_battle_ = true;
    battle_ = {};
    battle_.turn = state.turn;
    battle_.place = work.place;
    battle_.attacker = work.attacker;
    battle_.plans[0] = plan;
    for (const int side : {0, 1})
      battle_.corps[side] = {state.count(side, work.place, area_campaign::Kind::Infantry),
                             state.count(side, work.place, area_campaign::Kind::Cavalry)};
    battle_.lost_before = lost_;
    ++sides_[battle_.attacker].battles;
    blunders_.attacked(state);
  }

  void combat_die(const State& state, int die) {
    battle_.odds = area_campaign::odds_percent(game_.context(), state);
    battle_.die = die;
    battle_.switched = state.work.combat.attacker != battle_.attacker;
    battle_.result =
        area_campaign::result_name(area_campaign::combat_result(game_.context(), state, die));
  }

  void follow_battle(const State& state) {
    using area_campaign::Step;
    if (!in_battle_) return;
    const bool on = state.step >= Step::AttackPlan && state.step <= Step::LastRetreat &&
                    state.work.combat.place == battle_.place;
    if (!on) close_battle();
  }

  void close_battle() {
    const auto& rules = game_.context().rules;
    const int attacker = battle_.attacker, defender = 1 - attacker;
    const auto chit = [](const auto& plans, int plan) {
      return plan == kNone ? std::string() : plans[plan].substr(0, 1);
    };
    BattleLine line;
    line.turn = battle_.turn;
    line.place = game_.context().places[battle_.place].id;
    line.attacker = side_name(attacker);
    line.attacker_plan = chit(rules.attacker_plans, battle_.plans[0]);
    line.defender_plan = chit(rules.defender_plans, battle_.plans[1]);
    line.attacker_infantry = battle_.corps[attacker][0];
    line.attacker_cavalry = battle_.corps[attacker][1];
    line.defender_infantry = battle_.corps[defender][0];
    line.defender_cavalry = battle_.corps[defender][1];
    line.switched = battle_.switched;
    line.odds = battle_.odds;
    line.die = battle_.die;
    line.result = battle_.result;
    line.pursuit_die = battle_.pursuit_die;
    line.attacker_losses = lost_[attacker] - battle_.lost_before[attacker];
    line.defender_losses = lost_[defender] - battle_.lost_before[defender];
    add_battle_row(kBattleColumns, line);
    in_battle_ = false;
  }

  AreaBlunders blunders_;
  Due due_;
  BySide<int> corps_{}, arrived_{}, lost_{};
  BySide<Turn> sides_{};
  /// Corps that rolled on the Unsupplied Chart this turn, of how many there were.
  BySide<int> unsupplied_{}, fed_of_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
