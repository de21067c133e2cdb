#include "rt.h"

#include "render.h"

#define UNIT_ROWS "units/rt.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct rt *const u = unit;

	u->nodes = b->s->nodes;
	u->enter = arena_take(a, PAST, b->ports, sizeof *u->enter);
	u->word = arena_take(a, HOT, (size_t)b->switches * u->nodes, sizeof *u->word);
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
	unsigned i;

	EACH(i, in->head) {
		const struct packet *p = in->packet + i;
		const unsigned number = i / v->s->radix;
		const struct rt_way way = rt_look(u, number, number * v->s->radix, p);

		u->enter[i] = (struct rt_entry){ (uint16_t)p->queue, (uint16_t)way.queue, (uint8_t)way.out, (uint8_t)p->flits };
	}
	u->entering = in->head;
	u->read |= in->head;
}

/* {output port, queue at the next hop}, port lowest. */
static uint64_t table_word(const struct shape *s, unsigned output, unsigned queue)
{
	return output | (uint64_t)queue << s->port_w;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct rt *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	unsigned i;

	EACH(i, v->ports) {
		const struct rt_entry e = u->enter[i];

		render_one_hot(r, i, ROW_enter_q, u->entering >> i & 1, e.queue);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, v->site, ROW_table_mem, i);
		render(r, i, ROW_flits_q, e.flits);
		render(r, i, ROW_table_mem, table_word(v->s, e.out, e.next_queue));
	}
}

/* Of the first switch; false: never written. */
static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned destination, uint32_t *words)
{
	const struct rt *const u = unit;
	const struct rt_word *word = u->word + destination;

	(void)row, (void)port;
	if (destination >= u->nodes || !word->output)
		return false;
	words_put(words, table_word(v->s, word->output - 1u, word->queue), v->s->port_w + v->s->queue_w);
	return true;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct rt *const u = unit;

	(void)row;
	return v->stepped && u->wrote ? write_of_all(v->s, u->wrote_at, address) : 0;
}

const struct unit_model rt_unit = { .place = place, .rests = rests, .before = before, .image = image, .memory = memory, .writes = writes };
