#define _POSIX_C_SOURCE 200809L      /* PATH_MAX */
#include "routes.h"

#include "graph.h"
#include "output.h"
#include "real_fabric_print.h"
#include "report_error.h"

#include <string.h>

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
			return bad_input("--lfts: switch '%.*s' has no GUID, by which OpenSM knows switches", WORD_SHOWN, graph_name(g, graph_switch(g, sw)));
	return EXIT_OK;
}

static bool is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

/* Is a file written to standard output? Then there are no words. */
static bool written_out(const struct routes_options *own)
{
	return is_stdout(own->lfts) || is_stdout(own->csv) || is_stdout(own->links);
}

/* Tables that are not sound are not written. */
static int show_and_write(const struct job *j)
{
	const bool sound = forwarding_sound(&j->fabric.verdict);
	int status;

	if (!sound || !written_out(j->own))
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
