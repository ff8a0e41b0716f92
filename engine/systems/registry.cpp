#include "engine/systems/registry.h"

#include <array>
#include <span>
#include <string_view>

#include "engine/play/game_folder.h"
#include "engine/systems/area_campaign/load.h"
#include "engine/systems/area_campaign/rules.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/rules.h"

namespace niemen::systems {

namespace {

/// A mechanism's loader reads everything else that lies in the folder.
struct Mechanism {
  std::string_view name;
  std::unique_ptr<play::AnyGame> (*load)(const play::GameRequest&, const play::GameFolder&);
};

/// In the order in which the games were published.
constexpr std::array kMechanisms{
    Mechanism{"hex_campaign", hex_campaign::load_hex_campaign},
    Mechanism{"area_campaign", area_campaign::load_area_campaign},
};

}  // namespace

std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request) {
  const auto folder = play::open_game_folder(request);
  const auto key = folder.config.table.find("mechanism");
  if (key == folder.config.table.end())
    throw core::InputError((folder.folders.back() / "game.toml").string() +
                           ": \"mechanism\" is missing");
  std::string allowed;
  for (const auto& mechanism : std::span<const Mechanism>(kMechanisms)) {
    if (mechanism.name == key->second.text) return mechanism.load(request, folder);
    allowed += (allowed.empty() ? "" : ", ") + std::string(mechanism.name);
  }
  key->second.fail("\"mechanism\" is \"" + key->second.text + "\"; allowed: " + allowed);
}

std::vector<ParameterTable> parameter_tables() {
  const std::span<const core::Parameter<hex_campaign::Rules>> hex = hex_campaign::rule_parameters();
  return {{"hex_campaign", "rules of the games on hexes", core::describe_parameters(hex)},
          {"area_campaign", "rules of the games over areas", area_campaign::describe_rules()}};
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> names;
  for (const auto& mechanism : std::span<const Mechanism>(kMechanisms))
    names.emplace_back(mechanism.name);
  return names;
}

}  // namespace niemen::systems
