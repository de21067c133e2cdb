#include "netlist.h"

#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARAMETRIZED "\\$paramod"

bool netlist_for_opensta(const char *from, const char *to)
{
	struct text t = text_read(from);
	FILE *f = t.s ? fopen(to, "wb") : NULL;
	const char *at = t.s;

	/* Loop variables are signed wires in netlists of newer releases of Yosys; OpenSTA reads no such declaration. */
	for (char *wire = t.s; wire && (wire = strstr(wire, "wire signed ")); )
		memset(wire + strlen("wire "), ' ', strlen("signed"));
	for (const char *name; f && (name = strstr(at, PARAMETRIZED)); ) {
		const char *const end = name + strcspn(name, " \n"), *const hash = name + strlen(PARAMETRIZED) + 1;

		fwrite(at, 1, (size_t)(name - at), f);
		name = hash[-1] == '$' ? hash + strcspn(hash, "\\") + 1 : hash;
		for (const char *c = name; c < end; c++)
			fputc(isalnum((unsigned char)*c) ? *c : '_', f);
		if (hash[-1] == '$')
			fprintf(f, "_%.*s", (int)strcspn(hash, "\\"), hash);
		at = end;
	}
	if (f)
		fputs(at, f);
	free(t.s);
	return f && text_closed(f);
}

/* "  wire [34:0] \g_in[0].iport.mu.count_q ;": is it the declaration of a register or memory that lockstep compares? */
static bool is_state(const char *line, size_t n)
{
	static const char *const endings[] = { "_q", "_mem.mem", "_mem.wen", "_mem.waddr" };
	const char *const name = memchr(line, '\\', n), *const end = name ? memchr(name, ' ', n - (size_t)(name - line)) : NULL;
	const bool declared = !strncmp(line, "  reg ", 6) || !strncmp(line, "  wire ", 7);

	if (!declared || !end || line[n - 1] != ';' || memchr(name + 1, '\\', (size_t)(end - name - 1)))
		return false;
	for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t k = strlen(endings[i]);

		if ((size_t)(end - name) > k && !memcmp(end - k, endings[i], k))
			return true;
	}
	return false;
}

bool netlist_publish(const char *from, const char *to)
{
	struct text t = text_read(from);
	FILE *f = t.s ? fopen(to, "wb") : NULL;

	/* Names of what was optimized away are left in a netlist, without a driver. */
	if (f)
		fputs("/* verilator lint_off UNDRIVEN */\n", f);
	for (const char *line = t.s; f && *line; line += *line == '\n') {
		const size_t n = strcspn(line, "\n");

		if (is_state(line, n))
			fprintf(f, "%.*s /*verilator public_flat_rd*/;\n", (int)n - 1, line);
		else
			fprintf(f, "%.*s\n", (int)n, line);
		line += n;
	}
	free(t.s);
	return f && text_closed(f);
}
