#include "ai/agents/knowledge.h"

#include <algorithm>
#include <vector>

#include "ai/eval/linear_model.h"
#include "engine/core/config.h"
#include "engine/core/hash.h"

namespace niemen::ai {

namespace fs = std::filesystem;

std::uint64_t knowledge_hash(std::span<const fs::path> folders, const AgentConfig& agent) {
  std::uint64_t hash = 0;
  if (agent.kind == AgentKind::Random || agent.kind == AgentKind::Process) return hash;
  const auto add = [&](const fs::path& file) {
    hash =
        core::hash_config(core::read_toml(file), core::hash_text(file.filename().string(), hash));
  };
  for (const auto& folder : folders) {
    std::vector<fs::path> files;
    if (fs::exists(folder / "values.toml")) files.push_back(folder / "values.toml");
    if (fs::is_directory(folder / "doctrines"))
      for (const auto& entry : fs::directory_iterator(folder / "doctrines"))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& file : files) add(file);
  }
  if (agent.kind == AgentKind::Doctrine) return hash;
  const auto weights = find_weights(folders, agent.weights);
  if (!weights.empty()) add(weights);
  return hash;
}

}  // namespace niemen::ai
