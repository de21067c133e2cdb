#include "scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The next larger of 1, 2, 5, 10, 20 ... */
static double larger(double step)
{
	const double power = pow(10, floor(log10(step) + 1e-9)), lead = step / power;

	return power * (lead < 1.5 ? 2 : lead < 3 ? 5 : 10);
}

/* Widens the axis to multiples of step; a rounding error does not add one. */
static void fit(struct scale *s, double low, double high)
{
	s->low = floor(low / s->step + 1e-9) * s->step;
	s->high = ceil(high / s->step - 1e-9) * s->step;
}

struct scale scale_of(double low, double high, unsigned most)
{
	const double width = high > low ? high - low : fabs(high) > 0 ? fabs(high) / 10 : 1;
	struct scale s = { .step = pow(10, floor(log10(width / most) - 1e-9)) };

	fit(&s, low, high);
	while (s.high - s.low > (most + 0.5) * s.step) {
		s.step = larger(s.step);
		fit(&s, low, high);
	}
	while (s.high - s.low < 1.5 * s.step)
		s.high += s.step;
	s.digits = (int)fmax(0, -floor(log10(s.step) + 1e-9));
	return s;
}

unsigned scale_ticks(const struct scale *s)
{
	return (unsigned)lround((s->high - s->low) / s->step) + 1;
}

double scale_tick(const struct scale *s, unsigned i)
{
	return s->low + i * s->step;
}

void scale_label(const struct scale *s, unsigned i, char *text, size_t size)
{
	snprintf(text, size, "%.*f", s->digits, scale_tick(s, i) + 0.0);
}

double scale_at(const struct scale *s, double value)
{
	return (value - s->low) / (s->high - s->low);
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The end of the range without the n outermost values. */
static double end_without(const double *value, unsigned all, unsigned n, bool at_high)
{
	return value[at_high ? all - 1 - n : n];
}

void scale_without_outliers(double *value, unsigned n, bool at_high, double *low, double *high)
{
	double *const end = at_high ? high : low;
	const unsigned most = n < 4 ? 0 : n < 10 ? 1 : n / 10;

	qsort(value, n, sizeof *value, ascending);
	for (unsigned out = 1; out <= most; out++) {
		const double next = end_without(value, n, out, at_high), width = fabs(next - (at_high ? *low : *high));

		if (width > 0 && 1.5 * width <= *high - *low)
			*end = next;
	}
}
