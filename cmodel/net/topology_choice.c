#include "topology_choice.h"

#include "option_list.h"

#include <string.h>

_Static_assert((int)TOPOLOGY_WHY == (int)OPTION_WHY, "messages are passed on");

static bool refuse(char why[TOPOLOGY_WHY], const char *text)
{
	snprintf(why, TOPOLOGY_WHY, "%s", text);
	return false;
}

/* The options that belong to other topologies are not given. */
static bool apart(const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	const bool lists = w->topology == TOPOLOGY_XGFT;

	if (lists && (w->k_given || w->n_given))
		return refuse(why, w->k_given ? "--k: not with --topology xgft, which has --down and --up" :
						"--n: not with --topology xgft, which has as many stages as numbers in --down");
	if (lists && (!w->down || !w->up))
		return refuse(why, w->down ? "--topology xgft: --up LIST is missing" : "--topology xgft: --down LIST is missing");
	if (!lists && (w->down || w->up))
		return refuse(why, w->down ? "--down: with --topology xgft only" : "--up: with --topology xgft only");
	return true;
}

static bool read_ports(const char *name, const char *text, unsigned ports[TOPOLOGY_STAGES], unsigned *n, char why[TOPOLOGY_WHY])
{
	uint64_t value[TOPOLOGY_STAGES - 1];

	if (!option_numbers(name, text, 1, params_table[PARAM_INDEX_radix].max, value, TOPOLOGY_STAGES - 1, n, why))
		return false;
	for (unsigned i = 0; i < *n; i++)
		ports[i] = (unsigned)value[i];
	return true;
}

static bool read_lists(struct topology_config *c, const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	unsigned ups;

	if (!read_ports("down", w->down, c->down, &c->levels, why) || !read_ports("up", w->up, c->up, &ups, why))
		return false;
	if (ups != c->levels) {
		snprintf(why, TOPOLOGY_WHY, "--up: '%.40s' is a list of %u, --down of %u; both have a number for each stage", w->up, ups, c->levels);
		return false;
	}
	if (c->up[0] == 1)
		return true;
	snprintf(why, TOPOLOGY_WHY, "--up: '%.40s' begins with %u; a node has 1 link up", w->up, c->up[0]);
	return false;
}

bool topology_read(struct topology_config *c, const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	*c = (struct topology_config){
		.kind = (enum topology_kind)w->topology, .n = (unsigned)w->n, .k = w->topology == TOPOLOGY_SINGLE && !w->k_given ? 0 : (unsigned)w->k,
	};
	return apart(w, why) && (w->topology != TOPOLOGY_XGFT || read_lists(c, w, why));
}

static bool choose(struct params *p, unsigned parameter, unsigned value, char why[PARAMS_WHY])
{
	char text[16];

	snprintf(text, sizeof text, "%u", value);
	return params_set(p, params_table[parameter].name, text, why);
}

static bool choose_radix(struct params *p, bool open, const struct topology_config *c, char why[PARAMS_WHY])
{
	const unsigned radix = topology_radix(c);
	const struct param_desc *d = &params_table[PARAM_INDEX_radix];

	if (!open || !radix)
		return true;
	if (c->kind == TOPOLOGY_XGFT && radix > d->max) {
		snprintf(why, PARAMS_WHY, "--down and --up need switches of radix %u, which is above %u", radix, d->max);
		return false;
	}
	if (radix < d->min || radix > d->max) {
		snprintf(why, PARAMS_WHY, "--k: %u needs switches of radix %u, which is outside %u..%u", c->k, radix, d->min, d->max);
		return false;
	}
	return choose(p, PARAM_INDEX_radix, radix, why) && params_check(p, why);
}

/* Words in the routing tables, or destinations with queues. */
static bool choose_nodes(struct params *p, bool open, const struct topology *t, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[PARAM_INDEX_nodes];

	if (!params_used(p, d))
		return true;
	if (open)
		return choose(p, PARAM_INDEX_nodes, t->nodes, why) && params_check(p, why);
	if (t->nodes <= p->nodes)
		return true;
	snprintf(why, PARAMS_WHY, "nodes: %u %s do not do for the %u nodes of the network", p->nodes, shape_of(p).nodes ? "words of a routing table" : "destinations", t->nodes);
	return false;
}

/* A parameter of wormhole routers is that of their network. */
static bool agree(struct params *p, unsigned parameter, bool open, const char *value, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[parameter];
	char text[PARAMS_WORD];

	if (open)
		return params_set(p, d->name, value, why);
	params_text(p, d, text, sizeof text);
	if (!strcmp(text, value))
		return true;
	snprintf(why, PARAMS_WHY, "%s: %s is not %s, that of the network", d->name, text, value);
	return false;
}

static bool choose_cube(struct params *p, struct topology_open open, const struct topology_config *c, char why[PARAMS_WHY])
{
	char k[16], n[16];

	snprintf(k, sizeof k, "%u", c->k);
	snprintf(n, sizeof n, "%u", c->n);
	return agree(p, PARAM_INDEX_grid, open.grid, topology_names[c->kind], why) && agree(p, PARAM_INDEX_ary, open.ary, k, why) &&
	       agree(p, PARAM_INDEX_dims, open.dims, n, why) && params_check(p, why);
}

/* Wormhole routers are of k-ary n-cubes, and those of wormhole routers. */
static bool choose_switches(struct params *p, struct topology_open open, const struct topology_config *c, char why[PARAMS_WHY])
{
	const bool routers = shape_of(p).by_flits;

	if (routers == topology_is_cube(c->kind))
		return routers ? choose_cube(p, open, c, why) : choose_radix(p, open.radix, c, why);
	snprintf(why, PARAMS_WHY, "--topology %s: %s scheme wormhole", topology_names[c->kind], routers ? "torus or mesh, with" : "only with");
	return false;
}

bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY])
{
	_Static_assert((int)TOPOLOGY_WHY == (int)PARAMS_WHY, "messages are passed on");
	if (shape_of(p).nic) {
		char scheme[PARAMS_WORD];

		params_text(p, &params_table[PARAM_INDEX_scheme], scheme, sizeof scheme);
		snprintf(why, PARAMS_WHY, "scheme: %s is an interface of a host, not a switch", scheme);
		return false;
	}
	if (!choose_switches(p, open, c, why))
		return false;
	const struct shape s = shape_of(p);

	return topology_make(t, c, &s, why) && choose_nodes(p, open.nodes, t, why);
}
