// The sentences of a block battle: events, modifiers, what a decision asks.
#include <fmt/format.h>

#include "engine/core/text.h"
#include "engine/play/telling.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/events.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

using play::Joining;
using play::Weight;

constexpr std::array<play::EventRow, static_cast<std::size_t>(EventKind::Count)> kEvents{{
    {"turn", Weight::Turn},
    {"deployed", Weight::Detail, Joining::Place},
    {"set-up-done", Weight::Phase},
    {"initiative-roll"},
    {"first-player", Weight::Phase},
    {"enters", Weight::Operation},
    {"pins"},
    {"pinned"},
    {"activates", Weight::Operation},
    {"bombards", Weight::Operation},
    {"bombard-result"},
    {"named"},
    {"loses-step"},
    {"step-lost"},
    {"half-hit"},
    {"ignores"},
    {"withdraws"},
    {"leaves-board"},
    {"moves", Weight::Operation, Joining::Route},
    {"attacks", Weight::Operation},
    {"reinforces", Weight::Operation},
    {"leader-reduced"},
    {"straggler-roll", Weight::Operation},
    {"eliminated"},
    {"somebody-gone"},
    {"battle", Weight::Phase},
    {"reveals"},
    {"round", Weight::Operation},
    {"roles-exchanged"},
    {"main-attack"},
    {"forms-square"},
    {"breaks-square"},
    {"shelters"},
    {"fires", Weight::Operation},
    {"fire-result"},
    {"retreats", Weight::Operation},
    {"retreat-roll"},
    {"overstacked"},
    {"battle-over", Weight::Phase},
    {"regroups"},
    {"supply-given"},
    {"supply-taken"},
    {"source-captured", Weight::Operation},
    {"out-of-supply"},
    {"bridge-burnt", Weight::Operation},
    {"burn-roll"},
    {"bridge-built", Weight::Operation},
    {"night", Weight::Phase},
    {"given"},
    {"redeploys"},
    {"points", Weight::Phase},
}};

/// Words about one event, told to one reader.
class Teller {
 public:
  Teller(const BlockContext& game, const play::Event& event, play::Viewer reader)
      : game_(game), e_(event), reader_(reader) {}

  std::string sequence() const {
    switch (kind()) {
      case EventKind::Turn: return fmt::format("turn {}", e_.amount);
      case EventKind::Deployed:
        return fmt::format("{} {} in {}", blocks(), e_.pieces.size() > 1 ? "deploy" : "deploys",
                           area(0));
      case EventKind::SetUpDone: return side().subject("has", "have") + " set up";
      case EventKind::InitiativeRoll:
        return fmt::format("{} initiative: {}", side().whose(), e_.amount);
      case EventKind::FirstPlayer: return "Player 1: " + (side().is_reader ? "you" : side().name);
      case EventKind::Enters: return fmt::format("the corps of {} enters at {}", block(), area(0));
      case EventKind::Night: return "night falls";
      case EventKind::Given: return fmt::format("{} goes over to the other corps", block());
      case EventKind::Redeploys: return fmt::format("{} redeploys with his corps", block());
      case EventKind::Points:
        return fmt::format("{} victory points: {}", side().whose(), e_.amount);
      default: return action();
    }
  }

 private:
  std::string action() const {
    switch (kind()) {
      case EventKind::Pins:
        return fmt::format("{} {} pinned in {}", side().whose(), e_.amount, area(0));
      case EventKind::Pinned: return fmt::format("{} is pinned", block());
      case EventKind::Activates:
        return fmt::format("{} activates in {} at strength {}", block(), area(0), e_.amount);
      case EventKind::Bombards:
        return fmt::format("{} bombards {} from {} with {}", block(), area(1), area(0), dice());
      case EventKind::BombardResult:
        return fmt::format("{} in {}{}", hits(e_.amount), area(0),
                           e_.face ? fmt::format(", {} on friends", hits(e_.face)) : "");
      case EventKind::Named: return fmt::format("{} is behind the works of {}", block(), area(0));
      case EventKind::Ignores: return fmt::format("{} in {} stands", a_block(), area(0));
      case EventKind::Withdraws:
        if (e_.places.size() < 2) return fmt::format("{} must leave {}", a_block(), area(0));
        return fmt::format("{} withdraws from {} to {}", a_block(), area(0), area(1));
      case EventKind::LeavesBoard:
        return fmt::format("{} leaves the board from {}", somebody(), area(0));
      case EventKind::Moves: return fmt::format("{} moves {}", somebody(), route());
      case EventKind::Attacks:
        return side().subject("attacks", "attack") + fmt::format(" {} from {}", area(1), area(0));
      case EventKind::Reinforces:
        return side().subject("reinforces", "reinforce") +
               fmt::format(" {} from {}", area(1), area(0));
      case EventKind::LeaderReduced:
        return fmt::format("{} is reduced to strength {}", block(), e_.amount);
      case EventKind::StragglerRoll:
        return fmt::format("{} straggler from {} to {}: {}, {}", side().whose(), area(0), area(1),
                           e_.face, e_.amount ? "a step lost" : "no loss");
      default: return battle();
    }
  }
  std::string battle() const {
    switch (kind()) {
      case EventKind::LosesStep:
        return fmt::format("{} loses a step: strength {}", block(), e_.amount);
      case EventKind::StepLost: return fmt::format("a step lost in {}", area(0));
      case EventKind::HalfHit: return fmt::format("half a hit on {}", block());
      case EventKind::Eliminated: return fmt::format("{} is eliminated", block());
      case EventKind::SomebodyGone: return fmt::format("{} in {} is gone", a_block(), area(0));
      case EventKind::Battle:
        return fmt::format("battle in {}: ", area(0)) + side().subject("attacks", "attack");
      case EventKind::Reveals:
        return fmt::format("{} in {}: strength {}", block(), area(0), e_.amount);
      case EventKind::Round: return fmt::format("round {} in {}", e_.amount, area(0));
      case EventKind::RolesExchanged: return side().subject("is", "are") + " the Defender now";
      case EventKind::MainAttack:
        return fmt::format("{} main attack from {}", side().whose(), area(0));
      case EventKind::FormsSquare: return fmt::format("{} forms square", block());
      case EventKind::BreaksSquare: return fmt::format("{} breaks square", block());
      case EventKind::Shelters: return fmt::format("{} shelters {}", block(), block(1));
      case EventKind::Fires: return fmt::format("{} fires with {}", block(), dice());
      case EventKind::FireResult:
        return fmt::format("{}{}", hits(e_.amount),
                           e_.face ? fmt::format(", {} on itself", hits(e_.face)) : "");
      case EventKind::Retreats:
        return fmt::format("{} retreats from {} to {}", block(), area(0), area(1));
      case EventKind::RetreatRoll:
        return fmt::format("square of {} retreats: {}", block(), e_.face);
      case EventKind::Overstacked: return fmt::format("{} finds {} full", block(), area(0));
      case EventKind::BattleOver:
        return e_.side < 0 ? fmt::format("nobody is left in {}", area(0))
                           : side().subject("holds", "hold") + " " + area(0);
      default: return supply();
    }
  }
  std::string supply() const {
    switch (kind()) {
      case EventKind::Regroups:
        return fmt::format("{} regroups from {} to {}", somebody(), area(0), area(1));
      case EventKind::SupplyGiven:
        return fmt::format("{} in {} regains a step", a_block(), area(0));
      case EventKind::SupplyTaken:
        return fmt::format("{} in {} regains a step: strength {}", block(), area(0), e_.amount);
      case EventKind::SourceCaptured:
        return side().subject("captures", "capture") +
               fmt::format(" {} points of supply in {}", e_.amount, area(0));
      case EventKind::OutOfSupply:
        return fmt::format("{} in {} is out of supply", a_block(), area(0));
      case EventKind::BridgeBurnt: return fmt::format("the bridge {} - {} burns", area(0), area(1));
      case EventKind::BurnRoll:
        return side().subject("tries", "try") +
               fmt::format(" the bridge {} - {}: {}", area(0), area(1), e_.face);
      case EventKind::BridgeBuilt:
        return fmt::format("the bridge {} - {} is built", area(0), area(1));
      default: return "";
    }
  }

  EventKind kind() const { return static_cast<EventKind>(e_.kind); }
  play::SideWords side() const {
    return play::side_words(game_.side_names[at(e_.side)], e_.side, reader_);
  }
  std::string block(std::size_t i = 0) const {
    return i < e_.pieces.size() ? game_.blocks[at(e_.pieces[i])].name : "a block";
  }
  std::string somebody() const { return e_.pieces.empty() ? a_block() : block(); }
  std::string a_block() const { return side().one("block"); }
  /// All blocks of the event.
  std::string blocks() const {
    if (e_.pieces.empty()) return block();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < e_.pieces.size(); ++i) names.push_back(block(i));
    return core::listed(names);
  }
  /// "from Gorki by Knyazkovo to Tatarinovo".
  std::string route() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < e_.places.size(); ++i) names.push_back(area(i));
    return core::route_words(names);
  }
  std::string area(std::size_t i) const {
    return i < e_.places.size() ? game_.areas[at(e_.places[i])].name : "nowhere";
  }
  std::string dice() const {
    return fmt::format("{} {}", e_.amount, e_.amount == 1 ? "die" : "dice");
  }
  static std::string hits(int number) {
    return number == 0 ? "no hit" : number == 1 ? "1 hit" : fmt::format("{} hits", number);
  }

  const BlockContext& game_;
  const play::Event& e_;
  play::Viewer reader_;
};

constexpr std::array<std::string_view, static_cast<std::size_t>(ModifierCode::Count)> kModifiers{
    "firepower",
    "out of woods",
    "into woods",
    "over a border of woods",
    "into a swamp",
    "up a slope",
    "down a slope",
    "a straggler that attacks",
    "cavalry in woods",
    "cavalry in a swamp",
    "artillery in woods",
    "artillery in a swamp",
    "attackers of a village in their first round",
    "bayonet charge",
    "at squares on horse",
    "artillery at squares",
    "infantry in square",
    "sheltered in a square",
    "cavalry in pursuit",
    "Cossacks in pursuit",
    "on the flank",
    "Cossacks at squares",
    "militia in square",
};

}  // namespace

play::EventRow BlockBattle::event_row(const play::Event& event) const {
  return event.kind < kEvents.size() ? kEvents[event.kind] : play::EventRow{"unknown"};
}

std::string BlockBattle::event_text(const play::Event& event, play::Viewer reader) const {
  return Teller(*context_, event, reader).sequence();
}

std::string BlockBattle::modifier_text(const play::Modifier& modifier) const {
  if (modifier.code >= kModifiers.size()) return modifier.reason;
  return fmt::format("{} ({})", kModifiers[modifier.code], modifier.rule);
}

// The blanks of a step's prompt: the block, the area, the redoubt it is about.
std::string BlockBattle::prompt(const State& state) const {
  const auto& game = *context_;
  std::string text(Steps::row_of(state.step).prompt);
  const auto fill = [&](std::string_view blank, const std::string& words) {
    if (const auto found = text.find(blank); found != std::string::npos)
      text.replace(found, blank.size(), words);
  };
  const auto name = [&](int block) {
    return block < game.block_count() ? game.blocks[at(block)].name : std::string("a block");
  };
  fill("{block}", name(state.pending));
  if (state.step == Step::Pin) fill("{index-area}", game.areas[state.index].name);
  if (state.step == Step::NameDefender && state.index < game.redoubt_list.size())
    fill("{redoubt}", game.areas[at(game.redoubt_list[state.index])].name);
  return text;
}

}  // namespace niemen::block_battle
