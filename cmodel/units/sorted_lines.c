#include "sorted_lines.h"

void sorted_lines_place(struct sorted_lines *u, const struct shape *s, struct arena *a)
{
	u->saqs = s->saqs;
	u->out = arena_take(a, HOT, s->saqs, sizeof *u->out);
	u->wait = arena_take(a, HOT, s->saqs, sizeof *u->wait);
	u->behind = arena_take(a, HOT, s->saqs, sizeof *u->behind);
	points_place(&u->points, s, a);
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
