#include "graph.h"

#include "csv_rows.h"
#include "graph_build.h"

#include <string.h>

/* Is this the name, or the GUID? */
static bool is_called(const char *word, const char *name, uint64_t guid)
{
	const char *at = word;
	uint64_t value;

	return !strcmp(name, word) || (!strncmp(word, "0x", 2) && line_hex(&at, &value) && !*at && value && value == guid);
}

/* Names, keys and GUIDs of devices that are left out. */
static bool leave_out(struct graph_build *b, struct file_lines *without)
{
	char *name;

	while ((name = file_lines_name(without))) {
		bool any = false;

		for (struct build_device *d = b->device; d < b->device + b->devices; d++)
			if (!strcmp(d->key, name) || (d->line && is_called(name, d->facts.name, d->facts.guid)))
				any = d->left_out = true;
		if (!any)
			return file_lines_refuse(without, "no switch or adapter is called '%.*s'", WORD_SHOWN, name);
	}
	return true;
}

static const struct {
	const char *begins;
	bool (*read)(struct graph_build *, char *line);
} formats[] = {
	{ "vendid=", read_ibnetdiscover }, { "devid=", read_ibnetdiscover }, { "sysimgguid=", read_ibnetdiscover }, { "switchguid=", read_ibnetdiscover },
	{ "caguid=", read_ibnetdiscover }, { "rtguid=", read_ibnetdiscover }, { "Switch", read_ibnetdiscover }, { "Ca\t", read_ibnetdiscover },
	{ "Ca ", read_ibnetdiscover }, { "Hca", read_ibnetdiscover }, { "Rt", read_ibnetdiscover }, { "Chassis ", read_ibnetdiscover },
	{ "Non-Chassis ", read_ibnetdiscover }, { "{ ", read_subnet }, { "router ", read_anynet }, { "node ", read_anynet },
};

static bool read_any(struct graph_build *b)
{
	for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
		if (file_lines_begins(b->lines, formats[i].begins)) {
			for (char *line; (line = file_lines_next(b->lines));)
				if (!formats[i].read(b, line))
					return false;
			return true;
		}
	if (csv_rows_name(b->lines, "kind"))
		return read_links(b);
	return file_lines_refuse_at(b->lines, 1, "neither ibnetdiscover's output, nor opensm-subnet.lst, BookSim's anynet, or a CSV of links");
}

bool graph_read(struct graph *g, struct stock *memory, struct file_lines *lines, struct file_lines *without)
{
	struct graph_build b = { .memory = memory, .lines = lines };
	const bool good = read_any(&b) && (!without || leave_out(&b, without)) && graph_build_finish(&b, g);

	graph_build_forget(&b);
	return good;
}

/* Adds the switches of this name that are not there yet. Returns how many have the name. */
static unsigned add_called(const struct graph *g, const char *name, uint32_t *root, uint32_t *n)
{
	unsigned called = 0;

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		uint32_t i = 0;

		if (!is_called(name, graph_switch(g, sw)->name, graph_switch(g, sw)->guid))
			continue;
		called++;
		while (i < *n && root[i] != sw)
			i++;
		if (i == *n)
			root[(*n)++] = sw;
	}
	return called;
}

bool roots_read(const struct graph *g, struct file_lines *lines, uint32_t *root, uint32_t *n)
{
	char *name;

	*n = 0;
	while ((name = file_lines_name(lines)))
		if (!add_called(g, name, root, n))
			return file_lines_refuse(lines, "no switch is called '%.*s'", WORD_SHOWN, name);
	return *n || file_lines_refuse_at(lines, 0, "no switch is named");
}
