#define _GNU_SOURCE     /* open_memstream */
#include "macros.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text being written. */
struct writer {
	struct macro_text *next, *end;
	bool failed;
	size_t size;
};

static FILE *begin(struct writer *w, const char *name)
{
	FILE *f;

	assert(w->next + 1 < w->end);
	w->next->name = name;
	w->next->text = NULL;
	f = open_memstream(&w->next->text, &w->size);
	if (!f)
		w->failed = true;
	return f;
}

static void end(struct writer *w, FILE *f)
{
	w->failed |= fclose(f) != 0;
	w->next++;
	*w->next = (struct macro_text){ NULL, NULL };
}

static void put(struct writer *w, const char *name, const char *a, const char *b)
{
	FILE *f = begin(w, name);

	if (!f)
		return;
	fprintf(f, "%s%s", a, b);
	end(w, f);
}

static void put_number(struct writer *w, const char *name, unsigned value)
{
	char text[16];

	snprintf(text, sizeof text, "%u", value);
	put(w, name, text, "");
}

static void put_choice(struct writer *w, const char *name, const struct memory_shape *shapes, unsigned n, bool masked, const struct memory_map *map)
{
	FILE *f = begin(w, name);

	if (!f)
		return;
	for (const struct memory_shape *k = shapes; k < shapes + n; k++)
		if (k->masked == masked && k->choice.macro)
			fprintf(f, "WORDS == %u && WIDTH == %u ? %u : ", k->words, k->width, (unsigned)(k->choice.macro - map->macro) + 1);
	putc('0', f);
	end(w, f);
}

static unsigned words_of(const struct map_macro *m) { return m->words; }
static unsigned bits_of(const struct map_macro *m) { return m->bits; }
static unsigned grain_of(const struct map_macro *m) { return m->grain; }
static unsigned holds(const struct map_macro *m) { return m->holds; }
static unsigned old(const struct map_macro *m) { return m->old; }

/* A figure of the macro of this number; that of the last one for any other. */
static void put_figure(struct writer *w, const char *name, const struct memory_map *map, unsigned (*figure)(const struct map_macro *))
{
	FILE *f = begin(w, name);

	if (!f)
		return;
	for (unsigned i = 0; i + 1 < map->n; i++)
		fprintf(f, "MACRO == %u ? %u : ", i + 1, figure(&map->macro[i]));
	fprintf(f, "%u", figure(&map->macro[map->n - 1]));
	end(w, f);
}

/* A pin connected; net NULL: left open. */
static void connect(FILE *f, const char **between, const char *pin, bool low, const char *net)
{
	if (!*pin)
		return;
	fprintf(f, "%s.%s(%s%s)", *between, pin, low ? "~" : "", net);
	*between = ", ";
}

static void put_instance(FILE *f, const struct map_macro *m, unsigned number)
{
	const char *between = "";

	fprintf(f, "  if (MACRO == %u) begin : g_macro_%u\n    %s macro (\n      ", number, number, m->name);
	connect(f, &between, m->w.clock.name, false, "clk");
	if (strcmp(m->w.clock.name, m->r.clock.name) != 0)
		connect(f, &between, m->r.clock.name, false, "clk");
	connect(f, &between, m->w.enable.name, m->w.enable.low, "wen");
	connect(f, &between, m->w.write.name, m->w.write.low, "wen");
	connect(f, &between, m->w.address.name, false, "waddr");
	connect(f, &between, m->w.data.name, false, "wdata");
	connect(f, &between, m->w.mask.name, m->w.mask.low, "(wmask & {MASK_W{wen}})");
	connect(f, &between, m->r.enable.name, m->r.enable.low, "ren");
	connect(f, &between, m->r.address.name, false, "raddr");
	connect(f, &between, m->r.data.name, false, "rdata");
	for (const struct map_other *o = m->other; o < m->other + m->n_others; o++) {
		char value[32] = "";

		if (o->tied)
			snprintf(value, sizeof value, "{%u{1'b%d}}", o->bits, o->one);
		connect(f, &between, o->name, false, value);
	}
	fprintf(f, "\n    );\n  end");
}

static void put_instances(struct writer *w, const struct memory_map *map, const struct shape *s)
{
	FILE *f = begin(w, "MACRO_INSTANCES");
	const char *between = "";

	if (!f)
		return;
	for (const struct map_macro *m = map->macro; m < map->macro + map->n; m++) {
		if (!macros_used(map, s, m))
			continue;
		fputs(between, f);
		put_instance(f, m, (unsigned)(m - map->macro) + 1);
		between = "\n";
	}
	end(w, f);
}

bool macros_texts(struct macro_text texts[MACRO_TEXTS], const struct memory_map *map, const struct shape *s)
{
	struct writer w = { texts, texts + MACRO_TEXTS, false, 0 };
	struct memory_shape shapes[MAP_SHAPES];
	const unsigned n = memory_shapes(s, map, shapes);

	put_choice(&w, "MACRO_OF", shapes, n, false, map);
	put_choice(&w, "MACRO_OF_MASKED", shapes, n, true, map);
	put_figure(&w, "MACRO_WORDS", map, words_of);
	put_figure(&w, "MACRO_BITS", map, bits_of);
	put_figure(&w, "MACRO_GRAIN", map, grain_of);
	put_figure(&w, "MACRO_HOLDS", map, holds);
	put_figure(&w, "MACRO_OLD", map, old);
	put_instances(&w, map, s);
	return !w.failed;
}

static void put_port(FILE *f, const char **between, const char *name, unsigned bits, bool output)
{
	if (!*name)
		return;
	fprintf(f, "%s  %s ", *between, output ? "output wire" : "input  wire");
	if (bits > 1)
		fprintf(f, "[%u:0] ", bits - 1);
	fputs(name, f);
	*between = ",\n";
}

static void put_ports(struct writer *w, const struct map_macro *m)
{
	const unsigned address = clog2(m->words);
	FILE *f = begin(w, "PORTS");
	const char *between = "";

	if (!f)
		return;
	put_port(f, &between, m->w.clock.name, 1, false);
	if (strcmp(m->w.clock.name, m->r.clock.name) != 0)
		put_port(f, &between, m->r.clock.name, 1, false);
	put_port(f, &between, m->w.enable.name, 1, false);
	put_port(f, &between, m->w.write.name, 1, false);
	put_port(f, &between, m->w.address.name, address, false);
	put_port(f, &between, m->w.data.name, m->bits, false);
	put_port(f, &between, m->w.mask.name, m->bits / m->grain, false);
	put_port(f, &between, m->r.enable.name, 1, false);
	put_port(f, &between, m->r.address.name, address, false);
	put_port(f, &between, m->r.data.name, m->bits, true);
	for (const struct map_other *o = m->other; o < m->other + m->n_others; o++)
		put_port(f, &between, o->name, o->bits, !o->tied);
	end(w, f);
}

static const char *active(const struct map_pin *pin)
{
	return pin->low ? "~" : "";
}

/* Enable and write, those that there are. */
static void put_writing(struct writer *w, const struct map_macro *m)
{
	const bool both = *m->w.enable.name && *m->w.write.name;
	FILE *f = begin(w, "WRITING");

	if (!f)
		return;
	if (*m->w.enable.name)
		fprintf(f, "%s%s%s", active(&m->w.enable), m->w.enable.name, both ? " & " : "");
	if (*m->w.write.name)
		fprintf(f, "%s%s", active(&m->w.write), m->w.write.name);
	if (!*m->w.enable.name && !*m->w.write.name)
		fputs("|mask", f);
	end(w, f);
}

bool macros_texts_of(struct macro_text texts[MACRO_TEXTS], const struct map_macro *m)
{
	struct writer w = { texts, texts + MACRO_TEXTS, false, 0 };
	char collides[3 * MAP_NAME];

	snprintf(collides, sizeof collides, "writing && %s == %s", m->w.address.name, m->r.address.name);
	put(&w, "NAME", m->name, "");
	put_ports(&w, m);
	put_number(&w, "WORDS", m->words);
	put_number(&w, "BITS", m->bits);
	put_number(&w, "GRAIN", *m->w.mask.name ? m->grain : m->bits);
	put_writing(&w, m);
	put(&w, "READING", *m->r.enable.name ? active(&m->r.enable) : "1'b1", m->r.enable.name);
	put(&w, "MASK", *m->w.mask.name ? active(&m->w.mask) : "1'b1", m->w.mask.name);
	put(&w, "FORGETS", m->holds ? "1'b0" : "1'b1", "");
	put(&w, "UNSURE", m->old ? "1'b0" : collides, "");
	put(&w, "WRITE_CLOCK", m->w.clock.name, "");
	put(&w, "READ_CLOCK", m->r.clock.name, "");
	put(&w, "WRITE_ADDRESS", m->w.address.name, "");
	put(&w, "WRITE_DATA", m->w.data.name, "");
	put(&w, "READ_ADDRESS", m->r.address.name, "");
	put(&w, "READ_DATA", m->r.data.name, "");
	return !w.failed;
}

void macros_free(struct macro_text texts[MACRO_TEXTS])
{
	for (struct macro_text *t = texts; t->name; t++)
		free(t->text);
}

bool macros_used(const struct memory_map *map, const struct shape *s, const struct map_macro *m)
{
	struct memory_shape shapes[MAP_SHAPES];
	const unsigned n = memory_shapes(s, map, shapes);

	for (unsigned i = 0; i < n; i++)
		if (shapes[i].choice.macro == m)
			return true;
	return false;
}
