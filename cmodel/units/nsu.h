#pragma once

#include "ccu.h"
#include "cqu.h"
#include "nfu.h"

/*
 * Schedulers of network interfaces: in each cycle a queue of the send side is selected, the lowest service level first and within it by turns, and the
 * one selected in the cycle before is judged. If its packet waits for credits, no other of its VC overtakes it.
 * RTL twin: rtl_gen/units/nsu.v.
 */
struct nsu_state {
	bool valid, is_long;            /* there is a candidate; it has several flits */
	uint8_t sl;                     /* the candidate, or the last one */
	uint16_t destination, need;
	uint8_t waiting;                /* VCs in which a packet waits for credits ... */
	uint16_t wait_need[PARAM_MOST_vcs];        /* ... for so many cells */
	uint16_t last[PARAM_MOST_sls];             /* by service level: destination served last */
	struct table_route go;          /* route of the packet granted last */
};

struct nsu {
	struct nsu_state *at;           /* by interface */
};

/* A selected queue. */
struct nsu_pick {
	bool any;
	uint8_t sl;
	uint16_t destination;
};

struct nsu_pick nsu_select(const struct nsu *u, const struct shape *s, const struct shape *send, const struct cqu *cqu, const struct nfu *nfu, unsigned interface);

/* The selected queue is the candidate of the next cycle, unless this cycle's was granted. True: something has changed. */
bool nsu_take(struct nsu *u, const struct shape *send, const struct cqu *cqu, unsigned interface, struct nsu_pick pick, bool granted);

/* The candidate lacks credits of its VC. */
static inline void nsu_wait(struct nsu *u, unsigned interface, unsigned vc)
{
	struct nsu_state *const c = u->at + interface;

	c->waiting |= (uint8_t)(1u << vc);
	c->wait_need[vc] = c->need;
}

/* Packets of these VCs wait no longer. */
static inline void nsu_go_on(struct nsu *u, unsigned interface, unsigned vcs)
{
	u->at[interface].waiting &= (uint8_t)~vcs;
}

/* The candidate is granted. */
static inline void nsu_grant(struct nsu *u, unsigned interface, struct table_route route)
{
	struct nsu_state *const c = u->at + interface;

	c->last[c->sl] = c->destination;
	c->go = route;
}

extern const struct unit_model nsu_unit;
