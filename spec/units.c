#include "units.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void add(struct unit_desc *u, struct signal row)
{
	assert(u->n < UNIT_SIGNALS);
	u->signals[u->n++] = row;
}

void units_describe(const struct shape *s, struct unit_desc units[UNITS])
{
	const uint64_t slots = s->slots;        /* a reset value in the tables */
	struct unit_desc *u = units;

#define UNIT_BEGIN(unit_name, side, is_present, text) \
	*u = (struct unit_desc){ .name = #unit_name, .help = text, .per = PER_##side, .present = (is_present) };
#define UNIT_END(unit_name) u++;
#define ROW(...) add(u, (struct signal){ __VA_ARGS__ });
#define IN(id, bits, text)  ROW(.kind = SIGNAL_IN, .name = #id, .help = text, .width = (bits))
#define OUT(id, bits, text) ROW(.kind = SIGNAL_OUT, .name = #id, .help = text, .width = (bits))
#define REG(id, bits, value, text) \
	ROW(.kind = SIGNAL_REG, .name = #id, .help = text, .width = (bits), .reset = (value))
#define MEM(id, depth, bits, text) \
	ROW(.kind = SIGNAL_MEM, .name = #id, .help = text, .width = (bits), .words = (depth))
#undef MASKED_MEM
#define MASKED_MEM(id, depth, bits, text) \
	ROW(.kind = SIGNAL_MEM, .name = #id, .help = text, .width = (bits), .words = (depth), .masked = true)
#include "units.def"
#undef UNIT_BEGIN
#undef UNIT_END
#undef ROW
#undef IN
#undef OUT
#undef REG
#undef MEM
#undef MASKED_MEM
	assert(u == units + UNITS);
}

unsigned units_instances(const struct shape *s, const struct unit_desc *u)
{
	if (!u->present)
		return 0;
	return u->per == PER_SWITCH ? 1 : s->radix;
}

unsigned units_row(const struct unit_desc *u, const char *name)
{
	unsigned row = 0;

	while (row < u->n && strcmp(u->signals[row].name, name) != 0)
		row++;
	assert(row < u->n);
	return row;
}

void units_path(const struct unit_desc *u, unsigned instance, char *path, size_t size)
{
	int n = 0;

	switch (u->per) {
	case PER_INPUT:
		n = snprintf(path, size, "g_in[%u].iport.%s", instance, u->name);
		break;
	case PER_OUTPUT:
		n = snprintf(path, size, "g_out[%u].%s", instance, u->name);
		break;
	case PER_SWITCH:
		n = snprintf(path, size, "%s", u->name);
		break;
	}
	assert(n > 0 && (size_t)n < size);
}
