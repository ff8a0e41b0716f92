#include "ai/telemetry/area_campaign/tally.h"

#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ai/telemetry/outline.h"
#include "engine/systems/area_campaign/action.h"

namespace niemen::lab {

namespace area = area_campaign;

namespace {

using area::Step;
using area::Verb;

bool with_leaders(const area::AreaContext& c) { return static_cast<bool>(c.rules.optional_rules); }

bool with_politics(const area::AreaContext& c) {
  return static_cast<bool>(c.rules.political_losses);
}

template <class Key>
using Use = UseOf<Key, area::AreaContext>;

const Use<Verb> kVerbs[] = {
    {Verb::Reinforce, "Reinforcements", "a unit arrives"},
    {Verb::NameArea, "Attrition", "the enemy names the Area of a loss"},
    {Verb::LoseAt, "Attrition", "the owner places a loss"},
    {Verb::MoveTo, "Movement A", "a stack moves"},
    {Verb::TakeInfantry, "Movement A", "Infantry moves as a part of a stack"},
    {Verb::TakeCavalry, "Movement A", "Cavalry moves as a part of a stack"},
    {Verb::TakeSupply, "Movement B", "a Supply unit moves"},
    {Verb::TakeDepots, "Movement B.2", "a Depot is carried along"},
    {Verb::DropDepot, "Movement B.2", "a Depot is left behind"},
    {Verb::TakeLeader, "Leaders", "a Leader moves", with_leaders},
    {Verb::MarchInfantry, "Movement D", "Infantry forces its march"},
    {Verb::MarchCavalry, "Movement D", "Cavalry forces its march"},
    {Verb::MarchLeader, "Leaders", "a Leader forces his march", with_leaders},
    {Verb::Scorch, "Supply B", "an Area is laid waste"},
    {Verb::CreateDepot, "Supply B", "a Depot is created"},
    {Verb::Fight, "Combat 1", "a battle is begun"},
    {Verb::RetireCavalry, "Combat 3", "Cavalry retreats before combat"},
    {Verb::RetireSupply, "Combat 3", "a Supply unit retreats before combat"},
    {Verb::RetireLeader, "Leaders", "a Leader retreats before combat", with_leaders},
    {Verb::SendTo, "Combat 3", "the enemy names where a retreat goes"},
    {Verb::LoseInfantry, "Combat 4", "a plan costs Infantry"},
    {Verb::LoseCavalry, "Combat 4", "a plan costs Cavalry"},
    {Verb::StandFast, "Combat 4", "a plan's retreat is refused"},
    {Verb::RetreatTo, "Combat 7", "a stack retreats"},
    {Verb::Pursue, "Combat 6", "a pursuit is ordered"},
    {Verb::Stake, "Combat 6", "Cavalry is staked in pursuit"},
    {Verb::GiveUpInfantry, "Combat 6", "pursuit costs Infantry"},
    {Verb::Settle, "Supply G", "the order of Areas that compete for supply is chosen"},
    {Verb::Feed, "Supply A", "a source of supply is chosen"},
    {Verb::WithSupplyUnit, "Supply H", "a Supply unit eases depletion"},
    {Verb::LoseInfantryAt, "Victory B", "Infantry is lost for political reasons", with_politics},
    {Verb::LoseCavalryAt, "Victory B", "Cavalry is lost for political reasons", with_politics},
};

const Use<Step> kDice[] = {
    {Step::AttritionDie, "Attrition", "die: attrition"},
    {Step::MarchDie, "Movement D", "die: forced march"},
    {Step::CombatDie, "Combat 5", "die: combat"},
    {Step::PursuitDie, "Combat 6", "die: pursuit"},
    {Step::UnsuppliedDie, "Unsupplied Chart", "die: unsupplied Corps"},
};

/// Whether a value of 0 declines the choice, because it says how many.
bool counts(Verb verb) {
  switch (verb) {
    case Verb::TakeInfantry:
    case Verb::TakeCavalry:
    case Verb::TakeSupply:
    case Verb::TakeDepots:
    case Verb::RetireCavalry:
    case Verb::RetireSupply:
    case Verb::Stake:
    case Verb::GiveUpInfantry:
    case Verb::Feed: return true;
    default: return false;
  }
}

std::string outline(const area::Place& place) {
  std::vector<Ring> rings;
  for (const auto& outline : place.outlines) {
    auto& ring = rings.emplace_back();
    for (const auto& [longitude, latitude] : outline) ring.push_back({longitude, latitude});
  }
  constexpr int kDecimals = 4;  // of a degree
  return well_known(rings, kDecimals);
}

}  // namespace

struct AreaTally::List : UseList {
  explicit List(const area::AreaContext& c) : verbs(add(kVerbs, c)), dice(add(kDice, c)) {
    for (std::size_t i = 0; i < plans[0].size(); ++i) {
      plans[0][i] = add("Combat 1", "plan of the Attacker: " + c.rules.attacker_plans[i]);
      plans[1][i] = add("Combat 1", "plan of the Defender: " + c.rules.defender_plans[i]);
    }
    fortress = add("Combat G", "modifier: Fortress");
    leadership = add("Combat H", "modifier: leadership");
  }

  core::EnumArray<Verb, std::size_t> verbs;
  core::EnumArray<Step, std::size_t> dice;
  std::array<std::array<std::size_t, area::kPlans>, play::kSides> plans;
  std::size_t fortress, leadership;
};

std::vector<MapPlace> AreaTally::places(const Game& game) {
  std::vector<MapPlace> places;
  for (const auto& place : game.context().places)
    places.push_back({place.id, place.fortress.empty() ? place.name : place.fortress, place.country,
                      place.longitude, place.latitude, outline(place)});
  return places;
}

std::vector<DeployedPieces> AreaTally::deployment(const Game& game, play::Side side) {
  constexpr area::ByKind<std::string_view> kPieces{{"infantry", "cavalry", "supply", "depot"}};
  const auto& c = game.context();
  if (!c.scenario.opening[play::index(side)]) return {};
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const auto& placed : c.scenario.placed) {
    if (placed.side != play::index(side)) continue;
    const auto& place = c.places[placed.place].id;
    for (const auto kind : area::kAllKinds)
      if (const int count = placed.units.counts[kind]; count > 0)
        counts[{place, std::string(kPieces[kind])}] += count;
    for (const int leader : placed.units.leaders) ++counts[{place, c.leaders[leader].name}];
  }
  std::vector<DeployedPieces> pieces;
  for (const auto& [where, count] : counts) pieces.push_back({where.first, where.second, count});
  return pieces;
}

std::vector<RuleUse> AreaTally::rules(const Game& game) { return List(game.context()).rows(); }

AreaTally::AreaTally(const Game& game)
    : AreaTally(game, std::make_shared<const List>(game.context())) {}

AreaTally::AreaTally(const Game& game, std::shared_ptr<const List> list)
    : CampaignTally(static_cast<std::size_t>(game.context().place_count()), list->rows().size()),
      game_(game),
      list_(std::move(list)) {}

void AreaTally::before(const State& state) {
  stand({area::corps_places(state, 0), area::corps_places(state, 1)}, state.step == Step::SetUp);
}

void AreaTally::after(const State& state, play::Action action) {
  const auto verb = area::verb_of(action);
  const int value = area::value_of(action);
  if (verb == Verb::Roll) use(list_->dice[state.step]);
  if (!counts(verb) || value > 0) use(list_->verbs[verb]);
  if (verb == Verb::AttackPlan) use(list_->plans[0][value]);
  if (verb == Verb::DefencePlan) use(list_->plans[1][value]);
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

void AreaTally::end_turn(const State& state) {
  hold({area::corps_places(state, 0), area::corps_places(state, 1)});
}

}  // namespace niemen::lab
