#include "engine/play/side_colours.h"

#include <catch2/catch.hpp>

#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

play::SideColours read(const std::string& text) {
  auto game = core::read_toml_text(text, "game.toml");
  const auto colours = play::take_side_colours(game);
  CHECK_FALSE(game.table.contains("colours"));
  return colours;
}

std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a game says the colours of both sides, of one, or of none", "[colours]") {
  CHECK(read("") == play::SideColours{"", ""});
  CHECK(read("[colours]\nb = \"#ffD0C0\"\n") == play::SideColours{"", "#ffD0C0"});
  CHECK(read("[colours]\na = \"#101010\"\nb = \"#F0F0F0\"\n") ==
        play::SideColours{"#101010", "#F0F0F0"});
}

TEST_CASE("colours that are none, or cannot be told apart, are refused", "[colours]") {
  using Catch::Contains;
  CHECK_THAT(complaint("[colours]\na = \"blue\"\n"),
             Contains("game.toml:2: a: \"blue\" is no colour; allowed: #rrggbb"));
  CHECK_THAT(complaint("[colours]\na = \"#12345g\"\n"), Contains("is no colour"));
  CHECK_THAT(complaint("[colours]\nc = \"#123456\"\n"), Contains("\"c\""));
  // Light as side B's own, and two that differ in hue alone.
  CHECK_THAT(complaint("[colours]\na = \"#F0F0D0\"\n"), Contains("too much alike in grey"));
  CHECK_THAT(complaint("[colours]\na = \"#C03030\"\nb = \"#308030\"\n"),
             Contains("a contrast of 1.1"));
}

TEST_CASE("signs of a counter can be read on any colour", "[colours]") {
  const auto styles = play::side_styles({"#27407A", "#F2B8A8"});
  CHECK(styles[0].sign == "#F8F2E0");  // paper on what is dark
  CHECK(styles[0].tint == "#27407A");
  CHECK(styles[1].sign == "#2A231A");  // ink on what is light
  CHECK(styles[1].tint == styles[1].edge);
  CHECK_FALSE(styles[0].eight_sided);
  CHECK(styles[1].eight_sided);
  CHECK(play::side_styles({})[0].fill == "#1E3566");
}

TEST_CASE("every mechanism takes colours, which change no game", "[colours]") {
  for (const std::string title : {"lorn-valley", "strategic-1812", "borodino-1812"}) {
    CAPTURE(title);
    play::GameRequest request;
    request.folder = play::find_game_folder(title);
    const auto hash = systems::load_game(request)->info().data_hash;
    request.inline_config = "[colours]\na = \"#401010\"\n";
    CHECK(systems::load_game(request)->info().data_hash == hash);
    CHECK(play::read_country(request).side_colours == play::SideColours{"#401010", ""});
    request.overrides = {"colours.a=#104010"};
    CHECK(systems::load_game(request)->info().data_hash == hash);
    CHECK(play::read_country(request).side_colours == play::SideColours{"#104010", ""});
    request.inline_config = "[colours]\na = \"red\"\n";
    request.overrides.clear();
    CHECK_THROWS_WITH(systems::load_game(request), Catch::Contains("\"red\" is no colour"));
  }
}
