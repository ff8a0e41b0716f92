// The mechanism of hex operations: corps and divisions on hexes, fought by odds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/play/game.h"
#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/context.h"
#include "engine/systems/hex_operations/observation.h"
#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

/// A handle on a shared context; copies are cheap. See play::Game for what each member promises.
class HexOperations {
 public:
  using State = hex_operations::State;
  using Observation = hex_operations::Observation;

  /// `context` must outlive the handle.
  explicit HexOperations(const OperationsContext& context) : context_(&context) {}
  const OperationsContext& context() const { return *context_; }

  State initial() const;
  play::Actor actor(const State& state) const { return state.decider; }
  void legal(const State& state, play::ActionList& list) const;
  void chance(const State& state, play::ChanceList& list) const;
  play::ChanceKey chance_key(const State& state) const;
  void apply(State& state, play::Action action, play::NullRecorder&) const;
  void apply(State& state, play::Action action, play::EventRecorder& recorder) const;
  play::Outcome outcome(const State& state) const;
  std::uint64_t hash(const State& state) const;
  std::optional<std::string> check(const State& state) const;
  play::Verdict why(const State& state, play::Action action) const;
  Observation observe(const State& state, play::Viewer viewer) const { return {state, viewer, {}}; }
  State sample_world(const Observation& observation, core::RandomStream&) const {
    return observation.shown;
  }
  play::PerceivedAction seen(const State&, play::Action action, play::Viewer) const {
    return action;
  }
  int turn(const State& state) const { return state.step == Step::SetUp ? 0 : state.turn; }
  int max_decisions() const { return 60'000; }
  std::string_view decision_kind(play::Action action) const;
  std::string action_text(const State& state, play::Action action) const;
  std::optional<play::Action> parse_action(const State& state, std::string_view text) const;
  std::string state_text(const State& state) const;
  State parse_state(std::string_view text) const;

  play::StepRow step(const State& state) const;
  std::string prompt(const State& state) const;
  play::EventRow event_row(const play::Event& event) const;
  std::string event_text(const play::Event& event, play::Viewer reader) const;
  std::string modifier_text(const play::Modifier& modifier) const;
  std::string place_code(int place) const;
  std::string piece_code(int piece) const;
  play::Board board() const;
  play::View view(const Observation& observation) const;
  play::View whole_view(const State& state) const;
  std::vector<std::string> fault_lines() const;
  /// Whether a place is supplied and can be entered, and why, a line each; see explain.cpp.
  std::vector<std::string> explain(const State& state, int place) const;
  std::string scenario_toml(const State& state, std::string_view title) const;
  std::string opening_toml(const State& state, play::Side side, std::string_view title) const;

  template <class Visit>
  void encodable(Visit visit) const;

 private:
  const OperationsContext* context_;
};

/// Calls visit(value) for every value that a range has in this game.
template <class Visit>
void visit_values(const OperationsContext& game, ValueRange range, Visit visit) {
  const auto visit_hexes = [&](auto each) {
    for (const auto& hex : game.hexes)
      if (game.open[hex.code]) each(hex.code);
  };
  const auto visit_pieces = [&](auto each) {
    for (int piece = 0; piece < kPieces; ++piece)
      if (!game.pieces[piece].id.empty()) each(piece);
  };
  switch (range) {
    case ValueRange::Nothing: return visit(0);
    case ValueRange::Die:
      for (int die = 1; die <= kDieFaces; ++die) visit(die);
      return;
    case ValueRange::Hex: return visit_hexes(visit);
    case ValueRange::Piece: return visit_pieces(visit);
    case ValueRange::HexWay:
      return visit_hexes([&](int hex) {
        for (int way = 0; way < kDirections; ++way)
          if (game.neighbour[hex][way]) visit(directed(hex, way));
      });
    case ValueRange::PieceWay:
      return visit_pieces([&](int piece) {
        for (int way = 0; way < kDirections; ++way) visit(directed(piece, way));
      });
    case ValueRange::Area:
      for (int area = 0; area < game.area_count(); ++area) visit(area);
      return;
  }
}

template <class Visit>
void HexOperations::encodable(Visit visit) const {
  for (int v = 0; v < static_cast<int>(Verb::Count); ++v) {
    const auto verb = static_cast<Verb>(v);
    visit_values(*context_, range_of(verb), [&](int value) { visit(encode(verb, value)); });
  }
}

}  // namespace niemen::hex_operations
