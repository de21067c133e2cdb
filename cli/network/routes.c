#define _POSIX_C_SOURCE 200809L      /* PATH_MAX */
#include "routes_files.h"

#include "options.h"
#include "say.h"
#include "topology_choice.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NETWORK, ARITY, STAGES, OUT, FORCE, CHECK };

static const struct option_desc own[] = {
	[NETWORK] = { "topology", "NAME", "ktree, bmin, bmin-butterfly, single, as in sluice sim [ktree]" },
	[ARITY] = { "k", "K", "arity, half the ports of a switch; single: number of nodes, 0: one for each port [4; 0..64]" },
	[STAGES] = { "n", "N", "stages; there are K^N nodes [3; 1..20]" },
	[OUT] = { "out", "DIR", "directory to write, which must not exist" },
	[FORCE] = { "force", NULL, "replace DIR if sluice generated it" },
	[CHECK] = { "check", "DIR", "check the tables in DIR, switch-*.hex" },
};

static const struct command_line routes = {
	.name = "routes",
	.summary = "Routing tables of a network whose switches have a static scheme: for each destination the output port, and the queue\n"
		   "at the next hop. Checks that they connect all nodes and cannot deadlock. With --out, writes them, a file a switch: words\n"
		   "for $readmemh, and CSV. With --check, checks those in DIR in their place.",
	.options = own,
	.n = sizeof own / sizeof *own,
};

static bool refuse_scheme(const struct params *p, char why[PARAMS_WHY])
{
	char text[PARAMS_WORD];

	params_text(p, &params_table[PARAM_INDEX_scheme], text, sizeof text);
	snprintf(why, PARAMS_WHY, "scheme: switches of %s have no routing tables", text);
	return false;
}

static bool read_network(struct routes_network *n, const struct options *o, char why[PARAMS_WHY])
{
	unsigned kind = TOPOLOGY_KTREE;
	uint64_t k = 4, stages = 3;

	if (!options_choice(o, &routes, NETWORK, topology_names, TOPOLOGIES, &kind, why) || !options_number(o, &routes, ARITY, 0, 64, &k, why) ||
	    !options_number(o, &routes, STAGES, 1, 20, &stages, why))
		return false;
	const struct topology_config c = {
		.kind = (enum topology_kind)kind, .n = (unsigned)stages, .k = kind == TOPOLOGY_SINGLE && !o->value[ARITY] ? 0 : (unsigned)k,
	};

	n->params = o->params;
	if (!shape_of(&n->params).nodes)
		return refuse_scheme(&n->params, why);
	if (!topology_choice(&n->topology, &c, &n->params, o, why))
		return false;
	n->shape = shape_of(&n->params);
	n->routing = routing_of(&n->topology, &n->shape);
	return true;
}

static void say_cycle(const struct routing_verdict *v, const struct topology *t)
{
	if (!v->cycle) {
		say("no cycle of links that wait for each other: yes, in %" PRIu64 " dependencies", v->dependencies);
		return;
	}
	say("no cycle of links that wait for each other: no, here is one of %u", v->cycle_links);
	for (uint32_t i = 0; i < v->cycle_links; i++)
		say("  switch %u port %u", v->cycle[i] / t->radix, v->cycle[i] % t->radix);
}

static void say_verdict(const struct routing_verdict *v, const struct topology *t)
{
	for (unsigned i = 0; i < ROUTING_RULES; i++)
		if (v->flaws[i].n)
			say("%s: no, %" PRIu64 " times not, first %s", routing_rules[i], v->flaws[i].n, v->flaws[i].first);
		else if (i == ROUTING_CONNECTED)
			say("%s: yes, %" PRIu64 " pairs, by way of at most %u switches", routing_rules[i], v->pairs, v->most_hops);
		else if (i != ROUTING_DIGITS || t->digit)
			say("%s: yes", routing_rules[i]);
	say_cycle(v, t);
}

/* Checks the tables in dir, NULL: those of the scheme. False: why; else the verdict is to be freed. */
static bool judge(const struct routes_network *n, const char *dir, struct routing_verdict *v, char why[TREE_WHY])
{
	struct routing_tables tables = routing_computed(&n->routing);
	struct routing_read *all = NULL;
	bool good;

	if (dir) {
		all = routes_read(n, dir, why);
		if (!all)
			return false;
		tables = routing_from(all);
	}
	good = routing_check(&n->routing, &tables, v);
	if (!good)
		snprintf(why, TREE_WHY, "not enough memory to check tables of %u switches", n->topology.switches);
	free(all);
	return good;
}

static int check(const struct routes_network *n, const char *dir)
{
	struct routing_verdict v;
	char why[TREE_WHY];
	bool sound;

	if (!judge(n, dir, &v, why))
		return bad_input("%s", why);
	sound = routing_sound(&v);
	say_verdict(&v, &n->topology);
	routing_verdict_free(&v);
	return sound ? EXIT_OK : EXIT_CHECK_FAILED;
}

/* Tables that are not sound are not written. */
static int write_tables(const struct routes_network *n, const char *dir, bool force)
{
	struct tree t;
	char why[TREE_WHY];
	int status;

	if (!routes_begin(&t, n, dir, force, why))
		return cannot("%s", why);
	status = check(n, NULL);
	if (status != EXIT_OK) {
		tree_drop(&t);
		return status;
	}
	if (!routes_write(&t, n, why))
		return cannot("%s", why);
	say("%s: tables of %u switches, %u destinations, %u queues", dir, n->topology.switches, n->topology.nodes, n->routing.queues);
	return EXIT_OK;
}

int command_routes(int argc, char **argv);

int command_routes(int argc, char **argv)
{
	struct routes_network n;
	struct options o;
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&o, &routes, argc, argv, &status))
		return status;
	if (o.value[OUT] && o.value[CHECK])
		return bad_input("--out, --check: only one of them");
	if (!read_network(&n, &o, why))
		return bad_input("%s", why);
	return o.value[OUT] ? write_tables(&n, o.value[OUT], o.value[FORCE]) : check(&n, o.value[CHECK]);
}
