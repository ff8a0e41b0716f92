// What the lab records of an area campaign: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <vector>

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
  static std::vector<Column> turn_columns() {
    return {{"lead", "number", "points by which the side is ahead"},
            {"corps", "integer", "Corps on the map"},
            {"infantry", "integer", "Infantry Corps on the map"},
            {"supplied", "number", "share of the Corps that had a source of supply this turn"},
            {"supply_units", "integer", "Supply units on the map"},
            {"depots", "integer", "Depots"},
            {"leaders", "integer", "Leaders on the map"},
            {"areas", "integer", "Areas with Corps of the side and none of the enemy"},
            {"controlled", "integer", "places worth victory points that the side controls"},
            {"depleted", "integer", "Areas that are 100% depleted, whoever is there"},
            {"losses_attrition", "integer", "Corps lost to attrition this turn"},
            {"losses_march", "integer", "Corps lost in forced marches this turn"},
            {"losses_combat", "integer", "Corps lost in combat this turn"},
            {"losses_supply", "integer", "unsupplied Corps lost this turn"},
            {"losses_politics", "integer", "Corps lost for political reasons this turn"}};
  }
  /// Battles in which the Attacker chose a plan.
  static std::vector<Column> battle_columns() {
    return {{"turn", "integer", "turn"},
            {"place", "string", "Area or Sub-area"},
            {"attacker", "string", "a or b: whose turn it was"},
            {"attacker_plan", "string", "chit A to D"},
            {"defender_plan", "string", "chit E to H; empty: the Defender had no Infantry"},
            {"attacker_infantry", "integer", "Infantry Corps before the battle"},
            {"attacker_cavalry", "integer", "Cavalry Corps before the battle"},
            {"defender_infantry", "integer", "Infantry Corps before the battle"},
            {"defender_cavalry", "integer", "Cavalry Corps before the battle"},
            {"switched", "integer", "1: the roles were switched when the die was rolled"},
            {"odds", "integer", "percentage at the die; empty: no combat die was rolled"},
            {"die", "integer", "combat die without modifiers"},
            {"result", "string", "of the Combat Results Table, before it is softened"},
            {"pursuit_die", "integer", "empty: no pursuit"},
            {"attacker_losses", "integer", "Corps"},
            {"defender_losses", "integer", "Corps"}};
  }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game) {}

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
      case Step::AttritionPlace: due_ = {state.phasing, Attrition}; break;
      case Step::MarchDie: due_ = {state.phasing, March}; break;
      case Step::PoliticalLoss: due_ = {0, Politics}; break;
      case Step::UnsuppliedDie:
        due_ = {state.work.supply.side, Supply};
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
  enum Cause { Attrition, March, Combat, Supply, Politics, kCauses };
  static constexpr int kNobody = -1;
  /// Whose losses the last action brought about directly; all others are of combat.
  struct Due {
    int side = kNobody;
    Cause cause = Combat;
  };
  struct Battle {
    int turn = 0, place = 0, attacker = 0;
    std::array<int, 2> plans{kNone, kNone};
    std::array<std::array<int, 2>, play::kSides> corps{};  ///< by side: Infantry, Cavalry
    bool switched = false;
    int odds = kNone, die = kNone, pursuit_die = kNone;
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
      corps_[index(side)] = corps(state, side);
      arrived_[index(side)] = arrived(state, side);
    }
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
      const auto s = index(side);
      const int now = corps(state, side), come = arrived(state, side);
      int lost = corps_[s] + come - arrived_[s] - now;
      corps_[s] = now;
      arrived_[s] = come;
      lost_[s] += lost;
      if (due_.side == side && lost > 0) {
        // One action costs one Corps of its own cause, attrition as many as the Area has.
        const int direct = due_.cause == Attrition ? lost : 1;
        losses_[s][index(due_.cause)] += direct;
        lost -= direct;
      }
      losses_[s][Combat] += lost;
    }
    due_ = {};
  }

  /// Rows of the turn that is over.
  void end_turn(const State& state) {
    const auto& context = game_.context();
    const int lead = game_.outcome(state).margin;
    tally_.end_turn(state);
    const int marked = std::popcount(state.control());
    for (const auto side : {play::Side::A, play::Side::B}) {
      const int s = play::index(side);
      const int unsupplied = unsupplied_[index(s)];
      const auto held =
          area_campaign::areas_of(context, area_campaign::corps_places(state, s)) &
          ~area_campaign::areas_of(context, area_campaign::corps_places(state, 1 - s));
      const double supplied =
          unsupplied == 0 ? 1 : 1 - static_cast<double>(unsupplied) / fed_of_[index(s)];
      int leaders = 0;
      for (int leader = context.leader_begin(s); leader < context.leader_end(s); ++leader)
        leaders += state.leader_place(leader) < context.place_count();
      const int controlled =
          s == 0 ? marked : static_cast<int>(context.point_places.size()) - marked;
      add_turn_row(
          side,
          {static_cast<double>(s == 0 ? lead : -lead), static_cast<double>(corps(state, s)),
           static_cast<double>(count(state, s, area_campaign::Kind::Infantry)), supplied,
           static_cast<double>(count(state, s, area_campaign::Kind::Supply)),
           static_cast<double>(count(state, s, area_campaign::Kind::Depot)),
           static_cast<double>(leaders), static_cast<double>(std::popcount(held)),
           static_cast<double>(controlled), static_cast<double>(std::popcount(state.full()))},
          losses_[index(s)]);
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
      battle_.corps[index(side)] = {state.count(side, work.place, area_campaign::Kind::Infantry),
                                    state.count(side, work.place, area_campaign::Kind::Cavalry)};
    battle_.lost_before = lost_;
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
    const auto attacker = index(battle_.attacker), defender = 1 - attacker;
    const auto number = [](int value) { return value == kNone ? "" : std::to_string(value); };
    const auto chit = [](const auto& plans, int plan) {
      return plan == kNone ? std::string() : plans[index(plan)].substr(0, 1);
    };
    battle_rows_.push_back(
        {{std::to_string(battle_.turn), game_.context().places[index(battle_.place)].id,
          attacker == 0 ? "a" : "b", chit(rules.attacker_plans, battle_.plans[0]),
          chit(rules.defender_plans, battle_.plans[1]), std::to_string(battle_.corps[attacker][0]),
          std::to_string(battle_.corps[attacker][1]), std::to_string(battle_.corps[defender][0]),
          std::to_string(battle_.corps[defender][1]), battle_.switched ? "1" : "0",
          number(battle_.odds), number(battle_.die), battle_.result, number(battle_.pursuit_die),
          std::to_string(lost_[attacker] - battle_.lost_before[attacker]),
          std::to_string(lost_[defender] - battle_.lost_before[defender])}});
    in_battle_ = false;
  }

  Due due_;
  std::array<int, play::kSides> corps_{}, arrived_{}, lost_{};
  std::array<std::array<int, kCauses>, play::kSides> losses_{};
  /// Corps that rolled on the Unsupplied Chart this turn, of how many there were.
  std::array<int, play::kSides> unsupplied_{}, fed_of_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
