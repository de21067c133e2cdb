#include "progress.h"

#include "seconds.h"

#include <inttypes.h>

void progress_begin(struct progress *p, FILE *terminal, const char *what, uint64_t cycles)
{
	*p = (struct progress){ .f = terminal, .what = what, .unit = "cycles", .cycles = cycles, .began = seconds(CLOCK_MONOTONIC) };
	p->said = p->began;
}

void progress_at(void *progress, uint64_t cycle)
{
	struct progress *p = progress;
	const double t = seconds(CLOCK_MONOTONIC), rate = (double)cycle / (t - p->began);

	if (!p->f || t - p->said < 0.2)
		return;
	p->said = t;
	if (cycle < p->cycles)
		fprintf(p->f, "\r%s: %3.0f %%, %.0f %s/s, %.0f s left \033[K", p->what,
			100.0 * (double)cycle / (double)p->cycles, rate, p->unit, (double)(p->cycles - cycle) / rate);
	else
		fprintf(p->f, "\r%s: draining, cycle %" PRIu64 "\033[K", p->what, cycle);
	fflush(p->f);
}

void progress_end(struct progress *p)
{
	if (p->f)
		fputs("\r\033[K", p->f);
}
