#pragma once

#include "real_fabric.h"

#include <stdio.h>

/* What was read and what the check found, in words; and the cycle alone. */
void real_fabric_print(const struct real_fabric *, FILE *);
void real_fabric_print_cycle(const struct real_fabric *, FILE *);

/* Why it could not be opened, on stderr. Returns the exit status. */
int real_fabric_refused(const struct real_fabric *);
