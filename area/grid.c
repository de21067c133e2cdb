#include "grid.h"

#include "ascending.h"
#include "stock.h"
#include "text.h"
#include "why_not.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const grid_columns[GRID_FIGURES] = {
	[GRID_AREA] = "area_mm2", [GRID_ACCESS] = "access_ns", [GRID_CYCLE] = "cycle_ns", [GRID_READ] = "dyn_read_nj",
	[GRID_WRITE] = "dyn_write_nj", [GRID_SEARCH] = "dyn_search_nj", [GRID_LEAKAGE] = "leak_mw",
};

enum { COLUMNS = 32 };

enum key { TOOL, TECH, WIDTH, READ, WRITE, READ_WRITE, SIZE, CELL, OBJECTIVE, ENTRIES, KEYS };

static const char *const key_names[KEYS] = {
	"tool", "tech_nm", "width_bits", "read_ports", "write_ports", "rw_ports", "size_bytes", "cell_type", "objective", "entries",
};

struct table {
	const char *path;
	unsigned line;
	int key[KEYS], figure[GRID_FIGURES];    /* column of each; -1: none */
	double *errors[GRID_FIGURES];
	uint32_t n[GRID_FIGURES];
	struct stock stock;                     /* of errors */
	char *why;
};

static bool refuse(struct table *t, const char *what, const char *name)
{
	return why_not(t->why, PRICE_WHY, "%.100s:%u: %s '%.40s'", t->path, t->line, what, name);
}

static unsigned split(char *line, char *fields[COLUMNS])
{
	unsigned n = 0;

	line[strcspn(line, "\r\n")] = '\0';
	for (char *field; n < COLUMNS && (field = strsep(&line, ","));)
		fields[n++] = field;
	return n;
}

static int column(char *const fields[], unsigned n, const char *name)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(fields[i], name))
			return (int)i;
	return -1;
}

static bool read_header(struct table *t, char *line)
{
	char *fields[COLUMNS];
	const unsigned n = split(line, fields);

	for (unsigned i = 0; i < KEYS; i++)
		t->key[i] = column(fields, n, key_names[i]);
	for (unsigned i = 0; i < GRID_FIGURES; i++)
		t->figure[i] = column(fields, n, grid_columns[i]);
	for (unsigned i = 0; i < KEYS; i++)
		if (t->key[i] < 0 && (t->key[ENTRIES] >= 0 ? i != SIZE && i != CELL && i != OBJECTIVE : i != ENTRIES))
			return refuse(t, "there is no column", key_names[i]);
	return true;
}

/* The field of a column as a number of 0..most. */
static bool number(struct table *t, char *const fields[], enum key key, unsigned most, unsigned *value)
{
	const char *text = fields[t->key[key]];
	char *end;
	const unsigned long v = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || v > most)
		return refuse(t, key_names[key], text);
	*value = (unsigned)v;
	return true;
}

static bool read_memory(struct table *t, char *const fields[], struct memory *m, struct price_setup *setup)
{
	const bool cams = t->key[ENTRIES] >= 0;
	unsigned size = 0;

	*m = (struct memory){ .kind = cams ? MEMORY_CAM : MEMORY_RAM };
	setup->tool = fields[t->key[TOOL]];
	if (!number(t, fields, TECH, 1000, &setup->nm) || !number(t, fields, WIDTH, 65536, &m->width) ||
	    !number(t, fields, READ, 8, &m->read) || !number(t, fields, WRITE, 8, &m->write) ||
	    !number(t, fields, READ_WRITE, 8, &m->read_write))
		return false;
	if (cams) {
		m->read += !m->read && !m->read_write;  /* CACTI's rule: a search port can read */
		return number(t, fields, ENTRIES, 1 << 24, &m->words);
	}
	setup->cell = fields[t->key[CELL]];
	setup->objective = strcmp(fields[t->key[OBJECTIVE]], "cycle") != 0 ? SRAM_AREA : SRAM_CYCLE;
	setup->slack = price_slack(setup->objective);
	if (!number(t, fields, SIZE, 1 << 24, &size))
		return false;
	if (!m->width)
		return refuse(t, key_names[WIDTH], "0");
	m->words = size * 8 / m->width;
	return true;
}

static bool read_row(struct table *t, char *line)
{
	char *fields[COLUMNS];
	const unsigned n = split(line, fields);
	struct price_setup setup = price_setup_default();
	char reason[PRICE_WHY];
	struct memory m;
	struct price p;

	for (unsigned i = 0; i < KEYS; i++)
		if (t->key[i] >= (int)n)
			return refuse(t, "the line ends before column", key_names[i]);
	if (!read_memory(t, fields, &m, &setup))
		return false;
	if (!price_memory(&setup, &m, &p, reason))
		return why_not(t->why, PRICE_WHY, "%.80s:%u: %.150s", t->path, t->line, reason);
	const double ours[GRID_FIGURES] = { p.area_mm2, p.access_ns, p.cycle_ns, p.read_nj, p.write_nj, p.search_nj, p.leakage_mw };

	for (unsigned i = 0; i < GRID_FIGURES; i++) {
		const char *const text = t->figure[i] >= 0 && t->figure[i] < (int)n ? fields[t->figure[i]] : "";
		double theirs = 0, error;

		if (*text && !text_real(text, &theirs))
			return refuse(t, grid_columns[i], text);
		error = ours[i] / theirs - 1;
		if (theirs > 0 && isfinite(ours[i]) && !stock_push(&t->stock, &t->errors[i], &t->n[i], &error, sizeof error))
			return refuse(t, "line", strerror(ENOMEM));
	}
	return true;
}

static double percentile(const double *sorted, unsigned n, double part)
{
	const double at = part * (n - 1);
	const unsigned i = (unsigned)at;

	return i + 1 < n ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static struct grid_error summary(double *errors, unsigned n)
{
	struct grid_error e = { .points = n };

	if (!n)
		return e;
	qsort(errors, n, sizeof *errors, ascending);
	e.bias = percentile(errors, n, 0.5);
	for (unsigned i = 0; i < n; i++)
		errors[i] = fabs(errors[i]);
	qsort(errors, n, sizeof *errors, ascending);
	e.median = percentile(errors, n, 0.5);
	e.p95 = percentile(errors, n, 0.95);
	e.most = errors[n - 1];
	return e;
}

static bool read_table(FILE *f, struct table *t, struct grid_report *report)
{
	const struct text text = text_read_from(f);
	bool header = false, good = text.s;
	char *rest = good ? text_behind_mark(text.s) : NULL, *line;

	if (!good)
		return refuse(t, text_error(errno), t->path);
	t->line = text_nul_line(text);
	if (t->line)
		good = refuse(t, "a NUL byte in", t->path);
	while (good && (line = text_line(&rest))) {
		t->line++;
		if (*line == '#' || !*line || *line == '\r')
			continue;
		good = header ? read_row(t, line) : read_header(t, line);
		report->points += header;
		header = true;
	}
	free(text.s);
	return good && (report->points || refuse(t, "no points in", t->path));
}

bool grid_check(FILE *f, const char *path, struct grid_report *report, char why[PRICE_WHY])
{
	struct table t = { .path = path, .why = why };
	bool good;

	*report = (struct grid_report){ 0 };
	good = read_table(f, &t, report);

	for (unsigned i = 0; good && i < GRID_FIGURES; i++)
		report->error[i] = summary(t.errors[i], t.n[i]);
	stock_free(&t.stock);
	report->cams = good && t.key[ENTRIES] >= 0;
	return good;
}
