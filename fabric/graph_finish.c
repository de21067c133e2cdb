#include "graph_build.h"

#include <inttypes.h>
#include <string.h>

/* Puts together what was collected. */
struct finish {
	struct graph_build *b;
	struct graph *g;
	unsigned *line;                 /* by port: where its LID is given, or else the first of its facts */
	unsigned *described;            /* by device of the fabric */
	unsigned *link;                 /* by port: its link, with its rate if any line has one */
	struct owner *owner;
	uint32_t owners;
};

static const char *key(const struct graph_build *b, uint32_t device)
{
	return b->device[device].key;
}

/* Its name, and the place of its ports. */
static void place_device(struct finish *f, struct build_device *d)
{
	const unsigned ports = d->facts.ports < GRAPH_PORTS ? d->facts.ports : GRAPH_PORTS;
	struct graph *g = f->g;

	f->described[g->devices] = d->line;
	d->number = g->devices;
	g->device[g->devices++] = (struct graph_device){
		.guid = d->facts.guid, .name = d->facts.name, .first = g->ports, .lid = d->facts.lid, .lmc = d->facts.lmc, .ports = (uint8_t)ports,
		.is_switch = d->facts.is_switch,
	};
	g->ports += ports;
}

/* Devices in the order in which the file describes them. */
static bool place_devices(struct finish *f)
{
	struct graph_build *b = f->b;

	for (uint32_t i = 0; i < b->devices; i++)
		if (!b->device[i].line && !b->device[i].left_out)
			return file_lines_refuse_at(b->lines, b->device[i].used, "no line of the file describes '%.*s'", WORD_SHOWN, key(b, i));
	for (uint32_t i = 0; i < b->described; i++)
		if (!b->device[b->order[i]].left_out)
			place_device(f, &b->device[b->order[i]]);
	return true;
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

/* Who has LIDs: end nodes, and behind those switches, in the order of the file. */
struct owner {
	uint16_t *lid;
	uint32_t lids;                  /* so many from that on */
	uint32_t *number;               /* in the order of LIDs ... */
	uint32_t *list, own;            /* ... and where it is entered by that: port or device */
	const char *name;
	unsigned line;                  /* that has it */
	const struct graph_device *sw;  /* itself, or what it is on */
	uint8_t port;                   /* of that; 0: itself */
};

static void list_owners(struct finish *f)
{
	struct graph *const g = f->g;

	for (uint32_t i = 0; i < g->ports; i++) {
		struct graph_port *const p = &g->port[i];
		const struct graph_device *const sw = p->peer == GRAPH_NONE ? NULL : &g->device[g->port[p->peer].device], *const d = &g->device[p->device];

		if (!d->is_switch && sw && sw->is_switch)
			f->owner[g->nodes++] = (struct owner){ &p->lid, 1u << p->lmc, &p->node, g->node, i, d->name, f->line[i], sw,
							       (uint8_t)(p->peer - sw->first + 1) };
	}
	for (uint32_t i = 0; i < g->devices; i++) {
		struct graph_device *const d = &g->device[i];

		if (d->is_switch)
			f->owner[g->nodes + g->switches++] = (struct owner){ &d->lid, 1u << d->lmc, &d->number, g->sw, i, d->name, f->described[i], d, 0 };
	}
	f->owners = g->nodes + g->switches;
}

static bool give_lids(struct finish *f)
{
	if (f->owners >= GRAPH_LIDS)
		return file_lines_refuse_at(f->b->lines, 0, "%u end nodes and %u switches: there are %d LIDs", f->g->nodes, f->g->switches, GRAPH_LIDS - 1);
	for (uint32_t by = 0; by < f->owners; by++)
		*f->owner[by].lid = (uint16_t)(by + 1);
	return true;
}

/* Enter all LIDs of one. */
static bool claim(struct finish *f, uint32_t by)
{
	const struct owner *const o = &f->owner[by];
	struct graph *g = f->g;

	if (!*o->lid)
		return file_lines_refuse_at(f->b->lines, 0, "'%.*s' has no LID, while others have; it can be left out", WORD_SHOWN, o->name);
	for (uint32_t lid = *o->lid; lid < *o->lid + o->lids; lid++) {
		if (lid >= GRAPH_LIDS)
			return file_lines_refuse_at(f->b->lines, 0, "LID %u of '%.*s' is not in 1..%d", lid, WORD_SHOWN, o->name, GRAPH_LIDS - 1);
		if (g->of_lid[lid] != GRAPH_NONE)
			return file_lines_refuse_at(f->b->lines, o->line, "'%.*s' has LID %u, which is another one's in line %u", WORD_SHOWN, o->name, lid,
						    f->owner[g->of_lid[lid]].line);
		g->of_lid[lid] = by;
		g->targets++;
	}
	return true;
}

/* Fill of_lid, with owners. */
static bool claim_lids(struct finish *f)
{
	struct graph *g = f->g;

	for (const struct owner *o = f->owner; o < f->owner + f->owners; o++)
		g->lids = *o->lid + o->lids > g->lids ? *o->lid + o->lids : g->lids;
	g->of_lid = stock_array(f->b->memory, g->lids, sizeof *g->of_lid);
	if (!g->of_lid)
		return file_lines_no_memory(f->b->lines);
	memset(g->of_lid, 0xff, g->lids * sizeof *g->of_lid);
	for (uint32_t by = 0; by < f->owners; by++)
		if (!claim(f, by))
			return false;
	return true;
}

/* End nodes and switches get their numbers, and then targets, in the order of LIDs. */
static void number_all(struct finish *f)
{
	struct graph *g = f->g;
	uint32_t nodes = 0, switches = 0, n = 0;

	for (uint32_t lid = 1; lid < g->lids; lid++) {
		const struct owner *const o = g->of_lid[lid] == GRAPH_NONE ? NULL : &f->owner[g->of_lid[lid]];

		if (o && *o->lid == lid) {
			*o->number = o->port ? nodes++ : switches++;
			o->list[*o->number] = o->own;
		}
	}
	for (uint32_t lid = 1; lid < g->lids; lid++)
		if (g->of_lid[lid] != GRAPH_NONE) {
			const struct owner *const o = &f->owner[g->of_lid[lid]];

			g->target[n] = (struct graph_target){ o->sw->number, o->port ? *o->number : GRAPH_NONE, (uint16_t)lid, o->port };
			g->of_lid[lid] = n++;
		}
}

static bool finish_lids(struct finish *f)
{
	struct graph *g = f->g;
	uint32_t without = 0;

	while (without < f->owners && !*f->owner[without].lid)
		without++;
	if ((without == f->owners && !give_lids(f)) || !claim_lids(f))
		return false;
	g->target = stock_array(f->b->memory, g->targets, sizeof *g->target);
	if (!g->target)
		return file_lines_no_memory(f->b->lines);
	number_all(f);
	return true;
}

/* Tables know switches by their GUIDs. */
static bool guids_differ(struct finish *f)
{
	const struct graph *g = f->g;
	char guid[24];

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		const struct graph_device *const d = graph_switch(g, sw);
		const int n = snprintf(guid, sizeof guid, "%" PRIx64, d->guid);
		struct build_key *const k = graph_build_key(f->b, &f->b->guids, guid, (size_t)n);

		if (!k)
			return false;
		if (d->guid && k->number != GRAPH_NONE)
			return file_lines_refuse_at(f->b->lines, f->described[g->sw[sw]], "switch '%.*s' has the GUID of '%.*s' in line %u", WORD_SHOWN,
						    d->name, WORD_SHOWN, graph_switch(g, k->number)->name, f->described[g->sw[k->number]]);
		k->number = sw;
	}
	return true;
}

static bool make_ports(struct finish *f)
{
	struct graph *g = f->g;

	g->port = stock_array(f->b->memory, g->ports, sizeof *g->port);
	g->node = stock_array(f->b->memory, g->ports, sizeof *g->node);
	f->line = stock_array(&f->b->own, g->ports, sizeof *f->line);
	f->link = stock_array(&f->b->own, g->ports, sizeof *f->link);
	f->owner = stock_array(&f->b->own, g->ports + g->devices, sizeof *f->owner);
	if (f->b->own.lacking || f->b->memory->lacking)
		return file_lines_no_memory(f->b->lines);
	for (uint32_t d = 0; d < g->devices; d++)
		for (uint32_t p = 0; p < g->device[d].ports; p++)
			g->port[g->device[d].first + p] = (struct graph_port){ .device = d, .peer = GRAPH_NONE, .node = GRAPH_NONE };
	return true;
}

bool graph_build_finish(struct graph_build *b, struct graph *g)
{
	struct finish f = { .b = b, .g = g };

	*g = (struct graph){ .device = stock_array(b->memory, b->devices, sizeof *g->device), .sw = stock_array(b->memory, b->devices, sizeof *g->sw) };
	f.described = stock_array(&b->own, b->devices, sizeof *f.described);
	if (b->own.lacking || b->memory->lacking)
		return file_lines_no_memory(b->lines);
	if (!place_devices(&f) || !make_ports(&f) || !join(&f) || !tell_ports(&f))
		return false;
	list_owners(&f);
	if (g->nodes < 2)
		return file_lines_refuse_at(b->lines, 0, "%u end nodes on switches; a fabric has at least 2", g->nodes);
	return finish_lids(&f) && guids_differ(&f);
}
