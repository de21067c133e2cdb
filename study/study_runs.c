#include "study.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 4096 };

const struct study *study_runs(const struct study *s, const char *path, struct study **other, char why[STUDY_WHY])
{
	const char *const slash = strrchr(path, '/');
	char beside[PATH];

	*other = NULL;
	if (!s->runs_of)
		return study_check(s, s, path, why) ? s : NULL;
	snprintf(beside, sizeof beside, "%.*s%s.sweep", slash ? (int)(slash + 1 - path) : 0, path, s->runs_of);
	*other = study_read(beside, why);
	if (*other && (*other)->runs_of)
		snprintf(why, STUDY_WHY, "%.200s: runs_of: '%.80s' has no runs of its own", path, s->runs_of);
	else if (*other && study_check(s, *other, path, why))
		return *other;
	study_free(*other);
	*other = NULL;
	return NULL;
}
