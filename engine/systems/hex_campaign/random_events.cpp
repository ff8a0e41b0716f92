// 16.1: random event cards.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

const Card& card_at(const Context& c, int number) { return c.cards[number - 1]; }

/// The number of a card in events, through the packs of all parts of a linked campaign.
int card_number(const Context& part, int card) { return kMaxCards * part.part + card; }

/// 16.1: who declares first, by the deck in use.
Side declares_first(const Context& c, const State& s) {
  const Side first = c.rules.first_deck_leader ? Side::B : Side::A;
  return s.turn < c.rules.second_deck_from_turn ? first : other(first);
}

bool is_single(const Context& c, int number) { return number != 0 && card_at(c, number).single; }

/// Whether the side plays a single-instruction card this turn: who draws one must.
bool plays_single(const Context& c, const State& s, Side side) {
  return is_single(c, s.drawn[at(side)]) || is_single(c, s.played[at(side)]);
}

/// The order of play: a single-instruction card follows the other's card, unless both are single.
Side nth_to_play(const Context& c, const State& s, int n) {
  Side first = declares_first(c, s);
  const bool own = plays_single(c, s, first), theirs = plays_single(c, s, other(first));
  if (own && !theirs) first = other(first);
  return n == 0 ? first : other(first);
}

Reason refuse_play(const Context& c, const State& s, int index) {
  const int number = index + 1;
  if (number != s.hand[at(s.side)] && number != s.drawn[at(s.side)]) return Reason::NotYourCard;
  if (is_single(c, s.drawn[at(s.side)]) && number != s.drawn[at(s.side)])
    return Reason::MustPlaySingle;
  return Reason::Ok;
}

/// The side whose instructions of a played card count; -1 when a single card of the opponent
/// overrides them.
bool is_overridden(const Context& c, const State& s, Side side) {
  const bool mine = is_single(c, s.played[at(side)]);
  return !mine && is_single(c, s.played[at(other(side))]);
}

const std::vector<CardEffect>& effects_of(const Context& c, const State& s, Side side) {
  const Card& card = card_at(c, s.played[at(side)]);
  return card.effects[card.single ? 0 : at(side)];
}

PieceSet effect_units(const State& s, const CardEffect& effect) {
  PieceSet found;
  for (int piece : effect.units) {
    if (!on_map(s, piece)) continue;
    if (effect.what == CardEffect::What::RallyUnits && !disrupted(s, piece)) continue;
    if (effect.what == CardEffect::What::DisruptUnits && disrupted(s, piece)) continue;
    found.insert(piece);
  }
  return found;
}

/// A single card that changes the same thing of the same side overrides the other card (16.1):
/// contradicting instructions of the other card have no effect.
bool contradicts(const Context& c, const State& s, Side side, const CardEffect& effect) {
  if (!is_overridden(c, s, side)) return false;
  for (const auto& stronger : effects_of(c, s, other(side)))
    if (stronger.what == effect.what && stronger.side == effect.side) return true;
  return false;
}

template <class R>
void change_now(Table<R>& t, const CardEffect& effect) {
  State& s = t.s;
  const Rules& r = t.c.rules;
  const auto side = at(effect.side);
  switch (effect.what) {
    case CardEffect::What::SupplyTrains:
      s.train_change[side] = static_cast<std::int8_t>(s.train_change[side] + effect.amount);
      break;
    case CardEffect::What::CombatCommands:
      s.commands[side] = static_cast<std::uint8_t>(std::clamp(
          s.commands[side] + effect.amount, r.combat_commands_min, r.combat_commands_max));
      break;
    case CardEffect::What::MarchDie:
      s.march_change[side] = static_cast<std::int8_t>(s.march_change[side] + effect.amount);
      break;
    case CardEffect::What::Raids:
      s.raid_change = static_cast<std::int8_t>(s.raid_change + effect.amount);
      break;
    case CardEffect::What::ReleaseCorps: s.corps_released = 1; break;
    case CardEffect::What::RemoveCommander:
      if (effect.piece == kNoPiece || !on_map(s, effect.piece)) break;
      place_piece(t.c, s, effect.piece, s.second_year ? kLostForGood : kLost);  // T-32
      t.tell(EventKind::CommanderLeavesByCard, {.side = play::index(t.c.piece(effect.piece).side),
                                                .pieces = PieceSet::of(effect.piece)});
      break;
    default: break;
  }
}

template <class R>
void change_unit(Table<R>& t, const CardEffect& effect, int unit) {
  switch (effect.what) {
    case CardEffect::What::RemoveUnits: return eliminate_unit(t, unit, Cause::Card);
    case CardEffect::What::DisruptUnits: hit_unit(t, unit, Cause::Card); return;
    default:
      set_disrupted(t.c, t.s, unit, false);
      t.tell(EventKind::UnitRalliesByCard, {.side = play::index(t.c.piece(unit).side),
                                            .place = place(t.s, unit),
                                            .pieces = PieceSet::of(unit)});
  }
}

bool picks_units(const CardEffect& effect) {
  return effect.what == CardEffect::What::RemoveUnits ||
         effect.what == CardEffect::What::DisruptUnits ||
         effect.what == CardEffect::What::RallyUnits;
}

/// The effect in question.
const CardEffect* current_effect(const Context& c, const State& s) {
  const Side side = nth_to_play(c, s, s.work.cards.nth_card);
  if (s.played[at(side)] == 0) return nullptr;
  const auto& effects = effects_of(c, s, side);
  return s.work.cards.nth_effect < effects.size() ? &effects[s.work.cards.nth_effect] : nullptr;
}

bool chosen_blindly(const Context& c, const CardEffect& effect) {
  return c.rules.hidden_stacks && effect.chooser != effect.side &&
         effect.what == CardEffect::What::RemoveUnits;
}

template <class R>
void go_effects(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  for (; s.work.cards.nth_card < 2; ++s.work.cards.nth_card, s.work.cards.nth_effect = 0) {
    const Side side = nth_to_play(c, s, s.work.cards.nth_card);
    while (const CardEffect* effect = current_effect(c, s)) {
      const bool void_now = contradicts(c, s, side, *effect);
      if (!void_now && picks_units(*effect)) {
        if (s.work.cards.to_choose == 0)
          s.work.cards.to_choose = static_cast<std::uint8_t>(effect->amount);
        const PieceSet open = effect_units(s, *effect);
        // Who must be told apart by his state is shown to the opponent who chooses (15.1).
        if (c.rules.hidden_stacks && effect->chooser != effect->side &&
            effect->what != CardEffect::What::RemoveUnits)
          reveal(c, s, open);
        if (s.work.cards.chosen == 0 && !open.empty())
          return ask(s, Step::CardLoss, effect->chooser);
      } else if (!void_now) {
        change_now(t, *effect);
      }
      ++s.work.cards.nth_effect;
      s.work.cards.to_choose = s.work.cards.chosen = 0;
    }
  }
  s.drawn = {0, 0};
  s.played = {0, 0};
  s.stage.cards = CardStage::Deal;
  next_phase(s, Phase::Blanks);
}

bool deck_open(const Context& c, const State& s, int card) {
  if (!((s.deck >> card) & 1)) return false;
  const Card& data = c.cards[card];
  if (data.power >= 0 && has_joined(s, data.power) != data.needs_joined) return false;
  const bool first = data.first_deck;
  if (s.stage.cards == CardStage::Deal) return first && data.in_opening_deal;
  if (s.second_year) return true;  // 16.13: one deck
  return first == (s.turn < c.rules.second_deck_from_turn);
}

}  // namespace

std::uint64_t drawable_cards(const Context& c, const State& s) {
  std::uint64_t cards = 0;
  for (std::size_t i = 0; i < c.cards.size(); ++i)
    if (deck_open(c, s, static_cast<int>(i))) cards |= std::uint64_t{1} << i;
  return cards;
}

template <class R>
void RandomEvents<R>::go(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  const bool none = c.linked.after_supply && s.turn == c.scenario.last_turn;  // Nemesis 17.1
  if (!c.rules.random_events || none) return next_phase(s, Phase::Blanks);
  if (s.stage.cards == CardStage::Deal) {
    // The opening deal happens once, before the first turn's draw.
    if (s.turn == c.scenario.first_turn && !s.second_year)
      for (Side side : {Side::B, Side::A})
        if (s.hand[at(side)] == 0 && drawable_cards(c, s) != 0) {
          s.side = side;
          return ask(s, Step::DealCard, Actor::Nature);
        }
    s.stage.cards = CardStage::Draw;
  }
  if (s.stage.cards == CardStage::Draw) {
    const Side first = declares_first(c, s);
    for (Side side : {first, other(first)})
      if (s.drawn[at(side)] == 0 && drawable_cards(c, s) != 0) {
        s.side = side;
        return ask(s, Step::DrawCard, Actor::Nature);
      }
    s.stage.cards = CardStage::Play;
    s.work.cards.nth_card = 0;
  }
  if (s.stage.cards == CardStage::Play) {
    for (; s.work.cards.nth_card < 2; ++s.work.cards.nth_card) {
      s.side = nth_to_play(c, s, s.work.cards.nth_card);
      if (s.played[at(s.side)] == 0 && (s.hand[at(s.side)] || s.drawn[at(s.side)]))
        return ask(s, Step::PlayCard, s.side);
    }
    s.stage.cards = CardStage::Effects;
    s.work.cards.nth_card = 0;
    s.work.cards.nth_effect = 0;
  }
  go_effects(t);
}

template <class R>
void RandomEvents<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const int payload = payload_of(action);
  const auto number = static_cast<std::uint8_t>(payload + 1);
  const Step step = s.step;
  s.step = Step::None;
  switch (step) {
    case Step::DealCard:
    case Step::DrawCard:
      s.deck &= ~(std::uint64_t{1} << payload);
      (step == Step::DealCard ? s.hand : s.drawn)[at(s.side)] = number;
      t.tell_secret(s.side, step == Step::DealCard ? EventKind::CardDealt : EventKind::CardDrawn,
                    {.side = play::index(s.side), .amount = card_number(t.c, payload)});
      break;
    case Step::PlayCard:
      s.played[at(s.side)] = number;
      // Which of both was played, the one held or the one drawn, is not seen.
      if (s.hand[at(s.side)] == number) s.hand[at(s.side)] = s.drawn[at(s.side)];
      s.drawn[at(s.side)] = 0;
      t.tell(EventKind::CardPlayed,
             {.side = play::index(s.side), .amount = card_number(t.c, payload)});
      ++s.work.cards.nth_card;
      break;
    default: {
      if (verb_of(action) == Verb::Done) {
        s.work.cards.chosen = 1;
        break;
      }
      change_unit(t, *current_effect(t.c, s), payload);
      if (--s.work.cards.to_choose == 0) s.work.cards.chosen = 1;
    }
  }
}

void list_random_events(const Context& c, const State& s, ActionList& list) {
  if (s.step == Step::PlayCard) {
    for (int index = 0; index < static_cast<int>(c.cards.size()); ++index)
      if (refuse_play(c, s, index) == Reason::Ok) list.push_back(make_action(Verb::Card, index));
    return;
  }
  const CardEffect& effect = *current_effect(c, s);
  list_picks(c, s, effect_units(s, effect), list, chosen_blindly(c, effect));
}

Reason refuse_random_events(const Context& c, const State& s, Action action) {
  if (s.step == Step::PlayCard)
    return verb_of(action) == Verb::Card ? refuse_play(c, s, payload_of(action)) : Reason::NotNow;
  if (verb_of(action) != Verb::Pick) return Reason::NotNow;
  const CardEffect& effect = *current_effect(c, s);
  return refuse_pick(c, s, effect_units(s, effect), payload_of(action), chosen_blindly(c, effect));
}

template struct RandomEvents<play::NullRecorder>;
template struct RandomEvents<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
