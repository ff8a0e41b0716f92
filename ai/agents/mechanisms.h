// What each mechanism brings for agents: doctrines and evaluations. Included wherever an agent of a
// real game is made, so that the specialisations are seen.
#pragma once

#include "ai/eval/hex_campaign/features.h"
