#include "fabric/fabric.h"
#include "generated.h"
#include "manifest.h"
#include "net/topology/routing.h"
#include "options.h"
#include "packaging/packaging.h"
#include "top.h"
#include "rtl_gen.h"
#include "report_error.h"
#include "shape.h"
#include "simulation_options.h"
#include "storage.h"
#include "text.h"
#include "tree.h"
#include "why_not.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What hosts find at the end nodes of a network. */
enum endpoints { ENDPOINTS_NATIVE, ENDPOINTS_AXIS, ENDPOINTS_NONE, ENDPOINTS };

static const char *const endpoints_names[ENDPOINTS] = { [ENDPOINTS_NATIVE] = "native", [ENDPOINTS_AXIS] = "axis", [ENDPOINTS_NONE] = "none" };

#define OPTION_STRUCT gen_options
#define OPTION_FILE "verilog/gen.def"
#include "option_table.h"

const struct command_line line_gen = {
	.name = "gen",
	.summary = "Writes a switch as Verilog to DIR: rtl/*.v, the file list sluice.f, the full parameter\n"
		   "set sluice.conf, manifest.json, which lists ports, registers and memories, a testbench,\n"
		   "a data sheet, and descriptions for FuseSoC, Bender, IP-XACT, VHDL and timing analysis.\n"
		   "With --topology, a whole network of such switches, with routing tables and end nodes.",
	.table = rows,
	.ports = true,
	.several = true,
};

/* ----- networks ----- */

/* A network to be generated. */
struct gen_fabric {
	struct simulation network;      /* its switches, network interfaces, topology */
	struct fabric fabric;           /* of the former */
	struct fabric_end *end;
	struct fabric_word *switch_word, *node_word;
	char topology[PARAMS_WHY], topology_options[PARAMS_WHY];
};

/* Parameters of AXI-Stream ports are of network interfaces alone; the width of flits follows from them. */
static bool setup_axis(struct simulation *u, const struct options *o, char why[PARAMS_WHY])
{
	static const unsigned axis[] = { PARAM_INDEX_axis_bytes, PARAM_INDEX_axis_user_bits, PARAM_INDEX_axis_id_bits, PARAM_INDEX_frame_bytes };
	const struct params given = u->params;
	const struct param_desc *const flit_bits = &params_table[PARAM_INDEX_flit_bits];

	if (o->param_given[PARAM_INDEX_flit_bits])
		return why_not(why, PARAMS_WHY, "flit_bits: it follows from the other parameters, with --endpoints axis; leave it out");
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

static bool setup(struct simulation *u, const struct options *o, const struct gen_options *own, char why[PARAMS_WHY])
{
	_Static_assert((int)OPTION_WHY == (int)PARAMS_WHY, "messages are passed on");
	struct simulation defaults;

	simulation_default(&defaults);
	*u = simulation_of(o, &defaults.o);
	for (unsigned i = 0; rows[i].name; i++)         /* those of a topology are options of sluice sim */
		if (o->value[i] && option_find(simulate_rows, rows[i].name) && !simulation_set(u, rows[i].name, o->value[i], why))
			return false;
	u->o.nics = own->endpoints != ENDPOINTS_NONE;
	if (u->params.scheme == SCHEME_wormhole)
		return why_not(why, PARAMS_WHY, "--topology: not with scheme wormhole, whose routers have no network interfaces");
	if (u->params.csr != CSR_none)
		return why_not(why, PARAMS_WHY, "csr: not with --topology, which fills routing tables itself");
	if (!options_ports_native(&u->params, why) || !(own->endpoints == ENDPOINTS_AXIS ? setup_axis(u, o, why) : simulation_setup(u, why)))
		return false;
	if (own->link_registers > u->network.shape.link_most)
		return why_not(why, PARAMS_WHY, "--link-registers: %u are more than %u, which the switches have headroom for", (unsigned)own->link_registers,
			 u->network.shape.link_most);
	return u->network.topology.nodes <= FABRIC_NODES || why_not(why, PARAMS_WHY, "--topology: %u end nodes; a fabric has at most %d", u->network.topology.nodes, FABRIC_NODES);
}

/* The name of the network interfaces: that of the switches, and an end. */
static bool name_nics(struct simulation *u, char why[PARAMS_WHY])
{
	if (strlen(u->params.name) + strlen(PARAMS_INTERFACE) >= sizeof u->nic_params.name)
		return why_not(why, PARAMS_WHY, "name: '%s' is longer than %zu characters, which network interfaces leave", u->params.name,
			 sizeof u->nic_params.name - 1 - strlen(PARAMS_INTERFACE));
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
	const unsigned k = (unsigned)o->k, n = (unsigned)o->n, p = t->each.by;

	if (o->topology == TOPOLOGY_XGFT)
		describe_as(g, "--down %s --up %s", "down %s, up %s", o->down, o->up);
	else if (o->topology == TOPOLOGY_DRAGONFLY)
		describe_as(g, "--p %u --a %u --h %u --g %u", "p = %u, a = %u, h = %u, g = %u", p, f->a.by, f->h.by, f->groups);
	else if (o->sizes)
		describe_as(g, "--sizes %s --p %u", "sizes %s, p = %u", o->sizes, p);
	else if (topology_is_grid(o->topology))
		describe_as(g, "--k %u --n %u --p %u", "k = %u, n = %u, p = %u", k, n, p);
	else
		describe_as(g, "--k %u --n %u", "k = %u, n = %u", k, n);
}

static void gen_fabric_free(struct gen_fabric *g)
{
	free(g->end);
	free(g->switch_word);
	free(g->node_word);
}

/* Makes it from the parameters given: wiring and tables of the network that `sluice sim` would run. False: why; nothing is to be freed. */
static bool gen_fabric_make(struct gen_fabric *g, const struct options *o, const struct gen_options *own, char why[PARAMS_WHY])
{
	*g = (struct gen_fabric){ .topology = "" };
	if (!setup(&g->network, o, own, why) || (g->network.network.nics && !name_nics(&g->network, why)))
		return false;
	const struct network_config *const n = &g->network.network;
	const struct topology *const t = &n->topology;
	const bool tables = n->shape.nodes, words = n->nics && n->nics->shape.table_words;

	g->end = calloc((size_t)t->switches * n->shape.radix, sizeof *g->end);
	g->switch_word = tables ? calloc((size_t)t->switches * t->nodes, sizeof *g->switch_word) : NULL;
	g->node_word = words ? calloc((size_t)t->nodes * t->nodes, sizeof *g->node_word) : NULL;
	if (!g->end || (tables && !g->switch_word) || (words && !g->node_word)) {
		gen_fabric_free(g);
		return why_not(why, PARAMS_WHY, "not enough memory for the tables of the network");
	}
	wire(g);
	if (tables)
		fill_switch_words(g);
	if (words)
		fill_node_words(g);
	describe(g);
	g->fabric = (struct fabric){
		.sw = &g->network.params, .nic = n->nics ? &g->network.nic_params : NULL, .topology = g->topology, .topology_options = g->topology_options, .switches = t->switches,
		.nodes = t->nodes, .stages = (unsigned)own->link_registers, .end = g->end, .switch_word = g->switch_word, .node_word = g->node_word,
	};
	return true;
}

/* ----- files ----- */

static char *conf_text(const struct params *p)
{
	struct text t;
	FILE *const f = text_begin(&t);

	if (f)
		params_write(p, f, "#");
	return text_end(&t, f);
}

/* Files for simulation, with models of macros, or for synthesis, with their black boxes. */
static char *list_text(const struct rtl_files *r, bool synthesis)
{
	struct text t;
	FILE *const f = text_begin(&t);

	for (unsigned i = 0; f && i < r->n; i++) {
		const char *const name = r->file[i].name;
		const size_t n = strlen(name);

		if (strncmp(name, "macros/", 7) != 0 || !strcmp(name + n - 5, "_bb.v") == synthesis)
			fprintf(f, "%s\n", name);
	}
	return text_end(&t, f);
}

/* text: is freed; NULL: there was not enough memory. */
static bool add(struct tree *t, const char *name, char *text, char why[TREE_WHY])
{
	bool good = text;

	if (good)
		good = tree_add(t, name, (struct text){ text, strlen(text) }, why);
	else {
		snprintf(why, TREE_WHY, "%s: %s", name, strerror(ENOMEM));
		tree_drop(t);
	}
	free(text);
	return good;
}

/* What is to be written. */
struct job {
	const struct gen_options *own;
	const struct params *p;
	const struct memory_map *map;   /* NULL: without macros */
	struct text map_text;
	const struct gen_fabric *network;       /* NULL: one switch */
};

static bool write_map(struct tree *t, const struct job *j, const struct rtl_files *r, char why[TREE_WHY])
{
	return !j->map || (tree_add(t, GEN_MAP, j->map_text, why) && add(t, GEN_SYNTHESIS_LIST, list_text(r, true), why));
}

static bool add_all(struct tree *t, const struct rtl_files *r, char why[TREE_WHY])
{
	for (unsigned i = 0; i < r->n; i++)
		if (!tree_add(t, r->file[i].name, (struct text){ r->file[i].text, r->file[i].size }, why))
			return false;
	return true;
}

static bool write_all(struct tree *t, char *manifest, const struct job *j, const struct rtl_files *r, const struct rtl_files *others, char why[TREE_WHY])
{
	return add(t, GEN_MANIFEST, manifest, why) && add_all(t, r, why) && add_all(t, others, why) && write_map(t, j, r, why) &&
	       add(t, GEN_LIST, list_text(r, false), why) && add(t, GEN_CONF, conf_text(j->p), why) && tree_commit(t, why);
}

static void say_written(const struct job *j, unsigned files)
{
	const struct gen_fabric *const g = j->network;
	const struct storage storage = g ? storage_of_fabric(&g->fabric) : storage_of_switch(j->p);
	const struct shape s = shape_of(j->p);
	char what[2 * PARAMS_WHY + QUEUES_TEXT], queues[QUEUES_TEXT];

	shape_queues(&s, queues, sizeof queues);
	if (g)
		snprintf(what, sizeof what, "fabric, %s: %u switches, %u end nodes", g->topology, g->fabric.switches, g->fabric.nodes);
	else
		snprintf(what, sizeof what, "%s, %u ports, %s a port", top_module(j->p), s.radix, queues);
	say("%s: %s_%s, %ju bits of memory, %ju flip-flops, %u Verilog files", j->own->out, j->p->name, what, storage.memory_bits, storage.flip_flops,
	    files);
}

static int generate(const struct job *j)
{
	const struct fabric *const f = j->network ? &j->network->fabric : NULL;
	struct rtl_files r, others = { 0 };
	char why[TREE_WHY];
	bool good = false;
	struct tree t;

	if (!tree_begin(&t, j->own->out, j->own->force, &gen_rule, why))
		return cannot("%s", why);
	snprintf(why, sizeof why, "%s", strerror(ENOMEM));
	r = f ? fabric_generate(f, why) : rtl_generate_mapped(j->p, j->map);
	if (r.n)
		others = f ? fabric_packaging(f, &r) : packaging_generate(j->p, &r);
	if (others.n)
		good = write_all(&t, f ? manifest_of_fabric(f, &r, &others) : manifest_text(j->p, j->map, &r, &others), j, &r, &others, why);
	else
		tree_drop(&t);
	if (good)
		say_written(j, r.n);
	rtl_files_free(&r);
	rtl_files_free(&others);
	return good ? EXIT_OK : cannot("%s", why);
}

static int generate_mapped(struct job *j)
{
	const struct shape s = shape_of(j->p);
	char unserved[2 * MAP_NAME];
	struct memory_map map;
	int status;

	if (!generated_map(j->own->memory_map, &map, &status))
		return status;
	if (j->own->memory_map_strict && map_unserved(&map, &s, unserved))
		return bad_input("--memory-map-strict: no macro of %.200s serves for %s", j->own->memory_map, unserved);
	j->map = &map;
	j->map_text = text_read(j->own->memory_map);
	status = j->map_text.s ? generate(j) : cannot("%.200s: %s", j->own->memory_map, strerror(errno));
	free(j->map_text.s);
	return status;
}

static int generate_fabric(const struct options *o, const struct gen_options *own)
{
	struct gen_fabric g;
	char why[PARAMS_WHY];
	int status;

	if (own->memory_map)
		return bad_input("--memory-map: not with --topology");
	if (!gen_fabric_make(&g, o, own, why))
		return bad_input("%s", why);
	status = generate(&(struct job){ .own = own, .p = &g.network.params, .network = &g });
	gen_fabric_free(&g);
	return status;
}

int command_gen(int argc, char **argv)
{
	struct gen_options own;
	struct options o;
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&o, &line_gen, &own, argc, argv, &status))
		return status;
	struct job j = { .p = &o.params, .own = &own };

	if (!own.out)
		return bad_input("--out DIR is missing");
	if (own.topology)
		return generate_fabric(&o, &own);
	const struct option_row *const of_network = option_given(rows, &own, "k n down up sizes p a h g endpoints link-registers");

	if (of_network)
		return bad_input("--%s: with --topology only", of_network->name);
	params_complete(&o.params, o.param_given);
	if (!params_check(&o.params, why))
		return bad_input("%s", why);
	if (own.memory_map_strict && !own.memory_map)
		return bad_input("--memory-map-strict needs --memory-map");
	return own.memory_map ? generate_mapped(&j) : generate(&j);
}
