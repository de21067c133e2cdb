#pragma once

#include "bits.h"
#include "destinations.h"
#include "messages.h"
#include "table.h"
#include "unit.h"

/*
 * Filters of network interfaces whose links count slots: what the switch has stopped, by its lines, of which each stops a route or some destinations, or by
 * priority. Where the switch has credits by class, NCU is what stops.
 * Invariant: a line that stops destinations has one in its list.
 * RTL twins: rtl_gen/units/nlf.v, ndf.v, npf.v. docs/internals/microarchitecture-slot-nic.md, 3.
 */
enum slot_filter_kind { FILTER_NONE, FILTER_ROUTES, FILTER_DESTINATIONS, FILTER_PRIORITIES, FILTER_CLASSES };

struct slot_filter {
	enum slot_filter_kind kind;
	unsigned lines;
	uint32_t *stopped;              /* by interface: lines or priorities that stop */
	struct stopped_route { uint64_t turns; uint8_t len; } *route;   /* by interface, by line: that of the last Xoff ... */
	struct destinations list;       /* ... or those that the line stops */
};

static inline bool slot_filter_line_stops(const struct slot_filter *u, const struct shape *s, unsigned line, unsigned queue, const struct table_route *route)
{
	const struct stopped_route *const at = u->route + line;

	if (u->kind == FILTER_DESTINATIONS)
		return destinations_has(&u->list, line, queue);
	return at->len <= route->left && !((at->turns ^ route->turns) & ones(at->len * s->turn_w));
}

/* Is the queue stopped, and by which line or priority? route: of its first packet, if lines name routes. */
STAGE bool slot_filter_stops(const struct slot_filter *u, const struct shape *s, unsigned interface, unsigned queue, const struct table_route *route, unsigned *by)
{
	if (u->kind == FILTER_PRIORITIES) {
		*by = queue;
		return u->stopped[interface] >> queue & 1;
	}
	EACH_IN(l, u->stopped[interface])
		if (slot_filter_line_stops(u, s, interface * u->lines + l, queue, route)) {
			*by = l;
			return true;
		}
	return false;
}

/* A message of the switch acts. Returns how many lines or priorities stop. */
unsigned slot_filter_message(struct slot_filter *u, const struct shape *s, unsigned interface, const struct message *m);

/* It stands under the name of its kind; the first of these has all of it but the registers of the others. */
extern const struct unit_model nlf_unit, ndf_unit, npf_unit;
