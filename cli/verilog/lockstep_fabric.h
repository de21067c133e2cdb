#ifndef LOCKSTEP_FABRIC_H
#define LOCKSTEP_FABRIC_H

#include "lockstep_options.h"

/* Is what --config names a whole network, by the manifest beside it? */
bool lockstep_is_fabric(const struct options *);

/* `sluice lockstep` of it. Returns an exit status. */
int lockstep_fabric(const struct options *, const struct lockstep_options *);

#endif
