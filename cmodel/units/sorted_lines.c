#include "sorted_lines.h"

#include <limits.h>

void sorted_lines_place(struct sorted_lines *u, const struct shape *s, unsigned radix, struct arena *a)
{
	u->radix = radix;
	u->saqs = s->saqs;
	u->xoff_over = s->by_list ? UINT_MAX : s->xoff_threshold;
	u->leading = arena_take(a, HOT, (size_t)s->radix * radix, sizeof *u->leading);
	u->line = arena_take(a, HOT, (size_t)s->radix * s->saqs, sizeof *u->line);
}

struct sorted_wait sorted_lines_new_wait(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned parent)
{
	const struct sorted_line *above = parent ? sorted_line(u, port, parent - 1) : NULL;
	const uint16_t packets = smu_queue(smu, port, parent)->count;

	if (!packets && above && above->wait)
		return (struct sorted_wait){ above->wait, above->behind };
	return (struct sorted_wait){ packets, (uint8_t)parent };
}

void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent)
{
	const uint32_t line = UINT32_C(1) << l;

	assert(!(u->busy[port] & line) && parent != l + 1);
	for (unsigned o = 0; o < u->radix; o++)
		*sorted_lines_leading(u, port, o) &= ~line;
	*sorted_lines_leading(u, port, out) |= line;
	u->alone[port] = (u->alone[port] & ~line) | (uint32_t)(point.len == 1) << l;
	sorted_line(u, port, l)->point = point;
	sorted_lines_wait(u, port, l, sorted_lines_new_wait(u, smu, port, parent));
}

void sorted_lines_xon(struct sorted_lines *u, unsigned port, unsigned out, unsigned line)
{
	unsigned l;

	EACH(l, u->xoff[port] & *sorted_lines_leading(u, port, out))
		if (sorted_line(u, port, l)->point.out_line == line)
			u->xoff[port] &= ~(UINT32_C(1) << l);
	u->stopped = (u->stopped & ~bit(port)) | (uint64_t)(u->xoff[port] != 0) << port;
	u->changed |= bit(port);
}

bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu, unsigned port)
{
	for (unsigned l = 0; l < u->saqs; l++) {
		const struct sorted_line *at = sorted_line(u, port, l);

		if ((at->wait != 0) != (u->waiting[port] >> l & 1) || (at->wait && (at->behind == l + 1 || at->wait > smu_queue(smu, port, at->behind)->count)))
			return false;
	}
	return true;
}
