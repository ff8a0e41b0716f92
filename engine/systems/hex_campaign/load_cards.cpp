#include <algorithm>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;
using What = CardEffect::What;

constexpr std::string_view kWhat[] = {"supply_trains", "combat_commands",  "march_die",
                                      "release_corps", "remove_commander", "remove_units",
                                      "disrupt_units", "rally_units",      "raids"};
constexpr std::string_view kArms[] = {"infantry", "cavalry", "artillery"};
constexpr std::string_view kClassWords[] = {"veteran", "line", "conscript"};
constexpr std::string_view kDecks[] = {"first", "second"};
constexpr int kMaxAmount = 10;

bool among(const std::vector<std::string>& list, const std::string& word) {
  return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

/// The combat units of the effect's side that the row's filters leave; no filter leaves all.
PieceSet read_units(ConfigTable& row, Side side, const Context& context) {
  const auto corps = row.texts_or_none("corps");
  const auto nationality = row.texts_or_none("nationality");
  const auto ids = row.texts_or_none("units");
  const int arm = row.choice_or("arm", -1, kArms);
  const int unit_class = row.choice_or("class", -1, kClassWords);
  const bool foreign = row.flag_or("foreign", false);
  for (const auto& id : ids)
    if (find_piece(context, id) == kNoPiece) row.fail("units", "no unit is called \"" + id + "\"");
  PieceSet units;
  for (int i = 0; i < context.units; ++i) {
    const auto& unit = context.piece(i);
    if (unit.side != side || !among(corps, unit.corps) || !among(nationality, unit.nationality) ||
        !among(ids, unit.id))
      continue;
    if (arm >= 0 && unit.arm != static_cast<Arm>(arm)) continue;
    if (unit_class >= 0 && unit.unit_class != static_cast<UnitClass>(unit_class)) continue;
    if (foreign && !unit.foreign_contingent) continue;
    units.insert(i);
  }
  if (units.empty()) row.value().fail("no unit of the side fits this effect");
  return units;
}

CardEffect read_effect(ConfigTable& row, const Context& context) {
  CardEffect effect;
  effect.what = static_cast<What>(row.choice("what", kWhat));
  effect.side = read_side(row, "side");
  effect.chooser =
      row.choice_or("chooser", play::index(effect.side), kSideWords) == 0 ? Side::A : Side::B;
  switch (effect.what) {
    case What::SupplyTrains:
    case What::CombatCommands:
    case What::MarchDie:
    case What::Raids:
      effect.amount = static_cast<int>(row.integer("amount", -kMaxAmount, kMaxAmount));
      break;
    case What::RemoveUnits:
    case What::DisruptUnits:
    case What::RallyUnits:
      effect.amount = static_cast<int>(row.integer("amount", 1, kMaxAmount));
      effect.units = read_units(row, effect.side, context);
      break;
    case What::RemoveCommander: {
      const auto id = row.text("commander");
      effect.piece = find_piece(context, id);
      if (effect.piece == kNoPiece || !context.piece(effect.piece).commander)
        row.fail("commander", "no Commander is called \"" + id + "\"");
      break;
    }
    case What::ReleaseCorps: break;
  }
  row.finish();
  return effect;
}

/// What a card says to one side, or (single) to both.
void read_half(ConfigTable& card, std::string_view key, int half, const Context& context,
               Card& result) {
  if (!card.has(key)) card.fail(key, "\"" + std::string(key) + "\" is missing");
  auto table = card.table(key);
  result.text[half] = table.text("text");
  for (auto& row : table.tables("effects")) {
    auto effect = read_effect(row, context);
    result.effects[half].push_back(effect);
  }
  table.finish();
}

}  // namespace

void load_cards(const ConfigValue& game, Context& context) {
  ConfigTable table(game.table.at("cards"));
  core::each_row(table, "card", [&](ConfigTable& row) {
    Card card;
    row.text("id");
    card.title = row.text("title");
    card.single = row.flag_or("single", false);
    card.first_deck = row.choice("deck", kDecks) == 0;
    card.in_opening_deal = row.flag_or("opening_deal", card.first_deck);
    card.removed_in_second_year = row.flag_or("removed_in_second_year", false);
    row.text("source");
    for (const std::string_view key : {"if_joined", "unless_joined"})
      if (row.has(key)) {
        card.power = power_named(row, key, context);
        card.needs_joined = key == "if_joined";
      }
    if (card.single) {
      read_half(row, "both", 0, context, card);
    } else {
      read_half(row, "a", 0, context, card);
      read_half(row, "b", 1, context, card);
    }
    row.finish();
    context.cards.push_back(std::move(card));
  });
  table.finish();
  if (context.cards.size() > static_cast<std::size_t>(kMaxCards))
    game.table.at("cards").fail(std::to_string(context.cards.size()) +
                                " cards; allowed: " + std::to_string(kMaxCards));
  if (!context.rules.random_events) return;
  const auto in_deal = [](const Card& card) { return card.first_deck && card.in_opening_deal; };
  if (std::count_if(context.cards.begin(), context.cards.end(), in_deal) < 2)
    game.table.at("cards").fail("random events need two cards for the opening deal");
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
