/* The experiments of the papers, as files: each is read, every point, full and quick, is a run that sluice sim would make, and its claims speak of points and columns there are. */
#include "study_point.h"
#include "study.h"
#include "test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static glob_t files;

static int find_files(void **state)
{
	(void)state;
	return glob("study/experiments/*.sweep", 0, NULL, &files);
}

static int forget_files(void **state)
{
	(void)state;
	globfree(&files);
	return 0;
}

/* Calls check() for each study and the study whose runs it shows. */
static void for_all(void (*check)(const struct study *shown, const struct study *runs))
{
	char why[STUDY_WHY];

	assert_true(files.gl_pathc >= 47);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct study *const s = study_read(files.gl_pathv[i], why), *other = NULL;
		const struct study *const runs = s ? study_runs(s, files.gl_pathv[i], &other, why) : NULL;

		if (!runs)
			fail_msg("%s", why);
		check(s, runs);
		study_free(other);
		study_free(s);
	}
}

static void check_words(const struct study *s, const struct study *runs)
{
	(void)runs;
	assert_string_not_equal(s->title, s->name);
	assert_true(s->claims && s->claims->says);
	assert_true(s->plot.x && s->plot.y);
	assert_true(!strcmp(s->source, "paper") || !strcmp(s->source, "prototype") || !strcmp(s->source, "goal"));
}

TEST(words)
{
	for_all(check_words);
}

static void check_points(const struct study *s, const struct study *runs)
{
	static struct study_point p;
	static struct lattice g;
	char why[OPTION_WHY], name[LATTICE_TEXT];

	for (unsigned quick = 0; s == runs && quick < 2; quick++) {
		lattice_make(&g, s->axis, quick);
		p.trace = s->trace ? "file" : NULL;
		for (unsigned k = 0; k < g.points; k++) {
			lattice_text(&g, k, name, sizeof name);
			if (!study_point(&p, s, &g, k, quick, 0, why))
				fail_msg("%s: %s: %s", s->name, name, why);
			assert_true(p.rows >= 1 && (s->bins || p.rows == 1));
		}
		assert_true(!quick || s->quick || g.points < 100);
	}
}

TEST(points)
{
	for_all(check_points);
}

/* A column that is measured in no point is a word that was misspelt. */
static void check_columns(const struct study *s, const struct study *runs)
{
	static struct study_point p;
	static struct lattice g;
	char names[STUDY_COLUMNS], why[OPTION_WHY];
	const char *column[STUDY_COLUMNS / 2];

	if (s != runs)
		return;
	snprintf(names, sizeof names, "%s", s->columns);
	const unsigned columns = lattice_words(names, column, STUDY_COLUMNS / 2);

	lattice_make(&g, s->axis, true);
	p.trace = s->trace ? "file" : NULL;
	for (unsigned i = 0; i < columns; i++) {
		bool has = false;

		for (unsigned k = 0; k < g.points && !has; k++)
			has = study_point(&p, s, &g, k, true, 0, why) && study_point_has(&p, s, column[i]);
		if (!has)
			fail_msg("%s: no run has %s", s->name, column[i]);
	}
}

TEST(columns)
{
	for_all(check_columns);
}

TESTS_BETWEEN(find_files, forget_files)
