#define _POSIX_C_SOURCE 200809L
#include "assertions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char fatal[] = "$fatal(1, \"", end[] = "\");", module[] = "\nmodule ";

/* The unit whose module begins here: without the prefix and what joins it to that. */
static const char *unit_at(const char *name, const char *prefix)
{
	const size_t n = strlen(prefix);

	return !strncmp(name, prefix, n) && name[n] == '_' ? name + n + 1 : name;
}

static int word_length(const char *s)
{
	int n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

static void put_call(FILE *f, const char *unit, const char *text, int length)
{
	fprintf(f, "$c(\"dut_assertion(dut_instance(vlSelf, 0), \\\"%.*s\\\", \\\"%.*s\\\");\");", word_length(unit), unit, length, text);
}

/* *unit: of the module that `from` is in, up to which all is written. Returns what is still to be written. */
static const char *put_one(FILE *f, const char *from, const char *at, const char *prefix, const char **unit)
{
	const char *const text = at + sizeof fatal - 1;
	const size_t length = strcspn(text, "\"\\%\n");

	for (const char *m = from; (m = strstr(m, module)) && m < at; m++)
		*unit = unit_at(m + sizeof module - 1, prefix);
	fprintf(f, "%.*s", (int)(at - from), from);
	if (strncmp(text + length, end, sizeof end - 1) != 0) {
		fputs(fatal, f);
		return text;
	}
	put_call(f, *unit, text, (int)length);
	return text + length + sizeof end - 1;
}

struct text assertions_by_call(struct text verilog, const char *prefix)
{
	struct text t = { NULL, 0 };
	const char *from = verilog.s, *at, *unit = "";
	FILE *f = open_memstream(&t.s, &t.size);

	if (f) {
		while ((at = strstr(from, fatal)))
			from = put_one(f, from, at, prefix, &unit);
		fputs(from, f);
		if (fclose(f))
			t.s = NULL;
	}
	free(verilog.s);
	return t;
}
