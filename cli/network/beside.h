#pragma once

#include "net/jobs/job_traces.h"

/* Objects that the command loads when they are wanted: beside it, or where `make install` puts them. Each knows a library that the command does without. */
enum { BESIDE_WHY = 1024 };

struct beside {
	const char *file;
	const char *sources;            /* name of the function that says of which sources the object is */
	const char *missing;            /* why it may not be there, and what to do */
};

/* NULL: the object is not there, cannot be loaded, or is of another build than the command; why. */
void *beside_load(const struct beside *, char why[BESIDE_WHY]);

/* NULL: it has no such function. */
void *beside_name(void *object, const char *name);

/* What reads archives of OTF2: in an object beside the command (lib/otf2/), loaded when a file of jobs names one. */
otf2_find_function otf2_library;

/* Was it wanted, and could not be loaded? Then the machine lacks something, and the input may be good. */
bool otf2_library_missing(void);
