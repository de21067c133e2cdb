#include "say.h"

#include <stdarg.h>
#include <stdio.h>

int bad_input(const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	fprintf(stderr, "sluice: %s\n", line);
	return EXIT_BAD_INPUT;
}
