#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "tradeoff_point.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool params_of(const struct tradeoff_setup *t, unsigned point, struct params *p, char why[PARAMS_WHY])
{
	*p = t->params;
	for (unsigned a = 0; a < t->lattice.axes; a++)
		if (!params_set(p, t->lattice.axis[a].name, lattice_value(&t->lattice, point, a), why))
			return false;
	return params_check(p, why);
}

/* A run of the network, as an experiment of one column. */
struct run {
	char options[2 * TRADEOFF_SIM + 32];
	struct experiment experiment;
	struct experiment_point point;
};

static bool set_run(struct run *r, const struct tradeoff_setup *t, unsigned point, const struct params *p, bool hot_spot, char why[PARAMS_WHY])
{
	const int n = snprintf(r->options, sizeof r->options, "%s --k %u%s%s", t->sim, p->radix / 2, hot_spot ? " " : "", hot_spot ? t->hot_spot : "");

	assert(n > 0 && (size_t)n < sizeof r->options);
	r->experiment = (struct experiment){ .name = "tradeoff", .options = r->options, .columns = "accepted_load" };
	return experiment_point(&r->point, &r->experiment, &t->lattice, point, false, t->seed, why);
}

bool tradeoff_possible(const struct tradeoff_setup *t, unsigned point, char why[PARAMS_WHY])
{
	struct run r;
	struct params p;

	if (!params_of(t, point, &p, why))
		return false;
	if (p.radix % 2) {
		snprintf(why, PARAMS_WHY, "radix: %u is odd; a k-ary tree is of switches with 2 k ports", p.radix);
		return false;
	}
	if (!set_run(&r, t, point, &p, true, why))
		return false;
	for (unsigned i = 0; i < r.point.setup.traffic.hot_spots; i++)
		if (r.point.setup.traffic.hot[i].node >= r.point.setup.traffic.nodes) {
			snprintf(why, PARAMS_WHY, "--hot-spot: node %u is none of %u", (unsigned)r.point.setup.traffic.hot[i].node,
				 (unsigned)r.point.setup.traffic.nodes);
			return false;
		}
	return true;
}

bool tradeoff_memories(const struct tradeoff_setup *t, unsigned point, struct inventory *inventory, char why[PRICE_WHY])
{
	struct params p;

	_Static_assert((int)PRICE_WHY >= (int)PARAMS_WHY, "messages are passed on");
	if (!params_of(t, point, &p, why) || !inventory_of(&p, inventory, why))
		return false;
	for (unsigned i = 0; i < inventory->n; i++)
		if (!price_memory(&t->price, &inventory->item[i].memory, &inventory->item[i].price, why))
			return false;
	return true;
}

static bool memory(const struct tradeoff_setup *t, unsigned point, struct point_figures *f, char why[SWEEP_WHY])
{
	struct inventory *inventory = malloc(sizeof *inventory);
	bool good = inventory && tradeoff_memories(t, point, inventory, why);

	if (!inventory)
		snprintf(why, SWEEP_WHY, "not enough memory");
	for (unsigned i = 0; good && i < inventory->n; i++) {
		const struct inventory_item *item = &inventory->item[i];

		f->value[FIGURE_memory_bits] += (double)item->instances * item->memory.words * item->memory.width;
		f->value[FIGURE_memory_mm2] += item->instances * item->price.area_mm2;
	}
	free(inventory);
	return good;
}

static bool logic(const struct tradeoff_setup *t, const struct params *p, struct point_figures *f, char why[SWEEP_WHY])
{
	char text[SYNTH_WHY];
	struct logic l;

	if (!t->synthesis)
		return true;
	if (!logic_of(&t->logic, p, &l, text)) {
		snprintf(why, SWEEP_WHY, "%.300s", text);
		return false;
	}
	f->value[FIGURE_flip_flops] = l.flip_flops;
	f->value[FIGURE_logic_mm2] = l.mm2;
	f->value[FIGURE_logic_kge] = l.kge;
	f->value[FIGURE_clock_mhz] = 1000 / l.path_ns;
	return true;
}

/* One run; what it accepts is the only cell that it writes. */
static bool accepted(const struct tradeoff_setup *t, unsigned point, const struct params *p, bool hot_spot, struct point_figures *f, char why[SWEEP_WHY])
{
	char *text = NULL, cause[NETWORK_WHY];
	size_t size;
	FILE *row = open_memstream(&text, &size);
	struct run r;
	bool good = row && set_run(&r, t, point, p, hot_spot, cause);

	if (!row)
		snprintf(cause, sizeof cause, "not enough memory");
	good = good && experiment_point_run(&r.point, &r.experiment, row, cause);
	if (!good)
		snprintf(why, SWEEP_WHY, "%.400s", cause);
	if (row && fclose(row) == 0 && good) {
		f->value[hot_spot ? FIGURE_hot_spot : FIGURE_uniform] = strtod(text, NULL);
		f->value[FIGURE_nodes] = r.point.setup.network.topology.nodes;
		f->value[FIGURE_switches] = r.point.setup.network.topology.switches;
	}
	free(text);
	return good;
}

bool tradeoff_point(const struct tradeoff_setup *t, unsigned point, FILE *row, char why[SWEEP_WHY])
{
	struct point_figures f = { .value = { 0 } };
	struct params p;

	_Static_assert((int)SWEEP_WHY >= (int)PRICE_WHY, "messages are passed on");
	if (!params_of(t, point, &p, why) || !memory(t, point, &f, why) || !accepted(t, point, &p, false, &f, why) ||
	    !accepted(t, point, &p, true, &f, why) || !logic(t, &p, &f, why))
		return false;
	figures_sum(&f, t->synthesis, p.radix);
	figures_row(&f, t->synthesis, row);
	return true;
}
