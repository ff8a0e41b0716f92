// From a game of the contract to the handle that tools use.
#pragma once

#include <cassert>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/hash.h"
#include "engine/play/any_game.h"
#include "engine/play/bench.h"
#include "engine/play/game.h"
#include "engine/play/random_play.h"

namespace niemen::play {

/// Wraps a game of the contract; keeps whatever owns its context alive.
template <Game G>
class TypedGame final : public AnyGame {
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
    for (auto& event : recorder.events) put_into_words(event);
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

  AnyObservation observe(const AnyState& s, Viewer viewer) const override {
    return bytes_of(game_.observe(unpack(s), viewer));
  }
  AnyState sample_world(const AnyObservation& observation,
                        core::RandomStream& random) const override {
    return pack(game_.sample_world(value_of<typename G::Observation>(observation), random));
  }

  StepRow step(const AnyState& s) const override {
    if constexpr (HasSteps<G>) return game_.step(unpack(s));
    return {};
  }
  std::string prompt(const AnyState& s) const override {
    if constexpr (HasSteps<G>) return game_.prompt(unpack(s));
    return {};
  }
  Board board() const override {
    if constexpr (HasView<G>) return game_.board();
    return {};
  }
  View view(const AnyObservation& observation) const override {
    if constexpr (HasView<G>) return game_.view(value_of<typename G::Observation>(observation));
    return {};
  }
  View whole_view(const AnyState& s) const override {
    if constexpr (HasView<G>) return game_.whole_view(unpack(s));
    return {};
  }
  std::string event_text([[maybe_unused]] const Event& event,
                         [[maybe_unused]] Viewer reader) const override {
    if constexpr (HasEvents<G>) return game_.event_text(event, reader);
    return event.text;
  }
  EventRow event_row([[maybe_unused]] const Event& event) const override {
    if constexpr (HasEvents<G>) return game_.event_row(event);
    return {"told", Weight::Detail};
  }
  std::string place_code(int place) const override {
    if constexpr (HasEvents<G>) return game_.place_code(place);
    return std::to_string(place);
  }
  std::string piece_code(int piece) const override {
    if constexpr (HasEvents<G>) return game_.piece_code(piece);
    return std::to_string(piece);
  }

  std::vector<std::string> fault_lines() const override {
    if constexpr (HasWorkshop<G>) return game_.fault_lines();
    return {};
  }
  std::vector<std::string> explain([[maybe_unused]] const AnyState& s,
                                   [[maybe_unused]] int place) const override {
    if constexpr (HasWorkshop<G>) return game_.explain(unpack(s), place);
    return {};
  }
  std::string scenario_toml([[maybe_unused]] const AnyState& s,
                            [[maybe_unused]] std::string_view title) const override {
    if constexpr (HasWorkshop<G>) return game_.scenario_toml(unpack(s), title);
    return {};
  }
  std::string opening_toml([[maybe_unused]] const AnyState& s, [[maybe_unused]] Side side,
                           [[maybe_unused]] std::string_view title) const override {
    if constexpr (HasWorkshop<G>) return game_.opening_toml(unpack(s), side, title);
    return {};
  }

  std::optional<FuzzFault> fuzz_campaign(std::uint64_t campaign_key,
                                         int most_steps) const override {
    return play::fuzz_campaign(game_, campaign_key, most_steps);
  }
  std::vector<Action> random_actions(std::uint64_t campaign_key, int steps) const override {
    NullRecorder silent;
    ActionList legal;
    std::vector<Action> actions;
    auto decisions = decision_stream(campaign_key);
    auto state = game_.initial();
    while (static_cast<int>(actions.size()) < steps && game_.actor(state) != Actor::Over) {
      actions.push_back(random_action(game_, state, campaign_key, decisions, legal));
      game_.apply(state, actions.back(), silent);
    }
    return actions;
  }
  std::uint64_t perft(const AnyState& s, int depth) const override {
    return play::perft(game_, unpack(s), depth);
  }
  BenchCounts bench_counts(int campaigns) const override {
    return play::bench_counts(game_, campaigns);
  }
  BenchSpeeds bench_speeds(double seconds) const override {
    return play::bench_speeds(game_, seconds);
  }
  std::unique_ptr<AnyGame> clone() const override { return std::make_unique<TypedGame>(*this); }

  static AnyState pack(const typename G::State& state) { return bytes_of(state); }
  static typename G::State unpack(const AnyState& bytes) {
    return value_of<typename G::State>(bytes);
  }

 private:
  template <class T>
  static std::vector<std::byte> bytes_of(const T& value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  template <class T>
  static T value_of(const std::vector<std::byte>& bytes) {
    assert(bytes.size() == sizeof(T));
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  void put_into_words([[maybe_unused]] Event& event) const {
    if constexpr (HasEvents<G>) {
      if (event.text.empty()) event.text = game_.event_text(event, Viewer::Public);
      for (auto& modifier : event.modifiers)
        if (modifier.reason.empty()) modifier.reason = game_.modifier_text(modifier);
    }
  }

  G game_;
  GameInfo info_;
  std::shared_ptr<const void> context_;
};

}  // namespace niemen::play
