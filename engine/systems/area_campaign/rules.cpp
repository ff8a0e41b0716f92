#include "engine/systems/area_campaign/rules.h"

namespace niemen::area_campaign {

namespace {

using Parameter = core::Parameter<Rules>;
using Kind = Parameter::Kind;

constexpr int kMaxTurn = kMaxTurns + 1;  ///< a turn that never comes

const Parameter kGeneral[] = {
    {.key = "optional_rules",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.optional_rules; },
     .help = "Leaders, Fortresses, turn victories and the loss of Napoleon, all or none"},
    {.key = "last_turn",
     .at = [](Rules& r) -> int& { return r.last_turn; },
     .min = 1,
     .max = kMaxTurns,
     .help = "the Game-Turn after which the campaign ends"},
    {.key = "scorch_contested",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.scorch_contested; },
     .help =
         "the defender's Supply units lay waste Areas with enemies too (Supply B, ruling A-50)"},
    {.key = "create_depots_both_phases",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.create_depots_both_phases; },
     .help = "Depots are made after the defender's movement too (Supply B, ruling A-27)"},
    {.key = "depot_limit",
     .at = [](Rules& r) -> int& { return r.depot_limit; },
     .max = 99,
     .help = "most Depots on the map; 0: as many as are made (ruling A-47)"},
    {.key = "political_losses",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.political_losses; },
     .help = "below the Victory Points Index the invader loses a Corps (Victory B, ruling A-26)"},
    {.key = "control_by_corps_only",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.control_by_corps_only; },
     .help = "only Corps take control, not Supply units and Leaders (Victory A, ruling A-38)"}};

constexpr int kMaxPercent = 10'000, kMaxModifier = 9;
const Parameter kCombat[] = {
    {.key = "columns",
     .kind = Kind::IntegerList,
     .list = [](Rules& r) { return std::span<int>(r.odds_from); },
     .min = 1,
     .max = kMaxPercent,
     .help = "percentages at which the columns of the Combat Results Table begin (ruling A-1)"},
    {.key = "last_percent",
     .at = [](Rules& r) -> int& { return r.odds_last; },
     .min = 1,
     .max = kMaxPercent,
     .help = "percentage of the table's end: beyond it the Defender is eliminated"},
    {.key = "invader_attacking",
     .at = [](Rules& r) -> int& { return r.attacking_modifier[0]; },
     .min = -kMaxModifier,
     .max = kMaxModifier,
     .help = "standard game: on the combat die when the invader attacks (Combat H)"},
    {.key = "defender_attacking",
     .at = [](Rules& r) -> int& { return r.attacking_modifier[1]; },
     .min = -kMaxModifier,
     .max = kMaxModifier,
     .help = "standard game: on the combat die when the defender attacks (Combat H)"},
    {.key = "fortress",
     .at = [](Rules& r) -> int& { return r.fortress_modifier; },
     .min = -kMaxModifier,
     .max = kMaxModifier,
     .help = "on the invader's combat die against a defender's Fortress (Combat G, ruling A-16)"},
    {.key = "infantry_factor_doubled",
     .at = [](Rules& r) -> int& { return r.doubled_factor; },
     .min = 1,
     .max = 9,
     .help = "what an Infantry Corps counts when a battle plan doubles it (\"cx2\")"}};

constexpr int kMaxCorps = 99;
const Parameter kSupply[] = {
    {.key = "depot_serves",
     .at = [](Rules& r) -> int& { return r.depot_serves; },
     .max = kMaxCorps,
     .help = "Corps that a Depot feeds without being expended (Supply D)"},
    {.key = "adjacent_area_corps",
     .at = [](Rules& r) -> int& { return r.adjacent_area_corps; },
     .max = kMaxCorps,
     .help = "most friendly Corps in an adjacent Area that feeds others (Supply G.2)"},
    {.key = "winter_first_turn",
     .at = [](Rules& r) -> int& { return r.winter_first_turn; },
     .min = 1,
     .max = kMaxTurn,
     .help = "first Game-Turn of the lower tracks of the supply charts"}};

constexpr int kMaxVictoryPoints = 99;
const Parameter kVictory[] = {
    {.key = "leader_lost",
     .at = [](Rules& r) -> int& { return r.leader_lost; },
     .min = -50,
     .max = 50,
     .help = "optional: points when victory_leader is eliminated, once (Victory A, ruling A-46)"},
    {.key = "turn_victory",
     .at = [](Rules& r) -> int& { return r.turn_victory; },
     .min = -3,
     .max = 3,
     .help = "optional: points when the defender lost more Corps in combat (ruling A-33)"},
    {.key = "turn_defeat",
     .at = [](Rules& r) -> int& { return r.turn_defeat; },
     .min = -3,
     .max = 3,
     .help = "optional: points when the invader lost more Corps in combat (ruling A-33)"},
    {.key = "margin_at",
     .at = [](Rules& r) -> int& { return r.margin_at; },
     .min = -kMaxVictoryPoints,
     .max = kMaxVictoryPoints,
     .help =
         "victory points at which the margin is 0; left out: the middle of the draw, or what the "
         "invader needs"}};

const core::ParameterSection<Rules> kSections[] = {
    {"rules", kGeneral}, {"attrition", systems::kAttritionTable<Rules>}, {"combat", kCombat},
    {"supply", kSupply}, {"supply", systems::kSupplyCharts<Rules>},      {"victory", kVictory}};

}  // namespace

std::span<const core::ParameterSection<Rules>> rule_sections() { return kSections; }

std::vector<core::ParameterDescription> describe_rules() {
  return core::describe_sections(rule_sections());
}

}  // namespace niemen::area_campaign
