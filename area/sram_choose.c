#include "sram.h"

#include <math.h>

struct search {
	const struct calibration *c;
	const struct sram_shape *s;
	enum sram_objective objective;
	double slack;
	double access, read;                    /* the least values of all organisations */
	double value;                           /* of the best so far */
	struct sram_organisation *best;
	struct sram_cost *cost;
};

typedef void visit(struct search *, const struct sram_organisation *, const struct sram_cost *);

static void each_mux(struct search *x, struct sram_organisation o, visit *f)
{
	struct sram_cost cost;
	struct sram_delays delays;

	for (o.mux = 1; o.mux <= SRAM_MUX_MAX; o.mux *= 2)
		for (o.mux1 = 1; o.mux1 <= SRAM_MUX_MAX; o.mux1 *= 2)
			for (o.mux2 = 1; o.mux2 <= SRAM_MUX_MAX; o.mux2 *= 2)
				if (sram_build(x->c, x->s, &o, &cost, &delays))
					f(x, &o, &cost);
}

static void each(struct search *x, visit *f)
{
	struct sram_organisation o;

	for (o.span = 1; o.span <= SRAM_SPAN_MAX; o.span *= 2)
		for (o.across = x->c->fewest; o.across <= SRAM_ACROSS_MAX; o.across *= 2)
			for (o.down = x->c->fewest; o.down <= SRAM_DOWN_MAX; o.down *= 2)
				each_mux(x, o, f);
}

static void find_least(struct search *x, const struct sram_organisation *o, const struct sram_cost *cost)
{
	(void)o;
	x->access = fmin(x->access, cost->access);
	x->read = fmin(x->read, cost->read);
}

static void keep_better(struct search *x, const struct sram_organisation *o, const struct sram_cost *cost)
{
	const double value = x->objective == SRAM_AREA ? cost->area : cost->cycle;

	if (cost->access > x->access * (1 + x->slack) || (cost->access > 1.5 * x->access && cost->read > 1.5 * x->read))
		return;
	if (value >= x->value)
		return;
	x->value = value;
	*x->best = *o;
	*x->cost = *cost;
}

bool sram_choose(const struct calibration *c, const struct sram_shape *s, enum sram_objective objective, double slack,
		 struct sram_organisation *best, struct sram_cost *cost)
{
	struct search x = {
		.c = c, .s = s, .objective = objective, .slack = slack, .access = INFINITY, .read = INFINITY, .value = INFINITY,
		.best = best, .cost = cost,
	};

	each(&x, find_least);
	each(&x, keep_better);
	return isfinite(x.value);
}
