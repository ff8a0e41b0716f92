#include "engine/systems/hex_campaign/load.h"

#include <algorithm>
#include <optional>

#include "engine/core/faults.h"
#include "engine/play/formats.h"
#include "engine/play/game_files.h"
#include "engine/systems/hex_campaign/added_rules.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/join_parts.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

/// A position that a scenario begins with must be one that the game can go on from.
void check_position(const ConfigValue& scenario, const Context& context) {
  if (context.scenario.position.empty()) return;
  const HexCampaign game(context);
  std::optional<std::string> fault;
  try {
    fault = game.check(game.initial());
  } catch (const core::InputError& error) {
    fault = error.what();
  }
  if (fault) scenario.fail("the position cannot be: " + *fault);
}

/// Switches that mean nothing in a game without what they are about, or that another game has.
void check_switches(const ConfigValue& tree, const Context& context) {
  const auto& place = tree.table.at("rules");
  const Rules& rules = context.rules;
  const auto refuse = [&](int on, std::string_view key, std::string_view why) {
    if (on) place.fail(std::string(key) + ": " + std::string(why));
  };
  const auto any_of = [&](auto test) { return std::ranges::any_of(context.powers, test); };
  if (!any_of([](const Power& power) { return power.is_ally(); })) {
    constexpr std::string_view kWhy = "no power of this game comes in with a truce (Nemesis 14.15)";
    refuse(rules.neutrality_offer, "neutrality_offer", kWhy);
    refuse(rules.late_truce_turn, "late_truce_turn", kWhy);
  }
  if (context.powers.empty())
    refuse(rules.tension, "tension", "no powers of this game are partners (Nemesis 16.6)");
  if (rules.allegiances)
    refuse(rules.two_year, "two_year", "a campaign whose powers change sides has one year");
}

std::shared_ptr<Context> build_part(const ConfigValue& tree) {
  auto context = std::make_shared<Context>();
  ConfigTable game(tree.table.at("game"));
  game.text("mechanism");
  game.text("scenario");
  context->title = game.text("title");
  context->side_names = play::read_side_titles(game, {"side_a", "side_b"});
  context->preset = game.text("preset");
  context->calendar = {game.texts_or_none("calendar"), game.texts_or_none("calendar_second_year")};
  for (const auto* key : {"part", "linked", "folder"}) game.take(key);
  game.take(play::kFormatKey);
  const bool first_format = play::format_of(game.value()) == play::kFirstFormat;
  game.finish();

  ConfigTable rules(tree.table.at("rules"));
  if (first_format) rules.take(kOldCombatCommands);
  for (const auto& parameter : rule_parameters())
    core::attempt([&] { core::read_parameters(rules, std::span(&parameter, 1), context->rules); });
  for (const auto& parameter : own_rule_parameters())
    if (rules.has(parameter.key))
      core::attempt(
          [&] { core::read_parameters(rules, std::span(&parameter, 1), context->rules); });
  rules.finish();
  if (context->rules.combat_commands_min > context->rules.combat_commands_max)
    rules.fail("combat_commands_min", "combat_commands_min is above combat_commands_max");

  const auto places = load_map(tree, *context);
  core::attempt([&] { check_switches(tree, *context); });
  core::attempt([&] { load_pieces(tree, places, *context); });
  core::attempt([&] { load_victory(tree, places, *context); });
  core::attempt([&] { load_scenario(tree, *context); });
  core::attempt([&] { load_cards(tree, *context); });
  core::attempt([&] { load_linked(tree, places, *context); });
  core::stop_at_faults();
  context->data_hash = core::hash_config(tree);
  finish_context(*context);
  load_position(tree, places, *context);
  load_openings(tree, places, *context);
  return context;
}

/// The parts that a linked campaign goes on with, from the last one.
void load_later_parts(const ConfigValue& tree, const std::vector<play::GameFolder>& folders,
                      Context& first) {
  const auto it = tree.table.find("parts");
  if (it == tree.table.end()) return;
  std::vector<std::shared_ptr<Context>> parts;
  Context* before = &first;
  for (const auto& part : it->second.list) {
    auto context = build_part(part);
    const bool anew = context->linked.begins_anew;
    context->part = before->part + 1;
    context->turns_before = before->turns_before + (anew ? before->scenario.last_turn : 0);
    context->folders = folders[parts.size()].folders;
    check_linked(part, *context);
    parts.push_back(context);
    before = context.get();
  }
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i - 1]->next = parts[i];
  first.next = parts.front();
}

}  // namespace

std::shared_ptr<const Context> load_context(const play::GameRequest& request,
                                            const play::GameFolder& folder,
                                            const ConfigValue& tree) {
  auto context = build_part(tree);
  context->folders = folder.folders;
  context->overrides.insert(context->overrides.end(), request.overrides.begin(),
                            request.overrides.end());
  load_later_parts(tree, open_parts(folder), *context);
  check_linked(tree, *context);
  check_position(tree.table.at("scenario"), *context);
  return context;
}

std::shared_ptr<const Context> load_context(const play::GameRequest& request,
                                            const play::GameFolder& folder) {
  auto tree = read_game(request, folder);
  join_parts(folder, tree);
  return load_context(request, folder, tree);
}

Piece find_piece(const Context& context, std::string_view id) {
  for (std::size_t i = 0; i < context.pieces.size(); ++i)
    if (context.pieces[i].id == id) return static_cast<Piece>(i);
  return kNoPiece;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
