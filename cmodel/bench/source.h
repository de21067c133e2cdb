#pragma once

#include "neighbours.h"
#include "routes.h"
#include "link_senders.h"

/*
 * Upstream of one input: an end node's adapter with source queues and, as the sender of a link (link_senders.h), credits (of the input, or of each of its queues or
 * VCs) and, unless there is only one queue, a copy of the congested points that the input has stopped.
 */
struct waiting {
	uint32_t order;                 /* of arrival at this source, modulo 2^32 */
	uint16_t flits;
	uint16_t output;                /* or destination, of a host */
};

/* The packets that come to a source: of a pattern, until traffic ends; or, if it is saturated, as many as it asks for. */
struct supply {
	struct traffic_source generator;
	struct traffic_packet next;     /* the packet that is generated next; its cycle is UINT64_MAX if there is none */
	unsigned capacity;              /* most packets that wait in a queue */
	const struct neighbours_config *config;
	const struct traffic *traffic;
	struct neighbours_stats *stats;
};

/* There is nothing for an input that has no link. The pointers must outlive it. */
struct supply supply_of(const struct neighbours_config *, const struct traffic *, struct neighbours_stats *, unsigned input, bool linked);
void supply_next(struct supply *);
void supply_count(struct supply *, const struct traffic_packet *, unsigned output, bool taken);         /* or refused, for lack of room */

/* It never runs dry in this cycle. */
static inline bool supply_saturates(const struct supply *u, uint64_t cycle)
{
	return u->config->saturate && cycle < u->config->stop_cycle;
}

struct source_queue {
	struct packet head;             /* valid if n != 0 */
	unsigned first, n;              /* first and number of the packets in waiting[], a ring of source_packets; the head is the first */
	struct waiting *waiting;
};

struct source {
	uint64_t due;                   /* next cycle in which source_step() has to be called; a credit or message may bring it forward */
	uint64_t busy_until;            /* first cycle in which a header may follow the last packet */
	uint64_t ready;                 /* queues with a head that is not stopped, and that has the credits it needs */
	struct link_sender *link;
	struct supply supply;
	unsigned input, queues;
	unsigned level;                 /* service level of its packets, if they have only one */
	unsigned last;                  /* queue served last */
	struct rng rng;                 /* of routes */
	uint64_t sent;                  /* packets sent; names the next one */
	uint32_t taken;                 /* packets put into queues; order of the next one */
	const uint32_t *paused;         /* packets for these two destinations are held back; NULL: for none */
	struct source_queue *queue;

	const struct shape *shape;
	const struct routes *routes;
};

/* Queues of a source: one with INJECTION_FIFO; otherwise of a switch, one for each output. A host has one for each destination, up to 64; what
 * upstream of a host sends goes to the host alone. */
unsigned source_queues(const struct shape *, const struct neighbours_config *);

/* The pointers must outlive the source. */
struct source source_of(struct link_sender *, struct supply, const struct routes *, struct source_queue *queue, unsigned input);

/* Run one cycle; call it when due. True: the header of *p is on the link in `cycle`. */
bool source_step(struct source *, uint64_t cycle, struct packet *p);

/* Hold back packets for these two destinations from now on; NULL: for none. */
void source_pause(struct source *, uint64_t cycle, const uint32_t paused[2]);

/* A credit of this class has arrived from the input, and is counted; a message arrives. */
void source_credit(struct source *, uint64_t cycle, unsigned class);
void source_message(struct source *, uint64_t cycle, const struct message *);

/* True if no packet waits or is to come. */
bool source_drained(const struct source *);
