#include "real_fabric.h"

#include "graph_read.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const routes_algorithms[ROUTES_ALGORITHMS] = { "auto", "dmodk", "updown" };

__attribute__((format(printf, 3, 4))) static bool fail(struct real_fabric *r, int error, const char *format, ...)
{
	va_list a;

	va_start(a, format);
	vsnprintf(r->why, sizeof r->why, format, a);
	va_end(a);
	r->error = error;
	return false;
}

/* NULL: it cannot be read, and why is set. */
static struct named_text read_file(struct real_fabric *r, const char *option, const char *path)
{
	errno = 0;
	const struct named_text t = { path, text_read(path) };
	const int error = errno ? errno : ENOMEM;

	if (!t.text.s)
		fail(r, error, "--%s: %s: %s", option, path, text_error(error));
	return t;
}

static bool no_memory(struct real_fabric *r)
{
	return fail(r, ENOMEM, "not enough memory for tables of %u switches", r->graph.switches);
}

static bool read_graph(struct real_fabric *r, struct named_text fabric)
{
	struct named_text without = { 0 };

	if (r->files->without) {
		without = read_file(r, "without", r->files->without);
		if (!without.text.s)
			return false;
	}
	const bool good = graph_read(&r->graph, fabric, without, r->why);

	free(without.text.s);
	return good;
}

enum file { FABRIC, ROUTES, ROOTS, SL2VL, PATHS };

static bool read_text(struct real_fabric *r, enum file file, struct named_text t)
{
	switch (file) {
	case FABRIC: return read_graph(r, t);
	case ROUTES: return forwarding_read(&r->tables, t.path, t.text, r->why);
	case ROOTS: return roots_read(&r->graph, t, r->root, &r->roots, r->why);
	case SL2VL: return levels_read_sl2vl(&r->levels, t.path, t.text, r->why);
	default: return levels_read_paths(&r->levels, t.path, t.text, r->why);
	}
}

static bool use(struct real_fabric *r, enum file file, const char *path)
{
	static const char *const options[] = { "fabric", "routes", "roots", "sl2vl", "paths" };
	const struct named_text t = read_file(r, options[file], path);
	const bool good = t.text.s && read_text(r, file, t);

	if (!good && !r->error && strstr(r->why, "not enough memory"))
		r->error = ENOMEM;
	free(t.text.s);
	return good;
}

static bool read_levels(struct real_fabric *r)
{
	if (!levels_new(&r->levels, &r->graph))
		return no_memory(r);
	return use(r, SL2VL, r->files->sl2vl) && (!r->files->paths || use(r, PATHS, r->files->paths));
}

static bool find_roots(struct real_fabric *r)
{
	r->root = malloc(r->graph.switches * sizeof *r->root);
	if (!r->root)
		return no_memory(r);
	if (r->files->roots)
		return use(r, ROOTS, r->files->roots);
	return forwarding_roots(&r->graph, r->root, &r->roots) || no_memory(r);
}

static bool compute(struct real_fabric *r)
{
	bool applies = false;

	if (r->files->algorithm != ROUTES_UPDOWN && !r->files->roots && !forwarding_dmodk(&r->tables, &applies))
		return no_memory(r);
	if (!applies && r->files->algorithm == ROUTES_DMODK)
		return fail(r, 0, "--algorithm: D-mod-K is for fat trees, and %s is none; updown is for all fabrics", r->files->fabric);
	if (!applies && !find_roots(r))
		return false;
	return ((applies || forwarding_updown(&r->tables, r->root, r->roots)) && forwarding_complete(&r->tables)) || no_memory(r);
}

bool real_fabric_open(struct real_fabric *r, const struct real_fabric_files *files)
{
	*r = (struct real_fabric){ .files = files };
	if (!use(r, FABRIC, files->fabric))
		return false;
	if (!forwarding_new(&r->tables, &r->graph))
		return no_memory(r);
	if (!(files->routes ? use(r, ROUTES, files->routes) : compute(r)) || (files->sl2vl && !read_levels(r)))
		return false;
	return forwarding_check(&r->tables, files->sl2vl ? &r->levels : NULL, &r->verdict) || no_memory(r);
}

void real_fabric_close(struct real_fabric *r)
{
	forwarding_verdict_free(&r->verdict);
	levels_free(&r->levels);
	forwarding_free(&r->tables);
	graph_free(&r->graph);
	free(r->root);
}
