// What stands where: pieces out of a position, sixteen hexes looked at in a step.
#pragma once

#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

/// Pieces of `side` on this hex.
PieceSet pieces_at(const State& state, int side, int hex);
/// Pieces of `side` in columns and rows that differ by at most `reach` from this hex's: all within
/// that distance, and some more.
PieceSet pieces_near(const State& state, int side, int hex, int reach);
/// Pieces of `side` on the map.
PieceSet pieces_on_map(const State& state, int side);
/// Pieces of `side`, wherever they are, without any of these marks; and those not disrupted.
PieceSet unmarked(const State& state, int side, std::uint8_t marks);
PieceSet undisrupted(const State& state, int side);
/// Slot of the piece with this index of a side's set.
constexpr int piece_of(int side, int index) { return side * kSidePieces + index; }
constexpr int index_of(int piece) { return piece < kSidePieces ? piece : piece - kSidePieces; }

/// The same without those that have been automatically eliminated (Combat M).
PieceSet standing_at(const State& state, int side, int hex);
/// Standing Combat units of `side` on this hex.
PieceSet combat_at(const OperationsContext& game, const State& state, int side, int hex);
/// True when a standing piece of `side` is on this hex.
bool occupied_by(const State& state, int side, int hex);

UnitClass class_of(const OperationsContext& game, const State& state, int piece);
int strength_of(const OperationsContext& game, const State& state, int piece);
/// Movement Points of one allowance this turn.
int allowance_of(const OperationsContext& game, const State& state, int piece);
bool is_corps(const OperationsContext& game, const State& state, int piece);
/// What a counter of this arm shows, but for leaders: "5-5", "1-3".
std::string counter_of(const Rules& rules, Arm arm, bool division);
/// What a counter shows: "5-5", "1-3", or a leader's name.
std::string counter_text(const OperationsContext& game, const State& state, int piece);

/// A zone of control; the greater holds where two meet.
enum class Zone : std::uint8_t { None, Partial, Total };
/// The zone of control of `side` on a hex, whoever stands there.
Zone zone_on(const OperationsContext& game, const State& state, int side, int hex);

/// Victory points as they stand.
int victory_points(const OperationsContext& game, const State& state);

}  // namespace niemen::hex_operations
