#pragma once

#include "mutation_state.h"

/*
 * Laws of reached states of wormhole routers in a torus (docs/internals/microarchitecture-wormhole.md, 8), as far as proofs need them: with recovery lane
 * and tuner, or with packets behind each other in a VC. Those of a unit that a router has once are told at port 0.
 */

/* ---- Buffers ---- */

/* Flits of VC v that are in its buffer, and those of its packet that have not left; as many bits for both. */
static inline struct word wormhole_counts(const struct mutation_at *at, unsigned v, struct word *left)
{
	const struct shape *s = at->s;
	const unsigned n = s->depth_w > s->flits_w ? s->depth_w : s->flits_w;

	*left = mutation_wider(mutation_word(at, "vib.left_q", v * s->flits_w, s->flits_w), n);
	return mutation_wider(mutation_word(at, "vib.count_q", v * s->depth_w, s->depth_w), n);
}

/*
 * A packet that is routed, or seized, has flits left. Those that follow each other have none left otherwise; of one alone there are no more flits than are
 * left, and else the header is there. Places are of the buffer.
 */
LAW(mutation_wormhole_buffers)
{
	unsigned holds = 1;
	struct word left;

	for (unsigned v = 0; v < s->vcs; v++) {
		const struct word count = wormhole_counts(at, v, &left);
		const unsigned some = mutation_any(a, left), routed = mutation_bit(at, "vib.routed_q", v), seized = s->queued ? 0 : mutation_bit(at, "vib.seized_q", v);
		const unsigned goes = aig_or(a, routed, seized);

		holds = aig_and(a, holds, mutation_at_most(a, left, s->packet_flits));
		holds = aig_and(a, holds, mutation_implies(a, goes, aig_and(a, some, aig_and(a, routed, seized) ^ 1)));
		holds = aig_and(a, holds, s->queued ? mutation_at_most(a, count, s->buffer_flits) : mutation_not_above(a, count, left));
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, some, goes ^ 1), s->queued ? 0 : mutation_any(a, count)));
		holds = aig_and(a, holds, s->queued ? mutation_implies(a, mutation_bit(at, "vib.first_q", v), routed) : 1);
		for (unsigned k = 0; k < 2; k++)
			holds = aig_and(a, holds, mutation_at_most(a, mutation_word(at, k ? "vib.wr_q" : "vib.rd_q", v * s->spot_w, s->spot_w), s->buffer_flits - 1));
	}
	return holds;
}

/* A header that has waited asks. Of the end node none waits. */
LAW(mutation_wormhole_waits)
{
	unsigned holds = 1;
	struct word left;

	for (unsigned v = 0; v < s->vcs; v++) {
		const unsigned some = mutation_any(a, wormhole_counts(at, v, &left));
		const unsigned held = aig_or(a, mutation_bit(at, "vib.routed_q", v), mutation_bit(at, "vib.seized_q", v));
		const unsigned waits = mutation_any(a, mutation_word(at, "vib.wait_q", v * s->wait_w, s->wait_w));

		holds = aig_and(a, holds, mutation_implies(a, waits, at->port == s->local ? 0 : aig_and(a, some, held ^ 1)));
	}
	return holds;
}

/* ---- Output VCs ---- */

/* An input VC that is routed owns one output VC, and no other owns any. Packets of the end node do not go back to it. */
LAW(mutation_wormhole_owners)
{
	const unsigned owners = at->port == s->local ? s->local * s->vcs : s->channels;
	unsigned holds = 1;

	for (unsigned v = 0; v < s->vcs; v++) {
		struct word owns = { .n = s->channels };

		for (unsigned k = 0; k < s->channels; k++) {
			const struct mutation_at out = mutation_at_port(at, k / s->vcs);

			owns.bit[k] = mutation_is(a, mutation_word(&out, "vob.owner_q", k % s->vcs * s->channel_w, s->channel_w), at->port * s->vcs + v);
			owns.bit[k] = aig_and(a, owns.bit[k], mutation_bit(&out, "vob.owned_q", k % s->vcs));
		}
		holds = aig_and(a, holds, mutation_one(a, owns));
		holds = aig_and(a, holds, aig_xor(a, mutation_any(a, owns), mutation_bit(at, "vib.routed_q", v)) ^ 1);
		holds = aig_and(a, holds, mutation_at_most(a, mutation_word(at, "vob.owner_q", v * s->channel_w, s->channel_w), owners - 1));
	}
	return holds;
}

/* ---- Recovery lane ---- */

/* The packet that enters the lane here is that of the VC which is seized. */
LAW(mutation_wormhole_source)
{
	const struct word lane = mutation_word(at, "rlu.lane_left_q", 0, s->flits_w);
	unsigned holds = 1;
	struct word left;

	for (unsigned v = 0; v < s->vcs; v++) {
		const unsigned enters = aig_and(a, mutation_bit(at, "rlu.source_q", 0), mutation_is(a, mutation_word(at, "rlu.from_q", 0, s->channel_w), at->port * s->vcs + v));

		wormhole_counts(at, v, &left);
		holds = aig_and(a, holds, aig_xor(a, enters, mutation_bit(at, "vib.seized_q", v)) ^ 1);
		holds = aig_and(a, holds, mutation_implies(a, enters, at->port == s->local ? 0 : mutation_same(a, left, lane)));
	}
	return holds;
}

/* There is one token, or one packet in the lane; a packet enters it here, or is in the lane's buffer. */
LAW(mutation_wormhole_lane)
{
	const unsigned source = mutation_bit(at, "rlu.source_q", 0), routed = mutation_bit(at, "rlu.lane_routed_q", 0), n = 2 > s->flits_w ? 2 : s->flits_w;
	const struct word left = mutation_wider(mutation_word(at, "rlu.lane_left_q", 0, s->flits_w), n), count = mutation_wider(mutation_word(at, "rlu.lane_count_q", 0, 2), n);
	const unsigned some = mutation_any(a, left);
	const struct word here = { 4, { mutation_bit(at, "rlu.boot_q", 0), mutation_bit(at, "rlu.token_q", 0), mutation_bit(at, "rlu.pass_q", 0), some } };
	unsigned holds;

	if (at->port)
		return 1;
	holds = aig_and(a, mutation_one(a, here), mutation_at_most(a, left, s->packet_flits));
	holds = aig_and(a, holds, mutation_implies(a, routed, some));
	holds = aig_and(a, holds, mutation_implies(a, source, aig_and(a, routed, mutation_any(a, count) ^ 1)));
	holds = aig_and(a, holds, aig_and(a, mutation_not_above(a, count, left), mutation_at_most(a, count, 2)));
	holds = aig_and(a, holds, mutation_implies(a, mutation_at_most(a, count, 1) ^ 1, routed));
	holds = aig_and(a, holds, mutation_at_most(a, mutation_word(at, "rlu.lane_out_q", 0, s->port_w), s->local));
	return aig_and(a, holds, mutation_at_most(a, mutation_word(at, "rlu.from_q", 0, s->channel_w), s->local * s->vcs - 1));
}

/* ---- Side band ---- */

/* Nodes that a node knows of as dimension d begins. */
static inline unsigned wormhole_nodes(const struct shape *s, unsigned d)
{
	unsigned nodes = 1;

	while (d--)
		nodes *= s->ary;
	return nodes;
}

/* Counts k of these registers, of full buffers and of flits, are of so many nodes at most. */
static inline unsigned wormhole_within(const struct mutation_at *at, const char *full, const char *flow, unsigned k, unsigned nodes)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;

	return aig_and(a, mutation_at_most(a, mutation_word(at, full, k * s->full_w, s->full_w), nodes * s->local * s->vcs),
		       mutation_at_most(a, mutation_word(at, flow, k * s->flow_w, s->flow_w), nodes * s->gather_cycles));
}

/* Is the side band in this dimension, step and cycle of a hop? */
static inline unsigned wormhole_now(const struct mutation_at *at, unsigned d, unsigned step, unsigned hop)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	const unsigned of_dim = aig_and(a, mutation_is(a, mutation_word(at, "gather.hop_q", 0, s->hop_w), hop),
					mutation_is(a, mutation_word(at, "gather.step_q", 0, s->step_w), step));

	return aig_and(a, of_dim, mutation_is(a, mutation_word(at, "gather.dim_q", 0, s->dim_w), d));
}

/* So it is with counts that are here after so many steps of dimension d: the sums, and those that came. */
static inline unsigned wormhole_heard(const struct mutation_at *at, unsigned d, unsigned steps)
{
	struct aig *a = &at->t->a;
	const unsigned nodes = wormhole_nodes(at->s, d);
	unsigned holds = wormhole_within(at, "gather.full_sum_q", "gather.flow_sum_q", 0, nodes * (1 + 2 * steps));

	for (unsigned side = 0; side < 2; side++)
		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "gather.come_q", side),
							   wormhole_within(at, "gather.come_full_q", "gather.come_flow_q", side, nodes)));
	return holds;
}

/* Counts are of no more than the nodes that were heard of. */
LAW(mutation_wormhole_counts)
{
	unsigned holds = 1, inside = 0, past = 0;

	if (at->port)
		return 1;
	for (unsigned d = 0; d < s->dims; d++)
		for (unsigned step = 0; step < s->steps; step++)
			for (unsigned hop = 0; hop < s->side_cycles; hop++) {
				/* In the cycle of a hop, what is here is of the hop before. */
				const unsigned now = wormhole_now(at, d, step, hop), done = hop ? step : (step + s->steps - 1) % s->steps;
				const unsigned of = hop || step ? d : (d + s->dims - 1) % s->dims;
				const unsigned good = aig_and(a, wormhole_heard(at, of, done),
							      mutation_at_most(a, mutation_word(at, "gather.flow_q", 0, s->flow_w), past ? past : s->gather_cycles));

				past++;
				inside = aig_or(a, inside, now);
				holds = aig_and(a, holds, mutation_implies(a, now, good));
			}
	return aig_and(a, holds, inside);
}

/* Counts that leave by a port are of no more nodes than its dimension begins with. */
LAW(mutation_wormhole_sent)
{
	unsigned holds = 1;

	for (unsigned port = 0; !at->port && port < s->local; port++)
		holds = aig_and(a, holds, wormhole_within(at, "gather.send_full_q", "gather.send_flow_q", port, wormhole_nodes(s, port / 2)));
	return holds;
}

/* Counts of both sides have come when a hop ends, but for the first hop: in a torus. Before it there are none. */
LAW(mutation_wormhole_heard)
{
	const unsigned begun = mutation_bit(at, "gather.begun_q", 0), hop = mutation_is(a, mutation_word(at, "gather.hop_q", 0, s->hop_w), 0);
	const unsigned full = mutation_any(a, mutation_word(at, "gather.come_full_q", 0, 2 * s->full_w));
	const unsigned flow = mutation_any(a, mutation_word(at, "gather.come_flow_q", 0, 2 * s->flow_w));
	const unsigned both = aig_and(a, mutation_bit(at, "gather.come_q", 0), mutation_bit(at, "gather.come_q", 1));

	if (at->port)
		return 1;
	return aig_and(a, mutation_implies(a, aig_and(a, hop, begun), both),
		       mutation_implies(a, begun ^ 1, aig_and(a, wormhole_now(at, 0, 0, 0), aig_or(a, full, flow) ^ 1)));
}

/* ---- Tuner ---- */

/* The threshold is one of a network that is not full, and so is that of the best period. */
LAW(mutation_wormhole_tuned)
{
	return at->port ? 1 : aig_and(a, mutation_at_most(a, mutation_word(at, "tuner.threshold_q", 0, s->full_w), s->buffers - 1),
				      mutation_at_most(a, mutation_word(at, "tuner.best_at_q", 0, s->full_w), s->buffers - 1));
}

/* ---- Contracts ---- */

/* A flit arrives in this VC, or in the lane (v = vcs). */
static inline unsigned wormhole_arrives(const struct mutation_at *at, unsigned v)
{
	const struct word vc = mutation_input_word(at->t, "rx_vc", at->port * at->s->vc_w, at->s->vc_w);

	return aig_and(&at->t->a, mutation_input(at->t, "rx_valid", at->port), mutation_is(&at->t->a, vc, v));
}

/* A packet of this input may leave by this port, a number: in dimension order, and not back. */
static inline unsigned wormhole_may_leave(const struct mutation_at *at, struct word port)
{
	struct aig *a = &at->t->a;
	unsigned may = at->port == at->s->local ? 0 : mutation_is(a, port, at->s->local);

	for (unsigned p = at->port == at->s->local ? 0 : at->port / 2 * 2; p < at->s->local; p++)
		may = aig_or(a, may, p == at->port ? 0 : mutation_is(a, port, p));
	return may;
}

/* Where packets follow each other: a flit has room, and what comes as a header has a length; the word at the head of a VC that asks is a header, with its route. */
LAW(mutation_contract_queued)
{
	const struct word vc = mutation_input_word(at->t, "rx_vc", at->port * s->vc_w, s->vc_w);
	const unsigned length = mutation_is_length(a, s, mutation_input_word(at->t, "rx_data", at->port * s->flit_bits + s->at_w, s->flits_w));
	unsigned holds = aig_and(a, mutation_at_most(a, vc, s->vcs - 1), mutation_implies(a, mutation_input(at->t, "rx_head", at->port), length));
	struct word left;

	holds = mutation_implies(a, mutation_input(at->t, "rx_valid", at->port), holds);
	for (unsigned v = 0; v < s->vcs; v++) {
		const struct word count = wormhole_counts(at, v, &left), rd = mutation_word(at, "vib.rd_q", v * s->spot_w, s->spot_w);
		const unsigned asks = aig_and(a, mutation_any(a, count), mutation_bit(at, "vib.routed_q", v) ^ 1);

		holds = aig_and(a, holds, mutation_implies(a, wormhole_arrives(at, v), mutation_at_most(a, count, s->buffer_flits - 1)));
		for (unsigned k = 0; k < s->buffer_flits; k++) {
			const unsigned place = v * s->buffer_flits + k;
			const struct word flits = mutation_word(at, "vib.flits_q", place * s->flit_bits + s->at_w, s->flits_w);
			const unsigned header = aig_and(a, mutation_is_length(a, s, flits), wormhole_may_leave(at, mutation_word(at, "vib.route_q", place * s->route_w, s->port_w)));

			holds = aig_and(a, holds, mutation_implies(a, aig_and(a, asks, mutation_is(a, rd, k)), header));
		}
	}
	return holds;
}

/* A flit has room; a header comes into a VC that is empty, with a length; others come as long as they are missing. The end node sends to others: its
 * position is the same now and when the packet came. */
LAW(mutation_contract_flits)
{
	const unsigned head = mutation_input(at->t, "rx_head", at->port);
	const struct word vc = mutation_input_word(at->t, "rx_vc", at->port * s->vc_w, s->vc_w);
	const struct word flits = mutation_input_word(at->t, "rx_data", at->port * s->flit_bits + s->at_w, s->flits_w);
	unsigned holds = aig_and(a, mutation_at_most(a, vc, at->port == s->local ? s->vcs - 1 : s->vcs), mutation_implies(a, head, mutation_is_length(a, s, flits)));
	struct word left;

	holds = mutation_implies(a, mutation_input(at->t, "rx_valid", at->port), holds);
	for (unsigned v = 0; v < s->vcs; v++) {
		const struct word count = wormhole_counts(at, v, &left);
		const unsigned next = aig_and(a, mutation_not_above(a, left, count) ^ 1, mutation_at_most(a, count, s->buffer_flits - 1));
		const unsigned good = aig_or(a, aig_and(a, head, mutation_any(a, left) ^ 1), aig_and(a, head ^ 1, next));

		holds = aig_and(a, holds, mutation_implies(a, wormhole_arrives(at, v), good));
		if (at->port == s->local)
			holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, left), mutation_same(a, mutation_input_word(at->t, "at", 0, s->at_w),
													 mutation_word(at, "vib.dest_q", v * s->at_w, s->at_w)) ^ 1));
	}
	return holds;
}

/* The token comes, or a header in the lane, when neither is here. Other flits of the lane come as long as they are missing. */
LAW(mutation_contract_lane)
{
	const unsigned token = mutation_input(at->t, "tx_msg_valid", s->local), n = 2 > s->flits_w ? 2 : s->flits_w;
	const struct word left = mutation_wider(mutation_word(at, "rlu.lane_left_q", 0, s->flits_w), n), count = mutation_wider(mutation_word(at, "rlu.lane_count_q", 0, 2), n);
	const struct word of_token = { 3, { mutation_bit(at, "rlu.boot_q", 0), mutation_bit(at, "rlu.token_q", 0), mutation_bit(at, "rlu.pass_q", 0) } };
	const unsigned here = aig_or(a, mutation_any(a, left), mutation_any(a, of_token));
	const unsigned missing = aig_and(a, mutation_not_above(a, left, count) ^ 1, mutation_bit(at, "rlu.source_q", 0) ^ 1);
	struct word comes = { .n = s->radix };
	unsigned holds, header = 0, flit = 0;

	if (at->port)
		return 1;
	for (unsigned i = 0; i < s->radix; i++) {
		const struct mutation_at in = { .t = at->t, .s = s, .port = i };

		comes.bit[i] = wormhole_arrives(&in, s->vcs);
		flit = aig_or(a, flit, comes.bit[i]);
		header = aig_or(a, header, aig_and(a, comes.bit[i], mutation_input(at->t, "rx_head", i)));
	}
	holds = aig_and(a, mutation_one(a, comes), aig_and(a, token, header) ^ 1);
	holds = aig_and(a, holds, mutation_implies(a, aig_or(a, token, header), here ^ 1));
	return aig_and(a, holds, mutation_implies(a, aig_and(a, flit, header ^ 1), missing));
}

/* Counts come once in a hop, not in its first cycle, of no more nodes than this dimension begins with. In a torus they come in each hop. */
LAW(mutation_contract_counts)
{
	const unsigned d = at->port / 2, nodes = wormhole_nodes(s, d);
	unsigned good;

	if (at->port == s->local)
		return 1;
	const struct word hop = mutation_word(at, "gather.hop_q", 0, s->hop_w);
	const unsigned now = mutation_is(a, mutation_word(at, "gather.dim_q", 0, s->dim_w), d), come = mutation_bit(at, "gather.come_q", !(at->port & 1));
	const unsigned comes = mutation_input(at->t, "tx_msg_valid", at->port), ends = aig_and(a, mutation_is(a, hop, s->side_cycles - 1), now);

	good = mutation_at_most(a, mutation_input_word(at->t, "tx_msg_full", at->port * s->full_w, s->full_w), nodes * s->local * s->vcs);
	good = aig_and(a, good, mutation_at_most(a, mutation_input_word(at->t, "tx_msg_flow", at->port * s->flow_w, s->flow_w), nodes * s->gather_cycles));
	good = aig_and(a, good, aig_and(a, aig_and(a, mutation_is(a, hop, 0) ^ 1, now), come ^ 1));
	return aig_and(a, mutation_implies(a, comes, good), mutation_implies(a, ends, aig_or(a, comes, come)));
}
