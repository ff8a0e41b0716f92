// What a general believes in: where to go with how much, and how much to risk. Data, read from a
// game's folder ("doctrines/*.toml"), or derived from its victory table and map.
#pragma once

#include <memory>
#include <string>
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

struct Doctrine {
  std::string name;
  std::string title;
  Side side = Side::A;
  int attack_lead = 1;    ///< least expected lead of the attack for which an attack is ordered
  int caution = 100;      ///< percent: weight of danger against progress
  int depot_price = 40;   ///< points that a Depot must be worth: it costs a train a turn (7.2)
  int garrison = 1;       ///< units left in a place that would be lost if left empty
  bool standard = false;  ///< played when nobody names a doctrine
  std::vector<DoctrinePhase> phases;  ///< ascending in from_turn; the first is from turn 1
};

/// Reads a doctrine of a game. Throws InputError with file and line: unknown keys, values out of
/// range, places that the game does not have.
Doctrine read_doctrine(const core::ConfigValue& value, const std::string& name,
                       const Context& context);
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
