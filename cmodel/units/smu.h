#pragma once

#include "mu.h"
#include "prefetch.h"

/* A queue, but for its count: its first packets (entries beyond the count are of packets that have left), and behind them, the one
 * that entered last. */
enum { SORTED_LAST = HEADS };

struct sorted_queue {
	struct link head[HEADS + 1];
};

/*
 * Mapping of all input ports whose packets enter their queues as they arrive: queues are linked slots, and the requests of their first three packets
 * are in registers. In memory, a packet has the slot and the request of the packet behind it.
 * A head that is granted is taken out of the registers at once, where RTL does so in the next cycle, and out of the count in the next.
 * Invariant: an input is in present[] of a queue exactly if the queue has packets that are not granted.
 * RTL twin: rtl_gen/units/smu.v.
 */
struct smu {
	uint64_t popping, refilling;    /* inputs where pop_q, refill_q is not 0 */
	uint64_t pop[1 + LINES];        /* by queue: pop_q, inputs; valid only while popping != 0 */
	_Alignas(SWITCH_PORTS) uint8_t pop_queue[SWITCH_PORTS]; /* by input: the queue granted last; in refill_q: */
	uint8_t refill_queue[SWITCH_PORTS];
	struct link granted[SWITCH_PORTS];      /* by input: the packet granted last */
	uint64_t present[1 + LINES], held[1 + LINES];   /* by queue: inputs; held: where it may not be served */
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote link_mem in the last step */
	uint16_t wrote_at[SWITCH_PORTS];        /* by input: at this slot */
	uint16_t (*count)[SWITCH_PORTS];        /* by queue, by input: packets */
	uint8_t (*out)[SWITCH_PORTS];   /* by queue, by input: output (not turn) of head[0], for all inputs at once */
	struct sorted_queue (*queue)[SWITCH_PORTS];     /* by queue, by input: most packets are in queue 0, and its parts share cache lines */
	struct link link[SWITCH_PORTS]; /* by input: link_mem's read register */
	struct slot nowhere;            /* target of writes that shall have no effect */
	/* Images only: what the last one shows. */
	struct smu_shown {
		uint64_t popping, refilling, held[1 + LINES];
		struct smu_shown_queue { struct sorted_queue queue; uint16_t count; bool pops; } of[];  /* by input, by queue */
	} *shown;
};

extern const struct unit_model smu_unit;

/* Lines that nearly every step touches: of set-aside queues, those that say whether there is a packet. */
void smu_hot(const struct smu *u, unsigned queues, struct hot_lines *h);

static inline struct sorted_queue *smu_queue(const struct smu *u, unsigned port, unsigned q)
{
	return &u->queue[q][port];
}

/* Is the head of the queue granted, and still counted? */
static inline bool smu_pops(const struct smu *u, unsigned port, unsigned q)
{
	return (u->popping >> port & 1) & (u->pop_queue[port] == q);
}

/* Set the inputs where a queue may not be served. */
static inline void smu_hold(struct smu *u, unsigned q, uint64_t inputs)
{
	u->held[q] = inputs;
}

/* By queue: those of these inputs that may serve its head, and whose head is for one of these outputs. Returns those that have any; if
 * 0, that is all it says. */
static inline uint64_t smu_eligible(const struct smu *u, unsigned queues, uint64_t inputs, uint64_t outputs, uint64_t eligible[1 + LINES])
{
	uint64_t any = 0;

	EACH_OF(q, queues) {
		eligible[q] = inputs & u->present[q] & ~u->held[q];
		any |= eligible[q];
	}
	if (!any)
		return 0;
	any = 0;
	EACH_OF(q, queues) {
		if (!u->present[q])             /* true of the highest queues most of the time */
			continue;
		eligible[q] = lanes_name(eligible[q], lanes_load(u->out[q]), outputs);
		any |= eligible[q];
	}
	return any;
}

/* Begin a cycle. */
static inline void smu_begin(struct smu *u)
{
	u->wrote = 0;
}

/* Entry that the word read in the cycle before becomes. */
static inline unsigned smu_refilled_entry(const struct smu *u, unsigned port)
{
	return smu_pops(u, port, u->refill_queue[port]) ? 1 : 2;
}

static inline void smu_refill(struct smu *u, unsigned port)
{
	assert(u->link[port].word);
	smu_queue(u, port, u->refill_queue[port])->head[smu_refilled_entry(u, port)] = u->link[port];
}

/* The heads that were granted are no longer counted. Returns the inputs where that makes another packet the third. With registers of 64 bytes
 * all ports at once are quicker than one by one. */
static inline uint64_t smu_uncount(struct smu *u, unsigned queues)
{
	uint64_t reading = 0;

	EACH_OF(q, LANES_BYTES == 64 ? queues : 0) {
		if (!(u->pop[q] | u->present[q]))       /* true of the highest queues most of the time, or never */
			continue;
		reading |= words_above(u->pop[q], u->count[q], HEADS);
		words_add(u->pop[q], u->count[q], -1);
	}
	EACH_IN(i, LANES_BYTES == 64 ? 0 : u->popping)
		reading |= (uint64_t)(u->count[u->pop_queue[i]][i]-- > HEADS) << i;
	return reading;
}

/* The heads that were granted are no longer counted. Where that makes another packet the third, its word is read in this cycle. Call
 * after smu_refill(). */
static inline void smu_leave(struct smu *u, unsigned queues, struct slots slots)
{
	u->refilling = 0;
	if (!u->popping)
		return;
	const uint64_t reading = smu_uncount(u, queues);

	u->refilling = reading;
	u->read |= reading;
	EACH_IN(i, reading) {
		const unsigned q = u->pop_queue[i];
		struct slot *const before = slot_at(slots, i, link_slot(smu_queue(u, i, q)->head[HEADS - 2]));

		assert(before->next.word);
		u->link[i] = before->next;
		before->next = (struct link){ 0 };
		u->refill_queue[i] = (uint8_t)q;
	}
}

/* An arriving packet enters a queue, after any departure; branch-free, since its length is unpredictable. Returns the packets that
 * were there. */
static inline unsigned smu_enter(struct smu *u, struct slots slots, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	struct sorted_queue *const at = smu_queue(u, port, q);
	const struct link entering = link_to(slot, out, flits);
	const unsigned left = u->count[q][port]++, last = link_slot(at->head[SORTED_LAST]), linked = left >= HEADS;
	struct slot *const behind[] = { &u->nowhere, slot_at(slots, port, last) };

	assert(!(behind[linked]->next.word & -linked));
	behind[linked]->next = entering;
	u->wrote |= (uint64_t)linked << port;
	u->wrote_at[port] = (uint16_t)last;
	at->head[linked ? (unsigned)SORTED_LAST : left] = at->head[SORTED_LAST] = entering;
	u->out[q][port] = (uint8_t)link_out(at->head[0]);
	u->present[q] |= bit(port);
	return left;
}

/* The head of queue q is granted. Call after all packets of the cycle have left and entered. Returns its slot. */
static inline unsigned smu_grant(struct smu *u, unsigned port, unsigned q)
{
	struct sorted_queue *const at = smu_queue(u, port, q);

	const struct link granted = at->head[0], behind[HEADS - 1] = { at->head[1], at->head[2] };

	_Static_assert(HEADS == 3, "all are read before one is written");
	u->pop_queue[port] = (uint8_t)q;
	u->granted[port] = granted;
	for (unsigned j = 0; j + 1 < HEADS; j++)
		at->head[j] = behind[j];
	u->out[q][port] = (uint8_t)link_out(behind[0]);
	if (LANES_BYTES < 64)           /* else smu_grant_all() does */
		u->present[q] &= ~((uint64_t)(u->count[q][port] <= 1) << port);
	return link_slot(granted);
}

/* The inputs of all grants of the cycle; by queue: those where its head is granted. */
static inline void smu_grant_all(struct smu *u, unsigned queues, uint64_t inputs, const uint64_t *pop)
{
	u->popping = inputs;
	if (!inputs)
		return;
	EACH_OF(q, queues) {
		u->pop[q] = pop[q];
		if (LANES_BYTES < 64 || !u->present[q])
			continue;
		u->present[q] &= ~pop[q] | words_above(pop[q], u->count[q], 1);
	}
}
