/* Routers of small k-ary n-cubes under full load: nothing is lost, what is protected from deadlock drains, and what is not stops. */
#include "test.h"
#include "wormhole_grid.h"

enum { CYCLES = 20000, STOPPED = 2000 };

struct run {
	const char *grid, *routing, *deadlock, *throttle;
	const char *ary, *dims, *vcs, *buffer_flits, *packet_flits;
	unsigned banked, delay;
};

static struct grid *new_run(const struct run *r, uint64_t seed)
{
	const struct params p = params_given("scheme=wormhole grid=%s routing=%s deadlock=%s throttle=%s ary=%s dims=%s vcs=%s buffer_flits=%s packet_flits=%s threshold=20 side_cycles=%u",
					     r->grid, r->routing, r->deadlock, r->throttle, r->ary, r->dims, r->vcs, r->buffer_flits, r->packet_flits, r->delay ? 3 : 2);
	struct grid *g = grid_new(p, r->banked, r->delay, seed);

	g->load = 1000;
	return g;
}

/* One packet is in the lane of the network at a time, and one token goes round. */
static struct { uint64_t tag, packets; unsigned tokens; } lane;

static void see_lane(struct grid *g, unsigned router)
{
	const struct shape *s = &g->shape;

	for (unsigned port = 0; port < s->radix; port++) {
		const unsigned at = grid_port(g, router, port);

		lane.tokens += port == s->local && (g->out.message >> at & 1);
		if (!(g->out.depart >> at & 1) || g->out.vc[at] != s->vcs)
			continue;
		if (!lane.tag) {
			assert_int_equal(g->out.flit[at], 0);
			lane.tag = g->out.packet[at].tag;
			lane.packets++;
		}
		assert_int_equal(g->out.packet[at].tag, lane.tag);
		if (port == s->local && g->out.flit[at] + 1u == g->out.packet[at].flits)
			lane.tag = 0;
	}
}

TEST(nothing_is_lost)
{
	static const struct run runs[] = {
		{ "torus", "adaptive", "avoidance", "none", "4", "2", "3", "4", "6", 12, 0 },
		{ "torus", "adaptive", "recovery", "none", "4", "2", "3", "4", "6", 12, 0 },
		{ "torus", "adaptive", "recovery", "alo", "4", "2", "1", "2", "9", 1, 1 },
		{ "torus", "dimension-order", "avoidance", "none", "5", "2", "3", "2", "4", 7, 2 },
		{ "torus", "dimension-order", "recovery", "tuned", "4", "2", "2", "8", "16", 12, 1 },
		{ "mesh", "dimension-order", "none", "none", "4", "2", "2", "4", "6", 12, 0 },
		{ "mesh", "adaptive", "avoidance", "static", "3", "2", "2", "3", "5", 5, 1 },
		{ "torus", "adaptive", "avoidance", "alo", "2", "4", "2", "2", "3", 7, 0 },
		{ "torus", "adaptive", "avoidance", "tuned", "3", "3", "8", "2", "3", 9, 0 },
		{ "torus", "dimension-order", "avoidance", "none", "8", "2", "3", "8", "16", 12, 0 },
		{ "torus", "adaptive", "avoidance", "none", "8", "2", "3", "8", "16", 12, 0 },
		{ "torus", "adaptive", "recovery", "none", "8", "2", "3", "8", "16", 12, 0 },
		{ "torus", "adaptive", "recovery", "static", "2", "1", "8", "3", "5", 2, 0 },
		{ "torus", "adaptive", "recovery", "static", "2", "3", "8", "3", "5", 2, 0 },
	};

	for (unsigned k = 0; k < sizeof runs / sizeof *runs; k++) {
		struct grid *g = new_run(runs + k, k);

		memset(&lane, 0, sizeof lane);
		g->see = g->shape.recovery ? see_lane : NULL;
		for (unsigned c = 0; c < CYCLES; c++) {
			lane.tokens = 0;
			grid_step(g);
			assert_true(lane.tokens <= 1);
		}
		assert_true(g->received > CYCLES / 20 && g->cycle - g->latest < STOPPED);
		/* Of two routers each receives from one, as fast as it sends: no header waits. */
		assert_true(!lane.packets == (!g->shape.recovery || g->shape.routers == 2));
		assert_true(grid_drains(g, 50 * CYCLES));
		for (unsigned b = 0, seized = 0; b < g->banks && g->shape.recovery; b++) {
			for (unsigned n = 0; n < g->banked && b * g->banked + n < g->shape.routers; n++)
				seized += (unsigned)switch_counts(g->bank[b])[n].detections;
			if (b + 1 == g->banks)
				assert_int_equal(seized, lane.packets);
		}
		grid_free(g);
	}
}

/* Routers in banks do what routers alone do. */
TEST(banks)
{
	struct run r = { "torus", "adaptive", "recovery", "tuned", "5", "2", "3", "4", "6", 1, 0 };
	struct grid *alone = new_run(&r, 9);

	for (r.banked = 2; r.banked <= 12; r.banked += 5) {
		struct grid *g = new_run(&r, 9);

		grid_run(g, 5000);
		while (alone->cycle < g->cycle)
			grid_step(alone);
		assert_int_equal(g->received, alone->received);
		assert_int_equal(g->flits, alone->flits);
		assert_memory_equal(g->end, alone->end, sizeof g->end);
		grid_free(g);
	}
	grid_free(alone);
}

/* Without protection, and with one VC, packets wait in circles, and nothing moves any more. */
TEST(deadlock)
{
	static const struct run runs[] = {
		{ "torus", "dimension-order", "none", "none", "8", "2", "1", "8", "16", 12, 0 },
		{ "torus", "adaptive", "none", "none", "8", "2", "1", "8", "16", 12, 0 },
	};

	for (unsigned k = 0; k < 2; k++) {
		struct grid *g = new_run(runs + k, k);

		while (g->cycle < 100000 && g->cycle - g->latest < STOPPED)
			grid_step(g);
		assert_true(g->cycle - g->latest >= STOPPED);
		assert_false(grid_drains(g, STOPPED));
		assert_true(g->received < g->sent);
		grid_free(g);
	}
}

/* A header alone: three cycles a router, and one more for each register of a link; then a flit a cycle. */
TEST(latency)
{
	static const struct run r = { "torus", "adaptive", "avoidance", "none", "4", "2", "3", "4", "6", 12, 1 };
	struct grid *g = new_run(&r, 1);
	struct packet p = { .tag = 1, .flits = 3, .to = 2 };

	g->load = 0;
	p.destination = 2;
	g->sent = 1;
	for (unsigned j = 0; j < 3; j++) {
		grid_put(g, 0, g->shape.local, 0, &p, 0, j);
		g->end[0].spent[0]++;
		grid_step(g);
	}
	while (!g->received)
		grid_step(g);
	assert_int_equal(g->cycle - 1, 3 * 3 + 2 * 1 - 1 + 2);        /* the last flit is decided a cycle before it is on the link */
	assert_true(grid_drains(g, 10));
	grid_free(g);
}
