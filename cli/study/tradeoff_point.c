#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "tradeoff_point.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool tradeoff_meant(const struct tradeoff_setup *t, unsigned point)
{
	struct params p = t->params;
	bool meant = true;
	char why[PARAMS_WHY];

	params_set(&p, "scheme", lattice_value(&t->lattice, point, (unsigned)lattice_axis(&t->lattice, "scheme")), why);
	for (unsigned a = 0; a < t->lattice.axes; a++)
		meant = meant && lattice_none(&t->lattice, point, a) != params_used(&p, params_find(t->lattice.axis[a].name));
	return meant;
}

/* The scheme has not all that was asked for of others. */
static bool forget_unused(struct params *p, char why[PARAMS_WHY])
{
	const struct params defaults = params_default();
	char text[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		params_text(&defaults, d, text, sizeof text);
		if (!params_used(p, d) && !params_set(p, d->name, text, why))
			return false;
	}
	return true;
}

/* Words of the routing table, if it has one: a network of k^stages nodes. */
static bool set_nodes(struct params *p, const struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	uint64_t nodes = 1;
	char text[24];

	if (t->nodes_given || !params_used(p, &params_table[PARAM_INDEX_nodes]))
		return true;
	for (unsigned i = 0; i < t->stages && nodes <= TOPOLOGY_NODES; i++)
		nodes *= p->radix / 2;
	snprintf(text, sizeof text, "%" PRIu64, nodes);
	return params_set(p, "nodes", text, why);
}

static bool params_of(const struct tradeoff_setup *t, unsigned point, struct params *p, char why[PARAMS_WHY])
{
	*p = t->params;
	for (unsigned a = 0; a < t->lattice.axes; a++)
		if (!lattice_none(&t->lattice, point, a) && !params_set(p, t->lattice.axis[a].name, lattice_value(&t->lattice, point, a), why))
			return false;
	return forget_unused(p, why) && set_nodes(p, t, why) && params_check(p, why);
}

/* A run of the network, as an experiment of one column. */
struct run {
	char options[3 * TRADEOFF_SIM];
	struct experiment experiment;
	struct experiment_point point;
};

/* The switch as options of sim. */
static void add_params(char *options, size_t size, const struct params *p)
{
	size_t n = strlen(options);
	char value[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		if (params_used(p, d) && n < size) {
			params_text(p, d, value, sizeof value);
			n += (size_t)snprintf(options + n, size - n, " --%s %s", d->name, value);
		}
	assert(n < size);
}

static bool set_run(struct run *r, const struct tradeoff_setup *t, const struct params *p, bool hot_spot, char why[PARAMS_WHY])
{
	static const struct lattice no_axes = { .points = 1 };
	const int n = snprintf(r->options, sizeof r->options, "%s --k %u%s%s", t->sim, p->radix / 2, hot_spot ? " " : "", hot_spot ? t->hot_spot : "");

	assert(n > 0 && (size_t)n < sizeof r->options);
	r->point.trace = NULL;
	add_params(r->options, sizeof r->options, p);
	r->experiment = (struct experiment){ .name = "tradeoff", .options = r->options, .columns = "accepted_load" };
	return experiment_point(&r->point, &r->experiment, &no_axes, 0, false, t->seed, why);
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
	if (!set_run(&r, t, &p, true, why))
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
static enum sweep_run accepted(const struct tradeoff_setup *t, const struct params *p, bool hot_spot, struct point_figures *f, char why[SWEEP_WHY])
{
	char *text = NULL, cause[NETWORK_WHY];
	size_t size;
	FILE *row = open_memstream(&text, &size);
	enum sweep_run made = SWEEP_RUN_PREVENTED;
	struct run r;

	if (!row)
		snprintf(cause, sizeof cause, "not enough memory");
	else if (set_run(&r, t, p, hot_spot, cause))
		made = experiment_point_run(&r.point, &r.experiment, row, cause);
	if (made != SWEEP_RUN_MADE)
		snprintf(why, SWEEP_WHY, "%.400s", cause);
	if (row && fclose(row) == 0 && made == SWEEP_RUN_MADE) {
		f->value[hot_spot ? FIGURE_hot_spot : FIGURE_uniform] = strtod(text, NULL);
		f->value[FIGURE_nodes] = r.point.setup.network.topology.nodes;
		f->value[FIGURE_switches] = r.point.setup.network.topology.switches;
	}
	free(text);
	return made;
}

enum sweep_run tradeoff_point(const struct tradeoff_setup *t, unsigned point, FILE *row, char why[SWEEP_WHY])
{
	struct point_figures f = { .value = { 0 } };
	enum sweep_run made;
	struct params p;

	_Static_assert((int)SWEEP_WHY >= (int)PRICE_WHY, "messages are passed on");
	if (!params_of(t, point, &p, why) || !memory(t, point, &f, why))
		return SWEEP_RUN_PREVENTED;
	made = accepted(t, &p, false, &f, why);
	if (made == SWEEP_RUN_MADE)
		made = accepted(t, &p, true, &f, why);
	if (made != SWEEP_RUN_MADE)
		return made;
	if (!logic(t, &p, &f, why))
		return SWEEP_RUN_PREVENTED;
	figures_sum(&f, t->synthesis, p.radix);
	figures_row(&f, t->synthesis, row);
	return SWEEP_RUN_MADE;
}
