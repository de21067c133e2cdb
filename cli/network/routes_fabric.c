#include "routes.h"

#include "graph.h"
#include "output.h"
#include "report_error.h"

#include <errno.h>
#include <inttypes.h>

enum { ROOTS_SHOWN = 4, NAME = 512 };

static void print_algorithm(const struct real_fabric *r, FILE *f)
{
	char roots[512] = "";
	size_t n = 0;

	for (uint32_t i = 0; i < r->roots && i < ROOTS_SHOWN; i++)
		n += (size_t)snprintf(roots + n, sizeof roots - n, "%s%.*s", i ? ", " : "", WORD_SHOWN, graph_switch(&r->graph, r->root[i])->name);
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
		char text[NAME];

		graph_port_text(&r->graph, port / GRAPH_PORTS, port % GRAPH_PORTS + 1, text, sizeof text);
		fprintf(f, "  switch %s", text);
		if (r->files->sl2vl)
			fprintf(f, " VL %u", v->cycle[i] % v->vls);
		fputc('\n', f);
	}
}

void real_fabric_print(const struct real_fabric *r, FILE *f)
{
	const struct forwarding_verdict *v = &r->verdict;

	fprintf(f, "fabric: %u switch%s, %u end nodes, %u LIDs\n", r->graph.switches, r->graph.switches == 1 ? "" : "es", r->graph.nodes, r->graph.targets);
	print_algorithm(r, f);
	if (r->files->sl2vl)
		fprintf(f, "levels: %s%s%s, %" PRIu64 " rows of other switches or LIDs\n", r->files->sl2vl, r->files->paths ? ", " : "", r->files->paths ? r->files->paths : "",
			r->levels.foreign);
	fprintf(f, "pairs of an end node and a LID of one: %" PRIu64 " connected, by way of at most %u switch%s\n", v->pairs, v->most_hops,
		v->most_hops == 1 ? "" : "es");
	print_flaws("packets arrive", &v->lost, f);
	print_flaws("packets do not go round", &v->round, f);
	real_fabric_print_cycle(r, f);
}

int real_fabric_refused(const struct real_fabric *r)
{
	errno = r->error;
	return r->error ? cannot("%s", r->why) : bad_input("%s", r->why);
}

struct job {
	const struct routes_options *own;
	struct real_fabric fabric;
};

static void write_lfts(const void *job, FILE *f)
{
	forwarding_write_lfts(&((const struct job *)job)->fabric.tables, f);
}

static void write_csv(const void *job, FILE *f)
{
	forwarding_write_csv(&((const struct job *)job)->fabric.tables, f);
}

static void write_links(const void *job, FILE *f)
{
	graph_write_links(&((const struct job *)job)->fabric.graph, f);
}

/* OpenSM knows switches by their GUIDs. */
static int lfts_possible(const struct job *j)
{
	const struct graph *g = &j->fabric.graph;

	for (uint32_t sw = 0; j->own->lfts && sw < g->switches; sw++)
		if (!graph_switch(g, sw)->guid)
			return bad_input("--lfts: switch '%.*s' has no GUID, by which OpenSM knows switches", WORD_SHOWN, graph_switch(g, sw)->name);
	return EXIT_OK;
}

/* Tables that are not sound are not written. There are no words where a file is written to standard output. */
static int show_and_write(const struct job *j)
{
	const bool sound = forwarding_sound(&j->fabric.verdict);
	int status;

	if (!sound || !(output_is_stdout(j->own->lfts) || output_is_stdout(j->own->csv) || output_is_stdout(j->own->links)))
		real_fabric_print(&j->fabric, stdout);
	if (!sound)
		return EXIT_CHECK_FAILED;
	status = write_whole("lfts", j->own->lfts, write_lfts, j);
	if (status == EXIT_OK)
		status = write_whole("csv", j->own->csv, write_csv, j);
	if (status == EXIT_OK)
		status = write_whole("links", j->own->links, write_links, j);
	return status;
}

int routes_fabric(const struct routes_options *own)
{
	const struct real_fabric_files files = {
		.fabric = own->fabric, .routes = own->routes, .without = own->without, .roots = own->roots, .algorithm = own->algorithm,
		.sl2vl = own->sl2vl, .paths = own->paths,
	};
	const struct output_option all[] = {
		{ "fabric", own->fabric, true }, { "routes", own->routes, true }, { "without", own->without, true }, { "roots", own->roots, true },
		{ "sl2vl", own->sl2vl, true }, { "paths", own->paths, true }, { "lfts", own->lfts, false }, { "csv", own->csv, false }, { "links", own->links, false },
	};
	struct job j = { .own = own };
	char why[PARAMS_WHY];
	int status;

	if (!output_apart(all, sizeof all / sizeof *all, why))
		return bad_input("%s", why);
	status = real_fabric_open(&j.fabric, &files) ? EXIT_OK : real_fabric_refused(&j.fabric);
	if (status == EXIT_OK)
		status = lfts_possible(&j);
	if (status == EXIT_OK)
		status = show_and_write(&j);
	real_fabric_close(&j.fabric);
	return status;
}
