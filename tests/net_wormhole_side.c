/*
 * The side band of networks of models against a plain sum over all routers, and estimate and thresholds of all routers against the rules of
 * docs/internals/microarchitecture-throttle.md, written down once more.
 */
#include "test.h"
#include "wormhole_buffers.h"
#include "wormhole_case.h"
#include "wormhole_switch.h"

/* Rules of the tuner, a bit each. */
enum { BEST = 1, ROW = 2, FORGET = 4, CLIMB = 8, FALL = 16, FLOOR = 32, ALL_RULES = 63 };

/* What one controller of the network would do. */
struct controller {
	long long s1, slope, ahead;
	long long threshold, period, before, best, best_at, best_full;
	unsigned gathers, low, used;    /* used: rules */
};

static unsigned delivered;              /* since the last snapshot */

static void see(struct net_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	(void)cycle;
	see_flits(b, in, out);
	for (unsigned k = 0; k < b->switches; k++)
		delivered += out->depart >> (k * b->shape->radix + b->shape->local) & 1;
}

static long long clamped(const struct shape *s, struct controller *c, long long threshold)
{
	if (threshold < (long long)s->floor) {
		c->used |= FLOOR;
		return s->floor;
	}
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
		c->used |= BEST;
	} else if (8 * p < s->fall * c->best && s->resets) {
		t = c->best_at < c->best_full ? c->best_at : c->best_full;
		c->low++;
		table = false;
		c->used |= ROW;
		if (c->low == 5) {
			c->best = 0;
			c->low = 0;
			c->used |= FORGET;
		}
	} else {
		c->low = 0;
	}
	if (table && 8 * p < s->fall * c->before) {
		t -= s->decrement;
		c->used |= FALL;
	} else if (table && throttle) {
		t += s->increment;
		c->used |= CLIMB;
	}
	c->threshold = clamped(s, c, t);
	c->before = p;
}

/* A cycle passes, in which totals are known, or not. */
static void pass(const struct shape *s, struct controller *c, bool done, long long full, long long flow)
{
	const long long limit = s->tuned ? c->threshold : s->threshold;
	const bool throttle = c->ahead > limit * s->gather_cycles;

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
		c->ahead = (full + c->slope) * s->gather_cycles;
	} else {
		c->ahead += c->slope;
	}
}

/* So it is in every router: registers of the first show it, and the others have the same. */
static void expect(const struct net_watch *w, uint64_t cycle, const struct controller *c, struct image *m)
{
	const struct wormhole_switch *const first = wormhole_switch_seen(w->bank->sw);
	const struct shape *s = w->bank->shape;
	const bool resets = s->tuned && s->resets;
	const struct { enum site at; const char *name; bool is_there; long long value; } all[] = {
		{ SITE_estimate, "last_q", true, c->s1 }, { SITE_estimate, "slope_q", true, c->slope }, { SITE_estimate, "ahead_q", true, c->ahead },
		{ SITE_tuner, "gathers_q", s->tuned, c->gathers }, { SITE_tuner, "period_q", s->tuned, c->period }, { SITE_tuner, "before_q", s->tuned, c->before },
		{ SITE_tuner, "threshold_q", s->tuned, c->threshold }, { SITE_tuner, "best_q", resets, c->best }, { SITE_tuner, "best_at_q", resets, c->best_at },
		{ SITE_tuner, "best_full_q", resets, c->best_full }, { SITE_tuner, "low_q", resets, c->low },
	};

	switch_image(w->bank->sw, cycle, m);
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		if (!all[i].is_there)
			continue;
		const struct image_reg *const r = m->regs + image_reg(m, all[i].at, 0, image_row_named(m, all[i].at, all[i].name));

		assert_int_equal(bits_get(m->word + r->offset, 0, r->width), (uint64_t)all[i].value & ones(r->width));
	}
	for (const struct net_bank *b = w->bank; b < w->bank + w->banks; b++) {
		const struct wormhole_switch *const sw = wormhole_switch_seen(b->sw);

		for (unsigned n = 0; n < b->switches; n++) {
			assert_memory_equal(sw->estimate.router + n, first->estimate.router, sizeof *first->estimate.router);
			assert_memory_equal(sw->tuner.router + n, first->tuner.router, sizeof *first->tuner.router);
		}
	}
}

static struct image *shown;

static void open(struct net_bank *b)
{
	if (!b->first)
		switch_image(b->sw, 0, shown);
}

/* Runs a network with its controller beside it; returns what the controller did. */
static struct controller run(struct net_case n)
{
	const struct shape s = net_shape(&n);
	struct net_watch w = { .banked = true, .open = open, .see = see };
	const struct backend backend = net_watched(&w, &s);
	struct controller c = { .threshold = s.increment };
	long long full = 0, flow = 0;
	unsigned some = 0;

	shown = image_new(&s);
	assert_true(shown && s.routers <= MOST_ROUTERS);
	memset(held, 0, sizeof held);
	delivered = 0;
	n.backend = &backend;
	n.source_vcs = s.vcs;
	struct net_run r = net_open(&n);

	for (uint64_t cycle = 0; cycle < n.end; cycle++) {
		const bool snapshot = cycle % s.gather_cycles == 0;

		pass(&s, &c, snapshot && cycle, full, flow);
		if (snapshot) {
			full = 0;
			for (unsigned k = 0; k < s.routers; k++)
				full += full_buffers(&s, k);
			flow = delivered;
			some += full != 0;
			delivered = 0;
		}
		net_run_to(&r, n.name, cycle + 1);
		expect(&w, cycle + 1, &c, shown);
	}
	assert_true(some > 2);
	image_free(shown);
	net_close(&r);
	return c;
}

/* Every kind of ring and row, with links of no register and of one. */
TEST(totals)
{
	static const char *const kind[] = {
		"--grid torus --throttle static --side_cycles 2", "--grid mesh --throttle static --side_cycles 2",
		"--grid torus --throttle tuned --side_cycles 3", "--grid mesh --throttle tuned --side_cycles 3",
	};

	for (unsigned ary = 2; ary <= 5; ary++)
		for (unsigned dims = 1; dims <= 3; dims++)
			for (unsigned k = 0; k < 4; k++) {
				char options[200];

				snprintf(options, sizeof options, "--ary %u --dims %u %s --vcs 2 --buffer_flits 2 --packet_flits 5 --threshold 8 --floor 0", ary, dims, kind[k]);
				struct net_case c = wormhole_case(options);

				c.end = 1500;
				c.link_delay = k >> 1;
				run(c);
			}
}

/* All rules of the tuner, in networks that run into saturation. */
TEST(rules)
{
	static const char *const other[] = { "tune_resets 1", "tune_resets 0", "extrapolate 0", "fall 8", "tune_gathers 1", "increment 30" };
	unsigned used = 0;

	for (unsigned k = 0; k < sizeof other / sizeof *other; k++) {
		char options[200];

		snprintf(options, sizeof options, "--ary 4 --vcs 2 --buffer_flits 2 --packet_flits 8 --deadlock recovery --throttle tuned --%s", other[k]);
		struct net_case n = wormhole_case(options);

		n.end = 12000;
		n.phases = "cycles=860,load=0.002+cycles=1700,load=1+cycles=860,load=0.002+cycles=1700,load=1+cycles=860,load=0.002+cycles=1700,load=1+"
			   "cycles=860,load=0.002+cycles=1700,load=1+cycles=860,load=0.002+load=1";
		used |= run(n).used;
	}
	assert_int_equal(used, ALL_RULES);
}

/* Units by themselves: of totals that no network has, estimates have the bits that their register has. */
TEST(estimate_alone)
{
	const struct net_case c = wormhole_case("--ary 5 --dims 1 --vcs 3 --throttle tuned --side_cycles 15");
	const struct shape s = net_shape(&c);
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
