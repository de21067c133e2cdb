#include "interval.h"

#include <math.h>

/*
 * The probability that |t| is below a value, by the finite series for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4): with
 * tan a = t / sqrt(freedom), sums of even or odd powers of cos a.
 */
static double within(double t, unsigned freedom)
{
	const double a = atan(t / sqrt(freedom)), c = cos(a) * cos(a);
	const unsigned odd = freedom % 2;
	double term = odd ? cos(a) : 1, sum = 0;

	for (unsigned k = odd ? 3 : 2; k <= freedom; k += 2) {
		sum += term;
		term *= c * (k - 1) / k;
	}
	return odd ? 2 / acos(-1) * (a + sin(a) * sum) : sin(a) * sum;
}

double interval_student(unsigned freedom)
{
	double low = 1.9, high = 13;    /* of infinite freedom, of one */

	for (unsigned i = 0; i < 60; i++) {
		const double middle = (low + high) / 2;

		if (within(middle, freedom) < 0.95)
			low = middle;
		else
			high = middle;
	}
	return high;
}

struct interval interval_of(const double *value, unsigned n)
{
	double sum = 0, squares = 0;

	for (unsigned i = 0; i < n; i++)
		sum += value[i];
	const double mean = sum / n;

	for (unsigned i = 0; i < n; i++)
		squares += (value[i] - mean) * (value[i] - mean);
	return (struct interval){ mean, n < 2 ? NAN : interval_student(n - 1) * sqrt(squares / (n - 1) / n) };
}
