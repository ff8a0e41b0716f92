// Doctrines that are files of a game's folder doctrines/, each for one side: how most mechanisms
// look for them.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ai/policy/policy.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/play/game_files.h"

namespace niemen::ai {

/// What Doctrines<G> promises. `Of` names the parts of a mechanism: Doctrine (with its `side`),
/// Planner, Basis (made of a game and both doctrines), and
///
///   names(context)        of all doctrines of the game
///   file(context, name)   the file of one; empty: there is none
///   read(file, context)   a doctrine
template <class G, class Of>
struct FileDoctrines {
  using Doctrine = typename Of::Doctrine;

  static std::vector<std::string> names(const G& game) { return Of::names(game.context()); }

  static std::vector<std::string> alternatives(const G& game, play::Side side) {
    const auto& context = game.context();
    auto found = names(game);
    std::erase_if(found, [&](const std::string& name) {
      return Of::read(Of::file(context, name), context).side != play::index(side) ||
             name == context.default_doctrines[static_cast<std::size_t>(play::index(side))];
    });
    return found;
  }

  static std::unique_ptr<Policy<G>> make(const G& game, std::string_view name) {
    const auto& context = game.context();
    std::array<Doctrine, play::kSides> both;
    for (std::size_t side = 0; side < play::kSides; ++side) {
      const auto& standard = context.default_doctrines[side];
      const auto file = Of::file(context, standard);
      if (file.empty()) {
        if (name.empty()) return std::make_unique<RandomPolicy<G>>();
        throw play::unknown_default_doctrine(context.folders, standard, names(game));
      }
      both[side] = Of::read(file, context);
      core::attempt([&] { check_side(both[side], static_cast<int>(side), file, context); });
    }
    if (!name.empty()) {
      const auto file = Of::file(context, std::string(name));
      if (file.empty()) return nullptr;
      auto doctrine = Of::read(file, context);
      const auto side = static_cast<std::size_t>(doctrine.side);
      both[side] = std::move(doctrine);
    }
    if (!core::all_was_read()) return nullptr;  // nobody plays by what is faulty
    return std::make_unique<typename Of::Planner>(
        std::make_shared<typename Of::Basis>(game, std::move(both)));
  }

 private:
  template <class Context>
  static void check_side(const Doctrine& doctrine, int side, const std::filesystem::path& file,
                         const Context& context) {
    if (doctrine.side != side && core::all_was_read())
      throw core::InputError(file.string() + ": is not a doctrine for " +
                             context.side_names[static_cast<std::size_t>(side)]);
  }
};

}  // namespace niemen::ai
