// The one list of mechanisms: a row for each folder of engine/systems, in the order in which the
// games were published. `X(folder)`: the folder's name is its namespace, and the word by which a
// game.toml asks for it.
#pragma once

#define NIEMEN_MECHANISMS(X) \
  X(hex_campaign)            \
  X(area_campaign)           \
  X(hex_operations)          \
  X(block_battle)
