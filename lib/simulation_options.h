#pragma once

#include "command_line.h"
#include "net/run/simulate.h"

#include <string.h>

/* The run that a command line asks for; run: its own options, of simulate.def. simulation_setup() is still to be called. */
static inline struct simulation simulation_of(const struct options *o, const struct simulate_options *run)
{
	struct simulation s = { .o = *run, .params = o->params };

	memcpy(s.given, o->param_given, sizeof s.given);
	return s;
}
