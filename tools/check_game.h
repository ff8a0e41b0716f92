// Whether a game makes sense: everything that is wrong with it at once.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/play/any_game.h"

namespace niemen::tools {

/// Collects what is wrong, each line once however many scenarios show it.
class FoundFaults {
 public:
  void add(const std::string& line) {
    if (!known(line)) lines_.push_back(line);
  }
  void add(const core::InputError& error);
  bool known(const std::string& line) const;
  std::size_t count() const { return lines_.size(); }
  /// By file and line.
  std::vector<std::string> sorted() const;

 private:
  std::vector<std::string> lines_;
};

/// Every scenario under every preset, every opening of each side, every doctrine. What is worth
/// knowing and no fault goes to `out`, line by line.
void check_game(const play::GameRequest& first, FoundFaults& faults, std::ostream& out);

}  // namespace niemen::tools
