// 15.1, 7.4: what the opponent of a side may know of a position.
#include <catch2/catch.hpp>

#include "engine/core/random.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

/// The game with or without secret stacks (15.1), and positions of it.
struct Table {
  explicit Table(bool hidden_stacks) {
    play::GameRequest request;
    request.folder = play::find_game_folder("russia-1812");
    request.preset = "basic";
    if (hidden_stacks) request.overrides.push_back("rules.hidden_stacks=true");
    context = load_context(request, play::open_game_folder(request));
  }
  Observation seen_by(play::Viewer viewer, const std::string& pieces) const {
    const HexCampaign game(*context);
    return game.observe(game.parse_state("turn 3\nphase combat\n" + pieces + kEnemy), viewer);
  }
  std::shared_ptr<const Context> context;
  static constexpr auto kEnemy = "unit 1-II-Line-Inf-1 1508\nunit III-Vet-Inf-1 1608\n";
};

constexpr auto kOwner = play::Viewer::SideA;
constexpr auto kOpponent = play::Viewer::SideB;

}  // namespace

TEST_CASE("without secret stacks units and Commanders are open (15.1b)", "[hex][observation]") {
  const Table table(false);
  const auto here = table.seen_by(kOpponent, "unit I-Vet-Inf-1 2207\nunit I-Line-Inf-1 2208\n");
  const auto there = table.seen_by(kOpponent, "unit I-Vet-Inf-1 2208\nunit I-Line-Inf-1 2207\n");
  CHECK_FALSE(here == there);
}

TEST_CASE("dummy trains look like genuine ones to the opponent (15.1b, 7.4)",
          "[hex][observation]") {
  const Table table(false);
  const std::string units = "unit I-Vet-Inf-1 2207\nunit I-Line-Inf-1 2208\n";
  const std::string first = units + "train a 2207\ntrain a 2208 dummy\n";
  const std::string second = units + "train a 2207 dummy\ntrain a 2208\n";
  CHECK(table.seen_by(kOpponent, first) == table.seen_by(kOpponent, second));
  CHECK_FALSE(table.seen_by(kOwner, first) == table.seen_by(kOwner, second));
}

TEST_CASE("of a secret stack place, height and markers are seen (15.1c)", "[hex][observation]") {
  const Table table(true);
  const auto stack = [](const char* first, const char* second, const char* more) {
    // One veil group: who of it stands where is secret. Two hexes, two counters each.
    return std::string("unit I-Vet-Inf-1 2207 veil=7\nunit I-Vet-Inf-2 2208 veil=7\n") +
           "commander davout " + first + " veil=7\nblank a 0 " + second + "\n" + more;
  };
  const auto one = stack("2207", "2208", ""), other = stack("2208", "2207", "");
  CHECK(table.context->pieces[7].id == "I-Vet-Inf-1");
  // A Commander and a blank look alike.
  CHECK(table.seen_by(kOpponent, one) == table.seen_by(kOpponent, other));
  CHECK_FALSE(table.seen_by(kOwner, one) == table.seen_by(kOwner, other));
  // The height is seen, ...
  CHECK_FALSE(table.seen_by(kOpponent, one) ==
              table.seen_by(kOpponent, stack("2207", "2207", "unit I-Vet-Inf-3 2207 veil=7\n")));
  // ... and so is what was shown: a known unit is known by name.
  const auto known = [&](const char* unit) {
    return table.seen_by(kOpponent, std::string("unit ") + unit + " 2207\n");
  };
  CHECK_FALSE(known("I-Vet-Inf-1") == known("I-Vet-Inf-2"));
}

TEST_CASE("markers of a secret stack are seen (15.1c)", "[hex][observation]") {
  const Table table(true);
  const std::string stack = "unit I-Vet-Inf-2 2207 veil=7\nunit I-Vet-Inf-1 2207 veil=7";
  const auto plain = table.seen_by(kOpponent, stack + "\n");
  CHECK_FALSE(plain == table.seen_by(kOpponent, stack + " forced-march\n"));
  CHECK_FALSE(plain == table.seen_by(kOpponent, stack + " disrupted\n"));
}

TEST_CASE("worlds that the opponent imagines look the same to him (15.1)", "[hex][observation]") {
  const Table table(true);
  const HexCampaign game(*table.context);
  const auto observed = table.seen_by(
      kOpponent,
      "unit I-Vet-Inf-1 2207 veil=7\nunit I-Vet-Inf-2 2208 veil=7\nunit I-Line-Inf-1 2208 veil=7\n"
      "commander davout 2207 veil=7\nblank a 0 2208\ntrain a 2207\ntrain a 2208 dummy\n");
  core::RandomStream random(5);
  for (int i = 0; i < 20; ++i)
    CHECK(game.observe(game.sample_world(observed, random), kOpponent) == observed);
}

TEST_CASE("a world is carried on to what is seen next (15.1)", "[hex][observation]") {
  const Table table(true);
  const HexCampaign game(*table.context);
  const std::string rest = "unit I-Line-Inf-1 2208 veil=7\nunit I-Vet-Inf-2 2308 veil=7\n";
  const int left = table.context->map.find({22, 7});
  const auto before = table.seen_by(kOpponent, "unit I-Vet-Inf-1 2207 veil=7\n" + rest);
  const auto after = table.seen_by(kOpponent, "unit I-Vet-Inf-1 2107 veil=7\n" + rest);
  core::RandomStream random(5);
  bool all_stay = true, some_move = false;
  for (int i = 0; i < 40; ++i) {
    const auto world = game.sample_world(before, random);
    const auto next = game.continue_world(after, before, world, random);
    CHECK(game.observe(next, kOpponent) == after);
    // Who was believed to stand in the hexes where nothing moved is believed to stand there still.
    for (int piece = 0; piece < table.context->units; ++piece)
      if (on_map(world, piece) && place(world, piece) != left)
        all_stay &= place(next, piece) == place(world, piece);
    // What the owner knows is no hint for the opponent.
    const auto owner = table.seen_by(kOwner, "unit I-Vet-Inf-1 2207 veil=7\n" + rest);
    const auto truth = game.sample_world(owner, random);
    const auto fresh = game.continue_world(after, owner, truth, random);
    some_move |= fresh.piece != next.piece;
    CHECK(game.observe(fresh, kOpponent) == after);
  }
  CHECK(all_stay);
  CHECK(some_move);
}

TEST_CASE("a hex may be dealt too full where an overflow has just come (11.11, R-92)",
          "[hex][observation]") {
  const Table table(true);
  const HexCampaign game(*table.context);
  auto state = game.parse_state(
      "turn 3\nphase combat\ncommands a 4\n"
      "unit I-Vet-Inf-1 1708\nunit I-Vet-Inf-2 1708\nunit I-Vet-Inf-3 1708\n"
      "unit I-Line-Inf-1 1708\nunit II-Line-Inf-1 1708\n"
      "unit 1-II-Line-Inf-1 1608\nunit 1-II-Line-Inf-2 1608\nunit 1-V-Vet-Inf-1 1608\n"
      "unit 1-V-Vet-Inf-2 1508\nunit 1-VI-Line-Inf-1 1508\nunit 1-VI-Line-Inf-2 1508\n"
      "unit 2-VII-Vet-Inf-1 1508\nunit 2-VIII-Vet-Inf-1 1508\n"
      "unit 1-III-Vet-Inf-1 1408\nunit 1-I-Line-Inf-1 1408\nunit 2-VII-Line-Inf-1 1408\n"
      "unit 2-VIII-Vet-Inf-2 1408\nunit 2-VIII-Vet-Cav-1 1408\n");
  play::NullRecorder silent;
  for (const auto* text :
       {"attack 1708", "target 1608", "whole", "commit 4", "die 4", "done", "die 1", "die 2",
        "pick 1-II-Line-Inf-1", "done", "die 1", "yes", "retreat 1508", "pick 1-II-Line-Inf-1",
        "pick 1-II-Line-Inf-2", "pick 1-V-Vet-Inf-1", "retreat 1408"})
    game.apply(state, game.parse_action(state, text).value(), silent);
  REQUIRE(state.step == Step::OverflowLoss);
  const auto observed = game.observe(state, kOwner);
  REQUIRE(observed.counter_count > 0);
  core::RandomStream random(5);
  play::ActionList legal;
  for (int i = 0; i < 10; ++i) {
    const auto world = game.sample_world(observed, random);
    CHECK(game.observe(world, kOwner) == observed);
    game.legal(world, legal);
    CHECK(!legal.empty());
  }
}
