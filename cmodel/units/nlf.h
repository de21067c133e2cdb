#ifndef NLF_H
#define NLF_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "messages.h"
#include "table.h"

#include <stdbool.h>

/*
 * Filters of network interfaces by route: the congested points that the switch has stopped, by its lines.
 * RTL twin: rtl_gen/units/nlf.v.
 */
struct nlf_line {
	uint64_t turns;
	uint8_t len;
};

struct nlf {
	unsigned lines;
	uint32_t *xoff;                 /* by interface: lines that stop */
	struct nlf_line *line;          /* by interface, by line */
};

void nlf_place(struct nlf *u, const struct shape *s, unsigned interfaces, struct arena *a);

/* Is the route stopped, and by which line? */
STAGE bool nlf_stops(const struct nlf *u, const struct shape *s, unsigned interface, struct table_route route, unsigned *by)
{
	const struct nlf_line *const line = u->line + interface * u->lines;
	unsigned l;

	EACH(l, u->xoff[interface])
		if (line[l].len <= route.left && !((line[l].turns ^ route.turns) & ones(line[l].len * s->turn_w))) {
			*by = l;
			return true;
		}
	return false;
}

/* A message of the switch acts. */
void nlf_message(struct nlf *u, const struct shape *s, unsigned interface, const struct message *m);

/* Lines that stop; is there none in any interface? */
unsigned nlf_lines(const struct nlf *u, unsigned interface);
bool nlf_quiet(const struct nlf *u, unsigned interfaces);
void nlf_image(const struct nlf *u, const struct shape *s, struct image *m);

#endif
