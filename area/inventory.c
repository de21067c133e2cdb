#include "inventory.h"

#include <assert.h>
#include <string.h>

void inventory_of(const struct params *p, struct inventory *inventory)
{
	const struct shape s = shape_of(p);
	struct units_walk w;

	inventory->n = 0;
	for (units_begin(&w, &s); units_next(&w);) {
		const struct signal *const g = w.signal;

		if (g->kind != SIGNAL_MEM)
			continue;
		assert(inventory->n < INVENTORY_MAX);
		inventory->item[inventory->n++] = (struct inventory_item){
			.unit = w.site->name, .name = g->name, .instances = w.site->instances, .masked = g->masked,
			.memory = { .kind = MEMORY_RAM, .words = g->words, .width = g->width, .read = 1, .write = 1 },
		};
	}
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

void inventory_find(const struct params *p, struct inventory_storage *storage, unsigned n)
{
	const struct shape s = shape_of(p);
	struct units_walk w;

	for (units_begin(&w, &s); units_next(&w);)
		for (struct inventory_storage *is = storage; is < storage + n; is++)
			if (!w.signal->of && !strcmp(w.site->name, is->unit) && !strcmp(w.signal->name, is->name)) {
				is->instances = w.site->instances;
				is->bits = w.signal->width * (w.signal->kind == SIGNAL_MEM ? w.signal->words : 1);
			}
	for (unsigned i = 0; i < n; i++)
		assert(storage[i].instances && storage[i].bits);
}

unsigned inventory_flip_flops(const struct params *p)
{
	const struct shape s = shape_of(p);
	struct units_walk w;
	unsigned bits = 0;

	for (units_begin(&w, &s); units_next(&w);)
		bits += w.signal->kind == SIGNAL_REG ? w.site->instances * w.signal->width : 0;
	return bits;
}
