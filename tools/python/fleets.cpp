// Many campaigns at once, on oneTBB's threads, with arrays that Python looks into without copies.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "engine/core/error.h"
#include "tools/python/busy.h"
#include "tools/python/handles.h"
#include "tools/python/values.h"

namespace niemen::python {

namespace py = pybind11;

namespace {

constexpr int kMostCampaigns = 1 << 16;

struct VectorEnv {
  GameHandle game;
  std::unique_ptr<Fleet> fleet;
  int size = 0;
  bool busy = false;  ///< guarded by the interpreter's lock
};

Busy at_work(VectorEnv& env) {
  return Busy(env.busy, "this VectorEnv is at work in another thread; make one for each");
}

FleetPlayer player_named(const Game& game, const std::string& name) {
  FleetPlayer player;
  if (name == "random") return player;
  player.random = false;
  if (name != "doctrine") player.doctrine = name;
  game.quick->check_player(player);
  return player;
}

std::shared_ptr<VectorEnv> make_env(const GameHandle& game, int campaigns, std::uint64_t seed) {
  if (campaigns < 1 || campaigns > kMostCampaigns)
    throw core::InputError(
        fmt::format("campaigns is {}; allowed: 1 to {}", campaigns, kMostCampaigns));
  auto env = std::make_shared<VectorEnv>();
  env->game = game;
  env->size = campaigns;
  const py::gil_scoped_release release;
  env->fleet = game->quick->make_fleet(campaigns, seed, game->layout);
  return env;
}

/// A look into a vector of the fleet's, which lives as long as the array.
template <class T>
py::array look(const py::object& env, std::vector<T>& data, std::vector<py::ssize_t> shape) {
  auto array = py::array_t<T>(std::move(shape), data.data(), env);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::ssize_t rows(const VectorEnv& env) { return env.size; }

std::uint64_t play(VectorEnv& env, std::int64_t steps, const std::string& policy) {
  if (steps < 1) throw core::InputError(fmt::format("steps is {}; allowed: 1 and up", steps));
  const auto player = player_named(*env.game, policy);
  const auto busy = at_work(env);
  std::uint64_t taken = 0;
  interruptible([&](std::stop_token stop) {
    taken = env.fleet->play(static_cast<std::uint64_t>(steps), player, std::move(stop));
  });
  return taken;
}

void step(VectorEnv& env, const py::array& given) {
  if (given.ndim() != 1 || given.shape(0) != env.size)
    throw core::InputError(fmt::format(
        "choices must be one row of {} whole numbers, one for each campaign", env.size));
  const auto kind = given.dtype().kind();
  if (kind != 'i' && kind != 'u')
    throw py::type_error("choices must be whole numbers: positions in the lists of what is legal");
  const auto chosen = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(given);
  const auto* data = chosen.data();
  for (int i = 0; i < env.size; ++i) {
    const auto count = env.fleet->choices[static_cast<std::size_t>(i)];
    if (data[i] < 0 || data[i] >= count)
      throw core::InputError(
          fmt::format("campaign {}: choice {}; allowed: 0 to {}", i, data[i], count - 1));
  }
  const auto busy = at_work(env);
  const py::gil_scoped_release release;
  env.fleet->step(data);
}

/// A vector handed to numpy with its memory.
template <class T>
py::array handed(std::vector<T>&& data, std::vector<py::ssize_t> shape) {
  auto* kept = new std::vector<T>(std::move(data));
  const py::capsule owner(kept, [](void* memory) { delete static_cast<std::vector<T>*>(memory); });
  return py::array_t<T>(std::move(shape), kept->data(), owner);
}

py::dict sample(const GameHandle& game, std::int64_t count, const std::string& policy, int every,
                std::uint64_t seed) {
  constexpr std::int64_t kMost = 100'000'000;
  if (count < 1 || count > kMost)
    throw core::InputError(fmt::format("count is {}; allowed: 1 to {}", count, kMost));
  if (every < 1) throw core::InputError(fmt::format("every is {}; allowed: 1 and up", every));
  const auto player = player_named(*game, policy);
  Positions positions;
  interruptible([&](std::stop_token stop) {
    positions = game->quick->sample(static_cast<std::size_t>(count), every, player, seed,
                                    game->layout, std::move(stop));
  });
  const auto size = static_cast<py::ssize_t>(game->layout.size());
  py::dict dict;
  dict["observations"] = handed(std::move(positions.observations), {count, size});
  dict["results"] = handed(std::move(positions.results), {count});
  dict["players"] = handed(std::move(positions.sides), {count});
  dict["turns"] = handed(std::move(positions.turns), {count});
  return dict;
}

}  // namespace

void bind_fleets(py::module_& module) {
  py::class_<VectorEnv, std::shared_ptr<VectorEnv>>(
      module, "VectorEnv", R"(Many campaigns of a game at once, without Python in the loop.

Dice are rolled by themselves, and a campaign that is over begins again. Every array has a row a
campaign, is read-only, and is a look into the memory of the environment: the next step() changes
it. A choice is a position in the ascending list of what is legal, `legal[i, :choices[i]]`.)")
      .def(py::init(&make_env), py::arg("game"), py::arg("campaigns"), py::arg("seed") = 1,
           "`campaigns`: 1 to 65536, side by side. The same seed gives the same campaigns.")
      .def("__len__", [](const VectorEnv& e) { return e.size; })
      .def("get_game", [](const VectorEnv& e) { return e.game; })
      .def(
          "reset",
          [](VectorEnv& e, std::uint64_t seed) {
            const auto busy = at_work(e);
            const py::gil_scoped_release release;
            e.fleet->reset(seed);
          },
          py::arg("seed") = 1)
      .def("play", &play, py::arg("steps"), py::arg("policy") = "random",
           R"(Takes `steps` decisions and dice in each campaign by a policy ("random", "doctrine" or
the name of a doctrine of the game, which is handed observations only) and returns how many it took
in all. Ctrl-C ends it. Raises InputError.)")
      .def("step", &step, py::arg("choices"),
           R"(Takes one decision in each campaign: whole numbers of shape (len(self),). Raises
InputError (a choice that is not in its list, another shape), TypeError; nothing is done then.)")
      .def(
          "observe",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            const auto busy = at_work(e);
            {
              const py::gil_scoped_release release;
              e.fleet->observe();
            }
            return look(self, e.fleet->observations,
                        {rows(e), static_cast<py::ssize_t>(e.game->layout.size())});
          },
          R"(What the side to decide sees in each campaign: float32 of shape (len(self),
Game.observation_tensor_size()), without a copy.)")
      .def_property_readonly(
          "players",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->deciders, {rows(e)});
          },
          "int8 of shape (len(self),): who decides, 0 or 1.")
      .def_property_readonly(
          "choices",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->choices, {rows(e)});
          },
          "int32 of shape (len(self),): how many actions are legal.")
      .def_property_readonly(
          "legal",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->legal,
                        {rows(e), static_cast<py::ssize_t>(play::kMaxLegalActions)});
          },
          "uint32 of shape (len(self), 1024): the legal actions; the first choices[i] count.")
      .def_property_readonly(
          "rewards",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->rewards, {rows(e), play::kSides});
          },
          "float32 of shape (len(self), 2): 1, -1 or 0 where it has just ended.")
      .def_property_readonly(
          "over",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->over, {rows(e)});
          },
          "uint8 of shape (len(self),): 1 where a campaign has just ended.")
      .def_property_readonly(
          "campaigns",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, e.fleet->campaigns, {rows(e)});
          },
          "uint64 of shape (len(self),): campaigns played to the end.");
  module.def("sample_positions", &sample, py::arg("game"), py::arg("count"),
             py::arg("policy") = "doctrine", py::arg("every") = 1, py::arg("seed") = 1,
             R"(The first `count` decisions, one of every `every`, of campaigns that a policy plays
(as VectorEnv.play()): {"observations": float32 (count, size), "results": float32 (count,), 1, 0 or
-1 for the side to decide, "players": int8 (count,), "turns": int16 (count,)}. The same seed gives
the same arrays on any number of cores. Ctrl-C ends it.)");
}

}  // namespace niemen::python
