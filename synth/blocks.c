#include "blocks.h"

#include <assert.h>
#include <string.h>

static void add_memory(struct blocks *b, const struct signal *g, unsigned count)
{
	for (struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++)
		if (m->words == g->words && m->width == g->width && m->masked == g->masked) {
			m->count += count;
			return;
		}
	assert(b->shapes < MEMORY_SHAPES);
	b->shape[b->shapes++] = (struct memory_shape){ .words = g->words, .width = g->width, .masked = g->masked, .count = count };
}

void blocks_of(struct blocks *b, const struct shape *s)
{
	struct unit_desc units[UNITS], plain_units[UNITS];
	struct site_desc sites[SITES];
	struct shape plain = *s;

	plain.saqs = 0;
	units_describe(&plain, plain_units, sites);
	units_describe(s, units, sites);
	*b = (struct blocks){ .n = 0 };
	for (const struct site_desc *at = sites; at < sites + SITES; at++) {
		const struct unit_desc *const u = &units[at->unit];

		if (!at->instances)
			continue;
		if (!blocks_find(b, u->name))
			b->block[b->n++] = (struct block){ u->name, at->per, !plain_units[at->unit].present };
		for (const struct signal *g = u->signals; g < u->signals + u->n; g++)
			if (g->kind == SIGNAL_MEM && g->words && g->width)
				add_memory(b, g, at->instances);
	}
	if (s->saqs)
		b->block[b->n++] = (struct block){ "notify_in", AT_INPUT, true };
}

void blocks_map(struct blocks *b, const struct memory_map *map)
{
	b->map = map;
	for (struct memory_shape *m = b->shape; map && m < b->shape + b->shapes; m++)
		m->choice = map_choose(map, m->words, m->width, m->masked);
}

bool blocks_has_macro(const struct blocks *b, const char *name)
{
	for (unsigned i = 0; b->map && i < b->map->n; i++)
		if (!strcmp(b->map->macro[i].name, name))
			return true;
	return false;
}

const struct block *blocks_find(const struct blocks *b, const char *name)
{
	for (unsigned i = 0; i < b->n; i++)
		if (!strcmp(b->block[i].name, name))
			return &b->block[i];
	return NULL;
}
