#pragma once

#include <stdbool.h>

/*
 * Text edits of Yosys' netlists.
 */

/* What OpenSTA accepts, no signed wires and no escaped names of modules: `\$paramod$0a1b\sluice_mu ` becomes `sluice_mu_0a1b `, and `\$paramod\sluice_boot\NODES=s32'01 `
 * becomes `sluice_boot_NODES_s32_01 `. False: errno says why. */
bool netlist_for_opensta(const char *from, const char *to);

/* For lockstep: makes registers, memories and the write ports of memories readable by the bench. False: errno says why. */
bool netlist_publish(const char *from, const char *to);
