// Toy games behind the handle that tools use, in place of games loaded from folders.
#pragma once

#include <memory>

#include "engine/play/typed_game.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pennies.h"
#include "tests/support/toys/pig.h"

namespace niemen::toys {

template <play::Game G>
std::unique_ptr<play::AnyGame> wrap(G game, const std::string& title) {
  play::GameInfo info;
  info.title = title;
  info.mechanism = "toy";
  info.side_names[0] = "First";
  info.side_names[1] = "Second";
  info.data_hash = 7;
  return std::make_unique<play::TypedGame<G>>(game, info, nullptr);
}

/// "Finds" and loads toy games by title: kuhn, pennies or pig.
inline std::filesystem::path find_toy(std::string_view title) { return title; }
inline std::unique_ptr<play::AnyGame> load_toy(const play::GameRequest& request) {
  if (request.folder == "kuhn") return wrap(Kuhn{}, "kuhn");
  if (request.folder == "pennies") return wrap(Pennies{}, "pennies");
  if (request.folder == "pig") return wrap(Pig{}, "pig");
  throw core::InputError("no toy " + request.folder.string());
}

}  // namespace niemen::toys
