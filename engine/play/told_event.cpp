#include "engine/play/told_event.h"

#include <nlohmann/json.hpp>

namespace niemen::play {

nlohmann::ordered_json told_event_json(const ToldEvent& told) {
  nlohmann::ordered_json json{{"turn", told.turn}, {"kind", told.kind}, {"text", told.text}};
  if (!told.rule.empty()) json["rule"] = told.rule;
  if (told.side >= 0) json["side"] = told.side == index(Side::A) ? "A" : "B";
  if (told.amount != 0) json["amount"] = told.amount;
  if (told.face != 0) json["face"] = told.face;
  if (!told.places.empty()) json["places"] = told.places;
  if (!told.pieces.empty()) json["pieces"] = told.pieces;
  for (const auto& [value, reason] : told.modifiers)
    json["modifiers"].push_back({{"value", value}, {"reason", reason}});
  return json;
}

}  // namespace niemen::play
