#include "qcu.h"

#include "render.h"

#define UNIT_ROWS "units/qcu.def"
#include "rows.h"

static unsigned words_of(unsigned queues)
{
	return (queues + 63) / 64;
}

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct qcu *const u = unit;
	const struct shape *s = b->s;
	const unsigned n = b->ports;

	u->queues = s->queues;
	u->credits = slot_credits(s->queue_slots);
	u->log = clog2(s->queues);
	u->take_queue = arena_take(a, HOT, n, sizeof *u->take_queue);
	u->last = arena_take(a, HOT, n, sizeof *u->last);
	if (u->credits <= UINT8_MAX)
		u->used = arena_take(a, HOT, (size_t)n << u->log, sizeof *u->used);
	else
		u->used_wide = arena_take(a, HOT, (size_t)n << u->log, sizeof *u->used_wide);
	u->taker = arena_take(a, PAST, n, sizeof *u->taker);
	u->changed = arena_take(a, PAST, (size_t)n * words_of(s->queues), sizeof *u->changed);
}

static void reset(void *unit, const struct bank *b)
{
	struct qcu *const u = unit;

	if (u->credits > 1)
		return;
	u->one_credit_left = ones(b->ports);
	for (unsigned o = 0; o < b->ports; o++)
		u->last[o] = (uint16_t)u->queues;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct qcu *const u = unit;

	if (u->taking)
		return false;
	for (unsigned o = 0; o < b->ports; o++)
		for (unsigned q = 0; q < u->queues; q++)
			if (qcu_used(u, o, q))
				return false;
	return true;
}

/* A credit of a queue comes or goes: with few left, heads that name the queue see it. */
static void mark(struct qcu *u, unsigned port, unsigned queue)
{
	u->changed[port * words_of(u->queues) + queue / 64] |= bit(queue % 64);
	u->scarce |= qcu_used(u, port, queue) + 2 >= u->credits;
}

static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct qcu *const u = unit;

	EACH_IN(o, u->taking & v->ports)
		mark(u, o, u->take_queue[o]);
	EACH_IN(o, in->credit & v->ports)
		mark(u, o, in->credit_queue[o]);
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct qcu *const u = unit;

	(void)in;
	EACH_IN(o, out->depart)
		u->taker[o] = (uint8_t)(out->from[o] % v->s->radix);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct qcu *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(o, v->ports) {
		for (unsigned k = 0; k < words_of(u->queues); k++) {
			uint64_t *const changed = u->changed + o * words_of(u->queues) + k;

			EACH_IN(q, v->anew ? ones(u->queues - k * 64 < 64 ? u->queues - k * 64 : 64) : *changed)
				render_field(r, o, ROW_used_q, k * 64 + q, v->s->fill_w, qcu_shown(u, o, k * 64 + q));
			*changed = 0;
		}
		render_one_hot(r, o, ROW_taken_q, u->taking >> o & 1, u->taker[o]);
	}
	u->scarce = false;
}

const struct unit_model qcu_unit = { .place = place, .reset = reset, .rests = rests, .before = before, .after = after, .image = image };
