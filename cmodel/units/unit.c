#include "unit.h"

#include <string.h>

static void place_array(const struct unit_array *x, char *unit, const struct bank *b, struct arena *a)
{
	const struct shape *const s = b->s;
	const size_t each[] = {
#define ELEMENT(name, number) [PER_##name] = (number),
#include "elements.def"
#undef ELEMENT
	};
	void *const array = arena_take(a, x->heat, x->per == PER_switch ? b->switches : b->ports * each[x->per], x->bytes);

	memcpy(unit + x->offset, &array, sizeof array);
}

void unit_place(const struct unit_model *model, void *unit, const struct bank *b, struct arena *a)
{
	for (const struct unit_array *x = model->arrays; x && x->bytes; x++)
		place_array(x, unit, b, a);
	if (model->place)
		model->place(unit, b, a);
}
