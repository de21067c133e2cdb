#ifndef NDF_H
#define NDF_H

#include "arena.h"
#include "bits.h"
#include "destinations.h"
#include "image.h"
#include "messages.h"

#include <stdbool.h>

/*
 * Filters of network interfaces by destination: the destinations that the switch has stopped, by its lines.
 * Invariant: a line in use has a destination in its list.
 * RTL twin: rtl_gen/units/ndf.v.
 */
struct ndf {
	unsigned lines;
	uint32_t *used;                 /* by interface: lines in use */
	struct destinations list;       /* by interface, by line */
};

void ndf_place(struct ndf *u, const struct shape *s, unsigned interfaces, struct arena *a);

/* Is the destination stopped, and by which line? */
STAGE bool ndf_stops(const struct ndf *u, unsigned interface, unsigned destination, unsigned *by)
{
	unsigned l;

	EACH(l, u->used[interface])
		if (destinations_has(&u->list, interface * u->lines + l, destination)) {
			*by = l;
			return true;
		}
	return false;
}

/* A message of the switch acts. */
void ndf_message(struct ndf *u, const struct shape *s, unsigned interface, const struct message *m);

/* Lines in use; is there none in any interface? */
unsigned ndf_lines(const struct ndf *u, unsigned interface);
bool ndf_quiet(const struct ndf *u, unsigned interfaces);
void ndf_image(const struct ndf *u, const struct shape *s, struct image *m);

#endif
