// 15.1, 7.4, 16.1: what is hidden, and worlds that fit what is seen.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {

using play::Viewer;

namespace {

bool is_hidden_from(Side side, Viewer viewer) { return viewer != play::viewer_of(side); }

constexpr std::uint8_t kUnknownCard = 255;
constexpr std::uint8_t kUnknownPiece = 255;

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
  // A card that was played is open.
  if (s.drawn[i] != s.played[i] || s.played[i] == 0) hide(o.shown.drawn[i]);
}

// --- secret stacks -------------------------------------------------------------------------------

// Bits of VeiledCounter::marks.
constexpr std::uint8_t kMovedMark = 1, kLockedMark = 2, kHeldMark = 4, kGroupMark = 8;

constexpr std::uint16_t kMarkerBits = kForcedMarch | kFoughtMask | kForage | kSupplied;

bool is_veiled(const State& s, int piece) {
  return s.veil[static_cast<std::size_t>(piece)] != kKnown && on_map(s, piece);
}

/// Markers lie on stacks: what any unit of the hex shows, every counter of it shows.
std::uint16_t stack_markers(const Context& c, const State& s, int hex) {
  std::uint16_t bits = 0;
  std::uint16_t most_fought = 0;
  for (int unit : pieces_at(s, hex) & c.combat_units) {
    const std::uint16_t word = s.piece[static_cast<std::size_t>(unit)];
    bits = static_cast<std::uint16_t>(bits | (word & kMarkerBits & ~kFoughtMask));
    most_fought = std::max<std::uint16_t>(most_fought, word & kFoughtMask);
  }
  return static_cast<std::uint16_t>(bits | most_fought);
}

/// Fields of the choice under way that name a secret piece or its kind.
void hide_choice(Observation& o, const State& s, Side side, const PieceSet& veiled) {
  const auto secret = [&](int piece) { return piece < kMaxPieces && veiled.contains(piece); };
  if (s.senior_a > 0 && secret(s.senior_a - 1)) o.shown.senior_a = 0;
  if (s.senior_d > 0 && secret(s.senior_d - 1)) o.shown.senior_d = 0;
  if (s.phase == Phase::CommandersMovement && (s.value == kUnknownPiece || secret(s.value)))
    o.shown.value = kUnknownPiece;
  const bool taking = s.step == Step::TakeForGroup || s.step == Step::TakeForOrder;
  if (taking && s.actor == play::actor_of(side)) o.shown.cursor = 0;
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
    add(hex, disrupted(s, piece) ? kDisrupted : 0, s.veil[static_cast<std::size_t>(piece)],
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
    o.shown.piece[static_cast<std::size_t>(piece)] = kVeiled;
    for (PieceSet* set : {&o.shown.moved, &o.shown.locked, &o.shown.held, &o.shown.group,
                          &o.shown.pick_from, &o.shown.picked})
      set->erase(piece);
  }
}

}  // namespace

Observation HexCampaign::observe(const State& s, Viewer viewer) const {
  const Context& c = *context_;
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
    std::swap(open[static_cast<std::size_t>(k - 1)],
              open[random.below(static_cast<std::uint32_t>(k))]);
  for (int k = dummies; k < total; ++k) {
    s.train[i][open[static_cast<std::size_t>(k)]] |= kTrainGenuine;
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
    const Card& data = c.cards[static_cast<std::size_t>(card)];
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

/// Marks a counter of a secret stack as a blank.
constexpr std::uint8_t kBlank = 255;

struct Slot {
  std::uint8_t piece;
  std::uint16_t counter;
};
using Slots = core::FixedVector<Slot, kMaxPieces + kMaxBlanks>;

/// One way to deal a side's secret counters, and how far it is from what the viewer sees.
struct Deal {
  const Context& c;
  const Observation& o;
  State& s;
  Side side;
  Slots slots;

  const VeiledCounter& counter(const Slot& slot) const { return o.counters[slot.counter]; }
  int hex(const Slot& slot) const { return counter(slot).word & kPlaceMask; }

  void put(const Slot& slot) {
    if (slot.piece == kBlank) return;
    const VeiledCounter& mine = counter(slot);
    const bool unit = c.combat_units.contains(slot.piece);
    s.piece[slot.piece] = unit ? mine.word : static_cast<std::uint16_t>(mine.word & kPlaceMask);
    s.moved.assign(slot.piece, mine.marks & 1);
    s.locked.assign(slot.piece, unit && (mine.marks & 2));
    s.held.assign(slot.piece, unit && (mine.marks & 4));
    s.group.assign(slot.piece, mine.marks & 8);
  }

  /// Too full, a declared unit or declared cavalry missing or too many, a disrupted counter
  /// that is no unit, more blanks than units (15.1).
  int misfits(int hex_here) const {
    const PieceSet units = units_at(c, s, side, hex_here);
    const PieceSet ready = units - with_status(s, kDisrupted);
    int total = 0, blanks = 0;
    total += units.empty() == o.shown.combat_hexes[at(side)].contains(hex_here);
    total += ready.intersects(c.arm_units[static_cast<std::size_t>(Arm::Cavalry)]) !=
             o.shown.cavalry_hexes[at(side)].contains(hex_here);
    total += std::max(0, occupancy(c, units) - capacity(c, s, hex_here));
    for (const Slot& slot : slots) {
      if (hex(slot) != hex_here) continue;
      const bool unit = slot.piece != kBlank && c.combat_units.contains(slot.piece);
      total += !unit && (counter(slot).word & kDisrupted);
      total += !unit && (counter(slot).marks & kLockedMark);
      if (slot.piece != kBlank) continue;
      ++blanks;
      total += (counter(slot).marks & (kMovedMark | kGroupMark)) != 0;
    }
    for (auto blank : s.blanks[at(side)]) blanks += blank == hex_here;
    return total + std::max(0, blanks - units.count());
  }

  /// Exchanges counters at random within veil groups.
  void shuffle(core::RandomStream& random);
  /// Swaps within veil groups until nothing misfits or `swaps` are spent; returns what is left.
  int climb(const HexSet& hexes, int swaps, core::RandomStream& random);
};

void Deal::shuffle(core::RandomStream& random) {
  for (std::size_t i = slots.size(); i > 1; --i) {
    Slot& x = slots[i - 1];
    Slot& y = slots[random.below(static_cast<std::uint32_t>(i))];
    if (counter(x).veil == counter(y).veil) std::swap(x.counter, y.counter);
  }
}

int Deal::climb(const HexSet& hexes, int swaps, core::RandomStream& random) {
  constexpr std::uint32_t kNoise = 64;  // one step uphill in so many, to leave a local minimum
  int worst = 0;
  for (int hex_here : hexes) worst += misfits(hex_here);
  for (int i = 0; i < swaps && worst > 0; ++i) {
    Slot& x = slots[random.below(static_cast<std::uint32_t>(slots.size()))];
    Slot& y = slots[random.below(static_cast<std::uint32_t>(slots.size()))];
    if (counter(x).veil != counter(y).veil || x.piece == y.piece) continue;
    const int hx = hex(x), hy = hex(y);
    if (misfits(hx) == 0 && random.below(4) != 0) continue;  // start where something is wrong
    if (hx == hy && counter(x) == counter(y)) continue;
    const auto both = [&] { return misfits(hx) + (hx == hy ? 0 : misfits(hy)); };
    const auto exchange = [&] {
      std::swap(x.counter, y.counter);
      put(x);
      put(y);
    };
    const int before = both();
    exchange();
    const int after = both();
    const bool uphill = after == before + 1 && random.below(kNoise) == 0;
    if (after <= before || uphill)
      worst += after - before;
    else
      exchange();
  }
  return worst;
}

/// Deals the members of each veil group over the group's counters, then swaps members within groups
/// until the world agrees with what is seen.
void deal_stacks(const Context& c, const Observation& o, State& s, Side side,
                 core::RandomStream& random) {
  Deal deal{c, o, s, side, {}};
  PieceSet open;
  for (int piece : side_pieces(c, side))
    if (place(s, piece) == kVeiled) open.insert(piece);
  HexSet hexes;
  for (std::size_t k = 0; k < o.counter_count; ++k) {
    const VeiledCounter& counter = o.counters[k];
    if (c.pieces[counter.veil].side != side) continue;
    PieceSet members;
    int same = 0;
    for (int piece : open)
      if (s.veil[static_cast<std::size_t>(piece)] == counter.veil) members.insert(piece);
    for (std::size_t j = k; j < o.counter_count; ++j) same += o.counters[j].veil == counter.veil;
    auto skip = random.below(static_cast<std::uint32_t>(same));
    std::uint8_t dealt = kBlank;  // counters beyond the members of the group are blanks
    if (skip < static_cast<std::uint32_t>(members.count())) {
      for (; skip > 0; --skip) members.erase(members.first());
      dealt = static_cast<std::uint8_t>(members.first());
      open.erase(dealt);
    }
    deal.slots.push_back({dealt, static_cast<std::uint16_t>(k)});
    hexes.insert(counter.word & kPlaceMask);
  }
  // A climb that is stuck starts afresh from another deal; most worlds fit within one.
  constexpr int kClimbs = 200, kSwaps = 6000;
  for (int climb = 0; climb < kClimbs; ++climb) {
    if (climb > 0) deal.shuffle(random);
    for (const Slot& slot : deal.slots) deal.put(slot);
    if (deal.climb(hexes, kSwaps, random) == 0) break;
  }
  std::size_t free = 0;
  for (const Slot& slot : deal.slots) {
    if (slot.piece != kBlank) continue;
    while (free < kMaxBlanks && s.blanks[at(side)][free] != kNoHexBits) ++free;
    assert(free < kMaxBlanks);
    s.blanks[at(side)][free] = static_cast<std::uint16_t>(deal.hex(slot));
    s.blank_veil[at(side)][free] = deal.counter(slot).veil;
  }
}

}  // namespace

namespace {

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
  const Side side = c.pieces[static_cast<std::size_t>(piece)].side;
  PieceSet rest = (units_at(c, s, side, place(s, piece)) & cavalry) - with_status(s, kDisrupted);
  rest.erase(piece);
  return rest.empty();
}

}  // namespace

State HexCampaign::sample_world(const Observation& o, core::RandomStream& random) const {
  const Context& c = *context_;
  State s = o.shown;
  const auto viewer = static_cast<Viewer>(o.viewer);
  for (Side side : {Side::A, Side::B}) {
    if (!is_hidden_from(side, viewer)) continue;
    if (c.rules.hidden_stacks) deal_stacks(c, o, s, side, random);
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

play::PerceivedAction HexCampaign::seen(const State& s, Action action, Viewer viewer) const {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  const bool own = play::is_side(s.actor) && viewer == play::viewer_of(play::side_of(s.actor));
  if (own) return action;
  switch (verb) {
    case Verb::Dummy:  // a counter laid face down (7.4)
      return make_action(Verb::Train, payload);
    case Verb::Train:  // the last genuine train is announced
      return s.to_place[at(s.side)] == 1 ? action | kAnnounced : action;
    case Verb::Card:
      if (s.step == Step::PlayCard) return action;
      if (viewer == play::viewer_of(s.side)) return action;
      // A card that must be played at once shows itself by the order of play (16.1).
      return make_action(Verb::Card, 0) |
             (context_->cards[static_cast<std::size_t>(payload)].single ? kAnnounced : 0);
    case Verb::Blank: return make_action(Verb::Blank, payload);
    case Verb::Done: return action;
    default: break;
  }
  const auto& c = *context_;
  if (!c.rules.hidden_stacks) return action;
  // Which piece of a secret stack is meant stays secret; what is done in which hex is seen, and who
  // leaves play is shown.
  const bool secret = (verb == Verb::Pick || verb == Verb::Drop) && is_veiled(s, payload);
  if (!secret || leaves_play(s, payload)) return action;
  return make_action(verb, place(s, payload)) | kSecretPiece |
         (changes_declared_cavalry(c, s, payload) ? kAnnounced : 0);
}

}  // namespace niemen::hex_campaign
