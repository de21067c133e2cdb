#ifndef ROUTES_FABRIC_H
#define ROUTES_FABRIC_H

#include "options.h"

/* `sluice routes`: its options, and the command for a real fabric. */
struct routes_options {
#define OPTION_FILE "network/routes.def"
#include "option_members.h"
#undef OPTION_FILE
};

/* Is no option of a fabric given? False: why. */
bool routes_without_fabric(const struct routes_options *, char why[PARAMS_WHY]);

/* With --fabric. Returns the exit status. */
int routes_fabric(const struct options *, const struct routes_options *);

#endif
