#include "qcu.h"

#include "render.h"

#define UNIT_ROWS "units/qcu.def"
#include "rows.h"

void qcu_place(struct qcu *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->queues = s->queues;
	u->queue_slots = s->queue_slots;
	u->log = clog2(s->queues);
	u->taker = arena_take(a, COLD, n, sizeof *u->taker);
	u->take_queue = arena_take(a, HOT, n, sizeof *u->take_queue);
	u->last = arena_take(a, HOT, n, sizeof *u->last);
	if (s->queue_slots <= UINT8_MAX)
		u->used = arena_take(a, HOT, (size_t)n << u->log, sizeof *u->used);
	else
		u->used_wide = arena_take(a, HOT, (size_t)n << u->log, sizeof *u->used_wide);
}

void qcu_reset(struct qcu *u, const struct shape *s)
{
	if (s->queue_slots > 1)
		return;
	u->one_credit_left = ones(s->radix);
	for (unsigned o = 0; o < s->radix; o++)
		u->last[o] = (uint16_t)s->queues;
}

void qcu_image(const struct qcu *u, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qcu);
	unsigned q;

	for (unsigned k = 0; k * 64 < s->queues; k++)
		EACH(q, queues[k])
			render_field(r, port, ROW_used_q, k * 64 + q, s->fill_w, qcu_shown(u, port, k * 64 + q));
}

void qcu_image_taken(const struct qcu *u, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qcu);
	unsigned o;

	EACH(o, outputs)
		render_one_hot(r, o, ROW_taken_q, u->taking >> o & 1, u->taker[o]);
}
