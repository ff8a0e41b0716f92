#include "engine/systems/hex_operations/rules.h"

#include "engine/systems/hex_operations/added_rules.h"

namespace niemen::hex_operations {

namespace {

using Parameter = core::Parameter<Rules>;
using Kind = Parameter::Kind;

constexpr int kMaxTurn = kMaxTurns + 1;  ///< a turn that never comes
constexpr int kMaxVictoryPoints = 99;
constexpr int kMaxPercent = 10'000;
constexpr int kMaxMovement = 9;  ///< Movement Points of one allowance
constexpr int kMaxFactor = 9;

const Parameter kGeneral[] = {
    {.key = "last_turn",
     .at = [](Rules& r) -> int& { return r.last_turn; },
     .min = 1,
     .max = kMaxTurns,
     .help = "the Game-Turn after which the campaign ends"},
    {.key = "winter_first_turn",
     .at = [](Rules& r) -> int& { return r.winter_first_turn; },
     .min = 1,
     .max = kMaxTurn,
     .help = "first Game-Turn of winter: allowances and both supply charts (Movement M)"},
    {.key = "winter_reduction",
     .at = [](Rules& r) -> int& { return r.winter_reduction; },
     .max = kMaxMovement,
     .help = "Movement Points off every allowance in winter (Movement M)"},
    {.key = "political_losses",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.political_losses; },
     .help = "below the Victory Points Index the invader loses a Corps (Victory B)"},
    {.key = "political_loss_corps",
     .at = [](Rules& r) -> int& { return r.political_loss_corps; },
     .max = kMaxMovement,
     .help = "how many, however large the gap (ruling H-31)"},
    {.key = "pripet_open",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.pripet_open; },
     .help = "hexes without an Area are marsh without supply instead of closed (ruling H-52)"},
    {.key = "leader_shields",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.leader_shields; },
     .help = "Cavalry or a Leader saves its whole hex from Automatic Elimination (ruling H-12)"},
    {.key = "lone_leader_blocks",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.lone_leader_blocks; },
     .help = "Leaders alone bar their hex; else they leave it to a Combat unit (ruling H-45)"},
    {.key = "leaders_move_as_cavalry",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.leaders_move_as_cavalry; },
     .help = "Leaders among zones of control move like Cavalry (ruling H-8)"},
    {.key = "first_hex_must_be_free",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.first_hex_must_be_free; },
     .help = "a unit that begins in a zone first enters a hex outside of one (ruling H-7)"},
    {.key = "siege_by_zones",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.siege_by_zones; },
     .help = "zones of control close a siege's ring, not only units (ruling H-21)"},
    {.key = "control_by_combat_units",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.control_by_combat_units; },
     .help = "only Combat units take control, not Leaders and Supply units (ruling H-47)"},
    {.key = "depot_limit",
     .at = [](Rules& r) -> int& { return r.depot_limit; },
     .max = 16,
     .help = "most Depots on the map at once (ruling H-50)"},
    {.key = "depots_carried",
     .at = [](Rules& r) -> int& { return r.depots_carried; },
     .max = 16,
     .help = "Depots that a Supply unit takes along (ruling H-50)"},
    {.key = "doubtful_units",
     .kind = Kind::Flag,
     .at = [](Rules& r) -> int& { return r.doubtful_units; },
     .help = "units that a scenario calls doubtful are in play (ruling H-29)"},
    {.key = "division_counters_invader",
     .kind = Kind::IntegerList,
     .list = [](Rules& r) { return std::span<int>(r.division_counters[0]); },
     .max = kMaxVictoryPoints,
     .help = "Infantry and Cavalry Divisions there can be; else a Corps dies (ruling H-27)"},
    {.key = "division_counters_defender",
     .kind = Kind::IntegerList,
     .list = [](Rules& r) { return std::span<int>(r.division_counters[1]); },
     .max = kMaxVictoryPoints,
     .help = "Infantry and Cavalry Divisions there can be; else a Corps dies (ruling H-27)"}};

/// Strength and Movement Allowance of one class of units.
template <UnitClass Class>
constexpr Parameter unit(std::string_view key, std::string_view help) {
  return {.key = key,
          .kind = Kind::IntegerList,
          .list = [](Rules& r) { return std::span<int>(r.units[Class]); },
          .max = kMaxMovement,
          .help = help};
}
const Parameter kUnits[] = {
    unit<UnitClass::InfantryCorps>("infantry_corps", "strength and Movement Allowance"),
    unit<UnitClass::InfantryDivision>("infantry_division", "strength and Movement Allowance"),
    unit<UnitClass::CavalryCorps>("cavalry_corps", "strength and Movement Allowance"),
    unit<UnitClass::CavalryDivision>("cavalry_division", "strength and Movement Allowance"),
    unit<UnitClass::Leader>("leader", "strength alone on a hex, and Movement Allowance"),
    unit<UnitClass::SupplyUnit>("supply_unit", "strength alone on a hex, and Movement Allowance"),
    unit<UnitClass::Depot>("depot", "strength and Movement Allowance")};

const Parameter kMovement[] = {
    {.key = "river",
     .at = [](Rules& r) -> int& { return r.river_cost; },
     .max = kMaxMovement,
     .help = "extra Movement Points over an unbridged river (ruling H-1)"},
    {.key = "bridge",
     .at = [](Rules& r) -> int& { return r.bridge_cost; },
     .max = kMaxMovement,
     .help = "extra Movement Points over a bridged river (ruling H-1)"},
    {.key = "leaving_stack",
     .at = [](Rules& r) -> int& { return r.leaving_stack; },
     .max = kMaxMovement,
     .help = "extra points for a Combat unit that leaves others (Movement I)"},
    {.key = "leaving_partial_zone",
     .at = [](Rules& r) -> int& { return r.leaving_partial_zone; },
     .max = kMaxMovement,
     .help = "extra points for Cavalry that leaves a partial zone (Zones of Control C)"},
    {.key = "entering_eliminated",
     .at = [](Rules& r) -> int& { return r.entering_eliminated; },
     .max = kMaxMovement,
     .help = "extra points onto units just eliminated (Combat M)"}};

const Parameter kCombat[] = {
    {.key = "columns",
     .kind = Kind::IntegerList,
     .list = [](Rules& r) { return std::span<int>(r.odds_from); },
     .min = 1,
     .max = kMaxPercent,
     .help = "percentages at which columns 2 to 11 of the Combat Results Table begin"},
    {.key = "unbridged_least",
     .at = [](Rules& r) -> int& { return r.unbridged_least; },
     .max = kMaxPercent,
     .help = "least percentage over an unbridged river (Combat I)"},
    {.key = "automatic_elimination",
     .at = [](Rules& r) -> int& { return r.automatic_elimination; },
     .min = 1,
     .max = kMaxPercent,
     .help = "percentage of Automatic Elimination, and from which Infantry stands (Combat D, K)"},
    {.key = "river_defence",
     .at = [](Rules& r) -> int& { return r.river_defence; },
     .min = 1,
     .max = kMaxFactor,
     .help = "the defender's factor when the attack crosses a river (ruling H-1)"},
    {.key = "fortress_defence",
     .at = [](Rules& r) -> int& { return r.fortress_defence; },
     .min = 1,
     .max = kMaxFactor,
     .help = "the defender's factor in a Fortress (Fortresses C)"}};

const Parameter kSupply[] = {
    {.key = "depot_serves",
     .at = [](Rules& r) -> int& { return r.depot_serves; },
     .max = kMaxVictoryPoints,
     .help = "Combat units that a Depot feeds without being expended (Supply D)"},
    {.key = "adjacent_area_units",
     .at = [](Rules& r) -> int& { return r.adjacent_area_units; },
     .max = kMaxVictoryPoints,
     .help = "most friendly Combat units in an adjacent Area that feeds others (Supply G.2)"}};

const Parameter kVictory[] = {
    {.key = "index",
     .kind = Kind::IntegerList,
     .list = [](Rules& r) { return std::span<int>(r.victory_index); },
     .max = kMaxVictoryPoints,
     .repeat_last = true,
     .help = "Victory Points Index by Game-Turn: below it the invader loses a Corps (Victory B)"},
    {.key = "leader_lost",
     .at = [](Rules& r) -> int& { return r.leader_lost; },
     .min = -50,
     .max = 50,
     .help = "points when the leader that counts is eliminated, once (Victory A, ruling H-49)"},
    {.key = "margin_at",
     .at = [](Rules& r) -> int& { return r.margin_at; },
     .min = -kMaxVictoryPoints,
     .max = kMaxVictoryPoints,
     .help =
         "victory points at which the margin is 0; left out: the middle of the draw, or what the "
         "invader needs"}};

const core::ParameterSection<Rules> kSections[] = {{"rules", kGeneral},
                                                   {"units", kUnits},
                                                   {"movement", kMovement},
                                                   {"attrition", systems::kAttritionTable<Rules>},
                                                   {"combat", kCombat},
                                                   {"supply", kSupply},
                                                   {"supply", systems::kSupplyCharts<Rules>},
                                                   {"victory", kVictory}};

}  // namespace

std::span<const core::ParameterSection<Rules>> rule_sections() { return kSections; }

std::span<const play::AddedRule> added_rules() {
  static constexpr play::AddedRule kAdded[] = {
      {.key = "rules.lone_leader_blocks", .since = 2, .before = "true"},
      {.key = "rules.depots_carried", .since = 2, .before = "1"},
      {.key = "rules.doubtful_units", .since = 2, .before = "false"},
  };
  return kAdded;
}

std::vector<core::ParameterDescription> describe_rules() {
  return core::describe_sections(rule_sections());
}

}  // namespace niemen::hex_operations
