// Text cases: a position, decisions and dice in the notation of the game, and what must hold then.
// The format is described in tests/cases/README.md.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

/// Runs cases. A game is loaded once for cases that follow each other and ask for the same.
class CaseRunner {
 public:
  CaseRunner(FolderFinder find, GameLoader load) : find_(std::move(find)), load_(std::move(load)) {}

  /// Throws InputError when the case cannot be set up (unknown game, bad position).
  CaseResult run(const Case& what);

 private:
  FolderFinder find_;
  GameLoader load_;
  GameRequest loaded_;             ///< what `game_` was loaded by
  std::unique_ptr<AnyGame> game_;  ///< null: none yet
};

}  // namespace niemen::play
