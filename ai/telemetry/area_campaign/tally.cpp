#include "ai/telemetry/area_campaign/tally.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/systems/area_campaign/action.h"

namespace niemen::lab {

namespace area = area_campaign;

namespace {

using area::Step;
using area::Verb;

bool with_leaders(const area::AreaContext& c) { return static_cast<bool>(c.rules.optional_rules); }
bool always(const area::AreaContext&) { return true; }

/// A choice by its verb. Where the value is a number, 0 declines.
struct VerbUse {
  Verb verb;
  bool number;
  std::string_view rule, use;
  bool (*in_force)(const area::AreaContext&) = always;
};

const VerbUse kVerbs[] = {
    {Verb::Reinforce, false, "Reinforcements", "a unit arrives"},
    {Verb::NameArea, false, "Attrition", "the enemy names the Area of a loss"},
    {Verb::LoseAt, false, "Attrition", "the owner places a loss"},
    {Verb::MoveTo, false, "Movement A", "a stack moves"},
    {Verb::TakeInfantry, true, "Movement A", "Infantry moves as a part of a stack"},
    {Verb::TakeCavalry, true, "Movement A", "Cavalry moves as a part of a stack"},
    {Verb::TakeSupply, true, "Movement B", "a Supply unit moves"},
    {Verb::TakeDepots, true, "Movement B.2", "a Depot is carried along"},
    {Verb::DropDepot, false, "Movement B.2", "a Depot is left behind"},
    {Verb::TakeLeader, false, "Leaders", "a Leader moves", with_leaders},
    {Verb::MarchInfantry, false, "Movement D", "Infantry forces its march"},
    {Verb::MarchCavalry, false, "Movement D", "Cavalry forces its march"},
    {Verb::MarchLeader, false, "Leaders", "a Leader forces his march", with_leaders},
    {Verb::Scorch, false, "Supply B", "an Area is laid waste"},
    {Verb::CreateDepot, false, "Supply B", "a Depot is created"},
    {Verb::Fight, false, "Combat 1", "a battle is begun"},
    {Verb::RetireCavalry, true, "Combat 3", "Cavalry retreats before combat"},
    {Verb::RetireSupply, true, "Combat 3", "a Supply unit retreats before combat"},
    {Verb::RetireLeader, false, "Leaders", "a Leader retreats before combat", with_leaders},
    {Verb::SendTo, false, "Combat 3", "the enemy names where a retreat goes"},
    {Verb::LoseInfantry, false, "Combat 4", "a plan costs Infantry"},
    {Verb::LoseCavalry, false, "Combat 4", "a plan costs Cavalry"},
    {Verb::StandFast, false, "Combat 4", "a plan's retreat is refused"},
    {Verb::RetreatTo, false, "Combat 7", "a stack retreats"},
    {Verb::Pursue, false, "Combat 6", "a pursuit is ordered"},
    {Verb::Stake, true, "Combat 6", "Cavalry is staked in pursuit"},
    {Verb::GiveUpInfantry, true, "Combat 6", "pursuit costs Infantry"},
    {Verb::Settle, false, "Supply G", "the order of Areas that compete for supply is chosen"},
    {Verb::Feed, true, "Supply A", "a source of supply is chosen"},
    {Verb::WithSupplyUnit, false, "Supply H", "a Supply unit eases depletion"},
    {Verb::LoseInfantryAt, false, "Victory B", "Infantry is lost for political reasons",
     [](const area::AreaContext& c) { return static_cast<bool>(c.rules.political_losses); }},
    {Verb::LoseCavalryAt, false, "Victory B", "Cavalry is lost for political reasons",
     [](const area::AreaContext& c) { return static_cast<bool>(c.rules.political_losses); }},
};

struct DieUse {
  Step step;
  std::string_view rule, use;
};
constexpr DieUse kDice[] = {
    {Step::AttritionDie, "Attrition", "die: attrition"},
    {Step::MarchDie, "Movement D", "die: forced march"},
    {Step::CombatDie, "Combat 5", "die: combat"},
    {Step::PursuitDie, "Combat 6", "die: pursuit"},
    {Step::UnsuppliedDie, "Unsupplied Chart", "die: unsupplied Corps"},
};

/// "POLYGON((x y, ...))", or "MULTIPOLYGON(((x y, ...)), ...)".
std::string well_known(const std::vector<std::vector<std::array<double, 2>>>& rings) {
  std::string text;
  for (const auto& ring : rings) {
    text += text.empty() ? "((" : ", ((";
    for (std::size_t i = 0; i < ring.size(); ++i)
      text += fmt::format("{}{:.4f} {:.4f}", i ? ", " : "", ring[i][0], ring[i][1]);
    if (!ring.empty() && ring.front() != ring.back())
      text += fmt::format(", {:.4f} {:.4f}", ring[0][0], ring[0][1]);
    text += "))";
  }
  return rings.size() == 1 ? "POLYGON" + text : "MULTIPOLYGON(" + text + ")";
}

}  // namespace

struct AreaTally::List {
  explicit List(const area::AreaContext& c) {
    verbs.fill(kNone);
    dice.fill(kNone);
    for (const auto& one : kVerbs)
      if (one.in_force(c)) verbs[index(one.verb)] = next(one.rule, std::string(one.use));
    for (const auto& one : kVerbs) numbers[index(one.verb)] = one.number;
    for (const auto& one : kDice)
      dice[static_cast<std::size_t>(one.step)] = next(one.rule, std::string(one.use));
    for (std::size_t i = 0; i < plans[0].size(); ++i) {
      plans[0][i] = next("Combat 1", "plan of the Attacker: " + c.rules.attacker_plans[i]);
      plans[1][i] = next("Combat 1", "plan of the Defender: " + c.rules.defender_plans[i]);
    }
    fortress = next("Combat G", "modifier: Fortress");
    leadership = next("Combat H", "modifier: leadership");
  }

  static std::size_t index(Verb verb) { return static_cast<std::size_t>(verb); }
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<RuleUse> rules;
  std::array<std::size_t, static_cast<std::size_t>(Verb::Count)> verbs;
  std::array<bool, static_cast<std::size_t>(Verb::Count)> numbers{};
  std::array<std::size_t, static_cast<std::size_t>(Step::Count)> dice;
  std::array<std::array<std::size_t, area::kPlans>, play::kSides> plans;
  std::size_t fortress, leadership;

 private:
  std::size_t next(std::string_view rule, std::string use) {
    rules.push_back({std::string(rule), std::move(use)});
    return rules.size() - 1;
  }
};

std::vector<MapPlace> AreaTally::places(const Game& game) {
  std::vector<MapPlace> places;
  for (const auto& place : game.context().places)
    places.push_back({place.id, place.fortress.empty() ? place.name : place.fortress, place.country,
                      place.longitude, place.latitude, well_known(place.outlines)});
  return places;
}

std::vector<DeployedPieces> AreaTally::deployment(const Game& game, play::Side side) {
  constexpr area::ByKind<std::string_view> kPieces{{"infantry", "cavalry", "supply", "depot"}};
  const auto& c = game.context();
  if (!c.scenario.opening[static_cast<std::size_t>(play::index(side))]) return {};
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const auto& placed : c.scenario.placed) {
    if (placed.side != play::index(side)) continue;
    const auto& place = c.places[static_cast<std::size_t>(placed.place)].id;
    for (const auto kind : area::kAllKinds)
      if (const int count = placed.units.counts[kind]; count > 0)
        counts[{place, std::string(kPieces[kind])}] += count;
    for (const int leader : placed.units.leaders)
      ++counts[{place, c.leaders[static_cast<std::size_t>(leader)].name}];
  }
  std::vector<DeployedPieces> pieces;
  for (const auto& [where, count] : counts) pieces.push_back({where.first, where.second, count});
  return pieces;
}

std::vector<RuleUse> AreaTally::rules(const Game& game) { return List(game.context()).rules; }

AreaTally::AreaTally(const Game& game)
    : game_(game), list_(std::make_shared<const List>(game.context())) {
  tally_.places.resize(static_cast<std::size_t>(game.context().place_count()));
  tally_.uses.resize(list_->rules.size());
}

void AreaTally::before(const State& state) {
  const bool setting_up = state.step == Step::SetUp;
  for (const int side : {0, 1}) {
    const auto s = static_cast<std::size_t>(side);
    const auto now = area::corps_places(state, side);
    if (begun_)
      for (const int at : now - stood_[s]) ++tally_.places[static_cast<std::size_t>(at)].entered[s];
    stood_[s] = now;
  }
  begun_ = begun_ || !setting_up;
}

void AreaTally::after(const State& state, play::Action action) {
  const auto verb = area::verb_of(action);
  const int value = area::value_of(action);
  if (verb == Verb::Roll) use(list_->dice[static_cast<std::size_t>(state.step)]);
  if (!list_->numbers[List::index(verb)] || value > 0) use(list_->verbs[List::index(verb)]);
  if (verb == Verb::AttackPlan) use(list_->plans[0][static_cast<std::size_t>(value)]);
  if (verb == Verb::DefencePlan) use(list_->plans[1][static_cast<std::size_t>(value)]);
  if (state.step != Step::CombatDie) return;
  auto next = state;
  play::EventRecorder recorder;
  game_.apply(next, action, recorder);
  for (const auto& event : recorder.events)
    for (const auto& modifier : event.modifiers)
      use_modifier(static_cast<area::ModifierCode>(modifier.code));
}

void AreaTally::use_modifier(area::ModifierCode code) {
  switch (code) {
    case area::ModifierCode::FortressAttacked: return use(list_->fortress);
    case area::ModifierCode::ArmyLeadership:
    case area::ModifierCode::BestGenerals: return use(list_->leadership);
    default: return;
  }
}

void AreaTally::use(std::size_t entry) {
  if (entry != List::kNone) ++tally_.uses[entry];
}

void AreaTally::end_turn(const State& state) {
  for (const int side : {0, 1})
    for (const int at : area::corps_places(state, side))
      ++tally_.places[static_cast<std::size_t>(at)].held[static_cast<std::size_t>(side)];
}

}  // namespace niemen::lab
