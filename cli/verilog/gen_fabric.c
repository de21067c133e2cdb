/* What `sluice gen --topology` hands to the generator of fabrics: wiring and tables of the network that `sluice sim` would run. */
#include "gen_fabric.h"

#include "net/topology/routing.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const endpoints_names[ENDPOINTS] = { [ENDPOINTS_NATIVE] = "native", [ENDPOINTS_AXIS] = "axis", [ENDPOINTS_NONE] = "none" };

static bool refuse(char why[PARAMS_WHY], const char *text)
{
	snprintf(why, PARAMS_WHY, "%s", text);
	return false;
}

/* Parameters of AXI-Stream ports are of network interfaces alone; the width of flits follows from them. */
static bool setup_axis(struct simulation *u, const struct options *o, char why[PARAMS_WHY])
{
	static const unsigned axis[] = { PARAM_INDEX_axis_bytes, PARAM_INDEX_axis_user_bits, PARAM_INDEX_axis_id_bits, PARAM_INDEX_frame_bytes };
	const struct params given = u->params;
	const struct param_desc *const flit_bits = &params_table[PARAM_INDEX_flit_bits];

	if (o->param_given[PARAM_INDEX_flit_bits])
		return refuse(why, "flit_bits: it follows from the other parameters, with --endpoints axis; leave it out");
	for (unsigned i = 0; i < sizeof axis / sizeof *axis; i++)
		params_restore(&u->params, axis[i]);
	u->params.flit_bits = flit_bits->max;   /* wide enough for any header */
	if (!simulation_setup(u, why))
		return false;
	struct params nic = u->nic_params;

	params_restore(&nic, PARAM_INDEX_flit_bits);
	nic.ports = PORT_KIND_axis;
	nic.axis_bytes = given.axis_bytes;
	nic.axis_user_bits = given.axis_user_bits;
	nic.axis_id_bits = given.axis_id_bits;
	nic.frame_bytes = given.frame_bytes;
	if (!params_check(&nic, why))
		return false;
	u->params.flit_bits = shape_of(&nic).flit_bits;
	u->nic_params = nic;
	return params_check(&u->params, why);
}

static bool setup(struct simulation *u, const struct options *o, const struct gen_network *g, char why[PARAMS_WHY])
{
	_Static_assert((int)OPTION_WHY == (int)PARAMS_WHY, "messages are passed on");
	const struct { const char *name, *value; } given[] = {
		{ "topology", g->topology }, { "k", g->k }, { "n", g->n }, { "down", g->down }, { "up", g->up }, { "sizes", g->sizes }, { "p", g->p },
		{ "a", g->a }, { "h", g->h }, { "g", g->g },
	};
	struct simulation defaults;

	simulation_default(&defaults);
	*u = simulation_of(o, &defaults.o);
	for (unsigned i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i].value && !simulation_set(u, given[i].name, given[i].value, why))
			return false;
	u->o.nics = g->endpoints != ENDPOINTS_NONE;
	if (u->params.scheme == SCHEME_wormhole)
		return refuse(why, "--topology: not with scheme wormhole, whose routers have no network interfaces");
	if (u->params.csr != CSR_none)
		return refuse(why, "csr: not with --topology, which fills routing tables itself");
	if (!options_ports_native(&u->params, why) || !(g->endpoints == ENDPOINTS_AXIS ? setup_axis(u, o, why) : simulation_setup(u, why)))
		return false;
	if (g->link_registers > u->network.shape.link_most) {
		snprintf(why, PARAMS_WHY, "--link-registers: %u are more than %u, which the switches have headroom for", g->link_registers,
			 u->network.shape.link_most);
		return false;
	}
	if (u->network.topology.nodes <= FABRIC_NODES)
		return true;
	snprintf(why, PARAMS_WHY, "--topology: %u end nodes; a fabric has at most %d", u->network.topology.nodes, FABRIC_NODES);
	return false;
}

/* The name of the network interfaces: that of the switches, and an end. */
static bool name_nics(struct simulation *u, char why[PARAMS_WHY])
{
	if (strlen(u->params.name) + strlen(PARAMS_INTERFACE) >= sizeof u->nic_params.name) {
		snprintf(why, PARAMS_WHY, "name: '%s' is longer than %zu characters, which network interfaces leave", u->params.name,
			 sizeof u->nic_params.name - 1 - strlen(PARAMS_INTERFACE));
		return false;
	}
	strcpy(u->nic_params.name, u->params.name);
	strcat(u->nic_params.name, PARAMS_INTERFACE);
	return true;
}

static void wire(struct gen_fabric *g)
{
	const struct topology *const t = &g->network.network.topology;
	const unsigned radix = g->network.network.shape.radix;

	for (unsigned i = 0; i < t->switches; i++)
		for (unsigned port = 0; port < radix; port++) {
			const struct place far = t->peer(t, i, port);

			g->end[(size_t)i * radix + port] = (struct fabric_end){
				.is = far.is == SWITCH ? FABRIC_SWITCH : far.is == NODE ? FABRIC_NODE : FABRIC_NOTHING, .index = far.index, .port = far.port,
			};
		}
}

static void fill_switch_words(struct gen_fabric *g)
{
	const struct topology *const t = &g->network.network.topology;
	const struct routing routing = routing_of(t, &g->network.network.shape);

	for (unsigned i = 0; i < t->switches; i++)
		for (unsigned d = 0; d < t->nodes; d++) {
			const struct table_entry e = routing_entry(&routing, i, d);

			g->switch_word[(size_t)i * t->nodes + d] = (struct fabric_word){ e.output, e.queue };
		}
}

static void fill_node_words(struct gen_fabric *g)
{
	const struct topology *const t = &g->network.network.topology;
	const struct routing routing = routing_of(t, &g->network.network.shape);

	for (unsigned i = 0; i < t->nodes; i++)
		for (unsigned d = 0; d < t->nodes; d++) {
			struct fabric_word *const w = g->node_word + (size_t)i * t->nodes + d;

			if (g->network.nics.shape.by_route) {
				const struct table_route r = routing_of_node(t, i, d);

				*w = (struct fabric_word){ r.turns, r.left };
			} else {
				*w = (struct fabric_word){ routing_entry_of_node(&routing, i, d).queue, 0 };
			}
		}
}

/* The numbers of a topology, as options and in words. */
__attribute__((format(printf, 2, 4), format(printf, 3, 4))) static void describe_as(struct gen_fabric *g, const char *options, const char *words, ...)
{
	const char *const name = topology_names[g->network.o.topology];
	const int n = snprintf(g->topology_options, sizeof g->topology_options, "--topology %s ", name), m = snprintf(g->topology, sizeof g->topology, "%s, ", name);
	va_list args;

	va_start(args, words);
	vsnprintf(g->topology_options + n, sizeof g->topology_options - (size_t)n, options, args);
	va_end(args);
	va_start(args, words);
	vsnprintf(g->topology + m, sizeof g->topology - (size_t)m, words, args);
	va_end(args);
}

static void describe(struct gen_fabric *g)
{
	const struct simulate_options *const o = &g->network.o;
	const struct topology *const t = &g->network.network.topology;
	const struct topology_dragonfly *const f = &t->dragonfly;
	const unsigned k = (unsigned)o->k, n = (unsigned)o->n, p = t->grid.each.by;

	if (o->topology == TOPOLOGY_XGFT)
		describe_as(g, "--down %s --up %s", "down %s, up %s", o->down, o->up);
	else if (o->topology == TOPOLOGY_DRAGONFLY)
		describe_as(g, "--p %u --a %u --h %u --g %u", "p = %u, a = %u, h = %u, g = %u", f->p.by, f->a.by, f->h.by, f->groups);
	else if (o->sizes)
		describe_as(g, "--sizes %s --p %u", "sizes %s, p = %u", o->sizes, p);
	else if (topology_is_grid(o->topology))
		describe_as(g, "--k %u --n %u --p %u", "k = %u, n = %u, p = %u", k, n, p);
	else
		describe_as(g, "--k %u --n %u", "k = %u, n = %u", k, n);
}

bool gen_fabric_make(struct gen_fabric *g, const struct options *o, const struct gen_network *network, char why[PARAMS_WHY])
{
	*g = (struct gen_fabric){ .topology = "" };
	if (!setup(&g->network, o, network, why) || (g->network.network.nics && !name_nics(&g->network, why)))
		return false;
	const struct network_config *const n = &g->network.network;
	const struct topology *const t = &n->topology;
	const bool tables = n->shape.nodes, words = n->nics && n->nics->shape.table_words;

	g->end = calloc((size_t)t->switches * n->shape.radix, sizeof *g->end);
	g->switch_word = tables ? calloc((size_t)t->switches * t->nodes, sizeof *g->switch_word) : NULL;
	g->node_word = words ? calloc((size_t)t->nodes * t->nodes, sizeof *g->node_word) : NULL;
	if (!g->end || (tables && !g->switch_word) || (words && !g->node_word)) {
		gen_fabric_free(g);
		return refuse(why, "not enough memory for the tables of the network");
	}
	wire(g);
	if (tables)
		fill_switch_words(g);
	if (words)
		fill_node_words(g);
	describe(g);
	g->fabric = (struct fabric){
		.sw = &g->network.params, .nic = n->nics ? &g->network.nic_params : NULL, .topology = g->topology, .topology_options = g->topology_options, .switches = t->switches,
		.nodes = t->nodes, .stages = network->link_registers, .end = g->end, .switch_word = g->switch_word, .node_word = g->node_word,
	};
	return true;
}

void gen_fabric_free(struct gen_fabric *g)
{
	free(g->end);
	free(g->switch_word);
	free(g->node_word);
}
