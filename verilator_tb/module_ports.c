#include "module_ports.h"

#include <ctype.h>
#include <string.h>

static const char *declaration(const char *at, const char *direction)
{
	const size_t n = strlen(direction);

	while ((at = strchr(at, '\n')) && strncmp(++at, ");", 2) != 0)
		if (!strncmp(at, "  ", 2) && !strncmp(at + 2, direction, n) && at[2 + n] == ' ')
			return at;
	return NULL;
}

const char *module_port(const char *at, const char *direction, int *length)
{
	const char *const from = !strncmp(at, ", ", 2) && isalpha((unsigned char)at[2]) ? at : declaration(at, direction);
	const char *end, *name;

	if (!from)
		return NULL;
	end = from + 2 + strcspn(from + 2, ",/\n");
	while (end[-1] == ' ')
		end--;
	for (name = end; isalnum((unsigned char)name[-1]) || name[-1] == '_'; )
		name--;
	*length = (int)(end - name);
	return name;
}
