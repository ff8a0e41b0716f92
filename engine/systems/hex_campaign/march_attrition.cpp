// 8.5, 8.6: what a march costs, and how it ends; with 16.6 (1).
#include <algorithm>

#include "engine/systems/hex_campaign/hidden_sums.h"
#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

bool attrition_eliminates(const State& s) { return to_eliminate(s) > 0; }

namespace {

Sum march_modifiers(const Context& c, const State& s, Sum m) {
  const Rules& r = c.rules;
  if (s.turn >= r.attrition_bonus_from_turn || s.second_year)
    m.add(r.attrition_bonus[at(s.side)], ModifierCode::LongCampaign);
  if (is_winter(c, s)) m.add(r.attrition_winter, ModifierCode::Winter);
  m.add(forced_hexes(c, s) * r.attrition_forced_hex, ModifierCode::ForcedMarch);
  m.add(s.march_change[at(s.side)], ModifierCode::MarchCard);
  const PieceSet throughout = s.group - c.combat_units;
  if (r.accompanied_march_bonus && has_trait(c, throughout, kTraitEasesMarchBasic))
    m.add(-1, ModifierCode::SupremeCommander);
  if (r.command_designations && commanded_throughout(c, s, throughout, group_units(c, s)))
    m.add(-1, ModifierCode::OwnCommander);
  if (r.commander_characteristics && s.seniors.march.of_group > 0) {
    const int senior = s.seniors.march.of_group - 1;
    const auto traits = c.piece(senior).traits;
    if ((traits & kTraitEasesMarch) && throughout.contains(senior))
      m.add(-1, ModifierCode::SeniorCommander, -1, senior);
    if (traits & kTraitBurdensMarch) m.add(1, ModifierCode::SeniorCommander, -1, senior);
  }
  return m;
}

/// Units that may suffer attrition: infantry and cavalry that marched, cavalry first in the
/// turns of 16.6.
PieceSet attrition_targets(const Context& c, const State& s) {
  const PieceSet mortal = group_units(c, s) - c.arm_units[static_cast<std::size_t>(Arm::Artillery)];
  const PieceSet cavalry = mortal & c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
  const bool first =
      c.rules.cavalry_attrition && !s.second_year && s.turn <= c.rules.cavalry_attrition_to_turn;
  return first && !cavalry.empty() ? cavalry : mortal;
}

/// Candidates of the attrition loss under way: those eliminated or disrupted already are out.
PieceSet attrition_candidates(const Context& c, const State& s) {
  PieceSet open = attrition_targets(c, s) - s.choice.attrition.hurt;
  if (open.empty())
    open = group_units(c, s) - c.arm_units[static_cast<std::size_t>(Arm::Artillery)] -
           s.choice.attrition.hurt;
  return open;
}

void lose_to_attrition(Play& p, int unit) {
  State& s = p.state;
  s.choice.attrition.hurt.insert(unit);
  if (to_eliminate(s) > 0) {
    set_losses(s, to_eliminate(s) - 1, to_disrupt(s));
    eliminate_unit(p, unit, Cause::MarchAttrition);
  } else {
    set_losses(s, 0, to_disrupt(s) - 1);
    hit_unit(p, unit, Cause::MarchAttrition);
  }
}

void roll_attrition(Play& p, int die) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  auto modifiers = march_modifiers(p.game, s, p.sum());
  const int score = die + modifiers.total;
  const int size = group_units(p.game, s).count();
  int eliminate = 0, disrupt = 0;
  if (score >= r.attrition_one_from) {
    if (size == 1)
      disrupt = 1;
    else if (score >= r.attrition_two_from)
      eliminate = 2;
    else
      eliminate = 1, disrupt = score >= r.attrition_disrupt_from ? 1 : 0;
  }
  tell_sum(p, EventKind::MarchAttritionRolled,
           {.side = play::index(s.side), .place = march_hex(s), .amount = score, .face = die},
           std::move(modifiers), march_hex(s));
  s.choice.attrition.hurt.clear();
  set_losses(s, eliminate, disrupt);
}

void finish_march(Play& p) {
  State& s = p.state;
  if (forced_hexes(p.game, s) > 0)
    for (int unit : group_units(p.game, s)) set_status(s, unit, kForcedMarch);
  s.moved |= s.group;
  if (attached(s) > 0) {
    const int there = occupancy(p.game, units_at(p.game, s, s.side, march_hex(s)));
    if (there > p.game.rules.hex_capacity || s.raised_count < kMaxRaised)
      raise_capacity(s, march_hex(s), attached(s));
    for (int i = 0; i < attached(s); ++i) remove_train(s, s.side, s.places.march.from);
  }
  remove_train(s, s.side, s.places.march.from);  // 8.2
  end_march(p);
}

/// A march is known by the first of its units.
void name_by_group(const Context& c, const State& s, play::ChanceKey& key) {
  key.subject = static_cast<std::uint32_t>(group_units(c, s).first());
}

}  // namespace

bool go_arrived(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const int threshold =
      is_winter(p.game, s) ? r.attrition_from_hexes_winter : r.attrition_from_hexes;
  s.stage.march = MarchStage::Losses;
  set_losses(s, 0, 0);
  if (march_cost(p.game, s) < threshold) return true;
  p.roll(Step::AttritionDie);
  return false;
}

bool go_march_losses(Play& p) {
  State& s = p.state;
  while (to_eliminate(s) + to_disrupt(s) > 0) {
    const PieceSet open = attrition_candidates(p.game, s);
    if (open.empty()) break;
    ActionList kinds;
    list_picks(p.game, s, open, kinds);
    if (kinds.size() > 1) {
      p.ask(Step::AttritionLoss, s.side);
      return false;
    }
    lose_to_attrition(p, open.first());
  }
  finish_march(p);
  return false;
}

constinit const RowOf<Step::AttritionDie> attrition_die_row{
    {"attrition-die", "8 Rally and Movement", "8.5", "March attrition"},
    name_by_group,
    roll_attrition};

constinit const RowOf<Step::AttritionLoss> attrition_loss_row{
    {"attrition-loss", "8 Rally and Movement", "8.5", "Choose a unit that suffers march attrition"},
    {{Verb::Pick, "8.5", list_among<attrition_candidates>, refuse_others<attrition_candidates>,
      lose_to_attrition}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
