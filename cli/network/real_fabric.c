#include "real_fabric.h"

#include "forwarding_compute.h"
#include "report_error.h"
#include "roots_read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const routes_algorithms[ROUTES_ALGORITHMS] = { "auto", "dmodk", "updown" };

/* Calls `use` with a file's text. Unless EXIT_OK, all is said. */
static int with_file(struct real_fabric *r, const char *option, const char *path, int (*use)(struct real_fabric *, struct named_text))
{
	struct named_text t;
	int status;

	errno = 0;
	t = (struct named_text){ path, text_read(path) };
	if (!t.text.s)
		return cannot("--%s: %s: %s", option, path, strerror(errno ? errno : ENOMEM));
	status = use(r, t);
	free(t.text.s);
	return status;
}

/* What a reader says. */
static int refused(const char *why)
{
	return strstr(why, "not enough memory") ? environment_failed("%s", why) : bad_input("%s", why);
}

static int no_memory(const struct real_fabric *r)
{
	errno = ENOMEM;
	return cannot("not enough memory for tables of %u switches", r->graph.switches);
}

static int read_graph(struct real_fabric *r, struct named_text fabric)
{
	struct named_text without = { 0 };
	char why[GRAPH_WHY];
	bool good;

	if (r->files->without) {
		errno = 0;
		without = (struct named_text){ r->files->without, text_read(r->files->without) };
		if (!without.text.s)
			return cannot("--without: %s: %s", r->files->without, strerror(errno ? errno : ENOMEM));
	}
	good = graph_read(&r->graph, fabric, without, why);
	free(without.text.s);
	return good ? EXIT_OK : refused(why);
}

static int read_tables(struct real_fabric *r, struct named_text t)
{
	char why[GRAPH_WHY];

	return forwarding_read(&r->tables, t.path, t.text, why) ? EXIT_OK : refused(why);
}

static int read_roots(struct real_fabric *r, struct named_text t)
{
	char why[GRAPH_WHY];

	return roots_read(&r->graph, t, r->root, &r->roots, why) ? EXIT_OK : refused(why);
}

static int read_sl2vl(struct real_fabric *r, struct named_text t)
{
	char why[GRAPH_WHY];

	return levels_read_sl2vl(&r->levels, t.path, t.text, why) ? EXIT_OK : refused(why);
}

static int read_paths(struct real_fabric *r, struct named_text t)
{
	char why[GRAPH_WHY];

	return levels_read_paths(&r->levels, t.path, t.text, why) ? EXIT_OK : refused(why);
}

static int read_levels(struct real_fabric *r)
{
	int status;

	if (!levels_new(&r->levels, &r->graph))
		return no_memory(r);
	status = with_file(r, "sl2vl", r->files->sl2vl, read_sl2vl);
	return status == EXIT_OK && r->files->paths ? with_file(r, "paths", r->files->paths, read_paths) : status;
}

static int compute_updown(struct real_fabric *r)
{
	int status = EXIT_OK;

	r->root = malloc(r->graph.switches * sizeof *r->root);
	if (!r->root)
		return no_memory(r);
	if (r->files->roots)
		status = with_file(r, "roots", r->files->roots, read_roots);
	else if (!forwarding_roots(&r->graph, r->root, &r->roots))
		status = no_memory(r);
	if (status != EXIT_OK)
		return status;
	return forwarding_updown(&r->tables, r->root, r->roots) ? EXIT_OK : no_memory(r);
}

static int compute_any(struct real_fabric *r)
{
	bool applies = false;

	if (r->files->algorithm != ROUTES_UPDOWN && !r->files->roots && !forwarding_dmodk(&r->tables, &applies))
		return no_memory(r);
	if (applies)
		return EXIT_OK;
	if (r->files->algorithm == ROUTES_DMODK)
		return bad_input("--algorithm: D-mod-K is for fat trees, and %s is none; updown is for all fabrics", r->files->fabric);
	return compute_updown(r);
}

static int compute(struct real_fabric *r)
{
	const int status = compute_any(r);

	return status != EXIT_OK || forwarding_complete(&r->tables) ? status : no_memory(r);
}

enum { ROOTS_SHOWN = 4 };

static void print_algorithm(const struct real_fabric *r, FILE *f)
{
	char roots[512] = "";
	size_t n = 0;

	for (uint32_t i = 0; i < r->roots && i < ROOTS_SHOWN; i++)
		n += (size_t)snprintf(roots + n, sizeof roots - n, "%s%.*s", i ? ", " : "", WORD_SHOWN, graph_name(&r->graph, graph_switch(&r->graph, r->root[i])));
	if (r->files->routes)
		fprintf(f, "tables: %s, %" PRIu64 " entries of other switches or LIDs\n", r->files->routes, r->tables.foreign);
	else if (r->roots)
		fprintf(f, "tables: up*/down*, roots: %s%s\n", roots, r->roots > ROOTS_SHOWN ? ", ..." : "");
	else
		fprintf(f, "tables: D-mod-K\n");
}

static void print_flaws(const char *rule, const struct forwarding_flaws *flaws, FILE *f)
{
	if (flaws->n)
		fprintf(f, "%s: no, %" PRIu64 " pairs, the first: %s\n", rule, flaws->n, flaws->first);
	else
		fprintf(f, "%s: yes\n", rule);
}

void real_fabric_print_cycle(const struct real_fabric *r, FILE *f)
{
	const struct forwarding_verdict *v = &r->verdict;

	if (!v->cycle) {
		fprintf(f, "no cycle of links that wait for each other: yes, in %" PRIu64 " dependencies\n", v->dependencies);
		return;
	}
	fprintf(f, "no cycle of links that wait for each other: no, there is a cycle of %u links:\n", v->cycle_links);
	for (uint32_t i = 0; i < v->cycle_links; i++) {
		const uint32_t port = v->cycle[i] / v->vls;

		fprintf(f, "  switch %s port %u", graph_name(&r->graph, graph_switch(&r->graph, port / GRAPH_PORTS)), port % GRAPH_PORTS + 1);
		if (r->files->sl2vl)
			fprintf(f, " VL %u", v->cycle[i] % v->vls);
		fputc('\n', f);
	}
}

void real_fabric_print(const struct real_fabric *r, FILE *f)
{
	const struct forwarding_verdict *v = &r->verdict;

	fprintf(f, "fabric: %u switches, %u end nodes, %u LIDs\n", r->graph.switches, r->graph.nodes, r->graph.targets);
	print_algorithm(r, f);
	fprintf(f, "pairs of an end node and a LID of one: %" PRIu64 " connected, by way of at most %u switches\n", v->pairs, v->most_hops);
	print_flaws("packets arrive", &v->lost, f);
	print_flaws("packets do not go round", &v->round, f);
	real_fabric_print_cycle(r, f);
}

int real_fabric_open(struct real_fabric *r, const struct real_fabric_files *files)
{
	int status;

	*r = (struct real_fabric){ .files = files };
	status = with_file(r, "fabric", files->fabric, read_graph);
	if (status != EXIT_OK)
		return status;
	if (!forwarding_new(&r->tables, &r->graph))
		return no_memory(r);
	status = files->routes ? with_file(r, "routes", files->routes, read_tables) : compute(r);
	if (status == EXIT_OK && files->sl2vl)
		status = read_levels(r);
	if (status != EXIT_OK)
		return status;
	return forwarding_check(&r->tables, files->sl2vl ? &r->levels : NULL, &r->verdict) ? EXIT_OK : no_memory(r);
}

void real_fabric_close(struct real_fabric *r)
{
	forwarding_verdict_free(&r->verdict);
	levels_free(&r->levels);
	forwarding_free(&r->tables);
	graph_free(&r->graph);
	free(r->root);
}
