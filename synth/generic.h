#pragma once

#include <stdio.h>

/*
 * A cell library of our own, which is always there: a generic process of 0.18 um, with delays by the method of logical effort
 * (Sutherland, Sproull and Harris, 1999). No foundry made such cells; docs/use/synthesis.md says what its figures are worth.
 */
#define GENERIC_NAME "generic180"

#define GENERIC_TAU_NS 0.012            /* delay of an inverter for each inverter of its own size that it drives, at steep edges */
#define GENERIC_INPUT_PF 0.0054         /* input of the smallest inverter: 2.7 um of gate */
#define GENERIC_HEIGHT_UM 5.04          /* of a row: 9 tracks of 0.56 um */
#define GENERIC_COLUMN_UM 0.66          /* from gate to gate */

void generic_write(FILE *);             /* as liberty */

/* How any library of ours begins: units, and thresholds of edges. */
void generic_begin(const char *name, FILE *);
