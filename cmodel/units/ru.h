#ifndef RU_H
#define RU_H

#include "dt.h"
#include "mu.h"

/* By input, a word of hdr_mem: turns, in halves, and how many are left; or an output port. */
struct headers {
	_Alignas(SWITCH_PORTS) uint32_t turns[SWITCH_PORTS], upper_turns[SWITCH_PORTS];
	_Alignas(SWITCH_PORTS) uint8_t left[SWITCH_PORTS];
};

/*
 * Routing of all input ports: the request register file with its RFS bits, and the
 * header memory. Turn and length of a request stand in struct queue; the header memory is the slots.
 * Invariant: a head is ready, undecided (PPU), being judged, or was granted or moved.
 * RTL twin: rtl_gen/units/ru.v. RECN-IQ 3.3.
 */
struct ru {
	uint64_t ready[1 + LINES];      /* by queue: inputs where ready_q has it */
	uint64_t read;                  /* inputs that have read hdr_mem since reset */
	struct headers header;          /* of the head judged last, where it had to be looked at */
	uint32_t to[SWITCH_PORTS];      /* by input: likewise, the destination */
	uint32_t *destination;          /* by input, by queue: destination_q; NULL: heads do not know theirs */
	uint32_t linked[SWITCH_PORTS];  /* by input: the one in link_mem's read register */
};

void ru_place(struct ru *u, const struct shape *s, struct arena *a);

/* RFS of these inputs, by queue; what inputs may request; request register file, but RFS, of these queues of a port; header memory's read register
 * of these inputs, which have fetched these headers. */
void ru_image_ready(const struct ru *u, unsigned queues, uint64_t inputs, struct image *m);
void ru_image_may(const struct shape *s, uint64_t open, uint64_t idle, struct image *m);
void ru_image_heads(const struct ru *u, const struct mu *mu, const struct stamp *stamp, const struct shape *s, unsigned port, uint64_t queues,
		    struct image *m);
void ru_image_read(const struct ru *u, const struct headers *fetched, const struct shape *s, uint64_t inputs, struct image *m);

/* A word of hdr_mem; false: free slot, or not yet written. */
bool ru_memory(const struct mmu *mmu, const struct dt *dt, const struct shape *s, unsigned port, unsigned slot, uint32_t *words);

/* The word of hdr_mem written in `cycle`. */
bool ru_written(const struct mmu *mmu, uint64_t cycle, unsigned port, unsigned *slot);

#endif
