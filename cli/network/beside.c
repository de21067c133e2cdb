#include "beside.h"

#include "archive.h"
#include "program.h"
#include "tool.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OBJECT_PATH = TOOL_PATH + 64 };

typedef const char *sources_function(void);

void *beside_name(void *object, const char *name)
{
	return object ? dlsym(object, name) : NULL;
}

/* Of which place it is: `path`. */
static void *load(const struct beside *b, char path[OBJECT_PATH], char why[BESIDE_WHY])
{
	static const char *const places[] = { "", "../lib/sluice/" };
	char self[TOOL_PATH];
	void *object = NULL;

	tool_self(self);
	*(strrchr(self, '/') ? strrchr(self, '/') : self) = '\0';
	snprintf(why, BESIDE_WHY, "%s", b->missing);
	for (unsigned k = 0; !object && k < sizeof places / sizeof *places; k++) {
		snprintf(path, OBJECT_PATH, "%s/%s%s", self, places[k], b->file);
		object = access(path, F_OK) ? NULL : dlopen(path, RTLD_NOW | RTLD_GLOBAL);
		if (!object && !access(path, F_OK))
			snprintf(why, BESIDE_WHY, "%.900s", dlerror());
	}
	return object;
}

void *beside_load(const struct beside *b, char why[BESIDE_WHY])
{
	char path[OBJECT_PATH];
	void *const object = load(b, path, why);
	union { void *name; sources_function *of; } sources = { .name = beside_name(object, b->sources) };

	if (!object || (sources.name && !strcmp(sources.of(), program_sources)))
		return object;
	snprintf(why, BESIDE_WHY, "%.800s is not of the same build as sluice; 'make' builds both, 'make install' installs both", path);
	return NULL;
}

static const struct beside otf2_object = {
	"sluice-otf2.so", "archive_sources", "this sluice was built without OTF2; install libotf2-trace-dev, and build it again",
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mpi_archive_function *archive;
static char missing[BESIDE_WHY];

static void look(void)
{
	union { void *name; mpi_archive_function *read; } found = { .name = beside_name(beside_load(&otf2_object, missing), "archive_read") };

	archive = found.read;
}

mpi_archive_function *otf2_library(char why[LINES_WHY])
{
	pthread_once(&once, look);
	if (!archive)
		snprintf(why, LINES_WHY, "%.250s", missing);
	return archive;
}

bool otf2_library_missing(void)
{
	return !archive && *missing;
}
