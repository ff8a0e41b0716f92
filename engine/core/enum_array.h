// Arrays with an entry for each value of an enumeration, and indexed by it.
#pragma once

#include <array>
#include <cstddef>

namespace niemen::core {

/// Values run from 0 without a gap; `kCount` of them, by default up to `Enum::Count`.
template <class Enum, class T, std::size_t kCount = static_cast<std::size_t>(Enum::Count)>
struct EnumArray {
  std::array<T, kCount> values;

  constexpr T& operator[](Enum index) { return values[static_cast<std::size_t>(index)]; }
  constexpr const T& operator[](Enum index) const {
    return values[static_cast<std::size_t>(index)];
  }
  static constexpr std::size_t size() { return kCount; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }

  bool operator==(const EnumArray&) const = default;
};

/// The values of an enumeration in their order.
template <class Enum, std::size_t kCount = static_cast<std::size_t>(Enum::Count)>
constexpr std::array<Enum, kCount> values_of() {
  std::array<Enum, kCount> values{};
  for (std::size_t i = 0; i < kCount; ++i) values[i] = static_cast<Enum>(i);
  return values;
}

}  // namespace niemen::core
