#include "slot_filter.h"

#include "render.h"

#include <assert.h>

/* A switch has one of these units. */
#define ROW_NAME(name) ROW_##name,
enum {
#define ROW_TABLE "units/nlf.def"
#include "row_names.h"
#undef ROW_TABLE
};
enum {
#define ROW_TABLE "units/ndf.def"
#include "row_names.h"
#undef ROW_TABLE
};
enum {
#define ROW_TABLE "units/npf.def"
#include "row_names.h"
#undef ROW_TABLE
};
#undef ROW_NAME

static enum slot_filter_kind kind_of(const struct shape *s)
{
	if (!s->holders)
		return FILTER_NONE;
	if (s->credit_queues)
		return FILTER_CLASSES;
	if (s->messages == MESSAGES_QUEUE)
		return FILTER_PRIORITIES;
	return s->by_route ? FILTER_ROUTES : FILTER_DESTINATIONS;
}

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct slot_filter *const u = unit;
	const struct shape *const s = b->s;
	const unsigned interfaces = b->switches;

	u->kind = kind_of(s);
	u->lines = s->saqs;
	u->stopped = arena_take(a, HOT, interfaces, sizeof *u->stopped);
	if (u->kind == FILTER_ROUTES)
		u->route = arena_take(a, HOT, (size_t)interfaces * u->lines, sizeof *u->route);
	if (u->kind == FILTER_DESTINATIONS)
		destinations_place(&u->list, a, interfaces * u->lines, s->nodes);
}

unsigned slot_filter_message(struct slot_filter *u, const struct shape *s, unsigned interface, const struct message *m)
{
	uint32_t *const stopped = u->stopped + interface;
	const unsigned line = interface * u->lines + m->line;

	assert(u->kind != FILTER_NONE && u->kind != FILTER_CLASSES && "a message to an interface that takes none");
	assert(message_allowed(s, *stopped, m));
	*stopped = message_stopped(s, *stopped, m);
	if (u->kind == FILTER_ROUTES && m->xoff)
		u->route[line] = (struct stopped_route){ m->turns, m->len };
	else if (u->kind == FILTER_DESTINATIONS && m->xoff)
		destinations_add(&u->list, line, m->destination);
	else if (u->kind == FILTER_DESTINATIONS)
		destinations_clear(&u->list, line);
	return count_members(*stopped);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct slot_filter *const u = unit;
	uint32_t stopped = 0;

	for (unsigned n = 0; n < b->switches; n++)
		stopped |= u->stopped[n];
	return !stopped;
}

static void image_routes(void *unit, const struct sight *v, struct image *m)
{
	const struct slot_filter *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned l = 0; l < u->lines; l++) {
		render_field(r, 0, ROW_turns_q, l, s->pool_w, u->route[l].turns);
		render_field(r, 0, ROW_len_q, l, s->len_w, u->route[l].len);
	}
	render(r, 0, ROW_xoff_q, *u->stopped);
}

static void image_destinations(void *unit, const struct sight *v, struct image *m)
{
	const struct slot_filter *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned l = 0; l < u->lines; l++)
		render_part(r, 0, ROW_list_q, l, v->s->nodes, destinations_of(&u->list, l));
}

static void image_priorities(void *unit, const struct sight *v, struct image *m)
{
	render(render_unit(m, v->site), 0, ROW_stop_q, *((const struct slot_filter *)unit)->stopped);
}

const struct unit_model nlf_unit = { .place = place, .rests = rests, .image = image_routes }, ndf_unit = { .image = image_destinations },
			npf_unit = { .image = image_priorities };
