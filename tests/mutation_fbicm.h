#pragma once

#include "mutation_state.h"

/* Laws of reached states of FBICM alone: congested points, named by lists of destinations (docs/internals/microarchitecture-fbicm.md). */
struct mutation_line {
	unsigned used;
	struct word len;
	const char *list;               /* the register with its list of destinations */
	unsigned number;
};

/* Is a destination in the list of the line? */
static inline unsigned mutation_listed(const struct mutation_at *at, const struct mutation_line *line, unsigned destination)
{
	return mutation_cam_bit(at, line->list, destination * at->s->saqs + line->number);
}

/* So is a destination that is a word. */
static inline unsigned mutation_lists(const struct mutation_at *at, const struct mutation_line *line, struct word destination)
{
	struct aig *a = &at->t->a;
	unsigned listed = 0;

	for (unsigned d = 0; d < at->s->nodes; d++)
		listed = aig_or(a, listed, aig_and(a, mutation_is(a, destination, d), mutation_listed(at, line, d)));
	return listed;
}

static inline struct mutation_line mutation_stopping(const struct mutation_at *at, unsigned l)
{
	return (struct mutation_line){ mutation_cam_bit(at, "out.stopped_q", l), mutation_cam_word(at, "out.len_q", l * at->s->len_w, at->s->len_w), "out.clop_q", l };
}

static inline struct mutation_line mutation_holding(const struct mutation_at *at, unsigned l)
{
	return (struct mutation_line){ mutation_in_use(at, l), mutation_cam_word(at, "in.len_q", l * at->s->len_w, at->s->len_w), "in.clip_q", l };
}

/* Two lines in use with the same length have no destination in common. */
static inline unsigned mutation_apart(const struct mutation_at *at, const struct mutation_line *x, const struct mutation_line *y)
{
	struct aig *a = &at->t->a;
	unsigned common = 0;

	for (unsigned d = 0; d < at->s->nodes; d++)
		common = aig_or(a, common, aig_and(a, mutation_listed(at, x, d), mutation_listed(at, y, d)));
	return mutation_implies(a, aig_and(a, aig_and(a, x->used, y->used), mutation_same(a, x->len, y->len)), common ^ 1);
}

/* Stopped lines of an output have a length; those with the same length have no destination in common. Lines that are not stopped have no destinations. */
LAW(mutation_stops)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		line[l] = mutation_stopping(at, l);
		holds = aig_and(a, holds, mutation_implies(a, line[l].used, mutation_any(a, line[l].len)));
		for (unsigned d = 0; d < s->nodes; d++)
			holds = aig_and(a, holds, mutation_implies(a, mutation_listed(at, &line[l], d), line[l].used));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, mutation_apart(at, &line[k], &line[l]));
	}
	return holds;
}

/* The line that an output notifies of is shorter than s->hops, so that its length can grow by one. */
LAW(mutation_near)
{
	const struct word number = mutation_word(at, "dcam_out.notify_line_q", 0, s->line_w);
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_stopping(at, l);
		const unsigned named = aig_and(a, mutation_bit(at, "dcam_out.notify_valid_q", 0), mutation_is(a, number, l));

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, named, line.used), mutation_at_most(a, line.len, s->hops - 1)));
	}
	return holds;
}

/* A notification names a congested point beyond this switch. Without one, all its registers are 0. */
LAW(mutation_beyond)
{
	const unsigned notify = mutation_cam_bit(at, "in.notify_q", 0);
	const struct word len = mutation_cam_word(at, "in.notify_len_q", 0, s->len_w);
	unsigned some = mutation_any(a, len);

	some = aig_or(a, some, mutation_any(a, mutation_cam_word(at, "in.notify_port_q", 0, s->port_w)));
	some = aig_or(a, some, mutation_any(a, mutation_cam_word(at, "in.notify_line_q", 0, s->line_w)));
	some = aig_or(a, some, mutation_any(a, mutation_cam_word(at, "in.notify_destination_q", 0, s->destination_w)));
	return aig_and(a, mutation_implies(a, some, notify), mutation_implies(a, notify, mutation_at_most(a, len, 1) ^ 1));
}

/* Two own lines (length 1) in use have different ports. */
static inline unsigned mutation_two_ports(const struct mutation_at *at, const struct mutation_line *x, const struct mutation_line *y)
{
	struct aig *a = &at->t->a;
	const unsigned own = aig_and(a, mutation_is(a, x->len, 1), mutation_is(a, y->len, 1)), w = at->s->port_w;
	const unsigned same = mutation_same(a, mutation_cam_word(at, "in.port_q", x->number * w, w), mutation_cam_word(at, "in.port_q", y->number * w, w));

	return mutation_implies(a, aig_and(a, own, aig_and(a, x->used, y->used)), same ^ 1);
}

/* Lines in use have a length. Own lines are not stopped, and have different ports. Others with the same length have no destination in common. */
LAW(mutation_lines)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		line[l] = mutation_holding(at, l);
		const unsigned own = mutation_is(a, line[l].len, 1);

		holds = aig_and(a, holds, mutation_implies(a, line[l].used, mutation_any(a, line[l].len)));
		holds = aig_and(a, holds, aig_and(a, own, mutation_cam_bit(at, "in.xoff_q", l)) ^ 1);
		for (unsigned k = 0; k < l; k++) {
			holds = aig_and(a, holds, mutation_two_ports(at, &line[k], &line[l]));
			holds = aig_and(a, holds, aig_or(a, own, mutation_apart(at, &line[k], &line[l])));
		}
	}
	return holds;
}

/* Only lines that are in use, or were in the cycle before, have destinations. A destination in NSB is in the list of a line that has sent an Xoff. */
LAW(mutation_learned)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++)
		line[l] = mutation_holding(at, l);
	for (unsigned d = 0; d < s->nodes; d++) {
		unsigned sent = 0;

		for (unsigned l = 0; l < s->saqs; l++) {
			const unsigned listed = mutation_listed(at, &line[l], d);

			holds = aig_and(a, holds, mutation_implies(a, listed, aig_or(a, line[l].used, mutation_cam_bit(at, "in.live_prev_q", l))));
			sent = aig_or(a, sent, aig_and(a, listed, mutation_cam_bit(at, "in.sent_xoff_q", l)));
		}
		holds = aig_and(a, holds, mutation_implies(a, mutation_cam_bit(at, "in.nsb_q", d), sent));
	}
	return holds;
}

/* Routes are deterministic: a line in use that has the destination of a notification has the port of the output that notifies. */
LAW(mutation_contract_route)
{
	const struct word destination = mutation_cam_word(at, "in.notify_destination_q", 0, s->destination_w);
	const struct word from = mutation_cam_word(at, "in.notify_port_q", 0, s->port_w);
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_holding(at, l);

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, line.used, mutation_lists(at, &line, destination)),
							   mutation_same(a, mutation_cam_word(at, "in.port_q", l * s->port_w, s->port_w), from)));
	}
	return mutation_implies(a, mutation_cam_bit(at, "in.notify_q", 0), holds);
}

/* An Xon is for a line that is stopped. An Xoff has the length of its line, and no other line of that length has its destination. */
LAW(mutation_contract_lists)
{
	struct mutation_miter *t = at->t;
	const unsigned p = at->port, xoff = mutation_input(t, "tx_msg_xoff", p);
	const struct word hops = mutation_input_word(t, "tx_msg_hops", p * s->len_w, s->len_w), number = mutation_input_word(t, "tx_msg_line", p * s->line_w, s->line_w);
	const struct word destination = mutation_input_word(t, "tx_msg_destination", p * s->destination_w, s->destination_w);
	unsigned holds = mutation_implies(a, xoff, mutation_any(a, hops));

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_stopping(at, l);
		const unsigned named = mutation_is(a, number, l), same = mutation_same(a, hops, line.len);
		const unsigned other = aig_and(a, aig_and(a, xoff, named ^ 1), mutation_lists(at, &line, destination));

		holds = aig_and(a, holds, mutation_implies(a, named, aig_or(a, xoff ^ 1, mutation_implies(a, line.used, same))));
		holds = aig_and(a, holds, mutation_implies(a, named, aig_or(a, xoff, line.used)));
		holds = aig_and(a, holds, mutation_implies(a, other, same ^ 1));
	}
	return mutation_implies(a, mutation_input(t, "tx_msg_valid", p), holds);
}
