#include "engine/systems/hex_campaign/deal.h"

#include <algorithm>
#include <span>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// Marks a counter of a secret stack as a blank.
constexpr std::uint8_t kBlank = 255;
constexpr std::int16_t kBoundless = 1000;  // half factors
constexpr std::size_t kMaxCounters = kMaxPieces + 2 * kMaxBlanks;

/// A counter on the table and the piece dealt to it.
struct Slot {
  std::uint8_t piece = kBlank;
  std::uint8_t spot = 0;   ///< index of its hex
  std::uint8_t group = 0;  ///< index of its veil group
  bool disrupted = false;
  bool unit_only = false;       ///< marked as only a combat unit can be
  bool commander_only = false;  ///< no unit is declared here
  bool never_blank = false;     ///< moved, or moving
};

/// A hex with counters: what lies in it in this deal, and what must.
struct Spot {
  Hex hex = 0;
  bool has_units = false, has_cavalry = false;  ///< as declared
  bool wants_unit = false;  ///< known pieces alone do not account for what the hex shows
  std::int16_t known_units = 0;
  std::int16_t capacity = 0;
  std::int16_t units = 0, cavalry = 0, occupancy = 0, blanks = 0;
  std::uint8_t first = 0, count = 0;  ///< its slots

  /// 0 when all is as it must be; larger the further it is from that.
  int misfits() const {
    const int wrong_units = has_units && wants_unit && units == known_units;
    const int wrong_cavalry = has_cavalry ? cavalry == 0 : cavalry;
    return wrong_units + wrong_cavalry + std::max(0, occupancy - capacity) +
           std::max(0, blanks - units);
  }
};

/// One way to deal a side's secret counters, and how far it is from what is seen.
class Deal {
 public:
  Deal(const Context& c, const Observation& o, State& s, Side side)
      : c_(c), o_(o), s_(s), side_(side) {
    find_slots();
    find_spots();
    find_groups();
  }

  void draw(core::RandomStream& random) {
    if (slots_.empty()) return;
    // A climb that is stuck starts afresh from another deal; most worlds fit within one.
    for (int climb = 0; climb < kClimbs; ++climb) {
      start_afresh(random);
      if (this->climb(kTries, random)) break;
    }
    stir(random);
    put_down();
  }

  /// Like draw(), but whoever can is left where an earlier world had him.
  void draw_like(const State& before, core::RandomStream& random) {
    if (slots_.empty()) return;
    if (!start_like(before)) start_afresh(random);
    for (int climb = 0; climb < kClimbs && !this->climb(kTries, random); ++climb)
      start_afresh(random);
    put_down();
  }

 private:
  static constexpr int kClimbs = 60, kTries = 3000;

  const VeiledCounter& counter(std::size_t slot) const { return o_.counters[source_[slot]]; }

  /// The side's counters, hex by hex.
  void find_slots() {
    for (std::uint8_t k = 0; k < o_.counter_count; ++k)
      if (c_.pieces[o_.counters[k].veil].side == side_) source_.push_back(k);
    std::sort(source_.begin(), source_.end(), [&](std::uint8_t a, std::uint8_t b) {
      const int hex_a = o_.counters[a].word & kPlaceMask, hex_b = o_.counters[b].word & kPlaceMask;
      return hex_a != hex_b ? hex_a < hex_b : a < b;
    });
    for (std::size_t i = 0; i < source_.size(); ++i) {
      const auto& mine = counter(i);
      Slot slot;
      slot.disrupted = mine.word & kDisrupted;
      slot.unit_only = slot.disrupted || (mine.marks & kLockedMark);
      slot.never_blank = mine.marks & (kMovedMark | kGroupMark);
      slots_.push_back(slot);
    }
  }

  void find_spots() {
    const auto seat = static_cast<std::size_t>(side_);
    const PieceSet down = with_status(s_, kDisrupted);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto hex = static_cast<Hex>(counter(i).word & kPlaceMask);
      if (spots_.empty() || spots_.back().hex != hex) {
        Spot spot;
        spot.hex = hex;
        spot.has_units = o_.shown.combat_hexes[seat].contains(hex);
        spot.has_cavalry = o_.shown.cavalry_hexes[seat].contains(hex);
        spot.capacity =
            static_cast<std::int16_t>(overflows(hex) ? kBoundless : capacity(c_, s_, hex));
        const PieceSet known = units_at(c_, s_, side_, hex);
        spot.known_units = spot.units = static_cast<std::int16_t>(known.count());
        const auto& shown = counter(i);
        spot.wants_unit = known.empty() ||
                          ((shown.marks & kHeldMark) && !s_.held.intersects(known)) ||
                          (shown.word & kMarkerBits) != stack_markers(c_, o_.shown, hex);
        spot.cavalry = static_cast<std::int16_t>(
            ((known & c_.arm_units[static_cast<std::size_t>(Arm::Cavalry)]) - down).count());
        spot.occupancy = static_cast<std::int16_t>(occupancy(c_, known));
        for (const auto blank : s_.blanks[seat]) spot.blanks += blank == hex;
        spot.first = static_cast<std::uint8_t>(i);
        spots_.push_back(spot);
      }
      ++spots_.back().count;
      slots_[i].spot = static_cast<std::uint8_t>(spots_.size() - 1);
      slots_[i].commander_only = !spots_.back().has_units;
    }
    bare_ = spots_;
  }

  /// Whether the hex may be too full until the choice under way is made (8.5, 11.11).
  bool overflows(int hex) const {
    switch (s_.step) {
      case Step::ExcessLoss: return hex == s_.places.sweep.hex;
      case Step::OverflowUnit:
      case Step::OverflowCommander:
      case Step::OverflowTo:
      case Step::OverflowLoss: {
        const CombatPlaces& combat = s_.places.combat;
        return hex == combat.from || hex == combat.target || hex == combat.receiving ||
               (s_.step == Step::OverflowLoss && hex == combat.overflow);
      }
      default: return false;
    }
  }

  /// Slots by veil group, the most particular first, and who belongs to each group; what is over
  /// are blanks.
  void find_groups() {
    PieceSet open;
    for (const int piece : side_pieces(c_, side_))
      if (place(s_, piece) == kVeiled) open.insert(piece);
    PieceSet seen;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto veil = counter(i).veil;
      if (seen.contains(veil)) continue;
      seen.insert(veil);
      const auto first = members_.size();
      for (std::size_t j = i; j < slots_.size(); ++j) {
        if (counter(j).veil != veil) continue;
        slots_[j].group = static_cast<std::uint8_t>(group_first_.size());
        grouped_.push_back(static_cast<std::uint8_t>(j));
      }
      const auto freedom = [&](std::uint8_t slot) {
        const Slot& it = slots_[slot];
        return it.commander_only ? 0 : it.unit_only ? 1 : it.never_blank ? 2 : 3;
      };
      std::sort(grouped_.begin() + first, grouped_.end(), [&](std::uint8_t a, std::uint8_t b) {
        return freedom(a) != freedom(b) ? freedom(a) < freedom(b) : a < b;
      });
      for (const int piece : open)
        if (s_.veil[piece] == veil && members_.size() < grouped_.size())
          members_.push_back(static_cast<std::uint8_t>(piece));
      while (members_.size() < grouped_.size()) members_.push_back(kBlank);
      group_first_.push_back(static_cast<std::uint8_t>(first));
      group_size_.push_back(static_cast<std::uint8_t>(grouped_.size() - first));
    }
  }

  /// Adds (or, with sign -1, takes away) a piece under a counter.
  void count(const Slot& slot, std::uint8_t piece, int sign) {
    Spot& spot = spots_[slot.spot];
    const auto add = [sign](std::int16_t& sum, int amount) {
      sum = static_cast<std::int16_t>(sum + sign * amount);
    };
    if (piece == kBlank) {
      add(spot.blanks, 1);
      return;
    }
    const auto& data = c_.pieces[piece];
    if (data.commander) return;
    add(spot.units, 1);
    add(spot.occupancy, c_.occupancy[piece]);
    add(spot.cavalry, data.arm == Arm::Cavalry && !slot.disrupted);
  }

  bool fits(const Slot& slot, std::uint8_t piece) const {
    if (piece == kBlank) return !slot.unit_only && !slot.commander_only && !slot.never_blank;
    return c_.pieces[piece].commander ? !slot.unit_only : !slot.commander_only;
  }

  /// Deals each group at random, its most particular counters first.
  void start_afresh(core::RandomStream& random) {
    spots_ = bare_;
    for (std::size_t g = 0; g < group_first_.size(); ++g) {
      const auto members = std::span(members_.begin() + group_first_[g], group_size_[g]);
      for (std::size_t k = members.size(); k > 1; --k)
        std::swap(members[k - 1], members[random.below(static_cast<std::uint32_t>(k))]);
      for (std::size_t k = 0; k < members.size(); ++k) {
        Slot& slot = slots_[grouped_[group_first_[g] + k]];
        for (std::size_t next = k; next < members.size(); ++next) {
          if (!fits(slot, members[next])) continue;
          std::swap(members[k], members[next]);
          break;
        }
        slot.piece = members[k];
        count(slot, slot.piece, 1);
      }
    }
  }

  /// Deals each group as an earlier world had it: who lay in a hex in the same order, then who lay
  /// there, then who is left over. Returns whether everybody found a counter that fits.
  bool start_like(const State& before) {
    spots_ = bare_;
    const auto lay_there = [&](const Slot& slot, std::uint8_t piece) {
      return piece != kBlank && place(before, piece) == spots_[slot.spot].hex;
    };
    for (std::size_t g = 0; g < group_first_.size(); ++g) {
      core::FixedVector<std::uint8_t, kMaxCounters> rest, open;
      for (std::size_t k = group_first_[g]; k < group_first_[g] + std::size_t{group_size_[g]};
           ++k) {
        rest.push_back(members_[k]);
        open.push_back(grouped_[k]);
      }
      const auto deal = [&](const auto& suits) {
        std::size_t left = 0;
        for (const auto at : open) {
          Slot& slot = slots_[at];
          std::size_t found = 0;
          while (found < rest.size() && !suits(slot, rest[found])) ++found;
          if (found == rest.size()) {
            open[left++] = at;
            continue;
          }
          slot.piece = rest[found];
          count(slot, slot.piece, 1);
          rest[found] = rest.back();
          rest.pop_back();
        }
        open.truncate(left);
      };
      deal([&](const Slot& slot, std::uint8_t piece) {
        return lay_there(slot, piece) && fits(slot, piece) &&
               hex_campaign::disrupted(before, piece) == slot.disrupted;
      });
      deal([&](const Slot& slot, std::uint8_t piece) {
        return lay_there(slot, piece) && fits(slot, piece);
      });
      deal([&](const Slot& slot, std::uint8_t piece) { return fits(slot, piece); });
      if (!open.empty()) return false;
    }
    return true;
  }

  void exchange(Slot& x, Slot& y) {
    count(x, x.piece, -1);
    count(y, y.piece, -1);
    std::swap(x.piece, y.piece);
    count(x, x.piece, 1);
    count(y, y.piece, 1);
  }
  int misfits(const Slot& x, const Slot& y) const {
    return spots_[x.spot].misfits() + (x.spot == y.spot ? 0 : spots_[y.spot].misfits());
  }
  /// A counter of the same veil group with which an exchange is possible, or null.
  Slot* partner(const Slot& x, core::RandomStream& random) {
    const auto at = group_first_[x.group] + random.below(group_size_[x.group]);
    Slot& y = slots_[grouped_[at]];
    return y.piece != x.piece && fits(x, y.piece) && fits(y, x.piece) ? &y : nullptr;
  }

  /// Exchanges counters of hexes that misfit until none does. Returns whether it came to that.
  bool climb(int tries, core::RandomStream& random) {
    constexpr std::uint32_t kUphill = 12;  // one step uphill in so many, to leave a local minimum
    int total = 0;
    for (const auto& spot : spots_) total += spot.misfits();
    for (int i = 0; i < tries && total > 0; ++i) {
      // The first misfit from a random hex on.
      auto at = random.below(static_cast<std::uint32_t>(spots_.size()));
      while (spots_[at].misfits() == 0) at = at + 1 == spots_.size() ? 0 : at + 1;
      Slot& x = slots_[spots_[at].first + random.below(spots_[at].count)];
      Slot* y = partner(x, random);
      if (y == nullptr) continue;
      const int before = misfits(x, *y);
      exchange(x, *y);
      const int after = misfits(x, *y);
      if (after <= before || (after == before + 1 && random.below(kUphill) == 0))
        total += after - before;
      else
        exchange(x, *y);
    }
    return total == 0;
  }

  /// Exchanges that keep the fit, so that no way to deal is favoured by how it was found.
  void stir(core::RandomStream& random) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Slot& x = slots_[random.below(static_cast<std::uint32_t>(slots_.size()))];
      Slot* y = partner(x, random);
      if (y == nullptr) continue;
      const int before = misfits(x, *y);
      exchange(x, *y);
      if (misfits(x, *y) > before) exchange(x, *y);
    }
  }

  void put_down() {
    const auto seat = static_cast<std::size_t>(side_);
    std::size_t free = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto piece = slots_[i].piece;
      const auto& mine = counter(i);
      const auto hex = static_cast<std::uint16_t>(mine.word & kPlaceMask);
      if (piece == kBlank) {
        while (free < kMaxBlanks && s_.blanks[seat][free] != kNoHexBits) ++free;
        assert(free < kMaxBlanks);
        s_.blanks[seat][free] = hex;
        s_.blank_veil[seat][free] = mine.veil;
        continue;
      }
      const bool unit = c_.combat_units.contains(piece);
      s_.piece[piece] = unit ? mine.word : hex;
      s_.moved.assign(piece, mine.marks & kMovedMark);
      s_.locked.assign(piece, unit && (mine.marks & kLockedMark));
      s_.held.assign(piece, unit && (mine.marks & kHeldMark));
      s_.group.assign(piece, mine.marks & kGroupMark);
    }
  }

  const Context& c_;
  const Observation& o_;
  State& s_;
  Side side_;
  core::FixedVector<std::uint8_t, kMaxCounters> source_;  ///< counter of each slot
  core::FixedVector<Slot, kMaxCounters> slots_;
  core::FixedVector<Spot, kMaxCounters> spots_, bare_;
  // Veil groups: their slots and their members, one after the other.
  core::FixedVector<std::uint8_t, kMaxCounters> grouped_, members_, group_first_, group_size_;
};

}  // namespace

std::uint16_t stack_markers(const Context& c, const State& s, int hex) {
  std::uint16_t bits = 0;
  std::uint16_t most_fought = 0;
  for (const int unit : pieces_at(s, hex) & c.combat_units) {
    const std::uint16_t word = s.piece[unit];
    bits = static_cast<std::uint16_t>(bits | (word & kMarkerBits & ~kFoughtMask));
    most_fought = std::max<std::uint16_t>(most_fought, word & kFoughtMask);
  }
  return static_cast<std::uint16_t>(bits | most_fought);
}

void deal_stacks(const Context& c, const Observation& o, State& s, Side side, const State* before,
                 core::RandomStream& random) {
  Deal deal(c, o, s, side);
  if (before)
    deal.draw_like(*before, random);
  else
    deal.draw(random);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
