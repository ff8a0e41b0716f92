// What the contract asks of every game, by the rows of steps.h.
#include "engine/systems/area_campaign/area_campaign.h"

#include <fmt/format.h>

#include <cassert>

#include "engine/systems/area_campaign/steps.h"

namespace niemen::area_campaign {

play::StepRow AreaCampaign::step(const State& state) const { return step_spec(state.step).row; }

void AreaCampaign::legal(const State& state, play::ActionList& list) const {
  list.clear();
  if (!play::is_side(state.decider)) return;
  for (const auto& choice : choices_of(state.step))
    for (const int value : choice.allowed(*context_, state))
      list.push_back(encode(choice.verb, value));
}

void AreaCampaign::chance(const State& state, play::ChanceList& list) const {
  list.clear();
  if (state.decider != play::Actor::Nature) return;
  for (int die = 1; die <= kDieFaces; ++die)
    list.push_back({encode(Verb::Roll, die), 1.0 / kDieFaces});
}

// Purposes are the steps.
play::ChanceKey AreaCampaign::chance_key(const State& state) const {
  play::ChanceKey key;
  key.turn = state.turn;
  key.purpose = static_cast<std::uint16_t>(state.step);
  key.ordinal = state.phasing;
  if (const auto name = step_spec(state.step).name_die) name(state, key);
  return key;
}

template <class Recorder>
void AreaCampaign::apply(State& state, play::Action action, Recorder& recorder) const {
  Play<Recorder> p{*context_, state, recorder};
  const auto* choice = find_choice(state.step, verb_of(action));
  assert(choice);
  if constexpr (Recorder::kRecords) {
    choice->procedure.recorded(p, value_of(action));
  } else {
    choice->procedure.silent(p, value_of(action));
  }
}
template void AreaCampaign::apply(State&, play::Action, play::NullRecorder&) const;
template void AreaCampaign::apply(State&, play::Action, play::EventRecorder&) const;

play::Verdict AreaCampaign::why(const State& state, play::Action action) const {
  using play::Verdict;
  const auto& game = *context_;
  if (!is_action(action)) return Verdict::no("notation", "there is no such action");
  const Verb verb = verb_of(action);
  const int value = value_of(action);
  const auto range = range_of(verb);
  if (value < lowest_value(range) || value >= lowest_value(range) + value_count(game, range))
    return Verdict::no("notation", "there is no such action");
  const auto* choice = find_choice(state.step, verb);
  if (!choice)
    return Verdict::no(std::string(rule_of(verb)), fmt::format("not now: {}", prompt(state)));
  return choice->allowed(game, state).contains(value) ? Verdict::yes()
                                                      : choice->refuse(game, state, value);
}

}  // namespace niemen::area_campaign
