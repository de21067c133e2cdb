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
	b->shape[b->shapes++] = (struct memory_shape){ g->words, g->width, g->masked, count };
}

void blocks_of(struct blocks *b, const struct shape *s)
{
	struct unit_desc units[UNITS], plain_units[UNITS];
	struct shape plain = *s;

	plain.saqs = 0;
	units_describe(s, units);
	units_describe(&plain, plain_units);
	*b = (struct blocks){ .n = 0 };
	for (unsigned u = 0; u < UNITS; u++) {
		if (!units[u].present)
			continue;
		b->block[b->n++] = (struct block){ units[u].name, units[u].per, !plain_units[u].present };
		for (const struct signal *g = units[u].signals; g < units[u].signals + units[u].n; g++)
			if (g->kind == SIGNAL_MEM && g->words && g->width)
				add_memory(b, g, units_instances(s, &units[u]));
	}
	if (s->saqs)
		b->block[b->n++] = (struct block){ "notify_in", PER_INPUT, true };
}

const struct block *blocks_find(const struct blocks *b, const char *name)
{
	for (unsigned i = 0; i < b->n; i++)
		if (!strcmp(b->block[i].name, name))
			return &b->block[i];
	return NULL;
}
