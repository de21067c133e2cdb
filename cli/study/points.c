#include "points.h"

#include "output.h"
#include "report_error.h"
#include "text.h"
#include "tool.h"
#include "value_list.h"
#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Slurm takes no more tasks in an array by default; with more points, a task runs several. */
enum { SLURM_TASKS = 1000 };

const char *const submit_names[SUBMITS] = { [SUBMIT_SLURM] = "slurm", [SUBMIT_PARALLEL] = "parallel" };

bool points_given(const struct points *p)
{
	return p->plan || p->collect || p->submits || p->point;
}

bool points_check(const struct points *p, unsigned sweeps, char why[OPTION_WHY])
{
	if (p->plan + p->collect + p->submits + (p->point != NULL) > 1)
		snprintf(why, OPTION_WHY, "--plan, --point, --collect and --submit exclude each other");
	else if (points_given(p) && sweeps != 1)
		snprintf(why, OPTION_WHY, "--plan, --point, --collect and --submit are for one sweep, and not for %u", sweeps);
	else
		return true;
	return false;
}

char *points_again(const struct options *o, const struct command_line *c)
{
	char program[TOOL_PATH];
	struct text text;
	FILE *const f = text_begin(&text);

	if (!f)
		return NULL;
	options_quote(tool_self(program) ? program : "sluice", f);
	options_arguments(o, c, OPTION_OUTPUT, f);
	return text_end(&text, f);
}

void points_path(const char *path, const char *ending, char to[POINTS_PATH])
{
	const size_t n = strlen(path), csv = sizeof ".csv" - 1;

	snprintf(to, POINTS_PATH, "%.*s%s", (int)(n > csv && !strcmp(path + n - csv, ".csv") ? n - csv : n), path, ending);
}

static void file_of(const char *path, unsigned point, char to[POINTS_PATH])
{
	char ending[64];

	snprintf(ending, sizeof ending, ".points/%u.csv", point);
	points_path(path, ending, to);
}

static bool read_point(struct results *r, const char *path, unsigned point, char why[RESULTS_WHY])
{
	char name[POINTS_PATH];
	unsigned dropped;
	bool good;
	FILE *f;

	file_of(path, point, name);
	f = fopen(name, "r");
	if (!f)
		return errno == ENOENT || (snprintf(why, RESULTS_WHY, "cannot read '%.200s': %s", name, strerror(errno)), false);
	good = results_read(r, f, name, &dropped, why);
	fclose(f);
	return good;
}

bool points_read(struct results *r, const char *path, const bool *wanted, char why[RESULTS_WHY])
{
	bool good = true;

	for (unsigned i = 0; good && i < r->lattice->points; i++)
		good = !results_missing(r, i) || (wanted && !wanted[i]) || read_point(r, path, i, why);
	return good;
}

/* The directory of files of points. */
static bool make_directory(const char *path, char name[POINTS_PATH], char why[OUTPUT_WHY])
{
	points_path(path, ".points", name);
	return !mkdir(name, 0777) || errno == EEXIST || why_not(why, OUTPUT_WHY, "cannot make '%.150s': %s", name, strerror(errno));
}

bool points_write(const struct results *r, const char *path, unsigned point, char why[RESULTS_WHY])
{
	char name[POINTS_PATH];
	struct output out;

	if (!make_directory(path, name, why))
		return false;
	file_of(path, point, name);
	if (!output_begin(&out, name, why))
		return false;
	results_write_point(r, point, out.f);
	return output_end(&out, why);
}

/* Adds "3" or "7..9". */
static void add_range(char *text, size_t size, unsigned first, const char *dots, unsigned last)
{
	const size_t n = strlen(text);

	if (first == last)
		snprintf(text + n, size - n, "%s%u", n ? "," : "", first);
	else
		snprintf(text + n, size - n, "%s%u%s%u", n ? "," : "", first, dots, last);
}

unsigned points_missing(const struct results *r, unsigned group, const char *dots, char *text, size_t size)
{
	const unsigned points = r->lattice->points, groups = (points + group - 1) / group;
	unsigned n = 0, first = 0;
	bool within = false;

	*text = '\0';
	for (unsigned g = 0; g <= groups; g++) {
		unsigned missing = 0;

		for (unsigned i = g * group; i < points && i < (g + 1) * group; i++)
			missing += results_missing(r, i);
		if (missing && !within)
			first = g;
		if (!missing && within)
			add_range(text, size, first, dots, g - 1);
		within = missing;
		n += missing;
	}
	if (strlen(text) + 1 == size) {         /* full: dots in place of the last ranges */
		text[size - sizeof ",.."] = '\0';
		if (strrchr(text, ','))
			strcpy(strrchr(text, ','), ",..");
	}
	return n;
}

bool points_list(const char *list, bool *wanted, unsigned points, char why[RESULTS_WHY])
{
	enum { ROOM = 8 * LATTICE_LIST };
	char *const words = malloc(ROOM), cause[OPTION_WHY] = "not enough memory", *rest;
	const unsigned n = words ? value_list_words(list, words, ROOM, ROOM, cause) : 0;
	bool good = n;

	snprintf(why, RESULTS_WHY, "--point: %.200s", cause);
	for (char *word = n ? strtok_r(words, " ", &rest) : NULL; good && word; word = strtok_r(NULL, " ", &rest)) {
		char *end;
		const unsigned long point = strtoul(word, &end, 10);

		good = *word >= '0' && *word <= '9' && !*end && point < points;
		if (good)
			wanted[point] = true;
		else
			snprintf(why, RESULTS_WHY, "--point: '%.40s' is not a point in 0..%u", word, points - 1);
	}
	free(words);
	return good;
}

bool points_write_plan(const struct results *r, const char *path, char why[RESULTS_WHY])
{
	const struct lattice *const g = r->lattice;
	char name[POINTS_PATH];
	struct output out;

	points_path(path, ".plan", name);
	if (!output_begin(&out, name, why))
		return false;
	fprintf(out.f, "# " OUTPUT_MARK "\npoint,done");
	for (unsigned a = 0; a < g->axes; a++)
		fprintf(out.f, ",%s", g->axis[a].name);
	fputc('\n', out.f);
	for (unsigned i = 0; i < g->points; i++) {
		if (!r->point[i].rows)
			continue;
		fprintf(out.f, "%u,%s", i, results_complete(r, i) ? "yes" : "no");
		for (unsigned a = 0; a < g->axes; a++)
			fprintf(out.f, ",%s", lattice_cell(g, i, a));
		fputc('\n', out.f);
	}
	return output_end(&out, why);
}

/* A name in the pattern of a log file: Slurm replaces what is behind a %. */
static void put_pattern(FILE *f, const char *name, bool quoted)
{
	for (; *name; name++) {
		if (quoted && *name == '"')
			fputc('\\', f);
		if (*name == '%')
			fputc('%', f);
		fputc(*name, f);
	}
}

/* A task runs `group` of all points. */
static bool write_script(const struct points *p, const char *script, const char *path, const char *array, unsigned group, unsigned points, char why[OUTPUT_WHY])
{
	char name[POINTS_PATH];
	struct output out;

	if (!make_directory(path, name, why) || !output_begin(&out, script, why))
		return false;
	fprintf(out.f, "#!/bin/sh\n# " OUTPUT_MARK "\n#SBATCH --ntasks=1\n#SBATCH --array=%s\n#SBATCH --output=\"", array);
	put_pattern(out.f, name, true);
	fprintf(out.f, "/%%a.log\"\nfirst=$((SLURM_ARRAY_TASK_ID * %u))\nlast=$((first + %u))\n[ $last -lt %u ] || last=%u\nexec %s --jobs 1 --point $first..$last\n", group, group - 1, points,
		points - 1, p->again);
	return output_end(&out, why);
}

/* The job that collects the points when the array has ended, however it did. */
static int submit_collection(const struct points *p, const char *path, const char *here, const char *array)
{
	char after[128], wrap[2 * POINTS_PATH], log[POINTS_PATH], pattern[2 * POINTS_PATH] = "", job[64];
	FILE *const f = fmemopen(pattern, sizeof pattern, "w");

	points_path(path, ".slurm.log", log);
	if (!f)
		return environment_failed("not enough memory");
	put_pattern(f, log, false);
	fclose(f);
	snprintf(after, sizeof after, "--dependency=afterany:%.64s", array);
	snprintf(wrap, sizeof wrap, "--wrap=exec %s --collect", p->again);
	if (!tool_first_line((const char *[]){ "sbatch", "--parsable", "--chdir", here, after, "--output", pattern, wrap, NULL }, job, sizeof job))
		return environment_failed("sbatch takes the job array %.64s, but not the job that collects its points", array);
	say("job array %s; job %s collects the points, and writes to %s", array, job, log);
	return EXIT_OK;
}

/* Jobs run where this command does. array: "0-9,12", as Slurm has ranges. */
static int submit_slurm(const struct points *p, const char *path, const char *array, unsigned group, unsigned points)
{
	char script[POINTS_PATH], here[POINTS_PATH / 2], whole[2 * POINTS_PATH], why[OUTPUT_WHY], job[64];

	if (path[strcspn(path, "\\\r\n")])
		return bad_input("--submit slurm: Slurm takes no backslash and no end of a line in the name of a log file: '%.200s'", path);
	if (!tool_installed("sbatch"))
		return environment_failed("--submit: sbatch is not installed (package slurm-client)");
	points_path(path, ".slurm", script);
	if (!output_replaceable(script, why))
		return bad_input("%s", why);
	snprintf(why, sizeof why, "--submit: the name of this directory is too long");
	if (!getcwd(here, sizeof here) || !write_script(p, script, path, array, group, points, why))
		return cannot("%s", why);
	snprintf(whole, sizeof whole, "%s%s%s", *script == '/' ? "" : here, *script == '/' ? "" : "/", script);
	if (!tool_first_line((const char *[]){ "sbatch", "--parsable", "--chdir", here, whole, NULL }, job, sizeof job))
		return environment_failed("--submit: sbatch does not take '%.200s'; 'sbatch %.200s' says why", script, script);
	return submit_collection(p, path, here, job);
}

/* "7..9" is $(seq 7 9). Names stay one word each, and other machines run it in the same directory. */
static int print_parallel(const struct points *p, char *missing)
{
	char *rest;

	if (strpbrk(p->again, "{}") || strstr(p->again, ":::"))
		return bad_input("--submit parallel: GNU parallel replaces braces and ':::', which one of the names has: %.300s", p->again);
	printf("parallel -q --workdir . %s --point {} :::", p->again);
	for (char *range = strtok_r(missing, ",", &rest); range; range = strtok_r(NULL, ",", &rest)) {
		const char *const dots = strstr(range, "..");

		if (dots)
			printf(" $(seq %.*s %s)", (int)(dots - range), range, dots + 2);
		else
			printf(" %s", range);
	}
	printf("; %s --collect\n", p->again);
	return EXIT_OK;
}

int points_submit(const struct points *p, const struct results *r, const char *path)
{
	enum { ROOM = 8 * LATTICE_LIST };
	const unsigned points = r->lattice->points, group = p->submit == SUBMIT_SLURM ? (points + SLURM_TASKS - 1) / SLURM_TASKS : 1;
	char *const missing = malloc(ROOM);
	int status = EXIT_OK;

	if (!missing)
		return environment_failed("not enough memory");
	if (!points_missing(r, group, p->submit == SUBMIT_SLURM ? "-" : "..", missing, ROOM))
		say("no point is missing; --collect writes the results");
	else if (p->submit == SUBMIT_SLURM)
		status = submit_slurm(p, path, missing, group, points);
	else
		status = print_parallel(p, missing);
	free(missing);
	return status;
}
