// Plain blunders of a hex campaign, counted by kind as anybody would who reads it afterwards. Each
// is a fact of the position, not a judgement of what it cost.
#pragma once

#include <array>
#include <cstdint>

#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::lab {
inline namespace NIEMEN_HEX_SIZE {

/// How often a side did each in a turn.
struct HexBlunderCounts {
  int starved = 0;     ///< units hurt for want of supply that a train of the turn before could feed
  int trains = 0;      ///< trains given up, or left over after the marches, that fed nobody
  int open = 0;        ///< places that count, left without a unit in an enemy's reach
  int idle = 0;        ///< units in masses that have stood still, away from enemies and places
  int undone = 0;      ///< units back where they were two turns before
  int leaderless = 0;  ///< units in large stacks that no Commander is with
  int left = 0;        ///< empty places that count, the enemy's, in reach as the campaign ends
  int unsupported = 0;  ///< attacks by the weaker that one next door was told not to support
};

class HexBlunders {
 public:
  using Game = hex_campaign::HexCampaign;
  using State = hex_campaign::State;

  /// What makes a mass that stands still, and a stack that wants a Commander.
  static constexpr int kMass = 5, kTurnsIdle = 4, kLargeStack = 4;

  explicit HexBlunders(const Game& game) : game_(game) {}

  /// `action`, taken in `previous`, has led to `state`, perhaps beyond the marches of the turn. To
  /// be told before end_turn().
  void marched(const State& state, const State& previous, play::Action action);
  /// Somebody is about to decide, after `action` was taken in `previous`.
  void before(const State& state, const State& previous, play::Action action);
  /// He decides so.
  void after(const State& state, play::Action action);
  /// A turn is over, leaving `state`.
  void end_turn(const State& state);
  /// What the sides did since it was asked last.
  std::array<HexBlunderCounts, play::kSides> take() {
    const auto counts = counts_;
    counts_ = {};
    return counts;
  }

 private:
  using HexSet = hex_campaign::HexSet;
  /// What a side could do with its trains in a turn.
  struct Allocation {
    int turn = -1;
    bool any = false;    ///< it had trains
    HexSet sites;        ///< where one could make a Depot
    HexSet usable;       ///< where one could be brought
    HexSet spared;       ///< where one did spare units foraging
    HexSet could_spare;  ///< where one would have
    std::array<std::uint16_t, hex_campaign::kMaxPieces> stood{};  ///< units, as trains were brought
  };

  void note_trains(const State& state, play::Side side);
  void note_forage(const State& state, play::Side side);
  void count_starved(const State& previous, play::Action action);
  void count_left_over(const State& previous, play::Action action);
  HexSet reach_of(const State& state, play::Side side) const;

  Game game_;
  std::array<HexBlunderCounts, play::kSides> counts_{};
  std::array<Allocation, play::kSides> trains_{};
  int fed_turn_ = -1, foraged_turn_ = -1;
  std::array<std::uint16_t, hex_campaign::kMaxPieces> last_{}, before_last_{};
  std::array<std::uint8_t, hex_campaign::kMaxPieces> stood_still_{};  ///< ends of turns
  int ends_ = 0;
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::lab
