// What the Python objects of the module hold. Each keeps the game alive that it belongs to.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/features.h"
#include "tools/python/quick_game.h"
#include "tools/python/tensor.h"

namespace niemen::python {

struct Game {
  play::GameRequest request;
  std::unique_ptr<play::AnyGame> any;
  std::unique_ptr<QuickGame> quick;
  TensorLayout layout;
  std::optional<play::Country> country;  ///< read when a picture is first asked for
};
using GameHandle = std::shared_ptr<Game>;

struct State {
  GameHandle game;
  std::shared_ptr<const play::AnyState> start;  ///< null: the initial position
  play::AnyState now;
  std::vector<play::Action> history;  ///< decisions and dice since the start
  /// What is legal (or what chance may bring); found when it is first asked for.
  std::vector<play::Action> legal;
  bool legal_known = false;
};

/// What a seat may know of a position, and nothing else.
struct Observation {
  GameHandle game;
  play::AnyObservation bytes;
  play::Side side = play::Side::A;
  play::AnyState world;  ///< one that the seat cannot refute; what is legal is read from it
};

GameHandle load(play::GameRequest request);
Observation observation_of(const GameHandle& game, const play::AnyState& state, play::Side side,
                           bool of_world = false);

void bind_games(pybind11::module_& module);
void bind_agents(pybind11::module_& module);
void bind_fleets(pybind11::module_& module);
void bind_lab(pybind11::module_& module);

}  // namespace niemen::python
