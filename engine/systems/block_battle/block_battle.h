// The mechanism of block battles: play::Game over areas with blocks of hidden strength.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/block_battle/action.h"
#include "engine/systems/block_battle/context.h"
#include "engine/systems/block_battle/state.h"

namespace niemen::block_battle {

/// What one viewer may know: the position with everything hidden put in one canonical order.
///
/// Of blocks that the viewer cannot tell apart (one veil, see veils.h) the lowest stands in the
/// lowest place, with what everybody saw of the block that stands there; its strength is the
/// greatest that it may have. Choices that nobody saw are taken out.
struct Observation {
  State shown;
  std::uint8_t viewer;
  std::array<std::uint8_t, 7> spare;

  friend bool operator==(const Observation& a, const Observation& b) {
    return std::memcmp(&a, &b, sizeof(Observation)) == 0;
  }
};
static_assert(std::is_trivially_copyable_v<Observation>);
static_assert(std::has_unique_object_representations_v<Observation>);

/// A handle on a shared context; copies are cheap. See play::Game for what each member promises.
class BlockBattle {
 public:
  using State = block_battle::State;
  using Observation = block_battle::Observation;

  /// `context` must outlive the handle.
  explicit BlockBattle(const BlockContext& context) : context_(&context) {}
  const BlockContext& context() const { return *context_; }

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
  int turn(const State& state) const;
  int max_decisions() const { return 60'000; }
  std::string_view decision_kind(play::Action action) const;
  std::string action_text(const State& state, play::Action action) const;
  std::optional<play::Action> parse_action(const State& state, std::string_view text) const;
  std::string state_text(const State& state) const;
  State parse_state(std::string_view text) const;
  template <class Visit>
  void encodable(Visit visit) const {
    for (int v = 0; v < static_cast<int>(Verb::Count); ++v) {
      const auto range = range_of(static_cast<Verb>(v));
      const int lowest = lowest_value(range);
      for (int i = 0; i < value_count(*context_, range); ++i)
        visit(encode(static_cast<Verb>(v), lowest + i));
    }
  }

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

 private:
  const BlockContext* context_;
};

}  // namespace niemen::block_battle
