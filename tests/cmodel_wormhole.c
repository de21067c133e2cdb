/* One wormhole router, driven by hand: cycles worked out from docs/internals/microarchitecture-wormhole.md and -vc-allocation.md. It stands at (1, 1) of a 4-ary 2-cube.
 * (tests/net_wormhole_registers.c has every register, lane and gate under load.) */
#include "cmodel_harness.h"
#include "test.h"

#include <limits.h>

enum { EAST, WEST, NORTH, SOUTH, LOCAL, VCS = 3, AT = 1 | 1 << 2 };

static unsigned to(unsigned x, unsigned y)
{
	return x | y << 2;
}

static struct harness new_router(const char *options)
{
	struct harness h = harness_new(params_given("scheme=wormhole ary=4 vcs=3 buffer_flits=4 packet_flits=4 throttle=none %s", options));

	switch_position(h.sw, 0, AT);
	return h;
}

static struct packet packet(unsigned destination, unsigned flits, uint64_t tag)
{
	return (struct packet){ .turnpool = destination, .tag = tag, .source = 3, .flits = flits & 0xfff };
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

/* In this cycle a flit leaves by EAST, of this VC and packet; UINT_MAX: none. */
static void goes(struct harness *h, unsigned vc, uint64_t tag)
{
	step(h);
	assert_int_equal(h->out.depart, vc == UINT_MAX ? 0 : 1 << EAST);
	if (vc != UINT_MAX)
		assert_true(h->out.vc[EAST] == vc && h->out.packet[EAST].tag == tag);
}

/* The port with most free VCs; of equal ones by turns the lowest and the highest. */
SCENARIO(selection, new_router("grid=torus routing=adaptive deadlock=none"))
{
	expect(&h, LOCAL, 0, to(2, 2), EAST, 0);        /* equal, the lowest */
	expect(&h, LOCAL, 0, to(2, 2), NORTH, 0);       /* EAST has two */
	expect(&h, LOCAL, 0, to(2, 2), EAST, 1);        /* equal, the lowest: two headers since */
	expect(&h, LOCAL, 0, AT, LOCAL, 0);             /* does not count */
	n_credits(&h, EAST, 2, 1);
	expect(&h, LOCAL, 0, to(2, 2), NORTH, 1);       /* equal, the highest */
	credit(&h, EAST, 1);
	n_credits(&h, NORTH, 3, 1);
	expect(&h, WEST, 0, to(3, 1), EAST, 0);         /* half the ring: both ways, the lowest */
	expect(&h, WEST, 0, to(3, 1), WEST, 0);
	expect(&h, WEST, 0, to(0, 3), NORTH, 0);        /* WEST has two; half the ring, the lowest */
}

/* The link from 0 to 3 is there in a torus alone. */
SCENARIO(ways_of_a_mesh, new_router("grid=mesh routing=adaptive deadlock=none"))
{
	expect(&h, LOCAL, 0, to(3, 1), EAST, 0);
	expect(&h, LOCAL, 0, to(3, 1), EAST, 1);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 0);
}

SCENARIO(ways_of_a_torus, new_router("grid=torus routing=dimension-order deadlock=none"))
{
	expect(&h, LOCAL, 0, to(2, 2), EAST, 0);
	expect(&h, LOCAL, 0, to(2, 2), EAST, 1);
	expect(&h, LOCAL, 0, to(3, 2), WEST, 0);        /* half the ring: down from an odd coordinate */
	expect(&h, LOCAL, 0, to(1, 2), NORTH, 0);
}

/* VCs by turn of the ring: the lower half before the link between 3 and 0. */
SCENARIO(classes_of_a_ring, new_router("grid=torus routing=dimension-order deadlock=avoidance"))
{
	expect(&h, LOCAL, 0, to(3, 1), WEST, 0);        /* over the link */
	expect_none(&h, LOCAL, 0, to(3, 1));            /* no other VC, and no credit */
	expect(&h, LOCAL, 1, to(0, 1), WEST, 1);
	expect(&h, LOCAL, 1, to(2, 1), EAST, 1);
	expect(&h, LOCAL, 1, to(2, 1), EAST, 2);
	n_credits(&h, WEST, 1, 1);
	step(&h);
	assert_int_equal(h.out.depart, 1 << WEST);
	assert_int_equal(h.out.vc[WEST], 0);
}

/* The escape VC goes in the order of the mesh, when no other one is free; and never back. */
SCENARIO(escape, new_router("grid=torus routing=adaptive deadlock=avoidance"))
{
	expect(&h, LOCAL, 0, to(2, 1), EAST, 0);
	expect(&h, LOCAL, 0, to(2, 1), EAST, 1);
	expect(&h, LOCAL, 0, to(2, 1), EAST, 2);
	n_credits(&h, EAST, 4, 1);
	expect(&h, WEST, 2, to(2, 2), EAST, 2);         /* from an escape VC: not NORTH */
	n_credits(&h, EAST, 4, 1);
	expect(&h, LOCAL, 2, to(2, 2), NORTH, 0);       /* from the local one: any */
	expect(&h, WEST, 2, to(3, 1), EAST, 2);
	expect_none(&h, WEST, 2, to(2, 2));
	expect(&h, LOCAL, 0, to(0, 1), WEST, 0);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 1);
	expect(&h, LOCAL, 0, to(0, 1), WEST, 2);
}

SCENARIO(escape_over_a_row, new_router("grid=torus routing=adaptive deadlock=avoidance"))
{
	switch_position(h.sw, 0, to(0, 1));
	expect(&h, LOCAL, 0, to(3, 1), WEST, 0);        /* the shortest way */
	expect(&h, LOCAL, 0, to(3, 1), WEST, 1);
	expect(&h, LOCAL, 0, to(3, 1), EAST, 2);        /* that of the mesh */
}

/* Of headers that wait the token seizes the one that came first; of two that came at once, the one in the lower VC. */
SCENARIO(the_first_is_seized, new_router("grid=torus routing=dimension-order deadlock=recovery timeout=8"))
{
	static const unsigned port[] = { SOUTH, NORTH, SOUTH }, vc[] = { 1, 0, 0 };     /* in the order of their turn: the first, and two later */

	for (unsigned v = 0; v < VCS; v++)
		expect(&h, LOCAL, 0, to(2, 1), EAST, v);
	for (unsigned k = 0; k < 3; k++) {
		put(&h, port[k], vc[k], packet(to(2, 1), 1, k), 0);
		if (k != 1)
			step(&h);
	}
	quiet_until(&h, h.cycle + 12);
	for (unsigned k = 0; k < 3; k++) {
		message(&h, LOCAL, (struct message){ .full = 0 });
		step(&h);
		assert_int_equal(REG(rlu, from_q, 0), port[k] * VCS + vc[k]);
		goes(&h, VCS, k);
	}
}

/* ----- VCs that are reused, a header of each input in a cycle ----- */

#define REUSED "routing=dimension-order deadlock=none vc_reuse=queued route_rate=port injection_vcs=3 delivery_vcs=3"

/* A packet follows another in its VC: it asks in the cycle after the last flit, whose output VC is free by then. */
SCENARIO(a_vc_is_reused, new_router(REUSED))
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
	n_credits(&h, EAST, 2, 1);
	assert_true(switch_drained(h.sw));
}

/* Inputs for different outputs do not wait for each other. For one they ask for the same VC, and one of them gets it, by turns. */
SCENARIO(inputs_get_vcs, new_router(REUSED))
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
SCENARIO(headers_start, new_router(REUSED " speculate=1"))
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
