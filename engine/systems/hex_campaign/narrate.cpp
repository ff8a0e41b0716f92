// The sentences of events: the only place that puts into words what happened.
#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "engine/play/telling.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

std::string counted(int count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

void Sum::keep(int value, ModifierCode code, int place, int piece) {
  modifiers.push_back(
      {value, {}, static_cast<std::uint16_t>(code), spec_of(code).rule, place, piece});
}

namespace {

play::Event event_of(EventKind kind, const Facts& facts) {
  play::Event event;
  event.kind = static_cast<std::uint16_t>(kind);
  event.rule = spec_of(kind).rule;
  event.side = facts.side;
  event.amount = facts.amount;
  event.face = facts.face;
  for (int hex : {facts.place, facts.to})
    if (hex != Facts::kNowhere) event.places.push_back(hex);
  for (int piece : facts.pieces) event.pieces.push_back(piece);
  return event;
}

/// 15.1: of pieces that lie face down only their owner is told which they are; losses are shown.
void keep_event(Play& p, play::Event event) {
  const auto hidden = [&](int piece) {
    return p.state.veil[static_cast<std::size_t>(piece)] != kKnown && on_map(p.state, piece) &&
           kind_of(event) != EventKind::UnitEliminated;
  };
  if (p.game.rules.hidden_stacks && std::ranges::any_of(event.pieces, hidden)) {
    auto unseen = event;
    unseen.pieces.clear();
    unseen.visible_to[event.side] = false;
    p.log->add(event).secret_of(static_cast<Side>(event.side));
    event = std::move(unseen);
  }
  p.log->add(std::move(event));
}

}  // namespace

void Play::record(EventKind kind, const Facts& facts, Sum* sum) {
  auto event = event_of(kind, facts);
  if (sum) event.modifiers = std::move(sum->modifiers);
  keep_event(*this, std::move(event));
}

void Play::record_secret(Side owner, EventKind kind, const Facts& facts) {
  log->add(event_of(kind, facts)).secret_of(owner);
}

void Play::record_hurt(EventKind kind, int unit, Cause cause) {
  auto event = event_of(kind, {.side = play::index(game.piece(unit).side),
                               .place = place(state, unit),
                               .pieces = PieceSet::of(unit),
                               .amount = static_cast<int>(cause)});
  event.rule = spec_of(cause).rule;
  keep_event(*this, std::move(event));
}

namespace {

using core::capitalised;
using core::listed;

struct PhaseHeading {
  Phase last;  ///< of those that it stands over
  std::string_view words;
};
constexpr PhaseHeading kHeadings[] = {{Phase::SetUpSecond, "Set-up"},
                                      {Phase::Blanks, "Start of the turn"},
                                      {Phase::ReserveLosses, "General Supply and Attrition"},
                                      {Phase::EstablishDepots, "Active Supply"},
                                      {Phase::MovementEnd, "Rally and Movement"},
                                      {Phase::CombatEnd, "Combat"},
                                      {Phase::CommandersMovement, "Commanders' Movement"},
                                      {Phase::Reinforcements, "Cossacks and Reinforcements"},
                                      {Phase::WinterDecision, "End of the turn"},
                                      {Phase::WinterQuarters, "Winter quarters"},
                                      {Phase::EndOfTurn, "End of the turn"},
                                      {Phase::Over, "The end"},
                                      {Phase::Redeploy, "Armistice"},
                                      {Phase::Departures, "Start of the turn"},
                                      {Phase::SwitchSources, "General Supply and Attrition"},
                                      {Phase::HandOver, "The next part"}};

}  // namespace

std::string_view phase_heading(Phase phase) {
  return std::ranges::find_if(kHeadings, [&](const auto& row) { return phase <= row.last; })->words;
}

namespace {

/// A hex as a person finds it: "1808 Wilno", "1608 near Wilno".
std::string where(const Context& c, int hex) {
  if (hex < 0 || hex >= c.map.size() || c.city.contains(hex)) return hex_name(c, hex);
  constexpr int kNear = 3;  // in steps; what is farther tells nobody more than the number
  const City* nearest = nullptr;
  int least = kNear + 1;
  for (const auto& city : c.cities) {
    const int steps = c.map.distance(static_cast<Hex>(hex), city.hex);
    if (steps >= least) continue;
    least = steps;
    nearest = &city;
  }
  return hex_name(c, hex) + (nearest ? " near " + nearest->name : "");
}

/// "3 infantry, 1 cavalry".
std::string arms_of(const Context& c, const PieceSet& units) {
  constexpr std::string_view kArms[] = {"infantry", "cavalry", "artillery"};
  std::string text;
  for (std::size_t arm = 0; arm < std::size(kArms); ++arm)
    if (const int count = (units & c.arm_units[arm]).count())
      text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(kArms[arm]);
  return text;
}

/// A corps by its mark on the counters: "I Corps", "II Corps of Army 1",
/// "Guard".
std::string corps_words(const std::string& mark) {
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("IVX") == std::string_view::npos;
  };
  if (is_number(mark)) return mark + " Corps";
  if (mark.size() > 2 && mark[1] == '-' && is_number(std::string_view(mark).substr(2)))
    return mark.substr(2) + " Corps of Army " + mark.substr(0, 1);
  return mark;
}

/// Units by their corps, or by their arms where they are of many.
std::string units_words(const Context& c, const PieceSet& units) {
  constexpr std::size_t kMaxParts = 3;
  std::vector<std::string> parts;
  PieceSet open = units;
  while (!open.empty()) {
    const auto& first = c.piece(open.first());
    PieceSet same = PieceSet::of(open.first());
    for (int unit : open)
      if (!first.corps.empty() && c.piece(unit).corps == first.corps) same.insert(unit);
    parts.push_back(same.count() == 1 ? first.name
                                      : corps_words(first.corps) + " (" + arms_of(c, same) + ")");
    open -= same;
  }
  return parts.size() <= kMaxParts ? listed(parts) : arms_of(c, units);
}

/// An event as it is told to a reader.
struct Telling {
  const Context& c;
  const play::Event& event;
  play::Viewer reader;

  bool is_reader() const {
    return event.side >= 0 && reader == play::viewer_of(static_cast<Side>(event.side));
  }
  /// "French": what it has, or has won.
  std::string adjective() const {
    return event.side < 0 ? "nobody's" : c.side_names[static_cast<std::size_t>(event.side)];
  }
  /// The side as subject: "the French", "you".
  std::string side() const {
    if (event.side < 0) return "nobody";
    return is_reader() ? "you" : play::people_of(adjective());
  }
  /// "French", "your".
  std::string whose() const { return is_reader() ? "your" : adjective(); }
  std::string place(std::size_t i = 0) const {
    return i < event.places.size() ? where(c, event.places[i]) : "nowhere";
  }
  std::string to() const { return place(1); }
  bool is_one() const { return event.pieces.size() == 1; }
  /// The pieces, or what a reader sees who may not know which they are.
  std::string pieces(std::string_view unseen = "a stack") const {
    if (event.pieces.empty())
      return event.side < 0 ? std::string(unseen) : std::string(unseen) + " of " + side();
    PieceSet units;
    std::vector<std::string> commanders;
    for (int piece : event.pieces)
      if (c.piece(piece).commander)
        commanders.push_back(c.piece(piece).name);
      else
        units.insert(piece);
    if (units.empty()) return listed(commanders);
    return units_words(c, units) + (commanders.empty() ? "" : " under " + listed(commanders));
  }
  /// What they do: "march", or "marches" of one.
  std::string they(std::string_view verb) const {
    const bool sibilant = verb.ends_with("ch");
    const bool one = is_one() || event.pieces.empty();
    return pieces() + ' ' + std::string(verb) + (!one ? "" : sibilant ? "es" : "s");
  }
  std::string piece() const { return pieces("a counter"); }
  std::string amount() const { return std::to_string(event.amount); }
  std::string die() const { return "die " + std::to_string(event.face); }
  /// "die 4, sum 8"; the die alone where what is added to it lies face down to the reader (15.1).
  std::string die_and_sum(std::string_view sum = "sum") const {
    const bool vague = event.side >= 0 && !event.visible_to[event.side];
    return vague ? die() : die() + ", " + std::string(sum) + " " + amount();
  }

  std::string sentence() const;

 private:
  std::string frame() const;
  std::string politics_and_cards() const;
  std::string supply() const;
  std::string movement() const;
  std::string combat() const;
  std::string commanders() const;
  std::string winter() const;
  std::string linked() const;
  std::string card_title() const { return "\"" + card().title + "\""; }
  const Card& card() const { return c.cards[static_cast<std::size_t>(event.amount % kMaxCards)]; }
};

std::string Telling::frame() const {
  switch (kind_of(event)) {
    case EventKind::TurnBegins: return "Turn " + amount();
    case EventKind::SecondYearBegins: return "the second year begins: Turn " + amount();
    case EventKind::PhaseBegins:
      return std::string(phase_heading(static_cast<Phase>(event.amount)));
    case EventKind::PointsAtEnd:
      return "the end: " + side() + " have " + counted(event.amount, "point");
    case EventKind::PieceSetUp:
      return (event.pieces.size() < 2 ? piece() + " sets" : pieces() + " set") + " up at " +
             place();
    case EventKind::NoPlaceFound: return piece() + " finds no place";
    case EventKind::DepotSetUp: return whose() + " Depot at " + place();
    case EventKind::OpeningDeployed:
      // By its name the opponent could look up what lies face down (15.1).
      if (c.rules.hidden_stacks && !is_reader()) return side() + " deploy";
      return side() + " deploy: " + c.openings[static_cast<std::size_t>(event.side)].title;
    case EventKind::CommandsReceived:
      return side() + " have " + counted(event.amount, "Combat Command");
    default: return {};
  }
}

std::string Telling::politics_and_cards() const {
  const auto power = [&] { return c.powers[static_cast<std::size_t>(event.amount)].id; };
  switch (kind_of(event)) {
    case EventKind::AlliesKeepApart: return "the lead is too small for allies who keep apart";
    case EventKind::PowerOpens: return power() + " opens its ground to both sides";
    case EventKind::ContingentGoesOver: return piece() + " goes over at " + place();
    case EventKind::PowerJoins: return power() + " joins " + side();
    case EventKind::OutpostHeld:
      return side() + " hold " + place() + ": battle points now " + amount();
    case EventKind::TruceRolled: return side() + " roll for a truce: " + die();
    case EventKind::TruceOffered: return side() + " offer a truce";
    case EventKind::TruceDeclined: return side() + " offer no truce";
    case EventKind::TruceRefused: return side() + " refuse the truce";
    case EventKind::TruceBegins: return "a truce is in force";
    case EventKind::PointsOffered:
      return side() + " offer " + amount() + " battle points for neutrality";
    case EventKind::OfferDeclined: return side() + " decline the battle points";
    case EventKind::NeutralityBought: return "neutrality is bought: battle points now " + amount();
    case EventKind::PieceRedeploys: return piece() + " takes quarters at " + place();
    case EventKind::NoGroundFound: return piece() + " finds no quarters";
    case EventKind::DepotRedeployed: return whose() + " Depot at " + place();
    case EventKind::IndependenceDeclared: return "independence is declared";
    case EventKind::UprisingBreaksOut: return "uprising: " + die() + ", it breaks out";
    case EventKind::NoUprising: return "uprising: " + die() + ", none";
    case EventKind::ExpeditionComes: return "expedition: " + die() + ", it comes";
    case EventKind::ExpeditionStaysAway: return "expedition: " + die() + ", it stays away";
    case EventKind::CardDealt: return side() + " are dealt " + card_title();
    case EventKind::CardDrawn: return side() + " draw " + card_title();
    case EventKind::CardPlayed: {
      const auto side_of_text = card().single ? 0 : static_cast<std::size_t>(event.side);
      return side() + " play " + card_title() + ", which says: " + card().text[side_of_text];
    }
    case EventKind::CommanderLeavesByCard: return piece() + " leaves the army by the card";
    case EventKind::UnitRalliesByCard: return piece() + " rallies at " + place() + " by the card";
    default: return {};
  }
}

std::string Telling::supply() const {
  const auto forage = [&](const char* result) {
    return "forage at " + place() + ": " + die() + " against " + counted(event.amount, "unit") +
           ", " + result;
  };
  const auto last = [&] { return event.amount > 0 ? ": no Supply Train is left to place" : ""; };
  switch (kind_of(event)) {
    case EventKind::BlankPlaced: return "blank counter to " + place();
    case EventKind::ForageFails:
      return event.face > 0 ? forage("out of supply") : "forage in vain at " + place();
    case EventKind::ForageSuffices: return forage("no effect");
    case EventKind::ReserveRolled: return "Cavalry Reserve: " + die();
    case EventKind::DepotConverted: return side() + " convert the Depot at " + place();
    case EventKind::DepotRemoved: return side() + " lose the Depot at " + place();
    case EventKind::TrainPlaced: return "Supply Train to " + place();
    case EventKind::DummyPlaced: return "dummy train to " + place();
    case EventKind::CounterPlaced: return side() + " place a counter at " + place() + last();
    case EventKind::TrainGivenUp: return side() + " pass and give a train up" + last();
    case EventKind::NoMorePlaced: return side() + " place no more";
    case EventKind::ForageMarkerPlaced: return "forage marker at " + place();
    case EventKind::DepotEstablished: return side() + " establish a Depot at " + place();
    case EventKind::DepotDestroyed: return whose() + " Depot at " + place() + " is destroyed";
    default: return {};
  }
}

std::string Telling::movement() const {
  switch (kind_of(event)) {
    case EventKind::UnitRallies: return piece() + " rallies at " + place();
    case EventKind::TrainDiscarded: return side() + " pass with a train at " + place();
    case EventKind::CapacityRaised: return "a train raises the capacity of " + place();
    case EventKind::ReluctanceRolled: return "reluctant Commander at " + place() + ": " + die();
    case EventKind::ChaosRolled: return "chaos of command at " + place() + ": " + die();
    case EventKind::MarchRefused: return "the stack at " + place() + " stays: refused";
    case EventKind::MarchGarbled: return "the stack at " + place() + " stays: garbled";
    case EventKind::MarchBegins: return they("march") + " from " + place() + " to " + to();
    case EventKind::MarchGoesOn:  // said after who marches
      return (is_one() ? "it marches on to " : "they march on to ") + to();
    case EventKind::CommanderStaysBehind: return piece() + " stays behind at " + place();
    case EventKind::MarchAttritionRolled: return "march attrition: " + die_and_sum("score");
    case EventKind::StackLeavesMap: return they("leave") + " the map at " + place();
    case EventKind::RaidHits: return "raid at " + place() + ": " + die() + ", a hit";
    case EventKind::RaidMisses: return "raid at " + place() + ": " + die() + ", no effect";
    case EventKind::ReinforcementArrives: return piece() + " arrives at " + place();
    case EventKind::ReinforcementWaits: return piece() + " waits";
    case EventKind::NeverArrives: return piece() + " never arrives";
    default: return {};
  }
}

std::string Telling::combat() const {
  const auto order = [&] { return "order from " + place() + " against " + to() + ": "; };
  const auto support = [&] { return "support from " + place() + ": " + die_and_sum(); };
  const auto hurt = [&](const char* how) {
    return piece() + how + place() + " (" + std::string(spec_of(cause_of(event)).words);
  };
  switch (kind_of(event)) {
    case EventKind::OrderAborted: return order() + die_and_sum() + ", aborted";
    case EventKind::OrderFails: return order() + die_and_sum() + ", fails";
    case EventKind::OrderGoesAhead: return order() + die_and_sum() + ", goes ahead";
    case EventKind::AttacksEnd: return side() + " order no further attack";
    case EventKind::SupportComes: return support() + ", comes";
    case EventKind::SupportStays: return support() + ", stays";
    case EventKind::AttackValue: return "final attack value " + amount();
    case EventKind::DefenceValue: return "final defence value " + amount();
    case EventKind::Tie: return "tie";
    case EventKind::WinnerInflicts:
      return side() + " win and inflict " + counted(event.amount, "hit");
    case EventKind::LoserInflicts:
      return side() + " inflict " + counted(event.amount, "hit") + ", " + die();
    case EventKind::Withdrawal: return they("withdraw") + " to " + to();
    case EventKind::OverflowGoesOn: return pieces() + " withdraw farther to " + to();
    case EventKind::Advance: return they("advance") + " to " + to();
    case EventKind::DecisiveVictory:
      return "decisive " + (is_reader() ? "victory for you" : adjective() + " victory") +
             ", battle points now " + amount();
    case EventKind::UnitDisrupted: return hurt(" is disrupted at ");
    case EventKind::UnitEliminated: return hurt(" is eliminated at ");
    default: return {};
  }
}

std::string Telling::commanders() const {
  switch (kind_of(event)) {
    case EventKind::CommanderLeftAlone: return piece() + " left alone at " + place() + ": " + die();
    case EventKind::CommanderLost: return piece() + " is eliminated";
    case EventKind::CommanderCutOff: return piece() + " is eliminated (nobody within reach";
    case EventKind::CommanderEscapes: return piece() + " escapes to " + to();
    case EventKind::CommanderMoves: return piece() + " moves from " + place() + " to " + to();
    case EventKind::CommanderRelieved: return piece() + " is relieved";
    case EventKind::SuddenDeath: return piece() + " is lost: " + side() + " win at once";
    default: return {};
  }
}

std::string Telling::winter() const {
  switch (kind_of(event)) {
    case EventKind::WinterQuartersChosen: return side() + " go to winter quarters";
    case EventKind::PieceWinters: return piece() + " winters at " + place();
    case EventKind::NoQuartersFound: return piece() + " finds no quarters";
    case EventKind::SourceAdded: return "new supply source " + place();
    case EventKind::WinterLossesRolled: return "winter losses: " + die();
    case EventKind::WinterCommanderLost: return piece() + " is lost";
    case EventKind::WinterFateRolled: return "the supreme Commander in winter: " + die();
    case EventKind::CommanderGoesHomeForGood: return piece() + " goes home for good";
    case EventKind::CommanderGoesHome: return piece() + " goes home and may come back";
    case EventKind::CommanderWinters: return piece() + " winters with the army";
    case EventKind::RestorationRolled: return "restored units: " + die();
    case EventKind::PieceRestored: return piece() + " restored at " + place();
    case EventKind::ReturnRolled: return "return of the absent Commander: " + die();
    case EventKind::CommanderReturns: return piece() + " comes back at " + place();
    default: return {};
  }
}

std::string Telling::linked() const {
  switch (kind_of(event)) {
    case EventKind::PartBegins: return "the campaign goes on with Turn " + amount();
    case EventKind::ContingentGoesHome: return piece() + " goes home from " + place();
    case EventKind::UnitLeftBehind: return piece() + " is left behind at " + place();
    case EventKind::PieceInterned: return piece() + " is interned at " + place();
    case EventKind::CommanderDeparts: return piece() + " leaves the army for the winter";
    case EventKind::CommanderStays: return piece() + " stays with the army";
    case EventKind::CommanderRecalled: return piece() + " is called home";
    case EventKind::SourcesSwitched: return side() + " switch their sources of supply";
    case EventKind::SourcesLost: return side() + " fall back on their old sources of supply";
    case EventKind::GarrisonStationed: return piece() + " garrisons " + place();
    case EventKind::DepotMoved: return whose() + " Depot moves to " + place();
    default: return {};
  }
}

std::string Telling::sentence() const {
  for (auto part :
       {&Telling::frame, &Telling::politics_and_cards, &Telling::supply, &Telling::movement,
        &Telling::combat, &Telling::commanders, &Telling::winter, &Telling::linked})
    if (auto words = (this->*part)(); !words.empty()) return words;
  assert(false);
  return {};
}

/// "words (rule)"; words that open a bracket themselves go on in it.
std::string with_rule(std::string words, std::string_view rule) {
  const auto open = words.rfind('(');
  const bool inside = open != std::string::npos && words.find(')', open) == std::string::npos;
  return words + (inside ? ", " : " (") + std::string(rule) + ")";
}

}  // namespace

play::EventRow HexCampaign::event_row(const play::Event& event) const {
  const EventSpec& spec = spec_of(kind_of(event));
  return {spec.name, spec.weight, spec.joining};
}

std::string HexCampaign::event_text(const play::Event& event, play::Viewer reader) const {
  // The last part of a linked campaign has the powers; cards are told by the part whose they are.
  const Context* context = context_;
  const bool of_card = spec_of(kind_of(event)).rule == "16.1";
  const auto further = [&] {
    return of_card ? context->part < event.amount / kMaxCards : context->powers.empty();
  };
  while (context->next && further()) context = context->next.get();
  const Telling telling{*context, event, reader};
  auto words = telling.sentence();
  if (telling.is_reader()) words = capitalised(std::move(words));
  const bool is_heading = event.rule == "5.1";  // the sequence of play
  return is_heading ? words : with_rule(std::move(words), event.rule);
}

std::string HexCampaign::modifier_text(const play::Modifier& modifier) const {
  return std::string(spec_of(code_of(modifier)).words) + ", " + std::string(modifier.rule);
}

std::string HexCampaign::place_code(int place) const {
  return context_->map.name(static_cast<Hex>(place));
}

std::string HexCampaign::piece_code(int piece) const { return context_->piece(piece).id; }

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
