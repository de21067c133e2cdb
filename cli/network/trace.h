#pragma once

#include "output.h"

#include <stdint.h>

/* The trace that `sluice trace` draws with these options and this seed, to a file. False: why. */
bool trace_draw(const char *options, uint64_t seed, const char *path, char why[OUTPUT_WHY]);
