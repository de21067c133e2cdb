#include "residue.h"

#include "hex.h"

#include <string.h>

/* What an empty switch holds. */
static void make_empty(struct image *m)
{
	for (const struct image_reg *r = m->regs; r < m->regs + m->n; r++)
		if (image_row(m, r)->leftover == LEFT_ZERO)
			memset(m->word + r->offset, 0, r->words * sizeof *m->word);
}

static bool is_residue(const struct image *now, const struct image *empty, unsigned i)
{
	const struct image_reg *r = &now->regs[i];
	const struct signal *g = image_row(now, r);

	return g->kind == SIGNAL_REG && g->leftover != LEFT_STALE &&
	       memcmp(now->word + r->offset, empty->word + r->offset, r->words * sizeof *now->word) != 0;
}

int residue_print(struct lockstep *l, unsigned most, FILE *f)
{
	struct image *now = image_new(&l->config.shape), *empty = image_new(&l->config.shape);
	unsigned n = 0;

	if (!now || !empty || !l->probe.storage) {
		image_free(now);
		image_free(empty);
		return -1;
	}
	make_empty(empty);
	for (unsigned i = 0; i < now->n; i++) {
		const struct image_reg *r = &now->regs[i];
		char name[IMAGE_NAME];

		probe_register(&l->probe, i, now->word + r->offset);
		if (!is_residue(now, empty, i) || n++ >= most)
			continue;
		image_register_name(now, r, name);
		fprintf(f, "  %s is 0x", name);
		hex_print(now->word + r->offset, r->width, f);
		fputs(", at reset 0x", f);
		hex_print(empty->word + r->offset, r->width, f);
		fputc('\n', f);
	}
	if (n > most && f)
		fprintf(f, "  and %u more\n", n - most);
	image_free(now);
	image_free(empty);
	return (int)n;
}
