#include "levels.h"

#include "csv_rows.h"
#include "graph_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool levels_new(struct levels *l, const struct graph *g)
{
	size_t size = 0;

	*l = (struct levels){ .graph = g, .sl = calloc((size_t)g->nodes * g->targets, 1), .first = malloc(g->switches * sizeof *l->first) };
	for (uint32_t sw = 0; l->first && sw < g->switches; sw++) {
		const size_t ports = graph_switch(g, sw)->ports;

		l->first[sw] = size;
		size += (ports + 1) * ports * LEVELS_SLS;
	}
	l->vl = calloc(size, 1);
	if (l->sl && l->first && l->vl)
		return true;
	levels_free(l);
	return false;
}

void levels_free(struct levels *l)
{
	free(l->sl);
	free(l->first);
	free(l->vl);
	*l = (struct levels){ 0 };
}

struct reader {
	struct levels *l;
	struct file_lines *lines;
	uint32_t sw;                    /* whose table is being read; GRAPH_NONE: of an adapter, or of a switch that the fabric has not */
	bool any;
};

static bool refuse(struct reader *r, const char *what)
{
	return file_lines_refuse(r->lines, r->lines->number, "%s", what);
}

/* "2   3   : 0  1  0  1 ...": a VL for each SL. */
static bool read_row(struct reader *r, const char *at)
{
	const unsigned ports = r->sw == GRAPH_NONE ? GRAPH_PORTS : graph_switch(r->l->graph, r->sw)->ports;
	uint64_t in, out, vl[LEVELS_SLS];
	uint8_t *to;

	if (!r->any)
		return refuse(r, "an entry before the first switch");
	if (!line_number(&at, UINT8_MAX, &in) || (line_blanks(&at), !line_number(&at, UINT8_MAX, &out)) || (line_blanks(&at), !line_word(&at, ":")))
		return refuse(r, "no ports in and out before a colon");
	for (unsigned sl = 0; sl < LEVELS_SLS; sl++) {
		line_blanks(&at);
		if (!line_number(&at, LEVELS_VLS - 1, &vl[sl]))
			return refuse(r, "no 16 virtual lanes from 0 to 15 behind the colon");
	}
	if (r->sw == GRAPH_NONE || !out)
		return true;
	if (in > ports || out > ports)
		return file_lines_refuse(r->lines, r->lines->number, "switch '%.*s' has no port %" PRIu64 ", but %u ports", WORD_SHOWN,
					 graph_name(r->l->graph, graph_switch(r->l->graph, r->sw)), in > ports ? in : out, ports);
	to = levels_vls_of(r->l, r->sw, (unsigned)in, (unsigned)out);
	for (unsigned sl = 0; sl < LEVELS_SLS; sl++)
		to[sl] = (uint8_t)vl[sl];
	return true;
}

static bool read_sl2vl_line(struct reader *r, const char *line)
{
	const char *at = line;
	uint64_t guid;

	if (line_word(&at, "Switch ")) {
		if (!line_hex(&at, &guid))
			return refuse(r, "no GUID of the switch");
		r->sw = graph_find_guid(r->l->graph, guid);
		r->any = true;
		return true;
	}
	if (!strncmp(line, "Channel Adapter ", 16) || !strncmp(line, "Router ", 7)) {
		r->sw = GRAPH_NONE;
		r->any = true;
		return true;
	}
	if (!*line || *line == '#')
		return true;
	return (*line >= '0' && *line <= '9') ? read_row(r, line) : file_lines_refuse(r->lines, r->lines->number, "no line of sl2vl tables: '%.*s'", WORD_SHOWN, line);
}

bool levels_read_sl2vl(struct levels *l, const char *path, struct text t, char why[GRAPH_WHY])
{
	struct file_lines lines;
	struct reader r = { l, &lines, GRAPH_NONE, false };
	char *line;

	if (!file_lines_begin(&lines, path, t, why))
		return false;
	while ((line = file_lines_next(&lines)))
		if (!read_sl2vl_line(&r, line))
			return false;
	return r.any || file_lines_refuse(&lines, 0, "no sl2vl table of a switch");
}

/* Pairs of LIDs that the fabric has not are passed over. */
static void tell(struct levels *l, uint64_t slid, uint64_t dlid, uint64_t sl)
{
	const uint32_t from = graph_find_lid(l->graph, slid), to = graph_find_lid(l->graph, dlid);

	if (from != GRAPH_NONE && to != GRAPH_NONE && l->graph->target[from].node != GRAPH_NONE)
		l->sl[(size_t)l->graph->target[from].node * l->graph->targets + to] = (uint8_t)sl;
}

enum { SLID, DLID, SL, COLUMNS };

static const struct csv_column columns[COLUMNS] = { { "slid", true }, { "dlid", true }, { "sl", true } };

static bool read_csv(struct reader *r)
{
	struct csv_rows rows;
	uint64_t slid, dlid, sl;

	if (!csv_rows_begin(&rows, r->lines, columns, COLUMNS))
		return false;
	while (csv_rows_next(&rows)) {
		if (!csv_rows_number(&rows, SLID, UINT16_MAX, &slid) || !csv_rows_number(&rows, DLID, UINT16_MAX, &dlid) ||
		    !csv_rows_number(&rows, SL, LEVELS_SLS - 1, &sl))
			return false;
		tell(r->l, slid, dlid, sl);
	}
	return !r->lines->refused;
}

/* "		dlid....................12", "		sl......................0x3"; others are passed over. */
static bool read_record_line(struct reader *r, const char *line, uint64_t value[COLUMNS])
{
	static const char *const names[COLUMNS] = { "slid..", "dlid..", "sl.." };
	const char *at = line;

	line_blanks(&at);
	for (unsigned i = 0; i < COLUMNS; i++) {
		if (!line_word(&at, names[i]))
			continue;
		at += strspn(at, ".");
		if ((i == SL ? line_hex(&at, &value[i]) && value[i] < LEVELS_SLS : line_number(&at, UINT16_MAX, &value[i])) && !*at)
			return true;
		return file_lines_refuse(r->lines, r->lines->number, "no %s", i == SL ? "service level from 0x0 to 0xf" : "LID from 0 to 65535");
	}
	return true;
}

static bool read_records(struct reader *r)
{
	uint64_t value[COLUMNS] = { 0 };
	char *line;

	while ((line = file_lines_next(r->lines))) {
		if (!strncmp(line, "PathRecord dump:", 16)) {
			tell(r->l, value[SLID], value[DLID], value[SL]);
			memset(value, 0, sizeof value);
		} else if (!read_record_line(r, line, value))
			return false;
	}
	tell(r->l, value[SLID], value[DLID], value[SL]);
	return true;
}

bool levels_read_paths(struct levels *l, const char *path, struct text t, char why[GRAPH_WHY])
{
	struct file_lines lines;
	struct reader r = { l, &lines, GRAPH_NONE, false };
	const char *first;

	if (!file_lines_begin(&lines, path, t, why))
		return false;
	first = first_line(&lines);
	if (!strncmp(first, "PathRecord dump:", 16))
		return read_records(&r);
	if (csv_rows_name(first, "slid"))
		return read_csv(&r);
	return file_lines_refuse(&lines, 1, "neither the output of saquery PR nor a CSV of slid,dlid,sl");
}
