#define _POSIX_C_SOURCE 200809L      /* PATH_MAX */
#include "routes.h"

#include "net/topology/topology_choice.h"
#include "real_fabric.h"
#include "report_error.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct option_row rows[] = {
#define OPTION_STRUCT routes_options
#define OPTION_FILE "network/routes.def"
#include "option_rows.h"
};

const struct command_line line_routes = {
	.name = "routes",
	.summary = "Computes the routing tables of a network: for each destination the output port and, with static queues, the queue at\n"
		   "the next hop. Checks that the tables connect all nodes and cannot deadlock. With --out, writes a file per switch, for\n"
		   "$readmemh, and the tables as CSV. With --check, checks the tables in DIR instead. With --fabric, the same for a real\n"
		   "fabric: checks its forwarding tables, or computes some, and writes them so that OpenSM can load them.",
	.table = rows,
	.several = true,
	.ports = true,
};

static bool refuse_scheme(const struct params *p, char why[PARAMS_WHY])
{
	char text[PARAMS_WORD];

	params_text(p, &params_table[PARAM_INDEX_scheme], text, sizeof text);
	snprintf(why, PARAMS_WHY, "scheme: switches of %s have no routing tables", text);
	return false;
}

static bool read_network(struct routes_network *n, const struct options *o, const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct topology_words words = TOPOLOGY_WORDS(own);
	struct params scheme = params_default();
	struct topology_config c;

	n->params = o->params;
	scheme.scheme = n->params.scheme;
	if (!shape_of(&scheme).nodes)
		return refuse_scheme(&scheme, why);
	if (!topology_read(&c, &words, why) || !topology_ahead(&n->params, o->param_given, &c, why))
		return false;
	n->params = params_native(&n->params);
	if (!topology_choice(&n->topology, &c, NULL, &n->params, o->param_given, why))
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
	say("no cycle of links that wait for each other: no, there is a cycle of %u links:", v->cycle_links);
	for (uint32_t i = 0; i < v->cycle_links; i++)
		say("  switch %u port %u", v->cycle[i] / t->radix, v->cycle[i] % t->radix);
}

static void say_verdict(const struct routing_verdict *v, const struct topology *t)
{
	for (unsigned i = 0; i < ROUTING_RULES; i++)
		if (v->flaws[i].n)
			say("%s: no, %" PRIu64 " violations, the first: %s", routing_rules[i], v->flaws[i].n, v->flaws[i].first);
		else if (i == ROUTING_CONNECTED)
			say("%s: yes, %" PRIu64 " pairs, by way of at most %u switches", routing_rules[i], v->pairs, v->most_hops);
		else if (i == ROUTING_SHORTEST && t->detours)
			say("routes are no longer than those of the topology, some of which are not shortest: yes");
		else if (i != ROUTING_DIGITS || t->digit)
			say("%s: yes", routing_rules[i]);
	say_cycle(v, t);
}

/* Checks the tables in dir, NULL: those of the scheme. False: why; else the verdict is to be freed. */
static bool judge(const struct routes_network *n, const char *dir, struct routing_verdict *v, char why[TREE_WHY])
{
	struct routing_read *all = dir ? routes_read(n, dir, why) : NULL;
	bool good;

	if (dir && !all)
		return false;
	good = routing_check(&n->routing, all, v);
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

/* False: why, an option is given that is for a real fabric. */
static bool nothing_of_fabric(const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct option_row *const of_fabric = option_given(rows, own, "routes without algorithm roots sl2vl paths lfts csv links");

	if (of_fabric)
		snprintf(why, PARAMS_WHY, "--%s is for a real fabric, --fabric", of_fabric->name);
	return !of_fabric;
}

/* Likewise, one that says nothing of it. */
static bool only_of_fabric(const struct options *o, const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct option_row *const other = option_given(rows, own, "topology k n down up sizes p a h g out force check");
	const char *name = other ? other->name : o->config ? "config" : NULL;

	for (unsigned i = 0; !name && i < PARAMETERS; i++)
		name = o->param[i] ? params_table[i].name : NULL;
	if (name)
		snprintf(why, PARAMS_WHY, "--fabric and --%s exclude each other", name);
	else if (own->routes && (own->given.algorithm || own->given.roots))
		snprintf(why, PARAMS_WHY, "--routes gives the tables; --%s is for computing them", own->given.roots ? "roots" : "algorithm");
	else if (own->paths && !own->sl2vl)
		snprintf(why, PARAMS_WHY, "--paths: service levels say nothing without their lanes, --sl2vl");
	else if (own->roots && own->algorithm == ROUTES_DMODK)
		snprintf(why, PARAMS_WHY, "--roots is for --algorithm updown");
	else
		return true;
	return false;
}

int command_routes(int argc, char **argv)
{
	struct routes_network n;
	struct routes_options own;
	struct options o;
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&o, &line_routes, &own, argc, argv, &status))
		return status;
	if (own.fabric ? !only_of_fabric(&o, &own, why) : !nothing_of_fabric(&own, why))
		return bad_input("%s", why);
	if (own.fabric)
		return routes_fabric(&own);
	if (own.out && own.check)
		return bad_input("--out and --check exclude each other");
	if (!read_network(&n, &o, &own, why))
		return bad_input("%s", why);
	return own.out ? write_tables(&n, own.out, own.force) : check(&n, own.check);
}
