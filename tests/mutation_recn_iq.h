#ifndef MUTATION_RECN_IQ_H
#define MUTATION_RECN_IQ_H

#include "mutation_state.h"

/* Laws of reached states of RECN-IQ alone: congested points, named by turns (docs/internals/microarchitecture.md, -sorted.md). */
struct mutation_point {
	unsigned used, len[MUTATION_WORD], turns[MUTATION_WORD];
};

static inline unsigned mutation_has_length(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	return mutation_implies(a, p->used, mutation_any(a, p->len, s->len_w));
}

/* Turns beyond the length are 0. */
static inline unsigned mutation_ends(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	unsigned holds = 1;

	for (unsigned b = 0; b < s->pool_w; b++)
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, p->used, p->turns[b]), mutation_at_most(a, p->len, s->len_w, b / s->turn_w) ^ 1));
	return holds;
}

/* Two lines in use name different congested points. */
static inline unsigned mutation_differ(struct aig *a, const struct shape *s, const struct mutation_point *p, const struct mutation_point *q)
{
	unsigned differs = 0;

	for (unsigned b = 0; b < s->len_w; b++)
		differs = aig_or(a, differs, aig_xor(a, p->len[b], q->len[b]));
	for (unsigned b = 0; b < s->pool_w; b++)
		differs = aig_or(a, differs, aig_and(a, mutation_at_most(a, p->len, s->len_w, b / s->turn_w) ^ 1, aig_xor(a, p->turns[b], q->turns[b])));
	return mutation_implies(a, aig_and(a, p->used, q->used), differs);
}

static inline unsigned mutation_points(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		holds = aig_and(a, holds, aig_and(a, mutation_has_length(a, s, &p[l]), mutation_ends(a, s, &p[l])));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, mutation_differ(a, s, &p[k], &p[l]));
	}
	return holds;
}

static inline struct mutation_point mutation_stopped_line(const struct mutation_at *at, unsigned l)
{
	struct mutation_point p = { .used = mutation_bit(at, "cam_out.stopped_q", l) };

	mutation_word(at, "cam_out.len_q", l * at->s->len_w, at->s->len_w, p.len);
	mutation_word(at, "cam_out.turns_q", l * at->s->pool_w, at->s->pool_w, p.turns);
	return p;
}

/* Stopped lines of an output have a length, and name different congested points. */
static inline unsigned mutation_stopped(const struct mutation_at *at)
{
	struct mutation_point p[MUTATION_LINES];

	for (unsigned l = 0; l < at->s->saqs; l++)
		p[l] = mutation_stopped_line(at, l);
	return mutation_points(&at->t->a, at->s, p);
}

/* The line that an output notifies of has less than s->turns turns, so that there is room for one more. */
LAW(mutation_notified)
{
	unsigned holds = 1, len[MUTATION_WORD], line[MUTATION_WORD];

	mutation_word(at, "cam_out.notify_line_q", 0, s->line_w, line);
	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned named = aig_and(a, mutation_bit(at, "cam_out.notify_valid_q", 0), mutation_is(a, line, s->line_w, l));

		mutation_word(at, "cam_out.len_q", l * s->len_w, s->len_w, len);
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, named, mutation_bit(at, "cam_out.stopped_q", l)),
							   mutation_at_most(a, len, s->len_w, s->turns - 1)));
	}
	return holds;
}

/* A notification names a congested point beyond this switch, with turns of 0 beyond its length. Without one, all its registers are 0. */
LAW(mutation_told)
{
	struct mutation_point p = { .used = 1 };
	const unsigned notify = mutation_cam_bit(at, "in.notify_q", 0);
	unsigned line[MUTATION_WORD];

	mutation_cam_word(at, "in.notify_len_q", 0, s->len_w, p.len);
	mutation_cam_word(at, "in.notify_turns_q", 0, s->pool_w, p.turns);
	mutation_cam_word(at, "in.notify_line_q", 0, s->line_w, line);
	return aig_and(a, mutation_ends(a, s, &p),
		       aig_and(a, mutation_implies(a, notify, mutation_at_most(a, p.len, s->len_w, 1) ^ 1),
			       mutation_implies(a, aig_or(a, mutation_any(a, p.len, s->len_w), mutation_any(a, line, s->line_w)), notify)));
}

static inline struct mutation_point mutation_live_line(const struct mutation_at *at, unsigned l)
{
	const struct shape *s = at->s;
	struct mutation_point p = { .used = mutation_in_use(at, l) };

	mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, p.len);
	mutation_cam_word(at, "in.turns_q", l * s->pool_w, s->pool_w, p.turns);
	return p;
}

/* len_mask_q holds the length of each line once more, as a bit for each of its turns. */
LAW(mutation_spans)
{
	unsigned len[MUTATION_WORD], holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, len);
		for (unsigned k = 0; k < s->turns; k++)
			holds = aig_and(a, holds, aig_xor(a, mutation_cam_bit(at, "in.len_mask_q", l * s->turns + k), mutation_at_most(a, len, s->len_w, k)));
	}
	return holds;
}

/* Lines in use of an input have a length, and name different congested points. */
static inline unsigned mutation_live(const struct mutation_at *at)
{
	struct mutation_point p[MUTATION_LINES];

	for (unsigned l = 0; l < at->s->saqs; l++)
		p[l] = mutation_live_line(at, l);
	return mutation_points(&at->t->a, at->s, p);
}

/* A header that leaves has less than s->turns turns left. */
LAW(mutation_contract_turns)
{
	unsigned turns[MUTATION_WORD];

	mutation_word(at, "oport.tx_data_q", s->turnpool_bits, s->len_w, turns);
	return mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_at_most(a, turns, s->len_w, s->turns - 1));
}

/* Xoff and Xon of a line alternate. An Xoff has a length, and names no congested point that is stopped already. */
static inline unsigned mutation_contract_points(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	const unsigned p = at->port, message = mutation_input(t, "tx_msg_valid", p), xoff = mutation_input(t, "tx_msg_xoff", p);
	struct mutation_point point = { .used = aig_and(a, message, xoff) };
	unsigned line[MUTATION_WORD], holds;

	mutation_input_word(t, "tx_msg_len", p * s->len_w, s->len_w, point.len);
	mutation_input_word(t, "tx_msg_turns", p * s->pool_w, s->pool_w, point.turns);
	mutation_input_word(t, "tx_msg_line", p * s->line_w, s->line_w, line);
	holds = aig_and(a, mutation_has_length(a, s, &point), mutation_ends(a, s, &point));
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_point other = mutation_stopped_line(at, l);
		const unsigned named = aig_and(a, message, mutation_is(a, line, s->line_w, l));

		holds = aig_and(a, holds, mutation_implies(a, named, aig_xor(a, xoff, other.used)));
		holds = aig_and(a, holds, mutation_differ(a, s, &other, &point));
	}
	return holds;
}

#endif
