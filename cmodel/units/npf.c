#include "npf.h"

#include "render.h"

#include <assert.h>

#define UNIT_ROWS "units/npf.def"
#include "rows.h"

void npf_place(struct npf *u, unsigned interfaces, struct arena *a)
{
	u->stop = arena_take(a, HOT, interfaces, sizeof *u->stop);
}

void npf_message(struct npf *u, const struct shape *s, unsigned interface, const struct message *m)
{
	uint32_t *const stop = u->stop + interface;

	assert(message_allowed(s, *stop, m));
	*stop = message_stopped(s, *stop, m);
}

unsigned npf_lines(const struct npf *u, unsigned interface)
{
	return count_members(u->stop[interface]);
}

bool npf_quiet(const struct npf *u, unsigned interfaces)
{
	uint32_t stop = 0;

	for (unsigned n = 0; n < interfaces; n++)
		stop |= u->stop[n];
	return !stop;
}

void npf_image(const struct npf *u, struct image *m)
{
	render(render_unit(m, SITE_npf), 0, ROW_stop_q, *u->stop);
}
