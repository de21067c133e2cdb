#include "results.h"

#include "text.h"
#include "why_not.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct results *results_new(const struct lattice *g, const char *configuration, const char *columns, const unsigned *rows)
{
	struct results *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	assert(strlen(columns) < RESULTS_TEXT);
	snprintf(r->text, RESULTS_TEXT, "%s", columns);
	r->lattice = g;
	r->columns = lattice_words(r->text, r->column, RESULTS_COLUMNS);
	r->configuration = stock_text(&r->stock, configuration, strlen(configuration));
	r->point = stock_array(&r->stock, g->points, sizeof *r->point);
	for (unsigned i = 0; r->point && i < g->points; i++) {
		struct results_point *p = &r->point[i];

		p->rows = rows[i];
		p->row = stock_array(&r->stock, p->rows, sizeof *p->row);
		p->value = stock_array(&r->stock, (size_t)p->rows * r->columns, sizeof *p->value);
	}
	if (!r->stock.lacking)
		return r;
	results_free(r);
	return NULL;
}

void results_forget(struct results *r, unsigned point)
{
	struct results_point *const p = &r->point[point];

	for (unsigned i = 0; p->row && i < p->got; i++)
		free(p->row[i]);
	p->got = 0;
}

void results_free(struct results *r)
{
	for (unsigned i = 0; r && r->point && i < r->lattice->points; i++)
		results_forget(r, i);
	if (r)
		stock_free(&r->stock);
	free(r);
}

/* The number in exactly n characters. */
static double number(const char *s, size_t n)
{
	char *end;
	const double v = strtod(s, &end);

	return n && end == s + n ? v : NAN;
}

bool results_add(struct results *r, unsigned point, const char *row)
{
	struct results_point *p = &r->point[point];
	const char *cell = row;

	if (p->got == p->rows || strlen(row) >= RESULTS_LINE / 2)
		return false;
	for (unsigned c = 0; c < r->columns; c++) {
		const size_t n = strcspn(cell, ",");

		p->value[p->got * r->columns + c] = number(cell, n);
		if ((cell[n] == ',') != (c + 1 < r->columns))
			return false;
		cell += n + 1;
	}
	p->row[p->got] = strdup(row);
	return p->row[p->got] && ++p->got;
}

bool results_complete(const struct results *r, unsigned point)
{
	return r->point[point].rows && !results_missing(r, point);
}

bool results_missing(const struct results *r, unsigned point)
{
	return r->point[point].got < r->point[point].rows;
}

unsigned results_count(const struct results *r)
{
	unsigned n = 0;

	for (unsigned i = 0; i < r->lattice->points; i++)
		n += results_complete(r, i);
	return n;
}

/* name: its first n characters. */
static unsigned column_of(const struct results *r, const char *name, size_t n)
{
	unsigned c = 0;

	while (c < r->columns && (strncmp(r->column[c], name, n) != 0 || r->column[c][n]))
		c++;
	return c;
}

unsigned results_column(const struct results *r, const char *name)
{
	return column_of(r, name, strlen(name));
}

/* One cell, or the value of an axis; name: its first n characters. */
static double number_of(const struct results *r, unsigned point, unsigned row, const char *name, size_t n)
{
	if (row >= r->point[point].got)
		return NAN;
	for (unsigned a = 0; a < r->lattice->axes; a++)
		if (!strncmp(r->lattice->axis[a].name, name, n) && !r->lattice->axis[a].name[n]) {
			const char *value = lattice_value(r->lattice, point, a);

			return number(value, strlen(value));
		}
	const unsigned column = column_of(r, name, n);

	return column < r->columns ? r->point[point].value[row * r->columns + column] : NAN;
}

const char *results_cell(const struct results *r, unsigned point, unsigned row, unsigned column, size_t *size)
{
	const char *cell = r->point[point].row[row];

	for (; column; column--)
		cell += strcspn(cell, ",") + 1;
	*size = strcspn(cell, ",");
	return cell;
}

bool results_put(struct results *r, unsigned point, unsigned row, unsigned column, const char *text)
{
	struct results_point *const p = &r->point[point];
	size_t size;
	const char *const cell = results_cell(r, point, row, column, &size), *const before = p->row[row];
	char *changed;

	if (asprintf(&changed, "%.*s%s%s", (int)(cell - before), before, text, cell + size) < 0)
		return false;
	free(p->row[row]);
	p->row[row] = changed;
	p->value[row * r->columns + column] = number(text, strlen(text));
	return true;
}

bool results_word(const struct results *r, unsigned column)
{
	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; k < r->point[i].got; k++) {
			size_t size;

			results_cell(r, i, k, column, &size);
			if (size && isnan(r->point[i].value[k * r->columns + column]))
				return true;
		}
	return false;
}

double results_number(const struct results *r, unsigned point, unsigned row, const char *names)
{
	double sum = 0;

	for (const char *name = names, *end; ; name = end + 1) {
		end = name + strcspn(name, "+");
		sum += number_of(r, point, row, name, (size_t)(end - name));
		if (!*end)
			return sum;
	}
}

static void write_head(const struct results *r, FILE *f)
{
	fputs(r->configuration, f);
	for (unsigned i = 0; i < r->lattice->axes; i++)
		fprintf(f, "%s,", r->lattice->axis[i].name);
	for (unsigned i = 0; i < r->columns; i++)
		fprintf(f, "%s%s", r->column[i], i + 1 < r->columns ? "," : "\n");
}

static void write_point(const struct results *r, unsigned point, FILE *f)
{
	for (unsigned k = 0; results_complete(r, point) && k < r->point[point].rows; k++) {
		for (unsigned a = 0; a < r->lattice->axes; a++)
			fprintf(f, "%s,", lattice_cell(r->lattice, point, a));
		fprintf(f, "%s\n", r->point[point].row[k]);
	}
}

void results_write(const struct results *r, FILE *f)
{
	write_head(r, f);
	for (unsigned i = 0; i < r->lattice->points; i++)
		write_point(r, i, f);
}

void results_write_point(const struct results *r, unsigned point, FILE *f)
{
	write_head(r, f);
	write_point(r, point, f);
}

/* The file, the lines expected, and the number of the next line. */
struct reader {
	struct results *r;
	const char *path, *expected;    /* expected: the rest of the lines before the rows */
	unsigned line;
	char *why;
};

static bool refuse(const struct reader *d, const char *what, const char *line)
{
	return why_not(d->why, RESULTS_WHY, "%.200s:%u: %s: '%.80s'", d->path, d->line, what, line);
}

/* Is the cell of n characters the value of an axis? That of points to which the axis does not apply is empty. */
static bool cell_is(const char *cell, size_t n, const char *value)
{
	return strcmp(value, LATTICE_NONE) ? strlen(value) == n && !memcmp(value, cell, n) : !n;
}

/* The point of a row, by its first cells; *rest: the other cells. -1: none. */
static long point_of(const struct lattice *g, const char *line, const char **rest)
{
	long point = 0;

	for (unsigned a = 0; a < g->axes; a++) {
		const size_t n = strcspn(line, ",");
		unsigned v = 0;

		while (v < g->axis[a].n && !cell_is(line, n, g->axis[a].value[v]))
			v++;
		if (v == g->axis[a].n || line[n] != ',')
			return -1;
		point = point * (long)g->axis[a].n + (long)v;
		line += n + 1;
	}
	*rest = line;
	return point;
}

static bool take_row(struct reader *d, const char *line)
{
	const char *rest;
	const long point = point_of(d->r->lattice, line, &rest);

	if (point < 0 || !results_add(d->r, (unsigned)point, rest))
		return refuse(d, "this is no row of these results, or one too many", line);
	return true;
}

/* Goes on to the line that is expected, over those that come of points which the file was written without. False: it is not among them. */
static bool expected(struct reader *d, const char *line)
{
	const size_t size = strlen(line);

	for (const char *e = d->expected; *e; e += strcspn(e, "\n") + 1) {
		if (strcspn(e, "\n") == size && !memcmp(line, e, size)) {
			d->expected = e + size + 1;
			return true;
		}
		if (text_begins(e, RESULTS_SOURCES))
			return false;
	}
	return false;
}

static bool take_head(struct reader *d, const char *line)
{
	enum { BEFORE = 40, SHOWN = 80, NAME = sizeof RESULTS_SOURCES - 1 };
	size_t from = 0, n;

	if (expected(d, line))
		return true;
	if (text_begins(d->expected, RESULTS_SOURCES))
		return why_not(d->why, RESULTS_WHY, "%.200s:%u: these results are of another build of sluice, of sources %.24s; this one is of %.16s", d->path, d->line,
			 text_begins(line, RESULTS_SOURCES) ? line + NAME : "that it does not name", d->expected + NAME);
	while (line[from] && line[from] == d->expected[from])
		from++;
	from = from < SHOWN - 1 ? 0 : from - BEFORE;
	n = strcspn(d->expected + from, "\n");
	return why_not(d->why, RESULTS_WHY, "%.200s:%u: these results are of another configuration: '%s%.*s', and not '%s%.*s'", d->path, d->line, from ? "..." : "", SHOWN,
		 line + from, from ? "..." : "", (int)(n < SHOWN ? n : SHOWN), d->expected + from);
}

/* All lines before the rows. */
static char *head_of(const struct results *r)
{
	struct text text;
	FILE *const f = text_begin(&text);

	if (f)
		write_head(r, f);
	return text_end(&text, f);
}

/* broken: the last line has no end. */
static bool take_lines(struct reader *d, char *rest, bool *broken)
{
	*broken = false;
	for (char *line; (line = text_line(&rest));) {
		d->line++;
		*broken = !rest;
		if (!*broken && !(*d->expected ? take_head(d, line) : take_row(d, line)))
			return false;
	}
	return true;
}

bool results_read(struct results *r, FILE *f, const char *path, unsigned *dropped, char why[RESULTS_WHY])
{
	const struct text text = text_read_from(f);
	char *const head = text.s ? head_of(r) : NULL;
	struct reader d = { .r = r, .path = path, .expected = head, .why = why };
	bool good = head, broken = false;

	if (!good)
		snprintf(why, RESULTS_WHY, "cannot read '%.200s': %s", path, text_error(errno));
	else if ((d.line = text_nul_line(text)))
		good = refuse(&d, "this is no line of results", "");
	else if ((good = take_lines(&d, text.s, &broken)) && *d.expected && d.line)
		good = why_not(why, RESULTS_WHY, "%.200s:%u: ends before the first row; no results of an experiment", path, d.line);
	*dropped = 0;
	for (unsigned i = 0; i < r->lattice->points; i++)
		if (r->point[i].got && results_missing(r, i)) {
			results_forget(r, i);
			++*dropped;
		}
	if (broken && !*dropped)
		*dropped = 1;
	free(head);
	free(text.s);
	return good;
}
