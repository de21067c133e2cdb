/*
 * Metapackets of networks of models (docs/internals/microarchitecture-throttle.md, 4): all routers know the same totals and thresholds, gather by gather, and the
 * totals are what was there when each took its counts, whatever data does. And how long a gather takes.
 */
#include "net/results/stats_report.h"
#include "test.h"
#include "wormhole_buffers.h"
#include "wormhole_case.h"
#include "wormhole_switch.h"

#include <math.h>

enum { MOST_GATHERS = 512 };

static struct {
	bool begun[MOST_ROUTERS];            /* counts were taken in this gather */
	unsigned known[MOST_ROUTERS];        /* gathers */
	uint64_t flow[MOST_ROUTERS], delivered;      /* flits: since counts were taken; of all routers */
	struct told {
		uint64_t begin, end;            /* cycles: of the first launch, of the last router that knows the total; 0: none yet */
		uint64_t full, flow;            /* sums of what was taken */
		struct tuner_router tuner;      /* then, of the first router that knows */
		unsigned last, know;            /* the total of full buffers; routers that know */
	} gather[MOST_GATHERS];
} seen;

static void take_counts(const struct shape *s, unsigned n, uint64_t cycle)
{
	struct told *const g = seen.gather + seen.known[n];

	if (!g->begin)
		g->begin = cycle + 1;
	g->full += full_buffers(s, n);
	g->flow += seen.flow[n];
	seen.flow[n] = 0;
	seen.begun[n] = true;
}

/* A router knows no more than one total that another one does not. */
static void know(const struct shape *s, unsigned n, uint64_t cycle, const struct tuner_router *t, unsigned full)
{
	struct told *const g = seen.gather + seen.known[n]++;

	assert_true(seen.known[n] < MOST_GATHERS && (seen.known[n] == 1 || g[-1].know == s->routers));
	if (!g->know++) {
		g->tuner = *t;
		g->last = full;
	}
	assert_memory_equal(&g->tuner, t, sizeof *t);
	assert_int_equal(g->last, full);
	g->end = cycle;
	seen.begun[n] = false;
	if (g->know < s->routers)
		return;
	assert_int_equal(full, g->full);
	assert_true(!s->tuned || t->before == g->flow);
}

static void see_router(const struct net_bank *b, uint64_t cycle, unsigned k, const struct switch_out *out)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(b->sw);
	const unsigned n = b->first + k;
	const bool delivers = out->depart >> (k * b->shape->radix + b->shape->local) & 1;

	if (out->gathered >> k & 1)
		know(b->shape, n, cycle, sw->tuner.router + k, sw->estimate.router[k].last);
	if ((sw->metapackets.begun >> k & 1) && !sw->metapackets.router[k].dim && !seen.begun[n])
		take_counts(b->shape, n, cycle);
	seen.flow[n] += delivers;
	seen.delivered += delivers;
}

static void see(struct net_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	for (unsigned k = 0; k < b->switches; k++)
		see_router(b, cycle, k, out);
	see_flits(b, in, out);
}

/* Runs a network. Returns the gathers that all know; and the most cycles that one took. */
static unsigned run(const char *options, unsigned delay, uint64_t cycles, uint64_t *most)
{
	struct net_case c = wormhole_case(options);
	const struct shape s = net_shape(&c);
	struct net_watch w = { .banked = true, .see = see };
	const struct backend backend = net_watched(&w, &s);
	const uint64_t least = s.dims * (4 * s.ary + 1 + delay * s.ary);
	uint64_t flow = 0;
	unsigned m = 0;

	assert_true(s.routers <= MOST_ROUTERS && s.tune_gathers == 1);
	memset(&seen, 0, sizeof seen);
	memset(held, 0, sizeof held);
	c.end = cycles;
	c.link_delay = delay;
	c.backend = &backend;
	struct net_run r = net_open(&c);

	net_run_to(&r, c.name, cycles);
	for (*most = 0; seen.gather[m].know == s.routers; m++) {
		const struct told *const g = seen.gather + m;
		const uint64_t took = g->end - (g->begin - 1);

		assert_true(g->begin - 1 >= m * s.gather_cycles && took >= least);
		*most = took > *most ? took : *most;
		flow += g->flow;
	}
	assert_true(m >= cycles / s.gather_cycles / 2 && seen.delivered >= flow && seen.delivered - flow <= (uint64_t)2 * 2 * s.gather_cycles * s.routers);
	net_close(&r);
	return m;
}

/* Rings of every length, links with registers, and packets in the recovery lane that hold metapackets up, so that gathers are late. */
TEST(all_know_the_same)
{
	static const char *const kinds[] = {
		"--deadlock avoidance", "--deadlock recovery --vcs 1 --packet_flits 16 --timeout 2", "--routing dimension-order --vc_reuse queued --route_rate port --speculate 1",
	};
	uint64_t most, slower = 0;

	for (unsigned ary = 2; ary <= 6; ary++)
		for (unsigned dims = 1; dims <= 3; dims++)
			for (unsigned k = 0; k < 3; k++) {
				char options[300];
				const unsigned delay = k == 2 ? ary % 2 : 0, least = dims * (4 * ary + 1 + delay * ary);

				snprintf(options, sizeof options, "--ary %u --dims %u --throttle tuned --tune_gathers 1 --gather metapackets --gather_cycles %u --vcs 2 --buffer_flits 2 "
					 "--packet_flits 5 %s", ary, dims, least + 2, kinds[k]);
				run(options, delay, 4000, &most);
				slower += most > least;
				assert_true(k == 1 || most == least);
			}
	print_message("# held up by the lane: %ju networks\n", (uintmax_t)slower);
	assert_true(slower > 3);
}

/* Where no packet can move, gathers go on. */
TEST(gathers_end_in_deadlock)
{
	uint64_t most;

	assert_true(run("--ary 6 --routing dimension-order --deadlock none --vcs 1 --buffer_flits 2 --packet_flits 16 --throttle static --threshold 140 "
			"--tune_gathers 1 --gather metapackets --gather_cycles 64", 0, 16000, &most) >= 16000 / 64 - 2);
	assert_int_equal(most, 2 * (4 * 6 + 1));
}

/* What results say of it: the network of the paper, without load, takes 130 cycles. */
TEST(results)
{
	struct net_case c = wormhole_case("--vcs 3 --throttle tuned --gather metapackets");

	c.load = 0.001;
	c.end = 20000;
	struct net_run r = net_open(&c);

	net_run_to(&r, c.name, c.end);
	const struct stats_report got = (stats_merge(r.stats), stats_report(r.stats));

	network_count_switches(r.network, r.stats);
	print_message("# %.0f %.3f %.0f, %ju late\n", got.gathers.least, got.gathers.mean, got.gathers.most, (uintmax_t)r.stats->shard[0].late);
	assert_true(got.gathers.least == 130 && got.gathers.mean == 130 && got.gathers.most == 130 && !r.stats->shard[0].late);
	assert_int_equal(r.stats->switches.gathers, 256 * (20000 / 160));
	assert_true(fabs(got.gathers.share - 2.0 / 160) < 1e-4);        /* two flits of each gather go over each link */
	net_close(&r);
}
