// What the enemy knows of standing blocks (Fog of War; B-33, B-34).
//
// A veil is a set of blocks of one side that the enemy cannot tell apart: he knows which blocks are
// under it, and how many of them stand in each area, but not which where. A block by itself under
// its veil is known. Blocks come under one veil when one of them leaves an area, for nobody saw
// which; a block that is turned up (activated, fired, in battle) comes out of its veil. A veil is
// named by its lowest block.
//
// Of each block's strength the enemy knows the bounds: exactly what he saw, wider by a step for
// every loss or gain that could have been this block's.
#pragma once

#include "engine/systems/block_battle/ground.h"

namespace niemen::block_battle {

/// Blocks under the veil called `label`, as a set of the label's side.
BlockSet under_veil(const BlockContext& game, const State& s, int label);
/// True when the enemy knows which block this is.
bool is_known(const BlockContext& game, const State& s, int block);
/// Turns a block up: its identity and strength are seen.
void reveal(const BlockContext& game, State& s, int block);
/// One of `blocks` (of `side`) does something unseen: all of them come under one veil.
void merge_veils(const BlockContext& game, State& s, int side, BlockSet blocks);
/// The blocks of `side` in an area whom the enemy may take for one that leaves it now.
BlockSet may_be_taken_for(const BlockContext& game, const State& s, int side, int area);
/// One of the blocks under the veils of `blocks` lost (`change` 1) or gained (-1) a step unseen;
/// `sure`: one of them did, and not only may have.
void blur_strength(const BlockContext& game, State& s, int side, BlockSet blocks, int change,
                   bool sure);
/// Sets the number of steps lost, seen by the enemy or (with wider bounds noted before) not.
void set_lost(State& s, int block, int lost, bool seen);

}  // namespace niemen::block_battle
