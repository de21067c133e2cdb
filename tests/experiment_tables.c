/* Experiments say what there is: options that sim takes, columns that it writes, points that exist; each is named as its file. */
#include "study/experiment_point.h"
#include "results.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void names(void **state)
{
	char path[256];

	(void)state;
	assert_true(experiments_count >= 7);
	for (unsigned i = 0; i < experiments_count; i++) {
		const struct experiment *e = &experiments[i];

		assert_ptr_equal(experiment_find(e->name), e);          /* no name twice */
		snprintf(path, sizeof path, "experiments/%s.def", e->name);
		for (char *c = path; (c = strchr(c, '-'));)
			*c = '_';
		if (access(path, R_OK))
			fail_msg("%s: there is no %s", e->name, path);
		assert_non_null(e->title);
		assert_non_null(e->source);
		assert_true(e->claims && e->claims->says);
		if (e->data && (e->options || e->quick || e->axis->option || e->columns || e->series))
			fail_msg("%s: runs of %s, and of its own", e->name, e->data);
	}
}

/* Every point, full and quick, is one that sluice sim would run. */
static void points(void **state)
{
	static struct experiment_point p;
	char why[PARAMS_WHY], name[LATTICE_TEXT];
	struct lattice l;

	(void)state;
	for (unsigned i = 0; i < 2 * experiments_count; i++) {
		const struct experiment *e = &experiments[i / 2];

		if (e->data)
			continue;
		lattice_make(&l, e->axis, i % 2);
		p.trace = e->trace ? "file" : NULL;
		for (unsigned k = 0; k < l.points; k++) {
			lattice_text(&l, k, name, sizeof name);
			if (!experiment_point(&p, e, &l, k, i % 2, 1, why))
				fail_msg("%s: %s: %s", e->name, name, why);
			assert_true(p.rows >= 1 && (e->series || p.rows == 1));
		}
	}
}

/* Every value that is tried quickly is one of those tried at length. */
static void quick_is_part(void **state)
{
	static struct lattice full, quick;

	(void)state;
	for (unsigned i = 0; i < experiments_count; i++) {
		const struct experiment *e = experiment_data(&experiments[i]);

		lattice_make(&full, e->axis, false);
		lattice_make(&quick, e->axis, true);
		for (unsigned a = 0; a < quick.axes; a++)
			for (unsigned v = 0; v < quick.axis[a].n; v++) {
				unsigned k = 0;

				while (k < full.axis[a].n && strcmp(full.axis[a].value[k], quick.axis[a].value[v]) != 0)
					k++;
				if (k == full.axis[a].n)
					fail_msg("%s: %s %s only with --quick", e->name, quick.axis[a].name, quick.axis[a].value[v]);
			}
	}
}

/* All that is measured at all points is 0.5. */
static struct results *results_of(const struct experiment *e, const struct lattice *l)
{
	unsigned *rows = calloc(l->points, sizeof *rows);
	char row[RESULTS_TEXT] = "";
	struct results *r;

	for (unsigned i = 0; i < l->points; i++)
		rows[i] = 1;
	r = results_new(l, "", e->columns, rows);
	assert_non_null(r);
	for (unsigned i = 0; i < r->columns; i++)
		strcat(row, i ? ",0.5" : "0.5");
	for (unsigned i = 0; i < l->points; i++)
		assert_true(results_add(r, i, row));
	free(rows);
	return r;
}

static void check_term(const struct experiment *e, const struct claim *c, const struct term *t, const struct results *r)
{
	unsigned meant = 0;

	if (!t->of || t->of == term_constant)
		return;
	for (unsigned i = 0; i < r->lattice->points; i++)
		if (lattice_where(r->lattice, i, t->where)) {
			meant++;
			if (isnan(results_number(r, i, 0, t->y)) || isnan(results_number(r, i, 0, t->x)))
				fail_msg("%s: %s: '%s' or '%s' is no column", e->name, c->says, t->y, t->x);
		}
	if (!meant)
		fail_msg("%s: %s: no point is '%s'", e->name, c->says, t->where);
}

/* y has several words if each is a panel. */
static void check_plot(const struct experiment *e, const struct results *r)
{
	char text[RESULTS_TEXT];
	const char *y[RESULTS_COLUMNS];

	snprintf(text, sizeof text, "%s", e->plot.y);
	const unsigned n = lattice_words(text, y, RESULTS_COLUMNS);

	assert_true(n == 1 || !e->plot.panel);
	for (unsigned i = 0; i < n; i++)
		if (isnan(results_number(r, 0, 0, e->plot.x)) || isnan(results_number(r, 0, 0, y[i])))
			fail_msg("%s: plots what is no column", e->name);
}

static void claims(void **state)
{
	struct lattice l;

	(void)state;
	for (unsigned i = 0; i < experiments_count; i++) {
		const struct experiment *e = &experiments[i];
		struct results *r;

		lattice_make(&l, experiment_data(e)->axis, false);
		r = results_of(experiment_data(e), &l);
		for (const struct claim *c = e->claims; c->says; c++) {
			assert_non_null(c->ours.of);
			check_term(e, c, &c->ours, r);
			check_term(e, c, &c->against, r);
			if (!(c->low <= c->high) || (isinf(c->low) && isinf(c->high)))
				fail_msg("%s: %s: nothing can fail this", e->name, c->says);
			assert_true(c->theirs || isnormal(c->expected));
		}
		check_plot(e, r);
		assert_true(lattice_axis(&l, e->plot.curve) >= 0);
		assert_true(!e->plot.panel || lattice_axis(&l, e->plot.panel) >= 0);
		results_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(points),
		cmocka_unit_test(quick_is_part),
		cmocka_unit_test(claims),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
