#pragma once

#include "tree.h"

#define GEN_CONF "sluice.conf"
#define GEN_LIST "sluice.f"
#define GEN_MAP "memory.map"
#define GEN_SYNTHESIS_LIST "synthesis.f"
#define GEN_MANIFEST "manifest.json"

/* What `sluice gen` writes, and what lockstep and icarus build beside it: all that --force takes away. */
extern const struct tree_rule gen_rule;
