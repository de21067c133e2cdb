#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Returns false, and why says so: a line in so many bytes, cut off if it is longer. */
__attribute__((format(printf, 3, 4))) static inline bool why_not(char *why, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, size, format, args);
	va_end(args);
	return false;
}

/* The same of a line in a file, 0: of all of it, behind "path:line: "; of a path that is longer than so many bytes the end is shown. */
__attribute__((format(printf, 6, 0))) static inline bool why_not_line(char *why, size_t size, const char *path, unsigned shown, uint64_t line, const char *format,
								       va_list args)
{
	const size_t length = strlen(path);
	const bool cut = length > shown;
	const int n = snprintf(why, size, line ? "%s%s:%ju: " : "%s%s: ", cut ? "..." : "", cut ? path + length - shown : path, (uintmax_t)line);

	vsnprintf(why + n, size - (size_t)n, format, args);
	return false;
}
