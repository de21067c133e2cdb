#include "arbiter.h"

#include "render.h"

void arbiter_image(const struct arbiter_bank *a, unsigned k, uint32_t *words)
{
	if (a->n == 1)
		return;
	if (!a->before) {
		const unsigned next = a->next[k];

		render_word(words, next < a->n ? ones(a->n) & UINT64_MAX << next : 0, a->n);
		return;
	}
	/* row i of the triangle: the j > i that i goes before, which are those not before i */
	struct packer p = { words, 0, 0 };

	for (unsigned i = 0; i + 1 < a->n; i++)
		pack(&p, ~a->before[(size_t)k * a->n + i] >> (i + 1), a->n - 1 - i);
	pack_end(&p);
}
