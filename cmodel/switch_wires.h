#ifndef SWITCH_WIRES_H
#define SWITCH_WIRES_H

#include "switch_state.h"

/* What goes between stages within a cycle, named as in docs/microarchitecture.md. Masks of input ports. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ready0, popping;
	uint64_t notified;                      /* `notify` */
	uint32_t notified_row[SWITCH_PORTS];    /* lines that its destination is in the list of; lists in memories */
	uint64_t told;                          /* `told`, where it has to be known early: lists in memories */
	uint64_t xoff;                          /* an Xoff is on the link to upstream; likewise */
	uint64_t ending;                        /* the last flit is read */
	uint64_t detect;
	uint64_t entering, first;               /* a packet enters the cold queue; as its head */
	uint64_t moving;                        /* by CDU or PPU */
	_Alignas(SWITCH_PORTS) uint8_t move_src[SWITCH_PORTS], move_dst[SWITCH_PORTS];
	uint32_t move_destination[SWITCH_PORTS];        /* by PPU: of the packet, where lines know that */
	uint64_t cold_ready;                    /* the cold queue has a new head, ready from the next cycle on */
	uint64_t granted;                       /* output ports, to the input in: */
	uint64_t granted_inputs;                /* by queue: in MU */
	_Alignas(SWITCH_PORTS) uint8_t winner[SWITCH_PORTS];
};

/* What loops and branches of a step depend on in every cycle. Handed down as a value, so that a step can be compiled for one of them. */
struct dims {
	unsigned queues, lines, radix, words;   /* of an input; of an input; of a switch; of MMU's free_q */
	bool by_destination, swept;             /* as in switch_state.h */
	bool one_by_one, stamps;                /* arbiters decide port by port; they are oldest-first */
};

/* A function that is compiled for each of them. */
#define STAGE static inline __attribute__((always_inline))

/* Choose the step of a new switch, as switch_allow_wide() has it. Of those for any processor; for one with registers of 64 bytes, NULL if
 * this is none. */
void route_cam_choose(struct sluice_switch *);
switch_step_function *route_cam_step_plain(const struct sluice_switch *);
switch_step_function *route_cam_step_wide(const struct sluice_switch *);
bool route_cam_wide_here(void);

/* The grants of a cycle, port by port: of arbiters that are not round-robin, and where there are no registers of 64 bytes. candidates: by queue, inputs; any: of all queues. */
void route_cam_serve(struct sluice_switch *, struct wires *, const uint64_t *candidates, uint64_t any);

/* The stamps of what was read, entered and moved in a cycle, if there are any. */
void route_cam_stamp(struct sluice_switch *, const struct wires *);

/* The turns of the head of a queue. */
static inline void route_cam_read_header(const struct sluice_switch *sw, struct headers *h, unsigned i, unsigned q)
{
	const struct packet *p = &mu_head(&sw->mu, &sw->mmu, i, q)->packet;
	const uint64_t turns = p->turnpool & sw->pool;

	h->turns[i] = (uint32_t)turns;
	h->upper_turns[i] = (uint32_t)(turns >> 32);
	h->left[i] = p->turns_left;
}

/* link_mem's read register of an input takes the link of the head that leaves its queue. */
static inline void route_cam_read_link(struct sluice_switch *sw, unsigned i)
{
	sw->mu.link[i] = mu_head(&sw->mu, &sw->mmu, i, sw->mu.refill_queue[i])->next;
	sw->ru.linked[i] = mmu_at(&sw->mmu, i, link_slot(sw->mu.link[i]))->packet.destination;
}

/* Stages of a cycle: Xons, notifications and messages; what ports of lists in memories are in use for, and what they write. */
void route_cam_update(struct sluice_switch *, const struct wires *);
void route_cam_begin_lists(struct sluice_switch *, struct wires *);
void route_cam_write_lists(struct sluice_switch *, const struct wires *);

#endif
