#include "gate.h"

#include <math.h>

/* Layout rules, in F: contacted and bare spacing of gates, gap between p and n, power rails, smallest transistor. */
static const double contact = 3, poly = 1, bare = 1.5, gap = 5, rail = 2, smallest = 1.5;

double gate_folded(double width, double pitch)
{
	const double folds = ceil(width / pitch);

	return folds * poly + (folds + 1) * contact;
}

/* Width of a stack of transistors in series, folded into so many. */
static double diffusion(double stacked, double folds)
{
	double w = 2 * contact + stacked * poly + (stacked - 1) * bare;

	if (folds > 1)
		w += (folds - 2) * 2 * contact + (folds - 1) * (stacked * poly + (stacked - 1) * bare);
	return w;
}

double gate_area(unsigned inputs, double width_p, double width_n, double height)
{
	const double room = height - 2 * rail - gap, share = width_p / (width_p + width_n);
	const double folds_p = ceil(width_p / (room * share)), folds_n = ceil(width_n / (room * (1 - share)));
	const double w = fmax(diffusion(inputs, folds_n), diffusion(1, inputs * folds_p));
	const double lower = width_n + width_p + gap + 2 * rail;

	return w * (room * (1 - share) > width_n ? lower : height);
}

static double first_width(unsigned inputs)
{
	return inputs * smallest;
}

double chain_input(unsigned inputs, double p_to_n)
{
	return first_width(inputs) + p_to_n * smallest;
}

static unsigned even_stages(double effort, unsigned more)
{
	const double stages = log(effort) / log(4);
	unsigned n = (stages > 0 ? (unsigned)stages : 0) + more;

	n += n % 2;
	return n < 2 ? 2 : n > CHAIN_MAX ? CHAIN_MAX : n;
}

struct chain chain_for(unsigned inputs, double load, double p_to_n, double widest)
{
	struct chain c = { .inputs = inputs };
	const double logical = (inputs + p_to_n) / (1 + p_to_n);
	double effort = logical * load / chain_input(inputs, p_to_n), fanout, last;

	c.n = even_stages(effort, 0);
	fanout = pow(effort, 1.0 / c.n);
	last = fmax(load / fanout / (1 + p_to_n), smallest);
	if (last > widest) {
		effort = logical * (1 + p_to_n) * widest / chain_input(inputs, p_to_n);
		c.n = even_stages(effort, 1);
		fanout = pow(effort, 1.0 / (c.n - 1));
		last = widest;
	}
	c.width[0] = first_width(inputs);
	c.width[c.n - 1] = last;
	for (unsigned i = c.n - 2; i >= 1; i--)
		c.width[i] = fmax(c.width[i + 1] / fanout, smallest);
	return c;
}

double chain_area(const struct chain *c, double p_to_n, double height)
{
	double area = gate_area(c->inputs, p_to_n * smallest, c->width[0], height);

	for (unsigned i = 1; i < c->n; i++)
		area += gate_area(1, p_to_n * c->width[i], c->width[i], height);
	return area;
}

double stage_delay(double rise, double tau)
{
	const double half = log(2);

	return sqrt(half * half * tau * tau + 0.5 * rise * tau);
}
