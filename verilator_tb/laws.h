#pragma once

#include "image.h"
#include "neighbours.h"

/*
 * Laws: properties of a switch that hold in every cycle, whatever the specification says of single registers. They find faults that
 * RTL and model have in common, also those without a trace at the end of a run. The laws see the registers, as an image has them, and
 * the links, but nothing else of the model. docs/use/lockstep.md, "Laws", has them in full.
 *
 * - Nothing is lost: at an input, slots taken = packets received whose credit has not been returned = packets queued or being read; at
 *   an output, credits = slots downstream - packets granted and not yet credited. By queue, where credits are by queue. The
 *   neighbours' own counts agree.
 * - Everybody's turn comes: an output that is requested grants; no requester is passed over more often than its arbiter allows.
 * - Every stop ends: the stopped lines are those that messages stopped; a stopped input line has its cause at the output; a line that
 *   has drained sends its Xon.
 * - Numbers are in range: no field of a register is above the greatest of its row (spec/ranges.def).
 */
struct laws;

enum { LAWS_WHY = 256 };

/* Turns are watched in so many cycles of so many, anew each time: starvation lasts longer than the pause. */
enum { LAWS_WATCHED = 1 << 12, LAWS_EVERY = 1 << 14 };

/* The image is at reset, and laid out as it will stay; it must outlive the laws. at: the position of a wormhole router. NULL: out of memory. */
struct laws *laws_new(const struct shape *, const struct image *, uint32_t at);
void laws_free(struct laws *);

/*
 * Laws need not see the registers of every cycle: laws_hold() may be left out up to a cycle of which laws_may_begin() is true, at most
 * LAWS_WATCHED cycles away. After laws_memory() more, the laws know what they would have known otherwise. UINT64_MAX: they have to see every cycle.
 */
uint64_t laws_memory(const struct shape *);

static inline bool laws_may_begin(uint64_t cycle)
{
	return cycle % LAWS_EVERY >= LAWS_WATCHED;
}

/*
 * At the beginning of `cycle`, with the image rendered. in: what the links bring in it. neighbours: those of the switch, after they
 * have driven this cycle; NULL: they are not known. False: why names the port and the law.
 */
bool laws_hold(struct laws *, uint64_t cycle, const struct switch_in *in, const struct neighbours *, char why[LAWS_WHY]);

/* At the end of the cycle. in: what the links brought; out: what the switch decided. */
void laws_passed(struct laws *, const struct switch_in *in, const struct switch_out *out);
