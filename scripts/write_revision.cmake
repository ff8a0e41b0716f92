cmake_minimum_required(VERSION 3.25)

# Writes HEADER: which commit the tree SOURCE is at, and whether files differ from it. Left alone where
# nothing changed, so that nothing is compiled again.
execute_process(COMMAND git rev-parse HEAD WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git diff --quiet HEAD WORKING_DIRECTORY ${SOURCE}
  RESULT_VARIABLE dirty ERROR_QUIET)
if(dirty EQUAL 0)
  set(dirty false)
else()
  set(dirty true)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT
"#pragma once

inline constexpr char kGitCommit[] = \"@commit@\";
inline constexpr bool kGitDirty = @dirty@;
" @ONLY)
