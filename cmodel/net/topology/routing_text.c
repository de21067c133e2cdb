#include "routing_check.h"

#include "net/workload/text_lines.h"

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

enum { LINE = 64, WORD_SHOWN = 24 };

static bool read_word(struct text_lines *r, const struct shape *s, struct table_entry *e)
{
	const size_t n = strlen(r->text);
	unsigned long word;

	if (!n || n > 8 || r->text[strspn(r->text, "0123456789abcdefABCDEF")] || (word = strtoul(r->text, NULL, 16)) >> word_bits(s))
		return lines_refuse(r, "'%.*s' is not a hexadecimal word of %u bits", WORD_SHOWN, r->text, word_bits(s));
	*e = (struct table_entry){ .output = (uint8_t)(word & ((1u << s->port_w) - 1)), .queue = (uint16_t)(word >> s->port_w) };
	return true;
}

bool routing_read_hex(struct routing_read *all, const struct shape *s, uint32_t sw, FILE *f, const char *path, char why[ROUTING_WHY])
{
	struct text_lines r = { .f = f, .path = path, .why = why, .most = LINE };
	struct table_entry *table = all->entry + (size_t)sw * all->nodes;
	bool more;
	unsigned n = 0;

	_Static_assert((int)ROUTING_WHY == (int)LINES_WHY, "messages are passed on");
	for (; (more = lines_next(&r)) && n < all->nodes; n++)
		if (!read_word(&r, s, &table[n]))
			return false;
	if (more)
		return lines_refuse(&r, "more words than the network has nodes, %u", all->nodes);
	return !r.refused && (n == all->nodes || lines_refuse(&r, "the file ends after %u words of %u", n, all->nodes));
}
