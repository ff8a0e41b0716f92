// The Victory Points Interphase: control, turn victories, the Index, political losses, the winner.
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

bool holds(const AreaContext& game, const State& state, int side, int at) {
  return game.rules.control_by_corps_only ? state.corps(side, at) > 0
                                          : occupied(game, state, side, at);
}
PlaceSet held_places(const AreaContext& game, const State& state, int side) {
  return game.rules.control_by_corps_only ? corps_places(state, side)
                                          : occupied_places(game, state, side);
}

/// Optional B: the Game-Turn is a French "Victory" or "Defeat" by Corps lost in combat.
void score_turn(Play& p) {
  auto& s = p.state;
  const int lost = s.combat_losses[0], taken = s.combat_losses[1];
  if (!p.game.rules.optional_rules || lost == taken) return;
  const int change = taken > lost ? p.game.rules.turn_victory : p.game.rules.turn_defeat;
  s.bonus = static_cast<std::int8_t>(s.bonus + change);
  p.note(EventKind::TurnScored, [&](play::Event& event) {
    constexpr std::string_view kRule = "Victory, optional B";
    event.modifiers = {modifier_of(ModifierCode::InvaderLosses, lost, kRule),
                       modifier_of(ModifierCode::DefenderLosses, taken, kRule),
                       modifier_of(ModifierCode::TurnScore, change, kRule)};
  });
}

}  // namespace

int victory_points(const AreaContext& game, const State& state) {
  int total = game.level_offset + state.bonus;
  const auto control = state.control();
  for (std::size_t i = 0; i < game.point_places.size(); ++i)
    if ((control >> i) & 1U) total += game.points[i];
  return total;
}

// Case A, A-31, A-38: Corps of one side alone, there or passing through; contested places stay.
void update_control(Play& p, int at) {
  const int point = p.game.point_of[at];
  if (point == kNowhere) return;
  auto& s = p.state;
  const bool invader = holds(p.game, s, 0, at), defender = holds(p.game, s, 1, at);
  if (invader == defender) return;
  const std::uint32_t bit = 1U << point;
  const auto before = s.control();
  s.set_control(invader ? before | bit : before & ~bit);
  if (s.control() != before)
    p.note(invader ? EventKind::ControlGained : EventKind::ControlLost, [&](play::Event& event) {
      event.side = 0;
      event.places = {at};
      event.amount = p.game.points[point];
    });
}

void update_all_control(Play& p) {
  const auto by_one = held_places(p.game, p.state, 0) ^ held_places(p.game, p.state, 1);
  for (int at : p.game.with_points& by_one) update_control(p, at);
}

// Fortresses A to C, A-52: the defender in his country, the invader outside it, while no enemy is
// there; the stack stays on the symbol until it is gone.
void update_symbol(const AreaContext& game, State& state, int at) {
  if (!game.rules.optional_rules || !game.fortresses.contains(at)) return;
  const int side = game.defenders_country.contains(at) ? 1 : 0;
  if (occupied(game, state, side, at) && !occupied(game, state, 1 - side, at))
    state.set_symbols(state.symbols() | 1U << game.point_of[at]);
}

void update_symbols(const AreaContext& game, State& state, const PlaceSet& places) {
  if (!game.rules.optional_rules) return;
  const auto alone = occupied_places(game, state, 0) ^ occupied_places(game, state, 1);
  for (int at : places& alone) update_symbol(game, state, at);
}

void begin_victory(Play& p) {
  auto& s = p.state;
  s.work = {};
  update_all_control(p);
  score_turn(p);
  const int points = victory_points(p.game, s);
  const int index = p.game.rules.victory_index[s.turn - 1];
  p.note(EventKind::PointsCounted, [&](play::Event& event) {
    event.side = 0;
    event.amount = points;
    event.modifiers = {modifier_of(ModifierCode::VictoryIndex, index, "Victory B")};
  });
  // Case B: one Corps of his choice, however far below.
  if (p.game.rules.political_losses && points < index && !corps_places(s, 0).empty())
    return p.ask(Step::PoliticalLoss, 0);
  end_turn(p);
}

void lose_politically(Play& p, int at, Kind kind) {
  eliminate_corps(p, 0, at, kind, 1, LossCause::Political);
  end_turn(p);
}

play::Outcome AreaCampaign::outcome(const State& state) const {
  const auto& rules = context_->rules;
  const int points = victory_points(*context_, state);
  play::Outcome outcome;
  outcome.margin = points - rules.margin_at;
  std::size_t level = 0;
  while (level + 1 < rules.levels.size() && points < rules.levels[level].from) ++level;
  outcome.level = static_cast<int>(level);
  const int winner = rules.levels[level].winner_side;
  using Winner = play::Outcome::Winner;
  outcome.winner = winner == 0 ? Winner::A : winner == 1 ? Winner::B : Winner::Draw;
  return outcome;
}

// ---- What is listed, refused and set going, step by step

namespace {

template <Kind kind>
ValueSet chosen(const AreaContext&, const State& s) {
  return kind_places(s, 0, kind);
}

Verdict refuse_lose_infantry(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Victory B", "you have no Infantry Corps there");
}
Verdict refuse_lose_cavalry(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Victory B", "you have no Cavalry Corps there");
}

}  // namespace

constinit const RowOf<Step::PoliticalLoss> political_loss_row{
    {"political-loss", "Victory Points Interphase", "Victory B",
     "Choose the Corps that is lost for political reasons"},
    {{Verb::LoseInfantryAt, "Victory B", allow<chosen<Kind::Infantry>>, refuse_lose_infantry,
      [](Play& p, int at) { lose_politically(p, at, Kind::Infantry); }},
     {Verb::LoseCavalryAt, "Victory B", allow<chosen<Kind::Cavalry>>, refuse_lose_cavalry,
      [](Play& p, int at) { lose_politically(p, at, Kind::Cavalry); }}}};

constinit const RowOf<Step::Over> over_row{{"over", "End", "Game Length", "The game is over"}};

}  // namespace niemen::area_campaign
