#ifndef PFCU_H
#define PFCU_H

#include "messages.h"
#include "smu.h"

/*
 * Flow control of priorities towards upstream, of all input ports.
 * Invariant: as long as no count of an input changes, neither do the priorities that it stops.
 * RTL twin: rtl_gen/units/pfcu.v. docs/microarchitecture-pfc.md.
 */
struct pfcu {
	uint64_t changed;               /* inputs where a count changed in the last step */
	uint64_t sending, sent_cycle;   /* inputs: msg_valid_q, which is 1 in sent_cycle only */
	uint64_t stopping;              /* inputs where `sent` is not empty */
	uint8_t sent[SWITCH_PORTS];     /* by input: sent_q, a set of priorities */
	uint8_t enter[SWITCH_PORTS];    /* by input: priority of the packet whose header arrived last */
};

/* A header arrives; its packet enters a queue in the next cycle. Returns that queue. */
static inline void pfcu_arrive(struct pfcu *u, unsigned port, const struct packet *p)
{
	u->enter[port] = (uint8_t)p->queue;
}

/* At these inputs a packet enters or leaves a queue in this cycle. */
static inline void pfcu_count(struct pfcu *u, uint64_t inputs)
{
	u->changed = inputs;
}

/* Decide which priorities an input stops, by the counts at the beginning of the cycle. True: that is news, and *m goes upstream. */
bool pfcu_decide(struct pfcu *u, const struct smu *smu, const struct shape *s, unsigned port, struct message *m);

/* These inputs send messages, which are on the link in the next cycle. */
static inline void pfcu_send(struct pfcu *u, uint64_t inputs, uint64_t cycle)
{
	u->sending = inputs;
	u->sent_cycle = cycle + 1;
}

/* Render all registers of all inputs of the first switch. entering: inputs where a packet enters a queue in this cycle. */
void pfcu_image(const struct pfcu *u, const struct smu *smu, const struct shape *s, uint64_t cycle, uint64_t entering, struct image *m);

#endif
