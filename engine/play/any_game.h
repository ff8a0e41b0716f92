// One type-erased handle a game, for tools (never for search: that is a template over the game).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/play/bench_result.h"
#include "engine/play/dice.h"
#include "engine/play/event.h"
#include "engine/play/verdict.h"
#include "engine/play/view.h"

namespace niemen::play {

/// A position as bytes, meaningful only to the game that made it.
using AnyState = std::vector<std::byte>;
/// What a viewer may know of a position, likewise.
using AnyObservation = std::vector<std::byte>;

/// What every loaded game can say of itself.
struct GameInfo {
  std::string title;      ///< folder name, e.g. "russia-1812"
  std::string mechanism;  ///< folder under engine/systems
  std::string scenario;
  std::string preset;
  std::vector<std::string> scenarios;  ///< all that the folder offers, sorted
  std::vector<std::string> presets;  ///< all that the scenario can be played under, simplest first
  std::vector<std::string> openings[kSides];  ///< all that the folder offers, sorted
  std::string side_names[kSides];
  std::vector<std::string> victory_levels;
  int first_turn = 1;
  int last_turn = 0;  ///< of a campaign played to its end; 0: its length is not known before
  std::uint64_t data_hash = 0;  ///< of every file and override that made it
};

/// A game with its configuration, ready to be played by tools that know no mechanism.
class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual const GameInfo& info() const = 0;
  virtual AnyState initial() const = 0;
  virtual Actor actor(const AnyState& state) const = 0;
  virtual std::vector<Action> legal(const AnyState& state) const = 0;
  virtual std::vector<ChanceOutcome> chance(const AnyState& state) const = 0;
  virtual ChanceKey chance_key(const AnyState& state) const = 0;
  /// Events come with their words, as they are told to somebody who takes no side.
  virtual std::vector<Event> apply(AnyState& state, Action action) const = 0;
  virtual Outcome outcome(const AnyState& state) const = 0;
  virtual std::uint64_t hash(const AnyState& state) const = 0;
  virtual std::optional<std::string> check(const AnyState& state) const = 0;
  virtual Verdict why(const AnyState& state, Action action) const = 0;
  virtual int turn(const AnyState& state) const = 0;
  virtual int max_decisions() const = 0;
  virtual std::string decision_kind(Action action) const = 0;
  virtual std::string action_text(const AnyState& state, Action action) const = 0;
  virtual std::optional<Action> parse_action(const AnyState& state, std::string_view) const = 0;
  virtual std::string state_text(const AnyState& state) const = 0;
  virtual AnyState parse_state(std::string_view text) const = 0;
  virtual std::uint64_t observation_hash(const AnyState& state, Viewer viewer) const = 0;
  virtual AnyObservation observe(const AnyState& state, Viewer viewer) const = 0;
  virtual AnyState sample_world(const AnyObservation& observation,
                                core::RandomStream& random) const = 0;

  // What a person is shown. A game without it (a toy) answers with nothing.
  virtual StepRow step(const AnyState& state) const = 0;
  /// What is asked of the actor, in full.
  virtual std::string prompt(const AnyState& state) const = 0;
  virtual Board board() const = 0;
  virtual View view(const AnyObservation& observation) const = 0;
  /// The whole position, as the referee sees it: nothing is hidden.
  virtual View whole_view(const AnyState& state) const = 0;
  /// The sentence of an event, told to `reader`: a side is addressed as "you".
  virtual std::string event_text(const Event& event, Viewer reader) const = 0;
  virtual EventRow event_row(const Event& event) const = 0;
  virtual std::string place_code(int place) const = 0;
  virtual std::string piece_code(int piece) const = 0;

  // For the designer. What makes no sense in the data, one line each.
  virtual std::vector<std::string> fault_lines() const = 0;
  /// Whether a place is supplied and can be entered, and why, a line each; nothing is hidden.
  virtual std::vector<std::string> explain(const AnyState& state, int place) const = 0;
  /// The position as a file for scenarios/, and a side's set-up as one for openings/.
  virtual std::string scenario_toml(const AnyState& state, std::string_view title) const = 0;
  virtual std::string opening_toml(const AnyState& state, Side side,
                                   std::string_view title) const = 0;

  // Campaigns at random, as fast as the game goes; see random_play.h and bench.h.
  virtual std::optional<FuzzFault> fuzz_campaign(std::uint64_t campaign_key,
                                                 int most_steps = kWholeCampaign) const = 0;
  /// The first `steps` actions of that campaign.
  virtual std::vector<Action> random_actions(std::uint64_t campaign_key, int steps) const = 0;
  virtual std::uint64_t perft(const AnyState& state, int depth) const = 0;
  virtual BenchCounts bench_counts(int campaigns) const = 0;
  virtual BenchSpeeds bench_speeds(double seconds) const = 0;

  /// Another handle on the same game.
  virtual std::unique_ptr<AnyGame> clone() const = 0;
};

/// Reads a position written by hand. Throws InputError when it cannot be read, or breaks an
/// invariant of the game.
inline AnyState parse_position(const AnyGame& game, std::string_view text) {
  auto state = game.parse_state(text);
  if (const auto broken = game.check(state)) throw core::InputError("not possible: " + *broken);
  return state;
}

/// What a user asked for: a folder, a scenario, a preset, and `--set key=value` overrides.
struct GameRequest {
  std::filesystem::path folder;        ///< e.g. configs/games/russia-1812
  std::string scenario;                ///< empty: the folder's default
  std::string preset;                  ///< empty: the folder's default
  std::string openings[kSides];        ///< opening files by name; empty: set-up is played
  std::vector<std::string> overrides;  ///< "key=value"
  std::string inline_config;           ///< TOML laid over the folder's game.toml; may be empty
  std::string inline_config_name;      ///< stands for its file in messages

  bool operator==(const GameRequest&) const = default;
};

}  // namespace niemen::play
