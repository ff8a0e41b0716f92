// 16.7: the Cavalry Reserve wastes away. (16.6 is tested where 8.5 is carried out.)
#include "engine/systems/hex_campaign/chapters.h"

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

template <class R>
void CavalryAndClimate<R>::go(Table<R>& t) {
  State& s = t.s;
  const Rules& r = t.c.rules;
  const bool due = r.cavalry_reserve && !s.second_year && s.turn <= r.reserve_to_turn;
  if (due && s.work.reserve.rolled == 0) {
    s.work.reserve.rolled = 1;
    return ask(s, Step::ReserveDie, Actor::Nature);
  }
  if (due && s.work.reserve.losses > 0 && !reserve_candidates(t.c, s).empty())
    return ask(s, Step::ReserveLoss, Side::B);
  next_phase(s, Phase::ConvertDepots);
}

template <class R>
void CavalryAndClimate<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const int payload = payload_of(action);
  if (s.step == Step::ReserveDie) {
    s.work.reserve.losses = static_cast<std::uint8_t>(payload);
    t.tell(EventKind::ReserveRolled, {.side = play::index(Side::A), .face = payload});
  } else if (verb_of(action) == Verb::Done) {
    s.work.reserve.losses = 0;
  } else {
    --s.work.reserve.losses;
    ++s.reserve_lost;
    eliminate_unit(t, payload, Cause::CavalryReserve);
  }
  s.step = Step::None;
}

void list_cavalry_and_climate(const Context& c, const State& s, ActionList& list) {
  if (!reserve_lasts(c, s)) list.push_back(make_action(Verb::Done));
  list_picks(c, s, reserve_candidates(c, s), list, c.rules.hidden_stacks);
}

Reason refuse_cavalry_and_climate(const Context& c, const State& s, Action action) {
  if (verb_of(action) == Verb::Done) return reserve_lasts(c, s) ? Reason::Forced : Reason::Ok;
  if (verb_of(action) != Verb::Pick) return Reason::NotNow;
  const Reason reason =
      refuse_pick(c, s, reserve_candidates(c, s), payload_of(action), c.rules.hidden_stacks);
  return reason == Reason::Ok ? reason : Reason::NotReserve;
}

template struct CavalryAndClimate<play::NullRecorder>;
template struct CavalryAndClimate<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
