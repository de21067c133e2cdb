#include "levels.h"

#include "csv_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool levels_new(struct levels *l, const struct graph *g, struct stock *memory)
{
	*l = (struct levels){ .graph = g, .sl = stock_array(memory, g->nodes, g->targets), .first = stock_array(memory, g->switches, sizeof *l->first) };
	for (uint32_t sw = 0; l->first && sw < g->switches; sw++) {
		const size_t ports = graph_switch(g, sw)->ports;

		l->first[sw] = l->vls;
		l->vls += (ports + 1) * ports * LEVELS_SLS;
	}
	l->vl = stock_array(memory, l->vls, 1);
	return !memory->lacking;
}

struct reader {
	struct levels *l;
	struct file_lines *lines;
	uint32_t sw;                    /* whose table is being read; GRAPH_NONE: of an adapter, or of a switch that the fabric has not */
	bool any, foreign;
	unsigned *told;                 /* by row of vl, the line that has it; by pair of targets, 16 times the line, and the level; 0: none */
};

/* "2   3   : 0  1  0  1 ...": a VL for each SL. */
static bool read_row(struct reader *r, const char *at)
{
	const unsigned ports = r->sw == GRAPH_NONE ? GRAPH_PORTS : graph_switch(r->l->graph, r->sw)->ports;
	uint64_t in, out, vl[LEVELS_SLS];
	unsigned *told;
	uint8_t *to;

	if (!r->any)
		return file_lines_refuse(r->lines, "an entry before the first switch");
	if (!line_number(&at, UINT8_MAX, &in) || (line_blanks(&at), !line_number(&at, UINT8_MAX, &out)) || (line_blanks(&at), !line_word(&at, ":")))
		return file_lines_refuse(r->lines, "no ports in and out before a colon");
	for (unsigned sl = 0; sl < LEVELS_SLS; sl++) {
		line_blanks(&at);
		if (!line_number(&at, LEVELS_VLS - 1, &vl[sl]))
			return file_lines_refuse(r->lines, "no 16 virtual lanes from 0 to 15 behind the colon");
	}
	r->l->foreign += r->foreign;
	if (r->sw == GRAPH_NONE || !out)
		return true;
	if (in > ports || out > ports)
		return file_lines_refuse(r->lines, "switch '%.*s' has no port %" PRIu64 ", but %u ports", WORD_SHOWN,
					 graph_switch(r->l->graph, r->sw)->name, in > ports ? in : out, ports);
	to = levels_vls_of(r->l, r->sw, (unsigned)in, (unsigned)out);
	told = &r->told[(size_t)(to - r->l->vl) / LEVELS_SLS];
	for (unsigned sl = 0; sl < LEVELS_SLS; sl++) {
		if (*told && to[sl] != vl[sl])
			return file_lines_refuse(r->lines, "ports %" PRIu64 " and %" PRIu64 " have other lanes in line %u", in, out, *told);
		to[sl] = (uint8_t)vl[sl];
	}
	*told = r->lines->number;
	return true;
}

static bool read_sl2vl_line(struct reader *r, const char *line)
{
	const char *at = line;
	const bool is_switch = line_word(&at, "Switch ");
	uint64_t guid = 0;

	if (is_switch && !line_hex(&at, &guid))
		return file_lines_refuse(r->lines, "no GUID of the switch");
	if (is_switch || line_word(&at, "Channel Adapter ") || line_word(&at, "Router ")) {
		r->sw = graph_find_guid(r->l->graph, guid);
		r->any = true;
		r->foreign = is_switch && r->sw == GRAPH_NONE;
		return true;
	}
	if (!*line || *line == '#')
		return true;
	return (*line >= '0' && *line <= '9') ? read_row(r, line) : file_lines_refuse(r->lines, "no line of sl2vl tables: '%.*s'", WORD_SHOWN, line);
}

bool levels_read_sl2vl(struct levels *l, struct file_lines *lines)
{
	struct reader r = { .l = l, .lines = lines, .sw = GRAPH_NONE, .told = calloc(l->vls / LEVELS_SLS, sizeof *r.told) };
	bool good = r.told || file_lines_no_memory(lines);
	char *line;

	while (good && (line = file_lines_next(lines)))
		good = read_sl2vl_line(&r, line);
	free(r.told);
	return good && (r.any || file_lines_refuse_at(lines, 0, "no sl2vl table of a switch"));
}

enum { SLID, DLID, SL, COLUMNS };

/* What begins in this line. Levels from a switch are not used. */
static bool tell(struct reader *r, unsigned line, const uint64_t value[COLUMNS])
{
	const struct graph *const g = r->l->graph;
	const uint32_t from = graph_find_lid(g, value[SLID]), to = graph_find_lid(g, value[DLID]);
	unsigned *told;

	if (from == GRAPH_NONE || to == GRAPH_NONE) {
		r->l->foreign++;
		return true;
	}
	told = &r->told[(size_t)from * g->targets + to];
	if (*told && *told % LEVELS_SLS != value[SL])
		return file_lines_refuse_at(r->lines, line, "the level from LID %" PRIu64 " to LID %" PRIu64 " is %" PRIu64 ", and %u in line %u", value[SLID], value[DLID],
					 value[SL], *told % LEVELS_SLS, *told / LEVELS_SLS);
	*told = line * LEVELS_SLS + (unsigned)value[SL];
	if (g->target[from].node != GRAPH_NONE)
		r->l->sl[(size_t)g->target[from].node * g->targets + to] = (uint8_t)value[SL];
	return true;
}

static const struct csv_column columns[COLUMNS] = { { "slid", true }, { "dlid", true }, { "sl", true } };

static bool read_csv(struct reader *r)
{
	struct csv_rows rows;
	uint64_t value[COLUMNS];

	if (!csv_rows_begin(&rows, r->lines, columns, COLUMNS))
		return false;
	while (csv_rows_next(&rows)) {
		for (unsigned i = 0; i < COLUMNS; i++)
			if (!csv_rows_number(&rows, i, i == SL ? LEVELS_SLS - 1 : UINT16_MAX, &value[i]))
				return false;
		if (!tell(r, r->lines->number, value))
			return false;
	}
	return !r->lines->refused;
}

/* "		dlid....................12", "		sl......................0x3"; other fields are not used. */
static bool read_record_line(struct reader *r, const char *line, uint64_t value[COLUMNS])
{
	static const char *const names[COLUMNS] = { "slid..", "dlid..", "sl.." };
	const char *at = line;

	line_blanks(&at);
	if (*at && !strstr(at, ".."))
		return file_lines_refuse(r->lines, "no field of a record: '%.*s'", WORD_SHOWN, at);
	for (unsigned i = 0; i < COLUMNS; i++) {
		if (!line_word(&at, names[i]))
			continue;
		at += strspn(at, ".");
		if ((i == SL ? line_hex(&at, &value[i]) && value[i] < LEVELS_SLS : line_number(&at, UINT16_MAX, &value[i])) && !*at)
			return true;
		return file_lines_refuse(r->lines, "no %s", i == SL ? "service level from 0x0 to 0xf" : "LID from 0 to 65535");
	}
	return true;
}

static bool read_records(struct reader *r)
{
	uint64_t value[COLUMNS] = { 0 };
	unsigned begin = 0;
	char *line;

	while ((line = file_lines_next(r->lines))) {
		if (!strncmp(line, "PathRecord dump:", 16)) {
			if (begin && !tell(r, begin, value))
				return false;
			begin = r->lines->number;
			memset(value, 0, sizeof value);
		} else if (!read_record_line(r, line, value))
			return false;
	}
	return tell(r, begin, value);
}

bool levels_read_paths(struct levels *l, struct file_lines *lines)
{
	const bool records = file_lines_begins(lines, "PathRecord dump:");
	struct reader r = { .l = l, .lines = lines };
	bool good;

	if (!records && !csv_rows_name(lines, "slid"))
		return file_lines_refuse_at(lines, 1, "neither the output of saquery PR nor a CSV of slid,dlid,sl");
	r.told = calloc((size_t)l->graph->targets * l->graph->targets, sizeof *r.told);
	good = r.told ? (records ? read_records : read_csv)(&r) : file_lines_no_memory(lines);
	free(r.told);
	return good;
}
