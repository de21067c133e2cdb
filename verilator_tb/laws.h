#ifndef LAWS_H
#define LAWS_H

#include "image.h"
#include "neighbours.h"

/*
 * What must hold of a switch in every cycle, whatever its specification says of single registers: a fault that RTL and model have in
 * common shows here, and at the end of a run it may have healed. Seen are the registers, as an image has them, and what goes over
 * the links; nothing is asked of the model. docs/lockstep.md, "Laws", says them in full.
 *
 * - Nothing is lost: slots taken = packets that came and whose credit has not gone back = packets queued or being read, by
 *   input; credits of an output = slots downstream - packets granted and not yet credited. By queue, where credits are by queue. The
 *   neighbours' own counts say the same.
 * - Everybody's turn comes: an output that is asked grants; no requester is passed over more often than its arbiter allows.
 * - Every stop ends: stops are those that messages say; a stopped input line has its cause at the output; a line that has drained
 *   lets go.
 */
struct laws;

enum { LAWS_WHY = 256 };

/* The image is at reset, and laid out as it will stay; it must outlive the laws. NULL: out of memory. */
struct laws *laws_new(const struct shape *, const struct image *);
void laws_free(struct laws *);

/*
 * At the beginning of `cycle`, with the image rendered. in: what the links bring in it. neighbours: those of the switch, which have
 * driven this cycle; NULL: they are not known. False: why names the port and the law.
 */
bool laws_hold(struct laws *, uint64_t cycle, const struct switch_in *in, const struct neighbours *, char why[LAWS_WHY]);

/* The cycle is through: what the links brought, and what the switch decided. */
void laws_passed(struct laws *, const struct switch_in *in, const struct switch_out *out);

#endif
