#ifndef MUTATION_FBICM_H
#define MUTATION_FBICM_H

#include "mutation_state.h"

/* Laws of reached states of FBICM alone: congested points, named by lists of destinations (docs/internals/microarchitecture-fbicm.md). */
struct mutation_line {
	unsigned used, len[MUTATION_WORD];
	const char *list;               /* the register with its list of destinations */
	unsigned number;
};

/* Is a destination in the list of the line? */
static inline unsigned mutation_listed(const struct mutation_at *at, const struct mutation_line *line, unsigned destination)
{
	return mutation_cam_bit(at, line->list, destination * at->s->saqs + line->number);
}

static inline struct mutation_line mutation_stopping(const struct mutation_at *at, unsigned l)
{
	struct mutation_line line = { .used = mutation_cam_bit(at, "out.stopped_q", l), .list = "out.clop_q", .number = l };

	mutation_cam_word(at, "out.len_q", l * at->s->len_w, at->s->len_w, line.len);
	return line;
}

static inline struct mutation_line mutation_holding(const struct mutation_at *at, unsigned l)
{
	struct mutation_line line = { .used = mutation_in_use(at, l), .list = "in.clip_q", .number = l };

	mutation_cam_word(at, "in.len_q", l * at->s->len_w, at->s->len_w, line.len);
	return line;
}

/* Two lines in use with the same length have no destination in common. */
static inline unsigned mutation_apart(const struct mutation_at *at, const struct mutation_line *x, const struct mutation_line *y)
{
	struct aig *a = &at->t->a;
	unsigned common = 0;

	for (unsigned d = 0; d < at->s->nodes; d++)
		common = aig_or(a, common, aig_and(a, mutation_listed(at, x, d), mutation_listed(at, y, d)));
	return mutation_implies(a, aig_and(a, aig_and(a, x->used, y->used), mutation_same(a, x->len, y->len, at->s->len_w)), common ^ 1);
}

/* Stopped lines of an output have a length; those with the same length have no destination in common. Lines that are not stopped have no destinations. */
LAW(mutation_stops)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		line[l] = mutation_stopping(at, l);
		holds = aig_and(a, holds, mutation_implies(a, line[l].used, mutation_any(a, line[l].len, s->len_w)));
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
	unsigned holds = 1, number[MUTATION_WORD];

	mutation_word(at, "dcam_out.notify_line_q", 0, s->line_w, number);
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_stopping(at, l);
		const unsigned named = aig_and(a, mutation_bit(at, "dcam_out.notify_valid_q", 0), mutation_is(a, number, s->line_w, l));

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, named, line.used), mutation_at_most(a, line.len, s->len_w, s->hops - 1)));
	}
	return holds;
}

/* A notification names a congested point beyond this switch. Without one, all its registers are 0. */
LAW(mutation_beyond)
{
	const unsigned notify = mutation_cam_bit(at, "in.notify_q", 0);
	unsigned len[MUTATION_WORD], rest[MUTATION_WORD], some;

	mutation_cam_word(at, "in.notify_len_q", 0, s->len_w, len);
	some = mutation_any(a, len, s->len_w);
	mutation_cam_word(at, "in.notify_port_q", 0, s->port_w, rest);
	some = aig_or(a, some, mutation_any(a, rest, s->port_w));
	mutation_cam_word(at, "in.notify_line_q", 0, s->line_w, rest);
	some = aig_or(a, some, mutation_any(a, rest, s->line_w));
	mutation_cam_word(at, "in.notify_destination_q", 0, s->destination_w, rest);
	some = aig_or(a, some, mutation_any(a, rest, s->destination_w));
	return aig_and(a, mutation_implies(a, some, notify), mutation_implies(a, notify, mutation_at_most(a, len, s->len_w, 1) ^ 1));
}

/* Two own lines (length 1) in use have different ports. */
static inline unsigned mutation_two_ports(const struct mutation_at *at, const struct mutation_line *x, const struct mutation_line *y)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned own = aig_and(a, mutation_is(a, x->len, s->len_w, 1), mutation_is(a, y->len, s->len_w, 1));
	unsigned port[2][MUTATION_WORD];

	mutation_cam_word(at, "in.port_q", x->number * s->port_w, s->port_w, port[0]);
	mutation_cam_word(at, "in.port_q", y->number * s->port_w, s->port_w, port[1]);
	return mutation_implies(a, aig_and(a, own, aig_and(a, x->used, y->used)), mutation_same(a, port[0], port[1], s->port_w) ^ 1);
}

/* Lines in use have a length. Own lines are not stopped, and have different ports. Others with the same length have no destination in common. */
LAW(mutation_lines)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		line[l] = mutation_holding(at, l);
		const unsigned own = mutation_is(a, line[l].len, s->len_w, 1);

		holds = aig_and(a, holds, mutation_implies(a, line[l].used, mutation_any(a, line[l].len, s->len_w)));
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
	unsigned destination[MUTATION_WORD], from[MUTATION_WORD], port[MUTATION_WORD], holds = 1;

	mutation_cam_word(at, "in.notify_destination_q", 0, s->destination_w, destination);
	mutation_cam_word(at, "in.notify_port_q", 0, s->port_w, from);
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_holding(at, l);
		unsigned listed = 0;

		mutation_cam_word(at, "in.port_q", l * s->port_w, s->port_w, port);
		for (unsigned d = 0; d < s->nodes; d++)
			listed = aig_or(a, listed, aig_and(a, mutation_is(a, destination, s->destination_w, d), mutation_listed(at, &line, d)));
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, line.used, listed), mutation_same(a, port, from, s->port_w)));
	}
	return mutation_implies(a, mutation_cam_bit(at, "in.notify_q", 0), holds);
}

/* An Xon is for a line that is stopped. An Xoff has the length of its line, and no other line of that length has its destination. */
static inline unsigned mutation_contract_lists(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	const unsigned p = at->port, xoff = mutation_input(t, "tx_msg_xoff", p);
	unsigned hops[MUTATION_WORD], number[MUTATION_WORD], destination[MUTATION_WORD], holds;

	mutation_input_word(t, "tx_msg_hops", p * s->len_w, s->len_w, hops);
	mutation_input_word(t, "tx_msg_line", p * s->line_w, s->line_w, number);
	mutation_input_word(t, "tx_msg_destination", p * s->destination_w, s->destination_w, destination);
	holds = mutation_implies(a, xoff, mutation_any(a, hops, s->len_w));
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = mutation_stopping(at, l);
		const unsigned named = mutation_is(a, number, s->line_w, l), same = mutation_same(a, hops, line.len, s->len_w);
		unsigned listed = 0;

		for (unsigned d = 0; d < s->nodes; d++)
			listed = aig_or(a, listed, aig_and(a, mutation_is(a, destination, s->destination_w, d), mutation_listed(at, &line, d)));
		holds = aig_and(a, holds, mutation_implies(a, named, aig_or(a, xoff ^ 1, mutation_implies(a, line.used, same))));
		holds = aig_and(a, holds, mutation_implies(a, named, aig_or(a, xoff, line.used)));
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, aig_and(a, xoff, named ^ 1), listed), same ^ 1));
	}
	return mutation_implies(a, mutation_input(t, "tx_msg_valid", p), holds);
}

#endif
