// From a game's folder to an area campaign that can be played.
#pragma once

#include <memory>

#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::area_campaign {

/// Reads rules, map, scenario and openings. Throws core::InputError with file and line.
std::shared_ptr<const AreaContext> load_area_context(const play::GameRequest& request,
                                                     const play::GameFolder& folder,
                                                     play::GameInfo& info);

/// The loader that the registry calls for `mechanism = "area_campaign"`; the handle it returns is
/// a play::TypedGame<AreaCampaign>.
std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder);

}  // namespace niemen::area_campaign
