#include "job_traces.h"

#include "mpi_trace.h"
#include "why_not.h"

static otf2_find_function *find;

void otf2_find_by(otf2_find_function *f)
{
	find = f;
}

/* NULL: nobody can read an archive, and why. */
static mpi_archive_function *archive(char why[LINES_WHY])
{
	if (find)
		return find(why);
	snprintf(why, LINES_WHY, "OTF2 archives are read by the command sluice only");
	return NULL;
}

static bool count_ranks(void *ranks, uint32_t n)
{
	*(uint32_t *)ranks = n;
	return false;
}

uint32_t otf2_ranks(const char *path)
{
	static const struct mpi_taker only = { .ranks = count_ranks };
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);
	uint32_t ranks = 0;

	if (read)
		read(path, &only, &ranks, why, sizeof why);
	return ranks;
}

bool otf2_read(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file)
{
	struct mpi_trace t = { .file = file, .in = in };
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);
	bool good;

	if (!read)
		return why_not(in->why, LINES_WHY, "cannot read '%.80s': %.150s", in->path, why);
	good = mpi_trace_read(&t, read) && mpi_trace_write(&t, l);
	stock_free(&t.memory);
	return good;
}
