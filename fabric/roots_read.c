#include "roots_read.h"

#include <string.h>

static bool is_called(const struct graph *g, uint32_t sw, const char *name)
{
	const struct graph_device *d = graph_switch(g, sw);
	const char *at = name;
	uint64_t guid;

	return !strcmp(graph_name(g, d), name) || (!strncmp(name, "0x", 2) && line_hex(&at, &guid) && !*at && guid && guid == d->guid);
}

/* Adds the switches of this name that are not there yet. Returns how many have the name. */
static unsigned add_called(const struct graph *g, const char *name, uint32_t *root, uint32_t *n)
{
	unsigned called = 0;

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		uint32_t i = 0;

		if (!is_called(g, sw, name))
			continue;
		called++;
		while (i < *n && root[i] != sw)
			i++;
		if (i == *n)
			root[(*n)++] = sw;
	}
	return called;
}

bool roots_read(const struct graph *g, struct named_text t, uint32_t *root, uint32_t *n, char why[GRAPH_WHY])
{
	struct file_lines lines;
	char *name;

	*n = 0;
	if (!file_lines_begin(&lines, t.path, t.text, why))
		return false;
	while ((name = file_lines_name(&lines)))
		if (!add_called(g, name, root, n))
			return file_lines_refuse(&lines, lines.number, "no switch is called '%.*s'", WORD_SHOWN, name);
	return *n || file_lines_refuse(&lines, 0, "no switch is named");
}
