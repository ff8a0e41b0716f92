#include "ai/agents/knowledge.h"

#include "ai/eval/linear_model.h"
#include "engine/core/config.h"
#include "engine/core/hash.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"

namespace niemen::ai {

namespace fs = std::filesystem;

std::uint64_t knowledge_hash(std::span<const fs::path> folders, const AgentConfig& agent) {
  std::uint64_t hash = 0;
  if (!traits_of(agent.kind).follows_doctrine) return hash;
  const auto add = [&](const fs::path& file) {
    hash =
        core::hash_config(core::read_toml(file), core::hash_text(file.filename().string(), hash));
  };
  for (const auto& folder : folders)
    if (core::is_there(folder / "values.toml")) add(folder / "values.toml");
  for (const auto& name : play::list_files(folders, "doctrines", "toml"))
    add(play::find_file(folders, "doctrines/" + name + ".toml"));
  if (!agent.searches()) return hash;
  const auto weights = find_weights(folders, agent.weights);
  if (!weights.empty()) add(weights);
  return hash;
}

}  // namespace niemen::ai
