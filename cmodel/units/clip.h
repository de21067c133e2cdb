#pragma once

#include "list_sweep.h"

/*
 * Lists of destinations of all input ports, in memories. A destination learned in a cycle is written at its end. After a line is left
 * its column is cleared. Until then the line is dirty, and may not be taken.
 * Invariant: a port is busy exactly if one of its lines is dirty and not in use.
 * RTL twin: rtl_gen/units/clip.v. FBICM 3.3.
 */
struct clip {
	struct list_sweep lists;
	uint64_t busy;                  /* inputs */
	uint64_t moved;                 /* inputs where live_prev_q differs from the lines in use */
	uint64_t touched;               /* inputs where a line learns a destination, or sends an Xoff, in this cycle */
	uint32_t stop[SWITCH_PORTS], sent[SWITCH_PORTS];        /* by input, one-hot: the line that learns; the line that sends */
	uint32_t learned[SWITCH_PORTS]; /* by input: the destination that the line learns */
	uint32_t dirty[SWITCH_PORTS], live_prev[SWITCH_PORTS];  /* by input: dirty_q, live_prev_q */

	/*
	 * Where packets are sorted as they arrive. A line is in use as long as it is valid, and there are two memories with the same words: the read
	 * register of the one for notifications is that of `lists`.
	 */
	struct clip_sorted {
		uint64_t late;          /* inputs where arrive_late_q or notify_late_q is not 0 */
		uint64_t has_read;      /* inputs that have read arrive_mem since reset */
		uint32_t read[SWITCH_PORTS];    /* by input: arrive_mem's read register */
		uint32_t arrive_late[SWITCH_PORTS], notify_late[SWITCH_PORTS];
	} sorted;
};

extern const struct unit_model clip_unit;
void clip_reset(struct clip *u, const struct shape *s);

/* In this cycle line l learns the destination; in this cycle line l sends an Xoff. */
static inline void clip_learn(struct clip *u, unsigned port, unsigned l, uint32_t destination)
{
	u->touched |= bit(port);
	u->stop[port] = UINT32_C(1) << l;
	u->learned[port] = destination;
}

static inline void clip_sent(struct clip *u, unsigned port, unsigned l)
{
	u->touched |= bit(port);
	u->sent[port] = UINT32_C(1) << l;
}

/* Call after clip_step() of all ports of a cycle. */
static inline void clip_end(struct clip *u)
{
	u->touched = 0;
}

/* End the cycle of a port that is busy, touched or moved. live: the lines that are in use in this cycle; xoff: an Xoff is on the link to upstream. */
void clip_step(struct clip *u, unsigned port, uint32_t live, bool xoff);

/* The lines that are in use from the next cycle on. */
static inline void clip_set_live(struct clip *u, unsigned port, uint32_t live)
{
	u->moved = (u->moved & ~bit(port)) | (uint64_t)(live != u->live_prev[port]) << port;
}

/* Is something known of all rows? Not until the first sweep. valid: the lines that are valid in this cycle. */
static inline bool clip_known(const struct clip *u, unsigned port, uint32_t valid)
{
	return valid || u->dirty[port] != ones(u->lists.lines);
}

/* Look up the destination of a header that arrives; rows of the header that arrived in the cycle before, of the notification that did. */
static inline void clip_look_up_arrival(struct clip *u, unsigned port, uint32_t destination)
{
	u->sorted.read[port] = *list_sweep_row(&u->lists, port, destination);
	u->sorted.has_read |= bit(port);
}

static inline uint32_t clip_arrive_row(const struct clip *u, unsigned port)
{
	return u->sorted.read[port] | u->sorted.arrive_late[port];
}

static inline uint32_t clip_notify_row(const struct clip *u, unsigned port)
{
	return u->lists.read[port] | u->sorted.notify_late[port];
}

/* In this cycle a line learns the destination of the header that arrives, or of the notification that does: the words read do not have it yet. */
static inline void clip_late_arrival(struct clip *u, unsigned port)
{
	u->sorted.arrive_late[port] = u->stop[port];
	u->sorted.late |= bit(port);
}

static inline void clip_late_notification(struct clip *u, unsigned port)
{
	u->sorted.notify_late[port] = u->stop[port];
	u->sorted.late |= bit(port);
}

/* The cycle after clip_late_*(): both are 0 again. */
static inline void clip_late_done(struct clip *u)
{
	EACH_IN(i, u->sorted.late)
		u->sorted.arrive_late[i] = u->sorted.notify_late[i] = 0;
	u->sorted.late = 0;
}
