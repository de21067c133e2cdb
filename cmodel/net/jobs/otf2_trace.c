#include "job_traces.h"

#include "mpi_trace.h"

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

uint32_t otf2_ranks(const char *path)
{
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);

	return read ? mpi_trace_ranks(read, path) : 0;
}

bool otf2_read(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file)
{
	struct mpi_trace t = { .file = file, .in = in };
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);
	bool good;

	if (!read) {
		snprintf(in->why, LINES_WHY, "cannot read '%.80s': %.150s", in->path, why);
		return false;
	}
	good = mpi_trace_read(&t, read) && mpi_trace_write(&t, l);
	mpi_trace_free(&t);
	return good;
}
