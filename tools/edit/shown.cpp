#include "tools/edit/shown.h"

#include <optional>
#include <stop_token>
#include <utility>

#include "ai/agents/agent_config.h"
#include "ai/agents/match.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/play/draw.h"
#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/play/view_json.h"
#include "engine/systems/registry.h"
#include "tools/play_setup.h"

namespace niemen::edit {

using serve::Json;

void ShownSlot::put(std::shared_ptr<const Shown> shown) {
  const std::lock_guard lock(mutex_);
  if (!shown_ || shown_->revision <= shown->revision) shown_ = std::move(shown);
}

std::shared_ptr<const Shown> ShownSlot::get() const {
  const std::lock_guard lock(mutex_);
  return shown_;
}

play::GameRequest request_of(const std::filesystem::path& folder, const Look& look) {
  play::GameRequest request;
  request.folder = folder;
  request.scenario = look.scenario;
  request.preset = look.preset;
  for (int side = 0; side < play::kSides; ++side) request.openings[side] = look.openings[side];
  return request;
}

namespace {

/// The position in which the first turn begins: what the scenario leaves open, doctrines set up.
play::AnyState set_up(const play::AnyGame& game) {
  std::optional<play::AnyState> begun;
  std::stop_source stop;
  try {
    const auto doctrine = ai::find_agent("doctrine");
    const auto match = ai::make_match(game, {doctrine, doctrine});
    match->play({.campaign_key = 1,
                 .clock = false,
                 .stop = stop.get_token(),
                 .watch = [&](const play::AnyState& state, auto, auto, auto*) {
                   if (begun || game.turn(state) == 0) return;
                   begun = state;
                   stop.request_stop();
                 }});
  } catch (const core::InputError&) {
    // A doctrine is at fault: what stands is shown.
  }
  return begun ? std::move(*begun) : game.initial();
}

Json colours_of(const play::SideColours& colours) {
  auto both = Json::array();
  for (const auto& style : play::side_styles(colours))
    both.push_back(
        {{"fill", style.fill}, {"sign", style.sign}, {"edge", style.edge}, {"weave", style.weave}});
  return both;
}

Json map_message(const Shown& shown, const play::Country& country) {
  play::PictureText text;
  for (int side = 0; side < play::kSides; ++side)
    text.side_names[side] = shown.info.side_names[side];
  return {{"kind", "map"},
          {"title", country.title},
          {"mechanism", shown.info.mechanism},
          {"sides", {shown.info.side_names[0], shown.info.side_names[1]}},
          {"board", play::board_json(shown.board)},
          {"country", play::country_json(country)},
          {"colours", colours_of(country.side_colours)},
          {"ground", play::draw_ground(shown.board, country)},
          {"legend", play::draw_legend(shown.board, text, country)}};
}

/// Loads what is looked at, with the usual openings by name: where they go together.
std::unique_ptr<play::AnyGame> load_with_openings(const Snapshot& snapshot, Look& look) {
  auto plain = look;
  for (auto& opening : plain.openings)
    if (opening == kUsual) opening.clear();
  if (plain == look) return systems::load_game(request_of(snapshot.folder(), look));
  const auto request = request_of(snapshot.folder(), plain);
  auto game = systems::load_game(request);
  auto named = plain;
  const auto folder = play::open_game_folder(request);
  for (int side = 0; side < play::kSides; ++side)
    if (look.openings[side] == kUsual)
      if (const auto usual = tools::openings_for(folder, game->info(), game->info().scenario, side);
          !usual.empty())
        named.openings[side] = usual.front().name;
  look = std::move(plain);
  if (named == look) return game;
  try {
    auto with_openings = systems::load_game(request_of(snapshot.folder(), named));
    look = std::move(named);
    return with_openings;
  } catch (const core::InputError&) {
    return game;  // they are of another scenario
  }
}

std::shared_ptr<const Shown> load(const Snapshot& snapshot, Look look, std::uint64_t revision) {
  auto shown = std::make_shared<Shown>();
  shown->game = load_with_openings(snapshot, look);
  shown->revision = revision;
  shown->info = shown->game->info();
  look.scenario = shown->info.scenario;
  look.preset = shown->info.preset;
  shown->look = look;
  const auto request = request_of(snapshot.folder(), look);
  shown->board = shown->game->board();
  shown->state = set_up(*shown->game);
  shown->view = shown->game->whole_view(shown->state);
  shown->view.choices.clear();
  shown->ground = serve::text_of(map_message(*shown, play::read_country(request)));
  shown->position = serve::text_of({{"kind", "position"},
                                    {"revision", revision},
                                    {"scenario", look.scenario},
                                    {"preset", look.preset},
                                    {"openings", {look.openings[0], look.openings[1]}},
                                    {"choices", choices_of(request, shown->info)},
                                    {"view", play::view_json(shown->view)}});
  return shown;
}

}  // namespace

serve::Json choices_of(const play::GameRequest& request, const play::GameInfo& info) {
  const auto folder = play::open_game_folder(request);
  Json scenarios = Json::array(), openings = Json::array();
  for (const auto& scenario : info.scenarios) {
    const auto title = tools::scenario_title(folder, scenario);
    scenarios.push_back({{"id", scenario}, {"title", title.empty() ? scenario : title}});
  }
  for (int side = 0; side < play::kSides; ++side) {
    Json of_side = Json::array();
    for (const auto& [name, title] : tools::openings_for(folder, info, info.scenario, side))
      of_side.push_back({{"id", name}, {"title", title}});
    openings.push_back(std::move(of_side));
  }
  return {{"scenarios", scenarios}, {"presets", info.presets}, {"openings", openings}};
}

serve::Work::Task show_game(std::shared_ptr<const Snapshot> snapshot, Look look,
                            std::uint64_t revision, std::shared_ptr<ShownSlot> slot) {
  return
      [snapshot, look, revision, slot](const std::stop_token& stop, const serve::Work::Say& say) {
        try {
          auto shown = load(*snapshot, look, revision);
          if (stop.stop_requested()) return false;  // something else is looked at
          slot->put(std::move(shown));
          say({{"kind", "shown"}, {"revision", revision}});
        } catch (const core::InputError& error) {
          say({{"kind", "unshown"},
               {"revision", revision},
               {"text", core::one_line(snapshot->words_of(error.what()))}});
        }
        return false;
      };
}

}  // namespace niemen::edit
