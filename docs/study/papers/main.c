/*
 * Writes docs/study/papers.md: every figure and table of the papers, from study/experiments/, the tables of docs/ that were measured, and papers.def. `make docs`.
 * Runs where these directories are.
 */
#include "measured.h"

#include "study.h"
#include "text.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { EXPERIMENTS = 128, PATH = 256 };

static const struct paper {
	const char *experiments, *name, *citation, *page;
} papers[] = {
#define PAPER(experiments, name, citation, page) { experiments, name, citation, page },
#define OTHER(experiments, what, shows, here)
#include "papers.def"
#undef PAPER
#undef OTHER
	{ 0 }
};

static const struct other {
	const char *experiments, *what, *shows, *here;
} others[] = {
#define PAPER(experiments, name, citation, page)
#define OTHER(experiments, what, shows, here) { experiments, what, shows, here },
#include "papers.def"
#undef PAPER
#undef OTHER
	{ 0 }
};

/* A figure that is repeated. */
struct figure {
	struct study *study;
	const struct paper *paper;
	char what[32];                  /* "figure 6a" */
	const char *shows;
	char *text;                     /* of the page with what was measured */
	struct measured row[MEASURED_ROWS];
	unsigned rows, hold;
};

static const struct paper *paper_of(const char *experiment)
{
	for (const struct paper *p = papers; p->name; p++) {
		const size_t n = strlen(p->experiments);

		if (!strncmp(experiment, p->experiments, n) && experiment[n] == '-')
			return p;
	}
	return NULL;
}

/* "Paper, figure 6a: what it shows". */
static bool cut_title(struct figure *f)
{
	const char *title = f->study->title, *what = title + strlen(f->paper->name) + 2, *colon = strchr(title, ':');

	if (strncmp(title, f->paper->name, strlen(f->paper->name)) || !colon || colon < what || colon - what >= (ptrdiff_t)sizeof f->what)
		return fprintf(stderr, "papers: %s: the title is not '%s, figure N: ...'\n", f->study->name, f->paper->name), false;
	snprintf(f->what, sizeof f->what, "%.*s", (int)(colon - what), what);
	f->shows = colon + 2;
	return true;
}

/* The claims of the experiment have to be those of the table, one by one. */
static bool same_claims(struct figure *f)
{
	unsigned n = 0;

	for (const struct claim *c = f->study->claims; c && c->says; c++, n++) {
		const struct measured *m = &f->row[n];

		if (n >= f->rows || strcmp(m->claim, c->says) || strcmp(m->theirs, c->theirs))
			return fprintf(stderr, "papers: docs/study/%s: below `%s`, row %u is not the claim '%s | %s'\n", f->paper->page, f->study->name, n + 1, c->says,
				       c->theirs), false;
		f->hold += !strcmp(m->holds, "yes");
	}
	return n == f->rows || (fprintf(stderr, "papers: docs/study/%s: below `%s` are %u rows; there are %u claims\n", f->paper->page, f->study->name, f->rows, n), false);
}

static bool measure(struct figure *f)
{
	char path[PATH];

	snprintf(path, sizeof path, "docs/study/%s", f->paper->page);
	f->text = text_read(path).s;
	if (!f->text)
		return fprintf(stderr, "papers: cannot read %s\n", path), false;
	f->rows = measured_read(f->text, f->study->name, f->row);
	return same_claims(f);
}

/* Experiments that are not about a paper's own claims are left out: f->paper is NULL. False: something is wrong. */
static bool read_figure(struct figure *f, const char *path)
{
	char why[STUDY_WHY];

	f->study = study_read(path, why);
	if (!f->study)
		return fprintf(stderr, "papers: %s\n", why), false;
	if (!f->study->source || strcmp(f->study->source, "paper"))
		return true;
	f->paper = paper_of(f->study->name);
	if (!f->paper)
		return fprintf(stderr, "papers: %s: papers.def has no such paper\n", f->study->name), false;
	return cut_title(f) && measure(f);
}

/* Figures by their numbers, before sections and tables. */
static int by_number(const void *a, const void *b)
{
	const struct figure *x = a, *y = b;
	const char *m = x->what + strcspn(x->what, " "), *n = y->what + strcspn(y->what, " ");
	char *mth, *nth;
	const double i = strtod(m, &mth), j = strtod(n, &nth);
	const int kinds = (*x->what > *y->what) - (*x->what < *y->what);

	return kinds ? kinds : i != j ? (i > j) - (i < j) : strcmp(mth, nth);
}

/* ---- The page ---- */

static void write_verdict(const struct figure *f)
{
	const char *before = ": not ";

	if (f->hold == f->rows) {
		printf("all %u hold", f->rows);
		return;
	}
	printf("%u of %u hold", f->hold, f->rows);
	for (unsigned i = 0; i < f->rows; i++)
		if (strcmp(f->row[i].holds, "yes")) {
			printf("%s%u (%s)", before, i + 1, !strncmp(f->row[i].holds, "no: ", 4) ? f->row[i].holds + 4 : f->row[i].holds);
			before = ", ";
		}
}

static void write_figure(const struct figure *f)
{
	printf("| [%s](%s#%s) | %s | ", f->what, f->paper->page, f->study->name, f->shows);
	for (unsigned i = 0; i < f->rows; i++)
		printf("%s%u. %s: **%s**", i ? "<br>" : "", i + 1, f->row[i].claim, f->row[i].theirs);
	fputs(" | ", stdout);
	for (unsigned i = 0; i < f->rows; i++)
		printf("%s%u.&nbsp;%s", i ? "<br>" : "", i + 1, f->row[i].ours);
	fputs(" | ", stdout);
	write_verdict(f);
	printf(" | `sluice experiment run %s` |\n", f->study->name);
}

static void write_paper(const struct paper *p, const struct figure *figures, unsigned n)
{
	printf("\n## %s\n\n%s. [How it was repeated, and why results differ](%s).\n\n| | it shows | the paper says | ours | claims | command |\n|---|---|---|---|---|---|\n",
		p->name, p->citation, p->page);
	for (const struct figure *f = figures; f < figures + n; f++)
		if (f->paper == p)
			write_figure(f);
	fputs("\nNo experiment:\n\n| | it shows | here |\n|---|---|---|\n", stdout);
	for (const struct other *o = others; o->what; o++)
		if (!strcmp(o->experiments, p->experiments))
			printf("| %s | %s | %s |\n", o->what, o->shows, o->here);
}

static void write_page(const struct figure *figures, unsigned n)
{
	unsigned repeated = 0, rows = 0, hold = 0;

	for (const struct figure *f = figures; f < figures + n; f++) {
		repeated += f->paper != NULL;
		rows += f->rows;
		hold += f->hold;
	}
	printf("# The papers, figure by figure\n\n"
	       "<!-- Written by `make docs` from study/experiments/*.sweep, the tables of docs/study/experiments-*.md and docs/study/papers/papers.def; edit those. -->\n\n"
	       "Every figure and table of the five papers: what it shows, what the paper says of it, what Sluice measures, and the command that repeats it.\n"
	       "%u are repeated, with %u claims, of which %u hold. Numbers are fractions of a link's bandwidth, or of what is named behind \"of\". The rules by which\n"
	       "a claim holds are in [study/experiments/](../../study/experiments/), a file each; ours are of seed 1. With `--quick` a command takes seconds, and judges nothing.\n"
	       "Words are explained in [learn.md](learn.md) and in the [glossary](../glossary.md).\n",
	       repeated, rows, hold);
	for (const struct paper *p = papers; p->name; p++)
		write_paper(p, figures, n);
}

int main(void)
{
	static struct figure figures[EXPERIMENTS];
	glob_t found;
	unsigned n = 0;
	bool good = !glob("study/experiments/*.sweep", 0, NULL, &found);

	if (!good)
		fputs("papers: there is no study/experiments/*.sweep here\n", stderr);
	for (; good && n < found.gl_pathc && n < EXPERIMENTS; n++)
		good = read_figure(&figures[n], found.gl_pathv[n]);
	if (good) {
		qsort(figures, n, sizeof *figures, by_number);
		write_page(figures, n);
	}
	for (unsigned i = 0; i < n; i++) {
		study_free(figures[i].study);
		free(figures[i].text);
	}
	globfree(&found);
	return !good || fflush(stdout) != 0;
}
