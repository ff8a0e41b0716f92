// What happened, in words: the one place that has sentences.
#include <fmt/format.h>

#include <algorithm>

#include "engine/core/text.h"
#include "engine/play/telling.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/events.h"
#include "engine/systems/area_campaign/procedure.h"
#include "engine/systems/area_campaign/words.h"

namespace niemen::area_campaign {

std::string place_text(const AreaContext& game, int at) {
  const auto& place = game.places[at];
  const auto same = [&](const Place& other) { return other.name == place.name; };
  const bool alone = std::count_if(game.places.begin(), game.places.end(), same) == 1;
  if (place.name.empty()) return place.id;
  return alone ? place.name : fmt::format("{} ({})", place.name, place.id);
}

std::string area_text(const AreaContext& game, int area) {
  const auto& whole = game.areas[area];
  return whole.places.size() == 1 ? place_text(game, whole.places[0]) : whole.id;
}

namespace {

using play::Event;

constexpr core::EnumArray<LossCause, std::string_view> kCauses{
    {"attrition", "forced march", "unsupplied", "political loss", "battle plan", "combat",
     "pursuit", "no Infantry against Infantry", "no Corps against Corps",
     "no Corps left after combat", "no way to retreat"}};

constexpr std::array<std::string_view, 4> kPursuitResults{"no effect", "A +1/D -1 ex", "D +1 ex",
                                                          "D +2 ex"};

/// A unit as pieces and queues of arrivals number it: a Kind, or kKinds + leader.
std::string unit_text(const AreaContext& game, int unit) {
  constexpr std::array<std::string_view, kKinds> kNames{"an Infantry Corps", "a Cavalry Corps",
                                                        "a Supply unit", "a Depot"};
  if (unit < kKinds) return std::string(kNames[unit]);
  return game.leaders[unit - kKinds].name;
}

/// "2 Infantry and 1 Cavalry Corps".
std::string losses_text(int infantry, int cavalry) {
  std::string text;
  if (infantry > 0) text += fmt::format("{} Infantry", infantry);
  if (infantry > 0 && cavalry > 0) text += " and ";
  if (cavalry > 0) text += fmt::format("{} Cavalry", cavalry);
  return text + " Corps";
}

/// Fills the blanks of prompts.
class Prompter {
 public:
  Prompter(const AreaContext& game, const State& state) : game_(game), s_(state) {}

  std::string fill(std::string_view text) const {
    std::string filled;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{')) {
      const auto close = text.find('}', open);
      filled += text.substr(0, open);
      filled += blank(text.substr(open + 1, close - open - 1));
      text.remove_prefix(close + 1);
    }
    filled += text;
    if (!filled.empty() && filled[0] >= 'a' && filled[0] <= 'z')
      filled[0] = static_cast<char>(filled[0] - 'a' + 'A');
    return filled;
  }

 private:
  std::string blank(std::string_view name) const {
    const auto& battle = s_.work.combat;
    const auto& attrition = s_.work.attrition;
    const auto& supply = s_.work.supply;
    if (name == "unit") return unit_text(game_, due_unit());
    if (name == "phasing") return core::capitalised(game_.side_names[s_.phasing]);
    if (name == "due") return losses_text(attrition.due[0], attrition.due[1]);
    if (name == "area") return area_text(game_, attrition.area);
    if (name == "kind") return kind();
    if (name == "from") return place_text(game_, s_.place);
    if (name == "to") return place_text(game_, s_.target);
    if (name == "battle") return place_text(game_, battle.place);
    if (name == "extra") return battle.pursuit_extra == 1 ? "one" : "two";
    if (name == "losses") return std::to_string(battle.losses);
    if (name == "retreating") return core::capitalised(game_.side_names[battle.retreat_side]);
    if (name == "hungry") return area_text(game_, supply.area);
    if (name == "left") return std::to_string(supply.left);
    if (name == "source")
      return supply.source == kFromDepot ? "the Depots" : area_text(game_, supply.source);
    if (name == "unfed") return place_text(game_, supply.place);
    assert(!"a blank of a prompt that nobody fills");
    return {};
  }
  int due_unit() const {
    const auto* row =
        s_.step == Step::SetUp ? current_group(game_, s_) : current_reinforcement(game_, s_);
    return row->queue[s_.target];
  }
  std::string kind() const {
    if (s_.step == Step::AttritionPlace) return unit_text(game_, s_.work.attrition.kind);
    constexpr std::array<std::string_view, kKinds + 1> kNames{"Infantry", "Cavalry", "Supply units",
                                                              "Depots", "Leaders"};
    return std::string(kNames[s_.kind]);
  }

  const AreaContext& game_;
  const State& s_;
};

/// Tells what one may choose.
class Chooser {
 public:
  Chooser(const AreaContext& game, int value) : game_(game), value_(value) {}

  std::string tell(Verb verb) const {
    switch (verb) {
      case Verb::Deploy: return "Deploy in " + place();
      case Verb::Reinforce: return "Arrive in " + place();
      case Verb::Roll: return fmt::format("The die shows {}", value_);
      case Verb::NameArea: return "Name " + area_text(game_, value_);
      case Verb::LoseAt: return "Lose it in " + place();
      case Verb::EndMove: return "End the moves";
      case Verb::MoveFrom: return "Move from " + place();
      case Verb::DropDepot: return "Give up a Depot in " + place();
      case Verb::MoveTo: return "Move to " + place();
      case Verb::TakeAll: return "Take all of it";
      case Verb::TakeInfantry: return "Take " + number("Infantry Corps", "Infantry Corps");
      case Verb::TakeCavalry: return "Take " + number("Cavalry Corps", "Cavalry Corps");
      case Verb::TakeSupply: return "Take " + number("Supply unit", "Supply units");
      case Verb::TakeDepots: return "Take " + number("Depot", "Depots");
      case Verb::TakeLeader: return "Take " + leader();
      case Verb::TakeNoLeader: return "Take no more Leaders";
      case Verb::EndMarch: return "End the forced marches";
      case Verb::MarchFrom: return "March from " + place();
      case Verb::MarchTo: return "March to " + place();
      case Verb::MarchInfantry: return "March an Infantry Corps";
      case Verb::MarchCavalry: return "March a Cavalry Corps";
      case Verb::MarchLeader: return "March " + leader();
      case Verb::EndScorch: return "Lay nothing more waste";
      case Verb::Scorch: return "Lay waste " + area_text(game_, value_);
      case Verb::EndCreate: return "Make no more Depots";
      case Verb::CreateDepot: return "Make a Depot in " + place();
      default: return tell_battle(verb);
    }
  }

 private:
  std::string tell_battle(Verb verb) const {
    switch (verb) {
      case Verb::Fight: return "Fight in " + place();
      case Verb::AttackPlan: return "Attack by " + game_.rules.attacker_plans[index()];
      case Verb::DefencePlan: return "Defend by " + game_.rules.defender_plans[index()];
      case Verb::RetireCavalry: return "Send back " + number("Cavalry Corps", "Cavalry Corps");
      case Verb::RetireSupply: return "Send back " + number("Supply unit", "Supply units");
      case Verb::RetireLeader: return "Send back " + leader();
      case Verb::RetireNoLeader: return "Send back no more Leaders";
      case Verb::SendTo: return "Let them go to " + place();
      case Verb::LoseInfantry: return "Lose an Infantry Corps";
      case Verb::LoseCavalry: return "Lose a Cavalry Corps";
      case Verb::StandFast: return "Stand";
      case Verb::RetreatTo: return "Retreat to " + place();
      case Verb::NoPursuit: return "Do not pursue";
      case Verb::Pursue: return "Pursue";
      case Verb::Stake: return "Give " + number("Cavalry Corps", "Cavalry Corps");
      case Verb::GiveUpInfantry: return "Lose " + number("Infantry Corps", "Infantry Corps");
      case Verb::EndDrop: return "Keep the Depots";
      case Verb::Settle: return "Serve " + area_text(game_, value_) + " next";
      case Verb::Feed: return number("Corps draws", "Corps draw") + " on it";
      case Verb::WithoutSupplyUnit: return "Without the Supply unit";
      case Verb::WithSupplyUnit: return "With the Supply unit";
      case Verb::LoseInfantryAt: return "Lose an Infantry Corps in " + place();
      case Verb::LoseCavalryAt: return "Lose a Cavalry Corps in " + place();
      default: return {};
    }
  }
  std::size_t index() const { return static_cast<std::size_t>(value_); }
  std::string place() const { return place_text(game_, value_); }
  const std::string& leader() const { return game_.leaders[index()].name; }
  std::string number(std::string_view one, std::string_view many) const {
    if (value_ == 0) return fmt::format("no {}", many);
    return fmt::format("{} {}", value_, value_ == 1 ? one : many);
  }

  const AreaContext& game_;
  int value_;
};

/// Tells one event to one reader.
class Narrator {
 public:
  Narrator(const AreaContext& game, const Event& event, play::Viewer reader)
      : game_(game), e_(event), reader_(reader) {}

  std::string tell() const {
    switch (kind_of(e_)) {
      case EventKind::TurnBegins: return fmt::format("Game-Turn {}", e_.amount);
      case EventKind::PlayerTurnBegins: return fmt::format("{} Player-Turn", side().whose());
      case EventKind::UnitDeploys: return told("deploys", "deploy", units() + " in " + place(0));
      case EventKind::UnitArrives: return told("receives", "receive", units() + " in " + place(0));
      case EventKind::AttritionRolled: return attrition();
      case EventKind::AreaNamed: return told("names", "name", area(0));
      case EventKind::StackMoves: return side().one("stack") + " moves " + from_to();
      case EventKind::StackHasMoved:
        return fmt::format("in {} now, having moved: {}", place(0), stack());
      case EventKind::CorpsTriesMarch: return side().one("Corps") + " tries to march " + from_to();
      case EventKind::LeaderMarches: return side().one("Leader") + " marches " + from_to();
      case EventKind::MarchSucceeds:
        return fmt::format("forced march to {}: die {}, it arrives", place(1), e_.face);
      case EventKind::MarchStays:
        return fmt::format("forced march from {}: die {}, it stays", place(0), e_.face);
      case EventKind::MarchFails:
        return fmt::format("forced march from {}: die {}, it is lost", place(0), e_.face);
      case EventKind::DepotGivenUp: return fmt::format("a Depot in {} is given up", place(0));
      case EventKind::AreaLaidWaste: return told("lays", "lay", "waste " + area(0));
      case EventKind::DepotMade: return told("makes", "make", "a Depot in " + place(0));
      case EventKind::SupplyBegins: return "Supply Interphase";
      case EventKind::DepotExpended: return fmt::format("the Depot in {} is expended", place(0));
      case EventKind::SupplyFromNextDoor:
        return fmt::format("{} {} Corps in {} draw on {}", side().whose(), e_.amount, area(0),
                           area(1));
      case EventKind::AreaHolds: return drawn("undepleted");
      case EventKind::AreaHalfDepletes: return drawn("50% depleted");
      case EventKind::AreaFullyDepletes: return drawn("100% depleted");
      case EventKind::UnsuppliedSurvives:
        return fmt::format("unsupplied in {}: die {}, no effect", place(0), e_.face);
      case EventKind::UnsuppliedDies:
        return fmt::format("unsupplied in {}: die {}, eliminated", place(0), e_.face);
      case EventKind::ControlGained: return told("controls", "control", place(0));
      case EventKind::ControlLost: return told("loses", "lose", "control of " + place(0));
      case EventKind::TurnScored:
        return fmt::format("Corps lost in combat: {} {}, {} {}: {:+} victory points", name(0),
                           part(ModifierCode::InvaderLosses), name(1),
                           part(ModifierCode::DefenderLosses), part(ModifierCode::TurnScore));
      case EventKind::PointsCounted:
        return fmt::format("victory points {}, index {}", e_.amount,
                           part(ModifierCode::VictoryIndex));
      default: return tell_combat();
    }
  }

 private:
  std::string tell_combat() const {
    switch (kind_of(e_)) {
      case EventKind::BattleBegins: return fmt::format("battle in {}", place(0));
      case EventKind::AttackPlanChosen: return "battle plan " + attack_plan(e_.amount);
      case EventKind::DefencePlanChosen: return "battle plan " + defence_plan(e_.amount);
      case EventKind::StackRevealed:
        return told("has", "have", fmt::format("in {}: {}", place(0), stack()));
      case EventKind::PlansRevealed:
        return fmt::format("battle plans: {} against {}", attack_plan(e_.amount / kPlans),
                           defence_plan(e_.amount % kPlans));
      case EventKind::NoGeneralToAttack: return told("has", "have", "no General to attack");
      case EventKind::OddsReckoned: return odds();
      case EventKind::CombatRolled:
        return fmt::format("combat at {}%: die {}, row {}", e_.amount, e_.face, row());
      case EventKind::CombatResolved:
        return fmt::format("result {}", result_name(static_cast<CombatResult>(e_.amount)));
      case EventKind::PursuitBegins: return told("pursues", "pursue");
      case EventKind::PursuitRolled:
        return fmt::format("pursuit with {} Cavalry more: die {}, row {}", e_.amount, e_.face,
                           row());
      case EventKind::PursuitResolved:
        return fmt::format("pursuit: {}", kPursuitResults[e_.amount]);
      case EventKind::Retreats: return told("retreats", "retreat", from_to());
      case EventKind::CorpsLost:
        return told("loses", "lose",
                    fmt::format("{} Corps in {} ({})", corps(), place(0), cause()));
      case EventKind::StackLost:
        return fmt::format("{} stack in {} is eliminated ({}): {}", side().whose(), place(0),
                           cause(), stack());
      case EventKind::LeaderLost: return unit() + " is eliminated";
      default: return {};
    }
  }

  std::string name(int side) const { return core::capitalised(game_.side_names[side]); }
  play::SideWords side() const {
    return play::side_words(game_.side_names[e_.side], e_.side, reader_);
  }
  /// "the French side loses" or "you lose", and of what.
  std::string told(std::string_view verb, std::string_view yours,
                   std::string_view rest = {}) const {
    return side().subject(verb, yours) + (rest.empty() ? "" : " ") + std::string(rest);
  }

  std::string place(std::size_t i) const { return place_text(game_, e_.places[i]); }
  std::string area(std::size_t i) const { return area_text(game_, game_.area_of[e_.places[i]]); }
  std::string from_to() const { return fmt::format("from {} to {}", place(0), place(1)); }

  /// The one unit of the event.
  std::string unit() const { return unit_text(game_, e_.pieces.at(0)); }
  /// All units of the event.
  std::string units() const { return e_.pieces.size() == 1 ? unit() : stack(); }
  const std::string& leader(int piece) const { return game_.leaders[piece - kKinds].name; }
  /// "2 Infantry, 1 Cavalry": all the kinds of Corps there are.
  std::string corps() const {
    std::string text;
    for (const auto& [kind, word] :
         {std::pair{Kind::Infantry, "Infantry"}, std::pair{Kind::Cavalry, "Cavalry"}})
      if (const int number = count_pieces(e_, kind); number > 0)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, word);
    return text;
  }
  /// "2 Infantry, 1 Cavalry Corps, 1 Supply unit, Ney": all there is.
  std::string stack() const {
    auto text = corps();
    if (!text.empty()) text += " Corps";
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (const int number = count_pieces(e_, Kind::Supply); number > 0)
      add(fmt::format("{} Supply unit{}", number, number > 1 ? "s" : ""));
    if (const int number = count_pieces(e_, Kind::Depot); number > 0)
      add(fmt::format("{} Depot{}", number, number > 1 ? "s" : ""));
    for (const int piece : e_.pieces)
      if (piece >= kKinds) add(leader(piece));
    return text.empty() ? "nobody" : text;
  }
  std::string_view cause() const { return kCauses[static_cast<LossCause>(e_.amount)]; }

  std::string attrition() const {
    return fmt::format("{} attrition: die {}, {} to lose", side().whose(), e_.face,
                       e_.pieces.empty() ? "no Corps" : corps() + " Corps");
  }
  std::string drawn(std::string_view state) const {
    return fmt::format("{}: {} Corps draw on it; it will be {}", area(0), e_.amount, state);
  }

  const std::string& attack_plan(int plan) const { return game_.rules.attacker_plans[plan]; }
  const std::string& defence_plan(int plan) const { return game_.rules.defender_plans[plan]; }
  /// The value of the modifier with this code; 0 where there is none.
  int part(ModifierCode code) const {
    for (const auto& modifier : e_.modifiers)
      if (modifier.code == static_cast<std::uint16_t>(code)) return modifier.value;
    return 0;
  }
  std::string odds() const {
    auto text =
        fmt::format("odds {} Infantry against {}: {}", part(ModifierCode::AttackingInfantry),
                    part(ModifierCode::DefendingInfantry),
                    e_.amount == kSure ? "no defending Infantry" : fmt::format("{}%", e_.amount));
    if (const int led = part(ModifierCode::GeneralsLead); led > 0)
      text += fmt::format(", Generals lead {} (Leaders C)", led);
    if (part(ModifierCode::AttackersDouble) > 0) text += ", attackers count double";
    if (part(ModifierCode::DefendersDouble) > 0) text += ", defenders count double";
    return text;
  }
  /// The row of the table: the die as modified, clamped.
  int row() const {
    int row = e_.face;
    for (const auto& modifier : e_.modifiers) row += modifier.value;
    return std::clamp(row, kLowestRow, kHighestRow);
  }

  const AreaContext& game_;
  const Event& e_;
  play::Viewer reader_;
};

}  // namespace

std::string choice_text(const AreaContext& game, play::Action action) {
  return Chooser(game, value_of(action)).tell(verb_of(action));
}

int count_pieces(const play::Event& event, Kind kind) {
  return static_cast<int>(
      std::count(event.pieces.begin(), event.pieces.end(), static_cast<int>(kind)));
}

void add_stack(play::Event& event, const AreaContext& game, const State& state, int side, int at) {
  for (const Kind kind : kAllKinds) add_pieces(event, kind, state.count(side, at, kind));
  for (int leader = game.leader_begin(side); leader < game.leader_end(side); ++leader)
    if (state.leader_place(leader) == at) event.pieces.push_back(kKinds + leader);
}

play::Event& record(play::EventRecorder& log, EventKind kind) { return log.add(event_of(kind)); }

std::string AreaCampaign::prompt(const State& state) const {
  return Prompter(*context_, state).fill(Steps::row_of(state).prompt);
}

play::EventRow AreaCampaign::event_row(const play::Event& event) const {
  return event_kind_row(event.kind).row;
}

std::string AreaCampaign::event_text(const play::Event& event, play::Viewer reader) const {
  return Narrator(*context_, event, reader).tell();
}

std::string AreaCampaign::modifier_text(const play::Modifier& modifier) const {
  switch (static_cast<ModifierCode>(modifier.code)) {
    case ModifierCode::BestGenerals: return "best Generals (Leaders, D)";
    case ModifierCode::ArmyLeadership: return "leadership of the attacking army (Combat H)";
    case ModifierCode::FortressAttacked: return "fortress (Combat G)";
    case ModifierCode::BestCavalryLeaders: return "best Cavalry Leaders (Leaders, D)";
    case ModifierCode::AttackingInfantry: return "attacking Infantry";
    case ModifierCode::DefendingInfantry: return "defending Infantry";
    case ModifierCode::GeneralsLead: return "Infantry that Generals lead (Leaders, C)";
    case ModifierCode::AttackersDouble: return "times: attackers count double (Combat E)";
    case ModifierCode::DefendersDouble: return "times: defenders count double (Combat E)";
    case ModifierCode::InvaderLosses:
      return "Corps lost: " + core::capitalised(context_->side_names[0]);
    case ModifierCode::DefenderLosses:
      return "Corps lost: " + core::capitalised(context_->side_names[1]);
    case ModifierCode::TurnScore: return "turn victory or defeat (Victory, optional B)";
    case ModifierCode::VictoryIndex: return "Victory Index of the turn";
    case ModifierCode::None:
    case ModifierCode::Count: break;
  }
  return {};
}

std::string AreaCampaign::place_code(int place) const { return context_->places[place].id; }

std::string AreaCampaign::piece_code(int piece) const {
  constexpr std::array<std::string_view, kKinds> kCodes{"ic", "cc", "su", "dp"};
  if (piece < kKinds) return std::string(kCodes[piece]);
  return context_->leaders[piece - kKinds].name;
}

}  // namespace niemen::area_campaign
