#include "engine/systems/hex_campaign/view_choices.h"

#include <fmt/format.h>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/steps.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

constexpr int kNothing = -1;  ///< no counter, no place

/// Says of the choices of one decision what they touch and mean.
class Choices {
 public:
  Choices(const HexCampaign& game, const State& world, const play::View& view)
      : game_(game), c_(game.context_of(world)), s_(world), view_(view) {
    of_piece_.fill(kNothing);
    for (std::size_t i = 0; i < view.counters.size(); ++i)
      if (view.counters[i].place != kNothing)
        for (int piece : pieces_at(s_, view.counters[i].place))
          if (view.counters[i].id == c_.piece(piece).id)
            of_piece_[static_cast<std::size_t>(piece)] = static_cast<int>(i);
  }

  play::Choice make(Action action) const {
    play::Choice choice;
    choice.action = action;
    choice.notation = game_.action_text(s_, action);
    choice.words = words_of(action);
    touch(action, choice);
    return choice;
  }

 private:
  void touch_pieces(const PieceSet& pieces, play::Choice& choice) const {
    for (int piece : pieces)
      if (const int i = of_piece_[static_cast<std::size_t>(piece)]; i != kNothing)
        choice.counters.push_back(i);
  }
  void touch_markers(std::string_view kind, int hex, play::Choice& choice) const {
    for (std::size_t i = 0; i < view_.counters.size(); ++i)
      if (view_.counters[i].place == hex && view_.counters[i].kind == kind)
        choice.counters.push_back(static_cast<int>(i));
  }

  PieceSet own_stack(int hex) const {
    return pieces_at(s_, hex) & side_pieces(c_, play::side_of(s_.actor));
  }
  int here(int piece) const { return on_map(s_, piece) ? place(s_, piece) : kNothing; }
  static int hex_or_none(int hex) { return hex == kNoHexBits ? kNothing : hex; }

  /// The counters, from and to of a choice.
  void touch(Action action, play::Choice& choice) const {
    const int payload = payload_of(action);
    switch (verb_of(action)) {
      case Verb::Rally:
      case Verb::March:
      case Verb::Attack:
      case Verb::Blank: choice.from = payload; return touch_pieces(own_stack(payload), choice);
      case Verb::Convert:
      case Verb::Remove: choice.from = payload; return touch_markers("depot", payload, choice);
      case Verb::Discard:
      case Verb::Raise: choice.from = payload; return touch_markers("train", payload, choice);
      case Verb::Depot:
      case Verb::Train:
      case Verb::Dummy: choice.to = payload; return;
      case Verb::StepTo:
        choice.from = s_.places.march.path[static_cast<std::size_t>(s_.path_length - 1)];
        choice.to = payload;
        choice.caution = caution_of_step(payload);
        return touch_pieces(s_.group, choice);
      case Verb::Target:
        choice.from = s_.places.combat.from;
        choice.to = payload;
        return touch_pieces(own_stack(choice.from), choice);
      case Verb::Retreat: return touch_retreat(payload, choice);
      case Verb::Place:
      case Verb::MoveTo: {
        const int piece = piece_in_question(c_, s_);
        choice.from = here(piece);
        choice.to = payload;
        return touch_pieces(PieceSet::of(piece), choice);
      }
      case Verb::Pick:
      case Verb::Drop:
        choice.from = here(payload);
        return touch_pieces(PieceSet::of(payload), choice);
      case Verb::Take:
        choice.from = hex_or_none(hex_in_question(s_));
        return touch_pieces(kind_question(c_, s_).members, choice);
      case Verb::Whole:
      case Verb::Custom:
        choice.from = hex_or_none(hex_in_question(s_));
        return touch_pieces(s_.choice.taking.candidates, choice);
      case Verb::Yes: return touch_yes(choice);
      case Verb::Done: choice.caution = caution_of_pass(); return;
      default: return;
    }
  }

  /// 8.4: what a march strains by entering another hex.
  std::string caution_of_step(int to) const {
    const int beyond = forced_hexes_with(c_, s_, to);
    if (beyond == 0) return {};
    return "forced march, " + (beyond == 1 ? "1 hex" : std::to_string(beyond) + " hexes") +
           " beyond a normal one (8.4)";
  }

  /// 7.4: what a pass costs while trains are left to place.
  std::string caution_of_pass() const {
    if (s_.step != Step::AllocateTrain) return {};
    const int trains = s_.to_place[at(play::side_of(s_.actor))];
    if (trains == 0) return {};
    return trains == 1 ? "this gives up your last Supply Train of the turn (7.4)"
                       : fmt::format("this gives up one of your {} Supply Trains (7.4)", trains);
  }

  void touch_retreat(int to, play::Choice& choice) const {
    const bool overflow = s_.step == Step::OverflowTo;
    const CombatPlaces& combat = s_.places.combat;
    choice.from = overflow ? combat.receiving : combat.target;
    choice.to = to;
    touch_pieces(overflow ? s_.choice.withdrawal.going_on : own_stack(combat.target), choice);
  }

  void touch_yes(play::Choice& choice) const {
    const int target = s_.places.combat.target;
    const bool support = s_.step == Step::NameAttackSupport || s_.step == Step::NameDefenceSupport;
    if (support) {
      choice.from = c_.map.neighbour(static_cast<Hex>(target), s_.work.support.direction);
      choice.to = target;
    } else if (s_.phase == Phase::Combat) {
      choice.from = target;
    }
    if (choice.from != kNothing) touch_pieces(own_stack(choice.from), choice);
  }

  /// A choice as a person says it.
  std::string words_of(Action action) const {
    const int payload = payload_of(action);
    const auto there = [&] { return hex_name(c_, payload); };
    switch (verb_of(action)) {
      case Verb::Done: return done_words();
      case Verb::Yes: return "Yes";
      case Verb::Whole: return "All of them";
      case Verb::Custom: return "Only some of them";
      case Verb::Take:
        return s_.step == Step::AttachCapacity ? counted(payload, "train") : take_words(payload);
      case Verb::Commit: return counted(payload, "Combat Command");
      case Verb::Card: return "Play \"" + c_.cards[static_cast<std::size_t>(payload)].title + "\"";
      case Verb::Place: return "Place at " + there();
      case Verb::Depot: return "Depot at " + there();
      case Verb::Convert: return "Convert the Depot at " + there();
      case Verb::Remove: return "Remove the Depot at " + there();
      case Verb::Train: return "Supply Train to " + there();
      case Verb::Dummy: return "Dummy train to " + there();
      case Verb::Discard: return "Give up a train at " + there();
      case Verb::Rally: return "Rally at " + there();
      case Verb::March: return "March from " + there();
      case Verb::Raise: return "Raise the capacity of " + there();
      case Verb::StepTo: return "March to " + there();
      case Verb::Attack: return "Attack from " + there();
      case Verb::Target: return "Attack " + there();
      case Verb::Retreat: return "Withdraw to " + there();
      case Verb::MoveTo: return "Go to " + there();
      case Verb::Blank: return "Blank counter to " + there();
      case Verb::Pick: return c_.piece(payload).name;
      case Verb::Drop: return "Leave " + c_.piece(payload).name + " behind";
      case Verb::Die:
      case Verb::Count: break;
    }
    return game_.action_text(s_, action);
  }

  std::string done_words() const {
    switch (s_.step) {
      case Step::March: return "Stop here";
      case Step::AllocateTrain: return "Pass";
      case Step::ChooseAttack: return "No further attack";
      case Step::Advance:
      case Step::Withdraw:
      case Step::WithdrawBeforeCombat: return "Stay";
      case Step::DeclareIndependence:
      case Step::ChooseWinter:
      case Step::NameAttackSupport:
      case Step::NameDefenceSupport: return "No";
      case Step::KeepSupreme: return "Let him go";
      case Step::ChooseSources: return "Not yet";
      case Step::StationGarrison: return "Nobody";
      case Step::OfferPoints: return "No offer";
      case Step::AnswerTruce:
      case Step::AnswerOffer: return "Decline";
      default: return "Nothing more";
    }
  }

  std::string take_words(int n) const {
    if (s_.step == Step::OfferPoints) return counted(n, "battle point");
    const auto question = kind_question(c_, s_);
    if (question.members.empty()) return std::to_string(n);
    const auto& name = c_.piece(question.members.first()).name;
    if (question.commander) return n == 0 ? "Without " + name : "With " + name;
    return std::to_string(n) + " like " + name;
  }

  const HexCampaign& game_;
  const Context& c_;
  const State& s_;
  const play::View& view_;
  std::array<int, kMaxPieces> of_piece_{};  ///< index of its counter, or kNothing
};

}  // namespace

std::vector<play::Choice> choices_of(const HexCampaign& game, const State& world,
                                     const play::View& view) {
  ActionList legal;
  game.legal(world, legal);
  const Choices choices(game, world, view);
  std::vector<play::Choice> list;
  for (const auto action : legal) list.push_back(choices.make(action));
  return list;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
