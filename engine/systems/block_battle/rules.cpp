#include "engine/systems/block_battle/rules.h"

namespace niemen::block_battle {

namespace {

using Parameter = core::Parameter<Rules>;
using Kind = Parameter::Kind;

const Parameter kRules[] = {
    {.key = "flanking",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.flanking; },
     .help = "blocks over other borders than the main attack come a round later, with more "
             "firepower (5, optional; B-31)"},
    {.key = "leave_battle_by_road",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.leave_battle_by_road; },
     .help = "blocks that leave a battle go on by road when the first border is open to them (5.5, "
             "B-36)"},
    {.key = "own_edge_only",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.own_edge_only; },
     .help =
         "blocks leave the board over the edges only that sources of supply of their side touch "
         "(3.4, B-49)"},
    {.key = "works",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.works; },
     .help = "blocks of the second side that defend a redoubt take two hits for a step (6.51)"}};

const Parameter kStacking[] = {{.key = "clear",
                                .at = [](Rules& r) -> int& { return r.stack_clear; },
                                .min = 1,
                                .max = 12,
                                .help = "blocks of a side in a clear area (3.31)"},
                               {.key = "woods",
                                .at = [](Rules& r) -> int& { return r.stack_woods; },
                                .min = 1,
                                .max = 12,
                                .help = "the same in woods"},
                               {.key = "swamp",
                                .at = [](Rules& r) -> int& { return r.stack_swamp; },
                                .min = 1,
                                .max = 12,
                                .help = "the same in a swamp"}};

const Parameter kBattleLimits[] = {
    {.key = "clear",
     .at = [](Rules& r) -> int& { return r.limit_clear; },
     .min = 1,
     .max = 3,
     .help = "blocks over a clear border into or out of a battle (3.32)"},
    {.key = "woods",
     .at = [](Rules& r) -> int& { return r.limit_woods; },
     .min = 1,
     .max = 3,
     .help = "blocks over a border of woods into or out of a battle (3.32)"},
    {.key = "swamp",
     .at = [](Rules& r) -> int& { return r.limit_swamp; },
     .min = 1,
     .max = 3,
     .help = "blocks over a swampy border into or out of a battle (3.32)"},
    {.key = "stream",
     .at = [](Rules& r) -> int& { return r.limit_stream; },
     .min = 1,
     .max = 3,
     .help = "blocks over a stream into or out of a battle (3.32)"},
    {.key = "crossing",
     .at = [](Rules& r) -> int& { return r.limit_crossing; },
     .min = 1,
     .max = 3,
     .help = "blocks over a bridge, dam or ford into or out of a battle (3.32)"},
    {.key = "slope_up",
     .at = [](Rules& r) -> int& { return r.limit_slope_up; },
     .min = 1,
     .max = 3,
     .help = "blocks over a slope, climbing into or out of a battle (3.32)"},
    {.key = "slope_down",
     .at = [](Rules& r) -> int& { return r.limit_slope_down; },
     .min = 1,
     .max = 3,
     .help = "blocks over a slope, descending into or out of a battle (3.32)"},
    {.key = "edge",
     .at = [](Rules& r) -> int& { return r.limit_edge; },
     .min = 1,
     .max = 3,
     .help = "blocks over the edge of the board into or out of a battle (3.32)"}};

const Parameter kBombardment[] = {
    {.key = "woods",
     .at = [](Rules& r) -> int& { return r.bombard_woods; },
     .min = -3,
     .max = 3,
     .help = "firepower of a bombardment for each side in woods (3.34)"},
    {.key = "swamp",
     .at = [](Rules& r) -> int& { return r.bombard_swamp; },
     .min = -3,
     .max = 3,
     .help = "firepower of a bombardment into a swamp (3.34)"},
    {.key = "slope_up",
     .at = [](Rules& r) -> int& { return r.bombard_slope_up; },
     .min = -3,
     .max = 3,
     .help = "firepower of a bombardment up a slope (3.34)"},
    {.key = "slope_down",
     .at = [](Rules& r) -> int& { return r.bombard_slope_down; },
     .min = -3,
     .max = 3,
     .help = "firepower of a bombardment down a slope (3.34)"}};

const Parameter kRoads[] = {
    {.key = "foot",
     .at = [](Rules& r) -> int& { return r.road_foot; },
     .min = 1,
     .max = 3,
     .help = "areas by road, infantry and light and heavy artillery (5.41)"},
    {.key = "horse",
     .at = [](Rules& r) -> int& { return r.road_horse; },
     .min = 1,
     .max = 3,
     .help = "areas by road, headquarters, cavalry and horse artillery (5.41)"}};

const Parameter kStragglers[] = {
    {.key = "loss_up_to",
     .at = [](Rules& r) -> int& { return r.straggler_loss; },
     .min = 0,
     .max = 6,
     .help = "a die up to this costs a step (5.7)"},
    {.key = "attack_modifier",
     .at = [](Rules& r) -> int& { return r.straggler_attack; },
     .min = -6,
     .max = 6,
     .help = "on the die of a block that attacks or reinforces (5.7)"}};

const Parameter kBattle[] = {
    {.key = "rounds",
     .at = [](Rules& r) -> int& { return r.rounds; },
     .min = 2,
     .max = 4,
     .help = "the round in which attackers must go (6.3)"},
    {.key = "village_attacker",
     .at = [](Rules& r) -> int& { return r.village_attacker; },
     .min = -3,
     .max = 3,
     .help = "firepower of attackers of a village in their first round (3.2)"},
    {.key = "woods_artillery",
     .at = [](Rules& r) -> int& { return r.woods_artillery; },
     .min = -3,
     .max = 3,
     .help = "firepower of artillery in woods"},
    {.key = "charge",
     .at = [](Rules& r) -> int& { return r.charge; },
     .min = 0,
     .max = 3,
     .help = "firepower of a bayonet charge (6.53)"},
    {.key = "square_infantry",
     .at = [](Rules& r) -> int& { return r.square_infantry; },
     .min = -3,
     .max = 0,
     .help = "firepower of infantry in square (6.63)"},
    {.key = "artillery_at_squares",
     .at = [](Rules& r) -> int& { return r.artillery_at_squares; },
     .min = 0,
     .max = 3,
     .help = "firepower of artillery at squares (6.63)"},
    {.key = "pursuit_cavalry",
     .at = [](Rules& r) -> int& { return r.pursuit_cavalry; },
     .min = 0,
     .max = 3,
     .help = "firepower of cavalry in pursuit (6.73)"},
    {.key = "pursuit_cossack",
     .at = [](Rules& r) -> int& { return r.pursuit_cossack; },
     .min = 0,
     .max = 3,
     .help = "firepower of Cossacks in pursuit (6.73)"},
    {.key = "flank",
     .at = [](Rules& r) -> int& { return r.flank; },
     .min = 0,
     .max = 3,
     .help = "firepower of blocks on the flank in their first round (5, optional)"}};

const Parameter kSupply[] = {{.key = "guard_step",
                              .at = [](Rules& r) -> int& { return r.guard_step; },
                              .min = 1,
                              .max = 3,
                              .help = "supply points a step of dear blocks (7.2)"},
                             {.key = "captured_symbol",
                              .at = [](Rules& r) -> int& { return r.captured_symbol; },
                              .min = 0,
                              .max = 6,
                              .help = "supply points for a captured symbol (7.33)"},
                             {.key = "bridge_burns_up_to",
                              .at = [](Rules& r) -> int& { return r.bridge_burns; },
                              .min = 0,
                              .max = 6,
                              .help = "die that burns a bridge from one bank (7.4)"},
                             {.key = "night_points",
                              .at = [](Rules& r) -> int& { return r.night_points; },
                              .min = 0,
                              .max = 6,
                              .help = "times the points of the first day, for the night (9.3)"},
                             {.key = "night_steps",
                              .at = [](Rules& r) -> int& { return r.night_steps; },
                              .min = 1,
                              .max = 2,
                              .help = "steps an area in the night (9.3)"}};

const Parameter kVictory[] = {
    {.key = "redoubt",
     .at = [](Rules& r) -> int& { return r.redoubt; },
     .min = 0,
     .max = 99,
     .help = "points for an occupied redoubt (8.5)"},
    {.key = "bid",
     .at = [](Rules& r) -> int& { return r.bid; },
     .min = -99,
     .max = 99,
     .help = "points by which the first side must be ahead to be level (8.5, Play Balance)"}};

const core::ParameterSection<Rules> kSections[] = {{"rules", kRules},
                                                   {"stacking", kStacking},
                                                   {"battle_limits", kBattleLimits},
                                                   {"bombardment", kBombardment},
                                                   {"roads", kRoads},
                                                   {"stragglers", kStragglers},
                                                   {"battle", kBattle},
                                                   {"supply", kSupply},
                                                   {"victory", kVictory}};

}  // namespace

std::span<const core::ParameterSection<Rules>> rule_sections() { return kSections; }

std::vector<core::ParameterDescription> describe_rules() {
  return core::describe_sections(rule_sections());
}

}  // namespace niemen::block_battle
