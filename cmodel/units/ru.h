#ifndef RU_H
#define RU_H

#include "dt.h"
#include "mu.h"

/*
 * Routing of all input ports: the request register file with its RFS bits, and the
 * header memory. Turn and length of a request stand in struct queue; the header memory is the slots.
 * Invariant: a head is ready, undecided (PPU), being judged, or was granted or moved.
 * RTL twin: rtl_gen/units/ru.v. RECN-IQ 3.3.
 */
struct ru {
	uint64_t ready0;                /* inputs: ready_q[0], of the cold queue */
	uint32_t ready[SWITCH_PORTS];   /* by input: ready_q of the set-aside queues, by line */
	uint64_t read;                  /* inputs that have read hdr_mem since reset */
	struct header { uint64_t turns; uint32_t rest; } hdr[SWITCH_PORTS];     /* by input: hdr_mem's read register; rest: turns left. Or output port; destination */
	uint32_t *destination;          /* by input, by queue: destination_q; NULL: heads do not know theirs */
	uint32_t linked[SWITCH_PORTS];  /* by input: the one in link_mem's read register */
};

void ru_place(struct ru *u, const struct shape *s, struct arena *a);

/* Lines whose queue q is: none of the cold one. */
static inline uint32_t ru_line(unsigned q)
{
	return (uint32_t)(bit(q) >> 1);
}

/* turn: the request of the packet; pool: ones of the turns looked at. */
static inline struct header ru_header(const struct shape *s, uint64_t pool, const struct packet *p, unsigned turn)
{
	return s->nodes ? (struct header){ turn, p->destination } : (struct header){ p->turnpool & pool, p->turns_left };
}

/* RFS of these inputs; what inputs may request; request register file, but RFS, of these queues of a port; header memory's read register
 * of these inputs. */
void ru_image_ready(const struct ru *u, uint64_t inputs, struct image *m);
void ru_image_may(const struct shape *s, uint64_t open, uint64_t idle, struct image *m);
void ru_image_heads(const struct ru *u, const struct mu *mu, const struct stamp *stamp, const struct shape *s, unsigned port, uint64_t queues,
		    struct image *m);
void ru_image_read(const struct ru *u, const struct shape *s, uint64_t inputs, struct image *m);

/* A word of hdr_mem; false: free slot, or not yet written. */
bool ru_memory(const struct mmu *mmu, const struct dt *dt, const struct shape *s, unsigned port, unsigned slot, uint32_t *words);

/* The word of hdr_mem written in `cycle`. */
bool ru_written(const struct mmu *mmu, uint64_t cycle, unsigned port, unsigned *slot);

#endif
