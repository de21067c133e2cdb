#include "forwarding.h"

#include "csv.h"
#include "csv_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool forwarding_new(struct forwarding *f, const struct graph *g, struct stock *memory)
{
	const size_t entries = (size_t)g->switches * g->targets;

	*f = (struct forwarding){ .graph = g, .out = stock_array(memory, entries, 1) };
	if (f->out)
		memset(f->out, FORWARDING_NONE, entries);
	return f->out;
}

static const char *target_name(const struct graph *g, const struct graph_target *t)
{
	return (t->node == GRAPH_NONE ? graph_switch(g, t->sw) : &g->device[g->port[g->node[t->node]].device])->name;
}

static void write_entry(const struct graph *g, const struct graph_target *t, uint8_t out, FILE *to)
{
	const uint64_t guid = t->node == GRAPH_NONE ? graph_switch(g, t->sw)->guid : g->port[g->node[t->node]].guid;

	fprintf(to, "0x%04x %03u # %s", t->lid, out, t->node == GRAPH_NONE ? "Switch" : "Channel Adapter");
	if (guid)
		fprintf(to, " portguid 0x%016" PRIx64, guid);
	fprintf(to, ": '%s'\n", target_name(g, t));
}

void forwarding_write_lfts(const struct forwarding *f, FILE *to)
{
	const struct graph *g = f->graph;
	const unsigned last = g->target[g->targets - 1].lid;

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		const struct graph_device *d = graph_switch(g, sw);

		fprintf(to, "Unicast lids [0x0-0x%x] of switch Lid %u guid 0x%016" PRIx64 " ('%s'):\n", last, d->lid, d->guid, d->name);
		for (uint32_t t = 0; t < g->targets; t++)
			if (*forwarding_entry(f, sw, t) != FORWARDING_NONE)
				write_entry(g, &g->target[t], *forwarding_entry(f, sw, t), to);
		fprintf(to, "%u lids dumped\n", last);
	}
}

void forwarding_write_csv(const struct forwarding *f, FILE *to)
{
	const struct graph *g = f->graph;

	fputs("switch,guid,destination,lid,port\n", to);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		for (uint32_t t = 0; t < g->targets; t++) {
			const unsigned out = *forwarding_entry(f, sw, t);

			if (out == FORWARDING_NONE)
				continue;
			csv_text(to, graph_switch(g, sw)->name);
			fputc(',', to);
			if (graph_switch(g, sw)->guid)
				fprintf(to, "0x%016" PRIx64, graph_switch(g, sw)->guid);
			fputc(',', to);
			csv_text(to, target_name(g, &g->target[t]));
			fprintf(to, ",%u,%u\n", g->target[t].lid, out);
		}
}

struct reader {
	struct forwarding *f;
	struct file_lines *lines;
	uint32_t sw;                    /* whose table is being read; GRAPH_NONE: of a switch that the fabric has not */
	bool any;                       /* a table has begun */
	unsigned *told;                 /* by entry: the line that has it */
};

/* By which an entry sends packets; FORWARDING_NONE: nowhere. */
static bool enter(struct reader *r, uint64_t lid, uint64_t out)
{
	const struct graph *g = r->f->graph;
	const uint32_t target = graph_find_lid(g, lid);
	const struct graph_device *d;
	uint8_t *entry;
	unsigned *told;

	if (r->sw == GRAPH_NONE || target == GRAPH_NONE) {
		r->f->foreign += out != FORWARDING_NONE;
		return true;
	}
	d = graph_switch(g, r->sw);
	if (out > d->ports && out != FORWARDING_NONE)
		return file_lines_refuse(r->lines, "LID %" PRIu64 ": switch '%.*s' has no port %" PRIu64 ", but %u ports", lid, WORD_SHOWN,
					 d->name, out, d->ports);
	entry = forwarding_entry(r->f, r->sw, target);
	told = &r->told[entry - r->f->out];
	if (*told && *entry != out)
		return file_lines_refuse(r->lines, "LID %" PRIu64 " has another port of switch '%.*s' in line %u", lid, WORD_SHOWN, d->name, *told);
	*told = r->lines->number;
	*entry = (uint8_t)out;
	return true;
}

static bool begin_table(struct reader *r, const char *at)
{
	uint64_t guid;

	if (!line_hex(&at, &guid))
		return file_lines_refuse(r->lines, "no GUID of the switch");
	r->sw = graph_find_guid(r->f->graph, guid);
	r->any = true;
	return true;
}

static bool refuse_line(struct reader *r, const char *line)
{
	return file_lines_refuse(r->lines, "no line of a forwarding table: '%.*s'", WORD_SHOWN, line);
}

static bool lid_of(struct reader *r, const char **at, uint64_t *lid)
{
	if (!r->any)
		return file_lines_refuse(r->lines, "an entry before the first switch");
	return (line_hex(at, lid) && *lid <= UINT16_MAX) || file_lines_refuse(r->lines, "no LID from 0x0000 to 0xffff");
}

/* "0x0001 005 : (Channel Adapter portguid 0x0002c90300100001: 'H0')", and what else opensm, dump_fts, dump_lfts and ibroute print. */
static bool read_lfts_line(struct reader *r, const char *line)
{
	const char *at = line, *guid;
	uint64_t lid, out;

	if (!strncmp(line, "Unicast lids ", 13)) {
		guid = strstr(line, " guid 0x");
		return begin_table(r, guid ? guid + 6 : "");
	}
	if (!strncmp(line, "0x", 2)) {
		if (!lid_of(r, &at, &lid))
			return false;
		if (!line_word(&at, " ") || !line_number(&at, FORWARDING_NONE, &out) || (*at && *at != ' '))
			return file_lines_refuse(r->lines, "no port from 0 to %d behind the LID", FORWARDING_NONE);
		return enter(r, lid, out);
	}
	line_blanks(&at);
	return !*at || *at == '#' || !strncmp(at, "Lid ", 4) || !strncmp(at, "Port ", 5) || strstr(at, "lids dumped") || !strncmp(at, "*** WARNING", 11) ||
	       refuse_line(r, line);
}

/* "0x0009 : 005  : 03   : yes", opensm.fdbs. */
static bool read_fdbs_line(struct reader *r, const char *line)
{
	const char *at = line;
	uint64_t lid, out;

	if (line_word(&at, "dump_ucast_routes: Switch "))
		return begin_table(r, at);
	if (!strncmp(line, "0x", 2)) {
		if (!lid_of(r, &at, &lid))
			return false;
		if (!line_word(&at, " : "))
			return refuse_line(r, line);
		if (!strncmp(at, "UNREACHABLE", 11))
			return enter(r, lid, FORWARDING_NONE);
		if (!line_number(&at, FORWARDING_NONE, &out) || (*at && *at != ' '))
			return file_lines_refuse(r->lines, "neither a port from 0 to %d behind the LID nor UNREACHABLE", FORWARDING_NONE);
		return enter(r, lid, out);
	}
	return !*at || *at == '#' || !strncmp(at, "LID ", 4) || refuse_line(r, line);
}

enum { SWITCH, GUID, DESTINATION, LID, PORT, COLUMNS };

static const struct csv_column columns[COLUMNS] = { { "switch", true }, { "guid", false }, { "destination", true }, { "lid", false }, { "port", true } };

/* The switch of a row: by its GUID, else by its name. */
static bool find_switch(struct reader *r, const struct csv_rows *rows)
{
	const char *name = rows->cell[SWITCH];
	const struct graph *g = r->f->graph;
	uint64_t guid;
	unsigned n = 0;

	if (!csv_rows_number(rows, GUID, UINT64_MAX, &guid))
		return false;
	if (!guid || r->sw == GRAPH_NONE || graph_switch(g, r->sw)->guid != guid)
		r->sw = graph_find_guid(g, guid);
	for (uint32_t sw = 0; !guid && sw < g->switches; sw++)
		if (!strcmp(graph_switch(g, sw)->name, name)) {
			r->sw = sw;
			n++;
		}
	return n < 2 || file_lines_refuse(r->lines, "%u switches are called '%.*s': their GUIDs are needed", n, WORD_SHOWN, name);
}

/* The LID of a row, or that of the only end node or switch of this name; 0: the fabric has none. */
static bool find_lid(struct reader *r, const struct csv_rows *rows, uint64_t *lid)
{
	const char *name = rows->cell[DESTINATION];
	const struct graph *g = r->f->graph;
	unsigned n = 0;

	if (!csv_rows_number(rows, LID, UINT16_MAX, lid))
		return false;
	for (const struct graph_target *t = g->target; !*rows->cell[LID] && t < g->target + g->targets; t++)
		if (t->lid == (t->node == GRAPH_NONE ? graph_switch(g, t->sw)->lid : g->port[g->node[t->node]].lid) && !strcmp(target_name(g, t), name)) {
			*lid = t->lid;
			n++;
		}
	return n < 2 || file_lines_refuse(r->lines, "%u destinations are called '%.*s': their LIDs are needed", n, WORD_SHOWN, name);
}

static bool read_routes(struct reader *r)
{
	struct csv_rows rows;
	uint64_t lid, out;

	if (!csv_rows_begin(&rows, r->lines, columns, COLUMNS))
		return false;
	while (csv_rows_next(&rows)) {
		if (!find_switch(r, &rows) || !find_lid(r, &rows, &lid) || !csv_rows_number(&rows, PORT, FORWARDING_NONE, &out))
			return false;
		if (!*rows.cell[PORT])
			return file_lines_refuse(r->lines, "no port");
		if (!enter(r, lid, out))
			return false;
	}
	return !r->lines->refused;
}

static const struct {
	const char *begins;
	bool (*read_line)(struct reader *, const char *line);
} formats[] = { { "Unicast lids ", read_lfts_line }, { "dump_ucast_routes: ", read_fdbs_line } };

static bool read_any(struct reader *r)
{
	for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
		if (file_lines_begins(r->lines, formats[i].begins)) {
			bool good = true;

			for (char *line; good && (line = file_lines_next(r->lines));)
				good = formats[i].read_line(r, line);
			return good;
		}
	if (csv_rows_name(r->lines, "switch"))
		return read_routes(r);
	return file_lines_refuse_at(r->lines, 1, "neither forwarding tables of OpenSM, dump_fts or ibroute, nor opensm.fdbs, nor a CSV of routes");
}

bool forwarding_read(struct forwarding *f, struct file_lines *lines)
{
	struct reader r = { .f = f, .lines = lines, .sw = GRAPH_NONE, .told = calloc((size_t)f->graph->switches * f->graph->targets, sizeof *r.told) };
	const bool good = r.told ? read_any(&r) : file_lines_no_memory(lines);

	free(r.told);
	return good;
}
