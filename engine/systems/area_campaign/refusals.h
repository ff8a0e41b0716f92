// Why a value is not among those that a choice allows: a function for each choice that can be
// refused. Each names the rule of what was tried.
#pragma once

#include "engine/play/verdict.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign::refuse {

using Refusal = play::Verdict(const AreaContext& game, const State& state, int value);

Refusal deploy, reinforce, die;
Refusal name_area, lose_at;
Refusal move_from, drop_depot, move_to, take_all, take_leader, no_more_leaders;
/// Of a number of one kind, as a stack is divided.
play::Verdict take_units(const AreaContext& game, const State& state, Kind kind, int value);
Refusal march_from, march_to, march_corps, march_leader;
Refusal scorch, create_depot;
Refusal fight, plan, retire_cavalry, retire_supply, retire_leader, send_to, retreat_to, stand_fast;
Refusal stake, give_up_infantry;
Refusal settle, feed, supply_unit;
Refusal lose_infantry, lose_cavalry;
/// Of choices without a value, which their step always takes.
Refusal nothing;

}  // namespace niemen::area_campaign::refuse
