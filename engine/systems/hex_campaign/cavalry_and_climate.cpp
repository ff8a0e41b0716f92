// 16.7: the Cavalry Reserve wastes away. (16.6 is tested where 8.5 is carried out.)
#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

PieceSet on_map_only(const State& s, PieceSet pieces) {
  PieceSet found;
  for (int piece : pieces)
    if (on_map(s, piece)) found.insert(piece);
  return found;
}

/// The Reserve while it lasts, then the side's other cavalry (T-23).
PieceSet reserve_candidates(const Context& c, const State& s) {
  const PieceSet reserve = on_map_only(s, c.reserve & c.units_of[0]);
  if (!reserve.empty()) return reserve;
  return on_map_only(s, c.arm_units[static_cast<std::size_t>(Arm::Cavalry)] & c.units_of[0]);
}

bool reserve_lasts(const Context& c, const State& s) {
  return !on_map_only(s, c.reserve & c.units_of[0]).empty();
}

}  // namespace

int reserve_train_cut(const Context& c, const State& s) {
  const Rules& r = c.rules;
  if (!r.cavalry_reserve || s.second_year || s.turn <= r.reserve_to_turn) return 0;
  if (s.reserve_lost <= r.reserve_few_to) return r.reserve_trains_few;
  return s.reserve_lost <= r.reserve_some_to ? r.reserve_trains_some : 0;
}

void go_cavalry_reserve(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const bool due = r.cavalry_reserve && !s.second_year && s.turn <= r.reserve_to_turn;
  if (due && s.work.reserve.rolled == 0) {
    s.work.reserve.rolled = 1;
    return p.roll(Step::ReserveDie);
  }
  if (due && s.work.reserve.losses > 0 && !reserve_candidates(p.game, s).empty())
    return p.ask(Step::ReserveLoss, Side::B);
  next_phase(s, Phase::ConvertDepots);
}

namespace {

void roll_reserve(Play& p, int die) {
  p.state.work.reserve.losses = static_cast<std::uint8_t>(die);
  p.tell(EventKind::ReserveRolled, {.side = play::index(Side::A), .face = die});
}

/// Other cavalry need not be lost (T-23).
Reason refuse_to_spare(const Context& c, const State& s, int) {
  return reserve_lasts(c, s) ? Reason::Forced : Reason::Ok;
}
void list_to_spare(const Lister& l) { add_numbers<refuse_to_spare>(l, 0, 0); }
void spare_reserve(Play& p, int) { p.state.work.reserve.losses = 0; }

Reason refuse_reserve(const Context& c, const State& s, int unit) {
  const Reason reason = refuse_pick(c, s, reserve_candidates(c, s), unit, c.rules.hidden_stacks);
  return reason == Reason::Ok ? reason : Reason::NotReserve;
}
void list_reserve(const Lister& l) {
  list_picks(l.game, l.state, reserve_candidates(l.game, l.state), l.list,
             l.game.rules.hidden_stacks);
}
void lose_reserve(Play& p, int unit) {
  --p.state.work.reserve.losses;
  ++p.state.reserve_lost;
  eliminate_unit(p, unit, Cause::CavalryReserve);
}

}  // namespace

constinit const RowOf<Step::ReserveDie> reserve_die_row{
    {"reserve-die", "16.6 Cavalry and climate", "16.7", "Losses of the Cavalry Reserve"},
    name_once,
    roll_reserve};

constinit const RowOf<Step::ReserveLoss> reserve_loss_row{
    {"reserve-loss", "16.6 Cavalry and climate", "16.7",
     "Choose a unit of the Cavalry Reserve to eliminate, {count} to go"},
    {{Verb::Done, "16.7", list_to_spare, of_number<refuse_to_spare>, spare_reserve},
     {Verb::Pick, "16.7", list_reserve, of_piece<refuse_reserve>, lose_reserve}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
