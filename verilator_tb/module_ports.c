#include "module_ports.h"

#include <ctype.h>
#include <string.h>

static const char *declaration(const char *at, const char *direction)
{
	const size_t n = strlen(direction);

	while ((at = strchr(at, '\n')) && strncmp(++at, "endmodule", 9) != 0)
		if (!strncmp(at, direction, n) && at[n] == ' ')
			return at;
	return NULL;
}

const char *module_port(const char *at, const char *direction, int *length)
{
	const char *const from = *at == ',' ? at : declaration(at, direction);
	const char *end, *name;

	if (!from)
		return NULL;
	name = end = from + 1 + strcspn(from + 1, ",;");
	while (isalnum((unsigned char)name[-1]) || name[-1] == '_')
		name--;
	*length = (int)(end - name);
	return name;
}
