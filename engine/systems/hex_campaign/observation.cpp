// 15.1, 7.4, 16.1: what is hidden, and worlds that fit what is seen.
#include <algorithm>
#include <span>

#include "engine/core/hash.h"
#include "engine/play/redeal.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/deal.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::Viewer;

namespace {

bool is_hidden_from(Side side, Viewer viewer) { return viewer != play::viewer_of(side); }

constexpr std::uint8_t kUnknownCard = 255;

/// forage markers are shown at the end of Rally and Movement.
bool markers_hidden(const State& s) {
  return s.phase >= Phase::ForageMarkers && s.phase <= Phase::Movement;
}

// --- trains and cards ----------------------------------------------------------------------------

void hide_trains(Observation& o, const State& s, Side side) {
  const auto i = at(side);
  int genuine = s.to_place[i], dummies = s.dummies[i];
  for (std::size_t k = 0; k < s.train_count[i]; ++k) {
    Train& train = o.shown.train[i][k];
    if (train & kTrainFaceUp) continue;
    ((train & kTrainGenuine) ? genuine : dummies) += 1;
    train &= static_cast<Train>(~kTrainGenuine);
  }
  // In which order they came is forgotten: one that goes leaves its place in the list to another.
  std::sort(o.shown.train[i].begin(), o.shown.train[i].begin() + s.train_count[i]);
  o.genuine[i] = static_cast<std::uint8_t>(genuine);
  o.misleading[i] = static_cast<std::uint8_t>(dummies);
  o.exhausted[i] = s.to_place[i] == 0;
  o.shown.to_place[i] = 0;
  o.shown.dummies[i] = 0;
}

bool is_single(const Context& c, std::uint8_t number) {
  return number != 0 && c.cards[number - 1U].single;
}

void hide_cards(const Context& c, Observation& o, const State& s, Side side) {
  const auto i = at(side);
  const auto hide = [&](std::uint8_t& number) {
    if (number == 0) return;
    o.shown.deck |= std::uint64_t{1} << (number - 1);
    number = kUnknownCard;
  };
  o.single_drawn[i] = is_single(c, s.drawn[i]);
  hide(o.shown.hand[i]);
  hide(o.shown.drawn[i]);
}

// --- plans ---------------------------------------------------------------------------------------

/// Whether a march, an order or the way of a Commander is being made up, or more of a stack face
/// down are to rally: which questions that takes hangs on what lies face down.
bool plans(const Context& c, const State& s) {
  switch (s.step) {
    case Step::RallyUnit: return c.rules.hidden_stacks;
    case Step::ChooseGroup:
    case Step::TakeForGroup:
    case Step::AttachCapacity:
    case Step::SeniorToMove:
    case Step::ChooseTarget:
    case Step::ChooseOrdered:
    case Step::TakeForOrder:
    case Step::CommitAttack:
    case Step::MoveCommander: return true;
    case Step::March: return s.path_length == 1;
    default: return false;
  }
}

/// The position as it was when the plan under way was begun.
void unplan(State& s) {
  s.choice.all = {};
  s.group.clear();
  if (s.phase == Phase::Rally) {
    s.step = Step::ChooseRally;
    s.work.rally.to_rally = 0;
    return;
  }
  s.work.all = {};
  switch (s.phase) {
    case Phase::Movement:
      s.step = Step::ChooseMarch;
      s.stage.march = MarchStage::Idle;
      s.work.march.flags = kMovementBegun;
      s.seniors.march = {};
      s.places.march.from = kNoHexBits;
      s.places.march.path.fill(0);
      s.path_length = 0;
      break;
    case Phase::Combat:
      s.step = Step::ChooseAttack;
      s.stage.combat = CombatStage::Idle;
      s.work.combat.flags = kCombatBegun;
      --s.orders[at(s.side)];
      --s.ordinal[s.places.combat.from % kOrdinalBuckets];
      s.places.combat.from = s.places.combat.target = kNoHexBits;
      break;
    default: s.step = Step::ChooseCommander; s.work.commanders.begun = 1;
  }
}

// --- secret stacks -------------------------------------------------------------------------------

bool is_veiled(const State& s, int piece) { return s.veil[piece] != kKnown && on_map(s, piece); }

/// Fields of the choice under way that name a secret piece, or would not name one who is known if
/// no secret one came before him.
void hide_choice(Observation& o, const State& s, Side side, const PieceSet& veiled) {
  for (auto& senior : o.shown.seniors.all)
    if (senior > 0 && veiled.contains(senior - 1)) senior = 0;
  if (s.phase != Phase::Movement || s.side != side) return;
  o.shown.seniors.march.of_hex = 0;  // he counts before the march only
  if (!s.group.intersects(veiled)) return;
  o.shown.seniors.march.of_group = 0;
  // How many are lost tells the sum, which tells who leads: only the next loss shows.
  if (s.step == Step::AttritionLoss)
    o.shown.places.march.losses = attrition_eliminates(s) ? 1 << 2 : 1;
}

void veil_stacks(const Context& c, Observation& o, const State& s, Side side) {
  const State markers = o.shown;
  PieceSet veiled;
  for (int piece : side_pieces(c, side))
    if (is_veiled(s, piece)) veiled.insert(piece);
  const auto add = [&](int hex, std::uint16_t own, std::uint8_t veil, std::uint8_t marks) {
    VeiledCounter counter;
    counter.word = static_cast<std::uint16_t>(hex | stack_markers(c, markers, hex) | own);
    counter.veil = veil;
    counter.marks = marks;
    o.counters[o.counter_count++] = counter;
  };
  for (int piece : veiled) {
    const int hex = place(s, piece);
    const bool held = s.held.intersects(pieces_at(s, hex));
    add(hex, disrupted(s, piece) ? kDisrupted : 0, s.veil[piece],
        static_cast<std::uint8_t>(s.moved.contains(piece) | s.locked.contains(piece) << 1 |
                                  held << 2 | s.group.contains(piece) << 3));
  }
  for (std::size_t i = 0; i < kMaxBlanks; ++i) {
    auto& blank = o.shown.blanks[at(side)][i];
    auto& veil = o.shown.blank_veil[at(side)][i];
    if (blank == kNoHexBits || veil == kKnown) continue;
    std::uint8_t marks = 0;
    if (s.held.intersects(pieces_at(s, blank))) marks |= kHeldMark;
    add(blank, 0, veil, marks);
    blank = kNoHexBits;
    veil = kKnown;
  }
  std::sort(o.shown.blanks[at(side)].begin(), o.shown.blanks[at(side)].end());
  hide_choice(o, s, side, veiled);
  for (int piece : veiled) {
    o.shown.piece[piece] = kVeiled;
    for (PieceSet* set : {&o.shown.moved, &o.shown.locked, &o.shown.held, &o.shown.group,
                          &o.shown.choice.all[0], &o.shown.choice.all[1]})
      set->erase(piece);
  }
}

}  // namespace

Observation HexCampaign::observe(const State& s, Viewer viewer) const {
  const Context& c = context_of(s);
  if (plans(c, s) && is_hidden_from(s.side, viewer)) {
    State before = s;
    unplan(before);
    return observe(before, viewer);
  }
  Observation o{};
  o.shown = s;
  o.viewer = static_cast<std::uint8_t>(viewer);
  for (Side side : {Side::A, Side::B}) {
    if (!is_hidden_from(side, viewer)) continue;
    if (markers_hidden(s))
      for (int unit : c.units_of[at(side)]) clear_status(o.shown, unit, kForage);
    hide_trains(o, s, side);
    if (c.rules.random_events) hide_cards(c, o, s, side);
    if (c.rules.hidden_stacks) veil_stacks(c, o, s, side);
  }
  std::sort(o.counters.begin(), o.counters.begin() + o.counter_count);
  return o;
}

namespace {

/// Deals the genuine bits of a side's face-down trains (R-26: a counter in a hex without a stack
/// can only be genuine).
void deal_trains(const Context& c, const Observation& o, State& s, Side side,
                 core::RandomStream& random) {
  const auto i = at(side);
  const HexSet stacks = occupied_hexes(c, s, side);
  core::FixedVector<std::size_t, kMaxTrains> open;
  int genuine = 0;
  for (std::size_t k = 0; k < s.train_count[i]; ++k) {
    Train& train = s.train[i][k];
    if (train & kTrainFaceUp) continue;
    if (s.phase >= Phase::Movement || stacks.contains(train & kPlaceMask)) {
      open.push_back(k);
    } else {
      train |= kTrainGenuine;
      ++genuine;
    }
  }
  const bool allocating = s.phase == Phase::AllocateTrains && !o.exhausted[i];
  const int total = static_cast<int>(open.size());
  const int most_left = o.genuine[i] - genuine - (allocating ? 1 : 0);
  int dummies = std::max(0, total - std::max(0, most_left));
  const int most_dummies = std::min<int>(total, o.misleading[i]);
  if (allocating && dummies < most_dummies)
    dummies +=
        static_cast<int>(random.below(static_cast<std::uint32_t>(most_dummies - dummies + 1)));
  for (int k = total; k > 1; --k)
    std::swap(open[k - 1], open[random.below(static_cast<std::uint32_t>(k))]);
  // The march under way has its trains (8.2).
  int promised = side == s.side ? trains_promised(s) : 0;
  std::size_t last = open.size();
  for (std::size_t k = open.size(); k > 0 && promised > 0; --k) {
    if ((s.train[i][open[k - 1]] & kPlaceMask) != s.places.march.from) continue;
    std::swap(open[k - 1], open[--last]);
    --promised;
  }
  for (int k = dummies; k < total; ++k) {
    s.train[i][open[k]] |= kTrainGenuine;
    ++genuine;
  }
  s.to_place[i] = static_cast<std::uint8_t>(std::max(0, o.genuine[i] - genuine));
  s.dummies[i] = static_cast<std::uint8_t>(std::max(0, o.misleading[i] - dummies));
}

std::uint8_t draw_unknown(const Context& c, State& s, bool single, bool held,
                          core::RandomStream& random) {
  std::uint64_t fits = 0;
  const bool second = s.second_year || s.turn >= c.rules.second_deck_from_turn;
  for (std::uint64_t bits = s.deck; bits; bits &= bits - 1) {
    const int card = std::countr_zero(bits);
    const Card& data = c.cards[card];
    if (data.single != single) continue;
    const bool deck_fits =
        held ? data.first_deck || second : s.second_year || data.first_deck != second;
    if (deck_fits) fits |= std::uint64_t{1} << card;
  }
  if (fits == 0) return 0;
  auto skip = random.below(static_cast<std::uint32_t>(std::popcount(fits)));
  for (; skip > 0; --skip) fits &= fits - 1;
  const int card = std::countr_zero(fits);
  s.deck &= ~(std::uint64_t{1} << card);
  return static_cast<std::uint8_t>(card + 1);
}

void deal_cards(const Context& c, const Observation& o, State& s, Side side,
                core::RandomStream& random) {
  const auto i = at(side);
  if (s.drawn[i] == kUnknownCard)
    s.drawn[i] = draw_unknown(c, s, o.single_drawn[i] != 0, false, random);
  if (s.hand[i] == kUnknownCard) s.hand[i] = draw_unknown(c, s, false, true, random);
}

/// Set in the label of an action that the rules make its player announce something with.
constexpr play::PerceivedAction kAnnounced = 1U << 31;
/// Set in the label of an action with a piece that the viewer cannot tell: the payload is its hex.
constexpr play::PerceivedAction kSecretPiece = 1U << 30;

/// Whether the piece picked in this step leaves play, and so shows itself.
bool leaves_play(const State& s, int piece) {
  switch (s.step) {
    case Step::ReserveLoss:
    case Step::ContingentLoss:
    case Step::ExcessLoss:
    case Step::PursuitLoss:
    case Step::OverflowLoss:
    case Step::WinterLoss:
    case Step::WinterCommanderLoss: return true;
    case Step::AttritionLoss: return attrition_eliminates(s) || disrupted(s, piece);
    case Step::LoserHit:
    case Step::WinnerHit:
    case Step::LoserExtraHit:
    case Step::WinnerExtraHit: return disrupted(s, piece);
    case Step::CardLoss: return true;
    default: return false;
  }
}

/// Whether rallying or disrupting the piece changes what its hex must declare: undisrupted cavalry,
/// there or not.
bool changes_declared_cavalry(const Context& c, const State& s, int piece) {
  const bool turns = s.step == Step::RallyUnit || s.step == Step::AttritionLoss ||
                     s.step == Step::LoserHit || s.step == Step::WinnerHit;
  const PieceSet cavalry = c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
  if (!turns || !cavalry.contains(piece)) return false;
  const Side side = c.piece(piece).side;
  PieceSet rest = (units_at(c, s, side, place(s, piece)) & cavalry) - with_status(s, kDisrupted);
  rest.erase(piece);
  return rest.empty();
}

State deal_world(const Context& c, const Observation& o, const State* before,
                 core::RandomStream& random) {
  State s = o.shown;
  const auto viewer = static_cast<Viewer>(o.viewer);
  for (Side side : {Side::A, Side::B}) {
    if (!is_hidden_from(side, viewer)) continue;
    if (c.rules.hidden_stacks) deal_stacks(c, o, s, side, before, random);
    if (c.rules.random_events) deal_cards(c, o, s, side, random);
  }
  rebuild_caches(c, s);
  for (Side side : {Side::A, Side::B}) {
    if (!is_hidden_from(side, viewer)) continue;
    deal_trains(c, o, s, side, random);
    if (markers_hidden(s)) mark_foraging(c, s, side);
  }
  return s;
}

/// The choice under way, as far as it names pieces that the viewer cannot tell.
void refind_choice(const Context& c, State& s) {
  refind_movement_choice(c, s);
  refind_order_choice(c, s);
  if (s.step == Step::OverflowLoss)  // who went on is disrupted
    for (int unit : units_at(c, s, play::side_of(s.actor), s.places.combat.overflow))
      if (is_veiled(s, unit) && disrupted(s, unit)) s.choice.withdrawal.going_on.insert(unit);
}

}  // namespace

State HexCampaign::sample_world(const Observation& o, core::RandomStream& random) const {
  return sample_like(o, nullptr, random);
}

State HexCampaign::continue_world(const Observation& o, const Observation& before,
                                  const State& world, core::RandomStream& random) const {
  return sample_like(o, before.viewer == o.viewer ? &world : nullptr, random);
}

State HexCampaign::sample_like(const Observation& o, const State* before,
                               core::RandomStream& random) const {
  const Context& c = context_of(o.shown);
  const auto viewer = static_cast<Viewer>(o.viewer);
  // Two Commanders of equal rank, say, must be so in the world dealt.
  return play::deal_until_choice(*this, viewer, [&] {
    State s = deal_world(c, o, before, random);
    if (play::is_side(s.actor) && viewer != play::viewer_of(play::side_of(s.actor)))
      refind_choice(c, s);
    return s;
  });
}

play::PerceivedAction HexCampaign::seen(const State& s, Action action, Viewer viewer) const {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  const bool own = play::is_side(s.actor) && viewer == play::viewer_of(play::side_of(s.actor));
  if (own) return action;
  const bool begins = (verb == Verb::March || verb == Verb::Attack || verb == Verb::Pick) &&
                      (s.step == Step::ChooseMarch || s.step == Step::ChooseAttack ||
                       s.step == Step::ChooseCommander);
  if (begins || plans(context_of(s), s)) {  // all that shows is what one sees afterwards
    State after = s;
    play::NullRecorder silent;
    apply(after, action, silent);
    const auto observation = observe(after, viewer);
    return static_cast<play::PerceivedAction>(
        core::hash_bytes(std::as_bytes(std::span(&observation, 1))));
  }
  switch (verb) {
    case Verb::Dummy:  // a counter laid face down (7.4)
      return make_action(Verb::Train, payload);
    case Verb::Train:  // the last genuine train is announced
      return s.to_place[at(s.side)] == 1 ? action | kAnnounced : action;
    case Verb::Card:
      if (s.step == Step::PlayCard) return action;
      if (viewer == play::viewer_of(s.side)) return action;
      // A card that must be played at once shows itself by the order of play (16.1).
      return make_action(Verb::Card, 0) | (context_of(s).cards[payload].single ? kAnnounced : 0);
    case Verb::Blank: return make_action(Verb::Blank, payload);
    case Verb::Done: return action;
    default: break;
  }
  const auto& c = context_of(s);
  if (!c.rules.hidden_stacks) return action;
  // Which piece of a secret stack is meant stays secret; what is done in which hex is seen, and who
  // leaves play is shown.
  const bool secret = (verb == Verb::Pick || verb == Verb::Drop) && is_veiled(s, payload);
  if (!secret || leaves_play(s, payload)) return action;
  return make_action(verb, place(s, payload)) | kSecretPiece |
         (changes_declared_cavalry(c, s, payload) ? kAnnounced : 0);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
