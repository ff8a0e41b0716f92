// How any mechanism runs: a row for each step, and in it a row for each choice that it takes. What
// is listed, refused, carried out, rolled and named comes from these rows alone.
//
// A mechanism M names its parts:
//
//   Context, State, Step, Verb   what does not change, the position (its member `step` says what is
//                                due), the enumerations of both
//   Play                         one call of apply, derived from play::Play<M>
//   encode, verb_of, value_of    actions as integers
//   is_action(context, action)   whether the notation has such an action
//   decider(state)               who decides now
//   rows()                       the table of its rows, see join_rows
//   kDie                         the verb of a die's faces
//   dice_turn(context, state)    the turn that dice are named by
//   not_now(context, state, verb)   why a verb is refused that the step does not take
//
// and may have
//
//   out_of_the_question(state, verb, value)   true for what needs no list to be refused
//   kRefusalsSayAll    where it is, what `refuse` does not refuse is legal: no list is asked
//   go_on(play)        what comes after a choice that asks for nothing itself: it finds the step
//                      Step::None, and goes on by the sequence of play
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

#include "engine/play/game.h"

namespace niemen::play {

/// The parts that mechanisms name alike: a mechanism derives from it, and says otherwise where it
/// must. An action is a verb, and below kVerbShift bits its value.
template <class TheContext, class TheState, class TheStep, class TheVerb, class ThePlay,
          int kVerbShift>
struct Parts {
  using Context = TheContext;
  using State = TheState;
  using Step = TheStep;
  using Verb = TheVerb;
  using Play = ThePlay;

  static constexpr Action encode(Verb verb, int value) {
    return static_cast<Action>(verb) << kVerbShift | static_cast<Action>(value);
  }
  static constexpr Verb verb_of(Action action) { return static_cast<Verb>(action >> kVerbShift); }
  static constexpr int value_of(Action action) {
    return static_cast<int>(action & ((Action{1} << kVerbShift) - 1));
  }
  static Actor& decider(State& state) { return state.decider; }
  static Actor decider(const State& state) { return state.decider; }
  static int dice_turn(const Context&, const State& state) { return state.turn; }
};

/// One call of apply: the game, the position that changes, and who listens (null: nobody). A
/// mechanism adds to it how it tells what happens.
template <class M>
struct Play {
  const typename M::Context& game;
  typename M::State& state;
  EventRecorder* log;

  /// Goes on to a decision of a side.
  void ask(typename M::Step step, int side) { ask(step, static_cast<Side>(side)); }
  void ask(typename M::Step step, Side side) {
    state.step = step;
    M::decider(state) = actor_of(side);
  }
  /// Goes on to a die or card.
  void roll(typename M::Step step) {
    state.step = step;
    M::decider(state) = Actor::Nature;
  }
};

/// A legal list being filled with what one choice allows. Values are added in ascending order.
template <class M>
struct Lister {
  const typename M::Context& game;
  const typename M::State& state;
  ActionList& list;
  typename M::Verb verb;  ///< of the choice at hand

  void add(int value = 0) const { add(verb, value); }
  /// For a choice that lists the choices behind it as well.
  void add(typename M::Verb other, int value = 0) const { list.push_back(M::encode(other, value)); }
};

/// What a step takes: one verb, with what may be said to it.
template <class M>
struct ChoiceRow {
  typename M::Verb verb;
  std::string_view rule;  ///< of what is chosen, e.g. "8.4"
  /// Lists what may be chosen now. Null: the choice before it lists this one too, in one look.
  void (*list)(const Lister<M>&) = nullptr;
  /// Why a value that is not listed is not; null where the step takes whatever can be said.
  Verdict (*refuse)(const typename M::Context&, const typename M::State&, int value) = nullptr;
  /// Carries it out, and goes on to the next decision or die.
  void (*take)(typename M::Play&, int value) = nullptr;
};

/// Names a die by more than its turn and step.
template <class M>
using DieName = void (*)(const typename M::Context&, const typename M::State&, ChanceKey&);
/// The outcomes of a die that has not six faces alike.
template <class M>
using Outcomes = void (*)(const typename M::Context&, const typename M::State&, ChanceList&);

/// The row of a step: what is asked, and the choices that it takes, by their verbs.
template <class M>
struct Row : StepRow {
  static constexpr std::size_t kMostChoices = 8;

  typename M::Step step{};
  bool is_nature = false;
  DieName<M> name_die = nullptr;
  Outcomes<M> outcomes = nullptr;
  std::size_t choice_count = 0;
  std::array<ChoiceRow<M>, kMostChoices> choice_rows{};

  std::span<const ChoiceRow<M>> choices() const { return {choice_rows.data(), choice_count}; }
  /// The choice with this verb, or null.
  const ChoiceRow<M>* find(typename M::Verb verb) const {
    for (const auto& choice : choices())
      if (choice.verb == verb) return &choice;
    return nullptr;
  }
};

/// The row of one step, beside the chapter that owns it. What is not whole does not compile.
template <class M, typename M::Step kStep>
struct RowOf : Row<M> {
  /// A decision of a side.
  consteval RowOf(StepRow words, std::initializer_list<ChoiceRow<M>> choices) : Row<M>{words} {
    this->step = kStep;
    for (const auto& choice : choices) add(choice);
    if (choices.size() == 0 || !this->choice_rows[0].list) throw "nothing to choose";
  }
  /// A die or card: `take` is told its face.
  consteval RowOf(StepRow words, DieName<M> name_die, void (*take)(typename M::Play&, int),
                  typename M::Verb verb = M::kDie, Outcomes<M> outcomes = nullptr)
      : Row<M>{words} {
    this->step = kStep;
    this->is_nature = true;
    this->barrier = Barrier::Die;
    this->name_die = name_die;
    this->outcomes = outcomes;
    add({.verb = verb, .rule = words.rule, .take = take});
  }
  /// The end.
  explicit consteval RowOf(StepRow words) : Row<M>{words} { this->step = kStep; }

 private:
  consteval void add(const ChoiceRow<M>& choice) {
    const auto count = this->choice_count;
    if (this->name.empty() || this->prompt.empty() || this->rule.empty()) throw "a text is missing";
    if (count > 0 && this->choice_rows[count - 1].verb >= choice.verb) throw "verbs do not ascend";
    if (choice.rule.empty() || !choice.take) throw "a choice is not whole";
    this->choice_rows[count] = choice;
    this->choice_count = count + 1;
  }
};

/// The rows of all steps, by step.
template <class M>
using RowTable = std::array<const Row<M>*, static_cast<std::size_t>(M::Step::Count)>;

/// Joins the rows of the chapters: each step once, in their order, or it does not compile.
template <class M, typename M::Step... kSteps>
consteval RowTable<M> join_rows(const RowOf<M, kSteps>&... rows) {
  static_assert(sizeof...(kSteps) == static_cast<std::size_t>(M::Step::Count),
                "every step has its row");
  std::size_t next = 0;
  if (((static_cast<std::size_t>(kSteps) != next++) || ...)) throw "rows stand by their steps";
  return {&rows...};
}

/// What the contract asks of every game, out of a mechanism's rows.
template <class M>
struct StepMachine {
  using Context = typename M::Context;
  using State = typename M::State;
  using Step = typename M::Step;
  using Verb = typename M::Verb;

  static const Row<M>& row_of(Step step) { return *M::rows()[static_cast<std::size_t>(step)]; }
  static const Row<M>& row_of(const State& state) { return row_of(state.step); }
  /// The step with this name, or Step::Count.
  static Step step_named(std::string_view name) {
    for (const auto* row : M::rows())
      if (row->name == name) return row->step;
    return Step::Count;
  }
  /// The first step that takes the verb, or Step::Count.
  static Step step_of(Verb verb) {
    for (const auto* row : M::rows())
      if (row->find(verb)) return row->step;
    return Step::Count;
  }
  /// The rule of a verb: that of the first step that takes it.
  static std::string_view rule_of(Verb verb) {
    const auto step = step_of(verb);
    return step == Step::Count ? "notation" : row_of(step).find(verb)->rule;
  }

  static void legal(const Context& game, const State& state, ActionList& list) {
    list.clear();
    if (!is_side(M::decider(state))) return;
    for (const auto& choice : row_of(state).choices())
      if (choice.list) choice.list({game, state, list, choice.verb});
  }

  static void chance(const Context& game, const State& state, ChanceList& list) {
    constexpr int kFaces = 6;
    list.clear();
    if (M::decider(state) != Actor::Nature) return;
    const auto& row = row_of(state);
    if (row.outcomes) return row.outcomes(game, state, list);
    for (int face = 1; face <= kFaces; ++face)
      list.push_back({M::encode(row.choice_rows[0].verb, face), 1.0 / kFaces});
  }

  /// The purpose of a die is its step.
  static ChanceKey chance_key(const Context& game, const State& state) {
    ChanceKey key;
    key.turn = static_cast<std::uint16_t>(M::dice_turn(game, state));
    key.purpose = static_cast<std::uint16_t>(state.step);
    if (const auto name = row_of(state).name_die) name(game, state, key);
    return key;
  }

  /// Precondition: the action is legal.
  static void apply(const Context& game, State& state, Action action, EventRecorder* log) {
    typename M::Play p{{game, state, log}};
    const auto* choice = row_of(state).find(M::verb_of(action));
    assert(choice);
    if constexpr (kGoesOn) state.step = Step::None;
    choice->take(p, M::value_of(action));
    if constexpr (kGoesOn) M::go_on(p);
  }

  static Verdict why(const Context& game, const State& state, Action action) {
    if (!M::is_action(game, action)) return Verdict::no("notation", "there is no such action");
    const auto verb = M::verb_of(action);
    const int value = M::value_of(action);
    const auto& row = row_of(state);
    const auto* choice = row.find(verb);
    if (!choice) return M::not_now(game, state, verb);
    if (row.is_nature) {
      if (is_outcome(game, state, action)) return Verdict::yes();
      return Verdict::no(std::string(row.rule), "the dice cannot show that");
    }
    if constexpr (requires { M::kRefusalsSayAll; }) {
      if (!choice->refuse) return Verdict::yes();
    } else if (is_listed(game, state, *choice, action)) {
      return Verdict::yes();
    }
    if (choice->refuse) return choice->refuse(game, state, value);
    return Verdict::no("notation", "there is no such choice");
  }

 private:
  static constexpr bool kGoesOn = requires(typename M::Play & play) { M::go_on(play); };

  static bool is_outcome(const Context& game, const State& state, Action action) {
    ChanceList list;
    chance(game, state, list);
    return std::any_of(list.begin(), list.end(),
                       [&](const ChanceOutcome& outcome) { return outcome.action == action; });
  }
  /// Looks only at what lists this choice.
  static bool is_listed(const Context& game, const State& state, const ChoiceRow<M>& choice,
                        Action action) {
    if constexpr (requires { M::out_of_the_question(state, choice.verb, 0); })
      if (M::out_of_the_question(state, choice.verb, M::value_of(action))) return false;
    const auto* lists = &choice;
    while (!lists->list) --lists;  // the first of a row lists
    ActionList list;
    list.clear();
    lists->list({game, state, list, lists->verb});
    return std::binary_search(list.begin(), list.end(), action);
  }
};

}  // namespace niemen::play
