#include "ai/doctrine/hex_campaign/doctrines.h"

#include "ai/doctrine/hex_campaign/planner.h"

namespace niemen::ai {

namespace {

using hex_campaign::HexCampaign;
using play::Side;

constexpr std::string_view kDerived = "derived";

}  // namespace

std::vector<std::string> Doctrines<HexCampaign>::names(const HexCampaign& game) {
  std::vector<std::string> names{std::string(kDerived)};
  for (const auto& doctrine : hex_doctrine::load_doctrines(game.context()))
    names.push_back(doctrine.name);
  return names;
}

std::vector<std::string> Doctrines<HexCampaign>::alternatives(const HexCampaign& game, Side side) {
  std::vector<std::string> found;
  bool derived_is_default = true;
  for (const auto& doctrine : hex_doctrine::load_doctrines(game.context())) {
    if (doctrine.side != side) continue;
    if (doctrine.standard)
      derived_is_default = false;
    else
      found.push_back(doctrine.name);
  }
  if (!derived_is_default) found.emplace_back(kDerived);
  return found;
}

std::unique_ptr<Policy<HexCampaign>> Doctrines<HexCampaign>::make(const HexCampaign& game,
                                                                  std::string_view name) {
  const auto& context = game.context();
  const auto known = hex_doctrine::load_doctrines(context);
  hex_campaign::PerSide<hex_doctrine::Doctrine> chosen{
      hex_doctrine::derive_doctrine(context, Side::A),
      hex_doctrine::derive_doctrine(context, Side::B)};
  const auto derived = chosen;
  for (const auto& doctrine : known)
    if (doctrine.standard) chosen[static_cast<std::size_t>(play::index(doctrine.side))] = doctrine;
  while (!name.empty()) {
    const auto part = name.substr(0, name.find('+'));
    name.remove_prefix(std::min(name.size(), part.size() + 1));
    if (part == kDerived) {
      chosen = derived;
      continue;
    }
    bool found = false;
    for (const auto& doctrine : known) {
      if (doctrine.name != part) continue;
      chosen[static_cast<std::size_t>(play::index(doctrine.side))] = doctrine;
      found = true;
    }
    if (!found) return nullptr;
  }
  return std::make_unique<hex_doctrine::Planner>(
      game, std::make_shared<const hex_doctrine::Strategy>(context, std::move(chosen)));
}

}  // namespace niemen::ai
