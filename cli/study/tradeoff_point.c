#include "tradeoff_setup.h"

#include "why_not.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool set_run(struct simulation *s, const struct tradeoff_setup *t, const struct params *p, double load, bool hot_spot, char why[PARAMS_WHY])
{
	simulation_default(s);
	s->params = *p;
	memcpy(s->given, t->given, sizeof s->given);
	s->stored = t->fabric.stored;
	FABRIC_OPTIONS(&s->o, &t->own);
	s->o.topology = TOPOLOGY_KTREE;
	s->o.k = p->radix / 2;
	s->o.n = t->own.stages;
	s->o.injection = t->own.injection;
	s->o.traffic = PATTERN_UNIFORM;
	s->o.load = load;
	s->o.hot_spot = hot_spot ? t->own.hot_spot : NULL;
	s->o.cycles = t->own.cycles;
	s->o.warmup = t->own.warmup;
	s->o.given.warmup = true;
	s->o.seed = t->own.seed;
	return simulation_setup(s, why);
}

/* As the network needs the switches. */
static bool params_of(const struct tradeoff_setup *t, unsigned point, struct params *p, char why[PARAMS_WHY])
{
	struct simulation s;

	*p = t->fixed.params;
	for (unsigned a = 0; a < t->lattice.axes; a++)
		if (!lattice_none(&t->lattice, point, a) && !params_set(p, t->lattice.axis[a].name, lattice_value(&t->lattice, point, a), why))
			return false;
	params_restore_unused(p);
	if (!set_run(&s, t, p, 1, false, why))
		return false;
	*p = s.params;
	return true;
}

static bool memories(const struct tradeoff_setup *t, const struct params *p, struct inventory *inventory, char why[PRICE_WHY])
{
	inventory_of(p, inventory);
	for (unsigned i = 0; i < inventory->n; i++)
		if (!price_memory(&t->price, &inventory->item[i].memory, &inventory->item[i].price, why))
			return false;
	return true;
}

bool tradeoff_possible(const struct tradeoff_setup *t, unsigned point, struct inventory *inventory, char why[PRICE_WHY])
{
	_Static_assert((int)PRICE_WHY >= (int)PARAMS_WHY, "messages are passed on");
	struct simulation s;
	struct params p;

	if (!params_of(t, point, &p, why))
		return false;
	if (!t->fabric.stored && p.radix % 2)
		return why_not(why, PARAMS_WHY, "radix: %u is odd; the switches of a k-ary tree have 2 k ports", p.radix);
	if (!set_run(&s, t, &p, 1, true, why))
		return false;
	for (unsigned i = 0; i < s.traffic.hot_spots; i++)
		if (s.traffic.hot[i].node >= s.traffic.nodes)
			return why_not(why, PARAMS_WHY, "--hot-spot: node %u is not one of the %u nodes", (unsigned)s.traffic.hot[i].node,
				 (unsigned)s.traffic.nodes);
	return memories(t, &p, inventory, why);
}

static bool memory(const struct tradeoff_setup *t, const struct params *p, struct point_figures *f, char why[SWEEP_WHY])
{
	struct inventory inventory;
	unsigned nm;

	if (!memories(t, p, &inventory, why))
		return false;
	for (const struct inventory_item *item = inventory.item; item < inventory.item + inventory.n; item++) {
		f->value[FIGURE_memory_bits] += (double)item->instances * item->memory.words * item->memory.width;
		f->value[FIGURE_memory_mm2] += item->instances * item->price.area_mm2;
		f->value[FIGURE_memory_access_ns] = fmax(f->value[FIGURE_memory_access_ns], price_access_ns(&t->price, &item->memory, &item->price, &nm));
	}
	if (!(f->value[FIGURE_memory_access_ns] > 0))
		f->value[FIGURE_memory_access_ns] = NAN;
	return true;
}

static bool logic(const struct tradeoff_setup *t, const struct params *p, struct point_figures *f, char why[SWEEP_WHY])
{
	char text[SYNTH_WHY];
	struct logic l;

	if (!t->synthesis)
		return true;
	if (!logic_of(&t->logic, p, &l, text))
		return why_not(why, SWEEP_WHY, "%.300s", text);
	f->value[FIGURE_flip_flops] = l.flip_flops;
	f->value[FIGURE_logic_mm2] = l.mm2;
	f->value[FIGURE_logic_kge] = l.kge;
	f->value[FIGURE_clock_mhz] = 1000 / l.path_ns;
	return true;
}

/* As results have it: with six digits. */
static double rounded(double load)
{
	char text[32];

	snprintf(text, sizeof text, "%.6f", load);
	return strtod(text, NULL);
}

/* The load that is meant for nodes that are no hot spot; 0: unknown, since a hot spot is of some nodes or of some time only. */
static double cold_wanted(const struct workload_config *w)
{
	double share = 1;

	for (const struct hot_spot *h = w->hot; h < w->hot + w->hot_spots; h++) {
		if (h->of_sources || h->from || h->to < w->end)
			return 0;
		share -= h->share;
	}
	return share * w->load;
}

/* Of the pattern, in nodes that are no hot spot: sources may pass over destinations that are blocked. */
static void accepted(const struct simulation *s, const struct stats_report *r, bool hot_spot, struct point_figures *f)
{
	const unsigned nodes = s->network.topology.nodes;
	unsigned cold = 0;

	for (unsigned i = 0; i < nodes; i++)
		cold += !stats_is_hot(&s->stats, i);
	f->value[hot_spot ? FIGURE_hot_spot_accepted_load : FIGURE_uniform_accepted_load] =
		rounded(r->accepted_load - (r->cold_accepted - r->cold_pattern_accepted) * cold / nodes);
	f->value[FIGURE_nodes] = nodes;
	f->value[FIGURE_switches] = s->network.topology.switches;
}

/* As the verdict on a run (STATS_SATURATED), of the nodes that are no hot spot. */
static bool cold_saturated(const struct simulation *s, const struct stats_report *r)
{
	const double wanted = cold_wanted(&s->traffic), behind = wanted - r->cold_accepted;

	return behind > STATS_BEHIND * wanted && behind * (double)(s->stats.end - s->stats.warmup) > 2 * s->stats.packet_flits;
}

/* None where it grows with the length of the run. */
static void latency(const struct simulation *s, const struct stats_report *r, bool hot_spot, struct point_figures *f)
{
	if (hot_spot)
		f->value[FIGURE_hot_spot_cold_latency_mean] = cold_saturated(s, r) ? NAN : r->cold_latency;
	else
		f->value[FIGURE_uniform_latency_mean] = r->verdict == STATS_SATURATED ? NAN : r->latency_mean;
}

static enum sweep_run measure(const struct tradeoff_setup *t, const struct params *p, bool partial, bool hot_spot, struct point_figures *f, char why[SWEEP_WHY])
{
	char cause[NETWORK_WHY];
	struct simulation_result r;
	struct simulation s;
	bool failed;

	if (!set_run(&s, t, p, partial ? t->own.latency_load : 1, hot_spot, cause) || !simulate(&s, &r, cause)) {
		snprintf(why, SWEEP_WHY, "%.400s", cause);
		return SWEEP_RUN_PREVENTED;
	}
	failed = r.failed;
	snprintf(why, SWEEP_WHY, "%.400s", r.why);
	(partial ? latency : accepted)(&s, &r.report, hot_spot, f);
	simulation_result_free(&r);
	return failed ? SWEEP_RUN_WRONG : SWEEP_RUN_MADE;
}

enum sweep_run tradeoff_point(const struct tradeoff_setup *t, unsigned point, FILE *row, char why[SWEEP_WHY])
{
	struct point_figures f = { .value = { 0 } };
	enum sweep_run made = SWEEP_RUN_MADE;
	struct params p;

	_Static_assert((int)SWEEP_WHY >= (int)PRICE_WHY, "messages are passed on");
	if (!params_of(t, point, &p, why) || !memory(t, &p, &f, why))
		return SWEEP_RUN_PREVENTED;
	for (unsigned run = 0; run < 4 && made == SWEEP_RUN_MADE; run++)
		made = measure(t, &p, run & 2, run & 1, &f, why);
	if (made != SWEEP_RUN_MADE)
		return made;
	if (!logic(t, &p, &f, why))
		return SWEEP_RUN_PREVENTED;
	figures_sum(&f, t->synthesis, p.radix);
	figures_row(&f, t->synthesis, row);
	return SWEEP_RUN_MADE;
}
