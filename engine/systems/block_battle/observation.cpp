// Hidden information (Fog of War; B-33, B-34): what shows, and worlds that agree with it.
#include <algorithm>
#include <span>

#include "engine/core/hash.h"
#include "engine/play/redeal.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// When the battle is over the blocks are turned up and counted (8.1).
bool sees(const State& s, int viewer, int owner) { return viewer == owner || s.step == Step::Over; }

/// What everybody sees of a block that he may not know: where it stands, and what it did there.
struct Slot {
  std::uint8_t place;
  std::uint8_t marks;  ///< moved, in reserve, on the flank
  std::uint8_t via;
  auto operator<=>(const Slot&) const = default;
};
using Slots = core::FixedVector<Slot, kMaxSide>;
using Members = core::FixedVector<std::uint8_t, kMaxSide>;

constexpr std::uint8_t kMoved = 1, kReserve = 2, kFlank = 4;

Slot slot_of(const BlockContext& game, const State& s, int block) {
  return {s.place[at(block)],
          static_cast<std::uint8_t>((has(game, s.moved, block) ? kMoved : 0) |
                                    (has(game, s.reserve, block) ? kReserve : 0) |
                                    (has(game, s.flank, block) ? kFlank : 0)),
          s.via[at(block)]};
}

/// Places the block in the slot; crowds do not change when all slots of a veil are filled again.
void fill(const BlockContext& game, State& s, int block, const Slot& slot) {
  s.place[at(block)] = slot.place;
  s.via[at(block)] = slot.via;
  put(game, s.moved, block, slot.marks & kMoved);
  put(game, s.reserve, block, slot.marks & kReserve);
  put(game, s.flank, block, slot.marks & kFlank);
}

/// Calls `visit(members)` for every veil of a side, its blocks ascending.
template <class Visit>
void for_each_veil(const BlockContext& game, const State& s, int side, Visit visit) {
  const int first = game.first[at(side)], end = first + game.count[at(side)];
  for (int label = first; label < end; ++label) {
    if (s.veil[at(label)] != label) continue;
    Members members;
    for (int block = label; block < end; ++block)
      if (s.veil[at(block)] == label) members.push_back(static_cast<std::uint8_t>(block));
    visit(members);
  }
}

void canonical_loss(State& s, int block) {
  auto& loss = s.loss[at(block)];
  loss = Loss::of(is_out(s.at(block)) ? 0 : loss.least(), loss.least(), loss.most());
}

void hide_identities(const BlockContext& game, State& s, int side) {
  for_each_veil(game, s, side, [&](const Members& members) {
    if (members.size() > 1) {
      Slots slots;
      for (int block : members) slots.push_back(slot_of(game, s, block));
      std::sort(slots.begin(), slots.end());
      for (std::size_t i = 0; i < members.size(); ++i) fill(game, s, members[i], slots[i]);
    }
    for (int block : members) canonical_loss(s, block);
  });
}

/// Blocks of a contested area among whom some are pinned.
BlockSet pinnable(const BlockContext& game, const State& s, int side, int area) {
  return blocks_in(game, s, side, area) & ~(s.reserve[at(side)] | s.moved[at(side)]);
}

/// Secret choices of a side: who is pinned, stays, is behind the works, is ordered by whom.
struct Secrets {
  std::array<std::uint8_t, kMaxAreas> pins{};
};

Secrets hide_pins(const BlockContext& game, State& s, int side) {
  Secrets secrets;
  for_each(game, side, s.pinned[at(side)], [&](int block) {
    if (is_area(s.at(block))) ++secrets.pins[at(s.at(block))];
  });
  s.pinned[at(side)] = 0;
  if (s.step == Step::Pin && s.phasing == side) secrets.pins[s.index] = 0;
  return secrets;
}

void place_pins(const BlockContext& game, State& s, int side, const Secrets& secrets) {
  for (int area = 0; area < game.area_count(); ++area) {
    auto open = pinnable(game, s, side, area);
    for (int left = secrets.pins[at(area)]; left > 0 && open; --left, open &= open - 1)
      s.pinned[at(side)] |= open & (~open + 1);
  }
}

/// Steps came back where everybody sees it, at prices that nobody is told (B-33): one point each.
void hide_prices(const BlockContext& game, State& s, int side) {
  if (s.step == Step::Supply) {
    s.demand = {};
    for (const AreaSet steps : {s.fresh, s.twice})
      for (AreaSet left = steps; left; left &= left - 1)
        ++s.demand[supply_lines(game, s, side, std::countr_zero(left))];
  }
  if (s.step == Step::Capture)
    s.points_left =
        static_cast<std::uint8_t>(captured_points(game, s.pending_area) - std::popcount(s.twice));
}

/// Headquarters face up hold the offices that are printed on them: that one has risen would tell
/// who is dead. Of the commands that they have left nothing shows.
void hide_offices(const BlockContext& game, State& s) {
  const auto holders = s.holder;
  s.holder.fill(kNone);
  s.commands = {};
  for (const int block : holders) {
    const int office = block == kNone ? -1 : game.blocks[at(block)].office;
    if (office < 0) continue;
    s.holder[at(office)] = static_cast<std::uint8_t>(block);
    s.commands[at(office)] = static_cast<std::uint8_t>(strength(game, s, block));
  }
}

void hide_choices(const BlockContext& game, State& s, int side) {
  if (s.battle == kNone) s.acted[at(side)] = 0;
  if (side == 1) {
    for (std::size_t i = 0; i < game.redoubt_list.size(); ++i) {
      if (s.named[i] == kNone) continue;
      const auto here = blocks_in(game, s, 1, game.redoubt_list[i]);
      s.named[i] = here ? static_cast<std::uint8_t>(first_of(game, 1, here)) : kNone;
    }
    if (s.battle == kNone) s.half[1] = 0;
  }
  if (side == s.phasing) hide_offices(game, s);
  if (side == 0 && game.scenario.first_day) s.given = 0;
  if (s.decider == static_cast<play::Actor>(side)) hide_prices(game, s, side);
}

/// The step as it looks from outside: which block is being decided about does not show.
void hide_step(const BlockContext& game, State& s, int side) {
  const auto back_to = [&](Step step) {
    s.step = step;
    s.pending = s.pending_area = s.pending_to = kNone;
    s.index = 0;
  };
  if (s.step == Step::StragglerDie && s.phasing == side) {
    const auto here = may_be_taken_for(game, s, side, s.pending_area);
    s.pending = static_cast<std::uint8_t>(first_of(game, side, here));
    return;
  }
  if (s.phasing == side && in_action(s.phase)) s.phase = s.shown_phase;
  if (s.decider != static_cast<play::Actor>(side)) return;
  // Which phase of his Action a player is in shows by what he does only: one in which he can do
  // nothing would be missing (B-61).
  if (in_action(s.step)) return back_to(s.shown_phase);
  switch (s.step) {
    case Step::RegroupTo: return back_to(Step::Regroup);
    case Step::Transfer:
      s.index = 0;
      s.pending = static_cast<std::uint8_t>(game.divisions.front());
      return;
    case Step::Withdraw:
      s.index = 0;
      s.pending_to =
          static_cast<std::uint8_t>(first_of(game, side, blocks_in(game, s, side, s.pending_area)));
      return;
    case Step::Deploy:
      s.pending =
          static_cast<std::uint8_t>(first_of(game, side, blocks_in(game, s, side, kWaiting)));
      return;
    default: return;
  }
}

/// Nothing shows of a set-up before it is finished: back to where its owner began.
void hide_set_up(const BlockContext& game, State& s, int side) {
  Play p{{game, s, nullptr}};
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i);
    if (is_area(s.at(block)) && game.scenario.place[at(block)] == kNone) put_at(p, block, kWaiting);
  }
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i);
    if (s.at(block) != kWaiting || game.scenario.enters[at(block)]) continue;
    s.pending = static_cast<std::uint8_t>(block);
    return;
  }
}

void hide_side(const BlockContext& game, State& s, int side) {
  if (s.step == Step::Deploy && !s.by_night()) {
    if (s.decider == static_cast<play::Actor>(side)) return hide_set_up(game, s, side);
  }
  const auto secrets = hide_pins(game, s, side);
  hide_identities(game, s, side);
  place_pins(game, s, side, secrets);
  hide_choices(game, s, side);
  hide_step(game, s, side);
}

}  // namespace

Observation BlockBattle::observe(const State& state, play::Viewer viewer) const {
  Observation o{};
  o.shown = state;
  o.viewer = static_cast<std::uint8_t>(viewer);
  for (int side : {0, 1})
    if (!sees(state, o.viewer, side)) hide_side(*context_, o.shown, side);
  return o;
}

namespace {

/// Deals one side's hidden facts again.
class Dealer {
 public:
  Dealer(const BlockContext& game, int side, core::RandomStream& random, State& world)
      : game_(game), side_(side), random_(random), s_(world) {}

  void deal() {
    if (s_.step == Step::Deploy && !s_.by_night() && s_.decider == static_cast<play::Actor>(side_))
      return;
    const auto secrets = hide_pins(game_, s_, side_);
    for_each_veil(game_, s_, side_, [&](const Members& members) { deal_veil(members); });
    deal_pins(secrets);
    deal_choices();
    deal_pending();
  }

 private:
  int below(std::size_t bound) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound)));
  }
  int pick(BlockSet set) {
    for (int skip = below(static_cast<std::size_t>(std::popcount(set))); skip > 0; --skip)
      set &= set - 1;
    return first_of(game_, side_, set);
  }
  void deal_veil(const Members& members) {
    if (members.size() > 1) {
      Slots slots;
      for (int block : members) slots.push_back(slot_of(game_, s_, block));
      for (std::size_t left = slots.size(); left > 1; --left)
        std::swap(slots[left - 1], slots[at(below(left))]);
      for (std::size_t i = 0; i < members.size(); ++i) fill(game_, s_, members[i], slots[i]);
    }
    for (int block : members) {
      auto& loss = s_.loss[at(block)];
      const int least = loss.least(), most = loss.most();
      int lost = least;
      if (is_out(s_.at(block)))
        lost = 0;
      else if (most > least)
        lost += below(at(most - least + 1));
      loss = Loss::of(lost, least, most);
    }
  }
  void deal_pins(const Secrets& secrets) {
    for (int area = 0; area < game_.area_count(); ++area)
      for (int left = secrets.pins[at(area)]; left > 0; --left) {
        const auto open = pinnable(game_, s_, side_, area) & ~s_.pinned[at(side_)];
        if (open) s_.pinned[at(side_)] |= game_.bit(pick(open));
      }
  }
  void deal_choices() {
    if (side_ == 1)
      for (std::size_t i = 0; i < game_.redoubt_list.size(); ++i) {
        if (s_.named[i] == kNone) continue;
        s_.named[i] =
            static_cast<std::uint8_t>(pick(blocks_in(game_, s_, 1, game_.redoubt_list[i])));
        if (s_.fired[s_.phasing] && random_.below(2)) put(game_, s_.half, s_.named[i], true);
      }
    if (side_ == s_.phasing)
      for (std::size_t office = 0; office < kOffices; ++office)
        if (s_.holder[office] != kNone)
          s_.commands[office] = static_cast<std::uint8_t>(below(s_.commands[office] + 1U));
    if (side_ == 0 && game_.scenario.first_day && s_.day == 1) {
      const std::size_t asked = s_.night == Night::LateBlocks  ? 0
                                : s_.night == Night::Transfers ? s_.index
                                                               : game_.divisions.size();
      s_.given = static_cast<std::uint8_t>(random_.below(1U << asked));
    }
  }
  void deal_pending() {
    if (s_.step == Step::StragglerDie && s_.phasing == side_)
      s_.pending = static_cast<std::uint8_t>(
          pick(may_be_taken_for(game_, s_, side_, s_.pending_area) & ~s_.pinned[at(side_)]));
    if (s_.decider != static_cast<play::Actor>(side_)) return;
    if (in_action(s_.step)) {
      constexpr std::array kPhases{Step::Command, Step::Bombard, Step::Move, Step::LeaderMove,
                                   Step::Straggle};
      const auto begun = std::ranges::find(kPhases, s_.shown_phase) - kPhases.begin();
      const auto later = below(kPhases.size() - static_cast<std::size_t>(begun));
      s_.step = s_.phase = kPhases[at(static_cast<int>(begun) + later)];
    }
    if (s_.step == Step::Withdraw) {
      s_.pending_to = static_cast<std::uint8_t>(pick(blocks_in(game_, s_, side_, s_.pending_area)));
      const bool works = in_set(game_.redoubts, s_.pending_area);
      const bool last = at_last_face(game_, s_, s_.pending_to);
      s_.index = static_cast<std::uint8_t>(!works ? 0 : last ? below(2) : 1);
    }
    if (s_.step == Step::Deploy)
      s_.pending =
          static_cast<std::uint8_t>(first_of(game_, side_, blocks_in(game_, s_, side_, kWaiting)));
  }

  const BlockContext& game_;
  int side_;
  core::RandomStream& random_;
  State& s_;
};

}  // namespace

State BlockBattle::sample_world(const Observation& observation, core::RandomStream& random) const {
  const auto viewer = static_cast<play::Viewer>(observation.viewer);
  return play::deal_until_choice(*this, viewer, [&] {
    State world = observation.shown;
    for (int side : {0, 1})
      if (!sees(world, observation.viewer, side)) Dealer(*context_, side, random, world).deal();
    return world;
  });
}

// All that shows of an enemy's choice is what one sees afterwards.
play::PerceivedAction BlockBattle::seen(const State& state, play::Action action,
                                        play::Viewer viewer) const {
  if (state.decider == play::Actor::Nature ||
      static_cast<int>(viewer) == static_cast<int>(state.decider))
    return action;
  State after = state;
  play::NullRecorder silent;
  apply(after, action, silent);
  const auto observation = observe(after, viewer);
  auto label = core::hash_bytes(std::as_bytes(std::span(&observation, 1)));
  // Where a step came back is told, though nothing of it need show afterwards (B-33).
  if (verb_of(action) == Verb::Supply)
    label = core::mix(label, static_cast<std::uint64_t>(state.at(value_of(action))));
  return static_cast<play::PerceivedAction>(label);
}

std::uint64_t BlockBattle::hash(const State& state) const {
  return core::hash_bytes(std::as_bytes(std::span(&state, 1)));
}

}  // namespace niemen::block_battle
