// 10.3-10.5: Combat Commands of the defence, and stacks beside the combat that support it.
#include "engine/systems/hex_campaign/combat.h"
#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

bool may_support(const Context& c, const State& s, Side side, int hex, int main_hex) {
  if (hex == kNoHex || hex == main_hex) return false;
  const PieceSet units = support_units(c, s, side, hex, side == attacker(s));
  if (ready(s, units).empty()) return false;
  if (c.rules.commander_characteristics && !s.second_year && s.turn <= c.rules.rivalry_to_turn &&
      has_trait(c, commanders_at(c, s, side, hex), kTraitRival) &&
      has_trait(c, commanders_at(c, s, side, main_hex), kTraitRival))
    return false;  // 16.4(1)
  if (side == defender(s)) return true;
  if (would_mix(c, s, hex, {})) return false;
  if (!aloof_would_attack(c, s, units | s.group, s.places.combat.target)) return false;  // N-6
  if (units_at(c, s, side, hex).intersects(with_status(s, kForage))) return false;
  if (c.rules.reluctant_allies && units.is_subset_of(c.reluctant_ally)) return false;    // T-26
  return !c.steadfast[at(side)].contains(hex) ||
         units.intersects(with_status(s, kSupplied));
}

std::uint8_t support_candidates(const Context& c, const State& s, Side side, int main_hex) {
  std::uint8_t bits = 0;
  for (int d = 0; d < map::kDirections; ++d)
    if (may_support(c, s, side, support_hex(c, s, d), main_hex))
      bits = static_cast<std::uint8_t>(bits | (1U << d));
  return bits;
}

/// 16.6: on the test of a support whose best Commander is of another nation.
constexpr int kEstrangedSupport = -1;

/// 16.6: whether the best Commanders of a supporting and of the main stack are of different
/// nations.
bool estranged(const Context& c, const State& s, Side side, int hex, int main_hex) {
  if (!is_tense(s, side)) return false;
  const int own = best_rated(c, commanders_at(c, s, side, hex));
  const int main = best_rated(c, commanders_at(c, s, side, main_hex));
  return own >= 0 && main >= 0 && c.piece(own).nation != c.piece(main).nation;
}

void begin_supports(Play& p, Side side, int main_hex, CombatStage stage) {
  p.state.support_candidates = support_candidates(p.game, p.state, side, main_hex);
  p.state.work.support.direction = 0;
  p.state.stage.combat = stage;
}

/// The next direction from SupportWork::direction on with a bit in `bits`, or -1.
int next_direction(State& s, std::uint8_t bits) {
  for (; s.work.support.direction < map::kDirections; ++s.work.support.direction)
    if ((bits >> s.work.support.direction) & 1) return s.work.support.direction;
  return -1;
}

}  // namespace

// --- 10.3 commands of the defence ----------------------------------------------------------------

bool go_commit_defence(Play& p) {
  State& s = p.state;
  if (s.commands[at(defender(s))] > 0)
    p.ask(Step::CommitDefence, defender(s));
  else
    begin_supports(p, attacker(s), s.places.combat.from, CombatStage::NameAttack);
  return false;
}

namespace {

void commit_defence(Play& p, int n) {
  State& s = p.state;
  commit(s, defender(s), n);
  begin_supports(p, attacker(s), s.places.combat.from, CombatStage::NameAttack);
}

}  // namespace

constinit const RowOf<Step::CommitDefence> commit_defence_row{
    {"commit-defence", "11 Resolving combat", "10.3",
     "Choose how many Combat Commands back the defence of {to}"},
    {{Verb::Commit, "10.3", list_commands, of_number<refuse_commands>, commit_defence}}};

// --- 10.4, 10.5 supports -------------------------------------------------------------------------

bool go_name_attack(Play& p) {
  State& s = p.state;
  if (next_direction(s, s.support_candidates) >= 0) {
    p.ask(Step::NameAttackSupport, attacker(s));
    return false;
  }
  s.stage.combat = CombatStage::RollAttack;
  s.work.support.direction = 0;
  return true;
}

bool go_roll_attack(Play& p) {
  State& s = p.state;
  if (next_direction(s, s.attack_supports) >= 0) {
    p.roll(Step::AttackSupportDie);
    return false;
  }
  begin_supports(p, defender(s), s.places.combat.target, CombatStage::NameDefence);
  return true;
}

bool go_name_defence(Play& p) {
  State& s = p.state;
  if (next_direction(s, s.support_candidates) >= 0) {
    p.ask(Step::NameDefenceSupport, defender(s));
    return false;
  }
  s.stage.combat = CombatStage::RollDefence;
  s.work.support.direction = 0;
  return true;
}

bool go_roll_defence(Play& p) {
  State& s = p.state;
  if (next_direction(s, s.defence_supports) >= 0)
    p.roll(Step::DefenceSupportDie);
  else
    s.stage.combat = CombatStage::SeniorAttack;
  return false;
}

namespace {

void leave_unnamed(Play& p, int) { ++p.state.work.support.direction; }
void name_support(State& s, std::uint8_t& named) {
  named = static_cast<std::uint8_t>(named | (1U << s.work.support.direction));
  ++s.work.support.direction;
}
void name_attack_support(Play& p, int) { name_support(p.state, p.state.attack_supports); }
void name_defence_support(Play& p, int) { name_support(p.state, p.state.defence_supports); }

void name_by_support(const Context& c, const State& s, play::ChanceKey& key) {
  name_by_attack(c, s, key);
  const CombatPlaces& combat = s.places.combat;
  key.subject =
      static_cast<std::uint32_t>(combat.from << 13 | combat.target << 3 | s.work.support.direction);
}

void roll_support(Play& p, int die, Side side, std::uint8_t& named) {
  const Context& c = p.game;
  State& s = p.state;
  const int hex = support_hex(c, s, s.work.support.direction);
  const int rating = rating_best(c, s, commanders_at(c, s, side, hex));
  const int conscripts = (support_units(c, s, side, hex, side == attacker(s)) &
                          c.class_units[static_cast<std::size_t>(UnitClass::Conscript)])
                             .count() *
                         c.rules.conscript_support;
  const int main = side == attacker(s) ? s.places.combat.from : s.places.combat.target;
  const int tension = estranged(c, s, side, hex, main) ? kEstrangedSupport : 0;
  const int sum = rating + s.committed[at(side)] + die + conscripts + tension;
  const bool comes = sum >= c.rules.order_target;
  if (!comes) named = static_cast<std::uint8_t>(named & ~(1U << s.work.support.direction));
  if (comes && c.rules.hidden_stacks) reveal(c, s, pieces_at(s, hex));
  Sum parts = p.sum();
  parts.add(rating, ModifierCode::SupportRating, hex);
  parts.add(s.committed[at(side)], ModifierCode::SupportCommands);
  parts.add(conscripts, ModifierCode::SupportConscripts, hex);
  parts.add(tension, ModifierCode::SupportTension, hex);
  tell_sum(p, comes ? EventKind::SupportComes : EventKind::SupportStays,
           {.side = play::index(side),
            .place = hex,
            .to = side == attacker(s) ? s.places.combat.from : s.places.combat.target,
            .amount = sum,
            .face = die},
           std::move(parts), hex);
  ++s.work.support.direction;
}

void roll_attack_support(Play& p, int die) {
  roll_support(p, die, attacker(p.state), p.state.attack_supports);
}
void roll_defence_support(Play& p, int die) {
  roll_support(p, die, defender(p.state), p.state.defence_supports);
}

}  // namespace

constinit const RowOf<Step::NameAttackSupport> name_attack_support_row{
    {"name-attack-support", "11 Resolving combat", "10.3",
     "Choose whether {support} is to support the attack on {to}"},
    {{Verb::Done, "10.3", always, nullptr, leave_unnamed},
     {Verb::Yes, "10.3", always, nullptr, name_attack_support}}};

constinit const RowOf<Step::AttackSupportDie> attack_support_die_row{
    {"attack-support-die", "11 Resolving combat", "10.4",
     "Whether {support} supports the attack on {to}"},
    name_by_support,
    roll_attack_support};

constinit const RowOf<Step::NameDefenceSupport> name_defence_support_row{
    {"name-defence-support", "11 Resolving combat", "10.5",
     "Choose whether {support} is to support the defence of {to}"},
    {{Verb::Done, "10.5", always, nullptr, leave_unnamed},
     {Verb::Yes, "10.5", always, nullptr, name_defence_support}}};

constinit const RowOf<Step::DefenceSupportDie> defence_support_die_row{
    {"defence-support-die", "11 Resolving combat", "10.5",
     "Whether {support} supports the defence of {to}"},
    name_by_support,
    roll_defence_support};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
