#include "ai/doctrine/hex_campaign/odds.h"

#include <algorithm>
#include <array>

namespace niemen::ai::hex_doctrine {

namespace {

constexpr int kFaces = 6;
constexpr int kHitWorth = kUnitWorth / 2;
constexpr int kWithdrawalWorth = 30;  ///< ground won and an army put off
constexpr int kWithdrawalFrom = 3;    // 11.12

constexpr int balance_of(int difference) {
  if (difference == 0) return -kHitWorth;  // 11.9
  const int hits = std::min(difference < 0 ? -difference : difference, kMostLead);
  const int answer = (hits + 1) / 2;  // 11.15: the die adds nothing on average
  const int worth = (hits - answer) * kHitWorth;
  if (difference < 0) return -worth;
  return worth + (difference >= kWithdrawalFrom ? kWithdrawalWorth : 0);
}

constexpr std::array<int, 2 * kMostLead + 1> make_balances() {
  std::array<int, 2 * kMostLead + 1> table{};
  for (int lead = -kMostLead; lead <= kMostLead; ++lead) {
    int sum = 0;
    for (int attack = 1; attack <= kFaces; ++attack)
      for (int defence = 1; defence <= kFaces; ++defence)
        sum += balance_of(lead + attack - defence);
    table[static_cast<std::size_t>(lead + kMostLead)] = sum / (kFaces * kFaces);
  }
  return table;
}
constexpr auto kBalances = make_balances();

}  // namespace

int combat_balance(int lead) {
  return kBalances[static_cast<std::size_t>(std::clamp(lead, -kMostLead, kMostLead) + kMostLead)];
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
