#ifndef MUTATION_SORTED_H
#define MUTATION_SORTED_H

#include "mutation_fbicm.h"
#include "mutation_recn_iq.h"

/* Laws of reached states of switches that sort packets when they arrive (docs/internals/microarchitecture-sorted.md). */

/* Queue q has more than n packets. */
static inline unsigned mutation_holds_more(const struct mutation_at *at, unsigned q, unsigned n)
{
	unsigned count[MUTATION_WORD];

	mutation_count(at, q, count);
	return mutation_at_most(&at->t->a, count, at->s->count_w, n) ^ 1;
}

/* At most one queue is popped, and has a packet; at most one is refilled, and has three. A queue has a head if a packet is not popped. */
LAW(mutation_heads_there)
{
	unsigned pop[MUTATION_WORD], refill[MUTATION_WORD], present[MUTATION_WORD], holds;

	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	mutation_mapping(at, "refill_q", 0, s->queues, refill);
	mutation_mapping(at, "present_q", 0, s->queues, present);
	holds = aig_and(a, mutation_one(a, pop, s->queues), mutation_one(a, refill, s->queues));
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned some = mutation_holds_more(at, q, 0);
		const unsigned left = aig_or(a, aig_and(a, some, pop[q] ^ 1), mutation_holds_more(at, q, 1));

		holds = aig_and(a, holds, mutation_implies(a, pop[q], some));
		holds = aig_and(a, holds, mutation_implies(a, refill[q], mutation_holds_more(at, q, HEADS - 1)));
		holds = aig_and(a, holds, aig_xor(a, present[q], left) ^ 1);
	}
	return holds;
}

static inline unsigned mutation_is_length(struct aig *a, const struct shape *s, const unsigned *flits)
{
	return aig_and(a, mutation_any(a, flits, s->flits_w), mutation_at_most(a, flits, s->flits_w, s->packet_flits));
}

/*
 * Lengths are 1..packet_flits: of heads, of packets in entries 1 and 2 unless the third is being read, of the packet that is popped, and of
 * one in DT.
 */
LAW(mutation_lengths)
{
	unsigned flits[MUTATION_WORD], there, holds = 1;
	const unsigned popped = mutation_popped(at, flits);

	holds = mutation_implies(a, popped, mutation_is_length(a, s, flits));
	for (unsigned e = 0; e < HEADS * s->queues; e++) {
		const unsigned q = e / HEADS, j = e % HEADS;
		unsigned bit[MUTATION_WORD];

		mutation_mapping(at, j ? "refill_q" : "present_q", q, 1, bit);
		there = !j ? bit[0] : aig_and(a, mutation_holds_more(at, q, j), j == 2 ? bit[0] ^ 1 : 1);
		mutation_length(at, "flits_q", e, flits);
		holds = aig_and(a, holds, mutation_implies(a, there, mutation_is_length(a, s, flits)));
	}
	if (!s->nodes)
		return holds;
	mutation_word(at, "iport.dt.flits_q", 0, s->flits_w, flits);
	return aig_and(a, holds, mutation_implies(a, mutation_bit(at, "iport.dt.arrive_q", 0), mutation_is_length(a, s, flits)));
}

/* Lengths that come from outside are 1..packet_flits: in headers, and in words of the link memory. */
LAW(mutation_contract_lengths)
{
	const unsigned rest = s->nodes ? s->destination_w : s->turnpool_bits + s->len_w;
	unsigned flits[MUTATION_WORD], refill[MUTATION_WORD], holds;

	mutation_input_word(at->t, "rx_data", at->port * s->flit_bits + rest, s->flits_w, flits);
	holds = mutation_implies(a, mutation_input(at->t, "rx_head", at->port), mutation_is_length(a, s, flits));
	mutation_mapping(at, "refill_q", 0, s->queues, refill);
	mutation_mapping(at, "link_mem.rdata_q", s->slot_w + s->turn_w, s->flits_w, flits);
	return aig_and(a, holds, mutation_implies(a, mutation_any(a, refill, s->queues), mutation_is_length(a, s, flits)));
}

/* The queues that an input serves by turns are in an order: no three of them precede each other in a circle. */
LAW(mutation_ordered)
{
	const unsigned n = at->s->queues;
	unsigned after[MUTATION_LINES + 1][MUTATION_LINES + 1], holds = 1;

	for (unsigned i = 0, bit = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			after[i][j] = mutation_bit(at, "iport.arb_by_output.queues.prio_q", bit++);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			for (unsigned k = j + 1; k < n; k++) {
				const unsigned circle[] = { after[i][j], after[j][k], after[i][k] ^ 1 };
				const unsigned differ = aig_or(a, aig_xor(a, circle[0], circle[1]), aig_xor(a, circle[1], circle[2]));

				holds = aig_and(a, holds, differ);
			}
	return holds;
}

/* A line of an input: valid if it has a length. */
struct mutation_sorting {
	unsigned len[MUTATION_WORD], valid, xoff, sent, some;   /* some: its queue has packets */
	unsigned wait[MUTATION_WORD], behind[MUTATION_WORD], waiting;
};

static inline unsigned mutation_behind_bits(const struct shape *s)
{
	return clog2(s->queues);
}

static inline void mutation_sorting_lines(const struct mutation_at *at, struct mutation_sorting line[MUTATION_LINES])
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned n = mutation_behind_bits(s);

	for (unsigned l = 0; l < s->saqs; l++) {
		struct mutation_sorting *const x = &line[l];

		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, x->len);
		mutation_cam_word(at, "in.wait_q", l * s->count_w, s->count_w, x->wait);
		mutation_cam_word(at, "in.behind_q", l * n, n, x->behind);
		x->valid = mutation_any(a, x->len, s->len_w);
		x->waiting = mutation_any(a, x->wait, s->count_w);
		x->xoff = mutation_cam_bit(at, "in.xoff_q", l);
		x->sent = mutation_cam_bit(at, "in.sent_xoff_q", l);
		x->some = mutation_holds_more(at, l + 1, 0);
	}
}

/* x is less than y. */
static inline unsigned mutation_less(struct aig *a, const unsigned *x, const unsigned *y, unsigned n)
{
	unsigned less = 0;

	for (unsigned b = 0; b < n; b++)
		less = aig_or(a, aig_and(a, x[b] ^ 1, y[b]), aig_and(a, aig_xor(a, x[b], y[b]) ^ 1, less));
	return less;
}

/* Only valid lines have packets, stop their upstream, or wait; only lines of points beyond this switch are stopped. */
LAW(mutation_in_place)
{
	struct mutation_sorting line[MUTATION_LINES];
	unsigned holds = 1;

	mutation_sorting_lines(at, line);
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_sorting *const x = &line[l];

		holds = aig_and(a, holds, mutation_implies(a, aig_or(a, x->some, aig_or(a, x->sent, x->waiting)), x->valid));
		holds = aig_and(a, holds, mutation_implies(a, x->xoff, mutation_at_most(a, x->len, s->len_w, 1) ^ 1));
	}
	return holds;
}

/*
 * A line that stops its upstream has as many packets as the threshold, but at most one line, which lacks one packet and sends its Xon. An
 * Xon goes at once, and one packet a cycle leaves.
 */
LAW(mutation_stopping_lines)
{
	unsigned few[MUTATION_LINES], holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned sent = mutation_cam_bit(at, "in.sent_xoff_q", l);

		few[l] = aig_and(a, sent, mutation_holds_more(at, l + 1, s->xon_threshold - 1) ^ 1);
		if (s->xon_threshold > 1)
			holds = aig_and(a, holds, mutation_implies(a, sent, mutation_holds_more(at, l + 1, s->xon_threshold - 2)));
	}
	return aig_and(a, holds, mutation_one(a, few, s->saqs));
}

/* A line waits for no more packets than there are, of the cold queue or of the queue of a shorter line. */
LAW(mutation_waits)
{
	const unsigned n = mutation_behind_bits(s);
	struct mutation_sorting line[MUTATION_LINES];
	unsigned holds = 1, count[MUTATION_WORD];

	mutation_sorting_lines(at, line);
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_sorting *const x = &line[l];

		holds = aig_and(a, holds, mutation_at_most(a, x->behind, n, s->saqs));
		for (unsigned q = 0; q < s->queues; q++) {
			const unsigned waits = aig_and(a, x->waiting, mutation_is(a, x->behind, n, q));

			mutation_count(at, q, count);
			holds = aig_and(a, holds, mutation_implies(a, waits, mutation_less(a, count, x->wait, s->count_w) ^ 1));
			if (q)
				holds = aig_and(a, holds, mutation_implies(a, waits, mutation_less(a, line[q - 1].len, x->len, s->len_w)));
		}
	}
	return holds;
}

/*
 * The cold queue is not held. A line that waits and has packets is held: when it is taken, it has none. In FBICM it may have begun to wait in the
 * cycle before, because it learned; then it is stopped.
 */
LAW(mutation_held)
{
	struct mutation_sorting line[MUTATION_LINES];
	unsigned held[MUTATION_WORD], holds;

	mutation_mapping(at, "held_q", 0, s->queues, held);
	holds = held[0] ^ 1;
	mutation_sorting_lines(at, line);
	for (unsigned l = 0; l < s->saqs; l++)
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, line[l].waiting, line[l].some),
							   s->turns ? held[l + 1] : aig_or(a, held[l + 1], line[l].xoff)));
	return holds;
}

/* wanted_q has the turns of the heads that may be served. */
LAW(mutation_wanted)
{
	unsigned present[MUTATION_WORD], held[MUTATION_WORD], wanted[MUTATION_WORD], turn[MUTATION_WORD], heads[MUTATION_WORD] = { 0 }, holds = 1;

	mutation_mapping(at, "present_q", 0, s->queues, present);
	mutation_mapping(at, "held_q", 0, s->queues, held);
	mutation_mapping(at, "wanted_q", 0, s->radix, wanted);
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned may = aig_and(a, present[q], held[q] ^ 1);

		mutation_mapping(at, "turn_q", q * HEADS * s->turn_w, s->turn_w, turn);
		for (unsigned t = 0; t < s->radix; t++)
			heads[t] = aig_or(a, heads[t], aig_and(a, may, mutation_is(a, turn, s->turn_w, t)));
	}
	for (unsigned t = 0; t < s->radix; t++)
		holds = aig_and(a, holds, aig_xor(a, wanted[t], heads[t]) ^ 1);
	return holds;
}

/*
 * With detect_q, the cold queue has a head, whose output has no line of its own; it has as many packets as the threshold; nothing is
 * popped, and no notification acts.
 */
LAW(mutation_sorted_due)
{
	unsigned pop[MUTATION_WORD], present[MUTATION_WORD], turn[MUTATION_WORD], way[MUTATION_WORD], len[MUTATION_WORD], owned = 0, holds;

	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	mutation_mapping(at, "present_q", 0, 1, present);
	mutation_mapping(at, "turn_q", 0, s->turn_w, turn);
	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_cam_word(at, s->turns ? "in.turns_q" : "in.port_q", l * s->pool_w, s->turn_w, way);
		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, len);
		owned = aig_or(a, owned, aig_and(a, mutation_is(a, len, s->len_w, 1), mutation_same(a, way, turn, s->turn_w)));
	}
	holds = aig_and(a, mutation_cam_bit(at, "in.notify_q", 0) ^ 1, mutation_holds_more(at, 0, s->detect_threshold - 1));
	holds = aig_and(a, holds, aig_and(a, present[0], mutation_any(a, pop, s->queues) ^ 1));
	return mutation_implies(a, mutation_bit(at, "iport.cdu.detect_q", 0), aig_and(a, holds, owned ^ 1));
}

/*
 * Valid lines of an input name different congested points, with turns of 0 beyond their lengths. So those that one route matches differ in
 * length.
 */
LAW(mutation_sorted_points)
{
	struct mutation_point p[MUTATION_LINES];

	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, p[l].len);
		mutation_cam_word(at, "in.turns_q", l * s->pool_w, s->pool_w, p[l].turns);
		p[l].used = mutation_any(a, p[l].len, s->len_w);
	}
	return mutation_points(a, s, p);
}

/*
 * Valid lines of length 1 have different ports, others of one length no destination in common. Only lines longer than 1 have destinations.
 * So the lines that one packet matches differ in length.
 */
LAW(mutation_sorted_lists)
{
	struct mutation_line line[MUTATION_LINES];
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		line[l] = (struct mutation_line){ .list = "in.clip_q", .number = l };
		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, line[l].len);
		line[l].used = mutation_any(a, line[l].len, s->len_w);

		const unsigned beyond = mutation_at_most(a, line[l].len, s->len_w, 1) ^ 1;

		for (unsigned d = 0; d < s->nodes; d++)
			holds = aig_and(a, holds, mutation_implies(a, mutation_listed(at, &line[l], d), beyond));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, aig_and(a, mutation_two_ports(at, &line[k], &line[l]),
							  mutation_apart(at, &line[k], &line[l])));
	}
	return holds;
}

/* Is a destination, a word, in the list of line l? */
static inline unsigned mutation_in_list(const struct mutation_at *at, const unsigned *destination, unsigned l)
{
	struct aig *a = &at->t->a;
	unsigned listed = 0;

	for (unsigned d = 0; d < at->s->nodes; d++)
		listed = aig_or(a, listed, aig_and(a, mutation_is(a, destination, at->s->destination_w, d),
						   mutation_cam_bit(at, "in.clip_q", d * at->s->saqs + l)));
	return listed;
}

/* Is a destination that of a node? */
static inline unsigned mutation_is_node(const struct mutation_at *at, const unsigned *destination)
{
	return mutation_at_most(&at->t->a, destination, at->s->destination_w, at->s->nodes - 1);
}

/* When a packet enters a queue, row_q is what the lists say of its destination. */
LAW(mutation_row)
{
	unsigned destination[MUTATION_WORD], holds = 1;

	mutation_word(at, "iport.dt.destination_q", 0, s->destination_w, destination);
	for (unsigned l = 0; l < s->saqs; l++)
		holds = aig_and(a, holds, aig_xor(a, mutation_in_list(at, destination, l), mutation_cam_bit(at, "in.row_q", l)) ^ 1);
	return mutation_implies(a, mutation_bit(at, "iport.dt.arrive_q", 0), aig_and(a, holds, mutation_is_node(at, destination)));
}

/* A notification is of a node that there is. */
LAW(mutation_node_notified)
{
	unsigned in[MUTATION_WORD], out[MUTATION_WORD];

	mutation_cam_word(at, "in.notify_destination_q", 0, at->s->destination_w, in);
	mutation_cam_word(at, "out.notify_destination_q", 0, at->s->destination_w, out);
	return aig_and(a, mutation_is_node(at, in),
		       mutation_implies(a, mutation_cam_bit(at, "out.notify_valid_q", 0), mutation_is_node(at, out)));
}

/* A header that arrives or leaves is for a node that there is. */
static inline unsigned mutation_contract_nodes(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	unsigned in[MUTATION_WORD], out[MUTATION_WORD];

	mutation_input_word(t, "rx_data", at->port * s->flit_bits, s->destination_w, in);
	mutation_word(at, "oport.tx_data_q", 0, s->destination_w, out);
	return aig_and(a, mutation_implies(a, mutation_input(t, "rx_head", at->port), mutation_is_node(at, in)),
		       mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_is_node(at, out)));
}

#endif
