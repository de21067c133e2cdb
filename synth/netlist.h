#ifndef NETLIST_H
#define NETLIST_H

#include <stdbool.h>

/*
 * Yosys' netlists as texts.
 */

/* For OpenSTA, which takes no escaped names of modules: `\$paramod$...\sluice_mu ` becomes `sluice_mu `. False: errno says why. */
bool netlist_plain_modules(const char *from, const char *to);

/* For lockstep: registers and memories, and the write ports of these, can be read by the bench. False: errno says why. */
bool netlist_publish(const char *from, const char *to);

#endif
