/*
 * The side band of networks of models against a plain sum over all routers, and estimate and thresholds of all routers against the rules of
 * docs/internals/microarchitecture-throttle.md, written down once more.
 */
#include "test.h"
#include "wormhole_grid.h"
#include "wormhole_switch.h"

enum { PERIODS = 14, HISTORY = 64 };

/* What one controller of the network would do. */
struct controller {
	uint64_t cycle;
	long long s1, slope, ahead;
	long long threshold, period, before, best, best_at, best_full;
	unsigned gathers, low;
	bool used_best, used_row, used_forget, used_climb, used_fall, used_floor;
};

/* What is in buffers, by counting what comes and goes; what has been delivered. */
static struct {
	unsigned held[GRID_ROUTERS][2 * PARAM_MOST_dims][PARAM_MOST_vcs];
	unsigned delivered;             /* since the last snapshot */
} seen;

static void see(struct grid *g, unsigned router)
{
	const struct switch_in *in = grid_in(g, router, 0);
	const struct shape *s = &g->shape;

	for (unsigned port = 0; port < s->local; port++) {
		const unsigned at = grid_port(g, router, port);

		if ((in->head >> at & 1) && in->vc[at] < s->vcs)
			seen.held[router][port][in->vc[at]]++;
		for (unsigned v = 0; v < s->vcs; v++)
			seen.held[router][port][v] -= (g->out.credit >> at & 1) && (g->out.credit_queue[at] >> v & 1);
	}
	seen.delivered += (unsigned)(g->out.depart >> grid_port(g, router, s->local) & 1);
}

static unsigned full_buffers(const struct grid *g)
{
	unsigned n = 0;

	for (unsigned r = 0; r < g->shape.routers; r++)
		for (unsigned port = 0; port < g->shape.local; port++)
			for (unsigned v = 0; v < g->shape.vcs; v++)
				n += seen.held[r][port][v] == g->shape.buffer_flits;
	return n;
}

static long long clamped(const struct shape *s, struct controller *c, long long threshold)
{
	c->used_floor |= threshold < (long long)s->floor;
	if (threshold < (long long)s->floor)
		return s->floor;
	return threshold > (long long)s->buffers - 1 ? (long long)s->buffers - 1 : threshold;
}

/* The end of a tuning period: P flits, N full buffers. */
static void tune(const struct shape *s, struct controller *c, long long p, long long n, bool throttle)
{
	long long t = c->threshold;
	bool table = true;

	if (p > c->best) {
		c->best = p;
		c->best_at = t;
		c->best_full = n;
		c->low = 0;
		c->used_best = true;
	} else if (8 * p < s->fall * c->best && s->resets) {
		t = c->best_at < c->best_full ? c->best_at : c->best_full;
		c->low++;
		table = false;
		c->used_row = true;
		if (c->low == 5) {
			c->best = 0;
			c->low = 0;
			c->used_forget = true;
		}
	} else {
		c->low = 0;
	}
	if (table && 8 * p < s->fall * c->before) {
		t -= s->decrement;
		c->used_fall = true;
	} else if (table && throttle) {
		t += s->increment;
		c->used_climb = true;
	}
	c->threshold = clamped(s, c, t);
	c->before = p;
}

/* A cycle passes, in which totals are known, or not. */
static void pass(const struct shape *s, struct controller *c, bool done, long long full, long long flow)
{
	const long long limit = s->tuned ? c->threshold : s->threshold;
	const bool throttle = c->ahead > limit * s->gather;

	if (done && s->tuned) {
		c->period += flow;
		if (++c->gathers == s->tune_gathers) {
			tune(s, c, c->period, full, throttle);
			c->gathers = 0;
			c->period = 0;
		}
	}
	if (done) {
		c->slope = s->extrapolate ? full - c->s1 : 0;
		c->s1 = full;
		c->ahead = (full + c->slope) * s->gather;
	} else {
		c->ahead += c->slope;
	}
}

static void expect_estimate(const struct grid *g, const struct controller *c, unsigned router)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(g->bank[router / g->banked]);
	const unsigned n = router % g->banked;

	assert_int_equal(sw->estimate.router[n].last, c->s1);
	assert_int_equal(sw->estimate.router[n].slope, c->slope);
	assert_int_equal(estimate_ahead(&sw->estimate, &g->shape, n, g->cycle), c->ahead);
}

static void expect_tuner(const struct grid *g, const struct controller *c, unsigned router)
{
	const struct tuner_router *t = wormhole_switch_seen(g->bank[router / g->banked])->tuner.router + router % g->banked;

	assert_int_equal(t->gathers, c->gathers);
	assert_int_equal(t->period, c->period);
	assert_int_equal(t->before, c->before);
	assert_int_equal(t->best, c->best);
	assert_int_equal(t->best_at, c->best_at);
	assert_int_equal(t->best_full, c->best_full);
	assert_int_equal(t->low, c->low);
	assert_int_equal(t->threshold, c->threshold);
}

static unsigned register_of(const struct image *m, enum site at, const char *name)
{
	return *image_at((struct image *)(uintptr_t)m, at, 0, image_row_named(m, at, name));
}

/* Registers show it. */
static void expect_image(const struct grid *g, const struct controller *c, struct image *m)
{
	switch_image(g->bank[0], g->cycle, m);
	assert_int_equal(register_of(m, SITE_estimate, "last_q"), c->s1);
	assert_int_equal(register_of(m, SITE_estimate, "slope_q"), (uint64_t)c->slope & ones(g->shape.full_w + 1));
	if (g->shape.ahead_w <= 32)
		assert_int_equal(register_of(m, SITE_estimate, "ahead_q"), (uint64_t)c->ahead & ones(g->shape.ahead_w));
	if (!g->shape.tuned)
		return;
	assert_int_equal(register_of(m, SITE_tuner, "threshold_q"), c->threshold);
	assert_int_equal(register_of(m, SITE_tuner, "period_q"), c->period);
	if (!g->shape.resets)
		return;
	assert_int_equal(register_of(m, SITE_tuner, "best_q"), c->best);
	assert_int_equal(register_of(m, SITE_tuner, "low_q"), c->low);
}

/* Runs a network with its controller beside it, with the load of each of PERIODS parts of the run; returns what the controller did. */
static struct controller run(struct params p, unsigned banked, unsigned delay, unsigned cycles, unsigned least)
{
	struct grid *g = grid_new(p, banked, delay, cycles);
	const struct shape *s = &g->shape;
	struct controller c = { .threshold = s->increment };
	struct image *m = image_new(s);
	long long full = 0, flow = 0;
	unsigned some = 0;

	assert_non_null(m);
	switch_image(g->bank[0], 0, m);
	memset(&seen, 0, sizeof seen);
	g->see = see;
	while (g->cycle < cycles) {
		const bool snapshot = g->cycle % s->gather == 0, done = snapshot && g->cycle;

		g->load = g->cycle * PERIODS / cycles % 3 ? 1000 : least;
		pass(s, &c, done, full, flow);
		if (snapshot) {
			full = full_buffers(g);
			flow = seen.delivered;
			some += full != 0;
			seen.delivered = 0;
		}
		grid_step(g);
		expect_image(g, &c, m);
		for (unsigned r = 0; r < s->routers; r++) {
			expect_estimate(g, &c, r);
			if (s->tuned)
				expect_tuner(g, &c, r);
		}
	}
	assert_true(some > 2);
	image_free(m);
	grid_free(g);
	return c;
}

/* Every kind of ring and row, with links of no register and of one. */
TEST(totals)
{
	for (unsigned k = 2; k <= 5; k++)
		for (unsigned d = 1; d <= 3; d++)
			for (unsigned kind = 0; kind < 4; kind++)
				run(params_given("scheme=wormhole ary=%u dims=%u grid=%s vcs=2 buffer_flits=2 packet_flits=5 deadlock=avoidance routing=adaptive "
						 "%s threshold=8 floor=0", k, d, kind & 1 ? "mesh" : "torus",
						 kind & 2 ? "throttle=tuned side_cycles=3" : "throttle=static side_cycles=2"), kind & 1 ? 1 : 3, kind >> 1, 1500, 1000);
}

/* All rules of the tuner, in networks that run into saturation. */
TEST(rules)
{
	static const char *const other[] = { "tune_resets=1", "tune_resets=0", "extrapolate=0", "fall=8", "tune_gathers=1", "increment=30" };
	struct controller all = { .cycle = 0 };

	for (unsigned k = 0; k < sizeof other / sizeof *other; k++) {
		const struct controller c = run(params_given("scheme=wormhole ary=4 dims=2 vcs=2 buffer_flits=2 packet_flits=8 deadlock=recovery routing=adaptive "
							     "throttle=tuned %s", other[k]), 12, 0, 12000, 1);

		all.used_best |= c.used_best;
		all.used_row |= c.used_row;
		all.used_forget |= c.used_forget;
		all.used_climb |= c.used_climb;
		all.used_fall |= c.used_fall;
		all.used_floor |= c.used_floor;
	}
	assert_true(all.used_best && all.used_row && all.used_forget && all.used_climb && all.used_fall && all.used_floor);
}

/* Units by themselves: of totals that no network has, estimates have the bits that their register has. */
TEST(estimate_alone)
{
	const struct shape s = SHAPE_GIVEN("scheme=wormhole ary=5 dims=1 vcs=3 throttle=tuned side_cycles=15");
	struct estimate_router router = { .last = 0 };
	struct estimate u = { .router = &router };

	estimate_take(&u, &s, 0, 29, 30);       /* all buffers, and none a gather before */
	assert_int_equal(estimate_ahead(&u, &s, 0, 30), 60 * 30);
	assert_int_equal(estimate_ahead(&u, &s, 0, 59), 60 * 30 + 29 * 30);
	assert_true(estimate_throttles(&u, &s, 0, 59, 88));
	assert_false(estimate_throttles(&u, &s, 0, 59, 89));
	estimate_take(&u, &s, 0, 59, 0);
	assert_int_equal(estimate_ahead(&u, &s, 0, 89), -30 * 30 - 29 * 30);
	assert_false(estimate_throttles(&u, &s, 0, 89, 0));
}
