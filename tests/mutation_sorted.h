#pragma once

#include "mutation_fbicm.h"
#include "mutation_recn_iq.h"

/* Laws of reached states of switches that sort packets when they arrive (docs/internals/microarchitecture-sorted.md). */

/* Queue q has more than n packets. */
static inline unsigned mutation_holds_more(const struct mutation_at *at, unsigned q, unsigned n)
{
	return mutation_at_most(&at->t->a, mutation_count(at, q), n) ^ 1;
}

/* At most one queue is popped, and has a packet; at most one is refilled, and has three. A queue has a head if a packet is not popped. */
LAW(mutation_heads_there)
{
	const struct word pop = mutation_mapping(at, "pop_q", 0, s->queues), refill = mutation_mapping(at, "refill_q", 0, s->queues);
	const struct word present = mutation_mapping(at, "present_q", 0, s->queues);
	unsigned holds = aig_and(a, mutation_one(a, pop), mutation_one(a, refill));

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned some = mutation_holds_more(at, q, 0);
		const unsigned left = aig_or(a, aig_and(a, some, pop.bit[q] ^ 1), mutation_holds_more(at, q, 1));

		holds = aig_and(a, holds, mutation_implies(a, pop.bit[q], some));
		holds = aig_and(a, holds, mutation_implies(a, refill.bit[q], mutation_holds_more(at, q, HEADS - 1)));
		holds = aig_and(a, holds, aig_xor(a, present.bit[q], left) ^ 1);
	}
	return holds;
}

/*
 * Lengths are 1..packet_flits: of heads, of packets in entries 1 and 2 unless the third is being read, of the packet that is popped, and of
 * one in DT.
 */
LAW(mutation_lengths)
{
	unsigned holds = mutation_implies(a, mutation_pops(at), mutation_is_length(a, s, mutation_popped(at)));

	for (unsigned e = 0; e < HEADS * s->queues; e++) {
		const unsigned q = e / HEADS, j = e % HEADS, bit = mutation_mapping(at, j ? "refill_q" : "present_q", q, 1).bit[0];
		const unsigned there = !j ? bit : aig_and(a, mutation_holds_more(at, q, j), j == 2 ? bit ^ 1 : 1);

		holds = aig_and(a, holds, mutation_implies(a, there, mutation_is_length(a, s, mutation_length(at, "flits_q", e))));
	}
	if (!s->nodes)
		return holds;
	return aig_and(a, holds, mutation_implies(a, mutation_bit(at, "iport.dt.arrive_q", 0),
						  mutation_is_length(a, s, mutation_word(at, "iport.dt.flits_q", 0, s->flits_w))));
}

/* Lengths that come from outside are 1..packet_flits: in headers, and in words of the link memory. */
LAW(mutation_contract_lengths)
{
	const unsigned rest = s->nodes ? s->destination_w : s->turnpool_bits + s->len_w;
	const struct word arriving = mutation_input_word(at->t, "rx_data", at->port * s->flit_bits + rest, s->flits_w);
	const struct word read = mutation_mapping(at, "link_mem.rdata_q", s->slot_w + s->turn_w, s->flits_w);
	const unsigned holds = mutation_implies(a, mutation_input(at->t, "rx_head", at->port), mutation_is_length(a, s, arriving));

	return aig_and(a, holds, mutation_implies(a, mutation_any(a, mutation_mapping(at, "refill_q", 0, s->queues)), mutation_is_length(a, s, read)));
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
	struct word len, wait, behind;
	unsigned valid, xoff, sent, some, waiting;      /* some: its queue has packets */
};

static inline struct mutation_sorting mutation_sorting_line(const struct mutation_at *at, unsigned l)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned n = clog2(s->queues);
	struct mutation_sorting x = { mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w), mutation_cam_word(at, "in.wait_q", l * s->count_w, s->count_w),
				      mutation_cam_word(at, "in.behind_q", l * n, n), .xoff = mutation_cam_bit(at, "in.xoff_q", l),
				      .sent = mutation_cam_bit(at, "in.sent_xoff_q", l), .some = mutation_holds_more(at, l + 1, 0) };

	x.valid = mutation_any(a, x.len);
	x.waiting = mutation_any(a, x.wait);
	return x;
}

/* x is less than y. */
static inline unsigned mutation_less(struct aig *a, struct word x, struct word y)
{
	unsigned less = 0;

	for (unsigned b = 0; b < x.n; b++)
		less = aig_or(a, aig_and(a, x.bit[b] ^ 1, y.bit[b]), aig_and(a, aig_xor(a, x.bit[b], y.bit[b]) ^ 1, less));
	return less;
}

/* Only valid lines have packets, stop their upstream, or wait; only lines of points beyond this switch are stopped. */
LAW(mutation_in_place)
{
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_sorting x = mutation_sorting_line(at, l);

		holds = aig_and(a, holds, mutation_implies(a, aig_or(a, x.some, aig_or(a, x.sent, x.waiting)), x.valid));
		holds = aig_and(a, holds, mutation_implies(a, x.xoff, mutation_at_most(a, x.len, 1) ^ 1));
	}
	return holds;
}

/*
 * A line that stops its upstream has as many packets as the threshold, but at most one line, which lacks one packet and sends its Xon. An
 * Xon goes at once, and one packet a cycle leaves.
 */
LAW(mutation_stopping_lines)
{
	struct word few = { .n = s->saqs };
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned sent = mutation_cam_bit(at, "in.sent_xoff_q", l);

		few.bit[l] = aig_and(a, sent, mutation_holds_more(at, l + 1, s->xon_threshold - 1) ^ 1);
		if (s->xon_threshold > 1)
			holds = aig_and(a, holds, mutation_implies(a, sent, mutation_holds_more(at, l + 1, s->xon_threshold - 2)));
	}
	return aig_and(a, holds, mutation_one(a, few));
}

/* A line waits for no more packets than there are, of the cold queue or of the queue of a shorter line. */
LAW(mutation_waits)
{
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_sorting x = mutation_sorting_line(at, l);

		holds = aig_and(a, holds, mutation_at_most(a, x.behind, s->saqs));
		for (unsigned q = 0; q < s->queues; q++) {
			const unsigned waits = aig_and(a, x.waiting, mutation_is(a, x.behind, q));

			holds = aig_and(a, holds, mutation_implies(a, waits, mutation_less(a, mutation_count(at, q), x.wait) ^ 1));
			if (q)
				holds = aig_and(a, holds, mutation_implies(a, waits, mutation_less(a, mutation_sorting_line(at, q - 1).len, x.len)));
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
	const struct word held = mutation_mapping(at, "held_q", 0, s->queues);
	unsigned holds = held.bit[0] ^ 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_sorting x = mutation_sorting_line(at, l);

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, x.waiting, x.some), s->turns ? held.bit[l + 1] : aig_or(a, held.bit[l + 1], x.xoff)));
	}
	return holds;
}

/* wanted_q has the turns of the heads that may be served. */
LAW(mutation_wanted)
{
	const struct word present = mutation_mapping(at, "present_q", 0, s->queues), held = mutation_mapping(at, "held_q", 0, s->queues);
	const struct word wanted = mutation_mapping(at, "wanted_q", 0, s->radix);
	struct word heads = { .n = s->radix };

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned may = aig_and(a, present.bit[q], held.bit[q] ^ 1);
		const struct word turn = mutation_mapping(at, "turn_q", q * HEADS * s->turn_w, s->turn_w);

		for (unsigned t = 0; t < s->radix; t++)
			heads.bit[t] = aig_or(a, heads.bit[t], aig_and(a, may, mutation_is(a, turn, t)));
	}
	return mutation_same(a, wanted, heads);
}

/*
 * With detect_q, the cold queue has a head, whose output has no line of its own; it has as many packets as the threshold; nothing is
 * popped, and no notification acts.
 */
LAW(mutation_sorted_due)
{
	const struct word turn = mutation_mapping(at, "turn_q", 0, s->turn_w);
	unsigned owned = 0, holds;

	for (unsigned l = 0; l < s->saqs; l++)
		owned = aig_or(a, owned, aig_and(a, mutation_is(a, mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w), 1),
						 mutation_same(a, mutation_way(at, l), turn)));
	holds = aig_and(a, mutation_cam_bit(at, "in.notify_q", 0) ^ 1, mutation_holds_more(at, 0, s->detect_threshold - 1));
	holds = aig_and(a, holds, aig_and(a, mutation_mapping(at, "present_q", 0, 1).bit[0], mutation_pops(at) ^ 1));
	return mutation_implies(a, mutation_bit(at, "iport.cdu.detect_q", 0), aig_and(a, holds, owned ^ 1));
}

static inline struct mutation_point mutation_valid_line(const struct mutation_at *at, unsigned l)
{
	const struct shape *s = at->s;
	const struct word len = mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w);

	return (struct mutation_point){ mutation_any(&at->t->a, len), len, mutation_cam_word(at, "in.turns_q", l * s->pool_w, s->pool_w) };
}

/*
 * Valid lines of an input name different congested points, with turns of 0 beyond their lengths. So those that one route matches differ in
 * length.
 */
static inline unsigned mutation_sorted_points(const struct mutation_at *at)
{
	return mutation_points(at, mutation_valid_line);
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
		line[l] = (struct mutation_line){ 0, mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w), "in.clip_q", l };
		line[l].used = mutation_any(a, line[l].len);

		const unsigned beyond = mutation_at_most(a, line[l].len, 1) ^ 1;

		for (unsigned d = 0; d < s->nodes; d++)
			holds = aig_and(a, holds, mutation_implies(a, mutation_listed(at, &line[l], d), beyond));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, aig_and(a, mutation_two_ports(at, &line[k], &line[l]), mutation_apart(at, &line[k], &line[l])));
	}
	return holds;
}

/* Is a destination that of a node? */
static inline unsigned mutation_is_node(const struct mutation_at *at, struct word destination)
{
	return mutation_at_most(&at->t->a, destination, at->s->nodes - 1);
}

/* When a packet enters a queue, row_q is what the lists say of its destination. */
LAW(mutation_row)
{
	const struct word destination = mutation_word(at, "iport.dt.destination_q", 0, s->destination_w);
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_line line = { .list = "in.clip_q", .number = l };

		holds = aig_and(a, holds, aig_xor(a, mutation_lists(at, &line, destination), mutation_cam_bit(at, "in.row_q", l)) ^ 1);
	}
	return mutation_implies(a, mutation_bit(at, "iport.dt.arrive_q", 0), aig_and(a, holds, mutation_is_node(at, destination)));
}

/* A notification is of a node that there is. */
LAW(mutation_node_notified)
{
	const struct word in = mutation_cam_word(at, "in.notify_destination_q", 0, s->destination_w);
	const struct word out = mutation_cam_word(at, "out.notify_destination_q", 0, s->destination_w);

	return aig_and(a, mutation_is_node(at, in), mutation_implies(a, mutation_cam_bit(at, "out.notify_valid_q", 0), mutation_is_node(at, out)));
}

/* A header that arrives or leaves is for a node that there is. */
LAW(mutation_contract_nodes)
{
	const struct word in = mutation_input_word(at->t, "rx_data", at->port * s->flit_bits, s->destination_w);
	const struct word out = mutation_word(at, "oport.tx_data_q", 0, s->destination_w);

	return aig_and(a, mutation_implies(a, mutation_input(at->t, "rx_head", at->port), mutation_is_node(at, in)),
		       mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_is_node(at, out)));
}
