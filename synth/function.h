#pragma once

#include <stdbool.h>

/*
 * Boolean functions in the syntax of liberty files: ! or ' is not; & * or juxtaposition, and; ^ exclusive or; | + or. The first binds
 * strongest.
 */

/* Is this the NAND of two variables, whatever they are called? */
bool function_is_nand2(const char *text);

/* Is this a single variable, not inverted? */
bool function_is_buffer(const char *text);
