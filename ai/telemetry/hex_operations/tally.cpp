#include "ai/telemetry/hex_operations/tally.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ai/telemetry/outline.h"
#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/lookups.h"

namespace niemen::lab {

namespace ops = hex_operations;

namespace {

using ops::Step;
using ops::Verb;

template <class Key>
using Use = UseOf<Key, ops::OperationsContext>;

constexpr Use<Verb> kVerbs[] = {
    {Verb::ArriveAt, "Reinforcements", "a unit arrives at a Fortress"},
    {Verb::WaitOutside, "Reinforcements", "a unit waits outside the map"},
    {Verb::Move, "Movement C", "a unit moves"},
    {Verb::MarchDouble, "Movement G", "a unit tries twice its allowance"},
    {Verb::MarchTriple, "Movement H", "a unit tries three times its allowance"},
    {Verb::TakeDepot, "Movement L", "a Depot is taken along"},
    {Verb::Risk, "Movement F", "a forced march is risked by a second die"},
    {Verb::Crush, "Combat K", "units are automatically eliminated"},
    {Verb::CreateDepot, "Supply B", "a Depot is created"},
    {Verb::Scorch, "Supply B", "an Area is laid waste"},
    {Verb::Attack, "Combat A", "an attack is declared"},
    {Verb::Sally, "Fortresses E", "an attack out of a Fortress"},
    {Verb::SallyOverRivers, "Fortresses E", "an attack out of a Fortress, over rivers"},
    {Verb::Withdraw, "Combat D", "a unit retreats before combat"},
    {Verb::Fight, "Combat, procedure", "the order of battles is chosen"},
    {Verb::Commit, "Leaders B", "a Leader takes part in an attack"},
    {Verb::HoldBack, "Leaders B", "a Leader is held back"},
    {Verb::Retreat, "Retreat Procedure", "the order of retreats is chosen"},
    {Verb::TakeAlong, "Combat Results, note", "an uninvolved unit goes along"},
    {Verb::Advance, "Combat J", "a unit advances"},
    {Verb::FeedFrom, "Supply J", "a Fortress feeds a unit, by choice"},
    {Verb::UseDepot, "Supply D", "a Depot feeds a unit, by choice"},
    {Verb::UseArea, "Supply E", "an Area feeds a unit, by choice"},
    {Verb::WithUnit, "Supply H", "a Supply unit spares its Area"},
};

constexpr Use<Step> kDice[] = {
    {Step::AttritionDie, "Attrition", "die: attrition"},
    {Step::MarchDie, "Movement F", "die: forced march"},
    {Step::MarchSecondDie, "Movement F", "die: forced march, second roll"},
    {Step::CombatDie, "Combat H", "die: combat"},
    {Step::UnsuppliedDie, "Unsupplied Chart", "die: unsupplied unit"},
};

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string outline(const play::Space& space) {
  Ring ring;
  for (const auto& corner : space.polygon) ring.push_back({corner.x, -corner.y});
  constexpr int kDecimals = 2;
  return well_known({&ring, 1}, kDecimals);
}

}  // namespace

struct OperationsTally::List : UseList {
  explicit List(const ops::OperationsContext& c) : verbs(add(kVerbs, c)), dice(add(kDice, c)) {
    for (const auto& hex : c.hexes)
      if (c.open[hex.code]) place_of[hex.code] = places++;
  }
  core::EnumArray<Verb, std::size_t> verbs;
  core::EnumArray<Step, std::size_t> dice;
  std::array<std::uint16_t, ops::kHexCodes> place_of{};  ///< by hex that can be entered
  std::uint16_t places = 0;
};

std::vector<MapPlace> OperationsTally::places(const Game& game) {
  const auto& c = game.context();
  const auto board = game.board();
  std::vector<MapPlace> places;
  for (std::size_t i = 0; i < c.hexes.size(); ++i) {
    if (!c.open[c.hexes[i].code]) continue;
    const auto& space = board.spaces[i];
    places.push_back(
        {space.id, space.name, space.terrain, space.centre.x, -space.centre.y, outline(space)});
  }
  return places;
}

std::vector<RuleUse> OperationsTally::rules(const Game& game) {
  return List(game.context()).rows();
}

std::vector<DeployedPieces> OperationsTally::deployment(const Game& game, play::Side side) {
  const auto& c = game.context();
  const int index = play::index(side);
  if (!c.opening[at(index)]) return {};
  std::map<std::pair<std::string, std::string>, int> counts;
  for (int piece = index * ops::kSidePieces; piece < (index + 1) * ops::kSidePieces; ++piece) {
    const auto& info = c.pieces[at(piece)];
    if (info.group < 0 || info.hex == ops::kNoHex) continue;
    const auto name = info.arm == ops::Arm::Leader
                          ? info.name
                          : ops::counter_of(c.rules, info.arm, info.division);
    ++counts[{ops::OperationsContext::hex_id(info.hex), name}];
  }
  std::vector<DeployedPieces> pieces;
  for (const auto& [where, count] : counts) pieces.push_back({where.first, where.second, count});
  return pieces;
}

OperationsTally::OperationsTally(const Game& game)
    : OperationsTally(game, std::make_shared<const List>(game.context())) {}

OperationsTally::OperationsTally(const Game& game, std::shared_ptr<const List> list)
    : CampaignTally(list->places, list->rows().size()), game_(game), list_(std::move(list)) {}

ops::HexSet OperationsTally::standing(const State& state, int side) const {
  ops::HexSet places;
  for (int index : ops::pieces_on_map(state, side) & game_.context().combat_pieces[at(side)])
    places.insert(list_->place_of[at(state.at(ops::piece_of(side, index)))]);
  return places;
}

void OperationsTally::before(const State& state) {
  stand({standing(state, 0), standing(state, 1)}, state.step == Step::SetUp);
}

void OperationsTally::after(const State& state, play::Action action) {
  const auto verb = ops::verb_of(action);
  use(verb == Verb::Roll ? list_->dice[state.step] : list_->verbs[verb]);
}

void OperationsTally::end_turn(const State& state) {
  hold({standing(state, 0), standing(state, 1)});
}

}  // namespace niemen::lab
