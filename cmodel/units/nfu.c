#include "nfu.h"

#include "link_use.h"
#include "render.h"

#define UNIT_ROWS "units/nfu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct nfu *const u = unit;
	const struct shape *const s = b->s;

	u->level_lines = s->nic_lines;
	u->lines = s->lines;
	u->words = (s->ends + 63) / 64;
	u->line = arena_take(a, HOT, (size_t)b->switches * s->lines, sizeof *u->line);
	u->parked = arena_take(a, HOT, (size_t)b->switches * s->sls * u->words, sizeof *u->parked);
}

/* The lines of a level. */
static struct nfu_line *lines_of(const struct nfu *u, unsigned interface, unsigned level)
{
	return u->line + interface * u->lines + level * u->level_lines;
}

const struct nfu_line *nfu_stop(const struct nfu *u, const struct shape *s, unsigned interface, unsigned level, struct table_route route)
{
	const struct nfu_line *const at = lines_of(u, interface, level);

	for (const struct nfu_line *l = at; l < at + u->level_lines; l++)
		if (l->len && route.left >= l->len && !((route.turns ^ l->turns) & ones(l->len * s->turn_w)))
			return l;
	return NULL;
}

static bool take_line(struct nfu *u, unsigned interface, unsigned level, const struct message *m)
{
	struct nfu_line *const at = lines_of(u, interface, level), *alloc = NULL;

	for (struct nfu_line *l = at + u->level_lines; l-- > at;) {
		if (l->len && l->queue == m->line)
			return true;
		alloc = l->len ? alloc : l;
	}
	if (alloc)
		*alloc = (struct nfu_line){ m->turns, m->line, m->len };
	return alloc;
}

static void free_lines(struct nfu *u, const struct shape *s, unsigned interface, unsigned level, unsigned queue)
{
	struct nfu_line *const at = lines_of(u, interface, level);

	for (struct nfu_line *l = at; l < at + u->level_lines; l++)
		if (l->queue == queue)
			l->len = 0;
	for (unsigned sl = 0; sl < s->sls; sl++)
		if (level_of(s, sl) == level)
			memset(u->parked + (size_t)(interface * s->sls + sl) * u->words, 0, u->words * sizeof *u->parked);
}

bool nfu_message(struct nfu *u, const struct shape *s, unsigned interface, const struct message *m)
{
	if (m->xoff)
		return take_line(u, interface, lowest(m->levels), m);
	EACH_IN(level, m->levels)
		free_lines(u, s, interface, level, m->line);
	return true;
}

unsigned nfu_lines(const struct nfu *u, unsigned interface)
{
	unsigned n = 0;

	for (unsigned l = 0; l < u->lines; l++)
		n += u->line[interface * u->lines + l].len != 0;
	return n;
}

static bool rests(const void *unit, const struct bank *b)
{
	for (unsigned i = 0; i < b->switches; i++)
		if (nfu_lines(unit, i))
			return false;
	return true;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct nfu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned l = 0; l < u->lines; l++) {
		render_field(r, 0, ROW_turns_q, l, s->pool_w, u->line[l].turns);
		render_field(r, 0, ROW_len_q, l, s->len_w, u->line[l].len);
		render_field(r, 0, ROW_queue_q, l, s->vc_queue_w, u->line[l].queue);
	}
	for (unsigned sl = 0; sl < s->sls; sl++)
		render_part(r, 0, ROW_parked_q, sl, s->ends, u->parked + sl * u->words);
}

const struct unit_model nfu_unit = { .place = place, .rests = rests, .image = image };
