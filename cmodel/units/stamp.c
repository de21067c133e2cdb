#include "stamp.h"

#include "render.h"

#define UNIT_ROWS "units/stamp.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct stamp *const u = unit;
	const struct shape *s = b->s;

	u->used = s->stamp_w;
	if (!u->used)
		return;
	u->ports = b->ports;
	u->queues = s->queues;
	u->heads = s->at_hand ? HEADS : 1;
	u->range = (uint32_t)ones(s->stamp_w);
	u->half = UINT32_C(1) << (s->stamp_w - 1);
	u->packet = arena_take(a, HOT, (size_t)(s->slots + 1) * b->ports, sizeof *u->packet);
	u->head = arena_take(a, HOT, (size_t)b->ports * s->queues * u->heads, sizeof *u->head);
	u->link = arena_take(a, HOT, b->ports, sizeof *u->link);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct stamp *const u = unit;

	render(render_unit(m, v->site), 0, ROW_now_q, u->now[0] & u->range);
}

void stamp_image_heads(const struct stamp *u, const struct shape *s, unsigned port, uint64_t queues, unsigned k, struct rendering r, unsigned row)
{
	EACH_IN(q, u->used ? queues : 0)
		for (unsigned j = 0; j < u->heads; j++)
			render_field(r, port, row, (k * 64 + q) * u->heads + j, s->stamp_w, stamp_head(u, port, k * 64 + q)[j] & u->range);
}

const struct unit_model stamp_unit = { .place = place, .image = image };
