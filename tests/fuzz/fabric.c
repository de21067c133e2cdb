/*
 * Any bytes as a real fabric and its forwarding tables: refused with the line of the error, or read. What was read is consistent, checked, written,
 * and read back the same; tables that are computed for it have no cycle. Files are separated by '%': the fabric, its tables, names to leave out, lanes
 * of service levels, and levels of pairs; one without a byte is none.
 */
#include "fuzz.h"
#include "forwarding.h"
#include "graph.h"

enum { BYTES = 1 << 16 };
enum { OF_FABRIC, OF_TABLES, OF_NAMES, OF_LANES, OF_PATHS, FILES };

#define FABRIC "x.net"
#define TABLES "x.routes"
#define NAMES "x.names"
#define LANES "x.sl2vl"
#define PATHS "x.paths"

/* A part of the input with a NUL behind it; s NULL: there is none. */
static struct text part(const uint8_t **data, const uint8_t *end)
{
	const uint8_t *const from = *data, *const stop = from < end ? memchr(from, '%', (size_t)(end - from)) : NULL;
	struct text t = { NULL, (size_t)((stop ? stop : end) - from) };

	*data = stop ? stop + 1 : end;
	if (!t.size)
		return t;
	t.s = malloc(t.size + 1);
	require(t.s);
	memcpy(t.s, from, t.size);
	t.s[t.size] = '\0';
	return t;
}

static void refused(const char *why, const char *path)
{
	require_message(why, GRAPH_WHY, path);
}

static bool read_graph(struct graph *g, struct stock *memory, struct text fabric, struct text names, char why[GRAPH_WHY])
{
	struct file_lines lines, without;

	return file_lines_begin(&lines, FABRIC, fabric, why) && (!names.s || file_lines_begin(&without, NAMES, names, why)) &&
	       graph_read(g, memory, &lines, names.s ? &without : NULL);
}

static bool read_routes(struct forwarding *f, struct text tables, char why[GRAPH_WHY])
{
	struct file_lines lines;

	return file_lines_begin(&lines, TABLES, tables, why) && forwarding_read(f, &lines);
}

/* Links join two ports; switches, end nodes and LIDs are found by their numbers. */
static void consistent(const struct graph *g)
{
	require(g->nodes >= 2 && g->targets >= g->nodes + g->switches);
	for (uint32_t p = 0; p < g->ports; p++)
		require(g->port[p].peer == GRAPH_NONE || (g->port[p].peer < g->ports && g->port[p].peer != p && g->port[g->port[p].peer].peer == p));
	for (uint32_t sw = 0; sw < g->switches; sw++) {
		require(graph_switch(g, sw)->is_switch && graph_switch(g, sw)->number == sw);
		require(g->target[graph_find_lid(g, graph_switch(g, sw)->lid)].sw == sw);
	}
	for (uint32_t n = 0; n < g->nodes; n++) {
		const struct graph_place at = graph_attach(g, n);
		const struct graph_place back = graph_peer(g, at.number, at.port);

		require(back.is == GRAPH_NODE && back.number == n && g->target[graph_target_of_node(g, n)].node == n);
	}
	for (uint32_t t = 1; t < g->targets; t++)
		require(g->target[t - 1].lid < g->target[t].lid);
}

/* The verdict is consistent. Is it that tables without a cycle would have? */
static bool judged(const struct forwarding *f, const struct levels *levels)
{
	struct forwarding_verdict v;
	uint64_t targets = 0;
	bool acyclic;

	require(forwarding_check(f, levels, &v));
	for (uint32_t t = 0; t < f->graph->targets; t++)
		targets += f->graph->target[t].node != GRAPH_NONE;
	require(v.pairs + v.lost.n + v.round.n == targets * f->graph->nodes);
	require(memchr(v.lost.first, '\0', FORWARDING_FLAW) && memchr(v.round.first, '\0', FORWARDING_FLAW));
	require(!v.lost.n == !*v.lost.first && !v.round.n == !*v.round.first && !v.cycle == !v.cycle_links);
	for (uint32_t i = 0; i < v.cycle_links; i++) {
		const uint32_t port = v.cycle[i] / v.vls;

		require(graph_peer(f->graph, port / GRAPH_PORTS, port % GRAPH_PORTS + 1).is == GRAPH_SWITCH);
	}
	require(!v.round.n || v.cycle || levels);
	acyclic = !v.cycle;
	free(v.cycle);
	return acyclic;
}

static struct text written(const struct graph *g, const struct forwarding *f)
{
	struct text t = { NULL, 0 };
	FILE *to = open_memstream(&t.s, &t.size);

	require(to);
	if (f)
		forwarding_write_csv(f, to);
	else
		graph_write_links(g, to);
	require(!fclose(to));
	return t;
}

/* Tables as CSV are the same tables, unless switches without a GUID have the same name. */
static void tables_back(const struct forwarding *f)
{
	struct text t = written(f->graph, f);
	struct stock memory = { .last = NULL };
	struct forwarding again;
	char why[GRAPH_WHY];

	require(forwarding_new(&again, f->graph, &memory));
	if (read_routes(&again, t, why))
		require(!memcmp(again.out, f->out, (size_t)f->graph->switches * f->graph->targets) && !again.foreign);
	else
		require(strstr(why, " switches are called "));
	stock_free(&memory);
	free(t.s);
}

/* The links as CSV are the same links, unless devices without a GUID have the same name. */
static void links_back(const struct graph *g)
{
	struct text t = written(g, NULL), copy;
	struct stock memory = { .last = NULL };
	struct graph again;
	char why[GRAPH_WHY];

	copy = t;
	copy.s = malloc(t.size + 1);
	require(copy.s);
	memcpy(copy.s, t.s, t.size + 1);
	if (read_graph(&again, &memory, copy, (struct text){ 0 }, why)) {
		consistent(&again);
		if (again.nodes == g->nodes && again.switches == g->switches) {
			struct text once_more = written(&again, NULL);

			require(once_more.size == t.size && !memcmp(once_more.s, t.s, t.size));
			free(once_more.s);
		}
	} else
		refused(why, FABRIC);
	stock_free(&memory);
	free(copy.s);
	free(t.s);
}

static void compute(const struct graph *g, struct text names)
{
	uint32_t *roots = malloc((g->switches + 1) * sizeof *roots), n;
	struct stock memory = { .last = NULL };
	struct file_lines lines;
	struct forwarding f;
	struct ways w;
	char why[GRAPH_WHY];
	bool applies;

	require(roots && ways_new(&w, g, &memory) && forwarding_new(&f, g, &memory) && forwarding_dmodk(&f, &w, &applies));
	forwarding_complete(&f, &w);
	require(judged(&f, NULL) || !applies);
	require(forwarding_new(&f, g, &memory));
	if (!names.s || !file_lines_begin(&lines, NAMES, names, why) || !roots_read(g, &lines, roots, &n))
		forwarding_roots(&w, roots, &n);
	require(n && forwarding_updown(&f, &w, roots, n));
	forwarding_complete(&f, &w);
	require(judged(&f, NULL));
	tables_back(&f);
	stock_free(&memory);
	free(roots);
}

/* What has no cycle in one lane has none in several. */
static void with_levels(const struct forwarding *f, struct text lanes, struct text paths, bool acyclic)
{
	struct stock memory = { .last = NULL };
	struct file_lines of_lanes, of_paths;
	struct levels l;
	char why[GRAPH_WHY];

	require(levels_new(&l, f->graph, &memory));
	if (!file_lines_begin(&of_lanes, LANES, lanes, why) || !levels_read_sl2vl(&l, &of_lanes))
		refused(why, LANES);
	else if (paths.s && (!file_lines_begin(&of_paths, PATHS, paths, why) || !levels_read_paths(&l, &of_paths)))
		refused(why, PATHS);
	else
		require(judged(f, &l) || !acyclic);
	stock_free(&memory);
}

static void read_tables(const struct graph *g, struct text tables, struct text lanes, struct text paths)
{
	struct stock memory = { .last = NULL };
	struct forwarding f;
	char why[GRAPH_WHY];

	require(forwarding_new(&f, g, &memory));
	if (read_routes(&f, tables, why)) {
		const bool acyclic = judged(&f, NULL);

		if (lanes.s)
			with_levels(&f, lanes, paths, acyclic);
		tables_back(&f);
	} else
		refused(why, TABLES);
	stock_free(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *const end = data + size;
	struct text file[FILES], names;
	struct stock memory = { .last = NULL };
	struct graph g;
	char why[GRAPH_WHY];

	if (size > BYTES)
		return 0;
	for (unsigned i = 0; i < FILES; i++)
		file[i] = part(&data, end);
	names = file[OF_NAMES];
	if (names.s) {
		names.s = malloc(names.size + 1);
		require(names.s);
		memcpy(names.s, file[OF_NAMES].s, names.size + 1);
	}
	if (file[OF_FABRIC].s && read_graph(&g, &memory, file[OF_FABRIC], names, why)) {
		consistent(&g);
		links_back(&g);
		compute(&g, file[OF_NAMES]);
		if (file[OF_TABLES].s)
			read_tables(&g, file[OF_TABLES], file[OF_LANES], file[OF_PATHS]);
	} else if (file[OF_FABRIC].s)
		refused(why, !strncmp(why, NAMES, strlen(NAMES)) ? NAMES : FABRIC);
	stock_free(&memory);
	free(names.s);
	for (unsigned i = 0; i < FILES; i++)
		free(file[i].s);
	return 0;
}
