// What a general believes in: where to go with how much, and how much to risk. Data, read from a
// game's folder ("doctrines/*.toml"), or derived from its victory table and map.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/parameters.h"
#include "engine/systems/hex_campaign/context.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::Context;
using hex_campaign::Hex;
using hex_campaign::HexSet;
using hex_campaign::PerSide;
using play::Side;

enum class Posture { Advance, Hold, Withdraw };

/// A part of the army and the places it goes to, one after the other (advance), or stands at, the
/// foremost first (hold, withdraw).
struct Thrust {
  int share = 0;  ///< parts of the army
  std::vector<Hex> places;
};

/// What is done from a turn on, until the next phase.
struct DoctrinePhase {
  int from_turn = 1;
  Posture posture = Posture::Advance;
  std::vector<Thrust> thrusts;  ///< never empty
};

/// What a general takes things to be worth, in points: a combat unit is 100. Numbers of units,
/// steps and percentages say so. A game says in "values.toml" what its generals go by, side by
/// side; a doctrine may differ from that. value_keys() explains each.
struct Values {
  int thrust = 70;
  int thrust_point = 80;
  int hold = 100;
  int hold_point = 60;
  int take = 90;
  int take_point = 30;
  int least_force = 5;
  int force = 150;
  int defend_reach = 7;
  int opportunity_reach = 5;
  int most_defenders = 8;
  int quarter_pull = 200;
  int quarter_force = 2;
  int quarter_reach = 8;
  int support = 60;
  int step = 11;
  int most_draw = 200;
  int unsupplied = 90;
  int unsupplied_mild = 50;
  int danger = 9;
  int most_danger = 8;
  int tolerance = 2;
  int capture = 50;
  int point = 160;
  int enemy_depot = 150;
  int ground = 60;
  int unfed = 25;
  int raid = 25;
  int company = 25;
  int small_group = 2;
  int attrition = 120;
  int lone_attrition = 130;
  int fed_attack = 100;
  int train = 12;
  int winter_train = 60;
  int least_gain = 4;
  int least_chance = 34;
  int good_chance = 80;
  int command = 12;
  int rating = 4;
  int guard = 8;
  int errand = 100;
  int least_move = 5;
  int rally = 45;
  int delay = 50;
  int rescue = 80;
  int rescue_point = 40;
  int depot_loss = 15;
  int reach = 11;
  int stepping_stone = 25;
  int spared_train = 12;
  int garrison_point = 15;
  int winter_point = 200;
  int quarter = 80;
  int usual_trains = 70;
  int serves = 5;
  int winter_depot_price = 10;
  int least_train_gain = 6;
  int fed = 200;
  int first_depot_price = 400;
  int set_up_chain = 0;
};

/// A key of such a table, and what it may be.
struct ValueKey {
  std::string_view name;
  int Values::*value;
  int least = 0;
  int most = 0;
  std::string_view help;
};
/// All of them, in the order of Values.
std::span<const ValueKey> value_keys();
/// The same for people.
std::vector<core::ParameterDescription> value_parameters();

struct Doctrine {
  std::string name;
  std::string title;
  Side side = Side::A;
  int attack_lead = 1;   ///< least expected lead of the attack for which an attack is ordered
  int caution = 100;     ///< percent: weight of danger against progress
  int depot_price = 40;  ///< points that a Depot must be worth: it costs a train a turn (7.2)
  int garrison = 1;      ///< units left in a place that would be lost if left empty
  bool truce = false;    ///< offers a truce and accepts one, where the rules leave it a choice
  /// Battle points for an ally's neutrality (Nemesis 16.5): as many side A offers, from as many
  /// side B accepts; 0: neither.
  int neutrality = 0;
  Values values;
  bool standard = false;              ///< played when nobody names a doctrine
  std::vector<DoctrinePhase> phases;  ///< ascending in from_turn; the first is from turn 1
};

/// What the generals of either side of a game take things to be worth: its "values.toml", each
/// folder's laid over the one before it. Throws InputError with file and line.
PerSide<Values> load_values(const Context& context);
/// Reads a doctrine of a game, whose generals go by `values`. Throws InputError with file and line:
/// unknown keys, values out of range, places that the game does not have.
Doctrine read_doctrine(const core::ConfigValue& value, const std::string& name,
                       const Context& context, const PerSide<Values>& values);
/// Every doctrine in the folders of the game, sorted by name.
std::vector<Doctrine> load_doctrines(const Context& context);
/// A doctrine from the victory table and the map alone: every place that counts and is not the
/// side's own draws a part of the army by its points and its nearness; the side's own are held.
Doctrine derive_doctrine(const Context& context, Side side);

/// A place that counts, with its worth in victory points (sudden deaths included).
struct Prize {
  Hex hex = hex_campaign::kNoHex;
  int points = 0;
};
/// All places of the victory table, each once, in the order of the table.
std::vector<Prize> prizes_of(const Context& context);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
