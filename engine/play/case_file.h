// Text cases: a position, decisions and dice in the notation of the game, and what must hold then.
// The format is described in tests/cases/README.md.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/log.h"

namespace niemen::play {

/// One line of a case: a step or an expectation.
struct CaseStep {
  enum class Kind { Do, Die, Legal, Illegal, Chance, Expect, ExpectNot };
  Kind kind = Kind::Do;
  int line = 0;
  std::string text;  ///< the action, or the value that is expected
  std::string key;   ///< Expect: what is looked at; Illegal: the rule; Chance: the fraction
};

/// A case as written.
struct Case {
  std::string title;
  std::string file;
  int line = 0;
  std::string game;
  GameRequest request;  ///< `folder` is left empty
  std::string position;
  int position_line = 0;
  std::vector<CaseStep> steps;
};

/// Reads the cases of a file. Throws InputError "name:line: ..." for anything the format does not
/// know.
std::vector<Case> parse_cases(std::string_view text, const std::string& name);

/// How a case went.
struct CaseResult {
  bool passed = false;
  std::string transcript;  ///< every step with its events, modifiers and reasons
  std::string failure;     ///< "file:line: expected ...; found ...", empty when passed
};

/// Runs a case. Throws InputError when it cannot be set up (unknown game, bad position).
CaseResult run_case(const Case& what, const FolderFinder& find, const GameLoader& load);

}  // namespace niemen::play
