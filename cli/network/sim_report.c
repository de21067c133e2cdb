#define _GNU_SOURCE     /* asprintf, strdup */
#include "sim_report.h"

#include "output.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(char why[PARAMS_WHY], const char *dir, int error)
{
	snprintf(why, PARAMS_WHY, "--report: cannot make directory '%.100s': %s", dir, strerror(error));
	errno = error;
	return false;
}

static bool file_refused(char why[PARAMS_WHY], const char *cause)
{
	snprintf(why, PARAMS_WHY, "--report: %.200s", cause);
	return false;
}

/* NULL: not enough memory. */
static char *path_in(const char *dir)
{
	char *path;

	return asprintf(&path, "%s/report.html", dir) < 0 ? NULL : path;
}

/* Can a directory of this name be made? */
static bool place_for(const char *dir, char why[PARAMS_WHY])
{
	char *const copy = strdup(dir);
	const bool good = copy && *dir && !access(dirname(copy), W_OK | X_OK);
	const int error = copy && *dir ? errno : !copy ? ENOMEM : ENOENT;

	free(copy);
	return good || refuse(why, dir, error);
}

static bool place_in(const char *dir, char why[PARAMS_WHY])
{
	char *const path = path_in(dir);
	char cause[OUTPUT_WHY];
	const bool good = path && output_replaceable(path, cause) && output_possible(path, cause);

	free(path);
	return good || (path ? file_refused(why, cause) : refuse(why, dir, ENOMEM));
}

bool sim_report_possible(const struct sim_options *s, char why[PARAMS_WHY])
{
	const char *const dir = s->report;
	struct stat st;

	if (!dir)
		return true;
	if (!strcmp(dir, "-"))
		return refuse(why, dir, ENOTDIR);
	if (!stat(dir, &st))
		return S_ISDIR(st.st_mode) ? place_in(dir, why) : refuse(why, dir, ENOTDIR);
	return errno == ENOENT ? place_for(dir, why) : refuse(why, dir, errno);
}

static bool write_page(const char *path, const struct sim_job *j, const struct simulation_result *r, char why[PARAMS_WHY])
{
	char cause[OUTPUT_WHY];
	struct output o;

	if (!output_begin(&o, path, cause))
		return file_refused(why, cause);
	if (sim_report_page(&j->run, r, j->run.stored ? &j->fabric.fabric.graph : NULL, o.f))
		return output_end(&o, cause) || file_refused(why, cause);
	output_drop(&o);
	errno = ENOMEM;
	return file_refused(why, "not enough memory to write the page");
}

bool sim_report_write(const struct sim_job *j, const struct simulation_result *r, char why[PARAMS_WHY])
{
	const char *const dir = j->s.report;
	bool made, good;
	char *path;

	if (!dir)
		return true;
	made = !mkdir(dir, 0777);
	if (!made && errno != EEXIST)
		return refuse(why, dir, errno);
	path = path_in(dir);
	good = path ? write_page(path, j, r, why) : refuse(why, dir, ENOMEM);
	free(path);
	if (made && !good)
		rmdir(dir);
	return good;
}
