#include "macros.h"

#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Texts that are being written, all into one: at which letter each begins. */
struct writer {
	FILE *f;
	struct text all;
	struct macro_text *texts;
	unsigned n;
	long at[MACRO_TEXTS];
};

/* What goes to w->f from here on is the text of this name. */
static FILE *begin(struct writer *w, const char *name)
{
	assert(w->n + 1 < MACRO_TEXTS);
	if (w->n)
		putc('\0', w->f);
	w->at[w->n] = ftell(w->f);
	w->texts[w->n++].name = name;
	return w->f;
}

/* The first text is all that is to be freed. */
static bool end(struct writer *w)
{
	const bool good = text_end(&w->all, w->f);

	for (unsigned i = 0; good && i < w->n; i++)
		w->texts[i].text = w->all.s + w->at[i];
	w->texts[good ? w->n : 0] = (struct macro_text){ NULL, NULL };
	return good;
}

__attribute__((format(printf, 3, 4))) static void put(struct writer *w, const char *name, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(begin(w, name), format, args);
	va_end(args);
}

static void put_choice(struct writer *w, const char *name, const struct memory_shape *shapes, unsigned n, bool masked, const struct memory_map *map)
{
	FILE *const f = begin(w, name);

	for (const struct memory_shape *k = shapes; k < shapes + n; k++)
		if (k->masked == masked && k->choice.macro)
			fprintf(f, "WORDS == %u && WIDTH == %u ? %u : ", k->words, k->width, (unsigned)(k->choice.macro - map->macro) + 1);
	putc('0', f);
}

/* Figures of the macro of a number; those of the last one for any other. */
static void put_figures(struct writer *w, const struct memory_map *map)
{
	static const char *const name[] = { "MACRO_WORDS", "MACRO_BITS", "MACRO_GRAIN", "MACRO_HOLDS", "MACRO_OLD" };

	for (unsigned k = 0; k < sizeof name / sizeof *name; k++) {
		FILE *const f = begin(w, name[k]);

		for (const struct map_macro *m = map->macro; m < map->macro + map->n; m++) {
			const unsigned figure[] = { m->words, m->bits, m->grain, m->holds, m->old };

			if (m + 1 < map->macro + map->n)
				fprintf(f, "MACRO == %u ? ", (unsigned)(m - map->macro) + 1);
			fprintf(f, m + 1 < map->macro + map->n ? "%u : " : "%u", figure[k]);
		}
	}
}

/* A pin, connected to a net; "": left open. */
static void connect(FILE *f, const char **between, const char *pin, bool low, const char *net)
{
	fprintf(f, "%s.%s(%s%s)", *between, pin, low ? "~" : "", net);
	*between = ", ";
}

static void put_instance(FILE *f, const struct map_macro *m, unsigned number)
{
	const char *between = "";

	fprintf(f, "  if (MACRO == %u) begin : g_macro_%u\n    %s macro (\n      ", number, number, m->name);
	for (enum map_pins i = 0; i < MAP_PINS; i++)
		if (map_has_pin(m, i))
			connect(f, &between, m->pin[i].name, m->pin[i].low, map_pin_rows[i].net);
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
	FILE *const f = begin(w, "MACRO_INSTANCES");
	const char *between = "";

	for (const struct map_macro *m = map->macro; m < map->macro + map->n; m++) {
		if (!macros_used(map, s, m))
			continue;
		fputs(between, f);
		put_instance(f, m, (unsigned)(m - map->macro) + 1);
		between = "\n";
	}
}

bool macros_texts(struct macro_text texts[MACRO_TEXTS], const struct memory_map *map, const struct shape *s)
{
	struct writer w = { .texts = texts };
	struct memory_shape shapes[MAP_SHAPES];
	const unsigned n = memory_shapes(s, map, shapes);

	w.f = text_begin(&w.all);
	if (w.f) {
		put_choice(&w, "MACRO_OF", shapes, n, false, map);
		put_choice(&w, "MACRO_OF_MASKED", shapes, n, true, map);
		put_figures(&w, map);
		put_instances(&w, map, s);
	}
	return end(&w);
}

static void put_port(FILE *f, const char **between, const char *name, unsigned bits, bool output)
{
	fprintf(f, "%s  %s ", *between, output ? "output wire" : "input  wire");
	if (bits > 1)
		fprintf(f, "[%u:0] ", bits - 1);
	fputs(name, f);
	*between = ",\n";
}

static void put_ports(struct writer *w, const struct map_macro *m)
{
	FILE *const f = begin(w, "PORTS");
	const char *between = "";

	for (enum map_pins i = 0; i < MAP_PINS; i++)
		if (map_has_pin(m, i))
			put_port(f, &between, m->pin[i].name, map_pin_bits(m, i), i == MAP_READ_data);
	for (const struct map_other *o = m->other; o < m->other + m->n_others; o++)
		put_port(f, &between, o->name, o->bits, !o->tied);
}

/* As what it says when it is active. */
static const char *active(const struct map_pin *pin)
{
	return pin->low ? "~" : "";
}

/* Enable and write, those that there are. */
static void put_writing(struct writer *w, const struct map_pin *enable, const struct map_pin *write)
{
	FILE *const f = begin(w, "WRITING");

	if (*enable->name)
		fprintf(f, "%s%s%s", active(enable), enable->name, *write->name ? " & " : "");
	if (*write->name)
		fprintf(f, "%s%s", active(write), write->name);
	if (!*enable->name && !*write->name)
		fputs("|mask", f);
}

/* A condition that always holds where there is no such pin. */
static void put_condition(struct writer *w, const char *name, const struct map_pin *pin)
{
	put(w, name, "%s%s", *pin->name ? active(pin) : "1'b1", pin->name);
}

bool macros_texts_of(struct macro_text texts[MACRO_TEXTS], const struct map_macro *m)
{
	static const struct { const char *name; enum map_pins pin; } named[] = {
		{ "WRITE_CLOCK", MAP_WRITE_clock }, { "READ_CLOCK", MAP_READ_clock }, { "WRITE_ADDRESS", MAP_WRITE_address },
		{ "WRITE_DATA", MAP_WRITE_data }, { "READ_ADDRESS", MAP_READ_address }, { "READ_DATA", MAP_READ_data },
	};
	const struct map_pin *const pin = m->pin;
	struct writer w = { .texts = texts };

	w.f = text_begin(&w.all);
	if (!w.f)
		return end(&w);
	put(&w, "NAME", "%s", m->name);
	put_ports(&w, m);
	put(&w, "WORDS", "%u", m->words);
	put(&w, "BITS", "%u", m->bits);
	put(&w, "GRAIN", "%u", *pin[MAP_WRITE_mask].name ? m->grain : m->bits);
	put_writing(&w, &pin[MAP_WRITE_enable], &pin[MAP_WRITE_write]);
	put_condition(&w, "READING", &pin[MAP_READ_enable]);
	put_condition(&w, "MASK", &pin[MAP_WRITE_mask]);
	put(&w, "FORGETS", "1'b%d", !m->holds);
	if (m->old)
		put(&w, "UNSURE", "1'b0");
	else
		put(&w, "UNSURE", "writing && %s == %s", pin[MAP_WRITE_address].name, pin[MAP_READ_address].name);
	for (unsigned i = 0; i < sizeof named / sizeof *named; i++)
		put(&w, named[i].name, "%s", pin[named[i].pin].name);
	return end(&w);
}

void macros_free(struct macro_text texts[MACRO_TEXTS])
{
	free(texts->text);
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
