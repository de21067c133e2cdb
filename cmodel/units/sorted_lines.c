#include "sorted_lines.h"

void sorted_lines_place(void *unit, const struct bank *b, struct arena *a)
{
	struct sorted_lines *const u = unit;
	const struct shape *s = b->s;

	u->saqs = s->saqs;
	u->out = arena_take(a, HOT, s->saqs, sizeof *u->out);
	u->wait = arena_take(a, HOT, s->saqs, sizeof *u->wait);
	u->behind = arena_take(a, HOT, s->saqs, sizeof *u->behind);
	points_place(&u->points, s, a);
	u->shown = arena_take(a, PAST, 1, sizeof *u->shown + (size_t)s->radix * s->saqs * sizeof *u->shown->line);
}

bool sorted_lines_rest(const void *unit, const struct bank *b)
{
	const struct sorted_lines *const u = unit;
	uint64_t any = u->notified;

	for (unsigned l = 0; l < b->s->saqs; l++)
		any |= u->busy[l];
	return !any;
}

bool sorted_lines_differ(const struct sorted_lines *u, unsigned port, unsigned l)
{
	struct sorted_line *const shown = u->shown->line + port * u->saqs + l;
	const struct sorted_line before = *shown;

	*shown = (struct sorted_line){ points_turns(&u->points, port, l), u->wait[l][port], u->points.out_line[l][port], u->points.len[l][port], u->behind[l][port] };
	return before.turns != shown->turns || before.wait != shown->wait || before.out_line != shown->out_line || before.len != shown->len ||
	       before.behind != shown->behind;
}

uint64_t sorted_lines_renotified(const struct sorted_lines *u, const struct sight *v)
{
	const uint64_t before = u->shown->notified;

	u->shown->notified = u->notified;
	return v->ports & (v->anew ? v->ports : before | u->notified);
}

struct sorted_wait sorted_lines_new_wait(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned parent)
{
	const uint16_t packets = smu->count[parent][port];

	if (!packets && parent && u->wait[parent - 1][port])
		return (struct sorted_wait){ u->wait[parent - 1][port], u->behind[parent - 1][port] };
	return (struct sorted_wait){ packets, (uint8_t)parent };
}

void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent)
{
	assert(!(u->busy[l] >> port & 1) && parent != l + 1);
	sorted_lines_lead(u, port, l, out, point.len == 1);
	points_write(&u->points, port, l, point);
	sorted_lines_wait(u, port, l, sorted_lines_new_wait(u, smu, port, parent));
}

void sorted_lines_xon(struct sorted_lines *u, uint64_t inputs, unsigned out, unsigned line)
{
	unsigned i;

	for (unsigned l = 0; l < u->saqs; l++)
		EACH(i, u->xoff[l] & inputs)
			if (u->out[l][i] == out && u->points.out_line[l][i] == line)
				u->xoff[l] &= ~bit(i);
}

/* What a line waits for is in another queue, and there is as much. */
static bool wait_holds(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l)
{
	const unsigned behind = u->behind[l][port];

	return u->wait[l][port] && behind != l + 1 && u->wait[l][port] <= smu->count[behind][port];
}

bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu)
{
	unsigned i;

	for (unsigned l = 0; l < u->saqs; l++)
		EACH(i, u->waiting[l])
			if (!wait_holds(u, smu, i, l))
				return false;
	return true;
}
