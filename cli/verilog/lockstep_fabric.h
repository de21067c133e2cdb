#pragma once

#include "generated_fabric.h"
#include "lockstep_options.h"

/* `sluice lockstep` of the whole network that --config names. Returns an exit status. */
int lockstep_fabric(const struct options *, const struct lockstep_options *, struct generated_fabric *);
