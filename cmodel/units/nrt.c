#include "nrt.h"

#include "render.h"

#define UNIT_ROWS "units/nrt.def"
#include "rows.h"

void nrt_place(struct nrt *u, unsigned interfaces, unsigned ends, bool queues, struct arena *a)
{
	u->ends = ends;
	u->queues = queues;
	u->word = arena_take(a, HOT, (size_t)interfaces * ends, sizeof *u->word);
	u->read = arena_take(a, HOT, interfaces, sizeof *u->read);
}

/* {number of turns, turns}, turns lowest; or a queue. */
static void put_word(const struct nrt *u, const struct shape *s, struct table_route route, uint32_t *words)
{
	if (u->queues) {
		words[0] = route.queue;
		return;
	}
	for (unsigned k = 0; k < (s->pool_w + s->len_w + 31) / 32; k++)
		words[k] = 0;
	bits_put(words, 0, s->pool_w, route.turns);
	bits_put(words, s->pool_w, s->len_w, route.left);
}

void nrt_image(const struct nrt *u, const struct shape *s, struct image *m)
{
	uint32_t words[(64 + 8 + 31) / 32] = { 0 };
	const struct rendering r = render_unit(m, SITE_nrt);
	const struct image_place p = render_place(r, 0, ROW_route_mem);

	if (!u->read->left)
		return;
	render_known(m, SITE_nrt, ROW_route_mem, 0);
	put_word(u, s, *u->read, words);
	memcpy(r.bytes + p.at, words, p.bytes);
}

bool nrt_memory(const struct nrt *u, const struct shape *s, unsigned destination, uint32_t *words)
{
	const struct table_route *word = u->word + destination;

	if (destination >= u->ends || !word->left)
		return false;
	put_word(u, s, *word, words);
	return true;
}
