#include "inspect_parts.h"

#include "cioq_switch.h"

static void inspect_vc(const struct side *u, const struct shape *s, unsigned port, unsigned vc, inspect_found *found, void *arg)
{
	const struct side_lines *const set = scam_set(&u->scam, s, port, vc);
	unsigned l;

	EACH(l, set->valid) {
		const struct side_line *const line = scam_at(&u->scam, s, port, vc, l);
		const struct inspected seen = {
			.queue = vc * s->saqs + l, .packets = cqu_at(&u->cqu, s, port, cqu_number(s, vc, s->dqs + l))->fill, .length = line->len,
			.stopped = set->xoff >> l & 1, .stops = set->sent >> l & 1, .turns = line->turns, .destination = INSPECT_NO_DESTINATION,
		};

		if (seen.packets || (set->xoff | set->sent | set->waiting) >> l & 1)
			found(arg, &seen);
	}
}

unsigned inspect_cioq(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct side *const u = cioq_switch_seen(at)->side + (side == INSPECT_OUTPUT ? OUTPUTS : INPUTS);
	const struct shape *s = &at->shape;
	unsigned cells = 0;

	for (unsigned vc = 0; vc < s->vcs; vc++) {
		cells += u->cmu.used[port * s->vcs + vc];
		if (s->saqs)
			inspect_vc(u, s, port, vc, found, arg);
	}
	return cells;
}
