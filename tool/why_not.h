#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns false, and why says so: a line in so many bytes, cut off if it is longer. */
__attribute__((format(printf, 3, 4))) static inline bool why_not(char *why, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, size, format, args);
	va_end(args);
	return false;
}
