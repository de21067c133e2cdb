#pragma once

#include "mutation_state.h"

/* Laws of reached states of RECN-IQ alone: congested points, named by turns (docs/internals/microarchitecture.md, -sorted.md). */
struct mutation_point {
	unsigned used;
	struct word len, turns;
};

static inline unsigned mutation_has_length(struct aig *a, const struct mutation_point *p)
{
	return mutation_implies(a, p->used, mutation_any(a, p->len));
}

/* Turns beyond the length are 0. */
static inline unsigned mutation_ends(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	unsigned holds = 1;

	for (unsigned b = 0; b < s->pool_w; b++)
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, p->used, p->turns.bit[b]), mutation_at_most(a, p->len, b / s->turn_w) ^ 1));
	return holds;
}

/* Two lines in use name different congested points. */
static inline unsigned mutation_differ(struct aig *a, const struct shape *s, const struct mutation_point *p, const struct mutation_point *q)
{
	unsigned differs = 0;

	for (unsigned b = 0; b < s->len_w; b++)
		differs = aig_or(a, differs, aig_xor(a, p->len.bit[b], q->len.bit[b]));
	for (unsigned b = 0; b < s->pool_w; b++)
		differs = aig_or(a, differs, aig_and(a, mutation_at_most(a, p->len, b / s->turn_w) ^ 1, aig_xor(a, p->turns.bit[b], q->turns.bit[b])));
	return mutation_implies(a, aig_and(a, p->used, q->used), differs);
}

/* Lines in use have a length, and name different congested points. */
static inline unsigned mutation_points(const struct mutation_at *at, struct mutation_point (*line)(const struct mutation_at *, unsigned l))
{
	struct aig *a = &at->t->a;
	struct mutation_point p[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < at->s->saqs; l++)
		p[l] = line(at, l);
	for (unsigned l = 0; l < at->s->saqs; l++) {
		holds = aig_and(a, holds, aig_and(a, mutation_has_length(a, &p[l]), mutation_ends(a, at->s, &p[l])));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, mutation_differ(a, at->s, &p[k], &p[l]));
	}
	return holds;
}

static inline struct mutation_point mutation_stopped_line(const struct mutation_at *at, unsigned l)
{
	const struct shape *s = at->s;

	return (struct mutation_point){ mutation_bit(at, "cam_out.stopped_q", l), mutation_word(at, "cam_out.len_q", l * s->len_w, s->len_w),
					mutation_word(at, "cam_out.turns_q", l * s->pool_w, s->pool_w) };
}

/* Stopped lines of an output. */
static inline unsigned mutation_stopped(const struct mutation_at *at)
{
	return mutation_points(at, mutation_stopped_line);
}

/* The line that an output notifies of has less than s->turns turns, so that there is room for one more. */
LAW(mutation_notified)
{
	const struct word line = mutation_word(at, "cam_out.notify_line_q", 0, s->line_w);
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned named = aig_and(a, mutation_bit(at, "cam_out.notify_valid_q", 0), mutation_is(a, line, l));

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, named, mutation_bit(at, "cam_out.stopped_q", l)),
							   mutation_at_most(a, mutation_word(at, "cam_out.len_q", l * s->len_w, s->len_w), s->turns - 1)));
	}
	return holds;
}

/* A notification names a congested point beyond this switch, with turns of 0 beyond its length. Without one, all its registers are 0. */
LAW(mutation_told)
{
	const struct mutation_point p = { 1, mutation_cam_word(at, "in.notify_len_q", 0, s->len_w), mutation_cam_word(at, "in.notify_turns_q", 0, s->pool_w) };
	const unsigned notify = mutation_cam_bit(at, "in.notify_q", 0), line = mutation_any(a, mutation_cam_word(at, "in.notify_line_q", 0, s->line_w));

	return aig_and(a, mutation_ends(a, s, &p), aig_and(a, mutation_implies(a, notify, mutation_at_most(a, p.len, 1) ^ 1),
							   mutation_implies(a, aig_or(a, mutation_any(a, p.len), line), notify)));
}

static inline struct mutation_point mutation_live_line(const struct mutation_at *at, unsigned l)
{
	const struct shape *s = at->s;

	return (struct mutation_point){ mutation_in_use(at, l), mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w),
					mutation_cam_word(at, "in.turns_q", l * s->pool_w, s->pool_w) };
}

/* len_mask_q holds the length of each line once more, as a bit for each of its turns. */
LAW(mutation_spans)
{
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct word len = mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w);

		for (unsigned k = 0; k < s->turns; k++)
			holds = aig_and(a, holds, aig_xor(a, mutation_cam_bit(at, "in.len_mask_q", l * s->turns + k), mutation_at_most(a, len, k)));
	}
	return holds;
}

/* Lines in use of an input. */
static inline unsigned mutation_live(const struct mutation_at *at)
{
	return mutation_points(at, mutation_live_line);
}

/* A header that leaves has less than s->turns turns left. */
LAW(mutation_contract_turns)
{
	return mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_at_most(a, mutation_word(at, "oport.tx_data_q", s->turnpool_bits, s->len_w), s->turns - 1));
}

/* Xoff and Xon of a line alternate. An Xoff has a length, and names no congested point that is stopped already. */
LAW(mutation_contract_points)
{
	struct mutation_miter *t = at->t;
	const unsigned p = at->port, message = mutation_input(t, "tx_msg_valid", p), xoff = mutation_input(t, "tx_msg_xoff", p);
	const struct mutation_point point = { aig_and(a, message, xoff), mutation_input_word(t, "tx_msg_len", p * s->len_w, s->len_w),
					      mutation_input_word(t, "tx_msg_turns", p * s->pool_w, s->pool_w) };
	const struct word line = mutation_input_word(t, "tx_msg_line", p * s->line_w, s->line_w);
	unsigned holds = aig_and(a, mutation_has_length(a, &point), mutation_ends(a, s, &point));

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_point other = mutation_stopped_line(at, l);

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, message, mutation_is(a, line, l)), aig_xor(a, xoff, other.used)));
		holds = aig_and(a, holds, mutation_differ(a, s, &other, &point));
	}
	return holds;
}
