#include "report_error.h"

#include "output.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool mute;
static char kept[1024];

void report_mute(void)
{
	mute = true;
}

const char *report_kept(void)
{
	return kept;
}

static void print_line(FILE *f, const char *before, const char *format, va_list args)
{
	char line[sizeof kept];

	vsnprintf(line, sizeof line, format, args);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	if (mute)
		memcpy(kept, line, sizeof kept);
	else
		fprintf(f, "%s%s\n", before, line);
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(stdout, "", format, args);
	va_end(args);
}

int error_line(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(stderr, "sluice: ", format, args);
	va_end(args);
	return status;
}

int write_whole(const char *option, const char *path, void (*contents)(const void *of, FILE *), const void *of)
{
	struct output out;
	char why[OUTPUT_WHY];

	if (!path)
		return EXIT_OK;
	if (output_begin(&out, path, why)) {
		contents(of, out.f);
		if (output_end(&out, why))
			return EXIT_OK;
	}
	return cannot("%s%s%s%s", option ? "--" : "", option ? option : "", option ? ": " : "", why);
}

static void put_json(const void *text, FILE *f)
{
	utf8_write(text, strlen(text), f);
	fputc('\n', f);
}

int write_json_text(const char *option, const char *path, char *text)
{
	const int status = text ? write_whole(option, path, put_json, text) : environment_failed("%s", strerror(ENOMEM));

	free(text);
	return status;
}
