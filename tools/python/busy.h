#pragma once

#include <stdexcept>
#include <string>

namespace niemen::python {

/// Holds a mark that its owner is at work, for as long as this lives. The mark is read and written
/// under the interpreter's lock, so another thread that comes meanwhile is refused.
class Busy {
 public:
  /// @throws std::runtime_error with `refusal` where `mark` is held already.
  Busy(bool& mark, const std::string& refusal) : mark_(mark) {
    if (mark) throw std::runtime_error(refusal);
    mark = true;
  }
  ~Busy() { mark_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  bool& mark_;
};

}  // namespace niemen::python
