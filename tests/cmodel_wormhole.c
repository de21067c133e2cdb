/* One wormhole router, driven by hand: cycles worked out from docs/internals/microarchitecture-wormhole.md and -vc-allocation.md. It stands at (1, 1) of a 4-ary 2-cube. */
#include "cmodel_harness.h"
#include "test.h"

#include <limits.h>

enum { EAST, WEST, NORTH, SOUTH, LOCAL, VCS = 3, DEPTH = 4, FLITS = 4, AT = 1 | 1 << 2, TIMEOUT = 8 };

static unsigned to(unsigned x, unsigned y)
{
	return x | y << 2;
}

static struct harness new_router(const char *grid, const char *routing, const char *deadlock, const char *throttle)
{
	struct harness h = harness_new(params_given("scheme=wormhole ary=4 dims=2 vcs=3 buffer_flits=4 packet_flits=4 "
						    "grid=%s routing=%s deadlock=%s throttle=%s timeout=8", grid, routing, deadlock, throttle));

	switch_position(h.sw, 0, AT);
	return h;
}

static struct packet packet(unsigned destination, unsigned flits, uint64_t tag)
{
	struct packet p = { .tag = tag, .source = 3, .flits = flits & 0xfff };

	p.destination = destination;
	return p;
}

/* Flit j of a packet is on the link in the next cycle. */
static void put(struct harness *h, unsigned port, unsigned vc, struct packet p, unsigned j)
{
	h->in.head |= UINT64_C(1) << port;
	h->in.packet[port] = p;
	h->in.vc[port] = (uint8_t)vc;
	h->in.flit[port] = (uint8_t)j;
}

/* A packet of one flit arrives, and its header leaves by this VC two cycles later. */
static void expect(struct harness *h, unsigned port, unsigned vc, unsigned destination, unsigned out, unsigned out_vc)
{
	put(h, port, vc, packet(destination, 1, h->cycle), 0);
	step(h);
	step(h);
	assert_int_equal(h->out.depart, 0);
	step(h);
	assert_int_equal(h->out.depart, 1u << out);
	assert_int_equal(h->out.vc[out], out_vc);
	assert_int_equal(h->out.from[out], port);
	assert_int_equal(h->out.packet[out].tag, h->cycle - 3);
}

/* It does not leave. */
static void expect_none(struct harness *h, unsigned port, unsigned vc, unsigned destination)
{
	put(h, port, vc, packet(destination, 1, h->cycle), 0);
	quiet_until(h, h->cycle + 6);
}

/* The last credit of a VC comes; a header that waits for it gets it in that cycle, and leaves in the next. */
static void expect_grant_after_credit(struct harness *h, unsigned port, unsigned vcs)
{
	const uint64_t cycle = h->cycle;

	credit(h, port, vcs);
	assert_int_equal(next_grant(h), cycle + 1);
	assert_int_equal(h->out.depart, 1u << port);
}

/* A header takes three cycles, a body flit two; the words are there, and stay. */
SCENARIO(pipeline, new_router("torus", "adaptive", "none", "none"))
{
	const struct packet p = packet(to(2, 1), 3, 77);
	uint32_t words[2];

	for (unsigned j = 0; j < 3; j++) {
		put(&h, LOCAL, 1, p, j);
		step(&h);
		if (j == 0) {
			assert_int_equal(FIELD_OF(vib, count_q, LOCAL, VCS, 1), 1);
			assert_int_equal(FIELD_OF(vib, left_q, LOCAL, VCS, 1), 3);
			assert_int_equal(FIELD_OF(vib, first_q, LOCAL, VCS, 1), 1);
			assert_int_equal(FIELD_OF(vib, dest_q, LOCAL, VCS, 1), to(2, 1));
			assert_int_equal(FIELD_OF(vib, routed_q, LOCAL, VCS, 1), 0);
			packet_flit(&h.shape, &p, 0, words);
			assert_int_equal(FIELD_OF(vib, flits_q, LOCAL, 2 * VCS * DEPTH, 2 * DEPTH), words[0]);
			assert_int_equal(FIELD_OF(vib, flits_q, LOCAL, 2 * VCS * DEPTH, 2 * DEPTH + 1), words[1]);
		} else if (j == 1) {
			assert_int_equal(FIELD_OF(vib, routed_q, LOCAL, VCS, 1), 1);
			assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 0), 1);
			assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 0), LOCAL * VCS + 1);
			assert_int_equal(REG(rva, prio_q, 0), 1 << (LOCAL * VCS + 1));
			assert_int_equal(REG(rva, tie_q, 0), 1);
		}
	}
	for (unsigned j = 0; j < 3; j++) {      /* flit j left in cycle 2 + j, and is on the link in 3 + j */
		assert_int_equal(h.out.depart, 1 << EAST);
		assert_int_equal(h.out.flit[EAST], j);
		assert_int_equal(h.out.credit, 1 << LOCAL);
		assert_int_equal(h.out.credit_queue[LOCAL], 2);
		assert_int_equal(REG(vlp, tx_valid_q, EAST), 1);
		assert_int_equal(REG(vlp, tx_head_q, EAST), j == 0);
		assert_int_equal(REG(vlp, tx_vc_q, EAST), 0);
		packet_flit(&h.shape, &p, j, words);
		assert_int_equal(FIELD_OF(vlp, tx_data_q, EAST, 2, 0), words[0]);
		assert_int_equal(REG(vib, credit_vcs_q, LOCAL), 2);
		assert_int_equal(FIELD_OF(vob, spent_q, EAST, VCS, 0), j + 1);
		assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 0), j < 2);
		step(&h);
	}
	assert_int_equal(REG(vlp, tx_valid_q, EAST), 0);
	assert_int_equal(FIELD_OF(vlp, tx_data_q, EAST, 2, 0), words[0]);
	assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 0), LOCAL * VCS + 1);
	assert_int_equal(FIELD_OF(vib, rd_q, LOCAL, VCS, 1), 3);
	assert_int_equal(FIELD_OF(vib, wr_q, LOCAL, VCS, 1), 3);
	assert_int_equal(FIELD_OF(vib, flits_q, LOCAL, 2 * VCS * DEPTH, 2 * DEPTH + 4), words[0]);     /* the word is still there */
	assert_false(switch_drained(h.sw));
	n_credits(&h, EAST, 1, 3);
	assert_true(switch_drained(h.sw));
}

/* The port with most free VCs; of equal ones by turns the lowest and the highest. */
SCENARIO(selection, new_router("torus", "adaptive", "none", "none"))
{
	expect(&h, LOCAL, 0, to(2, 2), EAST, 0);        /* equal, the lowest */
	expect(&h, LOCAL, 0, to(2, 2), NORTH, 0);       /* EAST has two */
	expect(&h, LOCAL, 0, to(2, 2), EAST, 1);        /* equal, the lowest: two headers since */
	expect(&h, LOCAL, 0, AT, LOCAL, 0);             /* does not count */
	credit(&h, EAST, 2);
	step(&h);
	expect(&h, LOCAL, 0, to(2, 2), NORTH, 1);       /* equal, the highest */
	credit(&h, EAST, 1);
	credit(&h, NORTH, 3);
	step(&h);
	expect(&h, WEST, 0, to(3, 1), EAST, 0);         /* half the ring: both ways, the lowest */
	expect(&h, WEST, 0, to(3, 1), WEST, 0);
	expect(&h, WEST, 0, to(0, 3), NORTH, 0);        /* WEST has two; half the ring, the lowest */
}

/* The link from 0 to 3 is there in a torus alone. */
TEST(ways)
{
	struct harness h = new_router("mesh", "adaptive", "none", "none");

	expect(&h, LOCAL, 0, to(3, 1), EAST, 0);
	expect(&h, LOCAL, 0, to(3, 1), EAST, 1);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 0);
	harness_free(&h);
	h = new_router("torus", "dimension-order", "none", "none");
	expect(&h, LOCAL, 0, to(2, 2), EAST, 0);
	expect(&h, LOCAL, 0, to(2, 2), EAST, 1);
	expect(&h, LOCAL, 0, to(3, 2), WEST, 0);        /* half the ring: down from an odd coordinate */
	expect(&h, LOCAL, 0, to(1, 2), NORTH, 0);
	harness_free(&h);
}

/* VCs by turn of the ring: the lower half before the link between 3 and 0. */
SCENARIO(classes_of_a_ring, new_router("torus", "dimension-order", "avoidance", "none"))
{
	expect(&h, LOCAL, 0, to(3, 1), WEST, 0);        /* over the link */
	expect_none(&h, LOCAL, 0, to(3, 1));            /* no other VC, and no credit */
	expect(&h, LOCAL, 1, to(0, 1), WEST, 1);
	expect(&h, LOCAL, 1, to(2, 1), EAST, 1);
	expect(&h, LOCAL, 1, to(2, 1), EAST, 2);
	credit(&h, WEST, 1);
	step(&h);
	step(&h);
	assert_int_equal(h.out.depart, 1 << WEST);
	assert_int_equal(h.out.vc[WEST], 0);
}

/* The escape VC goes in the order of the mesh, when no other one is free; and never back. */
TEST(escape)
{
	struct harness h = new_router("torus", "adaptive", "avoidance", "none");

	expect(&h, LOCAL, 0, to(2, 1), EAST, 0);
	expect(&h, LOCAL, 0, to(2, 1), EAST, 1);
	expect(&h, LOCAL, 0, to(2, 1), EAST, 2);
	credit(&h, EAST, 4);
	step(&h);
	expect(&h, WEST, 2, to(2, 2), EAST, 2);         /* from an escape VC: not NORTH */
	credit(&h, EAST, 4);
	step(&h);
	expect(&h, LOCAL, 2, to(2, 2), NORTH, 0);       /* from the local one: any */
	expect(&h, WEST, 2, to(3, 1), EAST, 2);
	expect_none(&h, WEST, 2, to(2, 2));
	expect(&h, LOCAL, 0, to(0, 1), WEST, 0);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 1);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 2);
	harness_free(&h);
	h = new_router("torus", "adaptive", "avoidance", "none");
	switch_position(h.sw, 0, to(0, 1));
	expect(&h, LOCAL, 0, to(3, 1), WEST, 0);        /* the shortest way */
	expect(&h, LOCAL, 0, to(3, 1), WEST, 1);
	expect(&h, LOCAL, 0, to(3, 1), EAST, 2);        /* that of the mesh */
	harness_free(&h);
}

/* A VC is free once all credits are home; flits go as there are credits; a credit that comes as a flit leaves counts. */
SCENARIO(credits, new_router("torus", "dimension-order", "none", "none"))
{
	const struct packet p = packet(to(2, 1), 4, 5);

	for (unsigned v = 0; v < VCS; v++) {
		for (unsigned j = 0; j < FLITS; j++) {
			put(&h, WEST, v, p, j);
			step(&h);
		}
		step(&h);
		step(&h);
		assert_int_equal(h.out.flit[EAST], 3);
		assert_int_equal(FIELD_OF(vob, spent_q, EAST, VCS, v), DEPTH);
	}
	assert_int_equal(REG(rva, tie_q, 0), 1);
	expect_none(&h, NORTH, 0, to(2, 1));
	assert_int_equal(REG(rva, tie_q, 0), 1);        /* served five times, in vain */
	for (unsigned k = 0; k < 3; k++) {
		credit(&h, EAST, 5);
		quiet_until(&h, h.cycle + 3);
	}
	expect_grant_after_credit(&h, EAST, 4);
	assert_int_equal(h.out.vc[EAST], 2);
	assert_int_equal(FIELD_OF(vob, spent_q, EAST, VCS, 0), 1);
}

/* ----- VCs that are reused, a header of each input in a cycle ----- */

static struct harness new_reused(unsigned speculate)
{
	struct harness h = harness_new(params_given("scheme=wormhole ary=4 vcs=3 buffer_flits=4 packet_flits=4 routing=dimension-order deadlock=none vc_reuse=queued "
						    "route_rate=port injection_vcs=3 delivery_vcs=3 speculate=%u", speculate));

	switch_position(h.sw, 0, AT);
	return h;
}

/* In this cycle a flit leaves by EAST, of this VC and packet; UINT_MAX: none. */
static void goes(struct harness *h, unsigned vc, uint64_t tag)
{
	step(h);
	assert_int_equal(h->out.depart, vc == UINT_MAX ? 0 : 1 << EAST);
	if (vc != UINT_MAX)
		assert_true(h->out.vc[EAST] == vc && h->out.packet[EAST].tag == tag);
}

/* A packet follows another in its VC: it asks in the cycle after the last flit, whose output VC is free by then. */
SCENARIO(a_vc_is_reused, new_reused(0))
{
	for (unsigned j = 0; j < 2; j++) {
		put(&h, WEST, 0, packet(to(2, 1), 2, 7), j);
		goes(&h, UINT_MAX, 0);
	}
	put(&h, WEST, 0, packet(to(2, 1), 1, 8), 0);
	goes(&h, 0, 7);
	goes(&h, 0, 7);
	assert_int_equal(FIELD_OF(vib, left_q, WEST, VCS, 0), 0);
	assert_int_equal(FIELD_OF(vib, count_q, WEST, VCS, 0), 1);
	assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 0), 0);
	goes(&h, UINT_MAX, 0);
	assert_int_equal(FIELD_OF(vib, left_q, WEST, VCS, 0), 1);
	goes(&h, 1, 8);                               /* its credit is not asked for */
	n_credits(&h, EAST, 1, 2);
	credit(&h, EAST, 2);
	step(&h);
	assert_true(switch_drained(h.sw));
}

/* Inputs for different outputs do not wait for each other. For one they ask for the same VC, and one of them gets it, by turns. */
SCENARIO(inputs_get_vcs, new_reused(0))
{
	static const unsigned x[] = { 0, 2, 1, 1 }, y[] = { 1, 1, 0, 2 };

	for (unsigned i = 0; i < LOCAL; i++)
		put(&h, i, 1, packet(to(x[i], y[i]), 1, i), 0);
	goes(&h, UINT_MAX, 0);
	goes(&h, UINT_MAX, 0);
	step(&h);
	assert_int_equal(h.out.depart, 0xf);
	for (unsigned i = WEST; i <= LOCAL; i++)
		put(&h, i, 0, packet(to(2, 1), 1, i), 0);
	goes(&h, UINT_MAX, 0);
	goes(&h, UINT_MAX, 0);
	assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 0), LOCAL * VCS);     /* the others, which had 0 before, asked for 1 */
	assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 1), WEST * VCS);
	goes(&h, 1, WEST);
	assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 2), NORTH * VCS);
	goes(&h, 2, NORTH);
	assert_int_equal(FIELD_OF(vob, owner_q, EAST, VCS, 1), SOUTH * VCS);    /* 1 is free again */
	goes(&h, 0, LOCAL);
	goes(&h, 1, SOUTH);
}

/* A header starts in the cycle in which it gets a VC, and its VC is not owned at all if it is the last flit; but not while another VC is ready. */
SCENARIO(headers_start, new_reused(1))
{
	put(&h, LOCAL, 2, packet(to(2, 1), 1, 5), 0);
	goes(&h, UINT_MAX, 0);
	goes(&h, 0, 5);
	assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 0), 0);
	put(&h, WEST, 0, packet(to(2, 1), 2, 6), 0);
	goes(&h, UINT_MAX, 0);
	put(&h, WEST, 0, packet(to(2, 1), 2, 6), 1);
	put(&h, NORTH, 0, packet(to(2, 1), 1, 7), 0);
	goes(&h, 0, 6);
	assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 0), 1);
	goes(&h, 0, 6);
	assert_int_equal(FIELD_OF(vob, owned_q, EAST, VCS, 1), 1);
	goes(&h, 1, 7);
}

/* One header a cycle is served, by turns; one in vain as well. A flit a cycle leaves by an output, by turns of its VCs. */
SCENARIO(turns, new_router("torus", "dimension-order", "none", "none"))
{
	static const unsigned from[] = { EAST, WEST, NORTH, SOUTH };

	for (unsigned k = 0; k < 3; k++)
		put(&h, from[k], 0, packet(to(2, 1), 2, k), 0);
	step(&h);
	for (unsigned k = 0; k < 3; k++)
		put(&h, from[k], 0, packet(to(2, 1), 2, k), 1);
	put(&h, SOUTH, 1, packet(to(2, 1), 1, 3), 0);
	for (unsigned c = 0; c < 6; c++) {
		static const unsigned vc[6] = { 0, 1, 2, 0, 1, 2 };

		step(&h);
		if (c == 0) {
			assert_int_equal(h.out.depart, 0);
			assert_int_equal(REG(rva, prio_q, 0), 1);
			continue;
		}
		assert_int_equal(h.out.depart, 1 << EAST);
		assert_int_equal(h.out.vc[EAST], vc[c - 1]);
		assert_int_equal(h.out.from[EAST], from[vc[c - 1]]);
		assert_int_equal(h.out.flit[EAST], c > 3);
		if (c >= 3)
			assert_int_equal(REG(rva, prio_q, 0), 1 << (SOUTH * VCS + 1)); /* in vain */
	}
	put(&h, WEST, 0, packet(to(1, 2), 1, 9), 0);
	step(&h);
	assert_int_equal(REG(vlp, prio_q, EAST), 0);    /* VC 2 */
	assert_int_equal(REG(rva, prio_q, 0), 1 << (SOUTH * VCS + 1));
	step(&h);
	assert_int_equal(REG(rva, prio_q, 0), 1 << (WEST * VCS));
	step(&h);
	assert_int_equal(REG(rva, prio_q, 0), 1 << (SOUTH * VCS + 1));
	assert_int_equal(h.out.depart, 1 << NORTH);
}

/* Several VCs of an input send in one cycle, to different outputs; one packet at a time is delivered. */
SCENARIO(outputs, new_router("torus", "adaptive", "none", "none"))
{
	put(&h, WEST, 0, packet(to(2, 1), 2, 1), 0);
	step(&h);
	put(&h, WEST, 1, packet(to(1, 0), 2, 2), 0);
	step(&h);
	step(&h);
	put(&h, WEST, 2, packet(AT, 2, 3), 0);
	step(&h);
	put(&h, NORTH, 2, packet(AT, 1, 4), 0);
	step(&h);
	step(&h);
	put(&h, WEST, 0, packet(to(2, 1), 2, 1), 1);
	step(&h);
	put(&h, WEST, 1, packet(to(1, 0), 2, 2), 1);
	step(&h);
	assert_int_equal(h.out.depart, 1 << EAST);
	step(&h);
	assert_int_equal(h.out.depart, 1 << SOUTH);
	put(&h, WEST, 2, packet(AT, 2, 3), 1);
	quiet_until(&h, h.cycle + 1);
	step(&h);
	assert_int_equal(h.out.depart, 1 << LOCAL);     /* the last flit: another header gets the VC in this cycle, whatever its credits */
	assert_int_equal(h.out.packet[LOCAL].tag, 3);
	assert_int_equal(REG(vob, owned_q, LOCAL), 1);
	step(&h);
	assert_int_equal(h.out.depart, 1 << LOCAL);
	assert_int_equal(h.out.packet[LOCAL].tag, 4);
}

/* "At least one": a header enters unless all useful links have a VC in use and one of them all; owned is what counts. */
SCENARIO(at_least_one, new_router("torus", "adaptive", "none", "alo"))
{
	for (unsigned v = 0; v < VCS; v++) {            /* first flits alone, which leave: VCs stay owned */
		put(&h, WEST, v, packet(to(2, 1), 2, v), 0);
		step(&h);
		step(&h);
		step(&h);
	}
	assert_int_equal(REG(vob, owned_q, EAST), 7);
	expect(&h, LOCAL, 0, to(2, 2), NORTH, 0);       /* no VC of NORTH is owned; one flit, which does not own long */
	put(&h, SOUTH, 0, packet(to(1, 2), 2, 8), 0);
	step(&h);
	step(&h);
	step(&h);
	assert_int_equal(REG(vob, owned_q, NORTH), 2);
	expect_none(&h, LOCAL, 0, to(2, 2));            /* EAST is full, NORTH in use */
	expect(&h, LOCAL, 1, to(1, 2), NORTH, 2);       /* NORTH alone: has one */
	expect(&h, SOUTH, 1, to(2, 0), SOUTH, 0);       /* from the network, no gate */
	put(&h, WEST, 1, packet(to(2, 1), 2, 1), 1);
	step(&h);
	step(&h);
	assert_int_equal(REG(vob, owned_q, EAST), 5);   /* without its credits */
	step(&h);
	step(&h);
	assert_int_equal(h.out.depart, 0);              /* it may ask, but EAST has no VC with all credits, NORTH neither */
	expect_grant_after_credit(&h, NORTH, 1);
	assert_int_equal(h.out.vc[NORTH], 0);
}

/* Blocks EAST: three packets whose last flits do not come. Of a router with recovery, at any position but 0: without a token. */
static void block(struct harness *h)
{
	for (unsigned v = 0; v < VCS; v++) {
		put(h, WEST, v, packet(to(2, 1), 2, v), 0);
		step(h);
		step(h);
		step(h);
	}
}

static void token(struct harness *h)
{
	message(h, LOCAL, (struct message){ .full = 0 });
}

/* The token goes on in the next cycle. A header that has waited long enough is seized, goes before all others, and the token is away meanwhile. */
SCENARIO(recovery, new_router("torus", "dimension-order", "recovery", "none"))
{
	assert_int_equal(REG(rlu, boot_q, 0), 1);
	step(&h);
	assert_int_equal(REG(rlu, boot_q, 0), 0);
	assert_int_equal(h.out.message, 0);
	block(&h);
	token(&h);
	step(&h);
	assert_int_equal(h.out.message, 1 << LOCAL);
	assert_int_equal(REG(rlu, pass_q, 0), 1);
	put(&h, NORTH, 1, packet(to(2, 1), 4, 9), 0);
	step(&h);
	assert_int_equal(REG(rlu, pass_q, 0), 0);
	for (unsigned k = 1; k <= TIMEOUT; k++) {
		assert_int_equal(FIELD_OF(vib, wait_q, NORTH, VCS, 1), k - 1);
		token(&h);
		if (k <= 2)
			put(&h, NORTH, 1, packet(to(2, 1), 4, 9), k);
		step(&h);
		assert_int_equal(h.out.message, 1 << LOCAL);
	}
	assert_int_equal(FIELD_OF(vib, wait_q, NORTH, VCS, 1), TIMEOUT);
	token(&h);
	step(&h);
	assert_int_equal(h.out.message | h.out.depart, 0);
	assert_int_equal(FIELD_OF(vib, wait_q, NORTH, VCS, 1), 0);
	assert_int_equal(FIELD_OF(vib, seized_q, NORTH, VCS, 1), 1);
	assert_int_equal(REG(rlu, source_q, 0), 1);
	assert_int_equal(REG(rlu, from_q, 0), NORTH * VCS + 1);
	assert_int_equal(REG(rlu, lane_left_q, 0), 4);
	put(&h, WEST, 0, packet(to(2, 1), 2, 0), 1);    /* the last flit of another packet */
	for (unsigned k = 0; k < 3; k++) {
		step(&h);
		assert_int_equal(h.out.depart, 1 << EAST);
		assert_int_equal(h.out.vc[EAST], VCS);
		assert_int_equal(h.out.flit[EAST], k);
		assert_int_equal(REG(vlp, tx_vc_q, EAST), VCS);
		assert_int_equal(REG(vlp, tx_head_q, EAST), k == 0);
		assert_int_equal(h.out.credit_queue[NORTH], 2);
	}
	step(&h);                                       /* the lane has none */
	assert_int_equal(h.out.vc[EAST], 0);
	assert_int_equal(h.out.packet[EAST].tag, 0);
	put(&h, NORTH, 1, packet(to(2, 1), 4, 9), 3);
	step(&h);
	step(&h);
	assert_int_equal(h.out.vc[EAST], VCS);
	assert_int_equal(h.out.flit[EAST], 3);
	assert_int_equal(FIELD_OF(vib, seized_q, NORTH, VCS, 1), 0);
	assert_int_equal(REG(rlu, lane_left_q, 0), 0);
	assert_int_equal(REG(rlu, token_q, 0), 0);
	quiet_until(&h, h.cycle + 4);
	assert_int_equal(h.out.message, 0);             /* the token is where the packet is delivered */
	assert_int_equal(switch_counts(h.sw)->detections, 1);
}

/* Of headers that wait the token seizes the one that came first, whatever its VC; of two that came at once, the one in the lower VC. */
SCENARIO(the_first_is_seized, new_router("torus", "dimension-order", "recovery", "none"))
{
	static const struct { unsigned port, vc, cycle; } all[] = { { SOUTH, 1, 0 }, { NORTH, 0, 2 }, { SOUTH, 0, 2 }, { NORTH, 2, 3 } };   /* in the order of their turn */
	step(&h);
	block(&h);
	for (unsigned c = 0; c < 4; c++) {
		for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
			if (all[k].cycle == c)
				put(&h, all[k].port, all[k].vc, packet(to(2, 1), 1, 9 + k), 0);
		step(&h);
	}
	quiet_until(&h, h.cycle + TIMEOUT + 1);
	for (unsigned n = 0; n < sizeof all / sizeof *all; n++) {
		token(&h);
		step(&h);
		assert_int_equal(REG(rlu, from_q, 0), all[n].port * VCS + all[n].vc);
		step(&h);
		assert_int_equal(h.out.vc[EAST], VCS);
	}
}

/* A packet of the lane passes, three cycles for its header and two for its body; where it is delivered, the token is. */
SCENARIO(lane, new_router("torus", "adaptive", "recovery", "none"))
{
	const struct packet on = packet(to(3, 2), 3, 4), home = packet(AT, 3, 6);
	uint32_t words[2];

	step(&h);
	for (unsigned j = 0; j < 5; j++) {
		if (j < 3)
			put(&h, EAST, VCS, on, j);
		step(&h);
		assert_int_equal(h.out.depart, j < 2 ? 0 : 1 << WEST);
		if (j >= 2)
			assert_int_equal(h.out.flit[WEST], j - 2);
		if (j == 1)
			assert_int_equal(REG(rlu, lane_count_q, 0), 2);
		if (j == 1)
			assert_int_equal(REG(rlu, lane_out_q, 0), WEST);
	}
	assert_int_equal(h.out.from[WEST], EAST);
	assert_int_equal(h.out.credit, 0);
	assert_int_equal(REG(rlu, lane_wr_q, 0), 1);
	assert_int_equal(REG(rlu, lane_rd_q, 0), 1);
	packet_flit(&h.shape, &on, 2, words);
	assert_int_equal(FIELD_OF(rlu, lane_flits_q, 0, 4, 0), words[0]);
	packet_flit(&h.shape, &on, 1, words);
	assert_int_equal(FIELD_OF(rlu, lane_flits_q, 0, 4, 2), words[0]);
	for (unsigned j = 0; j < 5; j++) {
		if (j < 3)
			put(&h, WEST, VCS, home, j);
		step(&h);
		assert_int_equal(h.out.depart, j < 2 ? 0 : 1 << LOCAL);
		assert_int_equal(h.out.message, 0);
	}
	assert_int_equal(REG(rlu, token_q, 0), 1);
	step(&h);
	assert_int_equal(REG(rlu, token_q, 0), 0);
	assert_int_equal(h.out.message, 1 << LOCAL);
	step(&h);
	assert_int_equal(h.out.message, 0);
	assert_int_equal(switch_step(h.sw, h.cycle, &h.in, &h.out), UINT64_MAX);
}

/* Headers are parsed as they are written, of packets as wide as can be. */
TEST(headers)
{
	struct harness h = harness_new(params_given("scheme=wormhole ary=8 dims=4 vcs=8 flit_bits=72 node_bits=24 packet_flits=64"));
	struct packet p = packet(0xabc, 64, 1), q = { .tag = 1 };
	uint32_t words[3];

	p.source = 0xfedcba;
	packet_flit(&h.shape, &p, 0, words);
	packet_parse(&h.shape, words, &q);
	assert_int_equal(q.destination, 0xabc);
	assert_int_equal(q.flits, 64);
	assert_int_equal(q.source, 0xfedcba);
	switch_position(h.sw, 0, 0xabc);
	put(&h, 7, 7, p, 0);                            /* the last VC but one of 72 inputs' */
	step(&h);
	put(&h, 8, 7, packet(0xabb, 1, 2), 0);
	step(&h);
	assert_int_equal(FIELD_OF(vob, owner_q, 8, 8, 0), 7 * 8 + 7);
	step(&h);
	assert_int_equal(h.out.depart, 1 << 8);
	step(&h);
	assert_int_equal(h.out.depart, 1 << 1);         /* the other way */
	assert_int_equal(h.out.from[1], 8);
	for (unsigned b = 0; b < 71; b++)               /* the last input VC has no bit */
		assert_int_equal(FIELD_OF(rva, prio_q, 0, 71, b), 0);
	assert_int_equal(FIELD_OF(vob, owner_q, 1, 8, 0), 71);
	harness_free(&h);
}
