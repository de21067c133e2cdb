/* Any bytes as a cell library: refused with the line of the error, or read. A library that was read has what synthesis needs. */
#include "fuzz.h"
#include "liberty.h"

#include <math.h>

enum { BYTES = 1 << 16 };

static void sensible(const struct liberty *l)
{
	require(l->n && l->nand2 && l->nand2->nand2 && l->nand2->area > 0 && memchr(l->name, '\0', LIBERTY_NAME));
	require(!l->buffer || l->buffer->buffer);
	for (unsigned i = 0; i < l->n; i++) {
		const struct liberty_cell *c = &l->cells[i];

		require(memchr(c->name, '\0', LIBERTY_NAME) && isfinite(c->area) && c->area >= 0);
		require(liberty_find(l, c->name) && !strcmp(liberty_find(l, c->name)->name, c->name));
		require(!c->nand2 || c->area >= l->nand2->area);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text, why[LIBERTY_WHY];
	struct liberty l;

	if (size > BYTES || !(text = malloc(size + 1)))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	if (liberty_parse(&l, text, "x.lib", why))
		sensible(&l);
	else
		require_message(why, sizeof why, "x.lib");
	liberty_free(&l);
	free(text);
	return 0;
}
