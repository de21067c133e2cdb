#include "nrt.h"

#include "render.h"

#define UNIT_ROWS "units/nrt.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct nrt *const u = unit;

	u->ends = b->s->table_words;
	u->queues = !b->s->by_route;
	u->word = arena_take(a, HOT, (size_t)b->switches * u->ends, sizeof *u->word);
	u->read = arena_take(a, HOT, b->switches, sizeof *u->read);
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

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct nrt *const u = unit;
	uint32_t words[(64 + 8 + 31) / 32] = { 0 };
	const struct rendering r = render_unit(m, v->site);
	const struct image_place p = render_place(r, 0, ROW_route_mem);

	if (!u->read->left)
		return;
	render_known(m, v->site, ROW_route_mem, 0);
	put_word(u, v->s, *u->read, words);
	memcpy(r.bytes + p.at, words, p.bytes);
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned destination, uint32_t *words)
{
	const struct nrt *const u = unit;
	const struct table_route *word = u->word + destination;

	(void)row, (void)port;
	if (destination >= u->ends || !word->left)
		return false;
	put_word(u, v->s, *word, words);
	return true;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct nrt *const u = unit;

	(void)row;
	address[0] = u->wrote_at;
	return v->stepped && u->wrote;
}

const struct unit_model nrt_unit = { .place = place, .image = image, .memory = memory, .writes = writes };
