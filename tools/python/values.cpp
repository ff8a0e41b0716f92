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

PyCFunctionWithKeywords bound_call = nullptr;  ///< what pybind11 has all that it binds called by

constexpr std::string_view kOurs = "niemen._niemen.";  ///< before the names of our classes

void drop_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at))
    text.erase(at, what.size());
}

/// A number or a short text as it is, of other things the kind.
std::string in_few_words(PyObject* value) {
  constexpr Py_ssize_t kShort = 40;
  if (value == Py_None || PyLong_Check(value) || PyFloat_Check(value) || PyUnicode_Check(value)) {
    const auto text = py::reinterpret_steal<py::str>(PyObject_Repr(value));
    if (text && PyUnicode_GetLength(text.ptr()) <= kShort) return text;
    PyErr_Clear();
  }
  std::string kind = Py_TYPE(value)->tp_name;
  drop_all(kind, kOurs);
  return kind;
}

std::string arguments_in_words(const py::tuple& args, std::size_t first, const py::dict& named) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  for (auto i = first; i < args.size(); ++i) add(in_few_words(py::object(args[i]).ptr()));
  for (const auto& [key, value] : named)
    add(std::string(py::str(key)) + "=" + in_few_words(value.ptr()));
  return text;
}

/// The line in place of pybind11's several; empty where the text is not one of those.
std::string short_refusal(const std::string& text, const py::tuple& args, const py::dict& named) {
  constexpr std::string_view kFirst = "    1. ", kSelf = "(self: ";
  const auto end_of_name = text.find("(): incompatible ");
  const auto begin = text.find(kFirst);
  if (end_of_name == text.npos || begin == text.npos) return {};
  const auto line = begin + kFirst.size();
  auto signature = text.substr(line, text.find('\n', line) - line);
  signature = signature.substr(0, signature.rfind(" -> "));
  drop_all(signature, kOurs);
  std::size_t first = 0;
  if (signature.starts_with(kSelf)) {
    const auto end = signature.find_first_of(",)", kSelf.size());
    const auto kind = signature.substr(kSelf.size(), end - kSelf.size());
    const auto rest = signature[end] == ',' ? end + 2 : end;
    signature = kind + "." + text.substr(0, end_of_name) + "(" + signature.substr(rest);
    first = 1;
  } else if (signature.starts_with("(")) {
    signature = text.substr(0, end_of_name) + signature;
  } else {
    first = 1;  // a constructor
  }
  return signature + " cannot take (" + arguments_in_words(args, first, named) + ")";
}

PyObject* call_with_short_refusal(PyObject* self, PyObject* args, PyObject* named) {
  auto* const result = bound_call(self, args, named);
  if (result || !PyErr_ExceptionMatches(PyExc_TypeError)) return result;
  PyObject *kind = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&kind, &value, &trace);
  std::string line;
  try {
    line = short_refusal(py::str(py::handle(value)), py::reinterpret_borrow<py::tuple>(args),
                         named ? py::reinterpret_borrow<py::dict>(named) : py::dict());
  } catch (const std::exception&) {
    line.clear();  // then it is told at length
  }
  PyErr_Restore(kind, value, trace);
  if (!line.empty()) PyErr_SetString(PyExc_TypeError, line.c_str());
  return nullptr;
}

void shorten(PyObject* object) {
  if (PyInstanceMethod_Check(object)) object = PyInstanceMethod_GET_FUNCTION(object);
  if (!PyCFunction_Check(object)) return;
  auto& definition = *reinterpret_cast<PyCFunctionObject*>(object)->m_ml;
  if (definition.ml_flags != (METH_VARARGS | METH_KEYWORDS)) return;
  using Plain = void (*)();
  const auto call = reinterpret_cast<PyCFunctionWithKeywords>(  //
      reinterpret_cast<Plain>(definition.ml_meth));
  if (!bound_call) bound_call = call;
  if (call != bound_call) return;
  definition.ml_meth =
      reinterpret_cast<PyCFunction>(reinterpret_cast<Plain>(&call_with_short_refusal));
}

}  // namespace

void shorten_refusals(const py::module_& module) {
  for (const auto& [name, object] : py::dict(module.attr("__dict__"))) {
    shorten(object.ptr());
    if (!PyType_Check(object.ptr())) continue;
    for (const auto& [member, function] : py::dict(object.attr("__dict__")))
      shorten(function.ptr());
  }
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
