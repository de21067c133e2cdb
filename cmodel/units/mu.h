#pragma once

#include "cam_in.h"
#include "mmu.h"
#include "stamp.h"

/*
 * Mapping of all input ports: queues are linked lists of slots. Every packet enters
 * the cold queue first.
 * Invariant: a queue of n packets is a list of n slots from head to tail; but while the port refills the queue,
 * head is still the packet that left. At most one packet leaves a queue of a port in a cycle.
 * RTL twin: rtl_gen/units/mu.v. RECN-IQ 3.2.
 */
struct mu {
	unsigned queues;                /* of an input */
	uint64_t pop[2][1 + LINES];     /* pop_q of this cycle and of the next, by queue: inputs where the bit is set; valid only while popping != 0 */
	unsigned now;                   /* index of this cycle's pop_q in pop */
	uint64_t refill[1 + LINES];     /* refill_q, by queue: inputs where the bit is set */
	uint64_t popping, refilling;    /* inputs where pop_q, refill_q is not 0 */
	_Alignas(SWITCH_PORTS) uint8_t pop_queue[SWITCH_PORTS], refill_queue[SWITCH_PORTS];     /* by input: the queue in pop_q, refill_q */
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote link_mem in the last step */
	uint16_t wrote_at[SWITCH_PORTS];        /* by input: at this slot */
	uint64_t held[1 + LINES];       /* by queue: inputs where it has packets */
	uint16_t (*head)[SWITCH_PORTS], (*tail)[SWITCH_PORTS];  /* by queue, by input: slots */
	uint16_t (*count)[SWITCH_PORTS];        /* likewise: packets */
	uint8_t (*flits)[SWITCH_PORTS], (*out)[SWITCH_PORTS];   /* likewise, RU's request register file: length and output (not turn) of the head */
	struct link link[SWITCH_PORTS]; /* by input: link_mem's read register, for images, stamps and lists in memories. */
	_Alignas(SWITCH_PORTS) uint8_t entered_flits[SWITCH_PORTS], entered_out[SWITCH_PORTS];  /* by input: of the packet that entered the cold queue last */
	struct slot nowhere;            /* target of writes that shall have no effect */
	/* Images only: by input, queues that are not as the image before shows them; by input, by queue, what the last one shows. */
	uint64_t *changed;
	struct mu_shown { uint16_t head, tail, count; } *shown;
};

extern const struct unit_model mu_unit;

/* Output that the head of a queue requests; slot of the head. */
static inline uint8_t *mu_out(const struct mu *u, unsigned port, unsigned q)
{
	return &u->out[q][port];
}

static inline struct slot *mu_head(const struct mu *u, struct slots slots, unsigned port, unsigned q)
{
	return slot_at(slots, port, u->head[q][port]);
}

/* pop_q of the next cycle, by queue, filled by the scheduler; valid only if the set given to mu_grant_all() is not empty. */
static inline uint64_t *mu_next_pop(struct mu *u)
{
	return u->pop[u->now ^ 1];
}

/* For these inputs: held[q] is set exactly where count[q] != 0. */
static inline bool mu_counts(const struct mu *u, uint64_t inputs, unsigned q)
{
	return (inputs & u->held[q]) == words_above(inputs, u->count[q], 0);
}

/* Begin a cycle. */
static inline void mu_begin(struct mu *u)
{
	u->wrote = 0;
}

/* The head of a queue is granted; the inputs of all grants of a cycle, whose pop_q of the next cycle is in mu_next_pop(). */
static inline void mu_grant(struct mu *u, unsigned port, unsigned q)
{
	u->pop_queue[port] = (uint8_t)q;
}

static inline void mu_grant_all(struct mu *u, uint64_t inputs)
{
	u->popping = inputs;
	u->now ^= 1;
}

/* The heads of the queues in pop_q leave. Where another packet is behind, its link is read in this cycle. */
static inline void mu_pop(struct mu *u, unsigned queues)
{
	uint64_t missing = 0;

	EACH_OF(q, queues) {
		const uint64_t inputs = u->pop[u->now][q];

		missing |= inputs & ~u->held[q];
		if (!u->held[q])        /* true of the highest queues most of the time */
			continue;
		assert(mu_counts(u, inputs, q));
		const uint64_t more = inputs & words_take(inputs, u->count[q]);

		u->held[q] &= ~inputs | more;
		u->refill[q] = more;
		u->refilling |= more;
	}
	assert(!missing);
	(void)missing;
	memcpy(u->refill_queue, u->pop_queue, sizeof u->refill_queue);
}

/* The head of a queue leaves because it moves. Returns 1 if another packet is behind it, otherwise 0. */
static inline uint64_t mu_leave(struct mu *u, unsigned port, unsigned q)
{
	const uint64_t more = u->count[q][port] > 1;

	assert(u->held[q] >> port & 1 && u->count[q][port]);
	u->count[q][port]--;
	u->held[q] &= ~bit(port) | more << port;
	u->refill[q] |= more << port;
	u->refill_queue[port] = (uint8_t)q;
	return more;
}

/* Append a packet to a queue, after any departure of this cycle from it. The packet is linked to the tail if there is one; branch-free,
 * since that is unpredictable. */
static inline void mu_enter(struct mu *u, struct slots slots, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	const unsigned tail = u->tail[q][port], held = u->held[q] >> port & 1;
	struct slot *const behind[] = { &u->nowhere, slot_at(slots, port, tail) };

	assert(!(behind[held]->next.word & -held));
	behind[held]->next = link_to(slot, out, flits);
	u->wrote_at[port] = (uint16_t)tail;
	u->tail[q][port] = (uint16_t)slot;
	u->count[q][port]++;
}

/* Make the packet the head if the queue was empty. first: all ones if it was, otherwise 0. */
static inline void mu_enter_first(struct mu *u, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits, unsigned first)
{
	u->head[q][port] ^= (uint16_t)((u->head[q][port] ^ slot) & first);
	u->flits[q][port] ^= (uint8_t)((u->flits[q][port] ^ flits) & first);
	u->out[q][port] ^= (uint8_t)((u->out[q][port] ^ out) & first);
}

/* Append a packet to a queue, and make it the head if the queue was empty (first). */
static inline void mu_append(struct mu *u, struct slots slots, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits, bool first)
{
	assert(first == (u->count[q][port] == 0));
	mu_enter(u, slots, port, q, slot, out, flits);
	mu_enter_first(u, port, q, slot, out, flits, 0u - first);
	u->held[q] |= bit(port);
}

/* Append a packet to the cold queue; mu_set_heads() makes it the head if the queue was empty. */
static inline void mu_enter_cold(struct mu *u, struct slots slots, unsigned port, unsigned slot, unsigned out, unsigned flits)
{
	mu_enter(u, slots, port, 0, slot, out, flits);
	u->entered_flits[port] = (uint8_t)flits;
	u->entered_out[port] = (uint8_t)out;
}

/* Packets have entered the cold queue of these inputs. Returns the inputs where it was empty. */
static inline uint64_t mu_entered(struct mu *u, uint64_t inputs)
{
	const uint64_t first = inputs & ~u->held[0];

	u->held[0] |= inputs;
	u->wrote |= inputs & ~first;
	return first;
}

/* Make the packets that entered the empty cold queues of `first` their heads. Call last in a cycle: soon after bytes are stored one by one,
 * loading them as a vector is slow. */
static inline void mu_set_heads(struct mu *u, const struct shape *s, uint64_t entering, uint64_t first)
{
	if (!entering)
		return;
	const lanes flits = lanes_load(u->entered_flits), out = lanes_load(u->entered_out);

	assert(!(entering & ~lanes_less(lanes_subtract(flits, lanes_all(1)), lanes_all((uint8_t)s->packet_flits))));
	(void)s;
	words_copy(first, u->head[0], u->tail[0]);
	lanes_store(u->flits[0], lanes_where(first, flits, lanes_load(u->flits[0])));
	lanes_store(u->out[0], lanes_where(first, out, lanes_load(u->out[0])));
}

/* Move the head of queue `from` to the end of queue `to`. first: `to` is empty. Returns 1 if another packet is behind the head, otherwise 0. */
static inline uint64_t mu_move(struct mu *u, struct slots slots, unsigned port, unsigned from, unsigned to, bool first)
{
	const unsigned slot = u->head[from][port], out = *mu_out(u, port, from), flits = u->flits[from][port];

	mu_append(u, slots, port, to, slot, out, flits, first);
	return mu_leave(u, port, from);
}

/* End the moves of a cycle. more: inputs where another packet was behind the head, and is read; linked: inputs that wrote link_mem. */
static inline void mu_moved(struct mu *u, uint64_t more, uint64_t linked)
{
	u->refilling |= more;
	u->wrote |= linked;
	u->read |= u->refilling;
}

/* Take the inputs whose refill_q has queue q; clear `refilling`, after the last queue. */
static inline uint64_t mu_refilled(struct mu *u, unsigned q)
{
	const uint64_t inputs = u->refill[q];

	u->refill[q] = 0;
	return inputs;
}

static inline void mu_refilled_all(struct mu *u)
{
	u->refilling = 0;
}

/* Read the link of the leaving head into link_mem's read register. Returns the slot of the packet behind it. */
static inline unsigned mu_read_link(struct mu *u, struct slots slots, unsigned port)
{
	u->link[port] = mu_head(u, slots, port, u->refill_queue[port])->next;
	return link_slot(u->link[port]);
}

/* The packet whose link was read in the cycle before becomes the head of its queue. Returns the queue. */
static inline unsigned mu_refill(struct mu *u, struct slots slots, unsigned port)
{
	const unsigned q = u->refill_queue[port];
	struct slot *at = mu_head(u, slots, port, q);
	const struct link link = at->next;

	assert(link.word);
	at->next = (struct link){ 0 };
	u->head[q][port] = (uint16_t)link_slot(link);
	u->flits[q][port] = (uint8_t)link_flits(link);
	*mu_out(u, port, q) = (uint8_t)link_out(link);
	return q;
}

/* A word of link_mem of an input; destination and stamp: of the packet that it names, if requests have them. */
uint64_t mu_link_word(const struct shape *s, unsigned port, struct link l, uint32_t destination, uint64_t stamp);

/* A unit's memory() of link_mem; false: the slot is free, or no packet is linked behind it. */
bool mu_link_memory(const struct sight *v, unsigned port, unsigned slot, uint32_t *words);

/* Turn from an input to an output; with routing tables, the number of the output in its switch. */
static inline unsigned turn_to(const struct shape *s, unsigned port, unsigned out)
{
	if (s->nodes)
		return out % s->radix;
	return out - port + (s->radix & -(unsigned)(out < port));
}

/* A set of the outputs of its switch, as an input sees it: by turn. With routing tables, the same set. first: the input's number in its switch. */
static inline uint64_t by_turn(const struct shape *s, unsigned first, uint64_t outputs)
{
	return s->nodes || !first ? outputs : (outputs >> first | outputs << (s->radix - first)) & ones(s->radix);
}
