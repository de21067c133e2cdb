#include "nlf.h"

#include "render.h"

#include <assert.h>

#define UNIT_ROWS "units/nlf.def"
#include "rows.h"

void nlf_place(struct nlf *u, const struct shape *s, unsigned interfaces, struct arena *a)
{
	u->lines = s->saqs;
	u->xoff = arena_take(a, HOT, interfaces, sizeof *u->xoff);
	u->line = arena_take(a, HOT, (size_t)interfaces * u->lines, sizeof *u->line);
}

void nlf_message(struct nlf *u, const struct shape *s, unsigned interface, const struct message *m)
{
	uint32_t *const xoff = u->xoff + interface;

	assert(message_allowed(s, *xoff, m));
	*xoff = message_stopped(s, *xoff, m);
	if (m->xoff)
		u->line[interface * u->lines + m->line] = (struct nlf_line){ m->turns, m->len };
}

unsigned nlf_lines(const struct nlf *u, unsigned interface)
{
	return count_members(u->xoff[interface]);
}

bool nlf_quiet(const struct nlf *u, unsigned interfaces)
{
	uint32_t xoff = 0;

	for (unsigned n = 0; n < interfaces; n++)
		xoff |= u->xoff[n];
	return !xoff;
}

void nlf_image(const struct nlf *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_nlf);

	for (unsigned l = 0; l < u->lines; l++) {
		render_field(r, 0, ROW_turns_q, l, s->pool_w, u->line[l].turns);
		render_field(r, 0, ROW_len_q, l, s->len_w, u->line[l].len);
	}
	render(r, 0, ROW_xoff_q, *u->xoff);
}
