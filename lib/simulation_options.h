#pragma once

#include "command_line.h"
#include "net/run/simulate.h"

/* The run that a command line asks for; run: its own options, of simulate.def. simulation_setup() is still to be called. */
struct simulation simulation_of(const struct options *, const struct simulate_options *run);
