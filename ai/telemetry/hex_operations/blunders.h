// Plain blunders of hex operations, counted by kind as anybody would who reads them afterwards.
// Each is a fact of the position, not a judgement of what it cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/lookups.h"
#include "engine/systems/hex_operations/supply.h"

namespace niemen::lab {

/// How often a side did each in a turn.
struct OperationsBlunderCounts {
  int starved = 0;      ///< units without a source that one at hand could feed
  int open = 0;         ///< places that count, left without a unit in the enemy's reach
  int left = 0;         ///< likewise of the enemy, in one's own reach as the campaign ends
  int idle = 0;         ///< units that have stood still, away from enemies and places
  int undone = 0;       ///< units back where they were two turns before
  int leaders = 0;      ///< Leaders without a Combat unit near the enemy
  int unsupported = 0;  ///< attacks by the weaker, with units near that stood still
};

class OperationsBlunders {
 public:
  using Game = hex_operations::HexOperations;
  using State = hex_operations::State;

  /// Turns after which whoever stands still is idle; hexes that are a short march, and that are
  /// next to somebody.
  static constexpr int kTurnsIdle = 4, kMarch = 3, kNear = 2;

  explicit OperationsBlunders(const Game& game) : game_(game) {}

  /// A unit of `side` is found without a source on `hex` in `state`.
  void unsupplied(const State& state, int side, int hex) {
    const auto& c = game_.context();
    counts_[static_cast<std::size_t>(side)].starved +=
        hex_operations::has_source(c, state, side, c.area[static_cast<std::size_t>(hex)]);
  }
  /// `side` attacks `place` with less than the Defender has, in `state`.
  void attacked_weakly(const State& state, int side, int place) {
    bool could = false;
    each_unit(state, side, [&](int piece, int hex) {
      const int off = hex_operations::hex_distance(hex, place);
      could = could || (off > 1 && off <= kMarch && last_[piece] == hex && !state.disrupted(piece));
    });
    counts_[static_cast<std::size_t>(side)].unsupported += could;
  }
  /// A turn is over, leaving `state`.
  void end_turn(const State& state) {
    for (const int side : {0, 1}) {
      count_places(state, side);
      count_units(state, side);
    }
    before_last_ = last_;
    last_ = state.hex;
    ++ends_;
  }
  /// What the sides did since it was asked last.
  std::array<OperationsBlunderCounts, play::kSides> take() {
    const auto counts = counts_;
    counts_ = {};
    return counts;
  }

 private:
  /// Calls `visit(piece, hex)` for the Combat units of a side on the map.
  template <class Visit>
  void each_unit(const State& state, int side, Visit&& visit) const {
    for (const int index :
         hex_operations::pieces_on_map(state, side) & game_.context().combat_pieces[side]) {
      const int piece = hex_operations::piece_of(side, index);
      visit(piece, state.at(piece));
    }
  }
  /// Hexes to the nearest Combat unit of a side in good order.
  int distance_to(const State& state, int side, int hex) const {
    int nearest = hex_operations::kHexCodes;
    each_unit(state, side, [&](int piece, int at) {
      if (!state.disrupted(piece))
        nearest = std::min(nearest, hex_operations::hex_distance(hex, at));
    });
    return nearest;
  }
  bool is_held(const State& state, int side, int hex) const {
    return !hex_operations::combat_at(game_.context(), state, side, hex).empty();
  }
  void count_places(const State& state, int side) {
    const auto& c = game_.context();
    auto& counts = counts_[static_cast<std::size_t>(side)];
    const bool over = state.step == hex_operations::Step::Over;
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const int hex = c.places[i].hex;
      if (c.places[i].points == 0 || is_held(state, 0, hex) || is_held(state, 1, hex)) continue;
      const bool own = ((state.control >> i) & 1U) == (side == 0);
      counts.open += own && !over && distance_to(state, 1 - side, hex) <= kMarch;
      counts.left += !own && over && distance_to(state, side, hex) <= kMarch;
    }
  }
  void count_units(const State& state, int side) {
    const auto& c = game_.context();
    auto& counts = counts_[static_cast<std::size_t>(side)];
    each_unit(state, side, [&](int piece, int hex) {
      const auto i = static_cast<std::size_t>(piece);
      const bool stayed = ends_ > 0 && last_[i] == hex;
      still_[i] =
          stayed ? static_cast<std::uint8_t>(std::min(still_[i] + 1, kTurnsIdle)) : std::uint8_t{0};
      counts.undone += ends_ > 1 && !stayed && before_last_[i] == hex &&
                       hex_operations::on_map(last_[i]) && !state.disrupted(piece);
      counts.idle += still_[i] == kTurnsIdle &&
                     c.place[static_cast<std::size_t>(hex)] == hex_operations::kNoPlace &&
                     distance_to(state, 1 - side, hex) > 2 * kMarch;
    });
    for (const int index : hex_operations::pieces_on_map(state, side) & c.leader_pieces[side]) {
      const int hex = state.at(hex_operations::piece_of(side, index));
      counts.leaders += !is_held(state, side, hex) && distance_to(state, 1 - side, hex) <= kNear;
    }
  }

  Game game_;
  std::array<OperationsBlunderCounts, play::kSides> counts_{};
  std::array<std::uint16_t, hex_operations::kPieces> last_{}, before_last_{};
  std::array<std::uint8_t, hex_operations::kPieces> still_{};  ///< ends of turns
  int ends_ = 0;
};

}  // namespace niemen::lab
