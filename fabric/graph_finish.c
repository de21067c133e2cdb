#include "graph_build.h"

#include <stdlib.h>

/* Puts together what was collected. */
struct finish {
	struct graph_build *b;
	struct graph *g;
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
		return file_lines_refuse_at(f->b->lines, d->used, "no line of the file describes '%.*s'", WORD_SHOWN, key(f->b, i));
	f->described[g->devices] = d->line;
	f->b->device[i].number = g->devices;
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
		f->b->device[i].number = GRAPH_NONE;
	}
	if (good && b->devices)
		qsort(placed, b->devices, sizeof *placed, by_key);
	for (uint32_t i = 0; good && i < b->devices; i++)
		good = b->device[placed[i].number].left_out || place_device(f, placed[i].number);
	free(placed);
	return good;
}

/* A port that a line of the file names; NULL: its device has no such port. */
static struct graph_port *port_of(const struct finish *f, struct build_end e, unsigned line)
{
	const struct graph_device *d = &f->g->device[f->b->device[e.device].number];

	if (e.port >= 1 && e.port <= d->ports)
		return &f->g->port[d->first + e.port - 1];
	if (e.port > GRAPH_PORTS)
		file_lines_refuse_at(f->b->lines, line, "port %u of '%.*s': only links of ports 1 to %d are supported", e.port, WORD_SHOWN, key(f->b, e.device), GRAPH_PORTS);
	else
		file_lines_refuse_at(f->b->lines, line, "'%.*s' has no port %u, but %u ports", WORD_SHOWN, key(f->b, e.device), e.port, d->ports);
	return NULL;
}

static bool join_one_way(struct finish *f, const struct build_link *l, struct graph_port *from, const struct graph_port *to)
{
	const uint32_t peer = (uint32_t)(to - f->g->port);
	unsigned *const line = &f->link[from - f->g->port];

	if (from == to)
		return file_lines_refuse_at(f->b->lines, l->line, "port %u of '%.*s' is linked to itself", l->a.port, WORD_SHOWN, key(f->b, l->a.device));
	if (from->peer != GRAPH_NONE && from->peer != peer) {
		const struct build_end *const e = from->device == f->b->device[l->a.device].number ? &l->a : &l->b;

		return file_lines_refuse_at(f->b->lines, l->line, "port %u of '%.*s' has another link in line %u", e->port, WORD_SHOWN, key(f->b, e->device), *line);
	}
	if (l->rate.mbit && from->rate.mbit && l->rate.mbit != from->rate.mbit)
		return file_lines_refuse_at(f->b->lines, l->line, "port %u of '%.*s' has another rate in line %u", l->a.port, WORD_SHOWN, key(f->b, l->a.device), *line);
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

		if (b->device[l->a.device].left_out || b->device[l->b.device].left_out)
			continue;
		a = port_of(f, l->a, l->line);
		c = a ? port_of(f, l->b, l->line) : NULL;
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
		return file_lines_refuse_at(f->b->lines, p->line, "LID %u of port %u of '%.*s' is %u in line %u", t->lid, p->end.port, WORD_SHOWN, key(f->b, p->end.device),
					 to->lid, *line);
	if (differ(t->guid, to->guid) || differ(t->lmc, to->lmc))
		return file_lines_refuse_at(f->b->lines, p->line, "port %u of '%.*s' has another %s in line %u", p->end.port, WORD_SHOWN, key(f->b, p->end.device),
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

		if (b->device[p->end.device].left_out)
			continue;
		to = port_of(f, p->end, p->line);
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

/* Who has LIDs: end nodes, and behind those switches, by their numbers in the order of the file. */
struct owner {
	uint16_t *lid;
	uint32_t lids;                  /* so many from that on */
	const char *name;
	unsigned line;                  /* that has it */
};

static struct owner owner_of(const struct finish *f, uint32_t by)
{
	const struct graph *g = f->g;

	if (by < g->nodes) {
		struct graph_port *p = &g->port[g->node[by]];

		return (struct owner){ &p->lid, 1u << p->lmc, graph_name(g, &g->device[p->device]), f->line[g->node[by]] };
	}
	const uint32_t device = g->sw[by - g->nodes];
	struct graph_device *d = &g->device[device];

	return (struct owner){ &d->lid, 1u << d->lmc, graph_name(g, d), f->described[device] };
}

static uint32_t owners(const struct graph *g)
{
	return g->nodes + g->switches;
}

static bool has_lids(const struct finish *f)
{
	uint32_t by = 0;

	while (by < owners(f->g) && !*owner_of(f, by).lid)
		by++;
	return by < owners(f->g);
}

static bool give_lids(struct finish *f)
{
	if (owners(f->g) >= GRAPH_LIDS)
		return file_lines_refuse_at(f->b->lines, 0, "%u end nodes and %u switches: there are %d LIDs", f->g->nodes, f->g->switches, GRAPH_LIDS - 1);
	for (uint32_t by = 0; by < owners(f->g); by++)
		*owner_of(f, by).lid = (uint16_t)(by + 1);
	return true;
}

/* Enter all LIDs of one. */
static bool claim(struct finish *f, uint32_t by)
{
	const struct owner o = owner_of(f, by);
	struct graph *g = f->g;

	if (!*o.lid)
		return file_lines_refuse_at(f->b->lines, 0, "'%.*s' has no LID, while others have; it can be left out", WORD_SHOWN, o.name);
	for (uint32_t lid = *o.lid; lid < *o.lid + o.lids; lid++) {
		if (lid >= GRAPH_LIDS)
			return file_lines_refuse_at(f->b->lines, 0, "LID %u of '%.*s' is not in 1..%d", lid, WORD_SHOWN, o.name, GRAPH_LIDS - 1);
		if (g->of_lid[lid] != GRAPH_NONE)
			return file_lines_refuse_at(f->b->lines, o.line, "'%.*s' has LID %u, which is another one's in line %u", WORD_SHOWN, o.name, lid,
						    owner_of(f, g->of_lid[lid]).line);
		g->of_lid[lid] = by;
		g->targets++;
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

/* Fill of_lid. */
static bool claim_lids(struct finish *f)
{
	struct graph *g = f->g;

	for (uint32_t by = 0; by < owners(g); by++) {
		const struct owner o = owner_of(f, by);

		g->lids = *o.lid + o.lids > g->lids ? *o.lid + o.lids : g->lids;
	}
	g->of_lid = malloc(g->lids * sizeof *g->of_lid);
	if (!g->of_lid)
		return file_lines_no_memory(f->b->lines);
	for (uint32_t lid = 0; lid < g->lids; lid++)
		g->of_lid[lid] = GRAPH_NONE;
	for (uint32_t by = 0; by < owners(g); by++)
		if (!claim(f, by))
			return false;
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

	if ((!has_lids(f) && !give_lids(f)) || !claim_lids(f))
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
			good = file_lines_refuse_at(f->b->lines, f->described[g->sw[of[i].number]], "switch '%.*s' has the GUID of '%.*s' in line %u", WORD_SHOWN,
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
	f->described = calloc(f->b->devices + 1, sizeof *f->described);
	if (!g->device || !g->sw || !f->described)
		return file_lines_no_memory(f->b->lines);
	if (!place_devices(f) || !make_ports(f) || !join(f) || !tell_ports(f))
		return false;
	number_all(g);
	if (g->nodes < 2)
		return file_lines_refuse_at(f->b->lines, 0, "%u end nodes on switches; a fabric has at least 2", g->nodes);
	return finish_lids(f) && guids_differ(f);
}

bool graph_build_finish(struct graph_build *b, struct graph *g)
{
	struct finish f = { .b = b, .g = g };
	bool good;

	*g = (struct graph){ .text = b->text };
	good = finish(&f);
	free(f.line);
	free(f.link);
	free(f.described);
	b->text = NULL;
	if (!good)
		graph_free(g);
	return good;
}
