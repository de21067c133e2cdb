#ifndef SOURCE_H
#define SOURCE_H

#include "neighbours.h"
#include "routes.h"
#include "units/destinations.h"

/*
 * Upstream of one input: an end node's adapter with credits (of the input, or of each of its queues), source queues, and
 * unless there is only one a mirror of the congested points that the input has stopped.
 */
enum { SOURCE_LINES = PARAM_MOST_saqs };
_Static_assert((int)SOURCE_LINES >= (int)PARAM_MOST_cfqs, "lines of either kind");

struct waiting {
	uint32_t order;                 /* of arrival at this source, modulo 2^32 */
	uint8_t output, flits;
};

struct source_queue {
	struct packet head;             /* valid if n != 0 */
	unsigned first, n;              /* of waiting[], a ring of source_packets; the head is one of them */
	struct waiting *waiting;
};

struct source {
	uint64_t due;                   /* no call of source_step() needed before, unless a link event comes */
	uint64_t busy_until;            /* first cycle in which a header may follow the last packet */
	uint64_t ready;                 /* queues with a head that is not stopped, and whose queue at the input has a credit */
	unsigned input, queues, capacity, credits;
	uint16_t *credit;               /* of each queue of the input; NULL: they are of its memory */
	unsigned last;                  /* queue served last */
	struct traffic_packet next;     /* the packet that is generated next */
	struct traffic_source generator;
	struct rng rng;                 /* routes */
	uint64_t sent;                  /* packets, names them */
	uint32_t taken;                 /* packets, in order of arrival */
	uint32_t stopped;               /* lines that the input has stopped */
	struct message line[SOURCE_LINES];
	struct destinations held;       /* with a routing table: by line, what it stops ... */
	struct destinations known;      /* ... and what its list may have, which takes time to clear if it is in a memory */
	const uint32_t *paused;         /* packets for these two are held back; NULL: for none */
	uint64_t xoffs;                 /* received */
	uint64_t swept[SOURCE_LINES];   /* lists in memories: no other point before so many cycles without an Xoff */
	struct source_queue *queue;

	const struct shape *shape;
	const struct neighbours_config *config;
	const struct traffic *traffic;
	const struct routes *routes;
	struct neighbours_stats *stats;
};

/* queue: one with INJECTION_FIFO, radix of them otherwise. credit: of static queues. held, known: empty. The pointers must outlive the source. */
struct source source_of(const struct shape *, const struct neighbours_config *, const struct traffic *, const struct routes *,
			struct neighbours_stats *, struct source_queue *queue, uint16_t *credit, struct destinations held, struct destinations known,
			unsigned input);

/* One cycle; call it if due. True: the header of *p is on the link. */
bool source_step(struct source *, uint64_t cycle, struct packet *p);

/* Packets for these two are held back from now on; NULL: no longer. */
void source_pause(struct source *, uint64_t cycle, const uint32_t paused[2]);

void source_credit(struct source *, uint64_t cycle, unsigned queue);
void source_message(struct source *, uint64_t cycle, const struct message *);

/* That it has when nothing it sent is in the switch. */
static inline unsigned source_all_credits(const struct shape *s)
{
	return s->queue_slots ? s->queues * s->queue_slots : s->slots;
}

/* No list of upstream has the destination. */
bool source_knows_not(const struct source *, uint64_t cycle, uint32_t destination);

bool source_drained(const struct source *);

#endif
