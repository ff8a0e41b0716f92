// What a general believes in: where to go with how much, and how much to risk. Data, read from a
// game's folder ("doctrines/*.toml"), or derived from its victory table and map.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/systems/hex_campaign/context.h"

namespace niemen::ai::hex_doctrine {

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
/// side; a doctrine may differ from that.
struct Values {
  int thrust = 70;            ///< draw of a place that a thrust goes to
  int thrust_point = 80;      ///< the same for each of its points
  int hold = 100;             ///< draw of a threatened place that counts
  int hold_point = 60;        ///< the same for each of its points
  int take = 90;              ///< draw of a weakly held place off the way
  int take_point = 30;        ///< the same for each of its points
  int least_force = 5;        ///< units sent to an undefended place
  int force = 150;            ///< percent of the enemies near a place that are sent to take it
  int defend_reach = 7;       ///< hexes from which help is called to a threatened place
  int opportunity_reach = 5;  ///< hexes from which a weakly held place is worth a detour
  int most_defenders = 8;     ///< units called to a threatened place
  int quarter_pull = 200;     ///< percent: draw of winter quarters, of that of the place they feed
  int quarter_force = 2;      ///< units sent there
  int quarter_reach = 8;      ///< hexes from which they are called
  int support = 60;           ///< percent: chance that a neighbour comes to help, as a rule
  int step = 11;              ///< a hex nearer to the objective, per unit
  int most_draw = 200;        ///< percent: an objective of great weight
  int unsupplied = 90;        ///< a unit that will be out of supply, where that kills
  int unsupplied_mild = 50;   ///< the same where it only disrupts
  int danger = 9;             ///< a point of danger beyond the defence, per unit
  int most_danger = 8;        ///< points of danger that are counted
  int tolerance = 2;          ///< danger beyond the defence that is shrugged off
  int capture = 50;           ///< a city taken
  int point = 160;            ///< a victory point taken
  int enemy_depot = 150;      ///< a Depot of the enemy's taken
  int ground = 60;            ///< a victory point of the hex attacked
  int unfed = 25;             ///< percent: of a place taken where nobody can stay
  int raid = 25;              ///< 13.1: a lone unit in raiders' country
  int company = 25;           ///< a small group that joins another
  int small_group = 2;        ///< units in it
  int attrition = 120;        ///< a unit lost on the march, for nothing
  int lone_attrition = 130;   ///< a unit that is alone and disrupted
  int train = 12;             ///< a train of the next turn, spent on not foraging
  int winter_train = 60;      ///< the same in winter, when Depots take them all
  int least_gain = 4;         ///< of a march
  int least_chance = 34;      ///< percent: below this no order is given
  int good_chance = 80;       ///< percent: no more Commands than this needs
  int command = 12;           ///< a unit that gets a Commander
  int rating = 4;             ///< a point of a better Commander, per unit he can inspire
  int guard = 8;              ///< a unit around a Commander whose loss ends the game
  int errand = 100;           ///< to be where a Depot can be given back
  int least_move = 5;         ///< of a Commander's move
  int rally = 45;             ///< a unit back in good order
  int delay = 50;             ///< a unit that waits for those beside it to rally (8.4)
  int rescue = 80;            ///< a unit that would be out of supply
  int rescue_point = 40;      ///< a victory point that would be starved out
  int depot_loss = 15;        ///< a Depot that is lost, per turn left: a train each (8.7)
  int reach = 11;             ///< a hex that a unit can go nearer to its objective, fed
  int spared_train = 12;      ///< a train a turn that a Depot spares
  int garrison_point = 15;    ///< a victory point whose garrison need not forage
  int winter_point = 200;     ///< the same when winter comes
  int quarter = 80;           ///< a victory point that is carried through the winter
  int usual_trains = 70;      ///< percent: with so many left a Depot has its usual price
  int serves = 5;             ///< hexes from which stacks think of a Depot
  int winter_depot_price = 10;  ///< of a Depot when few march
  int least_train_gain = 6;     ///< below this a train is better not used
  int fed = 200;                ///< a unit that starts the campaign in supply
  int first_depot_price = 400;  ///< of the trains that a Depot of the set-up costs
};

/// A key of such a table, and what it may be.
struct ValueKey {
  std::string_view name;
  int Values::*value;
  int least = 0;
  int most = 0;
};
/// All of them, in the order of Values.
std::span<const ValueKey> value_keys();

struct Doctrine {
  std::string name;
  std::string title;
  Side side = Side::A;
  int attack_lead = 1;   ///< least expected lead of the attack for which an attack is ordered
  int caution = 100;     ///< percent: weight of danger against progress
  int depot_price = 40;  ///< points that a Depot must be worth: it costs a train a turn (7.2)
  int garrison = 1;      ///< units left in a place that would be lost if left empty
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

/// A place that counts, with its worth to a side in victory points (sudden deaths included).
struct Prize {
  Hex hex = hex_campaign::kNoHex;
  int points = 0;
};
/// All places of the victory table, each once, in the order of the table.
std::vector<Prize> prizes_of(const Context& context, Side side);

}  // namespace niemen::ai::hex_doctrine
