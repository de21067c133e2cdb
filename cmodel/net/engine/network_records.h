#pragma once

#include "checkpoint.h"
#include "network.h"

/*
 * The state of a network between two runs, in records: that of each part, and of each bank, by the index of its first member. A
 * network of the same configuration, of any number of threads and processes, which has not run yet, reads them in any order, but network_clock_state()
 * first, and goes on from there. Not with backends other than the C model.
 */
enum network_record { RECORD_PART, RECORD_NODES, RECORD_NICS, RECORD_SWITCHES, NETWORK_RECORDS };

/* In which cycle the network is: written, or read. */
void network_clock_state(struct network *, struct state *);

/* First, by all processes at the same time: all parts take over what others have sent to them. */
void network_settle(struct network *);

/* Put each record of this process into a checkpoint. False: out of memory. */
bool network_write(struct network *, struct checkpoint *);

/* Take a record over, if it is of this process. False: out of memory, or it does not fit. */
bool network_read(struct network *, enum network_record, uint32_t index, struct state *);

/* After the last record. */
void network_resume(struct network *);
