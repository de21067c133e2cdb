#ifndef CLIP_H
#define CLIP_H

#include "dcam_in.h"
#include "list_sweep.h"

/*
 * Lists of destinations of all input ports, in memories. What is learned in a cycle is written at its end; the column of a line that is
 * left is cleared after it, and the line may not be taken before: it is in cam_in's `dirty`.
 * Invariant: a port is busy exactly if a line that is not in use is dirty.
 * RTL twin: rtl_gen/units/clip.v. FBICM 3.3.
 */
struct clip {
	struct list_sweep lists;
	uint64_t busy;                  /* inputs */
	uint64_t touched;               /* inputs in which a line learns, or sends an Xoff, in this cycle: */
	uint32_t stop[SWITCH_PORTS], sent[SWITCH_PORTS];        /* by input: these lines */
	uint32_t learned[SWITCH_PORTS]; /* by input: this destination */
};

void clip_place(struct clip *u, const struct shape *s, struct arena *a);
void clip_reset(struct clip *u, struct cam_in *cam, const struct shape *s);

/* In this cycle the line learns the destination; an Xoff is sent for it. */
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

/* All ports have ended the cycle. */
static inline void clip_end(struct clip *u)
{
	u->touched = 0;
}

/* The cycle ends, of a port that is busy or touched, or whose lines in use are others than in the cycle before. xoff: one is on the link. */
void clip_step(struct clip *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, bool xoff);

/* Of these inputs, all registers, but the memory's; that. */
void clip_image(const struct clip *u, const struct cam_in *cam, const struct dcam_in *lists, const struct shape *s, uint64_t inputs, struct image *m);
void clip_image_read(const struct clip *u, uint64_t inputs, struct image *m);

#endif
