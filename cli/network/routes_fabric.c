#include "routes_fabric.h"

#include "graph_write.h"
#include "output.h"
#include "real_fabric_print.h"
#include "report_error.h"

#include <string.h>

struct job {
	const struct routes_options *own;
	struct real_fabric fabric;
};

bool routes_without_fabric(const struct routes_options *own, char why[PARAMS_WHY])
{
	const struct { bool given; const char *name; } rows[] = {
		{ own->given.routes, "routes" }, { own->given.without, "without" }, { own->given.algorithm, "algorithm" }, { own->given.roots, "roots" },
		{ own->given.sl2vl, "sl2vl" }, { own->given.paths, "paths" }, { own->given.lfts, "lfts" }, { own->given.csv, "csv" }, { own->given.links, "links" },
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
		{ own->given.sizes, "sizes" }, { own->given.p, "p" }, { own->given.a, "a" }, { own->given.h, "h" }, { own->given.g, "g" },
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
	else if (own->paths && !own->sl2vl)
		snprintf(why, PARAMS_WHY, "--paths: service levels say nothing without their lanes, --sl2vl");
	else if (own->roots && own->algorithm == ROUTES_DMODK)
		snprintf(why, PARAMS_WHY, "--roots is for --algorithm updown");
	else
		return true;
	return false;
}

static int write_file(const struct job *j, const char *option, const char *path, void (*write)(const struct job *, FILE *))
{
	struct output out;
	char why[OUTPUT_WHY];
	bool good;

	if (!path)
		return EXIT_OK;
	good = output_begin(&out, path, why);
	if (good) {
		write(j, out.f);
		good = output_end(&out, why);
	}
	return good ? EXIT_OK : cannot("--%s: %s", option, why);
}

static void write_lfts(const struct job *j, FILE *f)
{
	forwarding_write_lfts(&j->fabric.tables, f);
}

static void write_csv(const struct job *j, FILE *f)
{
	forwarding_write_csv(&j->fabric.tables, f);
}

static void write_links(const struct job *j, FILE *f)
{
	graph_write_links(&j->fabric.graph, f);
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
	status = write_file(j, "lfts", j->own->lfts, write_lfts);
	if (status == EXIT_OK)
		status = write_file(j, "csv", j->own->csv, write_csv);
	if (status == EXIT_OK)
		status = write_file(j, "links", j->own->links, write_links);
	return status;
}

int routes_fabric(const struct options *o, const struct routes_options *own)
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

	if (!refuse_others(o, own, why))
		return bad_input("%s", why);
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
