#include "means.h"

#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128 };

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

/* What has no interval: words, and what says where a row is. */
static bool measured(const struct results *runs, unsigned column)
{
	return strcmp(runs->column[column], "cycle") != 0 && strcmp(runs->column[column], "cycles") != 0 && !results_word(runs, column);
}

static bool names(const struct results *runs, char *text, size_t size)
{
	size_t n = 0;

	for (unsigned c = 0; c < runs->columns && n < size; c++) {
		const char *const name = runs->column[c];

		n += (size_t)snprintf(text + n, size - n, "%s%s", c ? " " : "", name);
		if (n < size && measured(runs, c))
			n += (size_t)snprintf(text + n, size - n, " %s" MEANS_HALF, name);
	}
	return n < size;
}

/* A cell of `seeds` runs from the first one on. */
static void write_mean(const struct results *runs, unsigned first, unsigned seeds, unsigned row, unsigned column, FILE *f)
{
	double value[LATTICE_VALUES];

	for (unsigned i = 0; i < seeds; i++)
		value[i] = runs->point[first + i].value[row * runs->columns + column];
	const struct interval v = interval_of(value, seeds);

	if (isnan(v.mean))
		fputc(',', f);
	else if (isnan(v.half))
		fprintf(f, "%.6f,", v.mean);
	else
		fprintf(f, "%.6f,%.6f", v.mean, v.half);
}

/* Cells without an interval: the text that all runs have in common, or all texts there are. */
static void write_common(const struct results *runs, unsigned first, unsigned seeds, unsigned row, unsigned column, FILE *f)
{
	const char *before;
	size_t size, size_before;

	for (unsigned i = 0; i < seeds; i++) {
		const char *const cell = results_cell(runs, first + i, row, column, &size);
		bool new = true;

		for (unsigned k = 0; k < i; k++) {
			before = results_cell(runs, first + k, row, column, &size_before);
			new = new && (size_before != size || memcmp(before, cell, size) != 0);
		}
		if (new)
			fprintf(f, "%s%.*s", i ? "/" : "", (int)size, cell);
	}
}

static bool add_point(struct results *means, unsigned point, const struct results *runs, unsigned seeds)
{
	const unsigned first = point * seeds;
	char text[RESULTS_LINE];

	for (unsigned i = 0; i < seeds; i++)
		if (!results_complete(runs, first + i))
			return true;
	for (unsigned row = 0; row < runs->point[first].rows; row++) {
		FILE *const f = fmemopen(text, sizeof text, "w");

		if (!f)
			return false;
		for (unsigned c = 0; c < runs->columns; c++) {
			if (c)
				fputc(',', f);
			if (measured(runs, c))
				write_mean(runs, first, seeds, row, c, f);
			else
				write_common(runs, first, seeds, row, c, f);
		}
		if (fclose(f) || !results_add(means, point, text))
			return false;
	}
	return true;
}

struct results *means_new(const struct results *runs, const struct axis *axes, bool quick, struct lattice *to)
{
	char columns[RESULTS_TEXT];
	struct results *means = NULL;
	unsigned *rows;
	bool good = true;

	lattice_make(to, axes, quick);
	const unsigned seeds = to->axis[--to->axes].n;

	to->points /= seeds;
	rows = calloc(to->points, sizeof *rows);
	for (unsigned i = 0; rows && i < to->points; i++)
		rows[i] = runs->point[i * seeds].rows;
	if (rows && names(runs, columns, sizeof columns))
		means = results_new(to, runs->configuration, columns, rows);
	for (unsigned i = 0; means && good && i < to->points; i++)
		good = add_point(means, i, runs, seeds);
	free(rows);
	if (good)
		return means;
	results_free(means);
	return NULL;
}

double means_half(const struct results *means, unsigned point, unsigned row, const char *column)
{
	char name[NAME];

	snprintf(name, sizeof name, "%s" MEANS_HALF, column);
	return results_number(means, point, row, name);
}

static bool of_interval(const struct results *r, unsigned column)
{
	const char *const name = r->column[column];
	const size_t n = strlen(name), end = sizeof MEANS_HALF - 1;

	return n > end && !strcmp(name + n - end, MEANS_HALF);
}

/* As many digits as one looks at. */
static int digits_of(double value)
{
	return fabs(value) < 2 ? 4 : fabs(value) < 100 ? 2 : 1;
}

static void add_cell(struct table *t, const struct results *r, unsigned point, unsigned column)
{
	const double value = results_number(r, point, 0, r->column[column]), half = means_half(r, point, 0, r->column[column]);
	size_t size;
	const char *const text = results_cell(r, point, 0, column, &size);
	const bool whole = isnan(half) && value == floor(value) && fabs(value) >= 2;

	if (isnan(value) || whole)
		table_cell(t, "%.*s", isnan(value) ? (int)size : (int)strcspn(text, ".,"), text);
	else if (isnan(half))
		table_cell(t, "%.*f", digits_of(value), value);
	else
		table_cell(t, "%.*f ± %.*f", digits_of(value), value, digits_of(value), half);
}

void means_write_table(const struct results *r, FILE *f)
{
	const struct lattice *const g = r->lattice;
	unsigned columns = 0;
	struct table t;

	for (unsigned c = 0; c < r->columns; c++)
		columns += !of_interval(r, c);
	table_begin(&t, g->axes + columns);
	for (unsigned a = 0; a < g->axes; a++)
		table_cell(&t, "%s", g->axis[a].name);
	for (unsigned c = 0; c < r->columns; c++)
		if (!of_interval(r, c))
			table_cell(&t, "%s", r->column[c]);
	for (unsigned i = 0; i < g->points; i++) {
		for (unsigned a = 0; r->point[i].got && a < g->axes; a++)
			table_cell(&t, "%s", lattice_value(g, i, a));
		for (unsigned c = 0; r->point[i].got && c < r->columns; c++)
			if (!of_interval(r, c))
				add_cell(&t, r, i, c);
	}
	table_write(&t, f);
	table_free(&t);
}
