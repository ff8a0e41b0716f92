// What is asked, in full: the prompts of the rows with their blanks filled in.
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

std::string kind_words(const Context& c, const State& s) {
  const KindQuestion question = kind_question(c, s);
  if (question.members.empty()) return "nobody";
  const auto& piece = c.piece(question.members.first());
  if (question.commander) return piece.name;
  return std::to_string(question.members.count()) + " like " + piece.name;
}

std::string piece_words(const Context& c, const State& s) {
  const int piece = piece_in_question(c, s);
  return piece == kNoPiece ? "nobody" : c.piece(piece).name;
}

/// Where somebody attacks or stands guard.
int target_in_question(const State& s) {
  return s.step == Step::StationGarrison ? s.places.garrison.city : s.places.combat.target;
}

int still_to_choose(const State& s) {
  switch (s.step) {
    case Step::ReserveLoss: return s.work.reserve.losses;
    case Step::RallyUnit: return s.work.rally.to_rally;
    case Step::LoserHit:
    case Step::WinnerHit: return s.work.hits.left;
    case Step::ChooseRestored: return s.work.restoration.to_restore;
    default: return s.work.winter_losses.losses;
  }
}

struct Blank {
  std::string_view word;
  std::string (*fill)(const Context&, const State&);
};
constexpr Blank kBlanks[] = {
    {"{from}", [](const Context& c, const State& s) { return hex_name(c, hex_in_question(s)); }},
    {"{to}", [](const Context& c, const State& s) { return hex_name(c, target_in_question(s)); }},
    {"{on}",
     [](const Context& c, const State& s) { return hex_name(c, s.places.combat.receiving); }},
    {"{support}",
     [](const Context& c, const State& s) {
       const auto target = static_cast<Hex>(s.places.combat.target);
       return hex_name(c, c.map.neighbour(target, s.work.support.direction));
     }},
    {"{piece}", piece_words},
    {"{kind}", kind_words},
    {"{count}", [](const Context&, const State& s) { return std::to_string(still_to_choose(s)); }},
};

}  // namespace

int hex_in_question(const State& s) {
  switch (s.phase) {
    case Phase::Forage:
    case Phase::Rally:
    case Phase::MovementEnd:
    case Phase::Raids:
    case Phase::Exits: return s.places.sweep.hex;
    case Phase::Movement: return s.places.march.from;
    case Phase::Combat: return s.places.combat.from;
    default: return kNoHexBits;
  }
}

int piece_in_question(const Context& c, const State& s) {
  switch (s.step) {
    case Step::PlacePiece: return piece_to_set_up(c, s);
    case Step::CommanderDie:
    case Step::CommanderEscape: return fate_subject(c, s);
    case Step::MoveCommander: return commander_of_byte(c, s.work.commanders.commander);
    case Step::PlaceReinforcement: return s.places.arrival.piece;
    case Step::TakeQuarters: return s.places.redeploy.piece;
    case Step::KeepSupreme: return c.linked.supreme;
    case Step::PlaceRestored:
    case Step::ReturnDie:
    case Step::ReturnTo:
    case Step::QuarterPiece:
    case Step::WinterFateDie: return piece_of_winter(c, s);
    default: return kNoPiece;
  }
}

std::string prompt_of(const Context& c, const State& s) {
  std::string text(Steps::row_of(s).prompt);
  for (const auto& blank : kBlanks)
    if (const auto at = text.find(blank.word); at != std::string::npos)
      text.replace(at, blank.word.size(), blank.fill(c, s));
  return text;
}

std::string HexCampaign::prompt(const State& s) const { return prompt_of(context_of(s), s); }

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
