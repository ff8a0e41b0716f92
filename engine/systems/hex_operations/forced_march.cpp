// Forced marches: up to two and three allowances, and the dice they cost (Movement F-H).
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

/// A unit marches once a turn.
void name_march(const OperationsContext& game, const State& s, play::ChanceKey& key) {
  name_by_side(game, s, key);
  key.subject = s.work.movement.piece;
}

std::size_t table_of(const State& state) { return state.work.movement.kind == 3 ? 1 : 0; }

/// Carries out what the dice said, where the unit stands now.
void finish_march(Play& p) {
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
void march_on(Play& p) {
  auto& s = p.state;
  auto& work = s.work.movement;
  if (work.stopped) return finish_march(p);
  work.part = work.kind;
  work.steps = 0;
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, s, work.piece));
  if (work.points < p.game.least_exit[s.at(work.piece)]) return finish_march(p);
  p.ask(Step::MoveStep, s.phasing);
}

void take_result(Play& p, MarchResult result) {
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

void end_allowance(Play& p) {
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

namespace {

void roll_march(Play& p, int die) {
  auto& s = p.state;
  auto& work = s.work.movement;
  const auto result = p.game.rules.march_first[table_of(s)][die - 1];
  work.first_die = static_cast<std::uint8_t>(die);
  p.tell(EventKind::MarchDie,
         {.piece = work.piece, .amount = static_cast<int>(result), .face = die});
  if (result == MarchResult::Option) return p.ask(Step::MarchOption, s.phasing);
  take_result(p, result);
}

void halt_march(Play& p, int) {
  p.tell(EventKind::MarchHalted, {.piece = p.state.work.movement.piece});
  end_move(p);
}

void roll_march_again(Play& p, int die) {
  auto& s = p.state;
  const auto& work = s.work.movement;
  const auto result = p.game.rules.march_second[table_of(s)][work.first_die - 1][die - 1];
  p.tell(EventKind::MarchSecondDie,
         {.piece = work.piece, .amount = static_cast<int>(result), .face = die});
  take_result(p, result);
}

}  // namespace

constinit const RowOf<Step::MarchDie> march_die_row{
    {"march-die", "Movement", "Movement F", "the forced march"}, name_march, roll_march};

constinit const RowOf<Step::MarchOption> march_option_row{
    {"march-option", "Movement", "Movement F", "Halt the march here, or roll again"},
    {{Verb::Halt, "Movement F", always, nullptr, halt_march},
     {Verb::Risk, "Movement F", always, nullptr,
      [](Play& p, int) { p.roll(Step::MarchSecondDie); }}}};

constinit const RowOf<Step::MarchSecondDie> march_second_die_row{
    {"march-second-die", "Movement", "Movement F", "the forced march, second roll"},
    name_march,
    roll_march_again};

}  // namespace niemen::hex_operations
