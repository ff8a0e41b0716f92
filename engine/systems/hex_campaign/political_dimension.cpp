// 16.8-16.12: uprising, independence, foreign contingents, the expedition. (16.10 is tested where
// orders and supports are given.)
#include "engine/systems/hex_campaign/choices.h"

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

void go_political_dimension(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.phase == Phase::Independence) {
    // 16.9: at the start of the Turn after the uprising, and only then.
    if (c.rules.independence && s.uprising == kRisen && s.turn == s.uprising_turn + 1 &&
        s.work.political.asked == 0) {
      s.work.political.asked = 1;
      return p.ask(Step::DeclareIndependence, Side::A);
    }
    return next_phase(s, Phase::ContingentsLeave);
  }
  if (s.work.political.asked == 0 && contingents_leave(c, s) && !leaving(c, s).empty()) {
    s.work.political.asked = 1;
    return p.ask(Step::ContingentLoss, Side::B);
  }
  next_phase(s, Phase::CombatCommands);
}

// --- 16.8 ----------------------------------------------------------------------------------------

namespace {

/// Those whom an uprising takes along, on the map or still to come (T-10).
void lose_to_uprising(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  for (int piece : c.uprising_victim& c.in_play) {
    const bool here = on_map(s, piece);
    if (!here && place(s, piece) != kNotArrived) continue;
    if (here && c.combat_units.contains(piece)) ++s.lost_units[at(Side::B)];
    if (here) p.tell_hurt(EventKind::UnitEliminated, piece, Cause::Uprising);
    place_piece(c, s, piece, here ? kLost : kNeverArrived);
    s.group.erase(piece);
    s.fate.erase(piece);
  }
}
void roll_uprising(Play& p, int die) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const int from =
      s.turn <= r.uprising_early_to_turn ? r.uprising_from_early : r.uprising_from_late;
  const bool risen = die >= from;
  s.uprising = risen ? kRisen : kNoUprising;
  s.uprising_turn = s.turn;
  p.tell(risen ? EventKind::UprisingBreaksOut : EventKind::NoUprising,
         {.side = play::index(Side::A), .place = p.game.uprising_city, .face = die});
  if (risen) lose_to_uprising(p);
}

}  // namespace

constinit const RowOf<Step::UprisingDie> uprising_die_row{
    {"uprising-die", "16.8 Political dimension", "16.8", "Whether an uprising breaks out"},
    name_once,
    roll_uprising};

// --- 16.9 ----------------------------------------------------------------------------------------

namespace {

void declare_independence(Play& p, int) {
  State& s = p.state;
  const Context& c = p.game;
  s.uprising = kIndependent;
  for (int hex : s.combat_hexes[at(Side::A)] & c.independence_area) convert_city(c, s, hex);
  p.tell(EventKind::IndependenceDeclared, {.side = play::index(Side::A)});
}

}  // namespace

constinit const RowOf<Step::DeclareIndependence> declare_independence_row{
    {"declare-independence", "16.8 Political dimension", "16.9", "Declare independence, or not"},
    {{Verb::Done, "16.9", always, nullptr, nothing},
     {Verb::Yes, "16.9", always, nullptr, declare_independence}}};

// --- 16.11 ---------------------------------------------------------------------------------------

namespace {

Reason refuse_contingent(const Context& c, const State& s, int unit) {
  const Reason reason = refuse_pick(c, s, leaving(c, s), unit, c.rules.hidden_stacks);
  return reason == Reason::Ok ? reason : Reason::NotAContingent;
}
void list_contingents(const Lister& l) {
  list_picks(l.game, l.state, leaving(l.game, l.state), l.list, l.game.rules.hidden_stacks);
}
void lose_contingent(Play& p, int unit) { eliminate_unit(p, unit, Cause::ContingentLeaves); }

}  // namespace

constinit const RowOf<Step::ContingentLoss> contingent_loss_row{
    {"contingent-loss", "16.8 Political dimension", "16.11",
     "Choose the foreign contingent that goes home"},
    {{Verb::Pick, "16.11", list_contingents, of_piece<refuse_contingent>, lose_contingent}}};

// --- 16.12 ---------------------------------------------------------------------------------------

namespace {

void roll_expedition(Play& p, int die) {
  State& s = p.state;
  const bool comes = die >= p.game.rules.expedition_from;
  s.work.arrivals.expedition = comes ? Expedition::Comes : Expedition::StaysAway;
  p.tell(comes ? EventKind::ExpeditionComes : EventKind::ExpeditionStaysAway,
         {.side = play::index(Side::B), .face = die});
  if (!comes)
    for (int piece : p.game.expedition& p.game.in_play)
      place_piece(p.game, s, piece, kNeverArrived);
}

}  // namespace

constinit const RowOf<Step::ExpeditionDie> expedition_die_row{
    {"expedition-die", "16.8 Political dimension", "16.12", "Whether the expedition comes"},
    name_once,
    roll_expedition};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
