/*
 * Any bytes as routing tables: refused with the line of the error, or read. Tables that were read are checked, written, and read back the
 * same. The first byte selects a network. Files are separated by '%'; switches without a file have the tables of the scheme.
 */
#include "fuzz.h"
#include "net/topology/routing_check.h"

#include <stdlib.h>

enum { BYTES = 1 << 16 };

static const struct { enum topology_kind kind; unsigned k, n, scheme, queues; } networks[] = {
	{ TOPOLOGY_KTREE, 2, 2, SCHEME_obqa, 2 }, { TOPOLOGY_KTREE, 2, 3, SCHEME_dbbm, 4 }, { TOPOLOGY_BMIN, 3, 2, SCHEME_voqsw, 1 },
	{ TOPOLOGY_SINGLE, 5, 1, SCHEME_voqnet, 1 }, { TOPOLOGY_KTREE, 2, 2, SCHEME_fbicm, 1 }, { TOPOLOGY_KTREE, 4, 1, SCHEME_one_queue, 1 },
};

struct network {
	struct topology topology;
	struct shape shape;
	struct routing routing;
	struct routing_read *all;
};

static void open_network(struct network *w, unsigned choice)
{
	struct params p = params_default();
	char why[PARAMS_WHY];

	p.scheme = networks[choice].scheme;
	p.radix = networks[choice].kind == TOPOLOGY_SINGLE ? networks[choice].k : 2 * networks[choice].k;
	p.queues = networks[choice].queues;
	p.nodes = 16;
	w->shape = shape_of(&p);
	require(topology_make(&w->topology, &(struct topology_config){ .kind = networks[choice].kind, .k = networks[choice].k, .n = networks[choice].n }, &w->shape, why));
	w->routing = routing_of(&w->topology, &w->shape);
	w->all = malloc(sizeof *w->all + (size_t)w->topology.switches * w->topology.nodes * sizeof w->all->entry[0]);
	require(w->all);
	w->all->nodes = w->topology.nodes;
	for (uint32_t sw = 0; sw < w->topology.switches; sw++)
		for (uint32_t d = 0; d < w->topology.nodes; d++)
			w->all->entry[sw * w->topology.nodes + d] = routing_entry(&w->routing, sw, d);
}

static bool read_table(struct network *w, uint32_t sw, const void *text, size_t size, char why[ROUTING_WHY])
{
	char *const copy = malloc(size + 1);
	FILE *f;
	bool good;

	require(copy);
	memcpy(copy, text, size);
	f = fmemopen(copy, size, "r");
	require(f);
	good = routing_read_hex(w->all, &w->shape, sw, f, "x.hex", why);
	fclose(f);
	free(copy);
	return good;
}

/* The verdict on the tables is consistent. */
static void judged(const struct network *w)
{
	struct routing_verdict v;
	bool flawless = true;

	require(routing_check(&w->routing, w->all, &v));
	for (unsigned i = 0; i < ROUTING_RULES; i++) {
		require(memchr(v.flaws[i].first, '\0', ROUTING_FLAW) && !v.flaws[i].n == !*v.flaws[i].first);
		flawless = flawless && !v.flaws[i].n;
	}
	require(v.pairs <= (uint64_t)w->topology.nodes * w->topology.nodes && !v.cycle == !v.cycle_links);
	for (uint32_t i = 0; i < v.cycle_links; i++)
		require(v.cycle[i] < w->topology.switches * w->topology.radix);
	require(routing_sound(&v) == (flawless && !v.cycle));
	free(v.cycle);
}

static void read_back(struct network *w)
{
	const size_t bytes = w->topology.nodes * sizeof w->all->entry[0];
	char *text = NULL, why[ROUTING_WHY];
	struct table_entry *before = malloc(bytes);
	size_t size;
	FILE *f = open_memstream(&text, &size);

	require(before && f);
	memcpy(before, w->all->entry, bytes);
	for (uint32_t d = 0; d < w->topology.nodes; d++)
		fprintf(f, "%x\n", (unsigned)before[d].queue << w->shape.port_w | before[d].output);
	require(!fclose(f) && read_table(w, 0, text, size, why));
	require(!memcmp(before, w->all->entry, bytes));
	free(before);
	free(text);
}

/* Read all files; false: one is refused. */
static bool read_files(struct network *w, const uint8_t *data, size_t size)
{
	const uint8_t *const end = data + size;
	char why[ROUTING_WHY];

	for (uint32_t sw = 0; sw < w->topology.switches && data < end; sw++) {
		const uint8_t *const stop = memchr(data, '%', (size_t)(end - data)), *const file_end = stop ? stop : end;

		if (!read_table(w, sw, data, (size_t)(file_end - data), why)) {
			require_message(why, sizeof why, "x.hex");
			return false;
		}
		data = file_end + (stop != NULL);
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct network w;

	if (!size || size > BYTES)
		return 0;
	open_network(&w, data[0] % (sizeof networks / sizeof *networks));
	if (read_files(&w, data + 1, size - 1)) {
		judged(&w);
		read_back(&w);
	}
	free(w.all);
	return 0;
}
