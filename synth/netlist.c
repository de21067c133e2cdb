#include "netlist.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARAMETRIZED "\\$paramod"

bool netlist_plain_modules(const char *from, const char *to)
{
	struct text t = text_read(from);
	FILE *f = t.s ? fopen(to, "wb") : NULL;
	const char *at = t.s;
	bool good = f;

	for (const char *name; f && (name = strstr(at, PARAMETRIZED)); at = name) {
		const char *const end = name + strcspn(name, " \n");

		fwrite(at, 1, (size_t)(name - at), f);
		for (const char *c = name; c < end; c++)
			if (*c == '\\')
				name = c + 1;
	}
	if (f) {
		fputs(at, f);
		good = !ferror(f);
		good = !fclose(f) && good;
	}
	free(t.s);
	return good;
}
