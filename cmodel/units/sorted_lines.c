#include "sorted_lines.h"

void sorted_lines_place(void *unit, const struct bank *b, struct arena *a)
{
	struct sorted_lines *const u = unit;
	const struct shape *s = b->s;

	cam_in_place(&u->cam, s, a);
	u->wait = arena_take(a, HOT, s->saqs, sizeof *u->wait);
	u->behind = arena_take(a, HOT, s->saqs, sizeof *u->behind);
	u->shown = arena_take(a, PAST, (size_t)s->radix * s->saqs, sizeof *u->shown);
}

bool sorted_lines_rest(const void *unit, const struct bank *b)
{
	const struct sorted_lines *const u = unit;
	uint64_t any = u->cam.notified;

	for (unsigned l = 0; l < b->s->saqs; l++)
		any |= u->cam.live[l];
	return !any;
}

bool sorted_lines_differ(const struct sorted_lines *u, unsigned port, unsigned l)
{
	struct sorted_line *const shown = u->shown + port * u->cam.saqs + l;
	const struct sorted_line before = *shown;

	*shown = (struct sorted_line){
		points_turns(&u->cam.points, port, l), u->wait[l][port], u->cam.points.out_line[l][port], u->cam.points.len[l][port], u->behind[l][port],
	};
	return before.turns != shown->turns || before.wait != shown->wait || before.out_line != shown->out_line || before.len != shown->len ||
	       before.behind != shown->behind;
}

struct sorted_wait sorted_lines_new_wait(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned parent)
{
	const unsigned l = parent - u->cam.cold;
	const uint16_t packets = smu->count[parent][port];

	if (!packets && l < u->cam.saqs && u->wait[l][port])
		return (struct sorted_wait){ u->wait[l][port], u->behind[l][port] };
	return (struct sorted_wait){ packets, (uint8_t)parent };
}

void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent)
{
	assert(!(u->cam.live[l] >> port & 1) && parent != l);
	cam_in_write(&u->cam, port, l, point, out);
	sorted_lines_wait(u, port, l, sorted_lines_new_wait(u, smu, port, sorted_lines_queue(u, parent)));
}

/* What a line waits for is in another queue, and there is as much. */
static bool wait_holds(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l)
{
	const unsigned behind = u->behind[l][port];

	return u->wait[l][port] && behind != sorted_lines_queue(u, l) && u->wait[l][port] <= smu->count[behind][port];
}

bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu)
{
	for (unsigned l = 0; l < u->cam.saqs; l++)
		EACH_IN(i, u->waiting[l])
			if (!wait_holds(u, smu, i, l))
				return false;
	return true;
}
