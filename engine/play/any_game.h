// One type-erased handle a game, for tools (never for search: that is a template over the game).
#pragma once

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"

namespace niemen::play {

/// A position as bytes, meaningful only to the game that made it.
using AnyState = std::vector<std::byte>;

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
};

/// Wraps a game of the contract; keeps whatever owns its context alive.
template <Game G>
class TypedGame : public AnyGame {
 public:
  TypedGame(G game, GameInfo info, std::shared_ptr<const void> context)
      : game_(game), info_(std::move(info)), context_(std::move(context)) {}
  const G& game() const { return game_; }

  const GameInfo& info() const override { return info_; }
  AnyState initial() const override { return pack(game_.initial()); }
  Actor actor(const AnyState& s) const override { return game_.actor(unpack(s)); }
  std::vector<Action> legal(const AnyState& s) const override {
    ActionList list;
    game_.legal(unpack(s), list);
    return {list.begin(), list.end()};
  }
  std::vector<ChanceOutcome> chance(const AnyState& s) const override {
    ChanceList list;
    game_.chance(unpack(s), list);
    return {list.begin(), list.end()};
  }
  ChanceKey chance_key(const AnyState& s) const override { return game_.chance_key(unpack(s)); }
  std::vector<Event> apply(AnyState& s, Action action) const override {
    auto state = unpack(s);
    EventRecorder recorder;
    game_.apply(state, action, recorder);
    s = pack(state);
    return std::move(recorder.events);
  }
  Outcome outcome(const AnyState& s) const override { return game_.outcome(unpack(s)); }
  std::uint64_t hash(const AnyState& s) const override { return game_.hash(unpack(s)); }
  std::optional<std::string> check(const AnyState& s) const override {
    return game_.check(unpack(s));
  }
  Verdict why(const AnyState& s, Action action) const override {
    return game_.why(unpack(s), action);
  }
  int turn(const AnyState& s) const override { return game_.turn(unpack(s)); }
  int max_decisions() const override { return game_.max_decisions(); }
  std::string decision_kind(Action action) const override {
    return std::string(game_.decision_kind(action));
  }
  std::string action_text(const AnyState& s, Action action) const override {
    return game_.action_text(unpack(s), action);
  }
  std::optional<Action> parse_action(const AnyState& s, std::string_view text) const override {
    return game_.parse_action(unpack(s), text);
  }
  std::string state_text(const AnyState& s) const override { return game_.state_text(unpack(s)); }
  AnyState parse_state(std::string_view text) const override {
    return pack(game_.parse_state(text));
  }
  std::uint64_t observation_hash(const AnyState& s, Viewer viewer) const override {
    const auto observation = game_.observe(unpack(s), viewer);
    return core::hash_bytes(std::as_bytes(std::span(&observation, 1)));
  }

  static AnyState pack(const typename G::State& state) {
    AnyState bytes(sizeof state);
    std::memcpy(bytes.data(), &state, sizeof state);
    return bytes;
  }
  static typename G::State unpack(const AnyState& bytes) {
    typename G::State state;
    std::memcpy(&state, bytes.data(), sizeof state);
    return state;
  }

 private:
  G game_;
  GameInfo info_;
  std::shared_ptr<const void> context_;
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
