// What happened, as events, and in words: the one place that has sentences.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/core/text.h"
#include "engine/play/telling.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/events.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

using play::Event;
using play::Joining;
using play::Weight;

struct KindRow {
  EventKind kind;
  play::EventRow row;
  std::string_view rule;
};

constexpr std::array<KindRow, static_cast<std::size_t>(EventKind::Count)> kKinds{{
    {EventKind::TurnBegins, {"turn-begins", Weight::Turn}, "Sequence of Play"},
    {EventKind::PlayerTurnBegins, {"player-turn-begins", Weight::Phase}, "Sequence of Play"},
    {EventKind::SupplyBegins, {"supply-begins", Weight::Phase}, "Sequence of Play"},
    {EventKind::Deploys, {"deploys", Weight::Detail, Joining::Place}, "Scenarios"},
    {EventKind::Arrives, {"arrives", Weight::Operation, Joining::Place}, "Reinforcements"},
    {EventKind::Waits, {"waits"}, "Reinforcements"},
    {EventKind::AttritionDie, {"attrition-die", Weight::Operation}, "Attrition"},
    {EventKind::Lost, {"lost"}, ""},
    {EventKind::Moves, {"moves", Weight::Operation, Joining::Route}, "Movement C"},
    {EventKind::Stopped, {"stopped"}, "Zones of Control B"},
    {EventKind::MarchDie, {"march-die"}, "Movement G"},
    {EventKind::MarchSecondDie, {"march-second-die"}, "Movement G"},
    {EventKind::MarchHalted, {"march-halted"}, "Movement G"},
    {EventKind::Reduced, {"reduced"}, "Movement G"},
    {EventKind::Disrupted, {"disrupted"}, "Disruption A"},
    {EventKind::Crushed, {"crushed", Weight::Operation}, "Combat K"},
    {EventKind::DepotCreated, {"depot-created", Weight::Operation}, "Supply B"},
    {EventKind::Scorched, {"scorched", Weight::Operation}, "Supply B"},
    {EventKind::Attacks, {"attacks", Weight::Operation}, "Combat A"},
    {EventKind::Withdraws, {"withdraws", Weight::Operation}, "Combat D"},
    {EventKind::Lapses, {"lapses"}, "Combat C"},
    {EventKind::Battle, {"battle", Weight::Operation}, "Combat H"},
    {EventKind::CombatResult, {"combat-result"}, "Combat Results"},
    {EventKind::Retreats, {"retreats", Weight::Detail, Joining::Route}, "Retreat Procedure"},
    {EventKind::NoRetreat, {"no-retreat"}, "Retreat Procedure"},
    {EventKind::Advances, {"advances"}, "Combat J"},
    {EventKind::Control, {"control", Weight::Operation}, "Fortresses G"},
    {EventKind::Draws, {"draws"}, "Supply H"},
    {EventKind::Unsupplied, {"unsupplied"}, "Supply A"},
    {EventKind::UnsuppliedDie, {"unsupplied-die"}, "Unsupplied Chart"},
    {EventKind::Depleted, {"depleted", Weight::Operation}, "Supply I"},
    {EventKind::Level, {"level", Weight::Phase}, "Victory B"},
    {EventKind::Besieged, {"besieged", Weight::Operation}, "Fortresses F"},
    {EventKind::Over, {"over", Weight::Operation}, "Game Length"},
}};
constexpr bool in_order() {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].kind != static_cast<EventKind>(i) || kKinds[i].row.name.empty()) return false;
  return true;
}
static_assert(in_order());

struct CauseRow {
  std::string_view words;
  std::string_view rule;
};
constexpr std::array<CauseRow, 13> kCauses{{
    {"by attrition", "Attrition"},
    {"by the forced march", "Movement G"},
    {"as its stack could neither attack nor part", "Movement J"},
    {"automatically", "Combat K"},
    {"alone beside the enemy", "Supply C"},
    {"in battle", "Combat Results"},
    {"in the half exchange", "Combat Results"},
    {"as it cannot retreat", "Retreat Procedure"},
    {"as it is disrupted a second time", "Disruption C"},
    {"as it is expended", "Supply D"},
    {"for want of supply", "Unsupplied Chart"},
    {"for reasons of politics", "Victory B"},
    {"in the besieged Fortress", "Fortresses F"},
}};
static_assert(static_cast<std::size_t>(Cause::Siege) + 1 == kCauses.size());

int first_hex_of(const OperationsContext& game, int area) {
  for (const auto& hex : game.hexes)
    if (game.open[hex.code] && game.area[hex.code] == area) return hex.code;
  return kNoHex;
}

}  // namespace

void record(const OperationsContext& game, const State& state, play::EventRecorder& recorder,
            EventKind what, Facts facts) {
  Event event;
  event.kind = static_cast<std::uint16_t>(what);
  event.rule = what == EventKind::Lost ? kCauses[facts.amount].rule
                                       : kKinds[static_cast<std::size_t>(what)].rule;
  event.amount = facts.amount;
  event.face = facts.face;
  event.side = facts.side >= 0 ? facts.side : facts.piece >= 0 ? side_of_piece(facts.piece) : -1;
  const auto add_place = [&](int hex) {
    if (hex > 0 && game.find_hex(hex) >= 0) event.places.push_back(game.find_hex(hex));
  };
  add_place(facts.hex);
  add_place(facts.to);
  if (facts.area >= 0 && facts.hex < 0) add_place(first_hex_of(game, facts.area));
  if (facts.piece >= 0)
    event.pieces.push_back(facts.piece + (state.is_division(facts.piece) ? kAsDivision : 0));
  event.modifiers = std::move(facts.modifiers);
  recorder.add(std::move(event));
}

namespace {

std::string side_result(char letter, int result) {
  constexpr std::array<std::string_view, 5> kNames{"", "e", "rs", "r1", "r2"};
  const auto name = kNames[result];
  return name.empty() ? "" : letter + std::string(name);
}

}  // namespace

std::string result_text(int code) {
  std::string text = side_result('A', code & 7);
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : " ") + more;
  };
  if (code & 64) add("half exchange");
  add(side_result('D', (code >> 3) & 7));
  return text;
}

namespace {

/// A piece as people call it: "French Infantry 3", "Napoleon".
std::string unit_words(const OperationsContext& game, int piece) {
  const auto& info = game.pieces[piece];
  if (info.arm == Arm::Leader) return info.name;
  constexpr std::array<std::string_view, 5> kArms{"Infantry", "Cavalry", "Leader", "Supply unit",
                                                  "Depot"};
  const auto side = static_cast<std::size_t>(side_of_piece(piece));
  return fmt::format("{} {} {}", core::capitalised(game.side_names[side]),
                     kArms[static_cast<std::size_t>(info.arm)],
                     info.id.substr(info.id.rfind('-') + 1));
}

/// With what stands on its counter: "French Infantry 3 (5-5)".
std::string piece_words(const OperationsContext& game, int piece, bool as_division) {
  const auto arm = game.pieces[piece].arm;
  if (arm == Arm::Leader) return unit_words(game, piece);
  return fmt::format("{} ({})", unit_words(game, piece), counter_of(game.rules, arm, as_division));
}

/// Tells one event to one reader.
class Narrator {
 public:
  Narrator(const OperationsContext& game, const Event& event, play::Viewer reader)
      : game_(game), e_(event), reader_(reader) {}

  std::string tell() const {
    switch (static_cast<EventKind>(e_.kind)) {
      case EventKind::TurnBegins: return fmt::format("Game-Turn {}", e_.amount);
      case EventKind::PlayerTurnBegins: return fmt::format("{} Player-Turn", side().name);
      case EventKind::SupplyBegins: return "Supply Interphase";
      case EventKind::Deploys: return pieces("deploy") + " on " + place(0);
      case EventKind::Arrives: return pieces("arrive") + " at " + place(0);
      case EventKind::Waits: return fmt::format("{} waits outside", piece());
      case EventKind::AttritionDie:
        return told("loses", "lose", fmt::format("{} by attrition, die {}", corps(), e_.face));
      case EventKind::Lost:
        return fmt::format("{} on {} is eliminated {}", piece(), place(0),
                           kCauses[e_.amount].words);
      case EventKind::Control: return told("takes", "take", place(0));
      case EventKind::Level:
        return fmt::format("victory points {}, index {}", e_.amount,
                           e_.modifiers.empty() ? 0 : e_.modifiers[0].value);
      case EventKind::Besieged: return fmt::format("{} is besieged", place(0));
      case EventKind::Over: return fmt::format("the end: {} victory points", e_.amount);
      default: return tell_movement();
    }
  }

 private:
  std::string tell_movement() const {
    switch (static_cast<EventKind>(e_.kind)) {
      case EventKind::Moves:
        if (e_.places.size() == 1)
          return fmt::format("{} enters the map on {}{}", piece(), place(0), points());
        return fmt::format("{} moves {}{}", piece(), route(), points());
      case EventKind::Stopped:
        return fmt::format("{} must stop on {} in a zone of control", piece(), place(0));
      case EventKind::MarchDie:
        return fmt::format("{} marches on, die {}: {}", piece(), e_.face, march());
      case EventKind::MarchSecondDie:
        return fmt::format("{} marches on, second die {}: {}", piece(), e_.face, march());
      case EventKind::MarchHalted: return fmt::format("{} halts its march", piece());
      case EventKind::Reduced: return fmt::format("{} becomes a Division", piece());
      case EventKind::Disrupted: return fmt::format("{} on {} is disrupted", piece(), place(0));
      case EventKind::Crushed:
        return fmt::format("the units on {} are automatically eliminated at {}", place(0),
                           percent());
      case EventKind::DepotCreated:
        return fmt::format("a Depot is created on {}; {} is 100% depleted", place(0), area());
      case EventKind::Scorched: return fmt::format("{} is laid waste", area());
      default: return tell_combat();
    }
  }
  std::string tell_combat() const {
    switch (static_cast<EventKind>(e_.kind)) {
      case EventKind::Attacks:
        return told("attacks", "attack", fmt::format("{} from {}", place(1), place(0)));
      case EventKind::Withdraws:
        return fmt::format("{} retreats before combat from {}", piece(), place(0));
      case EventKind::Lapses: return fmt::format("the attack from {} finds nobody left", place(0));
      case EventKind::Battle:
        return fmt::format("battle for {} from {} at {}", place(1), place(0), percent());
      case EventKind::CombatResult:
        if (e_.face == 0) return fmt::format("no die is needed: {}", result_text(e_.amount));
        return fmt::format("die {}: {}", e_.face, result_text(e_.amount));
      case EventKind::Retreats: return fmt::format("{} retreats {}", piece(), route());
      case EventKind::NoRetreat: return fmt::format("{} has no way to retreat", piece());
      case EventKind::Advances:
        return fmt::format("{} advances from {} to {}", piece(), place(0), place(1));
      case EventKind::Draws: return fmt::format("{} Corps draw on {}", e_.amount, area());
      case EventKind::Unsupplied:
        return fmt::format("{} on {} is without supply", piece(), place(0));
      case EventKind::UnsuppliedDie:
        return fmt::format("{} without supply, die {}", piece(), e_.face);
      case EventKind::Depleted: return fmt::format("{} is {}% depleted", area(), e_.amount);
      default: return "";
    }
  }

  std::string piece(std::size_t i = 0) const {
    const bool as_division = (e_.pieces[i] & kAsDivision) != 0;
    const int piece = e_.pieces[i] & (kAsDivision - 1);
    return piece_words(game_, piece, as_division);
  }
  /// All pieces of the event, and what they do: "arrives" of one.
  std::string pieces(std::string_view verb) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < e_.pieces.size(); ++i) names.push_back(piece(i));
    return fmt::format("{} {}{}", core::listed(names), verb, names.size() > 1 ? "" : "s");
  }
  /// "from 3432 Bobruisk by 3332 and 3331 to 3230".
  std::string route() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < e_.places.size(); ++i) names.push_back(place(i));
    return core::route_words(names);
  }
  std::string points() const {
    return fmt::format(" ({} {})", e_.amount, e_.amount == 1 ? "point" : "points");
  }
  /// What attrition takes.
  std::string corps() const {
    constexpr int kCavalryBits = 4;
    const int infantry = e_.amount >> kCavalryBits, cavalry = e_.amount & ((1 << kCavalryBits) - 1);
    if (infantry == 0 && cavalry == 0) return "nothing";
    if (infantry == 0) return fmt::format("{} Cavalry Corps", cavalry);
    return cavalry == 0 ? fmt::format("{} Infantry Corps", infantry)
                        : fmt::format("{} Infantry and {} Cavalry Corps", infantry, cavalry);
  }
  play::SideWords side() const {
    return play::side_words(game_.side_names[e_.side], e_.side, reader_);
  }
  int code(std::size_t index) const { return game_.hexes[e_.places[index]].code; }
  std::string place(std::size_t index) const { return game_.hex_text(code(index)); }
  std::string area() const { return game_.areas[game_.area[code(0)]]; }
  /// A sentence about the side: "the French side takes 1624", or "you take 1624".
  std::string told(std::string_view verb, std::string_view your_verb, std::string rest) const {
    return side().subject(verb, your_verb) + " " + rest;
  }
  std::string_view march() const {
    switch (static_cast<MarchResult>(e_.amount)) {
      case MarchResult::Success: return "it goes on";
      case MarchResult::Option: return "it may halt, or roll again";
      case MarchResult::Disrupted: return "it goes on and will be disrupted";
      default: return "it is eliminated, or becomes a Division";
    }
  }
  std::string percent() const {
    return e_.amount == kSure ? std::string("any odds") : fmt::format("{}%", e_.amount);
  }

  const OperationsContext& game_;
  const Event& e_;
  play::Viewer reader_;
};

/// The account of a battle: every unit, bonus and factor.
class Account {
 public:
  Account(const OperationsContext& game, const State& state) : game_(game), s_(state) {}

  void attacking_units(int hex) {
    for (int index : attackers_at(game_, s_, s_.phasing, hex)) unit(piece_of(s_.phasing, index), 1);
  }
  void attacking_leaders(int hex) {
    for (int index : pieces_at(s_, s_.phasing, hex) & game_.leader_pieces[s_.phasing]) {
      const int piece = piece_of(s_.phasing, index);
      if (s_.marked(piece, kInvolved)) leader(piece, game_.pieces[piece].offence, 1);
    }
  }
  void defenders(int hex, bool crossed) {
    const int side = 1 - s_.phasing;
    auto pieces = standing_at(s_, side, hex);
    for (int index : pieces)
      if (s_.marked(piece_of(side, index), kWithdrew)) pieces.erase(index);
    room_ = 0;
    for (int index : pieces& game_.combat_pieces[side]) unit(piece_of(side, index), -1);
    if (room_ == 0) alone(side, pieces);
    for (int index : pieces& game_.leader_pieces[side]) {
      const int piece = piece_of(side, index);
      if (room_ > 0) leader(piece, game_.pieces[piece].defence, -1);
    }
    factor(hex, crossed);
  }
  std::vector<play::Modifier> take() { return std::move(modifiers_); }

 private:
  void add(int value, ModifierCode code, int piece, int hex = -1) {
    modifiers_.push_back({.value = value,
                          .code = static_cast<std::uint16_t>(code),
                          .rule = code == ModifierCode::Leader     ? "Leaders B"
                                  : code == ModifierCode::Fortress ? "Fortresses C"
                                  : code == ModifierCode::Alone    ? "Combat G"
                                                                   : "Combat F",
                          .place = hex < 0 ? -1 : game_.find_hex(hex),
                          .piece = piece});
  }
  void unit(int piece, int sign) {
    const int strength = strength_of(game_, s_, piece);
    room_ += strength;
    add(sign * strength, ModifierCode::Unit, piece);
  }
  /// What of the bonus the units' strength has room for (Leaders B).
  void leader(int piece, int bonus, int sign) {
    const int used = std::min(bonus, room_);
    room_ -= used;
    if (used > 0) add(sign * used, ModifierCode::Leader, piece);
  }
  /// Without Combat units the hex defends with one piece's strength in all (H-44).
  void alone(int side, const PieceSet& pieces) {
    int strongest = kNoPiece;
    for (int index : pieces)
      if (const int piece = piece_of(side, index);
          strongest == kNoPiece ||
          strength_of(game_, s_, piece) > strength_of(game_, s_, strongest))
        strongest = piece;
    if (strongest != kNoPiece)
      add(-strength_of(game_, s_, strongest), ModifierCode::Alone, strongest);
  }
  void factor(int hex, bool crossed) {
    const int terrain = game_.defence[hex];
    if (game_.fortress_at(hex)) return add(terrain, ModifierCode::Fortress, -1, hex);
    if (crossed && game_.rules.river_defence >= terrain)
      return add(game_.rules.river_defence, ModifierCode::River, -1, hex);
    if (terrain > 1) add(terrain, ModifierCode::Terrain, -1, hex);
  }

  const OperationsContext& game_;
  const State& s_;
  std::vector<play::Modifier> modifiers_;
  int room_ = 0;  ///< strength of a side's units that no bonus has used
};

}  // namespace

std::vector<play::Modifier> odds_modifiers(const OperationsContext& game, const State& state,
                                           int attack) {
  Account account(game, state);
  const auto battle = attacks_of_battle(game, state, attack);
  for (auto bits = battle; bits != 0; bits &= bits - 1)
    account.attacking_units(state.attacks[std::countr_zero(bits)].from);
  for (auto bits = battle; bits != 0; bits &= bits - 1)
    account.attacking_leaders(state.attacks[std::countr_zero(bits)].from);
  const auto& first = state.attacks[attack];
  for (unsigned bits = first.targets; bits != 0; bits &= bits - 1) {
    const int way = std::countr_zero(bits);
    account.defenders(game.neighbour[first.from][way], (game.river[first.from] >> way) & 1U);
  }
  return account.take();
}

play::EventRow HexOperations::event_row(const Event& event) const { return kKinds[event.kind].row; }

std::string HexOperations::event_text(const Event& event, play::Viewer reader) const {
  return Narrator(*context_, event, reader).tell();
}

std::string HexOperations::modifier_text(const play::Modifier& modifier) const {
  const auto& game = *context_;
  const auto rule = fmt::format(" ({})", modifier.rule);
  const auto place = [&] { return game.hex_text(game.hexes[modifier.place].code); };
  const auto piece = [&] { return unit_words(game, modifier.piece & (kAsDivision - 1)); };
  switch (static_cast<ModifierCode>(modifier.code)) {
    case ModifierCode::Unit: return piece() + rule;
    case ModifierCode::Leader: return piece() + ", up to the strength of the units" + rule;
    case ModifierCode::Alone: return piece() + ", without Combat units" + rule;
    case ModifierCode::Terrain: return "times, for the terrain of " + place() + rule;
    case ModifierCode::River: return "times, for the river before " + place() + rule;
    case ModifierCode::Fortress: return "times, for the Fortress of " + place() + rule;
    case ModifierCode::Index: return "the index of the turn" + rule;
  }
  return "";
}

std::string HexOperations::place_code(int place) const {
  return OperationsContext::hex_id(context_->hexes[place].code);
}

std::string HexOperations::piece_code(int piece) const {
  return context_->pieces[piece & (kAsDivision - 1)].id;
}

}  // namespace niemen::hex_operations
