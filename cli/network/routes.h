#pragma once

#include "options.h"
#include "real_fabric.h"
#include "why_not.h"

/* `sluice routes`: its options, and the command for a real fabric. */
struct routes_options {
#define OPTION_FILE "network/routes.def"
#include "option_members.h"
#undef OPTION_FILE
};

/* With --fabric. Returns the exit status. */
int routes_fabric(const struct routes_options *);

/* What was read and what the check found, in words; and the cycle alone. */
void real_fabric_print(const struct real_fabric *, FILE *);
void real_fabric_print_cycle(const struct real_fabric *, FILE *);

/* Why it could not be opened, on stderr. Returns the exit status. */
int real_fabric_refused(const struct real_fabric *);
