// A campaign that was recorded, of a lab run or another, to look at on the page.
#pragma once

#include <filesystem>

#include "engine/play/session.h"

namespace niemen::serve {

/// The log in `file` as a session in memory. Throws InputError: what replay_log finds wrong, or
/// dice that are not those of one key, which a session cannot hold.
play::Session session_of_log(const std::filesystem::path& file);

}  // namespace niemen::serve
