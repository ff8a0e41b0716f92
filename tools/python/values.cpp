#include "tools/python/values.h"

#include <map>
#include <nlohmann/json.hpp>

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

namespace {

using Clock = std::chrono::steady_clock;

/// By thread, since when. Guarded by the interpreter's lock.
std::map<unsigned long, Clock::time_point>& running() {
  static std::map<unsigned long, Clock::time_point> threads;
  return threads;
}

}  // namespace

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
