// Many campaigns at once, on oneTBB's threads, with arrays that Python looks into without copies.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstring>

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

  /// Zeroes: Python can make one without its __init__(), which fleet_of() then refuses.
  static void* operator new(std::size_t bytes) {
    return std::memset(::operator new(bytes), 0, bytes);
  }
  static void operator delete(void* memory) { ::operator delete(memory); }
};

Fleet& fleet_of(const VectorEnv& env) {
  if (!env.fleet) throw py::type_error("VectorEnv.__init__() has not been called");
  return *env.fleet;
}

Busy at_work(VectorEnv& env) {
  (void)fleet_of(env);
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
  const WithoutLock released;
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
  const auto busy = at_work(env);
  const auto player = player_named(*env.game, policy);
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
  // A copy: another thread may write into the array as soon as the lock is let go.
  const auto whole = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(given);
  const std::vector<std::int64_t> chosen(whole.data(), whole.data() + env.size);
  const auto busy = at_work(env);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (const auto count = env.fleet->choices[i]; chosen[i] < 0 || chosen[i] >= count)
      throw core::InputError(
          fmt::format("campaign {}: choice {}; allowed: 0 to {}", i, chosen[i], count - 1));
  const WithoutLock released;
  env.fleet->step(chosen.data());
}

template <class T>
T* memory_of(py::array& array) {
  return static_cast<T*>(array.mutable_data());
}

/// The array that observations go into: a new one, or the one that was given.
py::array rows_for(const Game& game, py::ssize_t count, const std::string& kind,
                   const py::object& given) {
  const auto size = static_cast<py::ssize_t>(game.layout.size());
  if (kind != "float32" && kind != "int16")
    throw core::InputError("dtype is \"" + kind + "\"; allowed: float32, int16");
  const auto dtype = py::dtype(kind);
  if (given.is_none()) return py::array(dtype, {count, size});
  if (!py::isinstance<py::array>(given))
    throw py::type_error("out is a numpy array, such as numpy.lib.format.open_memmap() makes");
  auto array = py::array(py::reinterpret_borrow<py::array>(given));
  const bool fits = array.ndim() == 2 && array.shape(0) == count && array.shape(1) == size &&
                    array.dtype().equal(dtype);
  const auto address = reinterpret_cast<std::uintptr_t>(array.data());
  const bool usable = array.writeable() && (array.flags() & py::array::c_style) &&
                      address % static_cast<std::uintptr_t>(array.itemsize()) == 0;
  if (!fits || !usable)
    throw core::InputError(fmt::format(
        "out must be a writeable {} array of shape ({}, {}), row after row", kind, count, size));
  return array;
}

py::dict sample(const GameHandle& game, std::int64_t count, const std::string& policy, int every,
                std::uint64_t seed, const std::string& kind, const py::object& out) {
  constexpr std::int64_t kMost = 100'000'000;
  if (count < 1 || count > kMost)
    throw core::InputError(fmt::format("count is {}; allowed: 1 to {}", count, kMost));
  if (every < 1) throw core::InputError(fmt::format("every is {}; allowed: 1 and up", every));
  const auto player = player_named(*game, policy);
  auto observations = rows_for(*game, count, kind, out);
  py::array_t<float> results(count);
  py::array_t<std::int8_t> sides(count);
  py::array_t<std::int16_t> turns(count);
  Positions positions{.count = static_cast<std::size_t>(count),
                      .results = results.mutable_data(),
                      .sides = sides.mutable_data(),
                      .turns = turns.mutable_data()};
  if (kind == "float32")
    positions.observations = memory_of<float>(observations);
  else
    positions.whole_observations = memory_of<std::int16_t>(observations);
  interruptible([&](std::stop_token stop) {
    game->quick->sample(positions, every, player, seed, game->layout, std::move(stop));
  });
  py::dict dict;
  dict["observations"] = std::move(observations);
  dict["results"] = std::move(results);
  dict["players"] = std::move(sides);
  dict["turns"] = std::move(turns);
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
            const WithoutLock released;
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
              const WithoutLock released;
              e.fleet->observe();
            }
            return look(self, fleet_of(e).observations,
                        {rows(e), static_cast<py::ssize_t>(e.game->layout.size())});
          },
          R"(What the side to decide sees in each campaign: float32 of shape (len(self),
Game.observation_tensor_size()), without a copy.)")
      .def_property_readonly(
          "players",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).deciders, {rows(e)});
          },
          "int8 of shape (len(self),): who decides, 0 or 1.")
      .def_property_readonly(
          "choices",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).choices, {rows(e)});
          },
          "int32 of shape (len(self),): how many actions are legal.")
      .def_property_readonly(
          "legal",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).legal,
                        {rows(e), static_cast<py::ssize_t>(play::kMaxLegalActions)});
          },
          "uint32 of shape (len(self), 1024): the legal actions; the first choices[i] count.")
      .def_property_readonly(
          "rewards",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).rewards, {rows(e), play::kSides});
          },
          "float32 of shape (len(self), 2): 1, -1 or 0 where it has just ended.")
      .def_property_readonly(
          "over",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).over, {rows(e)});
          },
          "uint8 of shape (len(self),): 1 where a campaign has just ended.")
      .def_property_readonly(
          "campaigns",
          [](const py::object& self) {
            auto& e = self.cast<VectorEnv&>();
            return look(self, fleet_of(e).campaigns, {rows(e)});
          },
          "uint64 of shape (len(self),): campaigns played to the end.");
  module.def("sample_positions", &sample, py::arg("game"), py::arg("count"),
             py::arg("policy") = "doctrine", py::arg("every") = 1, py::arg("seed") = 1,
             py::arg("dtype") = "float32", py::arg("out") = py::none(),
             R"(The first `count` decisions, one of every `every`, of campaigns that a policy plays
(as VectorEnv.play()): {"observations": float32 (count, size), "results": float32 (count,), 1, 0 or
-1 for the side to decide, "players": int8 (count,), "turns": int16 (count,)}. The same seed gives
the same arrays on any number of cores.

dtype: of the observations; "int16" takes half the memory and loses nothing, for all are whole.
out: an array of that kind and shape that the observations go into, such as
numpy.lib.format.open_memmap() makes, where they are more than the memory holds.
Ctrl-C ends it. Raises InputError, TypeError.)");
}

}  // namespace niemen::python
