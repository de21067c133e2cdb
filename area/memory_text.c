#include "price.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_MAX = 1 << 24, PORTS_MAX = 8 };

/* A number at *text, which moves behind it; 0: none there, or not in 1..max. */
static unsigned number(const char **text, unsigned max)
{
	char *end;
	unsigned long v;

	if (!isdigit((unsigned char)**text))
		return 0;
	errno = 0;
	v = strtoul(*text, &end, 10);
	*text = end;
	return errno || v > max ? 0 : (unsigned)v;
}

bool memory_ports(struct memory *m, const char *text)
{
	unsigned *const ports[] = { &m->read_write, &m->read, &m->write };
	static const char *const names[] = { "rw", "r", "w" };
	const char *c = text;

	m->read = m->write = m->read_write = 0;
	while (*c) {
		const unsigned n = number(&c, PORTS_MAX);
		unsigned kind = 0;

		/* "1rw" is one port, "1r1w" two */
		while (kind < 3 && strncasecmp(c, names[kind], strlen(names[kind])) != 0)
			kind++;
		if (!n || kind == 3 || *ports[kind])
			return false;
		*ports[kind] = n;
		c += strlen(names[kind]);
	}
	return m->read + m->read_write && m->write + m->read_write && m->read + m->write + m->read_write <= PORTS_MAX;
}

static bool refuse(char why[PRICE_WHY], const char *what, const char *text, const char *wanted)
{
	snprintf(why, PRICE_WHY, "%s: '%.60s' %s", what, text, wanted);
	return false;
}

/* The word after a comma: ports, or "cam". */
static bool option(struct memory *m, const char *text, size_t n, char why[PRICE_WHY])
{
	char word[64];

	snprintf(word, sizeof word, "%.*s", (int)n, text);
	if (!strcasecmp(word, "cam")) {
		m->kind = MEMORY_CAM;
		return true;
	}
	if (memory_ports(m, word))
		return true;
	return refuse(why, "memory", word, "is neither 'cam' nor ports such as 1rw, 1r1w or 2r1w (1..8 ports that read and write)");
}

bool memory_parse(struct memory *m, const char *text, char why[PRICE_WHY])
{
	const char *c = text;

	*m = (struct memory){ .kind = MEMORY_RAM, .read_write = 1 };
	m->words = number(&c, NUMBER_MAX);
	if (!m->words || (*c != 'x' && *c != 'X'))
		return refuse(why, "memory", text, "does not begin with WORDSxBITS, each in 1..16777216");
	c++;
	m->width = number(&c, NUMBER_MAX);
	if (!m->width)
		return refuse(why, "memory", text, "does not begin with WORDSxBITS, each in 1..16777216");
	while (*c) {
		const size_t n = *c == ',' ? strcspn(c + 1, ",") : 0;

		if (*c != ',')
			return refuse(why, "memory", text, "is not of the form WORDSxBITS,PORTS");
		if (!option(m, c + 1, n, why))
			return false;
		c += 1 + n;
	}
	return true;
}

void memory_text(const struct memory *m, char *text, size_t size)
{
	const struct { unsigned n; const char *name; } ports[] = { { m->read_write, "rw" }, { m->read, "r" }, { m->write, "w" } };
	int n = snprintf(text, size, "%ux%u,", m->words, m->width);

	for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++)
		if (ports[i].n && n >= 0 && (size_t)n < size)
			n += snprintf(text + n, size - (size_t)n, "%u%s", ports[i].n, ports[i].name);
	if (m->kind == MEMORY_CAM && n >= 0 && (size_t)n < size)
		snprintf(text + n, size - (size_t)n, ",cam");
}
