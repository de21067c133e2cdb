#pragma once

#include <stdbool.h>

/*
 * Removes the entry of this name in the open directory `at`, with all below it. Links are removed and not followed; file
 * systems mounted below are not touched. `last` is a file directly below that is removed after all others, so that it exists
 * as long as any of them; NULL: none. False: something is left.
 */
bool remove_below(int at, const char *name, const char *last);
