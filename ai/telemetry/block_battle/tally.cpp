#include "ai/telemetry/block_battle/tally.h"

#include <fmt/format.h>

#include <bit>

#include "engine/systems/block_battle/steps.h"

namespace niemen::lab {

namespace blocks = block_battle;

namespace {

using blocks::Step;
using blocks::Verb;

struct VerbUse {
  Verb verb;
  std::string_view rule, use;
};
constexpr VerbUse kVerbs[] = {
    {Verb::Enter, "9.1", "a corps enters"},
    {Verb::Pin, "5.5", "the owner chooses who is pinned"},
    {Verb::Activate, "5.2", "a headquarters activates"},
    {Verb::LeadArmy, "6.93", "a successor leads the army"},
    {Verb::Bombard, "5.3", "artillery bombards"},
    {Verb::OrderedBy, "5.23", "one of several army headquarters orders"},
    {Verb::Name, "5.3", "a block is named for a redoubt"},
    {Verb::WithdrawTo, "5.3", "a bombarded block withdraws"},
    {Verb::WithdrawOff, "3.4", "a bombarded block leaves the board"},
    {Verb::Stand, "5.3", "a one-step block stands in a redoubt"},
    {Verb::Move, "5.4", "a block moves by command"},
    {Verb::MoveLeader, "5.2", "a headquarters moves after its command"},
    {Verb::Straggle, "5.7", "a block moves without command"},
    {Verb::Fight, "6.2", "the order of battles is chosen"},
    {Verb::MainFrom, "5 Flanking", "a main attack is named"},
    {Verb::FormSquare, "6.6", "a square is formed"},
    {Verb::BreakSquare, "6.6", "a square is broken"},
    {Verb::Shelter, "6.61", "a square shelters a block"},
    {Verb::Fire, "6.5", "a block fires"},
    {Verb::FireAtSquares, "6.62", "a block fires at squares"},
    {Verb::FireAtOpen, "6.62", "a block spares squares"},
    {Verb::Charge, "6.53", "a bayonet charge"},
    {Verb::Take, "6.5", "the owner chooses who takes a hit"},
    {Verb::RetreatTo, "6.7", "a block retreats"},
    {Verb::RetreatOff, "3.4", "a block retreats off the board"},
    {Verb::OnwardTo, "6.75", "an overstacked retreat goes on"},
    {Verb::RegroupTo, "6.8", "a block regroups"},
    {Verb::Supply, "7.2", "a step is restored"},
    {Verb::Burn, "7.4", "a bridge is put to the torch"},
    {Verb::Give, "9.3", "a division goes to the other corps"},
    {Verb::Redeploy, "9.3", "a corps redeploys by night"},
};

struct DieUse {
  Step step;
  std::string_view rule, use;
};
constexpr DieUse kDice[] = {
    {Step::InitiativeDice, "2.1", "die: initiative"},
    {Step::BombardDice, "5.3", "die: bombardment"},
    {Step::StragglerDie, "5.7", "die: straggler"},
    {Step::RetreatDie, "6.7", "die: retreat of a square"},
    {Step::FireDice, "6.5", "die: fire"},
    {Step::BurnDie, "7.4", "die: bridge"},
};

constexpr std::size_t kNoUse = ~std::size_t{0};

std::string well_known(const blocks::Area& area) {
  std::string text;
  for (const auto& [x, y] : area.outline)
    text += fmt::format("{}{:.2f} {:.2f}", text.empty() ? "" : ", ", x, y);
  if (!area.outline.empty())
    text += fmt::format(", {:.2f} {:.2f}", area.outline[0][0], area.outline[0][1]);
  return "POLYGON((" + text + "))";
}

}  // namespace

struct BlockTally::List {
  List() {
    verbs.fill(kNoUse);
    dice.fill(kNoUse);
    const auto next = [&](std::string_view rule, std::string_view use) {
      rules.push_back({std::string(rule), std::string(use)});
      return rules.size() - 1;
    };
    for (const auto& one : kVerbs)
      verbs[static_cast<std::size_t>(one.verb)] = next(one.rule, one.use);
    for (const auto& one : kDice)
      dice[static_cast<std::size_t>(one.step)] = next(one.rule, one.use);
  }
  std::vector<RuleUse> rules;
  std::array<std::size_t, static_cast<std::size_t>(Verb::Count)> verbs;
  std::array<std::size_t, static_cast<std::size_t>(Step::Count)> dice;
};

std::vector<MapPlace> BlockTally::places(const Game& game) {
  constexpr std::array<std::string_view, 3> kTerrains{"clear", "woods", "swamp"};
  std::vector<MapPlace> places;
  for (const auto& area : game.context().areas)
    if (!area.gate)
      places.push_back({area.id, area.name,
                        std::string(kTerrains[static_cast<std::size_t>(area.terrain)]), area.x,
                        area.y, well_known(area)});
  return places;
}

std::vector<RuleUse> BlockTally::rules(const Game&) { return List().rules; }

std::vector<DeployedPieces> BlockTally::deployment(const Game& game, play::Side side) {
  const auto& c = game.context();
  const int index = play::index(side);
  if (!c.scenario.opening[blocks::at(index)]) return {};
  std::vector<DeployedPieces> pieces;
  for (int i = 0; i < c.count[blocks::at(index)]; ++i) {
    const int block = c.block_of(index, i);
    const int where = c.scenario.place[blocks::at(block)];
    if (where != blocks::kNone)
      pieces.push_back({c.areas[blocks::at(where)].id, c.blocks[blocks::at(block)].id, 1});
  }
  return pieces;
}

BlockTally::BlockTally(const Game& game) : list_(std::make_shared<const List>()) {
  tally_.places.resize(places(game).size());
  tally_.uses.resize(list_->rules.size());
}

void BlockTally::before(const State& state) {
  const bool setting_up = state.step == Step::Deploy && !state.by_night();
  for (const int side : {0, 1}) {
    const auto s = blocks::at(side);
    const auto now = state.held(side);
    if (begun_)
      for (auto left = now & ~stood_[s]; left; left &= left - 1)
        if (const auto area = blocks::at(std::countr_zero(left)); area < tally_.places.size())
          ++tally_.places[area].entered[s];
    stood_[s] = now;
  }
  begun_ = begun_ || !setting_up;
}

void BlockTally::after(const State& state, play::Action action) {
  const auto verb = blocks::verb_of(action);
  const bool die = verb == Verb::Roll || verb == Verb::Hits;
  const auto use = die ? list_->dice[static_cast<std::size_t>(state.step)]
                       : list_->verbs[static_cast<std::size_t>(verb)];
  if (use != kNoUse) ++tally_.uses[use];
}

void BlockTally::end_turn(const State& state) {
  for (const int side : {0, 1})
    for (auto left = state.held(side); left; left &= left - 1)
      if (const auto area = blocks::at(std::countr_zero(left)); area < tally_.places.size())
        ++tally_.places[area].held[blocks::at(side)];
}

}  // namespace niemen::lab
