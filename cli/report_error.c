#include "report_error.h"

#include "exhausted.h"

#include <stdarg.h>
#include <stdio.h>

static void print_line(FILE *f, const char *before, const char *format, va_list args)
{
	char line[1024];

	vsnprintf(line, sizeof line, format, args);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	fprintf(f, "%s%s\n", before, line);
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(stdout, "", format, args);
	va_end(args);
}

int bad_input(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(stderr, "sluice: ", format, args);
	va_end(args);
	return EXIT_BAD_INPUT;
}

int environment_failed(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(stderr, "sluice: ", format, args);
	va_end(args);
	return EXIT_ENVIRONMENT;
}

int cannot(const char *format, ...)
{
	const bool environment = exhausted(errno);
	va_list args;

	va_start(args, format);
	print_line(stderr, "sluice: ", format, args);
	va_end(args);
	return environment ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT;
}
