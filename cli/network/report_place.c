#include "report_place.h"

#include "output.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const struct report_place *p, int error, char why[PARAMS_WHY])
{
	snprintf(why, PARAMS_WHY, "--%s: cannot make directory '%.100s': %s", p->option, p->dir, strerror(error));
	errno = error;
	return false;
}

static bool file_refused(const struct report_place *p, const char *cause, char why[PARAMS_WHY])
{
	return why_not(why, PARAMS_WHY, "--%s: %.200s", p->option, cause);
}

char *report_path(const char *dir)
{
	char *path;

	return asprintf(&path, "%s/report.html", dir) < 0 ? NULL : path;
}

/* Can a directory of this name be made? */
static bool place_for(const struct report_place *p, char why[PARAMS_WHY])
{
	char *const copy = strdup(p->dir);
	const bool good = copy && *copy && !access(dirname(copy), W_OK | X_OK);
	const int error = copy && *p->dir ? errno : !copy ? ENOMEM : ENOENT;

	free(copy);
	return good || refuse(p, error, why);
}

static bool place_in(const struct report_place *p, char why[PARAMS_WHY])
{
	char *const path = report_path(p->dir);
	char cause[OUTPUT_WHY];
	const bool good = path && output_replaceable(path, cause) && output_possible(path, cause);

	free(path);
	return good || (path ? file_refused(p, cause, why) : refuse(p, ENOMEM, why));
}

bool report_possible(const struct report_place *p, char why[PARAMS_WHY])
{
	struct stat st;

	if (!strcmp(p->dir, "-"))
		return refuse(p, ENOTDIR, why);
	if (!stat(p->dir, &st))
		return S_ISDIR(st.st_mode) ? place_in(p, why) : refuse(p, ENOTDIR, why);
	return errno == ENOENT ? place_for(p, why) : refuse(p, errno, why);
}

static bool write_page(const struct report_place *p, const char *path, report_contents *contents, const void *of, char why[PARAMS_WHY])
{
	char cause[OUTPUT_WHY];
	struct output o;

	if (!output_begin(&o, path, cause))
		return file_refused(p, cause, why);
	if (contents(of, o.f))
		return output_end(&o, cause) || file_refused(p, cause, why);
	output_drop(&o);
	errno = ENOMEM;
	return file_refused(p, "not enough memory to write the page", why);
}

bool report_write(const struct report_place *p, report_contents *contents, const void *of, char why[PARAMS_WHY])
{
	const bool made = !mkdir(p->dir, 0777);
	char *path;
	bool good;

	if (!made && errno != EEXIST)
		return refuse(p, errno, why);
	path = report_path(p->dir);
	good = path ? write_page(p, path, contents, of, why) : refuse(p, ENOMEM, why);
	free(path);
	if (made && !good)
		rmdir(p->dir);
	return good;
}
