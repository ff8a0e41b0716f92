// The contract that every game meets, as a C++20 concept. See tests/support/conformance.h for the
// suite that checks what a concept cannot.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/fixed_vector.h"
#include "engine/core/random.h"
#include "engine/play/actor.h"
#include "engine/play/dice.h"
#include "engine/play/recorder.h"
#include "engine/play/step.h"
#include "engine/play/verdict.h"
#include "engine/play/view.h"

namespace niemen::play {

/// Upper bounds for every game; lists are fixed arrays of this size.
inline constexpr std::size_t kMaxLegalActions = 1024;
inline constexpr std::size_t kMaxChanceOutcomes = 64;

using ActionList = core::FixedVector<Action, kMaxLegalActions>;
using ChanceList = core::FixedVector<ChanceOutcome, kMaxChanceOutcomes>;

/// How an action looks to somebody who may not see all of it. Equal labels: cannot be told apart.
using PerceivedAction = std::uint32_t;

/// A game object is a cheap handle (a pointer to a shared, immutable context) whose members never
/// allocate on the hot path (`actor`, `legal`, `apply` with the null recorder, `chance`).
///
/// - `legal(state, list)` fills the list, ascending and unique; never empty for a side to move.
/// - `chance(state, list)` is the same for Nature, with exact probabilities.
/// - `apply(state, action, recorder)` does one legal action or chance outcome; no dice inside.
/// - `encodable(visit)` calls `visit(action)` for every action the encoding can express; `why` must
///   answer for each of them.
/// - `observe` gives all that a viewer may know and nothing else; two states that differ only in
///   what is hidden from the viewer give equal observations.
/// - `sample_world(observation, random)` gives a full state that the viewer cannot refute.
/// - `seen(state, action, viewer)`: the action as that viewer perceives it, before it is applied.
/// - `hash(state)` is computed from what must be remembered, never from caches.
/// - `check(state)` names the first broken invariant, or nothing.
/// - `turn(state)` counts from 1, a set-up is turn 0; `max_decisions()` bounds every campaign.
/// - `action_text` / `parse_action` are the game's notation, exact inverses for legal actions.
/// - `state_text` / `parse_state` write and read a whole position; exact inverses.
template <class G>
concept Game = std::copyable<G> && std::is_trivially_copyable_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::Observation> &&
    requires(const G& game, typename G::State& mutable_state, const typename G::State& state,
             const typename G::Observation& observation, Action action, Viewer viewer,
             ActionList& legal, ChanceList& outcomes, NullRecorder& silent, EventRecorder& recorder,
             core::RandomStream& random, std::string_view text) {
  { game.initial() } -> std::same_as<typename G::State>;
  { game.actor(state) } -> std::same_as<Actor>;
  { game.legal(state, legal) } -> std::same_as<void>;
  { game.chance(state, outcomes) } -> std::same_as<void>;
  { game.chance_key(state) } -> std::same_as<ChanceKey>;
  { game.apply(mutable_state, action, silent) } -> std::same_as<void>;
  { game.apply(mutable_state, action, recorder) } -> std::same_as<void>;
  { game.outcome(state) } -> std::same_as<Outcome>;
  { game.hash(state) } -> std::same_as<std::uint64_t>;
  { game.check(state) } -> std::same_as<std::optional<std::string>>;
  { game.why(state, action) } -> std::same_as<Verdict>;
  { game.observe(state, viewer) } -> std::same_as<typename G::Observation>;
  { game.sample_world(observation, random) } -> std::same_as<typename G::State>;
  { game.seen(state, action, viewer) } -> std::same_as<PerceivedAction>;
  { game.turn(state) } -> std::same_as<int>;
  { game.max_decisions() } -> std::same_as<int>;
  { game.decision_kind(action) } -> std::same_as<std::string_view>;
  { game.action_text(state, action) } -> std::same_as<std::string>;
  { game.parse_action(state, text) } -> std::same_as<std::optional<Action>>;
  { game.state_text(state) } -> std::same_as<std::string>;
  { game.parse_state(text) } -> std::same_as<typename G::State>;
  game.encodable([](Action) {});
  { state == state } -> std::same_as<bool>;
  { observation == observation } -> std::same_as<bool>;
};

/// The rest of the contract is what people are shown. Toys may go without it.
///
/// - `step(state)`: the row of the decision or die at hand; `prompt(state)`: what it asks, its
///   blanks filled in from what the actor may know.
/// - `event_row(event)`, `event_text(event, reader)`, `modifier_text(modifier)`: what an event is
///   and its sentence; a reader who is a side is addressed as "you".
/// - `place_code(place)`, `piece_code(piece)`: the notation of the numbers in events.
/// - `board()`: the geometry. `view(observation)`: all that a seat may see, see view.h.
///   `whole_view(state)`: the same with nothing hidden.
/// - `fault_lines()`: what makes no sense in the data. `explain(state, place)`: whether the place
/// is
///   supplied and can be entered, link by link, a line each. `scenario_toml`, `opening_toml`: a
///   position as a file for scenarios/, a side's set-up as one for openings/; throw InputError
///   where the position cannot be saved so.
template <class G>
concept HasSteps = requires(const G& game, const typename G::State& state) {
  { game.step(state) } -> std::same_as<StepRow>;
  { game.prompt(state) } -> std::same_as<std::string>;
};
template <class G>
concept HasEvents = requires(const G& game, const Event& event, const Modifier& modifier,
                             Viewer reader) {
  { game.event_row(event) } -> std::same_as<EventRow>;
  { game.event_text(event, reader) } -> std::same_as<std::string>;
  { game.modifier_text(modifier) } -> std::same_as<std::string>;
  { game.place_code(0) } -> std::same_as<std::string>;
  { game.piece_code(0) } -> std::same_as<std::string>;
};
template <class G>
concept HasView = requires(const G& game, const typename G::State& state,
                           const typename G::Observation& observation) {
  { game.board() } -> std::same_as<Board>;
  { game.view(observation) } -> std::same_as<View>;
  { game.whole_view(state) } -> std::same_as<View>;
};
template <class G>
concept HasWorkshop = requires(const G& game, const typename G::State& state, Side side,
                               std::string_view title) {
  { game.fault_lines() } -> std::same_as<std::vector<std::string>>;
  { game.explain(state, 0) } -> std::same_as<std::vector<std::string>>;
  { game.scenario_toml(state, title) } -> std::same_as<std::string>;
  { game.opening_toml(state, side, title) } -> std::same_as<std::string>;
};
/// All of it: what a mechanism must give to be played by people.
template <class G>
concept Presented = Game<G> && HasSteps<G> && HasEvents<G> && HasView<G> && HasWorkshop<G>;

/// Draws Nature's next outcome in the campaign named by `campaign_key`.
/// Precondition: actor(state) is Nature.
template <Game G>
Action draw_chance(const G& game, const typename G::State& state, std::uint64_t campaign_key) {
  ChanceList outcomes;
  game.chance(state, outcomes);
  return draw({outcomes.begin(), outcomes.size()},
              chance_bits(campaign_key, game.chance_key(state)));
}

}  // namespace niemen::play
