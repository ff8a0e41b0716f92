// 11.9, 11.14-11.17: hits, who takes them, and one hit more.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

int hits_possible(const State& s, const PieceSet& units) {
  return units.count() + ready(s, units).count();
}

/// Sets up the allocation of `hits` among a side's stacks; see HitsWork.
void begin_hits(const Context& c, State& s, Side side, int hits) {
  const int main = hits_possible(s, main_stack(c, s, side));
  const int all = main + hits_possible(s, supporting_units(c, s, side));
  hits = std::min(hits, all);
  s.work.hits.left = static_cast<std::uint8_t>(hits);
  s.work.hits.of_main = static_cast<std::uint8_t>(std::min((hits + 1) / 2, main));
  s.hits_main = 0;
  s.hits_support_odd = 0;
  s.work.hits.stack = 0;
}

PieceSet hit_candidates(const Context& c, const State& s, Side side) {
  const PieceSet main = main_stack(c, s, side);
  return s.work.hits.of_main > 0 ? main : main | supporting_units(c, s, side);
}

void take_hit(Play& p, Side side, int unit) {
  State& s = p.state;
  if (main_stack(p.game, s, side).contains(unit)) {
    ++s.hits_main;
    if (s.work.hits.of_main > 0) --s.work.hits.of_main;
  } else {
    for (int d = 0; d < map::kDirections; ++d)
      if (support_hex(p.game, s, d) == place(s, unit))
        s.hits_support_odd = static_cast<std::uint8_t>(s.hits_support_odd ^ (1U << d));
  }
  --s.work.hits.left;
  hit_unit(p, unit, Cause::Hit);
}

/// Hits go on until they are used up; asks where there is a choice. Returns whether it asked.
bool go_hits(Play& p, Side side, Step step) {
  State& s = p.state;
  while (s.work.hits.left > 0) {
    const PieceSet open = hit_candidates(p.game, s, side);
    if (open.empty()) break;
    if (!is_one_kind(p.game, s, open)) {
      p.ask(step, side);
      return true;
    }
    take_hit(p, side, open.first());
  }
  s.work.hits.left = 0;
  return false;
}

/// 11.17: stacks with an odd number of hits may take one more; HitsWork::stack says which.
PieceSet extra_candidates(const Context& c, const State& s, Side side) {
  const PieceSet down = with_status(s, kDisrupted);
  if (s.work.hits.stack == 0) return s.hits_main & 1 ? main_stack(c, s, side) & down : PieceSet{};
  const int d = s.work.hits.stack - 1;
  if (!((s.hits_support_odd >> d) & 1)) return {};
  return support_units(c, s, side, support_hex(c, s, d), side == attacker(s)) & down;
}

bool go_extra(Play& p, Side side, Step step) {
  State& s = p.state;
  for (; s.work.hits.stack <= map::kDirections; ++s.work.hits.stack) {
    if (extra_candidates(p.game, s, side).empty()) continue;
    p.ask(step, side);
    return true;
  }
  return false;
}

/// What a game's table says of a difference, if it has one: its last number is not 0.
std::optional<int> hits_by_table(const std::array<int, kDifferences>& table, int difference) {
  if (table.back() == 0) return std::nullopt;
  return table[static_cast<std::size_t>(std::min(difference, kDifferences) - 1)];
}

}  // namespace

void begin_loser_hits(Play& p) {
  State& s = p.state;
  s.stage.combat = CombatStage::LoserHits;
  if (s.difference == 0) {
    p.tell(EventKind::Tie, {.place = s.places.combat.target});
    return begin_hits(p.game, s, attacker(s), 1);
  }
  const Side winner = other(loser(s));
  const int difference = std::abs(s.difference);
  const int wanted = hits_by_table(p.game.rules.winner_hits_table, difference).value_or(difference);
  const int hits =
      std::min<int>(wanted, s.strength[at(winner)] * p.game.rules.winner_hits_per_unit);
  Sum parts = p.sum();
  parts.add(difference, ModifierCode::Difference);
  parts.add(wanted - difference, ModifierCode::HitsTable);
  parts.add(hits - wanted, ModifierCode::WinnerLimit);
  p.tell(EventKind::WinnerInflicts,
         {.side = play::index(winner), .place = s.places.combat.target, .amount = hits},
         std::move(parts));
  begin_hits(p.game, s, loser(s), hits);
}

// --- the loser -----------------------------------------------------------------------------------

bool go_loser_hits(Play& p) {
  State& s = p.state;
  if (go_hits(p, loser(s), Step::LoserHit)) return false;
  s.stage.combat = CombatStage::LoserExtra;
  s.work.hits.stack = 0;
  return true;
}

bool go_loser_extra(Play& p) {
  State& s = p.state;
  if (go_extra(p, loser(s), Step::LoserExtraHit)) return false;
  const bool tie = s.difference == 0;
  s.stage.combat = tie ? CombatStage::LeftAlone : CombatStage::LoserDie;
  return !tie;
}

bool go_loser_die(Play& p) {
  p.roll(Step::LoserHitsDie);
  return false;
}

namespace {

PieceSet loser_hits(const Context& c, const State& s) { return hit_candidates(c, s, loser(s)); }
PieceSet loser_extra(const Context& c, const State& s) { return extra_candidates(c, s, loser(s)); }
void hit_loser(Play& p, int unit) { take_hit(p, loser(p.state), unit); }
/// 11.17: the stack after the one in question.
void go_without_extra(Play& p, int) { ++p.state.work.hits.stack; }
void take_extra_hit(Play& p, int unit) {
  hit_unit(p, unit, Cause::ExtraHit);
  ++p.state.work.hits.stack;
}

void roll_loser_hits(Play& p, int die) {
  State& s = p.state;
  const int change = p.game.rules.loser_hits[static_cast<std::size_t>(die - 1)];
  const int difference = std::abs(s.difference);
  const auto told = hits_by_table(p.game.rules.loser_hits_table, difference);
  const int half = told.value_or((difference + 1) / 2);
  const int score = std::max(0, half + change);
  const int hits = std::min<int>(score, s.strength[at(loser(s))]);
  Sum parts = p.sum();
  parts.add(half, told ? ModifierCode::HitsTable : ModifierCode::HalfDifference);
  parts.add(change, ModifierCode::LoserDie);
  parts.add(std::max(0, -(half + change)), ModifierCode::NeverBelowNone);
  parts.add(hits - score, ModifierCode::LoserLimit);
  p.tell(
      EventKind::LoserInflicts,
      {.side = play::index(loser(s)), .place = s.places.combat.target, .amount = hits, .face = die},
      std::move(parts));
  s.stage.combat = CombatStage::WinnerHits;
  begin_hits(p.game, s, other(loser(s)), hits);
}

}  // namespace

constinit const RowOf<Step::LoserHit> loser_hit_row{
    {"loser-hit", "11 Resolving combat", "11.17", "Choose who takes a hit, {count} to go"},
    {{Verb::Pick, "11.17", list_among<loser_hits>, refuse_others<loser_hits>, hit_loser}}};

constinit const RowOf<Step::LoserExtraHit> loser_extra_hit_row{
    {"loser-extra-hit", "11 Resolving combat", "11.17", "Choose who takes one hit more, or nobody"},
    {{Verb::Done, "11.17", always, nullptr, go_without_extra},
     {Verb::Pick, "11.17", list_among<loser_extra>, refuse_others<loser_extra>, take_extra_hit}}};

constinit const RowOf<Step::LoserHitsDie> loser_hits_die_row{
    {"loser-hits-die", "11 Resolving combat", "11.15", "The hits that the loser inflicts"},
    name_by_attack,
    roll_loser_hits};

// --- the winner ----------------------------------------------------------------------------------

bool go_winner_hits(Play& p) {
  State& s = p.state;
  if (go_hits(p, winner(s), Step::WinnerHit)) return false;
  s.stage.combat = CombatStage::WinnerExtra;
  s.work.hits.stack = 0;
  return true;
}

bool go_winner_extra(Play& p) {
  State& s = p.state;
  if (!go_extra(p, winner(s), Step::WinnerExtraHit)) s.stage.combat = CombatStage::LeftAlone;
  return false;
}

namespace {

PieceSet winner_hits(const Context& c, const State& s) { return hit_candidates(c, s, winner(s)); }
PieceSet winner_extra(const Context& c, const State& s) {
  return extra_candidates(c, s, winner(s));
}
void hit_winner(Play& p, int unit) { take_hit(p, winner(p.state), unit); }

}  // namespace

constinit const RowOf<Step::WinnerHit> winner_hit_row{
    {"winner-hit", "11 Resolving combat", "11.17", "Choose who takes a hit, {count} to go"},
    {{Verb::Pick, "11.17", list_among<winner_hits>, refuse_others<winner_hits>, hit_winner}}};

constinit const RowOf<Step::WinnerExtraHit> winner_extra_hit_row{
    {"winner-extra-hit", "11 Resolving combat", "11.17",
     "Choose who takes one hit more, or nobody"},
    {{Verb::Done, "11.17", always, nullptr, go_without_extra},
     {Verb::Pick, "11.17", list_among<winner_extra>, refuse_others<winner_extra>, take_extra_hit}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
