// Fixed-size bit sets over small indices: hexes, areas, units.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace niemen::core {

/// A set of indices in [0, 64 * Words). Trivially copyable, compared by value, no heap.
template <int Words>
struct BitSet {
  static constexpr int kCapacity = Words * 64;
  std::array<std::uint64_t, Words> words{};

  static constexpr BitSet of(int index) {
    BitSet set;
    set.insert(index);
    return set;
  }

  constexpr bool contains(int index) const {
    return (words[static_cast<std::size_t>(index) >> 6] >> (index & 63)) & 1U;
  }
  constexpr void insert(int index) {
    words[static_cast<std::size_t>(index) >> 6] |= std::uint64_t{1} << (index & 63);
  }
  constexpr void erase(int index) {
    words[static_cast<std::size_t>(index) >> 6] &= ~(std::uint64_t{1} << (index & 63));
  }
  constexpr void assign(int index, bool present) { present ? insert(index) : erase(index); }
  constexpr void clear() { words.fill(0); }

  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (auto word : words) any |= word;
    return any == 0;
  }
  constexpr int count() const {
    int total = 0;
    for (auto word : words) total += std::popcount(word);
    return total;
  }
  /// The lowest index in the set, or -1 when it is empty.
  constexpr int first() const {
    for (int w = 0; w < Words; ++w)
      if (words[static_cast<std::size_t>(w)])
        return w * 64 + std::countr_zero(words[static_cast<std::size_t>(w)]);
    return -1;
  }
  constexpr bool intersects(const BitSet& other) const {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < Words; ++w) any |= words[w] & other.words[w];
    return any != 0;
  }
  constexpr bool is_subset_of(const BitSet& other) const {
    std::uint64_t outside = 0;
    for (std::size_t w = 0; w < Words; ++w) outside |= words[w] & ~other.words[w];
    return outside == 0;
  }

  constexpr BitSet& operator|=(const BitSet& o) {
    for (std::size_t w = 0; w < Words; ++w) words[w] |= o.words[w];
    return *this;
  }
  constexpr BitSet& operator&=(const BitSet& o) {
    for (std::size_t w = 0; w < Words; ++w) words[w] &= o.words[w];
    return *this;
  }
  constexpr BitSet& operator^=(const BitSet& o) {
    for (std::size_t w = 0; w < Words; ++w) words[w] ^= o.words[w];
    return *this;
  }
  /// Set difference.
  constexpr BitSet& operator-=(const BitSet& o) {
    for (std::size_t w = 0; w < Words; ++w) words[w] &= ~o.words[w];
    return *this;
  }
  friend constexpr BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
  friend constexpr BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
  friend constexpr BitSet operator^(BitSet a, const BitSet& b) { return a ^= b; }
  friend constexpr BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }
  constexpr bool operator==(const BitSet&) const = default;

  /// Iterates over the members in ascending order: `for (int index : set)`.
  class Iterator {
   public:
    constexpr explicit Iterator(const BitSet* set) : set_(set), bits_(set->words[0]) { settle(); }
    constexpr Iterator() = default;
    constexpr int operator*() const { return word_ * 64 + std::countr_zero(bits_); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      settle();
      return *this;
    }
    constexpr bool operator!=(const Iterator&) const { return word_ < Words; }

   private:
    constexpr void settle() {
      while (bits_ == 0 && ++word_ < Words) bits_ = set_->words[static_cast<std::size_t>(word_)];
    }
    const BitSet* set_ = nullptr;
    std::uint64_t bits_ = 0;
    int word_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(this); }
  constexpr Iterator end() const { return Iterator(); }
};

}  // namespace niemen::core
