#ifndef LAWS_SLOT_NIC_H
#define LAWS_SLOT_NIC_H

#include "laws_state.h"

/*
 * The laws of network interfaces whose links count slots (docs/internals/microarchitecture-slot-nic.md, section 5). One queue of the send side is looked at in
 * each cycle, in turn, since what is lost or parked for good stays so; what is sent, and who is passed over, is followed in every cycle.
 */
struct law_slot_nic *law_slot_nic_new(const struct laws *, const struct image *);
void law_slot_nic_free(struct law_slot_nic *);

bool laws_slot_nic_hold(struct laws *, uint64_t cycle, const struct switch_in *, const struct neighbours *, bool again, char why[LAWS_WHY]);
void laws_slot_nic_passed(struct laws *, const struct switch_in *, const struct switch_out *);

#endif
