#include "arbiter.h"

#include "render.h"

enum { ARBITER_WORDS = 4 };     /* of requesters, at most */

/* Row i of the triangle: the j > i that i goes before, which are those not before i. */
static void image_matrix(const struct arbiter_bank *a, unsigned k, uint8_t *bytes, unsigned n)
{
	uint32_t words[64];
	struct packer p = { words, 0, 0 };

	for (unsigned i = 0; i + 1 < a->n; i++)
		pack(&p, ~a->before[(size_t)k * a->n + i] >> (i + 1), a->n - 1 - i);
	pack_end(&p);
	memcpy(bytes, words, n);
}

/* Ones from `next` on. */
static void image_round_robin(const struct arbiter_bank *a, unsigned k, uint8_t *bytes, unsigned n)
{
	uint64_t ahead[ARBITER_WORDS] = { 0 };

	for (unsigned i = 0; i < ARBITER_WORDS; i++) {
		const unsigned first = a->next[k] > i * 64 ? a->next[k] - i * 64 : 0, end = a->n > i * 64 ? a->n - i * 64 : 0;

		if (first < 64 && end)
			ahead[i] = ones(end < 64 ? end : 64) & UINT64_MAX << first;
	}
	memcpy(bytes, ahead, n);
}

void arbiter_image(const struct arbiter_bank *a, uint64_t arbiters, struct rendering r, unsigned row)
{
	const unsigned n = a->n;
	unsigned k;

	if (n == 1)
		return;
	EACH(k, arbiters) {
		const struct image_place p = render_place(r, k, row);

		if (a->before) {
			image_matrix(a, k, r.bytes + p.at, p.bytes);
		} else if (n > 64) {
			image_round_robin(a, k, r.bytes + p.at, p.bytes);
		} else {
			render(r, k, row, a->next[k] < n ? ones(n) & UINT64_MAX << a->next[k] : 0);
		}
	}
}
