#pragma once

#include "net/jobs/job_traces.h"

/* What reads archives of OTF2: in an object beside the command (lib/otf2/), loaded when a file of jobs names one. */
otf2_find_function otf2_library;

/* Was it wanted, and could not be loaded? Then the machine lacks something, and the input may be good. */
bool otf2_library_missing(void);
