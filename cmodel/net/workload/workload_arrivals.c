#include "workload_arrivals.h"

#include <math.h>

/* Cycles, more than a run has: so many after any packet comes none. */
#define NEVER 0x1p43

const char *const workload_arrivals_names[ARRIVAL_PROCESSES] = {
#define ARRIVALS(id, text, help) [ARRIVALS_##id] = text,
#include "workload_arrivals.def"
};

double workload_mean_flits(const struct workload_config *c)
{
	if (c->length_shape > 0)
		return bounded_pareto_mean(c->length_shape, c->length_least, c->length_most);
	return c->random_length ? (1 + c->packet_flits) / 2.0 : c->packet_flits;
}

struct arrivals arrivals_at(enum workload_arrivals process, double interval)
{
	struct arrivals a = { .process = process };

	if (process == ARRIVALS_FIXED)
		a = (struct arrivals){ .process = process, .interval = (uint64_t)(fmin(interval, NEVER) * (1 << FRACTION) + 0.5), .within = interval };
	else
		a.between = geometric_table_of_mean(interval - 1);
	return a;
}

/* A cycle of the first interval. */
static uint64_t first_of(const struct arrivals *a, struct rng *r)
{
	const uint64_t cycles = (a->interval + (1 << FRACTION) - 1) >> FRACTION;

	return cycles <= UINT32_MAX ? rng_below(r, (uint32_t)cycles) : (uint64_t)fmin((double)(rng_next(r) >> 11) * 0x1p-53 * a->within, NEVER);
}

void arrivals_begin(const struct arrivals *a, struct arrivals_source *s, struct rng *r, uint64_t cycle)
{
	*s = (struct arrivals_source){ .next = cycle };
	if (a->process == ARRIVALS_FIXED)
		s->next += first_of(a, r);
}

struct arrivals arrivals_of(const struct workload_config *c, double load, unsigned sl)
{
	const double flits = workload_mean_flits(c);
	const double silence = c->burst_packets * flits * (1 - load) / load;
	struct arrivals a = { .process = c->arrivals };

	switch (c->arrivals) {
	case ARRIVALS_BERNOULLI:
	case ARRIVALS_FIXED:
		return arrivals_at(c->arrivals, flits / load);
	case ARRIVALS_BURSTY:
		a.gap = geometric_of_mean(silence);
		a.burst = geometric_of_mean(c->burst_packets - 1);
		break;
	case ARRIVALS_ON_OFF:
		a.burst_flits = c->burst_flits[sl];
		a.gap = geometric_of_mean(a.burst_flits * (1 - load) / load);
		break;
	default:
		a.pareto_gap = pareto_of_mean(c->pareto_shape, silence);
		a.pareto_burst = pareto_of_mean(c->pareto_shape, c->burst_packets - 1);
	}
	return a;
}

uint64_t arrivals_burst(const struct arrivals *a, struct arrivals_source *s, struct rng *r)
{
	if (a->process == ARRIVALS_SELF_SIMILAR) {
		s->burst_left = pareto_draw(&a->pareto_burst, r);
		return s->next + pareto_draw(&a->pareto_gap, r);
	}
	s->burst_left = a->process == ARRIVALS_ON_OFF ? a->burst_flits : geometric_draw(&a->burst, r);
	return s->next + geometric_draw(&a->gap, r);
}
