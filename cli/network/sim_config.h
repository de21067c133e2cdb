#pragma once

#include "params.h"

#include <stdio.h>

/* Opens a config file, or the JSON of a run, whose configuration is then read as a config file with the same options and parameters. NULL: why. */
FILE *sim_config_open(const char *path, char why[PARAMS_WHY]);
