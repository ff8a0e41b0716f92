// The doctrines of all mechanisms. Whatever makes agents for every game includes this, so that each
// game's own doctrines are found instead of the random ones of the primary template.
#pragma once

#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/doctrine/hex_campaign/doctrines.h"
