#include "csv_rows.h"
#include "graph_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Our CSV of links, a row for each; graph_write_links() writes it. A device is known by its GUID if it has one, else by its name. */
enum { KIND, NAME, GUID, LID, LMC, PORT, COLUMNS_OF_END };
enum { RATE = 2 * COLUMNS_OF_END, COLUMNS };

static const struct csv_column columns[COLUMNS] = {
	{ "kind", true }, { "name", true }, { "guid", false }, { "lid", false }, { "lmc", false }, { "port", true },
	{ "peer_kind", true }, { "peer", true }, { "peer_guid", false }, { "peer_lid", false }, { "peer_lmc", false }, { "peer_port", true },
	{ "rate", false },
};

static bool refuse(const struct csv_rows *r, const char *what, const char *word)
{
	return file_lines_refuse(r->lines, "%s: '%.*s'", what, WORD_SHOWN, word);
}

/* first: the column at which this end begins. */
static bool read_facts(const struct csv_rows *r, unsigned first, struct device_facts *f, unsigned *port)
{
	const char *kind = r->cell[first + KIND];
	uint64_t lid, lmc, number;

	f->is_switch = !strcmp(kind, "switch");
	if (!f->is_switch && strcmp(kind, "node") != 0)
		return refuse(r, "the kind is neither 'switch' nor 'node'", kind);
	f->name = r->cell[first + NAME];
	f->name_size = strlen(f->name);
	if (!f->name_size)
		return refuse(r, "no name of a", kind);
	if (!csv_rows_number(r, first + GUID, UINT64_MAX, &f->guid) || !csv_rows_number(r, first + LID, MOST_LID, &lid) || !csv_rows_number(r, first + LMC, GRAPH_LMC, &lmc) ||
	    !csv_rows_number(r, first + PORT, MOST_PORTS, &number))
		return false;
	f->lid = (uint16_t)lid;
	f->lmc = (uint8_t)lmc;
	*port = (unsigned)number;
	return number || refuse(r, "no port from 1 to 64", r->cell[first + PORT]);
}

static bool read_end(struct graph_build *b, const struct csv_rows *r, unsigned first, struct build_end *e)
{
	struct device_facts f = { 0 };
	struct port_facts port;
	char guid[24];
	const char *key;

	if (!read_facts(r, first, &f, &e->port))
		return false;
	port = (struct port_facts){ 0, f.lid, f.lmc };
	if (!f.is_switch)
		f.lid = f.lmc = 0;                      /* each port of an adapter has its own */
	snprintf(guid, sizeof guid, "0x%016" PRIx64, f.guid);
	key = f.guid ? guid : f.name;
	e->device = graph_build_device(b, key, strlen(key), &f);
	if (e->device == GRAPH_NONE)
		return false;
	if (b->device[e->device].facts.ports < e->port)
		b->device[e->device].facts.ports = e->port;
	return f.is_switch || graph_build_port(b, e->device, e->port, &port);
}

/* "4xQDR", or Gbit/s: "100", "12.5". */
static bool read_rate(const struct csv_rows *r, struct link_rate *rate)
{
	const char *text = r->cell[RATE], *at = text;
	uint64_t whole = 0, part = 0, thousandth = 1000;

	*rate = (struct link_rate){ 0 };
	if (!*text || link_rate_read(text, NULL, rate))
		return true;
	if (line_number(&at, 1000000, &whole) && *at == '.')
		for (at++; *at >= '0' && *at <= '9' && thousandth > 1; at++)
			part += (uint64_t)(*at - '0') * (thousandth /= 10);
	rate->mbit = (uint32_t)(whole * 1000 + part);
	return (!*at && rate->mbit) || refuse(r, "the rate is neither like 4xQDR nor Gbit/s from 0.001 to 1000000", text);
}

bool read_links(struct graph_build *b)
{
	struct csv_rows r;
	struct build_end from, to;
	struct link_rate rate;

	if (!csv_rows_begin(&r, b->lines, columns, COLUMNS))
		return false;
	while (csv_rows_next(&r))
		if (!read_end(b, &r, 0, &from) || !read_end(b, &r, COLUMNS_OF_END, &to) || !read_rate(&r, &rate) ||
		    !graph_build_link(b, from, to, rate))
			return false;
	return !b->lines->refused;
}
