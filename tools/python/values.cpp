#include "tools/python/values.h"

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace niemen::python {

namespace py = pybind11;

py::object python_of(const nlohmann::ordered_json& value) {
  switch (value.type()) {
    case nlohmann::ordered_json::value_t::null: return py::none();
    case nlohmann::ordered_json::value_t::boolean: return py::bool_(value.get<bool>());
    case nlohmann::ordered_json::value_t::number_integer:
      return py::int_(value.get<std::int64_t>());
    case nlohmann::ordered_json::value_t::number_unsigned:
      return py::int_(value.get<std::uint64_t>());
    case nlohmann::ordered_json::value_t::number_float: return py::float_(value.get<double>());
    case nlohmann::ordered_json::value_t::string: return py::str(value.get<std::string>());
    case nlohmann::ordered_json::value_t::array: {
      py::list list;
      for (const auto& item : value) list.append(python_of(item));
      return list;
    }
    case nlohmann::ordered_json::value_t::object: {
      py::dict dict;
      for (const auto& [key, item] : value.items()) dict[py::str(key)] = python_of(item);
      return dict;
    }
    default: return py::none();
  }
}

void made_here_only(const py::object& type) {
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = [](PyTypeObject* made, PyObject*,
                                                           PyObject*) -> PyObject* {
    PyErr_Format(PyExc_TypeError, "a %s is not made by itself: functions of niemen return them",
                 made->tp_name);
    return nullptr;
  };
}

namespace {

using Clock = std::chrono::steady_clock;

/// By thread, since when. Guarded by the interpreter's lock.
std::map<unsigned long, Clock::time_point>& running() {
  static std::map<unsigned long, Clock::time_point> threads;
  return threads;
}

/// All of WithoutLock, guarded by the interpreter's lock.
struct Unlocked {
  std::set<WithoutLock*> all;
  bool ending = false;
};
Unlocked& unlocked() {
  static Unlocked work;
  return work;
}

}  // namespace

WithoutLock::WithoutLock(std::stop_source stop) : stop_(std::move(stop)) {
  if (unlocked().ending) throw std::runtime_error("the interpreter is ending");
  unlocked().all.insert(this);
  released_.emplace();
}
WithoutLock::~WithoutLock() {
  released_.reset();
  unlocked().all.erase(this);
}

void WithoutLock::end_all() {
  using namespace std::chrono_literals;
  constexpr auto kPatience = 60s;
  constexpr auto kBetweenLooks = 10ms;
  unlocked().ending = true;
  for (auto* work : unlocked().all) work->stop_.request_stop();
  for (const auto since = Clock::now(); !unlocked().all.empty();) {
    if (Clock::now() - since > kPatience) {
      // What goes on without the interpreter would crash; nobody is left who could be told.
      py::print("niemen: what a thread does has not ended; the program ends without it",
                py::arg("file") = py::module_::import("sys").attr("stderr"),
                py::arg("flush") = true);
      py::module_::import("sys").attr("stdout").attr("flush")();
      std::_Exit(EXIT_FAILURE);
    }
    RunningCallables::interrupt_all();
    const py::gil_scoped_release release;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

void end_work_with_interpreter() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&WithoutLock::end_all));
}

RunningCallables::Guard::Guard() { running()[PyThread_get_thread_ident()] = Clock::now(); }
RunningCallables::Guard::~Guard() { running().erase(PyThread_get_thread_ident()); }

void RunningCallables::interrupt_all() {
  for (const auto& [thread, since] : running())
    PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
}

void RunningCallables::end_overdue(double seconds) {
  for (const auto& [thread, since] : running())
    if (std::chrono::duration<double>(Clock::now() - since).count() > seconds)
      PyThreadState_SetAsyncExc(thread, PyExc_TimeoutError);
}

}  // namespace niemen::python
