#ifndef FUNCTION_H
#define FUNCTION_H

#include <stdbool.h>

/*
 * Boolean functions as liberty files write them: ! or ' for not, & * or nothing for and, ^ for exclusive or, | + for or,
 * the weakest last.
 */

/* Is this the NAND of two variables, whatever they are called? */
bool function_is_nand2(const char *text);

/* Is this one variable, as it is? */
bool function_is_buffer(const char *text);

#endif
