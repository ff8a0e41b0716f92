// Joins the rows of the chapters; play/steps.h runs the mechanism by them.
#include "engine/systems/area_campaign/steps.h"

#include <fmt/format.h>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

const play::RowTable<Mechanism>& Mechanism::rows() {
  static constexpr auto kRows = play::join_rows<Mechanism>(
      set_up_row, reinforce_row, attrition_die_row, attrition_area_row, attrition_place_row,
      move_stack_row, move_target_row, move_share_row, march_stack_row, march_target_row,
      march_unit_row, march_die_row, scorch_row, create_depot_row, choose_battle_row,
      attack_plan_row, defence_plan_row, retire_cavalry_row, retire_supply_row, retire_leaders_row,
      retire_area_row, plan_loss_row, plan_retreat_row, combat_die_row, pursue_row, pursuit_die_row,
      pursuit_stake_row, pursuit_loss_row, last_retreat_row, drop_depots_row, settle_area_row,
      feed_corps_row, supply_track_row, unsupplied_die_row, political_loss_row, over_row);
  return kRows;
}

bool Mechanism::is_action(const AreaContext& game, play::Action action) {
  if (!area_campaign::is_action(action)) return false;
  const auto range = range_of(verb_of(action));
  const int value = value_of(action) - lowest_value(range);
  return value >= 0 && value < value_count(game, range);
}

play::Verdict Mechanism::not_now(const AreaContext& game, const State& state, Verb verb) {
  return play::Verdict::no(std::string(Steps::rule_of(verb)),
                           fmt::format("not now: {}", AreaCampaign(game).prompt(state)));
}

play::StepRow AreaCampaign::step(const State& state) const { return Steps::row_of(state); }

void AreaCampaign::legal(const State& state, play::ActionList& list) const {
  Steps::legal(*context_, state, list);
}
void AreaCampaign::chance(const State& state, play::ChanceList& list) const {
  Steps::chance(*context_, state, list);
}
play::ChanceKey AreaCampaign::chance_key(const State& state) const {
  return Steps::chance_key(*context_, state);
}
void AreaCampaign::apply(State& state, play::Action action, play::NullRecorder&) const {
  Steps::apply(*context_, state, action, nullptr);
}
void AreaCampaign::apply(State& state, play::Action action, play::EventRecorder& recorder) const {
  Steps::apply(*context_, state, action, &recorder);
}
play::Verdict AreaCampaign::why(const State& state, play::Action action) const {
  return Steps::why(*context_, state, action);
}

}  // namespace niemen::area_campaign
