#include "ai/doctrine/hex_campaign/odds.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace niemen::ai::hex_doctrine {

namespace {

constexpr int kFaces = 6;
constexpr int kHitWorth = kUnitWorth / 2;
constexpr int kWithdrawalWorth = 30;  ///< ground won and an army put off
constexpr int kWithdrawalFrom = 3;    // 11.12

constexpr int kMaxUnits = 6;
constexpr int kDisruptedWorth = 30;  ///< a unit that must rally or fall at the next blow
constexpr int kDecisiveFrom = 3;     // 14.7b
constexpr int kDecisiveWorth = 150;  ///< half a place, and a Combat Command each way (9.2)

/// 11.12 to 11.17 for one difference of the final values.
constexpr int worth_of(int difference, int ready, int down, bool trapped) {
  if (difference == 0) return -kHitWorth;  // 11.9
  if (difference < 0) {
    const int suffered = std::min(-difference, kMaxLead);
    return -(suffered - (suffered + 1) / 2) * kHitWorth;  // 11.15: the die adds nothing on average
  }
  const int units = ready + down;
  const int hits = std::min(difference, kMaxLead);
  int fallen = std::clamp(hits - ready, 0, units);
  if (trapped && difference >= kWithdrawalFrom) fallen = units;
  const int shaken = std::min(hits, ready) - std::max(0, fallen - down);
  int worth = fallen * kUnitWorth + std::max(0, shaken) * kDisruptedWorth;
  worth -= (hits + 1) / 2 * kDisruptedWorth;
  if (difference >= kWithdrawalFrom) worth += kWithdrawalWorth;
  if (fallen >= kDecisiveFrom) worth += kDecisiveWorth;
  return worth;
}

struct Worths {
  std::array<std::array<std::array<std::array<std::int16_t, 2 * kMaxLead + 1>, 2>, kMaxUnits + 1>,
             kMaxUnits + 1>
      by_ready{};
};
Worths make_worths() {
  Worths worths;
  for (std::size_t ready = 0; ready <= kMaxUnits; ++ready)
    for (std::size_t down = 0; down <= kMaxUnits; ++down)
      for (std::size_t trapped = 0; trapped < 2; ++trapped)
        for (int lead = -kMaxLead; lead <= kMaxLead; ++lead) {
          int sum = 0;
          for (int attack = 1; attack <= kFaces; ++attack)
            for (int defence = 1; defence <= kFaces; ++defence)
              sum += worth_of(lead + attack - defence, static_cast<int>(ready),
                              static_cast<int>(down), trapped == 1);
          worths.by_ready[ready][down][trapped][lead + kMaxLead] =
              static_cast<std::int16_t>(sum / (kFaces * kFaces));
        }
  return worths;
}
const Worths kWorths = make_worths();

}  // namespace

int attack_worth(int lead, int ready, int down, bool trapped) {
  const auto clamped = [](int units) {
    return static_cast<std::size_t>(std::clamp(units, 0, kMaxUnits));
  };
  const auto slot = static_cast<std::size_t>(std::clamp(lead, -kMaxLead, kMaxLead) + kMaxLead);
  return kWorths.by_ready[clamped(ready)][clamped(down)][trapped ? 1 : 0][slot];
}

int forage_loss(int units) {
  // Who fails is disrupted, gets no train while out of supply, and must forage again next turn.
  const int chance = std::min(units, kFaces);
  return units * chance * (kHitWorth + kUnitWorth * chance / kFaces * 2 / 3) / kFaces;
}

int chance_to_lead(int lead, int margin) {
  // The difference of two dice is d with (6 - |d|) of 36 chances.
  int ways = 0;
  for (int dice = -5; dice <= 5; ++dice)
    if (lead + dice >= margin) ways += kFaces - (dice < 0 ? -dice : dice);
  return ways * 100 / (kFaces * kFaces);
}

int order_chance(int modifiers, int target, int aborts_to) {
  const int lowest = std::max(target - modifiers, aborts_to + 1);
  return std::clamp(kFaces + 1 - lowest, 0, kFaces) * 100 / kFaces;
}

}  // namespace niemen::ai::hex_doctrine
