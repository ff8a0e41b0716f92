// 11.10, 11.12, 11.13: the attacker advances.
#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Ordered units that may advance now.
PieceSet advancing(const Context& c, const State& s) {
  const Side side = attacker(s);
  if (s.combat_hexes[at(defender(s))].contains(s.places.combat.target)) return {};
  if (!may_enter(c, s, side, s.places.combat.target)) return {};  // 14.6
  const PieceSet able = ready(s, s.group & c.combat_units & pieces_at(s, s.places.combat.from));
  if ((s.work.combat.flags & (kBeforeCombat | kWasDestroyed)) ||
      s.difference >= c.rules.must_withdraw_from)
    return able;
  return s.difference > 0 ? able & arm_of(c, Arm::Cavalry) : PieceSet{};  // 11.10, 11.12 bp2
}

Reason refuse_advancing(const Context& c, const State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  if (n > question.members.count()) return Reason::OutOfRange;
  if (question.commander) return Reason::Ok;
  const int each = c.occupancy[static_cast<std::size_t>(question.members.first())];
  return occupancy(c, s.group & c.combat_units) + n * each <= capacity(c, s, s.places.combat.target)
             ? Reason::Ok
             : Reason::HexFull;
}

}  // namespace

bool go_withdrawn(Play& p) {
  State& s = p.state;
  s.stage.combat = CombatStage::Advance;
  find_left_alone(p.game, s);
  return s.fate.empty();
}

bool go_advance(Play& p) {
  State& s = p.state;
  if (!advancing(p.game, s).empty()) {
    p.ask(Step::Advance, attacker(s));
    return false;
  }
  s.stage.combat = CombatStage::Advanced;
  return true;
}

namespace {

void carry_out_advance(Play& p) {
  State& s = p.state;
  if (s.group.intersects(p.game.combat_units)) {
    mix_veils(p.game, s, pieces_at(s, s.places.combat.from) & side_pieces(p.game, attacker(s)));
    place_pieces(p.game, s, s.group, s.places.combat.target);
    p.tell(EventKind::Advance, {.side = play::index(attacker(s)),
                                .place = s.places.combat.from,
                                .to = s.places.combat.target,
                                .pieces = s.group});
    enter_hex(p, attacker(s), s.group, s.places.combat.target);
  }
  s.stage.combat = CombatStage::Advanced;
}

}  // namespace

bool go_take_advance(Play& p) {
  State& s = p.state;
  const KindQuestion question = kind_question(p.game, s);
  const bool nobody = question.commander && s.group.empty();
  if (!question.members.empty() && !nobody) {
    p.ask(Step::TakeForAdvance, attacker(s));
    return false;
  }
  carry_out_advance(p);
  return s.fate.empty();
}

namespace {

Reason refuse_whole_advance(const Context& c, const State& s, int) {
  return occupancy(c, advancing(c, s)) <= capacity(c, s, s.places.combat.target) ? Reason::Ok
                                                                                 : Reason::HexFull;
}
void list_whole_advance(const Lister& l) { add_numbers<refuse_whole_advance>(l, 0, 0); }
void begin_advance(Play& p, std::uint8_t first_kind) {
  State& s = p.state;
  s.choice.taking.candidates =
      advancing(p.game, s) | commanders_at(p.game, s, attacker(s), s.places.combat.from);
  s.group.clear();
  s.work.taking.next_kind = first_kind;
  s.stage.combat = CombatStage::TakeAdvance;
}
void hold_ground(Play& p, int) { begin_advance(p, kAllKinds); }
void advance_all(Play& p, int) {
  begin_advance(p, kAllKinds);
  p.state.group = p.state.choice.taking.candidates;
}
void advance_some(Play& p, int) { begin_advance(p, 0); }
void list_advancing(const Lister& l) {
  add_numbers<refuse_advancing>(l, 0, kind_question(l.game, l.state).members.count());
}

}  // namespace

constinit const RowOf<Step::Advance> advance_row{
    {"advance", "11 Resolving combat", "11.12", "Choose whether to advance to {to}"},
    {{Verb::Done, "11.12", always, nullptr, hold_ground},
     {Verb::Whole, "11.12", list_whole_advance, of_number<refuse_whole_advance>, advance_all},
     {Verb::Custom, "11.12", always, nullptr, advance_some}}};

constinit const RowOf<Step::TakeForAdvance> take_for_advance_row{
    {"take-for-advance", "11 Resolving combat", "11.12", "Choose how many advance to {to}: {kind}"},
    {{Verb::Take, "11.12", list_advancing, of_number<refuse_advancing>, take_kind}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
