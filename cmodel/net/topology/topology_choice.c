#include "topology_choice.h"

#include "option.h"
#include "why_not.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)TOPOLOGY_WHY == (int)OPTION_WHY, "messages are passed on");

/* Options of some topologies are not given with others; nor arity and dimensions where other options say that. */
static bool apart(const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	enum {
		OF_XGFT = 1 << TOPOLOGY_XGFT, OF_DRAGONFLY = 1 << TOPOLOGY_DRAGONFLY, OF_GRIDS = 1 << TOPOLOGY_TORUS | 1 << TOPOLOGY_MESH | 1 << TOPOLOGY_HYPERX,
		OF_ALL = (1 << TOPOLOGIES) - 1,
	};
	static const char groups[] = "not with --topology dragonfly, which has --p, --a, --h and --g", alone[] = "with --topology dragonfly only";
	const struct { bool given; const char *name; int without; const char *what; } rows[] = {
		{ w->k_given, "k", OF_XGFT, "not with --topology xgft, which has --down and --up" },
		{ w->n_given, "n", OF_XGFT, "not with --topology xgft, which has as many stages as numbers in --down" },
		{ w->k_given, "k", OF_DRAGONFLY, groups }, { w->n_given, "n", OF_DRAGONFLY, groups },
		{ w->k_given && w->sizes, "k", OF_ALL, "--sizes has the switches of a row of each dimension" },
		{ w->n_given && w->sizes, "n", OF_ALL, "there are as many dimensions as numbers in --sizes" },
		{ w->down, "down", OF_ALL ^ OF_XGFT, "with --topology xgft only" }, { w->up, "up", OF_ALL ^ OF_XGFT, "with --topology xgft only" },
		{ w->sizes, "sizes", OF_ALL ^ OF_GRIDS, "with --topology torus, mesh or hyperx only" },
		{ w->p_given, "p", OF_ALL ^ (OF_GRIDS | OF_DRAGONFLY), "with --topology torus, mesh, hyperx or dragonfly only" },
		{ w->a_given, "a", OF_ALL ^ OF_DRAGONFLY, alone }, { w->h_given, "h", OF_ALL ^ OF_DRAGONFLY, alone }, { w->g_given, "g", OF_ALL ^ OF_DRAGONFLY, alone },
	};

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].given && rows[i].without >> w->topology & 1)
			return why_not(why, TOPOLOGY_WHY, "--%s: %s", rows[i].name, rows[i].what);
	return true;
}

_Static_assert((int)TOPOLOGY_DIMS == TOPOLOGY_STAGES - 1, "a list has as many numbers");

/* A list of numbers, one for each stage or dimension. */
static bool read_list(const char *name, const char *text, uint64_t least, uint64_t most, unsigned list[TOPOLOGY_DIMS], unsigned *n, char why[TOPOLOGY_WHY])
{
	uint64_t value[TOPOLOGY_DIMS];

	if (!option_numbers(name, text, least, most, value, TOPOLOGY_DIMS, n, why))
		return false;
	for (unsigned i = 0; i < *n; i++)
		list[i] = (unsigned)value[i];
	return true;
}

static bool read_lists(struct topology_config *c, const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	const uint64_t most = params_table[PARAM_INDEX_radix].max;
	unsigned ups;

	if (!w->down || !w->up)
		return why_not(why, TOPOLOGY_WHY, w->down ? "--topology xgft: --up LIST is missing" : "--topology xgft: --down LIST is missing");
	if (!read_list("down", w->down, 1, most, c->down, &c->levels, why) || !read_list("up", w->up, 1, most, c->up, &ups, why))
		return false;
	if (ups != c->levels)
		return why_not(why, TOPOLOGY_WHY, "--up: '%.40s' is a list of %u, --down of %u; both have a number for each stage", w->up, ups, c->levels);
	return c->up[0] == 1 || why_not(why, TOPOLOGY_WHY, "--up: '%.40s' begins with %u; a node has 1 link up", w->up, c->up[0]);
}

/* A grid: --sizes, or --n dimensions of --k switches each. */
static bool read_grid(struct topology_config *c, const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	c->p = w->p ? (unsigned)w->p : 1;
	if (w->sizes) {
		c->k = c->n = 0;
		return read_list("sizes", w->sizes, 2, TOPOLOGY_NODES, c->size, &c->dims, why);
	}
	c->dims = c->n;
	for (unsigned d = 0; d < c->dims && d < TOPOLOGY_DIMS; d++)
		c->size[d] = c->k;
	return true;
}

/* What is left open is as in a balanced dragonfly. */
static bool read_dragonfly(struct topology_config *c, const struct topology_words *w)
{
	c->h = (unsigned)w->h;
	c->a = w->a ? (unsigned)w->a : c->h > 1 ? 2 * c->h : 4;
	c->p = w->p ? (unsigned)w->p : c->h;
	c->g = w->g ? (unsigned)w->g : c->a * c->h + 1;
	return true;
}

bool topology_read(struct topology_config *c, const struct topology_words *w, char why[TOPOLOGY_WHY])
{
	*c = (struct topology_config){
		.kind = (enum topology_kind)w->topology, .n = (unsigned)w->n, .k = w->topology == TOPOLOGY_SINGLE && !w->k_given ? 0 : (unsigned)w->k,
	};
	if (!apart(w, why))
		return false;
	return c->kind == TOPOLOGY_XGFT ? read_lists(c, w, why) : topology_is_grid(c->kind) ? read_grid(c, w, why) :
	       c->kind != TOPOLOGY_DRAGONFLY || read_dragonfly(c, w);
}

static bool settle(struct params *p, const bool *given, char why[PARAMS_WHY])
{
	params_complete(p, given);
	return params_check(p, why);
}

static bool set_number(struct params *p, unsigned parameter, unsigned value, char why[PARAMS_WHY])
{
	char text[16];

	snprintf(text, sizeof text, "%u", value);
	return params_set(p, params_table[parameter].name, text, why);
}

/* Unless it was given. What follows from the parameter is completed. */
static bool choose(struct params *p, const bool *given, unsigned parameter, unsigned value, char why[PARAMS_WHY])
{
	return given[parameter] || (set_number(p, parameter, value, why) && settle(p, given, why));
}

/* Ports of a switch, unless given; 0: the default. There are no nodes yet: a default of either may contradict what is given. */
static bool choose_ports(struct params *p, const bool *given, unsigned radix, char why[PARAMS_WHY])
{
	const struct param_desc *const nodes = &params_table[PARAM_INDEX_nodes];

	if (!given[PARAM_INDEX_nodes] && params_used(p, nodes))
		p->nodes = nodes->min;
	return (!radix || given[PARAM_INDEX_radix] || set_number(p, PARAM_INDEX_radix, radix, why)) && settle(p, given, why);
}

static bool choose_radix(struct params *p, const bool *given, const struct topology_config *c, char why[PARAMS_WHY])
{
	const unsigned radix = topology_radix(c);
	const struct param_desc *d = &params_table[PARAM_INDEX_radix];

	if (given[PARAM_INDEX_radix] || !radix)
		return choose_ports(p, given, 0, why);
	if (c->kind == TOPOLOGY_XGFT && radix > d->max)
		return why_not(why, PARAMS_WHY, "--down and --up need switches of radix %u, which is above %u", radix, d->max);
	if ((topology_is_grid(c->kind) || c->kind == TOPOLOGY_DRAGONFLY) && radix > d->max)
		return why_not(why, PARAMS_WHY, "--topology %s: its options need switches of radix %u, which is above %u", topology_names[c->kind], radix, d->max);
	if (radix < d->min || radix > d->max)
		return why_not(why, PARAMS_WHY, "--k: %u needs switches of radix %u, which is outside %u..%u", c->k, radix, d->min, d->max);
	return choose_ports(p, given, radix, why);
}

/* Words in the routing tables, or destinations with queues. */
static bool choose_nodes(struct params *p, const bool *given, const struct topology *t, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[PARAM_INDEX_nodes];

	if (!params_used(p, d))
		return true;
	if (!choose(p, given, PARAM_INDEX_nodes, topology_addresses(t), why))
		return false;
	return topology_addresses(t) <= p->nodes ||
	       why_not(why, PARAMS_WHY, "nodes: %u %s do not do for the %u %s of the network", p->nodes,
		       shape_of(p).nodes ? "words of a routing table" : "destinations", topology_addresses(t), t->addresses ? "LIDs" : "nodes");
}

/* A parameter of wormhole routers is that of their network. */
static bool agree(struct params *p, const bool *given, unsigned parameter, const char *value, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[parameter];
	char text[PARAMS_WORD];

	if (!given[parameter])
		return params_set(p, params_table[parameter].name, value, why);
	params_text(p, d, text, sizeof text);
	return !strcmp(text, value) || why_not(why, PARAMS_WHY, "%s: %s is not %s, that of the network", d->name, text, value);
}

/* The topology of wormhole routers: --k in a row, and one node at each. */
static bool choose_cube(struct params *p, const bool *given, const struct topology_config *c, char why[PARAMS_WHY])
{
	bool with_ary[PARAMETERS];
	char k[16], n[16];

	if (!c->n || c->p > 1)
		return why_not(why, TOPOLOGY_WHY, c->n ? "--p: not with scheme wormhole, whose routers have a node each" :
					  "--sizes: not with scheme wormhole, whose networks have --k routers in each row of --n dimensions");
	snprintf(k, sizeof k, "%u", c->k);
	snprintf(n, sizeof n, "%u", c->n);
	memcpy(with_ary, given, sizeof with_ary);
	with_ary[PARAM_INDEX_ary] = true;
	return agree(p, given, PARAM_INDEX_grid, topology_names[c->kind], why) && agree(p, given, PARAM_INDEX_ary, k, why) &&
	       agree(p, given, PARAM_INDEX_dims, n, why) && settle(p, with_ary, why);
}

bool topology_ahead(struct params *p, const bool *given, const struct topology_config *c, char why[TOPOLOGY_WHY])
{
	if (!shape_of(p).by_flits)
		return choose_radix(p, given, c, why);
	if (c->kind == TOPOLOGY_TORUS || c->kind == TOPOLOGY_MESH)
		return choose_cube(p, given, c, why);
	return why_not(why, PARAMS_WHY, "--topology %s: torus or mesh, with scheme wormhole", topology_names[c->kind]);
}

bool topology_choose(struct params *p, const bool *given, unsigned parameter, unsigned least, char why[PARAMS_WHY])
{
	const struct param_desc *const d = &params_table[parameter];
	char text[16];

	params_text(p, d, text, sizeof text);
	return !params_used(p, d) || strtoul(text, NULL, 10) >= least || choose(p, given, parameter, least, why);
}

/* Headers with room for any route and any node, as far as their widths are not given. */
static struct shape any_route(const struct params *p, const bool *given)
{
	struct shape s = shape_of(p);

	if (!given[PARAM_INDEX_turnpool_bits])
		s.turnpool_bits = params_table[PARAM_INDEX_turnpool_bits].max;
	if (!given[PARAM_INDEX_node_bits])
		s.node_bits = params_table[PARAM_INDEX_node_bits].max;
	return s;
}

/* Parameters until a stored topology is chosen: it says how many ports its switches have. */
static bool stored_ahead(struct params *p, const bool *given, const struct topology_stored *stored, char why[TOPOLOGY_WHY])
{
	const unsigned least = params_table[PARAM_INDEX_radix].min, radix = stored->radix;

	if (shape_of(p).by_flits)
		return why_not(why, TOPOLOGY_WHY, "scheme: wormhole routers find ways themselves, in a torus or mesh");
	return choose_ports(p, given, radix < least ? least : radix, why);
}

bool topology_choice(struct topology *t, const struct topology_config *c, struct topology_stored *stored, struct params *p, const bool *given,
		     char why[TOPOLOGY_WHY])
{
	char scheme[PARAMS_WORD];

	_Static_assert((int)TOPOLOGY_WHY == (int)PARAMS_WHY, "messages are passed on");
	params_text(p, &params_table[PARAM_INDEX_scheme], scheme, sizeof scheme);
	if (shape_of(p).nic)
		return why_not(why, PARAMS_WHY, "scheme: %s is an interface of a host, not a switch", scheme);
	if (stored ? !stored_ahead(p, given, stored, why) : !topology_ahead(p, given, c, why))
		return false;
	const struct shape s = any_route(p, given);

	if (!(stored ? topology_stored_make(t, stored, &s, why) : topology_make(t, c, &s, why)))
		return false;
	/* what depends on how large the network is, and how long its routes are */
	return topology_choose(p, given, PARAM_INDEX_turnpool_bits, t->turns * t->turn_w, why) && topology_choose(p, given, PARAM_INDEX_node_bits, clog2(t->nodes), why) &&
	       choose_nodes(p, given, t, why);
}
