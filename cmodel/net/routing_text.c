#include "routing_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A word: the output in the low bits, the queue above them (microarchitecture-static.md, 1). */
static unsigned word_bits(const struct shape *s)
{
	return s->port_w + s->next_queue_w;
}

void routing_write_hex(const struct routing *r, const struct shape *s, uint32_t sw, FILE *f)
{
	const int digits = (int)(word_bits(s) + 3) / 4;

	for (uint32_t d = 0; d < r->topology->nodes; d++) {
		const struct table_entry e = routing_entry(r, sw, d);

		fprintf(f, "%0*x\n", digits, (unsigned)e.queue << s->port_w | e.output);
	}
}

void routing_write_csv(const struct routing *r, uint32_t sw, FILE *f)
{
	fputs(ROUTING_CSV, f);
	for (uint32_t d = 0; d < r->topology->nodes; d++) {
		const struct table_entry e = routing_entry(r, sw, d);

		fprintf(f, "%u,%u,%u,%u\n", d, e.output, e.queue, routing_queue(r, sw, d));
	}
}

enum { LINE = 64, PATH_SHOWN = 80, WORD_SHOWN = 24 };

struct reader {
	const struct shape *shape;
	const char *path;
	char *why;
	unsigned line;
	char text[LINE];
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *r, const char *format, ...)
{
	const size_t length = strlen(r->path);
	const bool cut = length > PATH_SHOWN;
	va_list args;
	int n;

	n = snprintf(r->why, ROUTING_WHY, "%s%s:%u: ", cut ? "..." : "", cut ? r->path + length - PATH_SHOWN : r->path, r->line);
	va_start(args, format);
	vsnprintf(r->why + n, ROUTING_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

static bool read_word(struct reader *r, struct table_entry *e)
{
	const struct shape *s = r->shape;
	const size_t n = strcspn(r->text, "\r\n");
	unsigned long word;

	if (!strchr(r->text, '\n'))
		return refuse(r, "a line without end");
	r->text[n] = '\0';
	if (!n || n > 8 || r->text[strspn(r->text, "0123456789abcdefABCDEF")] || (word = strtoul(r->text, NULL, 16)) >> word_bits(s))
		return refuse(r, "'%.*s' is not a hexadecimal word of %u bits", WORD_SHOWN, r->text, word_bits(s));
	*e = (struct table_entry){ .output = (uint8_t)(word & ((1u << s->port_w) - 1)), .queue = (uint16_t)(word >> s->port_w) };
	return true;
}

bool routing_read_hex(struct routing_read *all, const struct shape *s, uint32_t sw, FILE *f, const char *path, char why[ROUTING_WHY])
{
	struct reader r = { .shape = s, .path = path, .why = why };
	struct table_entry *table = all->entry + (size_t)sw * all->nodes;

	for (r.line = 1; fgets(r.text, LINE, f); r.line++) {
		if (r.line > all->nodes)
			return refuse(&r, "more words than the network has nodes, %u", all->nodes);
		if (!read_word(&r, &table[r.line - 1]))
			return false;
	}
	if (ferror(f))
		return refuse(&r, "cannot be read: %s", strerror(errno));
	return r.line > all->nodes || refuse(&r, "the file ends after %u words of %u", r.line - 1, all->nodes);
}

static struct table_entry read_entry(const void *of, uint32_t sw, uint32_t destination)
{
	const struct routing_read *all = of;

	return all->entry[(size_t)sw * all->nodes + destination];
}

struct routing_tables routing_from(const struct routing_read *all)
{
	return (struct routing_tables){ read_entry, all };
}
