#include "study_run.h"

#include "exhausted.h"
#include "means.h"
#include "output.h"
#include "program.h"
#include "report_error.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>

const struct option_row study_rows[] = {
#define OPTION_STRUCT study_options
#define OPTION_FILE "study/study.def"
#include "option_rows.h"
};

enum { LABEL = 128, TABLE_POINTS = 200 };

/* A study under way. */
struct running {
	struct study *shown, *other;    /* of the file; whose runs it shows, if that is another one */
	struct measuring m;             /* of one of these */
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

static void write_report(const struct running *r, bool drawn, FILE *f)
{
	const char *const quick = r->m.o->quick ? "-quick" : "";

	fprintf(f, "# %s\n\n" OUTPUT_MARK " %s, sources %s: %u runs, `%s%s.csv`.%s\n\n", r->shown->title, SLUICE_VERSION, program_sources, r->m.lattice.points,
		r->m.data->name, quick, r->m.o->quick && r->shown->claims ? " Fewer and shorter runs than the claims are about, so they are not judged." : "");
	write_words(r, f);
	if (drawn)
		fprintf(f, "\n![%s](%s%s.svg)\n", r->shown->title, r->shown->name, quick);
}

/* A file in the directory of results, by what writes it. */
static bool write_file(const struct running *r, const struct study *of, const char *ending, void (*write)(const struct running *, FILE *), char why[OUTPUT_WHY])
{
	struct output out;
	char path[STUDY_PATH];

	study_path(path, of, r->m.o, ending);
	if (!output_begin(&out, path, why))
		return false;
	write(r, out.f);
	return output_end(&out, why);
}

static void write_means(const struct running *r, FILE *f)
{
	const struct lattice_axis *const seeds = &r->m.lattice.axis[r->m.lattice.axes - 1];

	fprintf(f, "# means, with half of their 95 %% intervals of confidence, over %s =", seeds->name);
	for (unsigned i = 0; i < seeds->n; i++)
		fprintf(f, " %s", seeds->value[i]);
	fputc('\n', f);
	results_write(r->m.means, f);
}

static void write_script(const struct running *r, FILE *f)
{
	char name[LABEL];

	snprintf(name, sizeof name, "%s%s", r->shown->name, r->m.o->quick ? "-quick" : "");
	plot_write(&r->shown->plot, r->shown->title, r->m.means, name, f);
}

static void write_plain_report(const struct running *r, FILE *f)
{
	write_report(r, false, f);
}

static void write_drawn_report(const struct running *r, FILE *f)
{
	write_report(r, true, f);
}

static int report(const struct running *r, bool *plots)
{
	const bool plot = r->shown->plot.x;
	char name[LABEL], why[PLOT_WHY];
	bool drawn;

	snprintf(name, sizeof name, "%s%s", r->shown->name, r->m.o->quick ? "-quick" : "");
	if ((r->m.data->seeded && !write_file(r, r->m.data, "-mean.csv", write_means, why)) || (plot && !write_file(r, r->shown, ".gp", write_script, why)))
		return cannot("%s", why);
	drawn = plot && plot_draw(r->m.o->out, name, why);
	if (plot && !drawn && exhausted(errno))
		return cannot("%s", why);
	say("%s", r->shown->title);
	write_words(r, stdout);
	say("%s/%s.md%s%s; data: %s%s", r->m.o->out, name, plot ? ", .gp" : "", drawn ? ", .svg" : "", r->m.path, r->m.data->seeded ? " and -mean.csv" : "");
	if (plot && !drawn && *plots)
		say("%s", why);
	*plots = *plots && (drawn || !plot);
	return write_file(r, r->shown, ".md", drawn ? write_drawn_report : write_plain_report, why) ? EXIT_OK : cannot("%s", why);
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

struct points study_points(const struct study_options *o, const char *again)
{
	return (struct points){ o->plan, o->collect, o->given.submit, o->point, (enum submit)o->submit, again };
}

int study_run(const char *path, const struct study_options *o, const struct points *points, bool *plots)
{
	struct running *const r = calloc(1, sizeof *r);
	char why[STUDY_WHY];
	int status = EXIT_BAD_INPUT;

	if (!r)
		return environment_failed("not enough memory");
	r->m.o = o;
	r->m.points = points;
	r->shown = study_read(path, why);
	if (r->shown && (r->m.data = study_runs(r->shown, path, &r->other, why)) && (!o->seed || study_set_seeds(r->other ? r->other : r->shown, o->seed, why)))
		status = run(r, plots);
	else
		bad_input("%s", why);
	end(r);
	return status;
}
