#include "graph_build_parts.h"

#include <stdlib.h>

/* Puts together what was collected. number: by device of the file, its number in the fabric; GRAPH_NONE: it is left out. */
struct finish {
	struct graph_build *b;
	struct graph *g;
	uint32_t *number;
	unsigned *line;                 /* by port: where its LID is given, or else the first of its facts */
	unsigned *described;            /* by device of the fabric */
	unsigned *link;                 /* by port: its link, with its rate if any line has one */
};

/* What is sorted: devices by their lines, switches by their GUIDs. */
struct keyed {
	uint64_t key;
	uint32_t number;
};

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static const char *key(const struct graph_build *b, uint32_t device)
{
	return b->text + b->device[device].key;
}

/* Its name, and the place of its ports. */
static bool place_device(struct finish *f, uint32_t i)
{
	const struct build_device *d = &f->b->device[i];
	const unsigned ports = d->facts.ports < GRAPH_PORTS ? d->facts.ports : GRAPH_PORTS;
	struct graph *g = f->g;

	if (!d->line)
		return file_lines_refuse(f->b->lines, d->used, "no line of the file describes '%.*s'", WORD_SHOWN, key(f->b, i));
	f->described[g->devices] = d->line;
	f->number[i] = g->devices;
	g->device[g->devices++] = (struct graph_device){
		.guid = d->facts.guid, .name = (uint32_t)d->name, .first = g->ports, .lid = d->facts.lid, .lmc = d->facts.lmc, .ports = (uint8_t)ports,
		.is_switch = d->facts.is_switch,
	};
	g->ports += ports;
	return true;
}

/* Devices in the order in which the file describes them. */
static bool place_devices(struct finish *f)
{
	struct graph_build *b = f->b;
	struct keyed *placed = calloc(b->devices + 1, sizeof *placed);
	bool good = placed || file_lines_no_memory(b->lines);

	for (uint32_t i = 0; good && i < b->devices; i++) {
		placed[i] = (struct keyed){ b->device[i].line, i };
		f->number[i] = GRAPH_NONE;
	}
	if (good && b->devices)
		qsort(placed, b->devices, sizeof *placed, by_key);
	for (uint32_t i = 0; good && i < b->devices; i++)
		good = b->device[placed[i].number].left_out || place_device(f, placed[i].number);
	free(placed);
	return good;
}

/* A port that a line of the file names; NULL: its device has no such port. */
static struct graph_port *port_of(const struct finish *f, uint32_t device, unsigned port, unsigned line)
{
	const struct graph_device *d = &f->g->device[f->number[device]];

	if (port >= 1 && port <= d->ports)
		return &f->g->port[d->first + port - 1];
	if (port > GRAPH_PORTS)
		file_lines_refuse(f->b->lines, line, "port %u of '%.*s': only links of ports 1 to %d are supported", port, WORD_SHOWN, key(f->b, device), GRAPH_PORTS);
	else
		file_lines_refuse(f->b->lines, line, "'%.*s' has no port %u, but %u ports", WORD_SHOWN, key(f->b, device), port, d->ports);
	return NULL;
}

static bool join_one_way(struct finish *f, const struct build_link *l, struct graph_port *from, const struct graph_port *to)
{
	const uint32_t peer = (uint32_t)(to - f->g->port);
	unsigned *const line = &f->link[from - f->g->port];

	if (from == to)
		return file_lines_refuse(f->b->lines, l->line, "port %u of '%.*s' is linked to itself", l->a_port, WORD_SHOWN, key(f->b, l->a));
	if (from->peer != GRAPH_NONE && from->peer != peer) {
		const bool a = from->device == f->number[l->a];

		return file_lines_refuse(f->b->lines, l->line, "port %u of '%.*s' has another link in line %u", a ? l->a_port : l->b_port, WORD_SHOWN,
					 key(f->b, a ? l->a : l->b), *line);
	}
	if (l->rate.mbit && from->rate.mbit && l->rate.mbit != from->rate.mbit)
		return file_lines_refuse(f->b->lines, l->line, "port %u of '%.*s' has another rate in line %u", l->a_port, WORD_SHOWN, key(f->b, l->a), *line);
	if (from->peer == GRAPH_NONE || !from->rate.mbit)
		*line = l->line;
	from->peer = peer;
	from->rate = l->rate.mbit ? l->rate : from->rate;
	return true;
}

static bool join(struct finish *f)
{
	const struct graph_build *b = f->b;

	for (uint32_t i = 0; i < b->links; i++) {
		const struct build_link *l = &b->link[i];
		struct graph_port *a, *c;

		if (b->device[l->a].left_out || b->device[l->b].left_out)
			continue;
		a = port_of(f, l->a, l->a_port, l->line);
		c = a ? port_of(f, l->b, l->b_port, l->line) : NULL;
		if (!c || !join_one_way(f, l, a, c) || !join_one_way(f, l, c, a))
			return false;
	}
	return true;
}

/* Both told, and not the same. */
static bool differ(uint64_t a, uint64_t b)
{
	return a && b && a != b;
}

static bool tell_port(struct finish *f, const struct build_port *p, struct graph_port *to)
{
	const struct port_facts *const t = &p->facts;
	unsigned *const line = &f->line[to - f->g->port];

	if (differ(t->lid, to->lid))
		return file_lines_refuse(f->b->lines, p->line, "LID %u of port %u of '%.*s' is %u in line %u", t->lid, p->port, WORD_SHOWN, key(f->b, p->device),
					 to->lid, *line);
	if (differ(t->guid, to->guid) || differ(t->lmc, to->lmc))
		return file_lines_refuse(f->b->lines, p->line, "port %u of '%.*s' has another %s in line %u", p->port, WORD_SHOWN, key(f->b, p->device),
					 differ(t->guid, to->guid) ? "GUID" : "LMC", *line);
	to->guid = t->guid ? t->guid : to->guid;
	to->lid = t->lid ? t->lid : to->lid;
	to->lmc = t->lmc ? t->lmc : to->lmc;
	*line = t->lid || !*line ? p->line : *line;
	return true;
}

/* Ports that have no link get no LID. */
static bool tell_ports(struct finish *f)
{
	const struct graph_build *b = f->b;

	for (uint32_t i = 0; i < b->ports; i++) {
		const struct build_port *p = &b->port[i];
		struct graph_port *to;

		if (b->device[p->device].left_out)
			continue;
		to = port_of(f, p->device, p->port, p->line);
		if (!to || (to->peer != GRAPH_NONE && !tell_port(f, p, to)))
			return false;
	}
	return true;
}

/* Switches and end nodes in the order of the file. */
static void number_all(struct graph *g)
{
	for (uint32_t i = 0; i < g->devices; i++)
		if (g->device[i].is_switch) {
			g->device[i].number = g->switches;
			g->sw[g->switches++] = i;
		}
	for (uint32_t p = 0; p < g->ports; p++) {
		const uint32_t peer = g->port[p].peer;

		if (!g->device[g->port[p].device].is_switch && peer != GRAPH_NONE && g->device[g->port[peer].device].is_switch)
			g->node[g->nodes++] = p;
	}
}

static bool has_lids(const struct graph *g)
{
	for (uint32_t sw = 0; sw < g->switches; sw++)
		if (graph_switch(g, sw)->lid)
			return true;
	for (uint32_t n = 0; n < g->nodes; n++)
		if (g->port[g->node[n]].lid)
			return true;
	return false;
}

static bool give_lids(struct finish *f)
{
	struct graph *g = f->g;

	if (g->nodes + g->switches >= GRAPH_LIDS)
		return file_lines_refuse(f->b->lines, 0, "%u end nodes and %u switches: there are %d LIDs", g->nodes, g->switches, GRAPH_LIDS - 1);
	for (uint32_t n = 0; n < g->nodes; n++)
		g->port[g->node[n]].lid = (uint16_t)(n + 1);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		g->device[g->sw[sw]].lid = (uint16_t)(g->nodes + sw + 1);
	return true;
}

/* The line that has the LID of an end node, or behind those of a switch. */
static unsigned line_of(const struct finish *f, uint32_t by)
{
	return by < f->g->nodes ? f->line[f->g->node[by]] : f->described[f->g->sw[by - f->g->nodes]];
}

/* Enter 2^lmc LIDs from lid on. who: for the message. */
static bool claim(struct finish *f, uint16_t lid, uint8_t lmc, uint32_t by, const char *who)
{
	struct graph *g = f->g;

	if (!lid)
		return file_lines_refuse(f->b->lines, 0, "'%.*s' has no LID, while others have; it can be left out", WORD_SHOWN, who);
	for (uint32_t i = 0; i < 1u << lmc; i++) {
		if (lid + i >= GRAPH_LIDS)
			return file_lines_refuse(f->b->lines, 0, "LID %u of '%.*s' is not in 1..%d", lid + i, WORD_SHOWN, who, GRAPH_LIDS - 1);
		if (g->of_lid[lid + i] != GRAPH_NONE)
			return file_lines_refuse(f->b->lines, line_of(f, by), "'%.*s' has LID %u, which is another one's in line %u", WORD_SHOWN, who, lid + i,
						 line_of(f, g->of_lid[lid + i]));
		g->of_lid[lid + i] = by;
		g->targets++;
	}
	return true;
}

/* Fill of_lid: with the number of the end node, and behind those with that of the switch. */
static bool claim_lids(struct finish *f)
{
	struct graph *g = f->g;

	for (uint32_t n = 0; n < g->nodes; n++) {
		const struct graph_port *p = &g->port[g->node[n]];

		if (!claim(f, p->lid, p->lmc, n, graph_name(g, &g->device[p->device])))
			return false;
	}
	for (uint32_t sw = 0; sw < g->switches; sw++) {
		const struct graph_device *d = graph_switch(g, sw);

		if (!claim(f, d->lid, d->lmc, g->nodes + sw, graph_name(g, d)))
			return false;
	}
	return true;
}

/* Number end nodes and switches in the order of their LIDs, in ports and devices. of_lid has their numbers in the order of the file. */
static void renumber(struct graph *g)
{
	uint32_t nodes = 0, switches = 0;

	for (uint32_t lid = 1; lid < g->lids; lid++) {
		const uint32_t by = g->of_lid[lid];

		if (by < g->nodes && g->port[g->node[by]].lid == lid)
			g->port[g->node[by]].node = nodes++;
		else if (by >= g->nodes && by != GRAPH_NONE && graph_switch(g, by - g->nodes)->lid == lid)
			g->device[g->sw[by - g->nodes]].number = switches++;
	}
}

/* Targets in the order of LIDs. node and sw are still in the order of the file. */
static void list_targets(struct graph *g)
{
	uint32_t n = 0;

	for (uint32_t lid = 1; lid < g->lids; lid++) {
		const uint32_t by = g->of_lid[lid];

		if (by == GRAPH_NONE)
			continue;
		if (by < g->nodes) {
			const struct graph_port *end = &g->port[g->node[by]];
			const struct graph_device *d = &g->device[g->port[end->peer].device];

			g->target[n] = (struct graph_target){ d->number, end->node, (uint16_t)lid, (uint8_t)(end->peer - d->first + 1) };
		} else
			g->target[n] = (struct graph_target){ graph_switch(g, by - g->nodes)->number, GRAPH_NONE, (uint16_t)lid, 0 };
		g->of_lid[lid] = n++;
	}
}

static void need_lids(struct graph *g, uint16_t lid, uint8_t lmc)
{
	const uint32_t lids = lid + (1u << lmc);

	g->lids = lids > g->lids ? lids : g->lids;
}

static bool make_lids(struct finish *f)
{
	struct graph *g = f->g;

	for (uint32_t n = 0; n < g->nodes; n++)
		need_lids(g, g->port[g->node[n]].lid, g->port[g->node[n]].lmc);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		need_lids(g, graph_switch(g, sw)->lid, graph_switch(g, sw)->lmc);
	g->of_lid = malloc(g->lids * sizeof *g->of_lid);
	if (!g->of_lid)
		return file_lines_no_memory(f->b->lines);
	for (uint32_t lid = 0; lid < g->lids; lid++)
		g->of_lid[lid] = GRAPH_NONE;
	return true;
}

/* node and sw by the new numbers. */
static void order(struct graph *g)
{
	for (uint32_t i = 0; i < g->devices; i++)
		if (g->device[i].is_switch)
			g->sw[g->device[i].number] = i;
	for (uint32_t p = 0; p < g->ports; p++)
		if (g->port[p].node != GRAPH_NONE)
			g->node[g->port[p].node] = p;
}

static bool finish_lids(struct finish *f)
{
	struct graph *g = f->g;

	if ((!has_lids(g) && !give_lids(f)) || !make_lids(f) || !claim_lids(f))
		return false;
	g->target = calloc(g->targets, sizeof *g->target);
	if (!g->target)
		return file_lines_no_memory(f->b->lines);
	renumber(g);
	list_targets(g);
	order(g);
	return true;
}

/* Tables know switches by their GUIDs. */
static bool guids_differ(struct finish *f)
{
	const struct graph *g = f->g;
	struct keyed *of = calloc(g->switches, sizeof *of);
	bool good = of || file_lines_no_memory(f->b->lines);

	for (uint32_t sw = 0; good && sw < g->switches; sw++)
		of[sw] = (struct keyed){ graph_switch(g, sw)->guid, sw };
	if (good)
		qsort(of, g->switches, sizeof *of, by_key);
	for (uint32_t i = 1; good && i < g->switches; i++)
		if (of[i].key && of[i].key == of[i - 1].key)
			good = file_lines_refuse(f->b->lines, f->described[g->sw[of[i].number]], "switch '%.*s' has the GUID of '%.*s' in line %u", WORD_SHOWN,
						 graph_name(g, graph_switch(g, of[i].number)), WORD_SHOWN, graph_name(g, graph_switch(g, of[i - 1].number)),
						 f->described[g->sw[of[i - 1].number]]);
	free(of);
	return good;
}

static bool make_ports(struct finish *f)
{
	struct graph *g = f->g;

	g->port = calloc(g->ports + 1, sizeof *g->port);
	g->node = calloc(g->ports + 1, sizeof *g->node);
	f->line = calloc(g->ports + 1, sizeof *f->line);
	f->link = calloc(g->ports + 1, sizeof *f->link);
	if (!g->port || !g->node || !f->line || !f->link)
		return file_lines_no_memory(f->b->lines);
	for (uint32_t d = 0; d < g->devices; d++)
		for (uint32_t p = 0; p < g->device[d].ports; p++)
			g->port[g->device[d].first + p] = (struct graph_port){ .device = d, .peer = GRAPH_NONE, .node = GRAPH_NONE };
	return true;
}

static bool finish(struct finish *f)
{
	struct graph *g = f->g;

	g->device = calloc(f->b->devices + 1, sizeof *g->device);
	g->sw = calloc(f->b->devices + 1, sizeof *g->sw);
	f->number = calloc(f->b->devices + 1, sizeof *f->number);
	f->described = calloc(f->b->devices + 1, sizeof *f->described);
	if (!g->device || !g->sw || !f->number || !f->described)
		return file_lines_no_memory(f->b->lines);
	if (!place_devices(f) || !make_ports(f) || !join(f) || !tell_ports(f))
		return false;
	number_all(g);
	if (g->nodes < 2)
		return file_lines_refuse(f->b->lines, 0, "%u end nodes on switches; a fabric has at least 2", g->nodes);
	return finish_lids(f) && guids_differ(f);
}

bool graph_build_finish(struct graph_build *b, struct graph *g)
{
	struct finish f = { .b = b, .g = g };
	bool good;

	*g = (struct graph){ .text = b->text };
	good = finish(&f);
	free(f.number);
	free(f.line);
	free(f.link);
	free(f.described);
	b->text = NULL;
	if (!good)
		graph_free(g);
	return good;
}
