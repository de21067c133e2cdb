#include "real_fabric.h"

#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const routes_algorithms[ROUTES_ALGORITHMS] = { "auto", "dmodk", "updown" };

/* The lines of the file that an option names, whose text is to be freed in any case. */
static bool open_lines(struct real_fabric *r, const char *option, const char *path, struct file_lines *lines)
{
	errno = 0;
	const struct text t = text_read(path);
	const int error = errno ? errno : ENOMEM;

	lines->text = NULL;
	if (t.s)
		return file_lines_begin(lines, path, t, r->why);
	r->error = error;
	return why_not(r->why, sizeof r->why, "--%s: %s: %s", option, path, text_error(error));
}

static bool no_memory(struct real_fabric *r)
{
	r->error = ENOMEM;
	return why_not(r->why, sizeof r->why, "not enough memory for tables of %u switches", r->graph.switches);
}

static bool read_graph(struct real_fabric *r, struct file_lines *lines)
{
	const char *const path = r->files->without;
	struct file_lines without = { .path = path };
	const bool good = (!path || open_lines(r, "without", path, &without)) && graph_read(&r->graph, &r->memory, lines, path ? &without : NULL);

	free(without.text);
	return good;
}

enum file { FABRIC, ROUTES, ROOTS, SL2VL, PATHS };

static bool read_lines(struct real_fabric *r, enum file file, struct file_lines *lines)
{
	switch (file) {
	case FABRIC: return read_graph(r, lines);
	case ROUTES: return forwarding_read(&r->tables, lines);
	case ROOTS: return roots_read(&r->graph, lines, r->root, &r->roots);
	case SL2VL: return levels_read_sl2vl(&r->levels, lines);
	default: return levels_read_paths(&r->levels, lines);
	}
}

static bool use(struct real_fabric *r, enum file file, const char *path)
{
	static const char *const options[] = { "fabric", "routes", "roots", "sl2vl", "paths" };
	struct file_lines lines;
	const bool good = open_lines(r, options[file], path, &lines) && read_lines(r, file, &lines);

	if (!good && !r->error && strstr(r->why, "not enough memory"))
		r->error = ENOMEM;
	free(lines.text);
	return good;
}

static bool read_levels(struct real_fabric *r)
{
	if (!levels_new(&r->levels, &r->graph, &r->memory))
		return no_memory(r);
	return use(r, SL2VL, r->files->sl2vl) && (!r->files->paths || use(r, PATHS, r->files->paths));
}

static bool find_roots(struct real_fabric *r, struct ways *w)
{
	r->root = stock_array(&r->memory, r->graph.switches, sizeof *r->root);
	if (!r->root)
		return no_memory(r);
	if (r->files->roots)
		return use(r, ROOTS, r->files->roots);
	forwarding_roots(w, r->root, &r->roots);
	return true;
}

static bool compute(struct real_fabric *r)
{
	struct ways w;
	bool applies = false;

	if (!ways_new(&w, &r->graph, &r->memory))
		return no_memory(r);
	if (r->files->algorithm != ROUTES_UPDOWN && !r->files->roots && !forwarding_dmodk(&r->tables, &w, &applies))
		return no_memory(r);
	if (!applies && r->files->algorithm == ROUTES_DMODK)
		return why_not(r->why, sizeof r->why, "--algorithm: D-mod-K is for fat trees, and %s is none; updown is for all fabrics", r->files->fabric);
	if (!applies && !find_roots(r, &w))
		return false;
	if (!applies && !forwarding_updown(&r->tables, &w, r->root, r->roots))
		return no_memory(r);
	forwarding_complete(&r->tables, &w);
	return true;
}

bool real_fabric_open(struct real_fabric *r, const struct real_fabric_files *files)
{
	*r = (struct real_fabric){ .files = files };
	if (!use(r, FABRIC, files->fabric))
		return false;
	if (!forwarding_new(&r->tables, &r->graph, &r->memory))
		return no_memory(r);
	if (!(files->routes ? use(r, ROUTES, files->routes) : compute(r)) || (files->sl2vl && !read_levels(r)))
		return false;
	return forwarding_check(&r->tables, files->sl2vl ? &r->levels : NULL, &r->verdict) || no_memory(r);
}

void real_fabric_close(struct real_fabric *r)
{
	free(r->verdict.cycle);
	stock_free(&r->memory);
}
