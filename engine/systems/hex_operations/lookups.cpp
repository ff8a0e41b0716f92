#include "engine/systems/hex_operations/lookups.h"

#include <algorithm>
#include <bit>

#include "engine/core/byte_lanes.h"
#include "engine/core/word_lanes.h"

namespace niemen::hex_operations {

namespace {

const std::uint16_t* positions_of(const State& state, int side) {
  return state.hex.data() + side * kSidePieces;
}

/// Pieces of a side whose positions `test` answers for, eight of them together.
template <class Test>
PieceSet gather(const State& state, int side, Test test) {
  const auto* positions = positions_of(state, side);
  return {core::ask_words<kSidePieces>(
      [&](std::size_t first) { return test(core::WordLanes::load(positions + first)); })};
}

}  // namespace

PieceSet pieces_at(const State& state, int side, int hex) {
  const auto wanted = core::WordLanes::all(hex);
  return gather(state, side, [&](auto lanes) { return equal(lanes, wanted); });
}

PieceSet pieces_near(const State& state, int side, int hex, int reach) {
  using core::WordLanes;
  const auto columns = WordLanes::all(column_of(hex) - reach);
  const auto rows = WordLanes::all(row_of(hex) - reach);
  const auto widths = WordLanes::all(2 * reach);
  const auto row_mask = WordLanes::all(kRowMask), none = WordLanes::all(kGone);
  return gather(state, side, [&](auto lanes) {
    const auto columns_off = lanes.template shifted_right<kRowBits>() - columns;
    const auto rows_off = (lanes & row_mask) - rows;
    const auto beyond = excess(columns_off, widths) | excess(rows_off, widths);
    return without(equal(beyond, none), equal(lanes, none));
  });
}

PieceSet pieces_on_map(const State& state, int side) {
  using core::WordLanes;
  const auto last = WordLanes::all(kHexCodes - 1), none = WordLanes::all(kGone);
  return gather(state, side, [&](auto lanes) {
    return without(equal(excess(lanes, last), none), equal(lanes, none));
  });
}

PieceSet unmarked(const State& state, int side, std::uint8_t marks) {
  return {core::bytes_without<kSidePieces>(state.marks.data() + side * kSidePieces, marks)};
}

PieceSet undisrupted(const State& state, int side) {
  return {core::bytes_without<kSidePieces>(state.status.data() + side * kSidePieces, kMarkerMask)};
}

PieceSet standing_at(const State& state, int side, int hex) {
  auto pieces = pieces_at(state, side, hex);
  for (int index : pieces)
    if (state.marked(piece_of(side, index), kDoomed)) pieces.erase(index);
  return pieces;
}

PieceSet combat_at(const OperationsContext& game, const State& state, int side, int hex) {
  return standing_at(state, side, hex) & game.combat_pieces[side];
}

bool occupied_by(const State& state, int side, int hex) {
  return !standing_at(state, side, hex).empty();
}

namespace {

UnitClass class_of_arm(Arm arm, bool division) {
  switch (arm) {
    case Arm::Infantry: return division ? UnitClass::InfantryDivision : UnitClass::InfantryCorps;
    case Arm::Cavalry: return division ? UnitClass::CavalryDivision : UnitClass::CavalryCorps;
    case Arm::Leader: return UnitClass::Leader;
    case Arm::Supply: return UnitClass::SupplyUnit;
    default: return UnitClass::Depot;
  }
}

}  // namespace

UnitClass class_of(const OperationsContext& game, const State& state, int piece) {
  return class_of_arm(game.arm[piece], state.is_division(piece));
}

std::string counter_of(const Rules& rules, Arm arm, bool division) {
  const auto unit = class_of_arm(arm, division);
  return std::to_string(rules.strength(unit)) + "-" + std::to_string(rules.allowance(unit));
}

int strength_of(const OperationsContext& game, const State& state, int piece) {
  return game.rules.strength(class_of(game, state, piece));
}

int allowance_of(const OperationsContext& game, const State& state, int piece) {
  const int normal = game.rules.allowance(class_of(game, state, piece));
  if (!game.rules.winter(state.turn)) return normal;
  return std::max(0, normal - game.rules.winter_reduction);
}

bool is_corps(const OperationsContext& game, const State& state, int piece) {
  return is_combat(game.arm[piece]) && !state.is_division(piece);
}

std::string counter_text(const OperationsContext& game, const State& state, int piece) {
  const auto& info = game.pieces[piece];
  if (info.arm == Arm::Leader) return info.name;
  return counter_of(game.rules, info.arm, state.is_division(piece));
}

Zone zone_on(const OperationsContext& game, const State& state, int side, int hex) {
  const auto s = static_cast<std::size_t>(side);
  auto zone = Zone::None;
  const auto near = pieces_near(state, side, hex, 1) & game.combat_pieces[s];
  for (int index : near) {
    const int piece = piece_of(side, index), at = state.at(piece);
    if (at == hex || state.marked(piece, kDoomed)) continue;
    const auto& around = game.neighbour[at];
    for (unsigned bits = game.zone[at]; bits != 0; bits &= bits - 1) {
      if (around[std::countr_zero(bits)] != hex) continue;
      if (game.cavalry_pieces[s].contains(index)) return Zone::Total;
      zone = Zone::Partial;
    }
  }
  return zone;
}

int victory_points(const OperationsContext& game, const State& state) {
  int points = game.level_offset + (state.leader_lost ? game.rules.leader_lost : 0);
  for (auto bits = state.control; bits != 0; bits &= bits - 1)
    points += game.places[std::countr_zero(bits)].points;
  return points;
}

int OperationsContext::find_hex(int code) const {
  const auto found = std::lower_bound(hexes.begin(), hexes.end(), code,
                                      [](const Hex& hex, int wanted) { return hex.code < wanted; });
  return found != hexes.end() && found->code == code ? static_cast<int>(found - hexes.begin()) : -1;
}

HexCode OperationsContext::hex_named(std::string_view text) const {
  if (text.size() == 4 && text.find_first_not_of("0123456789") == std::string_view::npos) {
    const int number = std::stoi(std::string(text));
    if (number / 100 > kMaxColumn || number % 100 > kMaxRow) return kNoHex;
    const int code = hex_code(number / 100, number % 100);
    return find_hex(code) >= 0 ? static_cast<HexCode>(code) : kNoHex;
  }
  for (const auto& hex : hexes)
    if (!hex.name.empty() && hex.name == text) return hex.code;
  return kNoHex;
}

std::string OperationsContext::hex_id(int code) {
  const int number = column_of(code) * 100 + row_of(code);
  return std::string(number < 1000 ? "0" : "") + std::to_string(number);
}

std::string OperationsContext::hex_text(int code) const {
  const int index = find_hex(code);
  const auto id = hex_id(code);
  return index < 0 || hexes[index].name.empty() ? id : id + " " + hexes[index].name;
}

}  // namespace niemen::hex_operations
