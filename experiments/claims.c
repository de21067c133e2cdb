#include "claims.h"

#include "results.h"

#include <string.h>

/* Summary of the rows that a term selects. */
struct survey {
	double most, least, sum;
	unsigned rows;
};

static struct survey survey(const struct results *r, const struct term *t)
{
	struct survey s = { .most = -INFINITY, .least = INFINITY };

	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, t->where) && k < r->point[i].got; k++) {
			const double x = results_number(r, i, k, t->x), y = results_number(r, i, k, t->y);

			if (!(x >= t->from && x < t->to) || isnan(y))
				continue;
			s.most = fmax(s.most, y);
			s.least = fmin(s.least, y);
			s.sum += y;
			s.rows++;
		}
	return s;
}

struct value term_most(const struct results *r, const struct term *t)
{
	const struct survey s = survey(r, t);

	return (struct value){ .number = s.rows ? s.most : NAN };
}

struct value term_least(const struct results *r, const struct term *t)
{
	const struct survey s = survey(r, t);

	return (struct value){ .number = s.rows ? s.least : NAN };
}

struct value term_mean(const struct results *r, const struct term *t)
{
	const struct survey s = survey(r, t);

	return (struct value){ .number = s.rows ? s.sum / s.rows : NAN };
}

struct value term_knee(const struct results *r, const struct term *t)
{
	struct value v = { .number = NAN };

	for (unsigned i = 0; i < r->lattice->points; i++)
		if (lattice_where(r->lattice, i, t->where)) {
			if (!(results_number(r, i, 0, t->y) <= t->level))
				return v;
			v.number = results_number(r, i, 0, t->x);
		}
	v.beyond = true;                /* loads above the last point were not run */
	return v;
}

struct value term_recovery(const struct results *r, const struct term *t)
{
	struct value v = { .number = NAN };

	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, t->where) && k < r->point[i].got; k++) {
			const double x = results_number(r, i, k, t->x), above = x - t->from;
			const bool recovered = results_number(r, i, k, t->y) >= t->level;

			if (x < t->from)
				continue;
			if (!recovered || isnan(v.number) || v.beyond)
				v = (struct value){ .number = above, .beyond = !recovered };
		}
	return v;
}

struct value term_constant(const struct results *r, const struct term *t)
{
	(void)r;
	return (struct value){ .number = t->level };
}

struct finding claim_judge(const struct claim *c, const struct results *r)
{
	struct finding f = { .value = c->ours.of(r, &c->ours) };

	if (c->against.of)
		f.value.number /= c->against.of(r, &c->against).number;
	if (isnan(f.value.number) || (f.value.beyond && f.value.number < c->low))
		f.verdict = CLAIM_UNKNOWN;
	else if (f.value.number < c->low)
		f.verdict = CLAIM_LOWER;
	else
		f.verdict = f.value.number > c->high ? CLAIM_HIGHER : CLAIM_HOLDS;
	return f;
}

static const char *const verdicts[] = {
	[CLAIM_UNKNOWN] = "not known", [CLAIM_LOWER] = "no: lower", [CLAIM_HOLDS] = "yes", [CLAIM_HIGHER] = "no: higher",
};

enum { CLAIM, THEIRS, OURS, DIFFERENCE, HOLDS, CELLS, CELL = 160 };

struct line {
	char cell[CELLS][CELL];
};

static void fill(struct line *l, const struct claim *c, const struct results *r, bool judged)
{
	const struct finding f = claim_judge(c, r);

	snprintf(l->cell[CLAIM], CELL, "%s", c->says);
	if (c->theirs)
		snprintf(l->cell[THEIRS], CELL, "%s", c->theirs);
	else
		snprintf(l->cell[THEIRS], CELL, "%.3f", c->expected);
	snprintf(l->cell[HOLDS], CELL, "%s", judged ? verdicts[f.verdict] : "not judged");
	snprintf(l->cell[DIFFERENCE], CELL, "%+.3f", f.value.number - c->expected);
	if (isnan(f.value.number))
		snprintf(l->cell[OURS], CELL, "not run");
	else
		snprintf(l->cell[OURS], CELL, c->unit ? "%s%.0f %s" : "%s%.3f%s", f.value.beyond ? "at least " : "", f.value.number,
			 c->unit ? c->unit : "");
	if (isnan(f.value.number) || !isnormal(c->expected))
		snprintf(l->cell[DIFFERENCE], CELL, "-");
}

static void widen(size_t width[CELLS], const struct line *l)
{
	for (unsigned i = 0; i < CELLS; i++)
		width[i] = strlen(l->cell[i]) > width[i] ? strlen(l->cell[i]) : width[i];
}

static void write_line(const struct line *l, const size_t width[CELLS], FILE *f)
{
	for (unsigned i = 0; i < CELLS; i++)
		if (width[i])
			fprintf(f, "| %-*s ", (int)width[i], l->cell[i]);
	fputs("|\n", f);
}

static void write_rule(const size_t width[CELLS], FILE *f)
{
	for (unsigned i = 0; i < CELLS; i++)
		if (width[i]) {
			fputc('|', f);
			for (size_t k = 0; k < width[i] + 2; k++)
				fputc('-', f);
		}
	fputs("|\n", f);
}

void claims_write(const struct claim *claims, const char *source, const struct results *r, bool judged, FILE *f)
{
	struct line head = { { "claim", "", "ours", "difference", "holds?" } }, line;
	size_t width[CELLS] = { 0 };
	bool numbers = false;

	snprintf(head.cell[THEIRS], CELL, "%s", source);
	widen(width, &head);
	for (const struct claim *c = claims; c->says; c++) {
		fill(&line, c, r, judged);
		widen(width, &line);
		numbers = numbers || isnormal(c->expected);
	}
	if (!numbers)
		width[DIFFERENCE] = 0;  /* nothing to be shown */
	write_line(&head, width, f);
	write_rule(width, f);
	for (const struct claim *c = claims; c->says; c++) {
		fill(&line, c, r, judged);
		write_line(&line, width, f);
	}
}
