// A campaign that was recorded, of a lab run or another, to look at on the page.
#pragma once

#include <string>
#include <string_view>

#include "engine/play/session.h"

namespace niemen::serve {

/// A full log as a session in memory; `name` stands for it in messages. At its seats sit the agents
/// that played it. Throws InputError: what replay_log finds wrong, or dice that are not those of
/// one key, which a session cannot hold.
play::Session session_of_log(std::string_view log, const std::string& name);

}  // namespace niemen::serve
