#include "otf2_library.h"

#include "archive.h"
#include "beside.h"

#include <pthread.h>

static const struct beside object = {
	"sluice-otf2.so", "archive_sources", "this sluice was built without OTF2; install libotf2-trace-dev, and build it again",
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mpi_archive_function *archive;
static char missing[BESIDE_WHY];

static void look(void)
{
	union { void *name; mpi_archive_function *read; } found = { .name = beside_name(beside_load(&object, missing), "archive_read") };

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
