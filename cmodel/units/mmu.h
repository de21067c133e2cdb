#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "lanes.h"
#include "packet.h"
#include "passage.h"
#include "prefetch.h"
#include "unit.h"

#include <assert.h>

/* Slot and request of a packet, as in a word of link_mem, of the next packet of the queue. In one word, since it is written and read as a whole; 0: there
 * is no packet. */
struct link {
	uint32_t word;
};

static inline struct link link_to(unsigned slot, unsigned out, unsigned flits)
{
	return (struct link){ flits << 24 | out << 16 | slot };
}

static inline unsigned link_slot(struct link l)
{
	return l.word & UINT16_MAX;
}

static inline unsigned link_out(struct link l)
{
	return l.word >> 16 & UINT8_MAX;
}

static inline unsigned link_flits(struct link l)
{
	return l.word >> 24;
}

/*
 * A slot of an input memory: its words of data_mem and hdr_mem (the packet, as it arrived) and its word
 * of link_mem (MU's). Equal slots of all ports are a row. The lowest free slot is taken first, so a
 * switch keeps using the first few rows.
 */
struct slot {
	struct packet packet;           /* the switch's own turn is still in its header */
	struct link next;
};

/* The slots of all inputs: in rows by slot, by port. A row begins 1 << row_shift slots behind the one before. */
struct slots {
	struct slot *at;
	unsigned row_shift;
};

/* Of rows without a gap. */
enum { ROW_SHIFT = 6 };
_Static_assert(1 << ROW_SHIFT == SWITCH_PORTS, "a row has a slot of each port");

static inline struct slot *slot_at(struct slots s, unsigned port, unsigned slot)
{
	return s.at + ((size_t)slot << s.row_shift) + port;
}

/*
 * Memory management of all input ports: slots, write side, read side.
 * Invariant: a slot is free or holds one packet, which is in one queue or being read.
 * RTL twin: rtl_gen/units/mmu.v. RECN-IQ 3.1.
 */
struct mmu {
	unsigned words;                 /* of 64 bits, in free_q */
	uint64_t idle;                  /* inputs that can take a grant: rd_left_q <= 1 */
	uint64_t credit, credit_cycle;  /* inputs: credit_q, which is 1 in credit_cycle only */
	uint64_t (*free)[SWITCH_PORTS]; /* by word, by port: free_q, without freed[] at inputs in `apart` */
	struct slots slots;
	_Alignas(SWITCH_PORTS) uint16_t reading[SWITCH_PORTS]; /* by port: slot of the packet read, or read last */
	uint64_t used;                  /* inputs where a header has arrived since reset */
	uint64_t until[SWITCH_PORTS];   /* by port: first cycle in which another header may arrive */
	uint64_t apart;                 /* inputs whose slot freed last is not in free[] yet */
	_Alignas(SWITCH_PORTS) uint16_t freed[SWITCH_PORTS];   /* by port: that slot */
	uint64_t fresh;                 /* inputs of `apart` whose slot was freed in the cycle before credit_cycle */

	/* Images only, by port: the packet written last; the packet read last. Either may be in progress. */
	struct passage *rx, *rd;
	/* By port, the two newest packets read: after a grant, the registers of the read side still show the older one for a cycle. */
	struct reading { uint64_t cycle; struct packet packet; uint16_t slot; } *history;
	uint8_t *newest;                /* by port: index of the newer one */
};

extern const struct unit_model mmu_unit;

/* Lines that nearly every step touches; slots are not among them. */
void mmu_hot(const struct mmu *u, struct hot_lines *h);

/* Word k of free_q. */
static inline uint64_t mmu_free(const struct mmu *u, unsigned port, unsigned k)
{
	const unsigned freed = u->freed[port];

	return u->free[k][port] | (u->apart >> port & (freed / 64 == k)) << freed % 64;
}

static inline bool mmu_is_free(const struct mmu *u, unsigned port, unsigned slot)
{
	return mmu_free(u, port, slot / 64) >> slot % 64 & 1;
}

/* Begin a cycle. heads: inputs where a header arrives. Only slots freed in the cycle before are fresh. */
static inline void mmu_begin(struct mmu *u, uint64_t cycle, uint64_t heads)
{
	u->fresh = cycle == u->credit_cycle ? u->fresh : 0;
	u->used |= heads;
}

/* These inputs read the last flit of a packet in this cycle: they can take a grant. */
static inline void mmu_finish(struct mmu *u, uint64_t inputs)
{
	u->idle |= inputs;
}

/* An input is granted the packet in this slot; inputs that are granted packets of several flits are no longer idle. */
static inline void mmu_read(struct mmu *u, unsigned port, unsigned slot)
{
	u->reading[port] = (uint16_t)slot;
}

static inline void mmu_occupy(struct mmu *u, uint64_t inputs)
{
	u->idle &= ~inputs;
}

/* Headers arrive at these inputs. Returns the inputs whose slot in freed[] is no longer fresh: mmu_take() puts it back into free[]. */
static inline uint64_t mmu_arrivals(struct mmu *u, uint64_t inputs)
{
	const uint64_t back = inputs & u->apart & ~u->fresh;

	u->apart &= ~back;
	return back;
}

/* Take slot_q: the lowest free slot, or the fresh one if there is no other. words: of free_q; back: the result of mmu_arrivals(). */
static inline unsigned mmu_take(struct mmu *u, unsigned words, unsigned port, uint64_t back)
{
	const unsigned freed = u->freed[port];

	uint64_t *const home = &u->free[words == 1 ? 0 : freed / 64][port];
	const uint64_t returned = (back >> port & 1) << freed % 64;

	assert(!(*home & returned));
	*home |= returned;
	for (unsigned k = 0; k < words; k++) {
		const uint64_t free = u->free[k][port];

		if (free) {
			u->free[k][port] = free & (free - 1);
			return k * 64 + lowest(free);
		}
	}
	assert(u->fresh >> port & 1 && "header without a credit");
	u->apart &= ~bit(port);
	u->fresh &= ~bit(port);
	return freed;
}

/* Prefetch the slot that a header takes which arrives at this input in one of the next cycles. */
static inline void mmu_fetch_free(const struct mmu *u, unsigned port)
{
	const uint64_t free = mmu_free(u, port, 0);

	prefetch(slot_at(u->slots, port, free ? lowest(free) : u->freed[port]));
}

/* A header arrives in `cycle`. slots: those of u. Returns the slot that it takes. */
static inline unsigned mmu_arrive(struct mmu *u, struct slots slots, unsigned words, unsigned port, uint64_t back, uint64_t cycle, const struct packet *p)
{
	const unsigned slot = mmu_take(u, words, port, back);

	assert(cycle >= u->until[port] && "header inside a packet");
	assert(!slot_at(slots, port, slot)->next.word && "a link was left behind");
	u->until[port] = cycle + p->flits;
	slot_at(slots, port, slot)->packet = *p;
	return slot;
}

/* These inputs read the last flit of a packet: its slot is free from the next cycle on. Those give a credit. Call after the arrivals of the cycle. */
static inline void mmu_end(struct mmu *u, unsigned words, uint64_t inputs, uint64_t credit, uint64_t cycle)
{
	const uint64_t back = inputs & u->apart;        /* no header has arrived at the port since */

	if (words == 1 && back) {
		const bool were = lanes_set_bit(back, u->free[0], u->freed);

		assert(!were);
		(void)were;
	}
	EACH_IN(i, words > 1 ? back : 0) {
		uint64_t *free = &u->free[u->freed[i] / 64][i];

		assert(!(*free >> u->freed[i] % 64 & 1));
		*free |= bit(u->freed[i] % 64);
	}
	words_copy(inputs, u->freed, u->reading);
	u->apart |= inputs;
	u->fresh = inputs;
	u->credit = credit;
	u->credit_cycle = cycle + 1;
}

/* Inputs that can take a grant in this cycle, or that took one in the cycle before. */
uint64_t mmu_idle_before(const struct mmu *u, const struct shape *s, uint64_t cycle);
