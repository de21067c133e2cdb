#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "unit.h"

/*
 * Stamps of packets, for oldest-first arbiters (microarchitecture-slots.md, 5): the counter of each switch, and the stamps that the RTL has in
 * its request register files and beside requests in memory. Few switches have stamps, so they are here, apart from the requests.
 * A stamp has 32 bits here, of which the RTL has the lowest stamp_w.
 * Invariant: packet[] has the stamp of every packet in a queue; head[] has those of the packets of every queue whose requests are in registers
 * (`heads` of them) or, in their place, of packets that have left.
 * RTL twin: rtl_gen/units/stamp.v.
 */
struct stamp {
	bool used;                      /* the arbiters are oldest-first; otherwise nothing here is touched */
	unsigned ports, queues, heads;  /* heads: of a queue */
	uint32_t range, half;           /* mask of the lowest stamp_w bits; the top bit of the mask */
	uint32_t now[SWITCH_PORTS];     /* by switch: now_q */
	uint32_t *packet;               /* by slot (or cell) * ports + input */
	uint32_t *head;                 /* by (input * queues + queue) * heads: stamp_q */
	uint32_t *link;                 /* by input: stamp in the read register of link_mem or req_mem */
};

extern const struct unit_model stamp_unit;

static inline uint32_t *stamp_packet(const struct stamp *u, unsigned port, unsigned slot)
{
	return u->packet + (size_t)slot * u->ports + port;
}

/* Stamps of the `heads` first packets of a queue. */
static inline uint32_t *stamp_head(const struct stamp *u, unsigned port, unsigned q)
{
	return u->head + ((size_t)port * u->queues + q) * u->heads;
}

static inline void stamp_set_packet(struct stamp *u, unsigned port, unsigned slot, uint32_t stamp)
{
	*stamp_packet(u, port, slot) = stamp;
}

/* nth: of these, from 0 on. */
static inline void stamp_set_head(struct stamp *u, unsigned port, unsigned q, unsigned nth, uint32_t stamp)
{
	stamp_head(u, port, q)[nth] = stamp;
}

/* Read the stamp of the packet in a slot into the read register; make the read register the stamp of an entry of a queue. */
static inline void stamp_read(struct stamp *u, unsigned port, unsigned slot)
{
	u->link[port] = *stamp_packet(u, port, slot);
}

static inline void stamp_refill(struct stamp *u, unsigned port, unsigned q, unsigned entry)
{
	stamp_set_head(u, port, q, entry, u->link[port]);
}

/* The head of a queue leaves whose first packets have their requests in registers. */
static inline void stamp_pop(struct stamp *u, unsigned port, unsigned q)
{
	uint32_t *const head = stamp_head(u, port, q);

	for (unsigned j = 0; j + 1 < HEADS; j++)
		head[j] = head[j + 1];
}

/* End a cycle: count in each switch where a header arrives. heads: inputs of a bank of switches of `radix` ports. */
static inline void stamp_count(struct stamp *u, uint64_t heads, unsigned radix)
{
	for (unsigned k = 0; heads; k++, heads = radix < 64 ? heads >> radix : 0)
		u->now[k] += (heads & ones(radix)) != 0;
}

/* Rank of the head of a queue, as arbiters compare it: less is older. number: of the switch in its bank. */
static inline uint32_t stamp_rank(const struct stamp *u, unsigned number, unsigned port, unsigned q)
{
	return (*stamp_head(u, port, q) ^ (~u->now[number] & u->half)) & u->range;
}

/* Of these inputs of a switch, the one whose queue in queue[] has the oldest head; among equals the lowest. */
static inline unsigned stamp_oldest_input(const struct stamp *u, unsigned number, uint64_t inputs, const uint8_t *queue)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0;

	EACH_IN(i, inputs) {
		const uint64_t rank = stamp_rank(u, number, i, queue[i]);

		oldest = rank < least ? i : oldest;
		least = rank < least ? rank : least;
	}
	return oldest;
}

/* The rank of a packet, by its slot (or cell). */
static inline uint32_t stamp_rank_of(const struct stamp *u, unsigned number, unsigned port, unsigned slot)
{
	return (*stamp_packet(u, port, slot) ^ (~u->now[number] & u->half)) & u->range;
}

/* Returns the queue with the oldest head, of a set that is not empty; among equals the lowest. */
static inline unsigned stamp_oldest(const struct stamp *u, unsigned number, unsigned port, uint64_t queues)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0;

	EACH_IN(q, queues) {
		const uint64_t rank = stamp_rank(u, number, port, q);

		oldest = rank < least ? q : oldest;
		least = rank < least ? rank : least;
	}
	return oldest;
}

/* A stamp as the RTL has it: in the read register of an input; of a packet. 0 if the switch has no stamps. */
static inline uint64_t stamp_linked(const struct stamp *u, unsigned port)
{
	return u->used ? u->link[port] & u->range : 0;
}

static inline uint64_t stamp_kept(const struct stamp *u, unsigned port, unsigned slot)
{
	return u->used ? *stamp_packet(u, port, slot) & u->range : 0;
}

/* Render stamp_q in a row of a unit. queues: a set, whose bit q is queue 64 k + q. */
struct rendering;
void stamp_image_heads(const struct stamp *u, const struct shape *s, unsigned port, uint64_t queues, unsigned k, struct rendering r, unsigned row);
