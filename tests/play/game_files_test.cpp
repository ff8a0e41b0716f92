#include "engine/play/game_files.h"

#include <catch2/catch.hpp>

using namespace niemen;

namespace {

/// Reads what an opening says first, of red's opening for scenario "spring".
void read_head(const std::string& text) {
  const auto value = core::read_toml_text(text, "opening.toml");
  core::ConfigTable table(value);
  play::read_opening_head(table, "mine", 0, {"red", "blue"}, "spring");
  table.finish();
}

std::string complaint(const std::string& text) {
  try {
    read_head(text);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an opening is for one scenario or for several", "[play]") {
  const std::string head = "name = \"Mine\"\nwhy = \"to win\"\nside = \"red\"\n";
  CHECK(complaint(head + "scenario = \"spring\"\n").empty());
  CHECK(complaint(head + "scenarios = [\"autumn\", \"spring\"]\n").empty());
  CHECK(complaint(head + "scenario = \"autumn\"\n") ==
        "opening.toml:4: scenario: opening \"mine\" is for scenario autumn");
  CHECK(complaint(head + "scenarios = [\"autumn\", \"winter\"]\n") ==
        "opening.toml:4: scenarios: opening \"mine\" is for scenario autumn, winter");
}

TEST_CASE("sides have names that can be seen and told apart", "[play]") {
  const auto refusal = [](const std::string& a, const std::string& b) {
    const auto value = core::read_toml_text("a = \"" + a + "\"\nb = \"" + b + "\"\n", "g.toml");
    core::ConfigTable table(value);
    try {
      play::read_side_titles(table, {"a", "b"});
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal("Austrian and Russian", "Fran\u00e7ais") == "");
  for (const char* unseen : {"", " ", "a ", "\\u200b", "a\\u202eb", "\\u00a0"})
    CHECK_THAT(refusal(unseen, "blue"), Catch::StartsWith("g.toml:1: "));
  CHECK(refusal("Red", "red") == "g.toml:2: both sides are called Red");
}

TEST_CASE("an opening is for its own side", "[play]") {
  CHECK(complaint("name = \"Mine\"\nwhy = \"\"\nside = \"blue\"\nscenario = \"spring\"\n") ==
        "opening.toml:3: side: opening \"mine\" is not for red");
}
