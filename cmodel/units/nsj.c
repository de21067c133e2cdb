#include "nsj.h"

#include "render.h"

#define UNIT_ROWS "units/nsj.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct nsj *const u = unit;
	const unsigned queues = b->s->send_queues, lines = b->s->holders, interfaces = b->switches;

	u->queues = queues;
	u->words = (queues + 63) / 64;
	u->lines = lines;
	u->holding_words = (lines + 63) / 64;
	u->at = arena_take(a, HOT, interfaces, sizeof *u->at);
	u->parked = arena_take(a, HOT, (size_t)interfaces * u->words, sizeof *u->parked);
	u->holding = arena_take(a, HOT, (size_t)interfaces * u->holding_words, sizeof *u->holding);
	u->by = arena_take(a, HOT, (size_t)interfaces * queues, sizeof *u->by);
	arbiter_place(&u->arbiter, a, queues, ARBITER_round_robin);
}

/* There is no candidate, and no queue is parked. */
static bool rests(const void *unit, const struct bank *b)
{
	const struct nsj *const u = unit;
	uint64_t some = 0;

	for (unsigned n = 0; n < b->switches; n++)
		some |= u->at[n].valid;
	for (size_t k = 0; k < (size_t)b->switches * u->words; k++)
		some |= u->parked[k];
	return !some;
}

void nsj_pass(struct nsj *u, bool popping)
{
	if (popping)
		u->put = u->go;
	u->go = u->at->go;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct nsj *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct nsj_state *const c = u->at;

	render_one_hot(r, 0, ROW_cand_q, c->valid, c->candidate);
	if (s->holders)
		render_set(r, 0, ROW_parked_q, nsj_parked(u, 0));
	for (unsigned q = 0; q < (s->holders ? u->queues : 0); q++)
		render_field(r, 0, ROW_by_q, q, s->by_w, *nsj_by(u, 0, q));
	arbiter_image(&u->arbiter, 1, r, ROW_arbiter_prio_q);
	render(r, 0, ROW_go_turns_q, u->go.turns);
	render(r, 0, ROW_go_left_q, u->go.left);
	render(r, 0, ROW_go_queue_q, u->go.queue);
	render(r, 0, ROW_put_turns_q, u->put.turns);
	render(r, 0, ROW_put_left_q, u->put.left);
	render(r, 0, ROW_put_queue_q, u->put.queue);
}

const struct unit_model nsj_unit = { .place = place, .rests = rests, .image = image };
