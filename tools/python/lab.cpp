// The lab, with callables of the user's among the agents.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "ai/agents/called_player.h"
#include "ai/lab/load_cell.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/run.h"
#include "engine/core/error.h"
#include "tools/python/handles.h"
#include "tools/python/values.h"

namespace niemen::python {

namespace py = pybind11;

namespace {

/// The games of the campaigns that callables are asked about, by the message that begins them.
/// Guarded by the interpreter's lock.
class GamesByOpening {
 public:
  GameHandle find(const std::string& opening) {
    auto& game = games_[opening];
    if (!game) game = load(request_of(opening));
    return game;
  }

 private:
  static play::GameRequest request_of(const std::string& opening) {
    const auto root = nlohmann::ordered_json::parse(opening);
    play::GameRequest request;
    request.folder = root.at("folder").get<std::string>();
    request.scenario = root.value("scenario", "");
    request.preset = root.value("preset", "");
    if (root.contains("openings"))
      for (std::size_t side = 0; side < play::kSides; ++side)
        request.openings[side] = root["openings"].at(side).get<std::string>();
    if (root.contains("set")) request.overrides = root["set"].get<std::vector<std::string>>();
    return request;
  }
  std::map<std::string, GameHandle> games_;
};

/// What a callable raised, in one line.
std::string raised(const py::error_already_set& error) {
  const std::string text = error.what();
  return core::one_line(text.substr(0, text.find("\n\nAt:")));
}

std::size_t ask(const py::object& callable, GamesByOpening& games, const std::string& opening,
                const ai::DecisionRequest& request) {
  const py::gil_scoped_acquire acquire;
  try {
    const auto game = games.find(opening);
    const auto seen =
        observation_of(game, game->any->parse_state(request.position), request.side, true);
    py::object answer;
    {
      const RunningCallables::Guard guard;
      answer = callable(seen);
    }
    if (!py::isinstance<py::int_>(answer) && !py::hasattr(answer, "__index__"))
      throw ai::AgentFailure("answered with " + std::string(py::str(py::type::of(answer))) +
                             ", which is no action");
    const auto action = py::int_(answer).cast<std::int64_t>();
    play::ActionList list;
    game->quick->legal(seen.world, list);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (std::int64_t{list[i]} == action) return i;
    throw ai::AgentFailure(fmt::format("answered {}, which is not legal", action));
  } catch (py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt)) throw core::Interrupted();
    throw ai::AgentFailure(raised(error));
  }
}

const char* word_of(lab::RunEnd end) {
  switch (end) {
    case lab::RunEnd::Complete: return "complete";
    case lab::RunEnd::Interrupted: return "interrupted";
    case lab::RunEnd::AllFailed: break;
  }
  return "given up";
}

py::dict run(const std::string& file, const std::string& folder,
             const std::map<std::string, py::object>& players, int threads, double patience) {
  GamesByOpening games;
  std::vector<std::unique_ptr<ai::CalledPlayerName>> names;
  for (const auto& [name, callable] : players)
    names.push_back(std::make_unique<ai::CalledPlayerName>(
        name, [&games, callable = callable](const std::string& opening,
                                            const ai::DecisionRequest& request) {
          return ask(callable, games, opening, request);
        }));
  lab::RunOutcome outcome;
  interruptible(
      [&](std::stop_token stop) {
        const auto experiment = lab::read_experiment(file);
        lab::RunRequest request;
        request.folder = folder;
        request.factory = lab::load_cell;
        request.threads = threads;
        request.stop = std::move(stop);
        outcome = lab::run_experiment(experiment, request);
      },
      patience);
  py::dict dict;
  dict["end"] = word_of(outcome.end);
  dict["counted"] = outcome.counted;
  dict["done"] = outcome.progress.done;
  dict["planned"] = outcome.progress.planned;
  dict["verdict"] = outcome.answer.sentences;
  return dict;
}

}  // namespace

void bind_lab(py::module_& module) {
  module.def("_run_experiment", &run, py::arg("file"), py::arg("folder"), py::arg("players"),
             py::arg("threads"), py::arg("answer_seconds"));
}

}  // namespace niemen::python
