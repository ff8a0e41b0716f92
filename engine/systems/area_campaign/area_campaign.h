// The mechanism of area campaigns: play::Game over Areas instead of hexes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/play/game.h"
#include "engine/systems/area_campaign/action.h"
#include "engine/systems/area_campaign/context.h"
#include "engine/systems/area_campaign/observation.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

/// A handle on a shared context; copies are cheap. See play::Game for what each member promises.
class AreaCampaign {
 public:
  using State = area_campaign::State;
  using Observation = area_campaign::Observation;

  /// `context` must outlive the handle.
  explicit AreaCampaign(const AreaContext& context) : context_(&context) {}
  const AreaContext& context() const { return *context_; }

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
  Observation observe(const State& state, play::Viewer viewer) const;
  State sample_world(const Observation& observation, core::RandomStream& random) const;
  play::PerceivedAction seen(const State& state, play::Action action, play::Viewer viewer) const;
  int turn(const State& state) const { return state.turn; }
  int max_decisions() const { return 60'000; }
  std::string_view decision_kind(play::Action action) const;
  std::string action_text(const State& state, play::Action action) const;
  std::optional<play::Action> parse_action(const State& state, std::string_view text) const;
  std::string state_text(const State& state) const;
  State parse_state(std::string_view text) const;
  play::StepRow step(const State& state) const;
  std::string prompt(const State& state) const;
  play::Board board() const;
  play::View view(const Observation& observation) const;
  play::View whole_view(const State& state) const;
  play::EventRow event_row(const play::Event& event) const;
  std::string event_text(const play::Event& event, play::Viewer reader) const;
  std::string modifier_text(const play::Modifier& modifier) const;
  std::string place_code(int place) const;
  std::string piece_code(int piece) const;
  std::vector<std::string> fault_lines() const;
  /// Whether a place is supplied and can be entered, and why, a line each; see explain.cpp.
  std::vector<std::string> explain(const State& state, int place) const;
  std::string scenario_toml(const State& state, std::string_view title) const;
  std::string opening_toml(const State& state, play::Side side, std::string_view title) const;
  template <class Visit>
  void encodable(Visit visit) const {
    for (int v = 0; v < static_cast<int>(Verb::Count); ++v) {
      const auto range = range_of(static_cast<Verb>(v));
      const int lowest = lowest_value(range);
      for (int i = 0; i < value_count(*context_, range); ++i)
        visit(encode(static_cast<Verb>(v), lowest + i));
    }
  }

 private:
  const AreaContext* context_;
};

/// Victory points as they stand: control, and what the optional rules add.
int victory_points(const AreaContext& game, const State& state);

}  // namespace niemen::area_campaign
