#pragma once

#include "tree.h"

/* What `sluice gen` writes, and what lockstep and icarus build beside it: all that --force takes away. */
extern const struct tree_rule gen_rule;
