#include "engine/systems/registry.h"

#include <array>
#include <span>
#include <string_view>

#include "engine/core/faults.h"
#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/systems/mechanisms.h"

// What each mechanism's folder offers: its loader, which reads everything else that lies in the
// game's folder, and the parameters of its rules.
#define NIEMEN_DECLARE(mechanism)                                                              \
  namespace niemen::mechanism {                                                                \
  std::unique_ptr<play::AnyGame> load_game(const play::GameRequest&, const play::GameFolder&); \
  std::vector<core::ParameterDescription> describe_rules();                                    \
  }
NIEMEN_MECHANISMS(NIEMEN_DECLARE)
#undef NIEMEN_DECLARE

namespace niemen::systems {

namespace {

struct Mechanism {
  std::string_view name;
  std::unique_ptr<play::AnyGame> (*load)(const play::GameRequest&, const play::GameFolder&);
  std::vector<core::ParameterDescription> (*describe_rules)();
};

#define NIEMEN_ROW(mechanism) \
  Mechanism{#mechanism, niemen::mechanism::load_game, niemen::mechanism::describe_rules},
constexpr std::array kMechanisms{NIEMEN_MECHANISMS(NIEMEN_ROW)};
#undef NIEMEN_ROW

std::unique_ptr<play::AnyGame> load(const play::GameRequest& request,
                                    const play::GameFolder& folder) {
  const auto key = folder.config.table.find("mechanism");
  if (key == folder.config.table.end())
    throw core::InputError((folder.folders.back() / "game.toml").string() +
                           ": \"mechanism\" is missing");
  std::string allowed;
  for (const auto& mechanism : kMechanisms) {
    if (mechanism.name == key->second.text) return mechanism.load(request, folder);
    allowed += (allowed.empty() ? "" : ", ") + std::string(mechanism.name);
  }
  key->second.fail("\"mechanism\" is \"" + key->second.text + "\"; allowed: " + allowed);
}

}  // namespace

std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request) {
  core::Faults faults;
  std::unique_ptr<play::AnyGame> game;
  core::attempt([&] { game = load(request, play::open_game_folder(request)); });
  faults.throw_if_any();
  if (!game) throw core::InputError(request.folder.string() + ": cannot be loaded");
  return game;
}

std::vector<std::string> files_of(const play::GameRequest& request) {
  const auto folder = play::open_game_folder(request);
  load(request, folder);
  std::vector<std::string> files{"game.toml", play::kFeaturesFile};
  files.insert(files.end(), folder.asked->begin(), folder.asked->end());
  return files;
}

std::vector<ParameterTable> parameter_tables() {
  std::vector<ParameterTable> tables;
  for (const auto& mechanism : kMechanisms)
    tables.push_back({std::string(mechanism.name), mechanism.describe_rules()});
  return tables;
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> names;
  for (const auto& mechanism : kMechanisms) names.emplace_back(mechanism.name);
  return names;
}

}  // namespace niemen::systems
