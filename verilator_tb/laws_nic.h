#ifndef LAWS_NIC_H
#define LAWS_NIC_H

#include "laws_cells.h"

/*
 * The laws of network interfaces (docs/internals/microarchitecture-nic.md, section 6). One VC of each side, and one level of the filter, is looked at in each
 * cycle, in turn, since what is lost or parked for good stays so; only waits for credits are followed in every cycle.
 */
struct law_nic *law_nic_new(const struct laws *, const struct image *);
void law_nic_free(struct law_nic *);

bool laws_nic_hold(struct laws *, uint64_t cycle, const struct switch_in *, const struct neighbours *, bool again, char why[LAWS_WHY]);
void laws_nic_passed(struct laws *, const struct switch_in *, const struct switch_out *);

#endif
