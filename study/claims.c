#include "claims.h"

#include "results.h"
#include "text_table.h"

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

/* differences: between our number and the one that was expected have a column. */
static void add_row(struct table *t, const struct claim *c, const struct results *r, bool judged, bool differences)
{
	const struct finding f = claim_judge(c, r);
	const bool known = !isnan(f.value.number);

	table_cell(t, "%s", c->says);
	if (c->theirs)
		table_cell(t, "%s", c->theirs);
	else
		table_cell(t, "%.3f", c->expected);
	if (!known)
		table_cell(t, judged ? "not run" : "needs the whole run");
	else if (c->unit)
		table_cell(t, "%s%.0f %s", f.value.beyond ? "at least " : "", f.value.number, c->unit);
	else
		table_cell(t, "%s%.3f", f.value.beyond ? "at least " : "", f.value.number);
	if (differences && known && isnormal(c->expected))
		table_cell(t, "%+.3f", f.value.number - c->expected);
	else if (differences)
		table_cell(t, "-");
	table_cell(t, "%s", judged ? verdicts[f.verdict] : "not judged");
}

void claims_write(const struct claim *claims, const char *source, const struct results *r, bool judged, FILE *f)
{
	bool differences = false;
	struct table t;

	for (const struct claim *c = claims; c->says; c++)
		differences = differences || isnormal(c->expected);
	table_begin(&t, differences ? 5 : 4);
	table_cell(&t, "claim");
	table_cell(&t, "%s", source);
	table_cell(&t, "ours");
	if (differences)
		table_cell(&t, "difference");
	table_cell(&t, "holds?");
	for (const struct claim *c = claims; c->says; c++)
		add_row(&t, c, r, judged, differences);
	table_write(&t, f);
	table_free(&t);
}
