# The Python module niemen (scripts/python): built when asked for, where pybind11 and Python's headers are there.
# The module is for the interpreter that Debian's numpy and pandas are for, whatever else is on the path.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
find_package(pybind11 QUIET CONFIG)
if(Python3_Development.Module_FOUND AND pybind11_FOUND)
  file(GLOB python_sources CONFIGURE_DEPENDS tools/python/*.cpp tools/python/mechanisms/*.cpp)
  ready_sources(python python_sources)
  add_library(niemen_python MODULE EXCLUDE_FROM_ALL ${python_sources})
  set_target_properties(niemen_python PROPERTIES PREFIX "" OUTPUT_NAME _niemen SUFFIX ".${Python3_SOABI}.so"
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/python/niemen CXX_VISIBILITY_PRESET hidden)
  target_include_directories(niemen_python SYSTEM PRIVATE ${pybind11_INCLUDE_DIRS} ${Python3_INCLUDE_DIRS}
    ${Boost_INCLUDE_DIRS})
  target_link_libraries(niemen_python PRIVATE ${niemen_libraries} TBB::tbb Threads::Threads
    nlohmann_json::nlohmann_json)
  target_link_options(niemen_python PRIVATE -Wl,--exclude-libs,ALL)
  # The package's Python lies beside the compiled part, so that one folder on the path is enough.
  file(GLOB python_files CONFIGURE_DEPENDS tools/python/niemen/*)
  add_custom_target(niemen_python_files
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${python_files} ${CMAKE_BINARY_DIR}/python/niemen)
  add_dependencies(niemen_python niemen_python_files)
  # cmake --install BUILD --component python
  set(NIEMEN_PYTHON_FOLDER lib/python3/dist-packages CACHE STRING "Where the Python module is installed")
  install(DIRECTORY ${CMAKE_BINARY_DIR}/python/niemen DESTINATION ${NIEMEN_PYTHON_FOLDER} COMPONENT python
    EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
  install(DIRECTORY configs DESTINATION ${NIEMEN_PYTHON_FOLDER}/niemen COMPONENT python EXCLUDE_FROM_ALL)
endif()
