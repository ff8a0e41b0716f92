// What a loop over many decisions asks of a game, without the words and copies of play::AnyGame.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/game.h"

namespace niemen::python {

struct TensorLayout;

/// Who decides in a fleet for the seats that nobody else plays.
struct FleetPlayer {
  bool random = true;    ///< uniformly; else by `doctrine`
  std::string doctrine;  ///< empty: the default doctrine of the game
};

/// Many campaigns side by side. The arrays have one row a campaign and stay where they are.
class Fleet {
 public:
  virtual ~Fleet() = default;
  /// Every campaign begins again, under keys made of `seed`.
  virtual void reset(std::uint64_t seed) = 0;
  /// Takes `steps` decisions and dice in each campaign; those that are over begin again. Returns
  /// the decisions and dice taken, fewer when `stop` asks.
  virtual std::uint64_t play(std::uint64_t steps, const FleetPlayer& player,
                             std::stop_token stop) = 0;
  /// Takes the decision `choices[i]` (a position in the list of what is legal) in campaign i, rolls
  /// the dice that follow, and fills the arrays. Where a campaign ends another begins; `over` and
  /// `rewards` then tell of the one that ended. Precondition: every choice is in its list.
  virtual void step(const std::int64_t* choices) = 0;
  /// Fills `observations` with what the side to decide sees.
  virtual void observe() = 0;

  std::vector<std::int8_t> deciders;     ///< 0 or 1
  std::vector<std::int32_t> choices;     ///< length of the list of what is legal
  std::vector<std::uint32_t> legal;      ///< kMaxLegalActions a row; the first `choices` count
  std::vector<float> rewards;            ///< 2 a row
  std::vector<std::uint8_t> over;        ///< 1 where a campaign has just ended
  std::vector<float> observations;       ///< layout.size() a row
  std::vector<std::uint64_t> campaigns;  ///< how many have been played to the end
};

/// Where positions of campaigns between players of one doctrine go: arrays of `count` rows.
struct Positions {
  std::size_t count = 0;
  /// layout.size() numbers a row, of the side to decide: one of the two.
  float* observations = nullptr;
  std::int16_t* whole_observations = nullptr;
  float* results = nullptr;  ///< 1, 0 or -1 for the side to decide
  std::int8_t* sides = nullptr;
  std::int16_t* turns = nullptr;
};

class QuickGame {
 public:
  virtual ~QuickGame() = default;
  virtual play::Actor actor(const play::AnyState& state) const = 0;
  virtual void legal(const play::AnyState& state, play::ActionList& list) const = 0;
  virtual void chance(const play::AnyState& state, play::ChanceList& list) const = 0;
  virtual void apply(play::AnyState& state, play::Action action) const = 0;
  virtual play::Action draw(const play::AnyState& state, std::uint64_t campaign_key) const = 0;
  /// One more than the largest action that the game can express.
  virtual std::uint64_t action_bound() const = 0;
  virtual std::vector<std::string> doctrines() const = 0;
  /// Throws InputError: no such doctrine.
  virtual void check_player(const FleetPlayer& player) const = 0;
  virtual std::unique_ptr<Fleet> make_fleet(int campaigns, std::uint64_t seed,
                                            const TensorLayout& layout) const = 0;
  /// Fills `positions` with the first of campaigns 1, 2, ..., one of every `every` decisions.
  virtual void sample(const Positions& positions, int every, const FleetPlayer& player,
                      std::uint64_t seed, const TensorLayout& layout,
                      std::stop_token stop) const = 0;
  /// Fills `numbers` (layout.size() of them) with what `side` sees; see tensor.h.
  virtual void fill(const TensorLayout& layout, const play::AnyObservation& observation,
                    play::Side side, float* numbers) const = 0;
};

/// The quick face of a loaded game. `game` must outlive it. Throws InputError where no program
/// knows its games.
std::unique_ptr<QuickGame> quick_game(const play::AnyGame& game);

}  // namespace niemen::python
