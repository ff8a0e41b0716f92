// 8.1: stacks rally, with 16.6.
#include <algorithm>

#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// 16.6: how many units of a Commander's nation in the hex may still rally.
int rallies_left(const Context& c, const State& s, Side side, int hex, int nation) {
  const PieceSet commanders = of_nation(c, commanders_at(c, s, side, hex), nation);
  return rating_sum(c, s, commanders) -
         of_nation(c, s.choice.rally.rallied & units_at(c, s, side, hex), nation).count();
}

PieceSet rallying(const Context& c, const State& s, Side side, int hex) {
  const PieceSet able =
      units_at(c, s, side, hex) & with_status(s, kDisrupted) & with_status(s, kSupplied);
  if (!is_tense(s, side)) return able;
  PieceSet led;
  for (int commander : commanders_at(c, s, side, hex)) {
    const int nation = c.piece(commander).nation;
    if (rallies_left(c, s, side, hex, nation) > 0) led |= of_nation(c, able, nation);
  }
  return led;
}

/// 8.1, 16.6: how many of the units that wait in the hex may rally.
int rally_limit(const Context& c, const State& s, Side side, int hex) {
  const PieceSet commanders = commanders_at(c, s, side, hex);
  if (!is_tense(s, side)) return rating_sum(c, s, commanders);
  PieceSet open = rallying(c, s, side, hex);
  int limit = 0;
  for (int commander : commanders) {
    const int nation = c.piece(commander).nation;
    const PieceSet units = of_nation(c, open, nation);
    limit += std::min(units.count(), rallies_left(c, s, side, hex, nation));
    open -= units;
  }
  return limit;
}

}  // namespace

bool is_needed(const Context& c, const State& s, int commander, const PieceSet& others) {
  if (!is_tense(s, s.side)) return false;
  const int nation = c.piece(commander).nation;
  PieceSet rest = others;
  rest.erase(commander);
  return !of_nation(c, s.group & c.combat_units, nation).empty() &&
         of_nation(c, rest, nation).empty();
}

HexSet own_train_hexes(const State& s, Side side) {
  HexSet hexes;
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i) {
    const Train train = s.train[at(side)][i];
    if ((train & kTrainGenuine) && !(train & kTrainAttached)) hexes.insert(train & kPlaceMask);
  }
  return hexes;
}

namespace {

/// Stacks rally in the order of their hexes.
bool may_still_rally(const State& s, int hex) {
  return s.places.sweep.hex == kNoHexBits || hex > s.places.sweep.hex;
}

/// Its train apart.
Reason refuse_led_rally(const Context& c, const State& s, Side side, int hex) {
  if (!may_still_rally(s, hex)) return Reason::RallyOrder;
  const PieceSet commanders = commanders_at(c, s, side, hex);
  if (commanders.empty() || rating_sum(c, s, commanders) == 0) return Reason::NoCommander;
  if (rallying(c, s, side, hex).empty()) return Reason::NobodyDisrupted;
  return Reason::Ok;
}

Reason refuse_rally(const Context& c, const State& s, int hex) {
  if (genuine_trains(s, s.side, hex) == 0) return Reason::NoTrainThere;
  return refuse_led_rally(c, s, s.side, hex);
}

void rally_unit(Play& p, int unit) {
  set_disrupted(p.game, p.state, unit, false);
  p.tell(EventKind::UnitRallies, {.side = play::index(p.state.side),
                                  .place = place(p.state, unit),
                                  .pieces = PieceSet::of(unit)});
}

/// Whether the side can rally a stack with a train as far as its opponent sees, to whom anybody may
/// lead a stack face down.
bool seems_to_rally(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.hidden_stacks) return refuse_led_rally(c, s, side, hex) == Reason::Ok;
  const PieceSet units = units_at(c, s, side, hex);
  return may_still_rally(s, hex) && units.intersects(with_status(s, kDisrupted)) &&
         units.intersects(with_status(s, kSupplied));
}

}  // namespace

void go_rally(Play& p) {
  State& s = p.state;
  if (s.work.rally.to_rally > 0) {  // a rally is under way
    p.ask(Step::RallyUnit, s.side);
    return;
  }
  for (; s.work.rally.nth_side < 2;
       ++s.work.rally.nth_side, s.work.rally.stopped = 0, s.places.sweep.hex = kNoHexBits) {
    s.side = side_in_order(p.game, s, s.work.rally.nth_side);
    if (s.work.rally.stopped) continue;
    // Asked over dummies too, and again after a rally of a stack face down: whether one is asked is
    // seen.
    if (p.game.rules.hidden_stacks && s.places.sweep.hex != kNoHexBits)
      return p.ask(Step::ChooseRally, s.side);
    for (std::size_t i = 0; i < s.train_count[at(s.side)]; ++i)
      if (seems_to_rally(p.game, s, s.side, s.train[at(s.side)][i] & kPlaceMask))
        return p.ask(Step::ChooseRally, s.side);
  }
  next_phase(s, Phase::Movement);
  s.side = trains_first(p.game, s);  // 8.2
}

void refind_movement_choice(const Context& c, State& s) {
  if (s.step == Step::RallyUnit)
    s.choice.rally.candidates = rallying(c, s, s.side, s.places.sweep.hex);
}

namespace {

void list_rallies(const Lister& l) {
  add_allowed<refuse_rally>(l, own_train_hexes(l.state, l.state.side));
}
void rally_no_more(Play& p, int) { p.state.work.rally.stopped = 1; }

void begin_rally(Play& p, int hex) {
  State& s = p.state;
  s.places.sweep.hex = static_cast<std::uint16_t>(hex);
  remove_train(s, s.side, hex);
  s.choice.rally.candidates = rallying(p.game, s, s.side, hex);
  s.choice.rally.rallied.clear();
  const int limit = rally_limit(p.game, s, s.side, hex);
  if (s.choice.rally.candidates.count() > limit) {
    s.work.rally.to_rally = static_cast<std::uint8_t>(limit);
    return;
  }
  for (int unit : s.choice.rally.candidates) rally_unit(p, unit);
  s.choice.all = {};
}

PieceSet rally_candidates(const Context&, const State& s) { return s.choice.rally.candidates; }

void rally_one(Play& p, int unit) {
  State& s = p.state;
  s.choice.rally.candidates.erase(unit);
  --s.work.rally.to_rally;
  rally_unit(p, unit);
  if (is_tense(s, s.side)) {
    s.choice.rally.rallied.insert(unit);
    s.choice.rally.candidates = rallying(p.game, s, s.side, s.places.sweep.hex);
  }
  if (s.work.rally.to_rally == 0) s.choice.all = {};
}

}  // namespace

constinit const RowOf<Step::ChooseRally> choose_rally_row{
    {"choose-rally", "8 Rally and Movement", "8.1", "Choose a stack to rally, or none"},
    {{Verb::Done, "8.1", always, nullptr, rally_no_more},
     {Verb::Rally, "8.1", list_rallies, of_hex<refuse_rally>, begin_rally}}};

constinit const RowOf<Step::RallyUnit> rally_unit_row{
    {"rally-unit", "8 Rally and Movement", "8.1",
     "Choose a unit to rally at {from}, {count} to go"},
    {{Verb::Pick, "8.1", list_among<rally_candidates>, refuse_others<rally_candidates>,
      rally_one}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
