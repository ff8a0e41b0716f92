#include "engine/systems/hex_operations/lookups.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <bit>
#include <cstdlib>

namespace niemen::hex_operations {

namespace {

const std::uint16_t* positions_of(const State& state, int side) {
  return state.hex.data() + side * kSidePieces;
}

// Both questions of a whole side at once. Where the processor has no such instructions a plain loop
// gives the same answers.
#if defined(__SSE2__)
constexpr int kLanes = 8;
static_assert(kSidePieces % kLanes == 0);

template <class Test>
PieceSet gather(const std::uint16_t* positions, Test test) {
  PieceSet set;
  for (int i = 0; i < kSidePieces; i += kLanes) {
    const auto lanes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(positions + i));
    const auto hits = test(lanes);
    const auto bits =
        static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_packs_epi16(hits, _mm_setzero_si128())));
    set.words[static_cast<std::size_t>(i >> 6)] |= bits << (i & 63);
  }
  return set;
}
#else
template <class Test>
PieceSet gather(const std::uint16_t* positions, Test test) {
  PieceSet set;
  for (int i = 0; i < kSidePieces; ++i)
    if (test(positions[i])) set.insert(i);
  return set;
}
#endif

}  // namespace

PieceSet pieces_at(const State& state, int side, int hex) {
#if defined(__SSE2__)
  const auto wanted = _mm_set1_epi16(static_cast<short>(hex));
  return gather(positions_of(state, side),
                [&](__m128i lanes) { return _mm_cmpeq_epi16(lanes, wanted); });
#else
  return gather(positions_of(state, side), [&](std::uint16_t at) { return at == hex; });
#endif
}

PieceSet pieces_near(const State& state, int side, int hex, int reach) {
  const int column = column_of(hex) - reach, row = row_of(hex) - reach, width = 2 * reach;
#if defined(__SSE2__)
  const auto columns = _mm_set1_epi16(static_cast<short>(column));
  const auto rows = _mm_set1_epi16(static_cast<short>(row));
  const auto widths = _mm_set1_epi16(static_cast<short>(width));
  const auto row_mask = _mm_set1_epi16(63);
  return gather(positions_of(state, side), [&](__m128i lanes) {
    const auto columns_off = _mm_sub_epi16(_mm_srli_epi16(lanes, 6), columns);
    const auto rows_off = _mm_sub_epi16(_mm_and_si128(lanes, row_mask), rows);
    const auto beyond =
        _mm_or_si128(_mm_subs_epu16(columns_off, widths), _mm_subs_epu16(rows_off, widths));
    const auto off_map = _mm_cmpeq_epi16(lanes, _mm_setzero_si128());
    return _mm_andnot_si128(off_map, _mm_cmpeq_epi16(beyond, _mm_setzero_si128()));
  });
#else
  return gather(positions_of(state, side), [&](std::uint16_t at) {
    const auto columns_off = static_cast<unsigned>(column_of(at) - column);
    const auto rows_off = static_cast<unsigned>(row_of(at) - row);
    return at != kGone && columns_off <= static_cast<unsigned>(width) &&
           rows_off <= static_cast<unsigned>(width);
  });
#endif
}

PieceSet pieces_on_map(const State& state, int side) {
#if defined(__SSE2__)
  const auto beyond = _mm_set1_epi16(static_cast<short>(kHexCodes - 1));
  return gather(positions_of(state, side), [&](__m128i lanes) {
    const auto inside = _mm_cmpeq_epi16(_mm_subs_epu16(lanes, beyond), _mm_setzero_si128());
    return _mm_andnot_si128(_mm_cmpeq_epi16(lanes, _mm_setzero_si128()), inside);
  });
#else
  return gather(positions_of(state, side), [](std::uint16_t at) { return on_map(at); });
#endif
}

PieceSet standing_at(const State& state, int side, int hex) {
  auto pieces = pieces_at(state, side, hex);
  for (int index : pieces)
    if (state.marked(piece_of(side, index), kDoomed)) pieces.erase(index);
  return pieces;
}

PieceSet combat_at(const OperationsContext& game, const State& state, int side, int hex) {
  return standing_at(state, side, hex) & game.combat_pieces[static_cast<std::size_t>(side)];
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
  return class_of_arm(game.arm[static_cast<std::size_t>(piece)], state.is_division(piece));
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
  return is_combat(game.arm[static_cast<std::size_t>(piece)]) && !state.is_division(piece);
}

std::string counter_text(const OperationsContext& game, const State& state, int piece) {
  const auto& info = game.pieces[static_cast<std::size_t>(piece)];
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
    const auto& around = game.neighbour[static_cast<std::size_t>(at)];
    for (unsigned bits = game.zone[static_cast<std::size_t>(at)]; bits != 0; bits &= bits - 1) {
      if (around[static_cast<std::size_t>(std::countr_zero(bits))] != hex) continue;
      if (game.cavalry_pieces[s].contains(index)) return Zone::Total;
      zone = Zone::Partial;
    }
  }
  return zone;
}

int victory_points(const OperationsContext& game, const State& state) {
  int points = game.level_offset + (state.leader_lost ? game.rules.leader_lost : 0);
  for (auto bits = state.control; bits != 0; bits &= bits - 1)
    points += game.places[static_cast<std::size_t>(std::countr_zero(bits))].points;
  return points;
}

int hex_distance(int a, int b) {
  // Axial coordinates of a grid whose even columns stand half a hex lower.
  const int q1 = column_of(a), q2 = column_of(b);
  const int r1 = row_of(a) - (q1 + 1) / 2, r2 = row_of(b) - (q2 + 1) / 2;
  const int dq = q1 - q2, dr = r1 - r2;
  return std::max({std::abs(dq), std::abs(dr), std::abs(dq + dr)});
}

int OperationsContext::find_hex(int code) const {
  const auto found = std::lower_bound(hexes.begin(), hexes.end(), code,
                                      [](const Hex& hex, int wanted) { return hex.code < wanted; });
  return found != hexes.end() && found->code == code ? static_cast<int>(found - hexes.begin()) : -1;
}

HexCode OperationsContext::hex_named(std::string_view text) const {
  if (text.size() == 4 && text.find_first_not_of("0123456789") == std::string_view::npos) {
    const int number = std::stoi(std::string(text));
    const int code = hex_code(number / 100, number % 100);
    return code < kHexCodes && find_hex(code) >= 0 ? static_cast<HexCode>(code) : kNoHex;
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
  return index < 0 || hexes[static_cast<std::size_t>(index)].name.empty()
             ? id
             : id + " " + hexes[static_cast<std::size_t>(index)].name;
}

}  // namespace niemen::hex_operations
