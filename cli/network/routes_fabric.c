#include "routes_fabric.h"

#include "forwarding_check.h"
#include "forwarding_compute.h"
#include "graph_write.h"
#include "output.h"
#include "report_error.h"
#include "roots_read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct job {
	const struct routes_options *own;
	struct graph graph;
	struct forwarding tables;
	uint32_t *root;
	uint32_t roots;                 /* number; 0: the tables were not computed by up-down routing */
	bool words;                     /* on standard output: it is not wanted for a file */
};

bool routes_without_fabric(const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct { bool given; const char *name; } rows[] = {
		{ own->given.routes, "routes" }, { own->given.without, "without" }, { own->given.algorithm, "algorithm" }, { own->given.roots, "roots" },
		{ own->given.lfts, "lfts" }, { own->given.csv, "csv" }, { own->given.links, "links" },
	};

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].given) {
			snprintf(why, PARAMS_WHY, "--%s is for a real fabric, --fabric", rows[i].name);
			return false;
		}
	return true;
}

/* Options that say nothing of a real fabric. */
static bool refuse_others(const struct options *o, const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct { bool given; const char *name; } rows[] = {
		{ own->given.topology, "topology" }, { own->given.k, "k" }, { own->given.n, "n" }, { own->given.down, "down" }, { own->given.up, "up" },
		{ own->given.out, "out" }, { own->given.force, "force" }, { own->given.check, "check" }, { o->config, "config" },
	};
	const char *name = NULL;

	for (unsigned i = 0; !name && i < sizeof rows / sizeof *rows; i++)
		name = rows[i].given ? rows[i].name : NULL;
	for (unsigned i = 0; !name && i < PARAMETERS; i++)
		name = o->param[i] ? params_table[i].name : NULL;
	if (name)
		snprintf(why, PARAMS_WHY, "--fabric and --%s exclude each other", name);
	else if (own->routes && (own->given.algorithm || own->given.roots))
		snprintf(why, PARAMS_WHY, "--routes gives the tables; --%s is for computing them", own->given.roots ? "roots" : "algorithm");
	else if (own->roots && own->algorithm == ROUTES_DMODK)
		snprintf(why, PARAMS_WHY, "--roots is for --algorithm updown");
	else
		return true;
	return false;
}

/* Calls `use` with a file's text. Unless EXIT_OK, all is said. */
static int with_file(struct job *j, const char *option, const char *path, int (*use)(struct job *, struct named_text))
{
	struct named_text t;
	int status;

	errno = 0;
	t = (struct named_text){ path, text_read(path) };
	if (!t.text.s)
		return cannot("--%s: %s: %s", option, path, strerror(errno ? errno : ENOMEM));
	status = use(j, t);
	free(t.text.s);
	return status;
}

/* What a reader says. */
static int refused(const char *why)
{
	return strstr(why, "not enough memory") ? environment_failed("%s", why) : bad_input("%s", why);
}

static int read_graph(struct job *j, struct named_text fabric)
{
	struct named_text without = { 0 };
	char why[GRAPH_WHY];
	bool good;

	if (j->own->without) {
		errno = 0;
		without = (struct named_text){ j->own->without, text_read(j->own->without) };
		if (!without.text.s)
			return cannot("--without: %s: %s", j->own->without, strerror(errno ? errno : ENOMEM));
	}
	good = graph_read(&j->graph, fabric, without, why);
	free(without.text.s);
	return good ? EXIT_OK : refused(why);
}

static int read_tables(struct job *j, struct named_text t)
{
	char why[GRAPH_WHY];

	return forwarding_read(&j->tables, t.path, t.text, why) ? EXIT_OK : refused(why);
}

static int read_roots(struct job *j, struct named_text t)
{
	char why[GRAPH_WHY];

	return roots_read(&j->graph, t, j->root, &j->roots, why) ? EXIT_OK : refused(why);
}

static int no_memory(const struct job *j)
{
	errno = ENOMEM;
	return cannot("not enough memory for tables of %u switches", j->graph.switches);
}

static int compute_updown(struct job *j)
{
	int status = EXIT_OK;

	j->root = malloc(j->graph.switches * sizeof *j->root);
	if (!j->root)
		return no_memory(j);
	if (j->own->roots)
		status = with_file(j, "roots", j->own->roots, read_roots);
	else if (!forwarding_roots(&j->graph, j->root, &j->roots))
		status = no_memory(j);
	if (status != EXIT_OK)
		return status;
	return forwarding_updown(&j->tables, j->root, j->roots) ? EXIT_OK : no_memory(j);
}

static int compute_any(struct job *j)
{
	bool applies = false;

	if (j->own->algorithm != ROUTES_UPDOWN && !j->own->roots && !forwarding_dmodk(&j->tables, &applies))
		return no_memory(j);
	if (applies)
		return EXIT_OK;
	if (j->own->algorithm == ROUTES_DMODK)
		return bad_input("--algorithm: D-mod-K is for fat trees, and %s is none; updown is for all fabrics", j->own->fabric);
	return compute_updown(j);
}

static int compute(struct job *j)
{
	const int status = compute_any(j);

	return status != EXIT_OK || forwarding_complete(&j->tables) ? status : no_memory(j);
}

enum { ROOTS_SHOWN = 4 };

static void say_algorithm(const struct job *j)
{
	char roots[512] = "";
	size_t n = 0;

	for (uint32_t i = 0; i < j->roots && i < ROOTS_SHOWN; i++)
		n += (size_t)snprintf(roots + n, sizeof roots - n, "%s%.*s", i ? ", " : "", WORD_SHOWN, graph_name(&j->graph, graph_switch(&j->graph, j->root[i])));
	if (j->own->routes)
		say("tables: %s, %" PRIu64 " entries of other switches or LIDs", j->own->routes, j->tables.foreign);
	else if (j->roots)
		say("tables: up*/down*, roots: %s%s", roots, j->roots > ROOTS_SHOWN ? ", ..." : "");
	else
		say("tables: D-mod-K");
}

static void say_flaws(const char *rule, const struct forwarding_flaws *f)
{
	if (f->n)
		say("%s: no, %" PRIu64 " pairs, the first: %s", rule, f->n, f->first);
	else
		say("%s: yes", rule);
}

static void say_cycle(const struct job *j, const struct forwarding_verdict *v)
{
	if (!v->cycle) {
		say("no cycle of links that wait for each other: yes, in %" PRIu64 " dependencies", v->dependencies);
		return;
	}
	say("no cycle of links that wait for each other: no, there is a cycle of %u links:", v->cycle_links);
	for (uint32_t i = 0; i < v->cycle_links; i++)
		say("  switch %s port %u", graph_name(&j->graph, graph_switch(&j->graph, v->cycle[i] / GRAPH_PORTS)), v->cycle[i] % GRAPH_PORTS + 1);
}

static void say_verdict(const struct job *j, const struct forwarding_verdict *v)
{
	say("fabric: %u switches, %u end nodes, %u LIDs", j->graph.switches, j->graph.nodes, j->graph.targets);
	say_algorithm(j);
	say("pairs of an end node and a LID of one: %" PRIu64 " connected, by way of at most %u switches", v->pairs, v->most_hops);
	say_flaws("packets arrive", &v->lost);
	say_flaws("packets do not go round", &v->round);
	say_cycle(j, v);
}

static bool write_file(const struct job *j, const char *path, void (*write)(const struct job *, FILE *), char why[OUTPUT_WHY])
{
	struct output out;

	if (!path)
		return true;
	if (!output_begin(&out, path, why))
		return false;
	write(j, out.f);
	return output_end(&out, why);
}

static void write_lfts(const struct job *j, FILE *f)
{
	forwarding_write_lfts(&j->tables, f);
}

static void write_csv(const struct job *j, FILE *f)
{
	forwarding_write_csv(&j->tables, f);
}

static void write_links(const struct job *j, FILE *f)
{
	graph_write_links(&j->graph, f);
}

/* OpenSM knows switches by their GUIDs. */
static int lfts_possible(const struct job *j)
{
	for (uint32_t sw = 0; j->own->lfts && sw < j->graph.switches; sw++)
		if (!graph_switch(&j->graph, sw)->guid)
			return bad_input("--lfts: switch '%.*s' has no GUID, by which OpenSM knows switches", WORD_SHOWN, graph_name(&j->graph, graph_switch(&j->graph, sw)));
	return EXIT_OK;
}

/* Tables that are not sound are not written. */
static int check_and_write(struct job *j)
{
	struct forwarding_verdict v;
	char why[OUTPUT_WHY];
	bool sound;

	if (!forwarding_check(&j->tables, &v))
		return no_memory(j);
	sound = forwarding_sound(&v);
	if (j->words || !sound)
		say_verdict(j, &v);
	forwarding_verdict_free(&v);
	if (!sound)
		return EXIT_CHECK_FAILED;
	if (!write_file(j, j->own->lfts, write_lfts, why) || !write_file(j, j->own->csv, write_csv, why) || !write_file(j, j->own->links, write_links, why))
		return cannot("%s", why);
	return EXIT_OK;
}

static int run(struct job *j)
{
	int status = with_file(j, "fabric", j->own->fabric, read_graph);

	if (status != EXIT_OK || (status = lfts_possible(j)) != EXIT_OK)
		return status;
	if (!forwarding_new(&j->tables, &j->graph))
		return no_memory(j);
	status = j->own->routes ? with_file(j, "routes", j->own->routes, read_tables) : compute(j);
	return status == EXIT_OK ? check_and_write(j) : status;
}

static bool is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

int routes_fabric(const struct options *o, const struct routes_options *own)
{
	struct job j = { .own = own, .words = !is_stdout(own->lfts) && !is_stdout(own->csv) && !is_stdout(own->links) };
	char why[PARAMS_WHY];
	int status;

	if (!refuse_others(o, own, why))
		return bad_input("%s", why);
	if (is_stdout(own->lfts) + is_stdout(own->csv) + is_stdout(own->links) > 1)
		return bad_input("standard output can be one of --lfts, --csv, --links");
	status = run(&j);
	graph_free(&j.graph);
	forwarding_free(&j.tables);
	free(j.root);
	return status;
}
