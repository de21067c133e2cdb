#ifndef WORKLOAD_PHASES_H
#define WORKLOAD_PHASES_H

#include "workload.h"

/*
 * Reads the phases of a text: "cycles=6667,interval=1500+cycles=6667,load=0.5,traffic=shuffle". Without traffic= the pattern is that of the
 * configuration. The last one, whose cycles may be left out, lasts to the end. False: why.
 */
bool workload_phases(struct workload_config *, const char *text, char why[WORKLOAD_WHY]);

#endif
