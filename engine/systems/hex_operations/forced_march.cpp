// Forced marches: up to two and three allowances, and the dice they cost (Movement F-H).
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

std::size_t table_of(const State& state) { return state.work.movement.kind == 3 ? 1 : 0; }

/// Carries out what the dice said, where the unit stands now.
template <class R>
void finish_march(Play<R>& p) {
  auto& s = p.state;
  const auto work = s.work.movement;
  const auto result = static_cast<MarchResult>(work.result);
  if (result == MarchResult::Disrupted) {
    disrupt(p, work.piece, movement_marker(s.phasing));
    for (int index : carried_depots(p.game, s))
      disrupt(p, piece_of(0, index), movement_marker(s.phasing));
  }
  if (result == MarchResult::Eliminated) reduce(p, work.piece);
  lose_lone_depots(p);
  end_move(p);
}

/// The last allowance of the march begins, unless a zone of control has stopped the unit.
template <class R>
void march_on(Play<R>& p) {
  auto& s = p.state;
  auto& work = s.work.movement;
  if (work.stopped) return finish_march(p);
  work.part = work.kind;
  work.steps = 0;
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, s, work.piece));
  if (work.points < p.game.least_exit[s.at(work.piece)]) return finish_march(p);
  p.ask(Step::MoveStep, s.phasing);
}

template <class R>
void take_result(Play<R>& p, MarchResult result) {
  auto& s = p.state;
  auto& work = s.work.movement;
  work.result = static_cast<std::uint8_t>(result);
  if (result == MarchResult::Eliminated && !is_corps(p.game, s, work.piece)) {
    // A Supply unit and its Depot share the result (H-26).
    eliminate(p, work.piece, Cause::ForcedMarch);
    for (int index : carried_depots(p.game, s))
      eliminate(p, piece_of(0, index), Cause::ForcedMarch);
    lose_lone_depots(p);
    return end_move(p);
  }
  march_on(p);
}

}  // namespace

template <class R>
void end_allowance(Play<R>& p) {
  const auto& work = p.state.work.movement;
  const bool last = work.part == work.kind;
  // Who was stopped in the first allowance rolls no die (H-26); a triple march rolls once any point
  // of the second was used (H-33).
  const bool die = work.kind == 2 ? work.part == 1 && !work.stopped
                                  : work.kind == 3 && work.part == 2 && work.steps > 0;
  if (die) return p.roll(Step::MarchDie);
  if (last && work.kind > 1) return finish_march(p);
  end_move(p);
}

template <class R>
void do_march_die(Play<R>& p, Verb, int die) {
  auto& s = p.state;
  auto& work = s.work.movement;
  const auto result = p.game.rules.march_first[table_of(s)][die - 1];
  work.first_die = static_cast<std::uint8_t>(die);
  p.tell(EventKind::MarchDie,
         {.piece = work.piece, .amount = static_cast<int>(result), .face = die});
  if (result == MarchResult::Option) return p.ask(Step::MarchOption, s.phasing);
  take_result(p, result);
}

template <class R>
void do_march_option(Play<R>& p, Verb verb, int) {
  if (verb == Verb::Risk) return p.roll(Step::MarchSecondDie);
  p.tell(EventKind::MarchHalted, {.piece = p.state.work.movement.piece});
  end_move(p);
}

void list_march_option(const Lister& l) {
  l.add(Verb::Halt);
  l.add(Verb::Risk);
}

Verdict refuse_march_option(const Refusal&) {
  return Verdict::no("Movement F", "the march is halted, or the die rolled again");
}

template <class R>
void do_march_second_die(Play<R>& p, Verb, int die) {
  auto& s = p.state;
  const auto& work = s.work.movement;
  const auto result = p.game.rules.march_second[table_of(s)][work.first_die - 1][die - 1];
  p.tell(EventKind::MarchSecondDie,
         {.piece = work.piece, .amount = static_cast<int>(result), .face = die});
  take_result(p, result);
}

#define NIEMEN_INSTANTIATE(R)                         \
  template void end_allowance(Play<R>&);              \
  template void do_march_die(Play<R>&, Verb, int);    \
  template void do_march_option(Play<R>&, Verb, int); \
  template void do_march_second_die(Play<R>&, Verb, int);
NIEMEN_INSTANTIATE(play::NullRecorder)
NIEMEN_INSTANTIATE(play::EventRecorder)
#undef NIEMEN_INSTANTIATE

}  // namespace niemen::hex_operations
