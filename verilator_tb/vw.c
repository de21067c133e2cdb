#include "vw.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

enum { LINE = 256, WIDTH = 96 };        /* WIDTH: columns of a packed list, beside its indentation */

static bool listed(const char *const *list, const char *word, size_t n)
{
	for (; *list; list++)
		if (strlen(*list) == n && !strncmp(*list, word, n))
			return true;
	return false;
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$')
		n++;
	return n;
}

/* Net nesting of one line. *first: the part that closes before anything opens, and so already applies to
 * the line itself. A comment ends the scan. */
static int nesting(const char *s, int *first)
{
	static const char *const openers[] = { "begin", "case", "function", "generate", NULL };
	static const char *const closers[] = { "end", "endcase", "endfunction", "endgenerate", NULL };
	int net = 0;

	*first = 0;
	while (*s && strncmp(s, "//", 2)) {
		const size_t n = word_length(s);

		if (n)
			net += listed(openers, s, n) - listed(closers, s, n);
		else
			net += (*s == '(') - (*s == ')');
		if (net < *first)
			*first = net;
		s += n ? n : 1;
	}
	return net;
}

void vw(struct vw *w, const char *fmt, ...)
{
	char line[LINE];
	va_list args;
	int n, net, first;

	va_start(args, fmt);
	n = vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	assert(n >= 0 && n < LINE && !strchr(line, '\n'));

	net = nesting(line, &first);
	assert(w->depth + first >= 0);
	if (n)
		fprintf(w->f, "%*s%s", 2 * (w->depth + first), "", line);
	fputc('\n', w->f);
	w->depth += net;
}

void vw_item(struct vw_list *l, const char *fmt, ...)
{
	char item[sizeof l->line];
	size_t used = strlen(l->line);
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(item, sizeof item, fmt, args);
	va_end(args);
	assert(n > 0 && n < WIDTH);
	if (used && used + (size_t)n + 2 > WIDTH) {
		vw(l->w, "%s,", l->line);
		used = 0;
	} else if (used) {
		memcpy(l->line + used, ", ", 2);
		used += 2;
	}
	memcpy(l->line + used, item, (size_t)n + 1);
}

void vw_list_end(struct vw_list *l)
{
	if (*l->line)
		vw(l->w, "%s", l->line);
	*l->line = '\0';
}
