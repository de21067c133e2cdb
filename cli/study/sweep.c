#include "study_measure.h"

#include "exhausted.h"
#include "means.h"
#include "output.h"
#include "program.h"
#include "report_error.h"
#include "resumed.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>

const struct option_row study_rows[] = {
#define OPTION_STRUCT study_options
#define OPTION_FILE "study/study.def"
#include "option_rows.h"
};

const struct command_line line_sweep = {
	.name = "sweep",
	.operands = "FILE...",
	.summary = "Runs `sluice sim` over all combinations of the values that a text file lists, with several seeds if wanted, and writes\n"
		   "a table (CSV), means with 95 % confidence intervals, and a plot. Runs with results in DIR are not repeated, so an interrupted\n"
		   "sweep continues where it stopped. docs/study/sweeps.md describes the file.",
	.table = study_rows,
	.plain = true,
};

enum { LABEL = 128, TABLE_POINTS = 200 };

/* A study under way. */
struct running {
	struct study *shown, *other;    /* of the file; whose runs it shows, if that is another one */
	struct measuring m;             /* of one of these */
	char name[LABEL];               /* of its files, without their endings */
	bool drawn;                     /* there is a plot */
};

/* Before anything is run: whatever is there under the names of our files is ours. */
static bool all_replaceable(const struct running *r, char why[OUTPUT_WHY])
{
	static const char *const endings[] = { ".gp", ".svg", ".md", "-mean.csv" };
	char path[STUDY_PATH];

	for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
		study_path(path, r->shown, r->m.o, endings[i]);
		if (!output_replaceable(path, why))
			return false;
	}
	return true;
}

/* What a study says: claims, and the table of its points, if that is not too long. */
static void write_words(const struct running *r, FILE *f)
{
	if (!r->m.data->bins && !r->shown->claims && r->m.means->lattice->points <= TABLE_POINTS)
		means_write_table(r->m.means, f);
	if (r->shown->claims)
		claims_write(r->shown->claims, r->shown->source, r->m.means, !r->m.o->quick, f);
}

static void write_report(const void *running, FILE *f)
{
	const struct running *const r = running;

	fprintf(f, "# %s\n\n" OUTPUT_MARK " %s, sources %s: %u runs, `%s%s.csv`.%s\n\n", r->shown->title, SLUICE_VERSION, program_sources, r->m.lattice.points,
		r->m.data->name, r->m.o->quick ? "-quick" : "", r->m.o->quick && r->shown->claims ? " Fewer and shorter runs than the claims are about, so they are not judged." : "");
	write_words(r, f);
	if (r->drawn)
		fprintf(f, "\n![%s](%s.svg)\n", r->shown->title, r->name);
}

/* A file in the directory of results, by what writes it. */
static int write_named(const struct running *r, const struct study *of, const char *ending, void (*contents)(const void *, FILE *))
{
	char path[STUDY_PATH];

	study_path(path, of, r->m.o, ending);
	return write_whole(NULL, path, contents, r);
}

static void write_means(const void *running, FILE *f)
{
	const struct running *const r = running;
	const struct lattice_axis *const seeds = &r->m.lattice.axis[r->m.lattice.axes - 1];

	fprintf(f, "# means, with half of their 95 %% intervals of confidence, over %s =", seeds->name);
	for (unsigned i = 0; i < seeds->n; i++)
		fprintf(f, " %s", seeds->value[i]);
	fputc('\n', f);
	results_write(r->m.means, f);
}

static void write_script(const void *running, FILE *f)
{
	const struct running *const r = running;

	plot_write(&r->shown->plot, r->shown->title, r->m.means, r->name, f);
}

static int report(struct running *r, bool *plots)
{
	const bool plot = r->shown->plot.x;
	char why[PLOT_WHY];
	int status;

	snprintf(r->name, sizeof r->name, "%s%s", r->shown->name, r->m.o->quick ? "-quick" : "");
	status = r->m.data->seeded ? write_named(r, r->m.data, "-mean.csv", write_means) : EXIT_OK;
	if (status == EXIT_OK && plot)
		status = write_named(r, r->shown, ".gp", write_script);
	if (status != EXIT_OK)
		return status;
	r->drawn = plot && plot_draw(r->m.o->out, r->name, why);
	if (plot && !r->drawn && exhausted(errno))
		return cannot("%s", why);
	say("%s", r->shown->title);
	write_words(r, stdout);
	say("%s/%s.md%s%s; data: %s%s", r->m.o->out, r->name, plot ? ", .gp" : "", r->drawn ? ", .svg" : "", r->m.path, r->m.data->seeded ? " and -mean.csv" : "");
	if (plot && !r->drawn && *plots)
		say("%s", why);
	*plots = *plots && (r->drawn || !plot);
	return write_named(r, r->shown, ".md", write_report);
}

static int run(struct running *r, bool *plots)
{
	char why[STUDY_WHY];
	int status;

	if (!all_replaceable(r, why))
		return bad_input("%s", why);
	status = study_measure(&r->m);
	return status == EXIT_OK && r->m.whole ? report(r, plots) : status;
}

static void end(struct running *r)
{
	study_measured_free(&r->m);
	study_free(r->other);
	study_free(r->shown);
	free(r);
}

/* plots: whether to say it if there can be none; said: false. */
static int run_file(const char *path, const struct study_options *o, const struct points *points, bool *plots)
{
	struct running *const r = calloc(1, sizeof *r);
	char why[STUDY_WHY];
	int status = EXIT_BAD_INPUT;

	if (!r)
		return environment_failed("not enough memory");
	r->m.o = o;
	r->m.points = points_given(points) ? points : NULL;
	r->shown = study_read(path, why);
	if (r->shown && (r->m.data = study_runs(r->shown, path, &r->other, why)) && (!o->seed || study_set_seeds(r->other ? r->other : r->shown, o->seed, why)))
		status = run(r, plots);
	else
		bad_input("%s", why);
	end(r);
	return status;
}

/* The files of a command. */
struct files {
	const struct study_options *own;
	struct points points;
	const char *const *path;
	unsigned n;
};

static int run_files(void *files)
{
	const struct files *const f = files;
	bool plots = true;
	int status = EXIT_OK;

	for (unsigned i = 0; i < f->n && status == EXIT_OK; i++)
		status = run_file(f->path[i], f->own, &f->points, &plots);
	return status;
}

int study_run_all(const struct options *o, const struct command_line *c, const struct study_options *own, const char *const *path, unsigned n)
{
	struct files f = { own, { own->plan, own->collect, own->given.submit, own->point, (enum submit)own->submit, NULL }, path, n };

	return resumed_command(own->out, &f.points, o, c, n, run_files, &f);
}

int command_sweep(int argc, char **argv)
{
	struct study_options own;
	struct options o;
	int status;

	if (!options_parse(&o, &line_sweep, &own, argc, argv, &status))
		return status;
	return o.operands ? study_run_all(&o, &line_sweep, &own, o.operand, o.operands) : bad_input("sweep: FILE is missing");
}
