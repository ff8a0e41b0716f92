// 14.7: victory points, decisive victories, sudden death; 16.9's own condition.
#include <algorithm>
#include <optional>

#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 14.7a, R-67: whether the side's units hold a hex against its owner.
bool occupies(const Context& c, const State& s, Side side, int hex) {
  if (s.combat_hexes[at(side)].contains(hex)) return true;
  return c.rules.city_holder == static_cast<int>(CityHolder::AnyUnit) &&
         !commanders_at(c, s, side, hex).empty();
}

/// What a row counts now: units lost or gone, the battle score, or 1 for a place.
int amount_now(const Context& c, const VictoryRow& row, const State& s, std::size_t i) {
  if (row.what == VictoryRow::What::Exits) return s.progress[i];
  if (row.what == VictoryRow::What::Place)
    return row.when == VictoryRow::When::End || s.progress[i] == kScored;
  if (row.when == VictoryRow::When::ByTurn && s.turn > row.turn) return s.progress[i];
  if (row.what == VictoryRow::What::Losses) return s.lost_units[at(other(row.side))];
  return row.side == Side::B ? s.battle_points : c.rules.battle_points_max - s.battle_points;
}

void finish(State& s, play::Outcome::Winner winner) {
  s.outcome = static_cast<std::uint8_t>(1 + static_cast<int>(winner));
  s.phase = Phase::Over;
  s.fate.clear();
  s.step = Step::Over;
  s.actor = Actor::Over;
}

play::Outcome::Winner winner_of(Side side) {
  return side == Side::A ? play::Outcome::Winner::A : play::Outcome::Winner::B;
}

/// A side that wins otherwise than by points (14.7a, 16.9) is ahead by no less than the end of the
/// campaign would have asked of it, so that winner, margin and level agree.
int margin_of_winner(const Context& c, const play::Outcome& outcome) {
  const auto least = [&](Side side) {
    return !c.victory.tie_draws && c.victory.tie_winner == side ? 0 : 1;
  };
  switch (outcome.winner) {
    case play::Outcome::Winner::A: return std::max(outcome.margin, least(Side::A));
    case play::Outcome::Winner::B: return std::min(outcome.margin, -least(Side::B));
    case play::Outcome::Winner::Draw: break;
  }
  return outcome.margin;
}

/// 16.9: after independence side A needs every place; its own may merely be free (T-25).
bool independence_won(const Context& c, const State& s) {
  const bool own_free = c.rules.independence_cities == static_cast<int>(IndependenceCities::Held);
  for (int hex : c.victory.independence_places) {
    if (s.combat_hexes[at(Side::A)].contains(hex)) continue;
    if (own_free && c.friendly[at(Side::A)].contains(hex) &&
        !s.combat_hexes[at(Side::B)].contains(hex))
      continue;
    return false;
  }
  return true;
}

/// Whether units of the side that leave the map at `hex` now count for the row.
bool counts_exits(const VictoryRow& row, const State& s, Side side, int hex) {
  return row.what == VictoryRow::What::Exits && row.side == side && row.hexes.contains(hex) &&
         (row.when == VictoryRow::When::End || s.turn <= row.turn);
}

bool may_leave(const Context& c, const State& s, Side side, int hex) {
  for (const auto& row : c.victory.rows)
    if (counts_exits(row, s, side, hex)) return true;
  return false;
}

/// Places that must be held for some turns, or by a turn.
std::uint8_t place_progress(const VictoryRow& row, const State& s, std::uint8_t progress,
                            bool held) {
  if (progress == kScored) return kScored;
  if (row.when == VictoryRow::When::ByTurn) return held && s.turn <= row.turn ? kScored : 0;
  const int turns = held ? progress + 1 : 0;
  return turns >= row.turns_held ? kScored : static_cast<std::uint8_t>(turns);
}

/// Notes at the end of each turn what rows with a turn of their own remember.
void note_progress(const Context& c, State& s) {
  for (std::size_t i = 0; i < c.victory.rows.size(); ++i) {
    const VictoryRow& row = c.victory.rows[i];
    if (row.when == VictoryRow::When::End || row.what == VictoryRow::What::Exits) continue;
    if (row.what == VictoryRow::What::Place)
      s.progress[i] = place_progress(row, s, s.progress[i], holder_of(c, s, row.hex) == row.side);
    else if (s.turn <= row.turn)
      s.progress[i] = static_cast<std::uint8_t>(amount_now(c, row, s, i));
  }
}

}  // namespace

std::optional<Side> holder_of(const Context& c, const State& s, int hex) {
  const bool of_a = friendly_now(c, s, Side::A).contains(hex);
  if (of_a == friendly_now(c, s, Side::B).contains(hex)) {
    for (Side side : {Side::A, Side::B})
      if (occupies(c, s, side, hex)) return side;
    return std::nullopt;
  }
  const Side owner = of_a ? Side::A : Side::B;
  return occupies(c, s, other(owner), hex) ? other(owner) : owner;
}

RowScore score_of_row(const Context& c, const State& s, std::size_t i) {
  const VictoryRow& row = c.victory.rows[i];
  if (row.power >= 0 && !has_joined(s, row.power)) return {};
  const bool whoever = row.what == VictoryRow::What::Place && row.when == VictoryRow::When::End;
  const std::optional<Side> side = whoever ? holder_of(c, s, row.hex) : row.side;
  return {side, side ? row.points * amount_now(c, row, s, i) : 0};
}

PerSide<int> points_now(const Context& c, const State& s) {
  PerSide<int> points = c.rules.points_at_start;
  for (std::size_t i = 0; i < c.victory.rows.size(); ++i)
    if (const auto score = score_of_row(c, s, i); score.side)
      points[at(*score.side)] += score.points;
  return points;
}

play::Outcome outcome_of(const Context& c, const State& s) {
  const PerSide<int> points = points_now(c, s);
  play::Outcome outcome;
  outcome.winner = static_cast<play::Outcome::Winner>(std::max(0, s.outcome - 1));
  // What a side leads by beyond what it needs, so that who wins is never behind.
  outcome.margin = points[0] - points[1] + c.victory.least_lead[1] - c.victory.least_lead[0];
  const bool by_points = s.sudden == 0 && s.uprising != kIndependent;
  if (s.outcome != 0 && !by_points) outcome.margin = margin_of_winner(c, outcome);
  for (std::size_t i = 0; i < c.victory.levels.size(); ++i)
    if (outcome.margin >= c.victory.levels[i].from_margin) outcome.level = static_cast<int>(i);
  return outcome;
}

void win_decisively(Play& p, Side winner) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const int step = winner == Side::B ? 1 : -1;
  if (r.tension && winner == Side::A) s.mark(kVictoryOfA, true);
  s.battle_points =
      static_cast<std::uint8_t>(std::clamp(s.battle_points + step, 0, r.battle_points_max));
  const auto shift = [&](Side side, int by) {
    auto& change = s.command_change[at(side)];
    change = static_cast<std::int8_t>(std::clamp<int>(change + by, -100, 100));
  };
  shift(winner, r.decisive_shift);  // 9.2
  shift(other(winner), -r.decisive_shift);
  p.tell(EventKind::DecisiveVictory, {.side = play::index(winner), .amount = s.battle_points});
}

void end_by_sudden_death(Play& p, int commander) {
  const Side loser = p.game.piece(commander).side;
  p.tell(EventKind::SuddenDeath,
         {.side = play::index(other(loser)), .pieces = PieceSet::of(commander)});
  p.state.sudden = 1;
  finish(p.state, winner_of(other(loser)));
}

void go_exits(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  for (; s.work.sides.nth_side < play::kSides;
       ++s.work.sides.nth_side, s.places.sweep.hex = kNoHexBits) {
    s.side = side_in_order(c, s, s.work.sides.nth_side);
    for (int hex : c.victory.exits[at(s.side)] & s.combat_hexes[at(s.side)]) {
      if (s.places.sweep.hex != kNoHexBits && hex <= s.places.sweep.hex) continue;
      if (!may_leave(c, s, s.side, hex)) continue;
      s.places.sweep.hex = static_cast<std::uint16_t>(hex);
      return p.ask(Step::LeaveMap, s.side);
    }
  }
  next_phase(s, Phase::Restoration);
}

void end_turn(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  score_outpost(p);
  note_relief(c, s);
  note_progress(c, s);
  note_end_of_turn(c, s);
  for (const auto& death : c.victory.sudden_deaths) {
    bool all = is_deadly(s, death);
    for (int hex : death.places) all &= holder_of(c, s, hex) == death.winner;
    if (!all) continue;
    s.sudden = 1;
    return finish(s, winner_of(death.winner));
  }
  if (s.turn >= c.scenario.last_turn && goes_on(c)) return next_phase(s, Phase::HandOver);
  if (s.turn >= c.scenario.last_turn) {
    if (s.uprising == kIndependent)
      return finish(s, winner_of(independence_won(c, s) ? Side::A : Side::B));
    const PerSide<int> points = points_now(c, s);
    for (Side side : {Side::A, Side::B})
      p.tell(EventKind::PointsAtEnd, {.side = play::index(side), .amount = points[at(side)]});
    for (Side side : {Side::A, Side::B})
      if (points[at(side)] - points[at(other(side))] >= c.victory.least_lead[at(side)])
        return finish(s, winner_of(side));
    return finish(
        s, c.victory.tie_draws ? play::Outcome::Winner::Draw : winner_of(c.victory.tie_winner));
  }
  ++s.turn;
  s.ordinal.fill(0);
  s.train_change = {0, 0};
  s.march_change = {0, 0};
  s.raid_change = 0;
  s.converted = {0, 0};
  p.tell(EventKind::TurnBegins, {.amount = s.turn + c.turns_before});
  if (c.rules.truce_from_turn == 0) begin_affairs(p);
  next_phase(s, first_phase(c));
}

namespace {

void leave_map(Play& p, int) {
  State& s = p.state;
  const Context& c = p.game;
  const PieceSet stack = pieces_at(s, s.places.sweep.hex) & side_pieces(c, s.side);
  const int units = (stack & c.combat_units).count();
  for (std::size_t i = 0; i < c.victory.rows.size(); ++i) {
    if (counts_exits(c.victory.rows[i], s, s.side, s.places.sweep.hex))
      s.progress[i] = static_cast<std::uint8_t>(s.progress[i] + units);
  }
  reveal(c, s, stack);
  p.tell(EventKind::StackLeavesMap,
         {.side = play::index(s.side), .place = s.places.sweep.hex, .pieces = stack});
  place_pieces(c, s, stack, kExited);
}

}  // namespace

constinit const RowOf<Step::LeaveMap> leave_map_row{
    {"leave-map", "14.7 Victory", "14.7",
     "Choose whether the stack at {from} leaves the map for points"},
    {{Verb::Done, "14.7", always, nullptr, nothing},
     {Verb::Whole, "14.7", always, nullptr, leave_map}}};

constinit const RowOf<Step::Over> over_row{{"over", "", "", ""}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
