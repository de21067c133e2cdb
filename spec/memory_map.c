#include "memory_map.h"

#include "text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1022, WORDS = 64, LEAST_USE = 50, MOST_LINES = 1 << 20 };

/* Lines that a macro, or the file, has once. */
static const char *const once[] = { "use", "hold", "collision", "latency", "area" };
enum { USE, ONCE = sizeof once / sizeof *once };

const struct map_pin_row map_pin_rows[MAP_PINS] = {
#define PIN(port, name, polarity, lines, net) { #name, net, MAP_##port, polarity, MAP_##lines },
#include "macro_pins.def"
};

bool map_has_pin(const struct map_macro *m, enum map_pins pin)
{
	return *m->pin[pin].name && !(pin == MAP_READ_clock && !strcmp(m->pin[pin].name, m->pin[MAP_WRITE_clock].name));
}

unsigned map_pin_bits(const struct map_macro *m, enum map_pins pin)
{
	const unsigned bits[] = { [MAP_ONE] = 1, [MAP_ADDRESS] = clog2(m->words), [MAP_DATA] = m->bits, [MAP_MASK] = m->bits / m->grain };

	return bits[map_pin_rows[pin].lines];
}

struct reader {
	struct memory_map *map;
	const char *path;
	unsigned line, n, at;           /* words of the line; the next one */
	unsigned told[ONCE];            /* where the macro, or for `use` the file, has such a line; 0: nowhere */
	char *word[WORDS];
	char *why;
};

__attribute__((format(printf, 2, 3)))
static bool refuse(const struct reader *r, const char *format, ...)
{
	const int n = snprintf(r->why, MAP_WHY, "%.200s:%u: ", r->path, r->line);
	va_list args;

	va_start(args, format);
	vsnprintf(r->why + n, MAP_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

static const char *next(struct reader *r)
{
	return r->at < r->n ? r->word[r->at++] : NULL;
}

/* Is the next word this one? Then it is taken. */
static bool take(struct reader *r, const char *word)
{
	const bool is = r->at < r->n && !strcmp(r->word[r->at], word);

	r->at += is;
	return is;
}

static bool read_number(struct reader *r, const char *what, unsigned least, unsigned most, unsigned *to)
{
	const char *const text = next(r);
	char *end = NULL;
	const unsigned long value = text && isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;

	if (!end || *end || value < least || value > most)
		return refuse(r, "'%.40s' wants a number in %u..%u, not '%.40s'", what, least, most, text ? text : "");
	*to = (unsigned)value;
	return true;
}

static bool read_name(struct reader *r, const char *what, char name[MAP_NAME])
{
	const char *const text = next(r);
	bool good = text && strlen(text) < MAP_NAME && (isalpha((unsigned char)*text) || *text == '_');

	for (const char *s = text; good && *s; s++)
		good = isalnum((unsigned char)*s) || *s == '_';
	if (!good)
		return refuse(r, "'%.40s' wants a name of Verilog with less than %d letters, not '%.40s'", what, MAP_NAME, text ? text : "");
	snprintf(name, MAP_NAME, "%s", text);
	return true;
}

/* A name, and `low` or `high` behind it where the pin has a polarity. */
static bool read_pin(struct reader *r, const char *what, struct map_pin *to, bool polarity)
{
	if (*to->name)
		return refuse(r, "'%.40s' is there twice", what);
	if (!read_name(r, what, to->name))
		return false;
	to->low = polarity && take(r, "low");
	if (polarity && !to->low)
		take(r, "high");
	return true;
}

static bool read_grain(struct reader *r, struct map_macro *m)
{
	return read_number(r, "mask", 1, m->bits, &m->grain) &&
	       (m->bits % m->grain == 0 || refuse(r, "'mask': %u bits are no multiple of %u", m->bits, m->grain));
}

/* Pins of the port that the line begins with. */
static bool read_port(struct reader *r, struct map_macro *m, enum map_port port)
{
	while (r->at < r->n) {
		const char *const what = next(r);
		unsigned k = 0;

		while (k < MAP_PINS && (map_pin_rows[k].port != port || strcmp(what, map_pin_rows[k].name) != 0))
			k++;
		if (k == MAP_PINS)
			return refuse(r, "'%.40s' is no pin of the %s port; it has clock, enable, address, data%s", what, port == MAP_WRITE ? "write" : "read",
				      port == MAP_WRITE ? ", write, mask" : "");
		if (!read_pin(r, what, &m->pin[k], map_pin_rows[k].polarity) || (k == MAP_WRITE_mask && !read_grain(r, m)))
			return false;
	}
	return true;
}

static bool read_latency(struct reader *r)
{
	unsigned cycles;

	return read_number(r, "latency", 1, 16, &cycles) &&
	       (cycles == 1 || refuse(r, "'latency' is 1: the units take what is read in the cycle after the read (docs/use/memories.md)"));
}

static bool read_area(struct reader *r, struct map_macro *m)
{
	const char *const text = next(r);

	return (text && isdigit((unsigned char)*text) && text_real(text, &m->area_um2) && m->area_um2 > 0 && m->area_um2 <= 1e12) ||
	       refuse(r, "'area' wants square micrometres above 0, not '%.40s'", text ? text : "");
}

static bool read_other(struct reader *r, struct map_macro *m, bool tied)
{
	const char *const what = tied ? "tie" : "open";
	struct map_other *const o = &m->other[m->n_others];
	unsigned one = 0;

	if (m->n_others == MAP_OTHERS)
		return refuse(r, "more than %d pins that are tied or open", MAP_OTHERS);
	*o = (struct map_other){ .tied = tied, .bits = 1 };
	if (!read_name(r, what, o->name) || (tied && !read_number(r, what, 0, 1, &one)) || (r->at < r->n && !read_number(r, what, 1, MAP_BITS, &o->bits)))
		return false;
	o->one = one;
	m->n_others++;
	return true;
}

static bool read_choice(struct reader *r, const char *what, const char *yes, const char *no, bool *to)
{
	*to = take(r, yes);
	return *to || take(r, no) || refuse(r, "'%s' is %s or %s, not '%.40s'", what, yes, no, r->at < r->n ? r->word[r->at] : "");
}

/* A line of a macro, indented or not. */
static bool read_line_of(struct reader *r, struct map_macro *m, const char *what)
{
	if (!strcmp(what, "write") || !strcmp(what, "read"))
		return read_port(r, m, *what == 'w' ? MAP_WRITE : MAP_READ);
	if (!strcmp(what, "hold"))
		return read_choice(r, what, "yes", "no", &m->holds);
	if (!strcmp(what, "collision"))
		return read_choice(r, what, "old", "undefined", &m->old);
	if (!strcmp(what, "latency"))
		return read_latency(r);
	if (!strcmp(what, "area"))
		return read_area(r, m);
	if (!strcmp(what, "tie") || !strcmp(what, "open"))
		return read_other(r, m, *what == 't');
	return refuse(r, "'%.40s' is not one of: macro, use, write, read, hold, collision, latency, area, tie, open", what);
}

static const char *name_of(const struct map_macro *m, unsigned i)
{
	return i < MAP_PINS ? m->pin[i].name : m->other[i - MAP_PINS].name;
}

/* The pins of a macro, each once. */
static bool pins_differ(const struct reader *r, const struct map_macro *m)
{
	if (!strcmp(name_of(m, MAP_READ_address), name_of(m, MAP_WRITE_address)))
		return refuse(r, "macro %s reads and writes by one address: a single-port macro cannot serve, since units read and write "
				 "in the same cycle", m->name);
	for (unsigned i = 0; i < MAP_PINS + m->n_others; i++)
		for (unsigned k = 0; k < i; k++)
			if (*name_of(m, i) && !strcmp(name_of(m, i), name_of(m, k)) && (i >= MAP_PINS || map_has_pin(m, i)))
				return refuse(r, "macro %s has pin '%s' twice", m->name, name_of(m, i));
	return true;
}

/* What a macro has to have; its lines are all there. */
static bool complete(const struct reader *r)
{
	struct reader at = *r;
	const struct map_macro *const m = r->map->n ? &r->map->macro[r->map->n - 1] : NULL;

	if (!m)
		return true;
	at.line = m->line;
	if (!*m->pin[MAP_WRITE_clock].name || !*m->pin[MAP_WRITE_address].name || !*m->pin[MAP_WRITE_data].name)
		return refuse(&at, "macro %s lacks 'write' with clock, address and data", m->name);
	if (!*m->pin[MAP_WRITE_enable].name && !*m->pin[MAP_WRITE_write].name && !*m->pin[MAP_WRITE_mask].name)
		return refuse(&at, "macro %s lacks an enable, a write or a mask pin for writing", m->name);
	if (!*m->pin[MAP_READ_clock].name || !*m->pin[MAP_READ_address].name || !*m->pin[MAP_READ_data].name)
		return refuse(&at, "macro %s lacks 'read' with clock, address and data", m->name);
	if (m->holds && !*m->pin[MAP_READ_enable].name)
		return refuse(&at, "macro %s reads in every cycle, without an enable: it cannot have 'hold yes'", m->name);
	return pins_differ(&at, m);
}

static bool begin_macro(struct reader *r)
{
	struct memory_map *const map = r->map;
	struct map_macro *const m = &map->macro[map->n];

	if (!complete(r))
		return false;
	if (map->n == MAP_MACROS)
		return refuse(r, "more than %d macros", MAP_MACROS);
	*m = (struct map_macro){ .line = r->line, .grain = 1 };
	if (!read_name(r, "macro", m->name))
		return false;
	for (const struct map_macro *k = map->macro; k < m; k++)
		if (!strcmp(k->name, m->name))
			return refuse(r, "macro %s is in line %u already", m->name, k->line);
	if (!take(r, "words"))
		return refuse(r, "macro %s: 'words N bits N' is to follow", m->name);
	if (!read_number(r, "words", 2, MAP_WORDS, &m->words))
		return false;
	if (!take(r, "bits"))
		return refuse(r, "macro %s: 'bits N' is to follow", m->name);
	if (!read_number(r, "bits", 1, MAP_BITS, &m->bits))
		return false;
	map->n++;
	memset(r->told + USE + 1, 0, sizeof r->told - sizeof *r->told);
	return true;
}

static bool read_line(struct reader *r)
{
	const char *const what = next(r);
	const unsigned k = text_among(what, once, ONCE);
	bool good;

	if (k < ONCE && r->told[k])
		return refuse(r, "'%s' is in line %u already", what, r->told[k]);
	if (k < ONCE)
		r->told[k] = r->line;
	if (!strcmp(what, "macro"))
		good = begin_macro(r);
	else if (!strcmp(what, "use"))
		good = read_number(r, what, 0, 100, &r->map->least_use);
	else if (!r->map->n)
		return refuse(r, "'%.40s' before the first macro", what);
	else
		good = read_line_of(r, &r->map->macro[r->map->n - 1], what);
	return good && (r->at == r->n || refuse(r, "'%.40s' is not expected here", r->word[r->at]));
}

static bool read_lines(struct reader *r, struct text t)
{
	char *rest = text_behind_mark(t.s), *line;

	r->line = text_nul_line(t);
	if (r->line)
		return refuse(r, "a NUL byte: not a text file");
	while ((line = text_line(&rest))) {
		if (++r->line > MOST_LINES)
			return refuse(r, "more than %d lines", MOST_LINES);
		if (strlen(line) > LINE)
			return refuse(r, "the line has more than %d letters", LINE);
		line[strcspn(line, "#\r\n")] = '\0';
		r->at = 0;
		r->n = text_words(line, r->word, WORDS);
		if (r->n > WORDS)
			return refuse(r, "more than %d words", WORDS);
		if (r->n && !read_line(r))
			return false;
	}
	if (!complete(r))
		return false;
	r->line = 1;
	return r->map->n || refuse(r, "there is no macro in the map");
}

bool map_read(struct memory_map *m, FILE *f, const char *path, char why[MAP_WHY])
{
	struct reader r = { .map = m, .path = path, .why = why };
	const struct text t = text_read_from(f);
	bool good;

	*m = (struct memory_map){ .least_use = LEAST_USE };
	good = t.s ? read_lines(&r, t) : refuse(&r, "%s", text_error(errno));
	free(t.s);
	return good;
}

static unsigned divided(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* A memory of this macro alone. */
static struct map_choice arrange(const struct map_macro *m, unsigned words, unsigned width, bool masked)
{
	struct map_choice c = { m, 1, 1, m->words, masked ? m->bits / m->grain : m->bits };

	/* The bits that are not written of a word that is being written can be had from such a macro only. */
	if (masked && (!*m->pin[MAP_WRITE_mask].name || !m->old))
		return (struct map_choice){ 0 };
	if (words > m->words) {
		for (c.step = 1; 2 * c.step <= m->words; )
			c.step *= 2;
		c.deep = divided(words, c.step);
	}
	c.wide = divided(width, c.column);
	return c;
}

static uint64_t bits_of(const struct map_choice *c)
{
	return (uint64_t)c->deep * c->wide * c->macro->words * c->macro->bits;
}

struct map_choice map_choose(const struct memory_map *m, unsigned words, unsigned width, bool masked)
{
	const uint64_t used = (uint64_t)words * width;
	struct map_choice best = { 0 };

	for (const struct map_macro *k = m->macro; k < m->macro + m->n; k++) {
		const struct map_choice c = arrange(k, words, width, masked);

		if (!c.macro || used * 100 < bits_of(&c) * m->least_use)
			continue;
		if (!best.macro || bits_of(&c) < bits_of(&best) || (bits_of(&c) == bits_of(&best) && c.deep * c.wide < best.deep * best.wide))
			best = c;
	}
	return best;
}

bool memory_shapes_add(struct memory_shape list[MAP_SHAPES], unsigned *n, const struct memory_shape *more)
{
	for (struct memory_shape *m = list; m < list + *n; m++)
		if (m->words == more->words && m->width == more->width && m->masked == more->masked) {
			m->count += more->count;
			return true;
		}
	if (*n == MAP_SHAPES)
		return false;
	list[(*n)++] = *more;
	return true;
}

unsigned memory_shapes(const struct shape *s, const struct memory_map *map, struct memory_shape list[MAP_SHAPES])
{
	struct units_walk w;
	unsigned n = 0;

	for (units_begin(&w, s); units_next(&w);) {
		const struct signal *const g = w.signal;
		struct memory_shape more = { .words = g->words, .width = g->width, .masked = g->masked, .count = w.site->instances };

		if (g->kind != SIGNAL_MEM)
			continue;
		if (map)
			more.choice = map_choose(map, g->words, g->width, g->masked);
		const bool room = memory_shapes_add(list, &n, &more);

		assert(room);
		(void)room;
	}
	return n;
}

bool map_unserved(const struct memory_map *m, const struct shape *s, char name[2 * MAP_NAME])
{
	struct units_walk w;

	for (units_begin(&w, s); units_next(&w);) {
		const struct signal *const g = w.signal;

		if (g->kind == SIGNAL_MEM && !map_choose(m, g->words, g->width, g->masked).macro) {
			snprintf(name, 2 * MAP_NAME, "%.60s.%.40s, %u x %u bits", w.site->name, g->name, g->words, g->width);
			return true;
		}
	}
	return false;
}
