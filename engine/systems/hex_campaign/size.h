// How much a build of this mechanism holds. What is made for a size stands in a namespace of its
// name; those sources, and the doctrines and features of the agents, are compiled once for each
// size (CMakeLists.txt), and sizes.cpp takes the smallest that a game fits.
#pragma once

#include <cstddef>

#ifndef NIEMEN_HEX_SIZE
#define NIEMEN_HEX_SIZE small
#endif

namespace niemen::hex_campaign {

struct Size {
  int hex_words;           ///< 64 hexes that can be entered each
  int city_words;          ///< 64 cities each
  int piece_words;         ///< 64 units and Commanders each
  int pieces;              ///< in all, a multiple of 16
  int contingents;         ///< units that may change sides (Nemesis 14.9), an odd number or none
  int veils;               ///< pieces that may lie face down (15.1), a multiple of 8
  bool linked;             ///< campaigns may follow one another (Nemesis 17)
  std::size_t remembered;  ///< most bytes of a position that must be remembered
};

namespace sizes {
/// russia-1812 has 442 hexes on the sheet.
inline constexpr Size small{7, 1, 3, 160, 0, 160, false, 1024};
/// nemesis-1813 has 506 hexes, 139 cities and some 250 counters.
inline constexpr Size medium{10, 3, 4, 256, 7, 256, false, 1408};
/// linked-1812-1813 has 858 hexes, 191 cities and some 330 counters of both years; stacks are open.
inline constexpr Size large{16, 3, 6, 368, 7, 8, true, 1536};
}  // namespace sizes

}  // namespace niemen::hex_campaign
