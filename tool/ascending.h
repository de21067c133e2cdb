#pragma once

/* Of doubles, for qsort(). */
static inline int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}
