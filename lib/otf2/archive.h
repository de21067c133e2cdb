#pragma once

#include "net/jobs/mpi_events.h"

/*
 * What the object beside the command has that knows OTF2 (README.md): the command loads it when a file of jobs names an archive. All names are looked up at run
 * time.
 */
__attribute__((visibility("default"))) mpi_archive_function archive_read;

/* Of which sources it is: program.h. */
typedef const char *archive_sources_function(void);
__attribute__((visibility("default"))) archive_sources_function archive_sources;
