#ifndef CLIP_H
#define CLIP_H

#include "dcam_in.h"
#include "list_sweep.h"

/*
 * Lists of destinations of all input ports, in memories. A destination learned in a cycle is written at its end. After a line is left
 * its column is cleared. Until then the line is in cam_in's `dirty`, and may not be taken.
 * Invariant: a port is busy exactly if one of its lines is dirty and not in use.
 * RTL twin: rtl_gen/units/clip.v. FBICM 3.3.
 */
struct clip {
	struct list_sweep lists;
	uint64_t busy;                  /* inputs */
	uint64_t touched;               /* inputs where a line learns a destination, or sends an Xoff, in this cycle */
	uint32_t stop[SWITCH_PORTS], sent[SWITCH_PORTS];        /* by input, one-hot: the line that learns; the line that sends */
	uint32_t learned[SWITCH_PORTS]; /* by input: the destination that the line learns */
};

void clip_place(struct clip *u, const struct shape *s, struct arena *a);
void clip_reset(struct clip *u, struct cam_in *cam, const struct shape *s);

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

/* End the cycle of a port that is busy or touched, or whose set of lines in use has changed. xoff: an Xoff is on the link to upstream. */
void clip_step(struct clip *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, bool xoff);

/* Render for these inputs: all registers but the memory's read register; the memory's read register. */
void clip_image(const struct clip *u, const struct cam_in *cam, const struct dcam_in *lists, const struct shape *s, uint64_t inputs, struct image *m);
void clip_image_read(const struct clip *u, uint64_t inputs, struct image *m);

#endif
