#include "inventory.h"

#include <assert.h>
#include <string.h>

static void add(void *to, const struct site_desc *site, const struct signal *g)
{
	struct inventory *const inventory = to;

	assert(inventory->n < INVENTORY_MAX);
	inventory->item[inventory->n++] = (struct inventory_item){
		.unit = site->name, .name = g->name, .instances = site->instances, .masked = g->masked,
		.memory = { .kind = MEMORY_RAM, .words = g->words, .width = g->width, .read = 1, .write = 1 },
	};
}

void inventory_of(const struct params *p, struct inventory *inventory)
{
	const struct shape s = shape_of(p);

	inventory->n = 0;
	units_each(&s, SIGNAL_MEM, add, inventory);
}

bool inventory_price_macros(struct inventory_item *item, const struct memory_map *map)
{
	const struct map_choice c = map_choose(map, item->memory.words, item->memory.width, item->masked);

	if (!c.macro || c.macro->area_um2 <= 0)
		return false;
	item->price = price_unknown(PRICE_MACROS);
	item->price.area_mm2 = c.deep * c.wide * c.macro->area_um2 / 1e6;
	return true;
}

/* What is sought, of which each row of a table may be one. */
struct sought {
	struct inventory_storage *storage;
	unsigned n;
};

static void find(void *to, const struct site_desc *site, const struct signal *g)
{
	const struct sought *const all = to;

	for (struct inventory_storage *s = all->storage; s < all->storage + all->n; s++)
		if (!g->of && !strcmp(site->name, s->unit) && !strcmp(g->name, s->name)) {
			s->instances = site->instances;
			s->bits = g->width * (g->kind == SIGNAL_MEM ? g->words : 1);
		}
}

void inventory_find(const struct params *p, struct inventory_storage *storage, unsigned n)
{
	const struct shape s = shape_of(p);
	struct sought all = { storage, n };

	units_each(&s, SIGNAL_MEM, find, &all);
	units_each(&s, SIGNAL_REG, find, &all);
	for (unsigned i = 0; i < n; i++)
		assert(storage[i].instances && storage[i].bits);
}

static void count(void *to, const struct site_desc *site, const struct signal *g)
{
	*(unsigned *)to += site->instances * g->width;
}

unsigned inventory_flip_flops(const struct params *p)
{
	const struct shape s = shape_of(p);
	unsigned bits = 0;

	units_each(&s, SIGNAL_REG, count, &bits);
	return bits;
}
