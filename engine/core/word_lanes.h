// Many 16-bit words asked the same question: eight at a time in one instruction where the processor
// has SSE2, one by one elsewhere, with the same answers. NIEMEN_PLAIN_LANES takes the plain way on
// every processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace niemen::core {

/// Eight words, in plain C++.
class PlainLanes {
 public:
  static constexpr std::size_t kCount = 8;

  /// The kCount words that begin at `words`.
  static PlainLanes load(const std::uint16_t* words) {
    return make([&](std::size_t i) { return words[i]; });
  }
  static PlainLanes all(int word) {
    return make([&](std::size_t) { return word; });
  }
  friend PlainLanes operator&(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] & b.words_[i]; });
  }
  friend PlainLanes operator|(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] | b.words_[i]; });
  }
  friend PlainLanes operator^(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] ^ b.words_[i]; });
  }
  /// Modulo 65,536.
  friend PlainLanes operator-(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] - b.words_[i]; });
  }
  template <int kBits>
  PlainLanes shifted_right() const {
    return make([&](std::size_t i) { return words_[i] >> kBits; });
  }
  /// How much each word of `a` is more than that of `b`; 0 where it is not.
  friend PlainLanes excess(const PlainLanes& a, const PlainLanes& b) {
    return make(
        [&](std::size_t i) { return a.words_[i] > b.words_[i] ? a.words_[i] - b.words_[i] : 0; });
  }
  /// `a` without the bits of `b`.
  friend PlainLanes without(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] & ~b.words_[i]; });
  }
  /// All bits of a word set where the words are equal, else none.
  friend PlainLanes equal(const PlainLanes& a, const PlainLanes& b) {
    return make([&](std::size_t i) { return a.words_[i] == b.words_[i] ? 0xFFFF : 0; });
  }
  /// A bit for each word of `low`, then of `high`. Precondition: all bits of a word are alike.
  friend std::uint32_t bits_of(const PlainLanes& low, const PlainLanes& high) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      bits |= std::uint32_t{low.words_[i] != 0} << i;
      bits |= std::uint32_t{high.words_[i] != 0} << (i + kCount);
    }
    return bits;
  }

 private:
  template <class Word>
  static PlainLanes make(Word word) {
    PlainLanes lanes;
    for (std::size_t i = 0; i < kCount; ++i) lanes.words_[i] = static_cast<std::uint16_t>(word(i));
    return lanes;
  }

  std::array<std::uint16_t, kCount> words_;
};

#if defined(__SSE2__)
/// The same in one instruction each.
class SseLanes {
 public:
  static constexpr std::size_t kCount = 8;

  static SseLanes load(const std::uint16_t* words) {
    return SseLanes(_mm_loadu_si128(reinterpret_cast<const __m128i*>(words)));
  }
  static SseLanes all(int word) { return SseLanes(_mm_set1_epi16(static_cast<short>(word))); }
  friend SseLanes operator&(SseLanes a, SseLanes b) {
    return SseLanes(_mm_and_si128(a.words_, b.words_));
  }
  friend SseLanes operator|(SseLanes a, SseLanes b) {
    return SseLanes(_mm_or_si128(a.words_, b.words_));
  }
  friend SseLanes operator^(SseLanes a, SseLanes b) {
    return SseLanes(_mm_xor_si128(a.words_, b.words_));
  }
  friend SseLanes operator-(SseLanes a, SseLanes b) {
    return SseLanes(_mm_sub_epi16(a.words_, b.words_));
  }
  template <int kBits>
  SseLanes shifted_right() const {
    return SseLanes(_mm_srli_epi16(words_, kBits));
  }
  friend SseLanes excess(SseLanes a, SseLanes b) {
    return SseLanes(_mm_subs_epu16(a.words_, b.words_));
  }
  friend SseLanes without(SseLanes a, SseLanes b) {
    return SseLanes(_mm_andnot_si128(b.words_, a.words_));
  }
  friend SseLanes equal(SseLanes a, SseLanes b) {
    return SseLanes(_mm_cmpeq_epi16(a.words_, b.words_));
  }
  friend std::uint32_t bits_of(SseLanes low, SseLanes high) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low.words_, high.words_)));
  }

 private:
  explicit SseLanes(__m128i words) : words_(words) {}

  __m128i words_;
};
#endif

#if defined(__SSE2__) && !defined(NIEMEN_PLAIN_LANES)
using WordLanes = SseLanes;
#else
using WordLanes = PlainLanes;
#endif

/// A bit for each of `kWords` words, by 64: set where `ask(first)`, which answers for the kCount
/// words from `first` on, says so; with `kNegated`, where it does not.
template <std::size_t kWords, bool kNegated = false, class Lanes = WordLanes, class Ask>
inline std::array<std::uint64_t, (kWords + 63) / 64> ask_words(Ask ask) {
  constexpr std::size_t kEight = Lanes::kCount;
  constexpr std::uint32_t kAll = 0xFFFF, kFlip = kNegated ? kAll : 0;
  static_assert(kWords % kEight == 0);
  std::array<std::uint64_t, (kWords + 63) / 64> found{};
  for (std::size_t first = 0; first < kWords; first += 2 * kEight) {
    const auto high =
        first + kEight < kWords ? ask(first + kEight) : Lanes::all(static_cast<int>(kFlip));
    found[first / 64] |= std::uint64_t{bits_of(ask(first), high) ^ kFlip} << (first % 64);
  }
  return found;
}

}  // namespace niemen::core
