// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as
// 1, 2, 3", SC 2011). The same key and counter give the same bits on every machine and thread.
#pragma once

#include <array>
#include <cstdint>

namespace niemen::core {

/// One Philox4x32-10 block: 128 random bits for a 64-bit key and a 128-bit counter.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

/// 64 random bits named by a key and a 128-bit counter.
constexpr std::uint64_t random_bits(std::uint64_t key, std::uint64_t high, std::uint64_t low) {
  const auto block =
      philox4x32({static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                  static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)},
                 {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
  return (std::uint64_t{block[1]} << 32) | block[0];
}

/// Maps 64 random bits to [0, bound) without a division. Precondition: bound > 0.
constexpr std::uint32_t scale_bits(std::uint64_t bits, std::uint32_t bound) {
  return static_cast<std::uint32_t>(((bits >> 32) * bound) >> 32);
}

/// Maps 64 random bits to [0, 1) with 53 bits of precision.
constexpr double unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// A stream of random numbers under one key: an agent's or a sampler's own source. Two draws cost
/// one Philox block. Satisfies UniformRandomBitGenerator, but use the members below: the standard
/// distributions differ between libraries.
class RandomStream {
 public:
  using result_type = std::uint64_t;
  explicit constexpr RandomStream(std::uint64_t key, std::uint64_t stream = 0)
      : key_(key), stream_(stream) {}

  constexpr std::uint64_t next() {
    if (have_spare_) {
      have_spare_ = false;
      return spare_;
    }
    const auto block = philox4x32(
        {static_cast<std::uint32_t>(position_), static_cast<std::uint32_t>(position_ >> 32),
         static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)},
        {static_cast<std::uint32_t>(key_), static_cast<std::uint32_t>(key_ >> 32)});
    ++position_;
    spare_ = (std::uint64_t{block[3]} << 32) | block[2];
    have_spare_ = true;
    return (std::uint64_t{block[1]} << 32) | block[0];
  }
  /// How many numbers have been drawn.
  constexpr std::uint64_t drawn() const { return 2 * position_ - have_spare_; }
  /// Uniform in [0, bound). Precondition: bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) { return scale_bits(next(), bound); }
  /// Uniform in [0, 1).
  constexpr double uniform() { return unit_interval(next()); }

  constexpr std::uint64_t operator()() { return next(); }
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

 private:
  std::uint64_t key_;
  std::uint64_t stream_;
  std::uint64_t position_ = 0;
  std::uint64_t spare_ = 0;
  bool have_spare_ = false;
};

}  // namespace niemen::core
