// What an agent reads of a game beside its rules.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "ai/agents/agent_config.h"

namespace niemen::ai {

/// A hash of the doctrines, of what generals take things to be worth, and of the evaluation that
/// `agent` plays a game with these folders by; blind to comments. With other ones it plays
/// otherwise: work that goes on later asks for it. Throws InputError for a file that cannot be
/// read.
std::uint64_t knowledge_hash(std::span<const std::filesystem::path> folders,
                             const AgentConfig& agent);

}  // namespace niemen::ai
