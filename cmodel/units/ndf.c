#include "ndf.h"

#include "render.h"

#include <assert.h>

#define UNIT_ROWS "units/ndf.def"
#include "rows.h"

void ndf_place(struct ndf *u, const struct shape *s, unsigned interfaces, struct arena *a)
{
	u->lines = s->saqs;
	u->used = arena_take(a, HOT, interfaces, sizeof *u->used);
	destinations_place(&u->list, a, interfaces * u->lines, s->nodes);
}

void ndf_message(struct ndf *u, const struct shape *s, unsigned interface, const struct message *m)
{
	uint32_t *const used = u->used + interface;

	assert(message_allowed(s, *used, m));
	*used = message_stopped(s, *used, m);
	if (m->xoff)
		destinations_add(&u->list, interface * u->lines + m->line, m->destination);
	else
		destinations_clear(&u->list, interface * u->lines + m->line);
}

unsigned ndf_lines(const struct ndf *u, unsigned interface)
{
	return count_members(u->used[interface]);
}

bool ndf_quiet(const struct ndf *u, unsigned interfaces)
{
	uint32_t used = 0;

	for (unsigned n = 0; n < interfaces; n++)
		used |= u->used[n];
	return !used;
}

void ndf_image(const struct ndf *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ndf);

	for (unsigned l = 0; l < u->lines; l++)
		render_part(r, 0, ROW_list_q, l, s->nodes, destinations_of(&u->list, l));
}
