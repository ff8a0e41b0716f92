// What the lab records of hex campaigns, against the events of the same campaigns.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "ai/lab/load_cell.h"
#include "ai/telemetry/hex_campaign/telemetry.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/registry.h"

using namespace niemen;
using namespace niemen::lab;
using hex_campaign::HexCampaign;

namespace {

struct Watched {
  PlayedCampaign played;
  std::map<hex_campaign::Cause, int> lost;
  int victories = 0;  ///< of both sides, in combat
  std::set<hex_campaign::ModifierCode> modifiers;
};

/// A random campaign with its telemetry, and its events read apart from it. Without the first
/// `unwatched` decisions and dice it is one that begins from a saved position.
Watched watch(const HexCampaign& game, std::uint64_t key, int unwatched = 0) {
  Watched watched;
  Telemetry<HexCampaign> telemetry(game);
  core::RandomStream random(key, 5);
  auto state = game.initial();
  play::ActionList legal;
  for (auto actor = game.actor(state); actor != play::Actor::Over; actor = game.actor(state)) {
    const bool seen = --unwatched < 0;
    if (seen) telemetry.before(state, actor);
    play::Action action;
    if (actor == play::Actor::Nature) {
      action = play::draw_chance(game, state, key);
    } else {
      game.legal(state, legal);
      action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    }
    ai::Decision decision;
    decision.action = action;
    if (seen)
      telemetry.after(state, actor, action, actor == play::Actor::Nature ? nullptr : &decision);
    play::EventRecorder recorder;
    game.apply(state, action, recorder);
    if (!seen) continue;
    for (const auto& event : recorder.events) {
      if (hex_campaign::kind_of(event) == hex_campaign::EventKind::UnitEliminated)
        ++watched.lost[hex_campaign::cause_of(event)];
      for (const auto& modifier : event.modifiers)
        watched.modifiers.insert(hex_campaign::code_of(modifier));
    }
  }
  telemetry.finish(state, watched.played);
  return watched;
}

template <class F>
void on_game(const char* title, const char* preset, F&& test) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  request.preset = preset;
  const auto any = systems::load_game(request);
  test(dynamic_cast<const play::TypedGame<HexCampaign>&>(*any).game());
}

}  // namespace

TEST_CASE("losses of hex campaigns are told apart by cause as the events tell them", "[lab]") {
  for (const char* preset : {"basic", "advanced"})
    on_game("russia-1812", preset, [](const HexCampaign& game) {
      const auto columns = Telemetry<HexCampaign>::turn_columns();
      const auto column = [&](const std::string& name) {
        for (std::size_t i = 0; i < columns.size(); ++i)
          if (columns[i].name == name) return i;
        FAIL("no column " + name);
        return std::size_t{0};
      };
      for (std::uint64_t key = 1; key <= 6; ++key) {
        const auto watched = watch(game, key);
        std::map<std::string, double> sums;
        for (const auto& row : watched.played.turn_rows)
          for (const auto* name : {"losses_supply", "losses_cossacks", "losses_march"})
            sums[name] += row.values[column(name)];
        using hex_campaign::Cause;
        const auto told = [&](Cause cause) {
          const auto found = watched.lost.find(cause);
          return found == watched.lost.end() ? 0 : found->second;
        };
        CHECK(sums["losses_supply"] == told(Cause::OutOfSupply));
        CHECK(sums["losses_cossacks"] == told(Cause::Raid));
        CHECK(sums["losses_march"] == told(Cause::MarchAttrition) + told(Cause::OverCapacity));
        int all = 0;
        for (const auto& [cause, count] : watched.lost) all += count;
        CHECK(watched.played.a_losses + watched.played.b_losses == all);
      }
    });
}

TEST_CASE("losses before a saved position are of none of its turns", "[lab]") {
  on_game("russia-1812", "basic", [](const HexCampaign& game) {
    const auto columns = Telemetry<HexCampaign>::turn_columns();
    const auto from_start = watch(game, 1), from_middle = watch(game, 1, 900);
    const auto lost = [](const Watched& watched) {
      int all = 0;
      for (const auto& [cause, count] : watched.lost) all += count;
      return all;
    };
    REQUIRE(lost(from_middle) < lost(from_start));
    double told = 0;
    for (const auto& row : from_middle.played.turn_rows)
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name.starts_with("losses_")) told += row.values[i];
    CHECK(told == lost(from_middle));
  });
}

TEST_CASE("every modifier of a hex campaign is in the list of rules", "[lab]") {
  // Values, dice, factors and limits are no modifiers of a rule that could stay unused.
  using hex_campaign::ModifierCode;
  const std::set<ModifierCode> always{
      ModifierCode::AttackFactors, ModifierCode::DefenceFactors, ModifierCode::AttackDie,
      ModifierCode::DefenceDie,    ModifierCode::Difference,     ModifierCode::Halved,
      ModifierCode::Quartered,     ModifierCode::WinnerLimit,    ModifierCode::LoserLimit};
  for (const char* preset : {"basic", "advanced"})
    on_game("russia-1812", preset, [&](const HexCampaign& game) {
      std::set<std::string> rules;
      for (const auto& use : HexTally::rules(game)) CHECK(rules.insert(use.use).second);
      std::map<std::string, std::uint64_t> uses;
      std::set<ModifierCode> seen;
      const auto list = HexTally::rules(game);
      for (std::uint64_t key = 1; key <= 6; ++key) {
        const auto watched = watch(game, key);
        for (std::size_t i = 0; i < list.size(); ++i)
          uses[list[i].rule] += watched.played.tally.uses[i];
        seen.insert(watched.modifiers.begin(), watched.modifiers.end());
        CHECK(watched.played.tally.places.size() == HexTally::places(game).size());
      }
      for (const auto code : seen) {
        if (always.contains(code)) continue;
        const auto& spec = hex_campaign::spec_of(code);
        INFO(spec.words);
        // Whatever rule a modifier names is among those that were counted.
        CHECK(uses[std::string(spec.rule)] > 0);
      }
    });
}

TEST_CASE("a tally packs to bytes and back, and adds up", "[lab]") {
  Tally tally{std::vector<PlaceTally>(400), std::vector<std::uint32_t>(90)};
  tally.places[0].held = {3, 0};
  tally.places[399].entered = {0, 700'000};
  tally.uses[5] = 127;
  tally.uses[6] = 128;
  tally.uses[89] = 1;
  const auto bytes = pack_tally(tally);
  CHECK(bytes.size() < 32);
  CHECK(unpack_tally(bytes, 400, 90) == tally);
  CHECK_THROWS_WITH(unpack_tally(bytes, 399, 90), Catch::Contains("another game"));
  CHECK_THROWS_WITH(unpack_tally(bytes, 400, 91), Catch::Contains("cannot be read"));
  TallySums sums(400, 90);
  sums.add(tally);
  sums.add(tally);
  const std::vector<RuleUse> names(90, {"1.1", "use"});
  const auto lines = sums.rule_lines("all", names);
  CHECK(lines.find("all,rule 1.1,use,2,2,256\n") != std::string::npos);
}
