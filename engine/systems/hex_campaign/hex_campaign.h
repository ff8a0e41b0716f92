// Campaigns on hexes with supply trains, depots and combat commands: the game of the contract.
#pragma once

#include <string>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/hex_campaign/observation.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// A handle to a shared context; see play::Game for what each member promises.
class HexCampaign {
 public:
  using State = hex_campaign::State;
  using Observation = hex_campaign::Observation;

  explicit HexCampaign(const Context& context) : context_(&context) {}
  /// Of a linked campaign the first part.
  const Context& context() const { return *context_; }
  /// The part of the campaign that a position is in; of most games the only one.
  const Context& context_of(const State& state) const { return part_of(*context_, state); }

  State initial() const;
  play::Actor actor(const State& state) const { return state.actor; }
  void legal(const State& state, play::ActionList& list) const;
  void chance(const State& state, play::ChanceList& list) const;
  play::ChanceKey chance_key(const State& state) const;
  void apply(State& state, play::Action action, play::NullRecorder& recorder) const;
  void apply(State& state, play::Action action, play::EventRecorder& recorder) const;
  play::Outcome outcome(const State& state) const;
  std::uint64_t hash(const State& state) const;
  std::optional<std::string> check(const State& state) const;
  play::Verdict why(const State& state, play::Action action) const;
  Observation observe(const State& state, play::Viewer viewer) const;
  State sample_world(const Observation& observation, core::RandomStream& random) const;
  /// A full state that the viewer cannot refute and that differs from `world`, which he took for
  /// true when he saw `before`, no more than it must. Ignores what another viewer saw.
  State continue_world(const Observation& observation, const Observation& before,
                       const State& world, core::RandomStream& random) const;
  play::PerceivedAction seen(const State& state, play::Action action, play::Viewer viewer) const;
  /// Counted through all parts of a linked campaign.
  int turn(const State& state) const { return state.turn + context_of(state).turns_before; }
  /// A bound no campaign reaches: turns, the decisions of a turn, set-up and winter quarters.
  int max_decisions() const;
  std::string_view decision_kind(play::Action action) const;
  std::string action_text(const State& state, play::Action action) const;
  std::optional<play::Action> parse_action(const State& state, std::string_view text) const;
  std::string state_text(const State& state) const;
  State parse_state(std::string_view text) const;
  /// The row of the decision or die at hand, and what it asks in full; see steps.h.
  play::StepRow step(const State& state) const;
  std::string prompt(const State& state) const;
  /// What an event is, and its sentence; see events.h.
  play::EventRow event_row(const play::Event& event) const;
  std::string event_text(const play::Event& event, play::Viewer reader) const;
  std::string modifier_text(const play::Modifier& modifier) const;
  /// A hex and a piece in notation: "1904", "I-Vet-Inf-1".
  std::string place_code(int place) const;
  std::string piece_code(int piece) const;
  /// The map as geometry, and what a seat, or the referee, may see of a position.
  play::Board board() const;
  play::View view(const Observation& observation) const;
  play::View whole_view(const State& state) const;
  /// What makes no sense in the data, one line each; see sense.h.
  std::vector<std::string> fault_lines() const;
  /// Whether a place is supplied and can be entered, and why, a line each; see explain.cpp.
  std::vector<std::string> explain(const State& state, int place) const;
  /// The position as a file for scenarios/, and a side's set-up as one for openings/; see save.h.
  std::string scenario_toml(const State& state, std::string_view title) const;
  std::string opening_toml(const State& state, play::Side side, std::string_view title) const;

  template <class Visit>
  void encodable(Visit&& visit) const;

 private:
  State sample_like(const Observation& observation, const State* before,
                    core::RandomStream& random) const;

  const Context* context_;
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

#include "engine/systems/hex_campaign/action.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

template <class Visit>
void HexCampaign::encodable(Visit&& visit) const {
  for (int v = 0; v < static_cast<int>(Verb::Count); ++v) {
    const Verb verb = static_cast<Verb>(v);
    int payloads = 1;
    switch (payload_kind(verb)) {
      case PayloadKind::None: payloads = 1; break;
      case PayloadKind::Number: payloads = kNumberPayloads; break;
      case PayloadKind::Hex: payloads = context_->map.size(); break;
      case PayloadKind::Piece: payloads = static_cast<int>(context_->pieces.size()); break;
    }
    for (int p = 0; p < payloads; ++p) visit(make_action(verb, p));
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
