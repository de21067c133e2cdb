#ifndef MMU_H
#define MMU_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"
#include "passage.h"

#include <assert.h>

/* Slot and request of a packet: what link_mem holds of the one behind in the queue. */
struct link {
	uint16_t slot;
	uint8_t out, flits;
};

/*
 * A slot of an input memory: the word of data_mem and hdr_mem (the packet, as it arrived) and that
 * of link_mem (MU's). Slots stand slot-major, ports next to each other: the lowest free
 * slot is taken first, so a switch keeps using the first few lines of the array.
 */
struct slot {
	struct packet packet;           /* own turn still in */
	struct link next;
	uint8_t linked;                 /* there is a next one */
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
	uint64_t (*free)[SWITCH_PORTS]; /* free_q: by word, by port */
	struct slot (*slot)[SWITCH_PORTS];      /* by slot, by port */
	struct passage rx[SWITCH_PORTS], rd[SWITCH_PORTS];      /* by port, the newest */
	uint16_t freed[SWITCH_PORTS];   /* by port: slot freed last */

	/* Two newest packets read, by port: the registers of the read side show the older one for a cycle. Images only. */
	struct reading { uint64_t cycle; struct packet packet; uint16_t slot; } *history;
	uint8_t *newest;                /* index into it */
};

void mmu_place(struct mmu *u, const struct shape *s, struct arena *a);
void mmu_reset(struct mmu *u, const struct shape *s);

static inline struct slot *mmu_at(const struct mmu *u, unsigned port, unsigned slot)
{
	return &u->slot[slot][port];
}

/* slot_q: the lowest free slot, but one freed in the cycle before only if there is no other; words * 64: none. */
static inline unsigned mmu_slot(const struct mmu *u, unsigned port, uint64_t cycle)
{
	const uint64_t fresh = cycle == u->credit_cycle ? u->credit >> port & 1 : 0;
	const unsigned freed = u->freed[port];

	for (unsigned k = 0; k < u->words; k++) {
		const uint64_t older = u->free[k][port] & ~((fresh & (freed / 64 == k)) << freed % 64);

		if (older)
			return k * 64 + lowest(older);
	}
	return fresh ? freed : u->words * 64;
}

static inline bool mmu_is_free(const struct mmu *u, unsigned port, unsigned slot)
{
	return u->free[slot / 64][port] >> slot % 64 & 1;
}

/* A header arrives; returns the slot it takes. */
static inline unsigned mmu_arrive(struct mmu *u, unsigned port, uint64_t cycle, const struct packet *p)
{
	const unsigned slot = mmu_slot(u, port, cycle);
	struct passage *rx = u->rx + port;
	struct slot *at = mmu_at(u, port, slot);

	assert(slot < u->words * 64 && "header without a credit");
	assert(cycle >= rx->cycle + rx->flits && "header inside a packet");
	u->free[slot / 64][port] &= ~bit(slot % 64);
	at->packet = *p;
	at->linked = 0;
	*rx = (struct passage){ cycle, (uint16_t)slot, p->flits };
	return slot;
}

/* The last flit is read: the slot is free from the next cycle on. */
static inline void mmu_end(struct mmu *u, uint64_t inputs)
{
	unsigned i;

	EACH(i, inputs) {
		const unsigned slot = u->rd[i].slot;

		assert(!mmu_is_free(u, i, slot));
		u->freed[i] = (uint16_t)slot;
		u->free[slot / 64][i] |= bit(slot % 64);
	}
}

static inline void mmu_grant(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, unsigned flits)
{
	u->rd[port] = (struct passage){ cycle, (uint16_t)slot, (uint8_t)flits };
	u->idle &= ~((uint64_t)(flits > 1) << port);
}

/* Remember a granted packet, own turn taken out, for images. */
void mmu_remember(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, const struct packet *p);

/*
 * Of these inputs, free_q and slot_q; what follows the flits that enter; that leave; credit_q.
 * Two return the inputs that go on changing.
 */
void mmu_image_slots(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
uint64_t mmu_image_write(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
uint64_t mmu_image_read(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
void mmu_image_credits(uint64_t credit, uint64_t inputs, struct image *m);

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
