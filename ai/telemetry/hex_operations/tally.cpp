#include "ai/telemetry/hex_operations/tally.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/lookups.h"

namespace niemen::lab {

namespace ops = hex_operations;

namespace {

using ops::Step;
using ops::Verb;

struct VerbUse {
  Verb verb;
  std::string_view rule, use;
};
constexpr VerbUse kVerbs[] = {
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

struct DieUse {
  Step step;
  std::string_view rule, use;
};
constexpr DieUse kDice[] = {
    {Step::AttritionDie, "Attrition", "die: attrition"},
    {Step::MarchDie, "Movement F", "die: forced march"},
    {Step::MarchSecondDie, "Movement F", "die: forced march, second roll"},
    {Step::CombatDie, "Combat H", "die: combat"},
    {Step::UnsuppliedDie, "Unsupplied Chart", "die: unsupplied unit"},
};

constexpr std::size_t kNoUse = ~std::size_t{0};
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string well_known(const play::Space& space) {
  std::string text;
  for (const auto& corner : space.polygon)
    text += fmt::format("{:.2f} {:.2f}, ", corner.x, -corner.y);
  return "POLYGON((" + text +
         fmt::format("{:.2f} {:.2f}))", space.polygon[0].x, -space.polygon[0].y);
}

}  // namespace

struct OperationsTally::List {
  explicit List(const ops::OperationsContext& c) {
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
    for (const auto& hex : c.hexes)
      if (c.open[hex.code]) place_of[hex.code] = places++;
  }
  std::vector<RuleUse> rules;
  std::array<std::size_t, static_cast<std::size_t>(Verb::Count)> verbs;
  std::array<std::size_t, static_cast<std::size_t>(Step::Count)> dice;
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
        {space.id, space.name, space.terrain, space.centre.x, -space.centre.y, well_known(space)});
  }
  return places;
}

std::vector<RuleUse> OperationsTally::rules(const Game& game) { return List(game.context()).rules; }

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
    : game_(game), list_(std::make_shared<const List>(game.context())) {
  tally_.places.resize(list_->places);
  tally_.uses.resize(list_->rules.size());
}

ops::HexSet OperationsTally::standing(const State& state, int side) const {
  ops::HexSet hexes;
  for (int index : ops::pieces_on_map(state, side) & game_.context().combat_pieces[at(side)])
    hexes.insert(state.at(ops::piece_of(side, index)));
  return hexes;
}

void OperationsTally::before(const State& state) {
  for (const int side : {0, 1}) {
    const auto now = standing(state, side);
    if (begun_)
      for (const int hex : now - stood_[at(side)])
        ++tally_.places[list_->place_of[at(hex)]].entered[at(side)];
    stood_[at(side)] = now;
  }
  begun_ = begun_ || state.step != Step::SetUp;
}

void OperationsTally::after(const State& state, play::Action action) {
  const auto verb = ops::verb_of(action);
  const auto use = verb == Verb::Roll ? list_->dice[static_cast<std::size_t>(state.step)]
                                      : list_->verbs[static_cast<std::size_t>(verb)];
  if (use != kNoUse) ++tally_.uses[use];
}

void OperationsTally::end_turn(const State& state) {
  for (const int side : {0, 1})
    for (const int hex : standing(state, side))
      ++tally_.places[list_->place_of[at(hex)]].held[at(side)];
}

}  // namespace niemen::lab
