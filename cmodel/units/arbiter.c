#include "arbiter.h"

#include "render.h"

#include <limits.h>

enum { ARBITER_WORDS = NIC_QUEUES_MOST / 64, TRIANGLE_WORDS = (MATRIX_MOST * (MATRIX_MOST - 1) / 2 + 63) / 64 };       /* at most */

_Static_assert((int)MATRIX_MOST >= (int)PARAM_MOST_radix && (int)QUEUES_MOST >= (int)PARAM_MOST_radix, "requesters are queues or ports");

void arbiter_reset(void *unit, const struct bank *b)
{
	struct arbiter_bank *const a = unit;

	(void)b;
	for (unsigned i = 0; a->order && i < a->n; i++)
		memset(a->order[i], (int)i, sizeof a->order[i]);
}

/* Row i of the triangle has a bit for each j > i: set if j goes before i. */
static void image_matrix(const struct arbiter_bank *a, unsigned k, uint8_t *bytes, unsigned n)
{
	uint64_t words[TRIANGLE_WORDS] = { 0 };
	unsigned at = 0;

	for (unsigned i = 0; i + 1 < a->n; i++) {
		uint64_t before = 0;

		for (unsigned j = i + 1; j < a->n; j++)
			before |= (uint64_t)(a->order[j][k] < a->order[i][k]) << (j - i - 1);
		words[at / 64] |= before << at % 64;
		if (at % 64 + a->n - 1 - i > 64)
			words[at / 64 + 1] |= before >> (64 - at % 64);
		at += a->n - 1 - i;
	}
	memcpy(bytes, words, n);
}

/* One-hot: the requester served last, of more than 64; all 0 if `last` is UINT_MAX. */
static void image_round_robin(unsigned last, uint8_t *bytes, unsigned n)
{
	uint64_t one[ARBITER_WORDS] = { 0 };

	if (last < ARBITER_WORDS * 64)
		one[last / 64] = bit(last % 64);
	memcpy(bytes, one, n);
}

void arbiter_image(const struct arbiter_bank *a, uint64_t arbiters, struct rendering r, unsigned row)
{
	const unsigned n = a->n;

	if (n == 1)
		return;
	EACH_IN(k, arbiters) {
		const struct image_place p = render_place(r, k, row);

		const unsigned last = a->next[k] == n ? UINT_MAX : a->next[k] - 1u;     /* the last of all has no bit */

		if (a->order)
			image_matrix(a, k, r.bytes + p.at, p.bytes);
		else if (n > 64)
			image_round_robin(last, r.bytes + p.at, p.bytes);
		else
			render(r, k, row, last < 64 ? bit(last) : 0);
	}
}
