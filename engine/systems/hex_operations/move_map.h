// The map as one side's units see it while they move: who stands where, whose zone reaches where.
#pragma once

#include <array>
#include <cstring>

#include "engine/systems/hex_operations/lookups.h"

namespace niemen::hex_operations {

/// Columns to either side on which it depends how a unit can march with so many points: those that
/// it reaches, and what can stand next to its end and next to that.
constexpr int march_sight(int points) { return points + 3; }

/// A byte a hex. Built for one question on the stack, for the whole map or the columns around a
/// hex; asking for a hex outside of these is an error.
class MoveMap {
 public:
  enum Bit : std::uint8_t {
    kEnemy = 1,    ///< a standing enemy piece
    kPartial = 2,  ///< in a partial zone of control of the enemy
    kTotal = 4,    ///< in a total one
    kWreck = 8,    ///< enemies that have been automatically eliminated lie there
    kCombat = 16,  ///< a friendly Combat unit
    kFriend = 32,  ///< a friendly piece of any kind
    kUnfit = 64,   ///< a friendly Combat unit that cannot attack: disrupted, or counted already
    kSpent = 128   ///< a friendly Combat unit that has moved
  };
  /// Friends are the pieces of `side`, except the piece `without` (kNoPiece: all of them).
  MoveMap(const OperationsContext& game, const State& state, int side, int without = kNoPiece)
      : game_(game), state_(state), side_(side), without_(without) {
    clear_columns(0, column_of(game.hexes.back().code) + 1);
    mark_enemies(pieces_on_map(state, 1 - side));
    mark_friends(pieces_on_map(state, side));
  }
  /// Only what lies within `reach` columns of a hex.
  MoveMap(const OperationsContext& game, const State& state, int side, int without, int hex,
          int reach)
      : game_(game), state_(state), side_(side), without_(without) {
    clear_columns(column_of(hex) - reach - 1, column_of(hex) + reach + 1);
    mark_enemies(pieces_near(state, 1 - side, hex, reach + 1));
    mark_friends(pieces_near(state, side, hex, reach + 1));
  }
  MoveMap(const MoveMap&) = delete;
  MoveMap& operator=(const MoveMap&) = delete;

  std::uint8_t operator[](int hex) const { return marks_[hex]; }
  bool has(int hex, std::uint8_t bits) const { return ((*this)[hex] & bits) != 0; }
  /// False where no hex around this one has any of the bits, nor some others close by: a quick look
  /// before each of them is asked. Precondition: the map is a whole one.
  bool may_have_around(int hex, std::uint8_t bits) const {
    const auto run_at = [&](int middle) {
      std::uint32_t run = 0;
      std::memcpy(&run, marks_.data() + middle - 1, sizeof run);
      return run;
    };
    constexpr int kColumn = hex_code(1, 0);
    const auto all = run_at(hex - kColumn) | run_at(hex) | run_at(hex + kColumn);
    constexpr std::uint32_t kEach = 0x01010101;
    return (all & (bits * kEach)) != 0;
  }
  Zone zone(int hex) const {
    return has(hex, kTotal) ? Zone::Total : has(hex, kPartial) ? Zone::Partial : Zone::None;
  }
  /// The friendly piece with the highest slot on a hex that has kFriend; and the one below it on
  /// the same hex, or kNoPiece.
  int last_friend(int hex) const { return last_[hex]; }
  int friend_below(int piece) const { return below_[index_of(piece)]; }
  int side() const { return side_; }
  int without() const { return without_; }
  const OperationsContext& game() const { return game_; }
  const State& state() const { return state_; }

 private:
  void clear_columns(int first, int last) {
    first = std::max(0, first);
    last = std::min(kMaxColumn + 1, last);
    std::memset(marks_.data() + hex_code(first, 0), 0,
                static_cast<std::size_t>(hex_code(1, 0) * (last + 1 - first)) + kBeyond);
  }
  void add(int hex, std::uint8_t bits) { marks_[hex] |= bits; }
  void mark_enemies(const PieceSet& pieces);
  void mark_friends(const PieceSet& pieces);

  const OperationsContext& game_;
  const State& state_;
  int side_;
  int without_;
  static constexpr std::size_t kBeyond = sizeof(std::uint32_t);  ///< that a run may reach over
  std::array<std::uint8_t, kHexCodes + kBeyond> marks_;          // deliberately not initialised
  std::array<std::uint8_t, kHexCodes> last_;
  std::array<std::uint8_t, kSidePieces> below_;
};

}  // namespace niemen::hex_operations
