#include "ai/telemetry/block_battle/tally.h"

#include "ai/telemetry/outline.h"
#include "engine/systems/block_battle/steps.h"

namespace niemen::lab {

namespace blocks = block_battle;

namespace {

using blocks::Step;
using blocks::Verb;

template <class Key>
using Use = UseOf<Key, blocks::BlockContext>;

constexpr Use<Verb> kVerbs[] = {
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

constexpr Use<Step> kDice[] = {
    {Step::InitiativeDice, "2.1", "die: initiative"},
    {Step::BombardDice, "5.3", "die: bombardment"},
    {Step::StragglerDie, "5.7", "die: straggler"},
    {Step::RetreatDie, "6.7", "die: retreat of a square"},
    {Step::FireDice, "6.5", "die: fire"},
    {Step::BurnDie, "7.4", "die: bridge"},
};

std::string outline(const blocks::Area& area) {
  Ring ring;
  for (const auto& [x, y] : area.outline) ring.push_back({x, y});
  constexpr int kDecimals = 2;
  return well_known({&ring, 1}, kDecimals);
}

/// Areas with blocks of a side, the ways in from off the map apart.
core::BitSet<1> held_on_map(const BlockTally::State& state, int side, std::size_t places) {
  core::BitSet<1> held;
  held.words[0] = state.held(side);
  for (int area = static_cast<int>(places); area < blocks::kMaxAreas; ++area) held.erase(area);
  return held;
}

}  // namespace

struct BlockTally::List : UseList {
  explicit List(const blocks::BlockContext& c) : verbs(add(kVerbs, c)), dice(add(kDice, c)) {}
  core::EnumArray<Verb, std::size_t> verbs;
  core::EnumArray<Step, std::size_t> dice;
};

std::vector<MapPlace> BlockTally::places(const Game& game) {
  constexpr std::array<std::string_view, 3> kTerrains{"clear", "woods", "swamp"};
  std::vector<MapPlace> places;
  for (const auto& area : game.context().areas)
    if (!area.gate)
      places.push_back({area.id, area.name,
                        std::string(kTerrains[static_cast<std::size_t>(area.terrain)]), area.x,
                        area.y, outline(area)});
  return places;
}

std::vector<RuleUse> BlockTally::rules(const Game& game) { return List(game.context()).rows(); }

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

BlockTally::BlockTally(const Game& game)
    : BlockTally(places(game).size(), std::make_shared<const List>(game.context())) {}

BlockTally::BlockTally(std::size_t places, std::shared_ptr<const List> list)
    : CampaignTally(places, list->rows().size()), places_(places), list_(std::move(list)) {}

void BlockTally::before(const State& state) {
  stand({held_on_map(state, 0, places_), held_on_map(state, 1, places_)},
        state.step == Step::Deploy && !state.by_night());
}

void BlockTally::after(const State& state, play::Action action) {
  const auto verb = blocks::verb_of(action);
  const bool die = verb == Verb::Roll || verb == Verb::Hits;
  use(die ? list_->dice[state.step] : list_->verbs[verb]);
}

void BlockTally::end_turn(const State& state) {
  hold({held_on_map(state, 0, places_), held_on_map(state, 1, places_)});
}

}  // namespace niemen::lab
