// Plain blunders that the lab counts: campaigns of generals who do nothing, or march to and fro,
// where anybody can say what must be counted.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "ai/doctrine/block_battle/doctrines.h"
#include "ai/doctrine/block_battle/judge.h"
#include "ai/telemetry/area_campaign/telemetry.h"
#include "ai/telemetry/block_battle/telemetry.h"
#include "ai/telemetry/hex_campaign/telemetry.h"
#include "ai/telemetry/hex_operations/telemetry.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/registry.h"

using namespace niemen;
using area_campaign::AreaCampaign;
using block_battle::BlockBattle;
using hex_campaign::HexCampaign;
using hex_operations::HexOperations;

namespace {

template <play::Game G, class F>
void on_game(const char* title, const char* scenario, const char* preset, F&& test) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  request.scenario = scenario;
  request.preset = preset;
  const auto any = systems::load_game(request);
  test(dynamic_cast<const play::TypedGame<G>&>(*any).game());
}

/// Sums of the columns of a campaign by side, and by side and turn.
struct Sums {
  std::array<std::map<std::string, double>, play::kSides> all;
  std::map<std::string, std::map<int, double>> of_a;
};

/// A campaign in which `choose(state, legal)` decides for both sides; `told(state, action)` sees
/// all decisions.
template <play::Game G, class Choose, class Told>
Sums watch(const G& game, std::uint64_t key, Choose&& choose, Told&& told) {
  lab::Telemetry<G> telemetry(game);
  play::ActionList legal;
  auto state = game.initial();
  play::NullRecorder silent;
  for (auto actor = game.actor(state); actor != play::Actor::Over; actor = game.actor(state)) {
    telemetry.before(state, actor);
    play::Action action;
    if (actor == play::Actor::Nature) {
      action = play::draw_chance(game, state, key);
    } else {
      game.legal(state, legal);
      action = choose(state, legal);
      told(state, action);
    }
    telemetry.after(state, actor, action, nullptr);
    game.apply(state, action, silent);
  }
  lab::PlayedCampaign played;
  played.outcome = game.outcome(state);
  played.turns = game.turn(state);
  telemetry.finish(state, played);
  const auto columns = lab::Telemetry<G>::turn_columns();
  Sums sums;
  for (const auto& row : played.turn_rows)
    for (std::size_t i = 0; i < columns.size(); ++i) {
      sums.all[static_cast<std::size_t>(play::index(row.side))][columns[i].name] += row.values[i];
      if (row.side == play::Side::A) sums.of_a[columns[i].name][row.turn] += row.values[i];
    }
  return sums;
}

/// Does no more than he must.
play::Action first(const play::ActionList& legal) { return legal[0]; }

}  // namespace

TEST_CASE("who does nothing wastes his trains and lets masses stand idle", "[lab][blunders]") {
  on_game<HexCampaign>("russia-1812", "", "basic", [](const HexCampaign& game) {
    std::array<int, play::kSides> given_up{};
    const auto sums = watch(
        game, 1, [](const auto&, const auto& legal) { return first(legal); },
        [&](const auto& state, play::Action action) {
          using namespace hex_campaign;
          const auto side = static_cast<std::size_t>(state.side);
          given_up[side] += state.step == Step::AllocateTrain && verb_of(action) == Verb::Done &&
                            state.to_place[side] > 0;
        });
    REQUIRE(given_up[0] > 0);
    for (const std::size_t side : {0U, 1U}) {
      CHECK(sums.all[side].at("blunders_trains") == given_up[side]);
      CHECK(sums.all[side].at("blunders_undone") == 0);
      CHECK(sums.all[side].at("battles") == 0);
    }
    CHECK(sums.of_a.at("blunders_idle").at(4) == 0);
    CHECK(sums.of_a.at("blunders_idle").at(5) > 0);
  });
}

TEST_CASE("trains that are brought and not used are wasted", "[lab][blunders]") {
  on_game<HexCampaign>("russia-1812", "", "basic", [](const HexCampaign& game) {
    using namespace hex_campaign;
    std::array<int, play::kSides> brought{};
    const auto sums = watch(
        game, 1,
        [](const auto& state, const auto& legal) {
          if (state.step == Step::AllocateTrain)
            for (const auto action : legal)
              if (verb_of(action) == Verb::Train) return action;
          return first(legal);
        },
        [&](const auto& state, play::Action action) {
          const auto side = static_cast<std::size_t>(state.side);
          const bool given_up = state.step == Step::AllocateTrain &&
                                verb_of(action) == Verb::Done && state.to_place[side] > 0;
          brought[side] += given_up || verb_of(action) == Verb::Train;
        });
    REQUIRE(brought[1] > 0);
    // The Russians never forage in this game: no train of theirs spares anybody that.
    CHECK(sums.all[1].at("blunders_trains") == brought[1]);
  });
}

TEST_CASE("hunger that a Depot would have stilled is told from hunger that none could still",
          "[lab][blunders]") {
  on_game<HexCampaign>("russia-1812", "", "basic", [](const HexCampaign& game) {
    using namespace hex_campaign;
    // Marches wherever he can, and never makes a Depot.
    core::RandomStream random(3, 5);
    const auto sums = watch(
        game, 2,
        [&](const auto& state, const auto& legal) {
          if (state.step == Step::EstablishDepot || state.step == Step::PlaceDepot) return legal[0];
          return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        },
        [](const auto&, play::Action) {});
    double starved = 0;
    for (const std::size_t side : {0U, 1U}) starved += sums.all[side].at("blunders_starved");
    CHECK(starved > 0);
  });
}

TEST_CASE("a block battle in which nobody stirs has idle masses of the side that loses by it",
          "[lab][blunders]") {
  on_game<BlockBattle>("borodino-1812", "borodino", "standard", [](const BlockBattle& game) {
    const auto sums = watch(
        game, 1,
        [](const auto& state, const auto& legal) {
          using namespace block_battle;
          // Nobody moves or fires who need not.
          const auto stirs = [](Verb verb) {
            return verb == Verb::Activate || verb == Verb::Move || verb == Verb::MoveLeader ||
                   verb == Verb::Straggle || verb == Verb::Bombard;
          };
          for (const auto action : legal)
            if (state.step != Step::Deploy && !stirs(verb_of(action))) return action;
          return first(legal);
        },
        [](const auto&, play::Action) {});
    for (const std::size_t side : {0U, 1U}) {
      CHECK(sums.all[side].at("battles") == 0);
      CHECK(sums.all[side].at("blunders_works") == 0);
      CHECK(sums.all[side].at("blunders_undone") == 0);
    }
    CHECK(sums.of_a.at("blunders_idle").at(3) == 0);
    CHECK(sums.of_a.at("blunders_idle").at(6) > 0);
    CHECK(sums.all[1].at("blunders_idle") == 0);  // ahead, the Russians may stand
  });
}

TEST_CASE("the French who lose by the account fight for Shevardino", "[block_battle][blunders]") {
  on_game<BlockBattle>("borodino-1812", "shevardino", "standard", [](const BlockBattle& game) {
    const auto policy = ai::Doctrines<BlockBattle>::make(game, {});
    constexpr std::uint64_t kCampaigns = 10;
    double battles = 0, idle = 0;
    for (std::uint64_t key = 1; key <= kCampaigns; ++key) {
      core::RandomStream random(key);
      const auto sums = watch(
          game, key,
          [&](const auto& state, const auto& legal) {
            return policy->choose(state, legal, random);
          },
          [](const auto&, play::Action) {});
      battles += sums.all[0].at("battles");
      idle += sums.all[0].at("blunders_idle");
    }
    CHECK(battles >= 2 * kCampaigns);
    CHECK(idle <= 15 * kCampaigns);  // 84 a campaign when they stood where they came in
  });
}

TEST_CASE("what an attack wins and costs is weighed in points", "[block_battle][blunders]") {
  on_game<BlockBattle>("borodino-1812", "borodino", "standard", [](const BlockBattle& game) {
    using namespace ai::block_battle;
    const auto& c = game.context();
    const auto state = game.initial();
    const int redoubt = c.find_area("les-fleches"), field = c.find_area("utitsa");
    // Nobody is set up yet: whoever comes, has it.
    CHECK(points_of_attack(c, state, 0, redoubt, {4, 10, 6}) >
          points_of_attack(c, state, 0, field, {4, 10, 6}) + 3.5F);
    // The dearer those who attack, the less it is worth.
    CHECK(points_of_attack(c, state, 0, field, {4, 10, 12}) <=
          points_of_attack(c, state, 0, field, {4, 10, 6}));
  });
}

TEST_CASE("Corps of areas that stand still are idle after four turns, but before the enemy",
          "[area_campaign][blunders]") {
  on_game<AreaCampaign>("strategic-1812", "1-historical", "", [](const AreaCampaign& game) {
    const auto idle_after = [&](const std::string& enemy, int turns) {
      const auto state = game.parse_state(
          "turn 5\nstep move-stack\ndecider french\nphasing french\nsegment 1\n"
          "control FP2 FP3 FP5 FW7 FW11 FW13 FA16\nat R22 french 6ic\n" +
          enemy);
      lab::AreaBlunders blunders(game);
      blunders.begin(state);
      for (int turn = 0; turn < turns; ++turn) blunders.end_turn(state);
      const auto counts = blunders.take();
      CHECK(counts[1].idle == 0);
      return counts[0].idle;
    };
    CHECK(idle_after("", 3) == 0);
    CHECK(idle_after("", 4) == 6);
    const auto& c = game.context();
    const auto next = c.neighbours[static_cast<std::size_t>(c.find_place("R22"))][0];
    CHECK(idle_after("at " + c.places[next].id + " russian 1ic\n", 4) == 0);
  });
}

TEST_CASE("who marches an army of areas by lot starves it, leaves places and attacks alone",
          "[area_campaign][blunders]") {
  on_game<AreaCampaign>("strategic-1812", "1-historical", "", [](const AreaCampaign& game) {
    double starved = 0, open = 0, left = 0, unsupported = 0;
    for (std::uint64_t key = 1; key <= 20; ++key) {
      core::RandomStream random(key);
      const auto sums = watch(
          game, key,
          [&](const auto&, const auto& legal) {
            return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
          },
          [](const auto&, play::Action) {});
      for (const auto& side : sums.all) {
        starved += side.at("blunders_starved");
        open += side.at("blunders_open");
        left += side.at("blunders_left");
        unsupported += side.at("blunders_unsupported");
      }
      for (const auto& [turn, places] : sums.of_a.at("blunders_left"))
        CHECK((places == 0 || turn == sums.of_a.at("lead").rbegin()->first));
    }
    CHECK(starved > 0);
    CHECK(open > 0);
    CHECK(left > 0);
    CHECK(unsupported > 0);
  });
}

TEST_CASE("units of hex operations that nobody moves are idle", "[hex_operations][blunders]") {
  on_game<HexOperations>("grand-tactical-1812", "1-june", "", [](const HexOperations& game) {
    const auto sums = watch(
        game, 1,
        [](const auto&, const auto& legal) {
          using namespace hex_operations;
          for (const auto action : legal)
            if (verb_of(action) == Verb::EndMoves || verb_of(action) == Verb::EndAttacks)
              return action;
          return first(legal);
        },
        [](const auto&, play::Action) {});
    CHECK(sums.of_a.at("blunders_idle").at(3) == 0);
    CHECK(sums.all[1].at("blunders_idle") > 0);
  });
}

TEST_CASE("plain blunders of hex operations are counted of who plays by lot",
          "[hex_operations][blunders]") {
  on_game<HexOperations>("grand-tactical-1812", "3-october", "", [](const HexOperations& game) {
    double open = 0, undone = 0, battles = 0, unsupported = 0;
    for (std::uint64_t key = 1; key <= 6; ++key) {
      core::RandomStream random(key);
      const auto sums = watch(
          game, key,
          [&](const auto&, const auto& legal) {
            return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
          },
          [](const auto&, play::Action) {});
      for (const auto& side : sums.all) {
        open += side.at("blunders_open");
        undone += side.at("blunders_undone");
        battles += side.at("battles");
        unsupported += side.at("blunders_unsupported");
      }
    }
    CHECK(open > 0);
    CHECK(undone > 0);
    CHECK(unsupported <= battles);
  });
}
