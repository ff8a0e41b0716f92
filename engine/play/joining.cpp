#include "engine/play/joining.h"

namespace niemen::play {

bool join(Event& event, const Event& next, Joining joining) {
  if (joining == Joining::None) return false;
  if (event.side != next.side || event.rule != next.rule || event.places.empty() ||
      next.places.empty() || event.pieces.empty() || next.pieces.empty())
    return false;
  if (joining == Joining::Route) {
    if (event.pieces != next.pieces || event.places.back() != next.places.front()) return false;
    event.places.insert(event.places.end(), next.places.begin() + 1, next.places.end());
    event.amount += next.amount;
    return true;
  }
  if (event.places != next.places || event.amount != next.amount) return false;
  event.pieces.insert(event.pieces.end(), next.pieces.begin(), next.pieces.end());
  return true;
}

}  // namespace niemen::play
