// Why an action is legal or not. The list of legal actions decides; the rest finds the words.
#include <fmt/format.h>
#include <algorithm>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

using play::Verdict;

struct StepText {
  std::string_view rule;
  std::string_view due;  ///< what is to be decided now
};

constexpr std::array<StepText, static_cast<std::size_t>(Step::Count)> kSteps{{
    {"Game Set-up", "a unit is to be deployed"},
    {"Sequence A.1", "a reinforcement is to be placed"},
    {"Attrition", "the attrition die is to be rolled"},
    {"Attrition", "the enemy names the Area of the losses"},
    {"Attrition", "the owner picks the Sub-area of the loss"},
    {"Sequence A.2a", "a stack to move is to be named, or the end of the segment"},
    {"Movement A", "the place to move to is to be named"},
    {"Movement", "what moves along is to be said"},
    {"Movement D", "a stack to march is to be named, or the end of the segment"},
    {"Movement D", "the goal of the march is to be named"},
    {"Movement D", "the unit that marches is to be named"},
    {"Movement D", "the die of the forced march is to be rolled"},
    {"Supply B", "Areas may be laid waste"},
    {"Supply B", "Depots may be made"},
    {"Combat", "the next battle is to be chosen"},
    {"Combat step 1", "the Attacker chooses a battle plan"},
    {"Combat step 1", "the Defender chooses a battle plan"},
    {"Combat A", "Cavalry may retreat before combat"},
    {"Combat B", "Supply units may go with the Cavalry"},
    {"Leaders B", "Leaders may retreat before combat"},
    {"Combat A", "the enemy names where the retreat goes"},
    {"Combat E", "the loser chooses the Corps that the battle plans cost him"},
    {"Combat E", "the Defender retreats, or stands where he may"},
    {"Combat F", "the combat die is to be rolled"},
    {"Combat I", "the Attacker may pursue"},
    {"Combat I", "the pursuit die is to be rolled"},
    {"Pursuit Table", "the Attacker says how much Cavalry he gives"},
    {"Pursuit Table", "the Defender chooses his losses"},
    {"Combat K", "the place of the retreat is to be named"},
    {"Supply D", "Depots may be given up"},
    {"Supply G", "the Area that is settled next is to be named"},
    {"Supply F", "Corps are to name their source"},
    {"Supply H", "the Supply unit may be used or not"},
    {"Supply", "the die of an unsupplied Corps is to be rolled"},
    {"Victory B", "a Corps is lost for political reasons"},
    {"Game Length", "the game is over"},
}};

/// Finds the first rule that forbids an action whose verb belongs to the step.
class Explainer {
 public:
  Explainer(const AreaContext& game, const State& state) : game_(game), s_(state) {}

  Verdict explain(Verb verb, int value) const {
    switch (verb) {
      case Verb::Deploy: return deploy(value);
      case Verb::Reinforce: return no("Reinforcements", "nothing arrives there now", value);
      case Verb::NameArea: return name_area(value);
      case Verb::MoveFrom: return move_from(value);
      case Verb::MoveTo:
      case Verb::MarchTo: return go_to(verb, value);
      case Verb::DropDepot: return no("Supply D", "there is no Depot", value);
      case Verb::TakeInfantry:
      case Verb::TakeCavalry:
      case Verb::TakeSupply:
      case Verb::TakeDepots: return take(verb);
      case Verb::MarchFrom: return march_from(value);
      case Verb::CreateDepot: return create(value);
      case Verb::Scorch: return scorch(value);
      case Verb::Fight: return no("Combat", "there is no battle to fight there", value);
      case Verb::SendTo:
      case Verb::RetreatTo: return retreat(value);
      case Verb::StandFast: return Verdict::no("Combat E", "this retreat is not a choice");
      default: return generic(verb);
    }
  }

  Verdict wrong_step() const {
    const auto& step = kSteps[static_cast<std::size_t>(s_.step)];
    return Verdict::no(std::string(step.rule), fmt::format("not now: {}", step.due));
  }

 private:
  const std::string& id(int at) const { return game_.places[static_cast<std::size_t>(at)].id; }
  Verdict no(std::string rule, std::string reason, int at) const {
    return Verdict::no(std::move(rule), std::move(reason), id(at));
  }
  Verdict generic(Verb) const {
    const auto& step = kSteps[static_cast<std::size_t>(s_.step)];
    return Verdict::no(std::string(step.rule), fmt::format("not one of the choices: {}", step.due));
  }
  bool adjacent(int from, int to) const {
    const auto& list = game_.neighbours[static_cast<std::size_t>(from)];
    return std::find(list.begin(), list.end(), to) != list.end();
  }

  Verdict deploy(int at) const {
    const auto& group = *current_group(game_, s_);
    if (!group.places.contains(at))
      return no("The Scenarios", "it is not among the Areas of this group", at);
    if (occupied(game_, s_, 1 - group.side, at)) return no("A-37", "enemy units are there", at);
    return no("The Scenarios", "the group's limit for one place is reached", at);
  }
  Verdict name_area(int area) const {
    const auto& name = game_.areas[static_cast<std::size_t>(area)].id;
    if ((s_.work.attrition.named >> area) & 1U)
      return Verdict::no("A-48", "it has been named for this die", name);
    return Verdict::no("Attrition", "there are no enemy pieces", name);
  }
  Verdict move_from(int at) const {
    if (!occupied(game_, s_, s_.phasing, at)) return no("Movement", "you have no units there", at);
    if (unmoved(s_, s_.phasing, at) == 0 && !has_unmoved_leader(game_, s_, s_.phasing, at))
      return no("Movement A", "all units there have moved in this segment", at);
    return no("Movement B", "nothing there can move by itself", at);
  }
  Verdict go_to(Verb verb, int at) const {
    if (!adjacent(s_.place, at))
      return no("Movement A", fmt::format("it does not adjoin {}", id(s_.place)), at);
    return no(verb == Verb::MoveTo ? "Movement B.1" : "A-39",
              "enemy units are there, and no Corps goes first", at);
  }
  Verdict take(Verb verb) const {
    if (verb == Verb::TakeDepots)
      return Verdict::no("Movement B.2",
                         "a Depot goes only with a Supply unit that started here, one each");
    if (must_take_corps(game_, s_, s_.target))
      return no("Movement B.1", "not that number: a Corps must go first where the enemy is",
                s_.target);
    return Verdict::no("Movement", "not that number of that kind can move now", id(s_.place));
  }
  Verdict march_from(int at) const {
    if (!occupied(game_, s_, s_.phasing, at))
      return no("Movement D", "you have no units there", at);
    if (s_.corps(s_.phasing, at) == 0)
      return no("A-35", "Supply units and Depots do not force march", at);
    return no("Movement D", "every Corps there has tried", at);
  }
  Verdict create(int at) const {
    const int area = game_.area_of[static_cast<std::size_t>(at)];
    if (s_.count(0, at, Kind::Supply) == 0) return no("Supply B", "there is no Supply unit", at);
    if (s_.depletion(area) != Depletion::None) return no("Supply B", "the Area is depleted", at);
    if (side_in_area(game_, s_, 1, area)) return no("Supply B", "enemy units are in the Area", at);
    return no("A-47", "no more Depots are allowed", at);
  }
  Verdict scorch(int area) const {
    const auto& name = game_.areas[static_cast<std::size_t>(area)].id;
    if (s_.is_full(area)) return Verdict::no("Supply B", "the Area is 100% depleted", name);
    if (!game_.rules.scorch_contested && side_in_area(game_, s_, 0, area))
      return Verdict::no("A-50", "enemy units are in the Area", name);
    return Verdict::no("Supply B", "there is no Supply unit", name);
  }
  Verdict retreat(int at) const {
    const auto& battle = s_.work.combat;
    if (!adjacent(battle.place, at))
      return no("Combat K", fmt::format("it does not adjoin {}", id(battle.place)), at);
    return no("Combat B", "enemy units are there", at);
  }

  const AreaContext& game_;
  const State& s_;
};

/// The verbs that each step takes.
bool belongs(Step step, Verb verb) {
  switch (step) {
    case Step::SetUp: return verb == Verb::Deploy;
    case Step::Reinforce: return verb == Verb::Reinforce;
    case Step::AttritionArea: return verb == Verb::NameArea;
    case Step::AttritionPlace: return verb == Verb::LoseAt;
    case Step::MoveStack:
      return verb == Verb::EndMove || verb == Verb::MoveFrom || verb == Verb::DropDepot;
    case Step::MoveTarget: return verb == Verb::MoveTo;
    case Step::MoveShare: return verb >= Verb::TakeAll && verb <= Verb::TakeNoLeader;
    case Step::MarchStack: return verb == Verb::EndMarch || verb == Verb::MarchFrom;
    case Step::MarchTarget: return verb == Verb::MarchTo;
    case Step::MarchUnit: return verb >= Verb::MarchInfantry && verb <= Verb::MarchLeader;
    case Step::Scorch: return verb == Verb::EndScorch || verb == Verb::Scorch;
    case Step::CreateDepot: return verb == Verb::EndCreate || verb == Verb::CreateDepot;
    case Step::ChooseBattle: return verb == Verb::Fight;
    case Step::AttackPlan: return verb == Verb::AttackPlan;
    case Step::DefencePlan: return verb == Verb::DefencePlan;
    case Step::RetireCavalry: return verb == Verb::RetireCavalry;
    case Step::RetireSupply: return verb == Verb::RetireSupply;
    case Step::RetireLeaders: return verb == Verb::RetireLeader || verb == Verb::RetireNoLeader;
    case Step::RetireArea: return verb == Verb::SendTo;
    case Step::PlanLoss: return verb == Verb::LoseInfantry || verb == Verb::LoseCavalry;
    case Step::PlanRetreat: return verb == Verb::StandFast || verb == Verb::RetreatTo;
    case Step::Pursue: return verb == Verb::NoPursuit || verb == Verb::Pursue;
    case Step::PursuitStake: return verb == Verb::Stake;
    case Step::PursuitLoss: return verb == Verb::GiveUpInfantry;
    case Step::LastRetreat: return verb == Verb::RetreatTo;
    case Step::DropDepots: return verb == Verb::DropDepot || verb == Verb::EndDrop;
    case Step::SettleArea: return verb == Verb::Settle;
    case Step::FeedCorps: return verb == Verb::Feed;
    case Step::SupplyTrack: return verb == Verb::WithSupplyUnit || verb == Verb::WithoutSupplyUnit;
    case Step::PoliticalLoss: return verb == Verb::LoseInfantryAt || verb == Verb::LoseCavalryAt;
    default: return verb == Verb::Roll;
  }
}

}  // namespace

Verdict AreaCampaign::why(const State& state, play::Action action) const {
  if (!is_action(action)) return Verdict::no("notation", "there is no such action");
  const Explainer explainer(*context_, state);
  if (state.decider == play::Actor::Over) return explainer.wrong_step();
  if (state.decider == play::Actor::Nature) {
    play::ChanceList outcomes;
    chance(state, outcomes);
    for (const auto& outcome : outcomes)
      if (outcome.action == action) return Verdict::yes();
    return explainer.wrong_step();
  }
  play::ActionList list;
  legal(state, list);
  if (std::binary_search(list.begin(), list.end(), action)) return Verdict::yes();
  const Verb verb = verb_of(action);
  if (!belongs(state.step, verb)) return explainer.wrong_step();
  return explainer.explain(verb, value_of(action));
}

}  // namespace niemen::area_campaign
