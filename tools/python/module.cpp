// The compiled part of the Python package niemen.
#include <pybind11/pybind11.h>

#include "tools/python/handles.h"
#include "tools/python/values.h"

PYBIND11_MODULE(_niemen, module) {
  module.doc() = "The compiled part of niemen.";
  niemen::python::bind_games(module);
  niemen::python::bind_agents(module);
  niemen::python::bind_fleets(module);
  niemen::python::bind_lab(module);
  niemen::python::shorten_refusals(module);
  niemen::python::end_work_with_interpreter();
}
