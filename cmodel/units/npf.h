#ifndef NPF_H
#define NPF_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "messages.h"

#include <stdbool.h>

/*
 * Filters of network interfaces by priority: the priorities that the switch has stopped.
 * RTL twin: rtl_gen/units/npf.v.
 */
struct npf {
	uint32_t *stop;                 /* by interface: priorities */
};

void npf_place(struct npf *u, unsigned interfaces, struct arena *a);

static inline bool npf_stops(const struct npf *u, unsigned interface, unsigned queue)
{
	return u->stop[interface] >> queue & 1;
}

/* A message of the switch acts. */
void npf_message(struct npf *u, const struct shape *s, unsigned interface, const struct message *m);

/* Priorities that are stopped; is there none in any interface? */
unsigned npf_lines(const struct npf *u, unsigned interface);
bool npf_quiet(const struct npf *u, unsigned interfaces);
void npf_image(const struct npf *u, struct image *m);

#endif
