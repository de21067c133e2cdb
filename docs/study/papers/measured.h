#pragma once

#include <stdbool.h>

/* A row of a table of claims in a page of docs/, as `sluice experiment run` printed it. Words are of the text, which is cut in place. */
struct measured {
	const char *claim, *theirs, *ours, *holds;
};

enum { MEASURED_ROWS = 64 };

/* The table below the heading "### `experiment`". Returns the number of its rows; 0: there is no such heading, or no such table below it. */
unsigned measured_read(char *text, const char *experiment, struct measured[MEASURED_ROWS]);
