// 16.1: random event cards.
#include <algorithm>
#include <bit>

#include "engine/systems/hex_campaign/choices.h"

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

void change_now(Play& p, const CardEffect& effect) {
  State& s = p.state;
  const Rules& r = p.game.rules;
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
      place_piece(p.game, s, effect.piece, s.second_year ? kLostForGood : kLost);  // T-32
      p.tell(EventKind::CommanderLeavesByCard,
             {.side = play::index(p.game.piece(effect.piece).side),
              .pieces = PieceSet::of(effect.piece)});
      break;
    default: break;
  }
}

void change_unit(Play& p, const CardEffect& effect, int unit) {
  switch (effect.what) {
    case CardEffect::What::RemoveUnits: return eliminate_unit(p, unit, Cause::Card);
    case CardEffect::What::DisruptUnits: hit_unit(p, unit, Cause::Card); return;
    default:
      set_disrupted(p.game, p.state, unit, false);
      p.tell(EventKind::UnitRalliesByCard, {.side = play::index(p.game.piece(unit).side),
                                            .place = place(p.state, unit),
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

void go_effects(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
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
          return p.ask(Step::CardLoss, effect->chooser);
      } else if (!void_now) {
        change_now(p, *effect);
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

void go_random_events(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  const bool none = c.linked.after_supply && s.turn == c.scenario.last_turn;  // Nemesis 17.1
  if (!c.rules.random_events || none) return next_phase(s, Phase::Blanks);
  if (s.stage.cards == CardStage::Deal) {
    // The opening deal happens once, before the first turn's draw.
    if (s.turn == c.scenario.first_turn && !s.second_year)
      for (Side side : {Side::B, Side::A})
        if (s.hand[at(side)] == 0 && drawable_cards(c, s) != 0) {
          s.side = side;
          return p.roll(Step::DealCard);
        }
    s.stage.cards = CardStage::Draw;
  }
  if (s.stage.cards == CardStage::Draw) {
    const Side first = declares_first(c, s);
    for (Side side : {first, other(first)})
      if (s.drawn[at(side)] == 0 && drawable_cards(c, s) != 0) {
        s.side = side;
        return p.roll(Step::DrawCard);
      }
    s.stage.cards = CardStage::Play;
    s.work.cards.nth_card = 0;
  }
  if (s.stage.cards == CardStage::Play) {
    for (; s.work.cards.nth_card < 2; ++s.work.cards.nth_card) {
      s.side = nth_to_play(c, s, s.work.cards.nth_card);
      if (s.played[at(s.side)] == 0 && (s.hand[at(s.side)] || s.drawn[at(s.side)]))
        return p.ask(Step::PlayCard, s.side);
    }
    s.stage.cards = CardStage::Effects;
    s.work.cards.nth_card = 0;
    s.work.cards.nth_effect = 0;
  }
  go_effects(p);
}

namespace {

void name_by_side_to_draw(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = static_cast<std::uint32_t>(s.side);
}
void list_draws(const Context& c, const State& s, play::ChanceList& list) {
  const std::uint64_t cards = drawable_cards(c, s);
  const double each = 1.0 / std::popcount(cards);
  for (std::uint64_t bits = cards; bits; bits &= bits - 1)
    list.push_back({make_action(Verb::Card, std::countr_zero(bits)), each});
}
void take_card(Play& p, PerSide<std::uint8_t>& cards, EventKind kind, int card) {
  State& s = p.state;
  s.deck &= ~(std::uint64_t{1} << card);
  cards[at(s.side)] = static_cast<std::uint8_t>(card + 1);
  p.tell_secret(s.side, kind, {.side = play::index(s.side), .amount = card_number(p.game, card)});
}
void deal_card(Play& p, int card) { take_card(p, p.state.hand, EventKind::CardDealt, card); }
void draw_card(Play& p, int card) { take_card(p, p.state.drawn, EventKind::CardDrawn, card); }

}  // namespace

constinit const RowOf<Step::DealCard> deal_card_row{
    {"deal-card", "16.1 Random events", "16.1", "A card is dealt"},
    name_by_side_to_draw,
    deal_card,
    Verb::Card,
    list_draws};

constinit const RowOf<Step::DrawCard> draw_card_row{
    {"draw-card", "16.1 Random events", "16.1", "A card is drawn"},
    name_by_side_to_draw,
    draw_card,
    Verb::Card,
    list_draws};

namespace {

void list_cards(const Lister& l) {
  add_numbers<refuse_play>(l, 0, static_cast<int>(l.game.cards.size()) - 1);
}
void play_card(Play& p, int card) {
  State& s = p.state;
  const auto number = static_cast<std::uint8_t>(card + 1);
  s.played[at(s.side)] = number;
  // Which of both was played, the one held or the one drawn, is not seen.
  if (s.hand[at(s.side)] == number) s.hand[at(s.side)] = s.drawn[at(s.side)];
  s.drawn[at(s.side)] = 0;
  p.tell(EventKind::CardPlayed, {.side = play::index(s.side), .amount = card_number(p.game, card)});
  ++s.work.cards.nth_card;
}

Reason refuse_affected(const Context& c, const State& s, int unit) {
  const CardEffect& effect = *current_effect(c, s);
  return refuse_pick(c, s, effect_units(s, effect), unit, chosen_blindly(c, effect));
}
void list_affected(const Lister& l) {
  const CardEffect& effect = *current_effect(l.game, l.state);
  list_picks(l.game, l.state, effect_units(l.state, effect), l.list,
             chosen_blindly(l.game, effect));
}
void affect_unit(Play& p, int unit) {
  State& s = p.state;
  change_unit(p, *current_effect(p.game, s), unit);
  if (--s.work.cards.to_choose == 0) s.work.cards.chosen = 1;
}

}  // namespace

constinit const RowOf<Step::PlayCard> play_card_row{
    {"play-card", "16.1 Random events", "16.1", "Choose the card to play", play::Barrier::Reveal},
    {{Verb::Card, "16.1", list_cards, of_number<refuse_play>, play_card}}};

constinit const RowOf<Step::CardLoss> card_loss_row{
    {"card-loss", "16.1 Random events", "16.1", "Choose a unit for the card"},
    {{Verb::Pick, "16.1", list_affected, of_piece<refuse_affected>, affect_unit}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
