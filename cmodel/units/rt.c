#include "rt.h"

#include "render.h"

#define UNIT_ROWS "units/rt.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct rt *const u = unit;

	route_table_place(&u->table, b, a);
	u->enter = arena_take(a, PAST, b->ports, sizeof *u->enter);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct rt *const u = unit;

	(void)b;
	return !u->entering;
}

/* Headers that arrive, before the step, which may write their words of the table; and after QMU has followed those of the cycle before. */
static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct rt *const u = unit;

	EACH_IN(i, in->head) {
		const struct packet *p = in->packet + i;
		const unsigned number = i / v->s->radix;
		const struct route way = route_table_look(&u->table, number, number * v->s->radix, p);

		u->enter[i] = (struct rt_entry){ (uint16_t)p->queue, (uint16_t)way.queue, (uint8_t)way.out, (uint8_t)p->flits };
	}
	u->entering = in->head;
	u->read |= in->head;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct rt *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		const struct rt_entry e = u->enter[i];

		render_one_hot(r, i, ROW_enter_q, u->entering >> i & 1, e.queue);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, v->site, ROW_table_mem, i);
		render(r, i, ROW_flits_q, e.flits);
		render(r, i, ROW_table_mem, route_table_bits(v->s, e.out, e.next_queue));
	}
}

const struct unit_model rt_unit = { .place = place, .rests = rests, .before = before, .image = image, .memory = route_table_memory, .writes = route_table_writes };
