#pragma once

#include "arbiter.h"
#include "lanes.h"
#include "pmu.h"
#include "prefetch.h"
#include "qcu.h"

/* A queue: the list of its packets that are not granted. */
struct queue {
	uint16_t first, last;           /* cells; first is 0 if there is none */
};

enum { QMU_FEW = 8, QMU_WORDS = QUEUES_MOST / 64 };     /* queues, at most, where they are few; words of a set of queues, at most */

struct request {
	uint16_t next_queue;            /* queue at the next hop */
	uint8_t out, flits;             /* output port, length */
};

/* Registers of a queue: places of a ring, and the requests of its first packets, which keep their values when packets leave. */
struct ring {
	uint16_t head, tail, count;     /* head, tail: places; count: packets */
	struct request entry[HEADS];
};

/*
 * Registers of QMU as images show them, of all input ports: they follow what QMU does a cycle later, and only where there is an observer.
 * In a cycle all heads leave first, then requests that were read are filled in, then packets enter.
 */
struct qmu_shown {
	unsigned queues, queue_slots;
	uint64_t popping;               /* inputs where pop_q is not 0 */
	uint64_t refilling;             /* inputs where refill_q is not 0 */
	uint64_t left;                  /* inputs where either was not, in the last image */
	uint64_t read;                  /* inputs that have read req_mem since reset */
	uint64_t wrote;                 /* inputs that wrote req_mem in the last step, at `entered` */
	uint16_t *pop_queue, *refill_queue;     /* by input: the queue in pop_q; in refill_q */
	uint16_t *slot, *entered;       /* by input: slot of the packet that arrived last; of that which entered last */
	struct ring *ring;              /* by input, by queue */
	struct request *link;           /* by input: req_mem's read register */
	uint64_t *changed;              /* by input, QMU_WORDS: queues that are not as the last image shows them */
};

/*
 * Queues of all input ports, and their heads by the output that they request: a head that is blocked by a busy output, or by missing credit,
 * costs no time. A packet enters its queue as its header arrives, and leaves it with its grant, where RTL does both in the next cycle, before the
 * scheduler: so the scheduler sees the same heads. What registers show is in `shown`.
 * Few queues: by queue, sets of inputs, and what its heads request, for all inputs at once. Invariant: `present` holds the inputs where the queue has a
 * packet, `credited` those of them where the queue downstream has credit. They have a row more than queues, for what shall have no effect.
 * Otherwise: for each pair of input and output, the set of queues of which that is true, in `able`. Invariant: by output, waiting holds the inputs with a
 * queue in such a set, and wanted the outputs with an input in waiting. `blocked` has the queues whose head has no credit, of each input.
 * RTL twin: rtl_gen/units/qmu.v.
 */
struct qmu {
	unsigned radix, queues, words;
	unsigned log;                   /* a port has room for so many queues, a power of two: indices are computed for each packet */
	bool few;
	struct queue *queue;            /* by input, by queue */
	uint64_t present[QMU_FEW + 1], credited[QMU_FEW + 1];
	_Alignas(SWITCH_PORTS) uint8_t out[QMU_FEW + 1][SWITCH_PORTS], next[QMU_FEW + 1][SWITCH_PORTS];
	uint64_t wanted, *waiting;
	uint64_t *able;                 /* by qmu_pair(), by word of a set of queues */
	uint64_t *blocked;              /* by input, by word of a set of queues */
	struct qmu_shown shown;         /* images only */
};

/* qmu_shown.c: shown before PMU and the tables, whose registers it follows. */
extern const struct unit_model qmu_unit;

/* What takes memory, but for images. */
void qmu_place(struct qmu *u, const struct bank *b, struct arena *a);

/* Images: the registers of a queue. */
static inline struct ring *qmu_ring(const struct qmu_shown *u, unsigned port, unsigned q)
{
	return u->ring + (size_t)port * u->queues + q;
}

/* Images: the packet in a slot at the beginning of the cycle, as it arrived, and its request: one that is being read, or waits. False: there is none. */
bool qmu_kept(const struct sight *v, unsigned port, unsigned slot, struct kept *k);

static inline struct queue *qmu_queue(const struct qmu *u, unsigned port, unsigned q)
{
	return u->queue + ((size_t)port << u->log) + q;
}

static inline void qmu_fetch(const struct qmu *u, unsigned port, unsigned q)
{
	prefetch(qmu_queue(u, port, q));
}

/* Index in `able` of the set for an input and an output of its switch. */
static inline size_t qmu_pair(unsigned radix, unsigned words, unsigned port, unsigned out)
{
	return ((size_t)port * radix + out) * words;
}

/* Many queues: add a queue to those whose head may go, and update waiting and wanted; remove it. */
static inline void qmu_enable(struct qmu *u, unsigned radix, unsigned words, unsigned port, unsigned q, unsigned out)
{
	u->able[qmu_pair(radix, words, port, out) + q / 64] |= bit(q % 64);
	u->waiting[out] |= bit(port);
	u->wanted |= bit(out);
}

static inline void qmu_disable(struct qmu *u, unsigned radix, unsigned words, unsigned port, unsigned q, unsigned out)
{
	uint64_t *const set = u->able + qmu_pair(radix, words, port, out);
	const uint64_t left = set[q / 64] & ~bit(q % 64);
	uint64_t any = left;

	EACH_OF(k, words)    /* the set is read before it is written: a read of all of it would wait for that */
		any |= set[k] & -(uint64_t)(k != q / 64);
	set[q / 64] = left;
	u->waiting[out] &= ~((uint64_t)!any << port);
	u->wanted &= ~((uint64_t)(u->waiting[out] == 0) << out);
}

/* Many queues: a queue has another head. */
static inline void qmu_add_head(struct qmu *u, unsigned radix, unsigned words, const struct qcu *qcu, unsigned port, unsigned q, unsigned out,
				unsigned next)
{
	if (qcu_avail(qcu, out, next))
		qmu_enable(u, radix, words, port, q, out);
	else
		u->blocked[port * words + q / 64] |= bit(q % 64);
}

/* Few queues: a queue, or the row without effect, has this head. */
STAGE void qmu_set_head(struct qmu *u, const struct qcu *qcu, unsigned port, unsigned row, unsigned out, unsigned next, bool some)
{
	u->out[row][port] = (uint8_t)out;
	u->next[row][port] = (uint8_t)next;
	u->present[row] = (u->present[row] & ~bit(port)) | (uint64_t)some << port;
	u->credited[row] = (u->credited[row] & ~bit(port)) | (uint64_t)(some & qcu_avail(qcu, out, next)) << port;
}

/* A packet, which has a cell, enters its queue. Few queues: without a branch, since whether there are others is unpredictable. */
STAGE void qmu_enter(struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, bool few, unsigned radix, unsigned words, unsigned port,
		     unsigned q, unsigned cell, unsigned out, unsigned next)
{
	struct queue *const queue = qmu_queue(u, port, q);
	const bool behind = queue->first;
	uint16_t *const link[] = { &queue->first, &pmu_at(pmu, port, queue->last)->behind };

	assert(q < u->queues);
	*link[behind] = (uint16_t)cell;
	queue->last = (uint16_t)cell;
	if (few)
		qmu_set_head(u, qcu, port, q ^ ((q ^ QMU_FEW) & -(unsigned)behind), out, next, true);
	else if (!behind)
		qmu_add_head(u, radix, words, qcu, port, q, out, next);
}

/* The head of a queue, for output `out` and queue `next`, is granted, and its credit has been taken. behind: the cell behind it. */
STAGE void qmu_leave(struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, bool few, unsigned radix, unsigned words, unsigned port,
		     unsigned q, unsigned behind, unsigned out, unsigned next)
{
	const struct cell *const head = pmu_at(pmu, port, behind);

	qmu_queue(u, port, q)->first = (uint16_t)behind;
	if (few) {
		qmu_set_head(u, qcu, port, q, head->out, head->packet.queue, behind);
		return;
	}
	if (behind && head->out == out && head->packet.queue == next && qcu_avail(qcu, out, next))
		return;
	qmu_disable(u, radix, words, port, q, out);
	if (behind)
		qmu_add_head(u, radix, words, qcu, port, q, head->out, head->packet.queue);
}

/* Few queues, queue q: the inputs whose head is for a queue downstream. */
STAGE uint64_t qmu_naming(const struct qmu *u, unsigned q, unsigned out, unsigned next)
{
	return u->present[q] & lanes_equal(lanes_load(u->out[q]), lanes_all((uint8_t)out)) & lanes_equal(lanes_load(u->next[q]), lanes_all((uint8_t)next));
}

/* Many queues: block the heads for a queue downstream, whose last credit is taken; enable them, when it gets a credit again. first: the first port of the
 * switch. */
void qmu_block_all(struct qmu *u, const struct pmu *pmu, unsigned first, unsigned out, unsigned next);
void qmu_enable_all(struct qmu *u, const struct pmu *pmu, unsigned first, unsigned out, unsigned next);

/* The last credit of a queue downstream is taken; it gets one again. */
STAGE void qmu_exhausted(struct qmu *u, const struct pmu *pmu, bool few, unsigned queues, unsigned first, unsigned out, unsigned next)
{
	if (!few) {
		qmu_block_all(u, pmu, first, out, next);
		return;
	}
	EACH_OF(q, queues)
		u->credited[q] &= ~qmu_naming(u, q, out, next);
}

STAGE void qmu_refund(struct qmu *u, const struct pmu *pmu, bool few, unsigned queues, unsigned first, unsigned out, unsigned next)
{
	if (!few) {
		qmu_enable_all(u, pmu, first, out, next);
		return;
	}
	EACH_OF(q, queues)
		u->credited[q] |= qmu_naming(u, q, out, next);
}

/* Few queues: by queue, those of these inputs whose head has credit and is for one of these outputs. Returns those that have any. */
STAGE uint64_t qmu_eligible(const struct qmu *u, unsigned queues, uint64_t inputs, uint64_t outputs, uint64_t eligible[QMU_FEW])
{
	uint64_t any = 0;

	EACH_OF(q, queues) {
		eligible[q] = inputs & u->credited[q] ? lanes_name(inputs & u->credited[q], lanes_load(u->out[q]), outputs) : 0;
		any |= eligible[q];
	}
	return any;
}

/* Few queues: keep, of those in `eligible`, the heads for these outputs, which take a credit, that have two. Returns the inputs that have any. */
uint64_t qmu_narrow(const struct qmu *u, const struct qcu *qcu, uint64_t outputs, uint64_t eligible[QMU_FEW]);

/* Many queues: add the heads of an input for an output that takes a credit to a set, if their queues downstream have two. False: there are none. */
bool qmu_with_two_credits(const struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, unsigned port, unsigned out, uint64_t *set);

/* Returns the n-th cell of a queue, 0 the first; 0: there are not as many. */
unsigned qmu_nth(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned q, unsigned n);
