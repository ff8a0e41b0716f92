// 16.8-16.12: uprising, independence, foreign contingents, the expedition. (16.10 is tested where
// orders and supports are given.)
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

PieceSet leaving(const Context& c, const State& s) {
  PieceSet found;
  for (int unit : c.foreign)
    if (on_map(s, unit)) found.insert(unit);
  return found;
}

bool contingents_leave(const Context& c, const State& s) {
  const Rules& r = c.rules;
  if (!r.contingents_leave || s.turn < r.contingents_leave_from_turn) return false;
  if (s.second_year && !r.second_year_contingents_leave) return false;  // T-31
  return !s.combat_hexes[at(Side::A)].intersects(c.stay_contingents);   // T-12
}

}  // namespace

void convert_city(const Context& c, State& s, int hex) {
  if (!c.independence_area.contains(hex) || !c.city.contains(hex)) return;
  s.converted_cities.insert(c.city_at[hex]);
}

template <class R>
void PoliticalDimension<R>::go(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.phase == Phase::Independence) {
    // 16.9: at the start of the Turn after the uprising, and only then.
    if (c.rules.independence && s.uprising == 2 && s.turn == s.uprising_turn + 1 &&
        s.work.political.asked == 0) {
      s.work.political.asked = 1;
      return ask(s, Step::DeclareIndependence, Side::A);
    }
    return next_phase(s, Phase::ContingentsLeave);
  }
  if (s.work.political.asked == 0 && contingents_leave(c, s) && !leaving(c, s).empty()) {
    s.work.political.asked = 1;
    return ask(s, Step::ContingentLoss, Side::B);
  }
  next_phase(s, Phase::CombatCommands);
}

template <class R>
void PoliticalDimension<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Context& c = t.c;
  const int payload = payload_of(action);
  const Step step = s.step;
  s.step = Step::None;
  switch (step) {
    case Step::DeclareIndependence:
      if (verb_of(action) != Verb::Yes) break;
      s.uprising = 3;
      for (int hex : s.combat_hexes[at(Side::A)] & c.independence_area) convert_city(c, s, hex);
      t.tell(EventKind::IndependenceDeclared, {.side = play::index(Side::A)});
      break;
    case Step::ContingentLoss: eliminate_unit(t, payload, Cause::ContingentLeaves); break;
    case Step::UprisingDie: {
      const Rules& r = c.rules;
      const int from =
          s.turn <= r.uprising_early_to_turn ? r.uprising_from_early : r.uprising_from_late;
      const bool risen = payload >= from;
      s.uprising = risen ? 2 : 1;
      s.uprising_turn = s.turn;
      t.tell(risen ? EventKind::UprisingBreaksOut : EventKind::NoUprising,
             {.side = play::index(Side::A), .place = c.uprising_city, .face = payload});
      if (!risen) break;
      for (int piece : c.uprising_victim& c.in_play) {
        const bool here = on_map(s, piece);
        if (!here && place(s, piece) != kNotArrived) continue;
        if (here && c.combat_units.contains(piece)) ++s.lost_units[at(Side::B)];
        if (here) t.tell_hurt(EventKind::UnitEliminated, piece, Cause::Uprising);
        place_piece(c, s, piece, here ? kLost : kNeverArrived);  // T-10
        s.group.erase(piece);
        s.fate.erase(piece);
      }
      break;
    }
    default:  // 16.12
      s.work.arrivals.expedition =
          payload >= c.rules.expedition_from ? Expedition::Comes : Expedition::StaysAway;
      t.tell(s.work.arrivals.expedition == Expedition::Comes ? EventKind::ExpeditionComes
                                                             : EventKind::ExpeditionStaysAway,
             {.side = play::index(Side::B), .face = payload});
      if (s.work.arrivals.expedition == Expedition::StaysAway)
        for (int piece : c.expedition& c.in_play) place_piece(c, s, piece, kNeverArrived);
  }
}

void list_political_dimension(const Context& c, const State& s, ActionList& list) {
  if (s.step == Step::ContingentLoss)
    return list_picks(c, s, leaving(c, s), list, c.rules.hidden_stacks);
  list.push_back(make_action(Verb::Done));
  list.push_back(make_action(Verb::Yes));
}

Reason refuse_political_dimension(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  if (s.step == Step::DeclareIndependence)
    return verb == Verb::Done || verb == Verb::Yes ? Reason::Ok : Reason::NotNow;
  if (verb != Verb::Pick) return Reason::NotNow;
  const Reason reason = refuse_pick(c, s, leaving(c, s), payload_of(action), c.rules.hidden_stacks);
  return reason == Reason::Ok ? reason : Reason::NotAContingent;
}

template struct PoliticalDimension<play::NullRecorder>;
template struct PoliticalDimension<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
