// Rules that came later are rules, and what a program says for an older game is no part of its
// hash.
#include "engine/play/formats.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/core/unsaid.h"
#include "engine/systems/hex_campaign/added_rules.h"
#include "engine/systems/hex_operations/added_rules.h"
#include "engine/systems/registry.h"

using namespace niemen;

TEST_CASE("every rule that came later is one of its mechanism, of a format there is", "[formats]") {
  const auto check = [](const std::string& mechanism, std::span<const play::AddedRule> added) {
    const auto tables = systems::parameter_tables();
    const auto table = std::ranges::find(tables, mechanism, &systems::ParameterTable::name);
    REQUIRE(table != tables.end());
    for (const auto& rule : added) {
      CAPTURE(mechanism, rule.key);
      CHECK(std::ranges::count(table->rows, rule.key, &core::ParameterDescription::key) == 1);
      CHECK((rule.since > play::kFirstFormat && rule.since <= play::kFormat));
    }
  };
  check("hex_campaign", hex_campaign::added_rules());
  check("hex_operations", hex_operations::added_rules());
}

TEST_CASE("what an older game does not say is found by its name, and no part of its hash",
          "[formats]") {
  constexpr play::AddedRule kAdded[] = {{"rules.wait", 2, "[1, 2]"}, {"march", 2, "3"}};
  auto game = core::read_toml_text("march = 4\n", "g.toml");
  const auto hash = core::hash_config(game);
  play::say_added(game, 1, kAdded);
  CHECK(game.table.at("march").integer == 4);
  CHECK(game.table.at("rules").table.at("wait").list.size() == 2);
  CHECK(core::hash_config(game) == hash);
  core::apply_override(game, "rules.wait=[1, 5]");
  CHECK(core::hash_config(game) != hash);
  auto today = core::read_toml_text("march = 4\n", "g.toml");
  play::say_added(today, 2, kAdded);
  CHECK(!today.table.contains("rules"));
}
