#pragma once

#include "memory_map.h"
#include "params.h"

/*
 * The directory that `sluice gen` wrote, as commands find it: by its sluice.conf.
 */

/* Directory of a config file, NULL: of none, the current one. The caller frees it. NULL: out of memory. */
char *generated_dir(const char *config);

/* The Verilog in dir is that of these parameters: so its top module says. Returns false and says why. */
bool generated_from(const char *dir, const struct params *p, char why[PARAMS_WHY]);

/* The Verilog in dir, and its list, are what is generated from these parameters, to the byte, and without a memory map. */
bool generated_unedited(const char *dir, const struct params *p);

/* Reads a memory map. False: what is wrong has been said, and status is what to return. */
bool generated_map(const char *path, struct memory_map *map, int *status);
