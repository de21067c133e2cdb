#include "output.h"

#include "text.h"
#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(char why[OUTPUT_WHY], const char *path, int error)
{
	snprintf(why, OUTPUT_WHY, "cannot write '%.100s': %s", path, strerror(error));
	errno = error;
	return false;
}

bool output_is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

bool output_replaceable(const char *path, char why[OUTPUT_WHY])
{
	struct text t;
	struct stat st;
	bool good;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return true;
	t = text_read(path);
	good = t.s && strstr(t.s, OUTPUT_MARK);
	free(t.s);
	if (good)
		return true;
	snprintf(why, OUTPUT_WHY, "'%.100s' exists and was not written by sluice; not replaced", path);
	errno = EEXIST;
	return false;
}

/* Does something exist there that is not a plain file? */
static bool special(const char *path)
{
	struct stat s;

	return !stat(path, &s) && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

/* What is there under this name. */
static bool look(const char *path, struct stat *s)
{
	return !(output_is_stdout(path) ? fstat(STDOUT_FILENO, s) : stat(path, s));
}

static bool same_place(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The last part of a path, and the directory that it is in. */
static const char *parts(const char *path, struct stat *dir)
{
	const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
	char *const before = slash ? strndup(path, (size_t)(name - path)) : strdup(".");
	const bool good = before && !stat(before, dir);

	free(before);
	return good ? name : NULL;
}

static bool same_file(const char *a, const char *b)
{
	struct stat s, t;
	const bool a_there = look(a, &s), b_there = look(b, &t);

	if (output_is_stdout(a) && output_is_stdout(b))
		return true;
	if (a_there && b_there)
		return same_place(&s, &t) && S_ISREG(s.st_mode);
	if (a_there || b_there)
		return false;
	const char *const of_a = parts(a, &s), *const of_b = parts(b, &t);

	return of_a && of_b && same_place(&s, &t) && !strcmp(of_a, of_b);
}

bool output_apart(const struct output_option *option, unsigned n, char why[OUTPUT_WHY])
{
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = 0; option[i].path && k < i; k++)
			if (option[k].path && !(option[k].read && option[i].read) && same_file(option[k].path, option[i].path))
				return why_not(why, OUTPUT_WHY, "--%s and --%s name the same file, '%.100s'", option[k].name, option[i].name, option[i].path);
	return true;
}

/* The permissions that fopen() would give a new file. */
static mode_t usual_mode(const char *path)
{
	struct stat s;
	mode_t mask;

	if (!stat(path, &s))
		return s.st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static void forget(struct output *o)
{
	free(o->place);
	free(o->temp);
	o->place = o->temp = NULL;
}

static bool begin_temporary(struct output *o, char why[OUTPUT_WHY])
{
	int fd, error;

	o->place = realpath(o->path, NULL);
	if (!o->place)
		o->place = strdup(o->path);
	if (!o->place || asprintf(&o->temp, "%s.sluice-XXXXXX", o->place) < 0) {
		o->temp = NULL;
		forget(o);
		return fail(why, o->path, ENOMEM);
	}
	fd = mkstemp(o->temp);
	if (fd >= 0 && !fchmod(fd, usual_mode(o->path)) && (o->f = fdopen(fd, "w")))
		return true;
	error = errno;
	if (fd >= 0) {
		close(fd);
		unlink(o->temp);
	}
	forget(o);
	return fail(why, o->path, error);
}

bool output_begin(struct output *o, const char *path, char why[OUTPUT_WHY])
{
	struct stat s;

	*o = (struct output){ .path = path };
	if (output_is_stdout(path)) {
		o->f = stdout;
		return true;
	}
	if (special(path)) {
		o->f = fopen(path, "w");
		return o->f || fail(why, path, errno);
	}
	if (!*path)
		return fail(why, path, ENOENT);
	if (!stat(path, &s) && S_ISDIR(s.st_mode))
		return fail(why, path, EISDIR);
	if (!access(path, F_OK) && access(path, W_OK))
		return fail(why, path, errno);
	return begin_temporary(o, why);
}

void output_drop(struct output *o)
{
	if (o->f != stdout)
		fclose(o->f);
	if (o->temp)
		unlink(o->temp);
	forget(o);
}

bool output_possible(const char *path, char why[OUTPUT_WHY])
{
	struct output o;

	if (output_is_stdout(path) || special(path))
		return output_is_stdout(path) || !access(path, W_OK) || fail(why, path, errno);
	if (!output_begin(&o, path, why))
		return false;
	output_drop(&o);
	return true;
}

bool output_end(struct output *o, char why[OUTPUT_WHY])
{
	int error = ferror(o->f) ? EIO : 0;

	if (o->f == stdout)             /* errors are checked when the program ends */
		return true;
	errno = 0;
	if (fflush(o->f) || ferror(o->f))
		error = errno ? errno : EIO;
	if (fclose(o->f) && !error)
		error = errno;
	if (o->temp && !error && rename(o->temp, o->place))
		error = errno;
	if (o->temp && error)
		unlink(o->temp);
	forget(o);
	return !error || fail(why, o->path, error);
}
