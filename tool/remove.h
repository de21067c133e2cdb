#ifndef REMOVE_H
#define REMOVE_H

#include <stdbool.h>

/*
 * Removes what has this name in the open directory `at`, with all below it. Links are removed and not followed, and a file
 * system that is mounted below stays as it is. `last` is a file directly below that goes after all others, so that it is
 * there as long as anything is; NULL: none. False: something is left.
 */
bool remove_below(int at, const char *name, const char *last);

#endif
