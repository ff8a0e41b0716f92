// What each mechanism brings for agents: doctrines and evaluations. Whatever makes agents of real
// games includes this, so that the specialisations are seen by all of them alike.
#pragma once

#include "ai/doctrine/all.h"
#include "ai/eval/area_campaign/features.h"
#include "ai/eval/hex_campaign/features.h"
