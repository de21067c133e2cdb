#ifndef MMU_H
#define MMU_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "lanes.h"
#include "packet.h"
#include "passage.h"

#include <assert.h>

/* Slot and request of a packet: what link_mem holds of the one behind in the queue. In one word, since it is written and read as a
 * whole; 0: there is none. */
struct link {
	uint64_t word;
};

static inline struct link link_to(unsigned slot, unsigned out, unsigned flits)
{
	return (struct link){ (uint64_t)flits << 24 | out << 16 | slot };
}

static inline unsigned link_slot(struct link l)
{
	return (unsigned)l.word & UINT16_MAX;
}

static inline unsigned link_out(struct link l)
{
	return (unsigned)l.word >> 16 & UINT8_MAX;
}

static inline unsigned link_flits(struct link l)
{
	return (unsigned)l.word >> 24;
}

/*
 * A slot of an input memory: the word of data_mem and hdr_mem (the packet, as it arrived) and that
 * of link_mem (MU's). Slots stand slot-major, ports next to each other: the lowest free
 * slot is taken first, so a switch keeps using the first few lines of the array.
 */
struct slot {
	struct packet packet;           /* own turn still in */
	struct link next;
};

/*
 * Memory management of all input ports: slots, write side, read side.
 * Invariant: a slot is free or holds one packet, which is in one queue or being read.
 * RTL twin: rtl_gen/units/mmu.v. RECN-IQ 3.1.
 */
struct mmu {
	unsigned words;                 /* of free_q */
	uint64_t idle;                  /* inputs: rd_left_q <= 1, a grant may be given */
	uint64_t credit, credit_cycle;  /* inputs: credit_q, which is 1 in this cycle only */
	uint64_t (*free)[SWITCH_PORTS]; /* by word, by port: free_q, but for one slot of some inputs */
	struct slot (*slot)[SWITCH_PORTS];      /* by slot, by port */
	_Alignas(SWITCH_PORTS) uint16_t reading[SWITCH_PORTS]; /* by port: slot of the packet read, or read last */
	uint64_t used;                  /* inputs that a header has come to since reset */
	uint64_t until[SWITCH_PORTS];   /* by port: first cycle in which another may come */
	uint64_t apart;                 /* inputs of which a free slot is not in free yet ... */
	_Alignas(SWITCH_PORTS) uint16_t freed[SWITCH_PORTS];   /* ... but this one ... */
	uint64_t fresh;                 /* ... and those of them where it was freed in the cycle before credit_cycle */

	/* Images only, by port: the packet that enters, that is read, or was last. */
	struct passage *rx, *rd;
	/* Two newest packets read, by port: the registers of the read side show the older one for a cycle. */
	struct reading { uint64_t cycle; struct packet packet; uint16_t slot; } *history;
	uint8_t *newest;                /* index into it */
};

void mmu_place(struct mmu *u, const struct shape *s, struct arena *a);
void mmu_reset(struct mmu *u, const struct shape *s);

static inline struct slot *mmu_at(const struct mmu *u, unsigned port, unsigned slot)
{
	return &u->slot[slot][port];
}

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

/* At the beginning of a cycle, which brings headers to these inputs: only what was freed in the one before is fresh. */
static inline void mmu_begin(struct mmu *u, uint64_t cycle, uint64_t heads)
{
	u->fresh = cycle == u->credit_cycle ? u->fresh : 0;
	u->used |= heads;
}

/* These inputs read the last flit of a packet in this cycle: they may take a grant. */
static inline void mmu_finish(struct mmu *u, uint64_t inputs)
{
	u->idle |= inputs;
}

/* An input is granted the packet in this slot; those of several flits keep their inputs busy. */
static inline void mmu_read(struct mmu *u, unsigned port, unsigned slot)
{
	u->reading[port] = (uint16_t)slot;
}

static inline void mmu_occupy(struct mmu *u, uint64_t inputs)
{
	u->idle &= ~inputs;
}

/* Headers arrive at these inputs: those where the slot that is apart is as good as others from now on. */
static inline uint64_t mmu_arrivals(struct mmu *u, uint64_t inputs)
{
	const uint64_t back = inputs & u->apart & ~u->fresh;

	u->apart &= ~back;
	return back;
}

/* slot_q is taken: the lowest free slot, but a fresh one only if there is no other. words: of free_q; back: as mmu_arrivals() said. */
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

/* A header arrives; returns the slot it takes. */
static inline unsigned mmu_arrive(struct mmu *u, unsigned words, unsigned port, uint64_t back, uint64_t cycle, const struct packet *p)
{
	const unsigned slot = mmu_take(u, words, port, back);

	assert(cycle >= u->until[port] && "header inside a packet");
	assert(!mmu_at(u, port, slot)->next.word && "a link was left behind");
	u->until[port] = cycle + p->flits;
	mmu_at(u, port, slot)->packet = *p;
	return slot;
}

/* These inputs read a last flit: the slot is free from the next cycle on. After arrivals. */
static inline void mmu_end(struct mmu *u, unsigned words, uint64_t inputs, uint64_t cycle)
{
	const uint64_t back = inputs & u->apart;        /* no header has come to the port since */
	unsigned i;

	if (words == 1 && back) {
		const bool were = lanes_set_bit(back, u->free[0], u->freed);

		assert(!were);
		(void)were;
	}
	EACH(i, words > 1 ? back : 0) {
		uint64_t *free = &u->free[u->freed[i] / 64][i];

		assert(!(*free >> u->freed[i] % 64 & 1));
		*free |= bit(u->freed[i] % 64);
	}
	words_copy(inputs, u->freed, u->reading);
	u->apart |= inputs;
	u->fresh = u->credit = inputs;
	u->credit_cycle = cycle + 1;
}

/* For images, remember that a header came and took this slot; a granted packet, own turn taken out. */
void mmu_remember_arrival(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, unsigned flits);
void mmu_remember(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, const struct packet *p);

/*
 * Of these inputs, free_q and slot_q; what follows the flits that enter; that leave; credit_q.
 * The read side returns the inputs that go on changing.
 */
void mmu_image_slots(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
void mmu_image_write(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
uint64_t mmu_image_read(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
void mmu_image_credits(uint64_t credit, uint64_t inputs, struct image *m);

/* Inputs that can take a grant in this cycle, or that took one in the cycle before. */
uint64_t mmu_idle_before(const struct mmu *u, const struct shape *s, uint64_t cycle);

/* Flit `word` of data_mem at the beginning of `cycle`; false: free slot or not yet written. */
bool mmu_memory(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned word, uint32_t *words);

/* Where an input that is receiving a packet writes data_mem in `cycle`; and what. */
static inline unsigned mmu_writes(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port)
{
	return u->rx[port].slot * s->packet_flits + (unsigned)(cycle - u->rx[port].cycle);
}

void mmu_word(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, uint32_t *words);

/* The word of data_mem written in `cycle`; false: none. */
bool mmu_written(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned *word);

#endif
