// Games of earlier formats.
#pragma once

#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/formats.h"

namespace niemen::systems {

/// What the game in request.folder does not say because its format is an earlier one, each as it
/// is taken: as it was before. Throws core::InputError where its files cannot be read.
std::vector<play::OlderRule> older_rules(const play::GameRequest& request);

}  // namespace niemen::systems
