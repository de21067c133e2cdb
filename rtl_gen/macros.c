#include "macros.h"

#include "doc.h"
#include "text.h"

#include <assert.h>
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

static void add_port(struct doc *d, cJSON *to, const char *name, unsigned bits, bool output)
{
	doc_element(d, to, "port=%s output=%d msb=%u", name, output, bits - 1);
}

/* A pin, and whether it is active low; none where the macro has it not. */
static void add_pin(struct doc *d, cJSON *to, const struct map_pin *pin)
{
	if (*pin->name)
		doc_element(d, to, "pin=%s low=%d", pin->name, pin->low);
}

cJSON *macros_values(const struct map_macro *m, const struct params *p)
{
	const struct map_pin *const pin = m->pin;
	struct doc d = { .root = cJSON_CreateObject() };
	cJSON *const ports = doc_list(&d, d.root, "ports"), *const writing = doc_list(&d, d.root, "writing");

	doc_comment(&d, d.root, "parameters", p);
	for (enum map_pins i = 0; i < MAP_PINS; i++)
		if (map_has_pin(m, i))
			add_port(&d, ports, pin[i].name, map_pin_bits(m, i), i == MAP_READ_data);
	for (const struct map_other *o = m->other; o < m->other + m->n_others; o++)
		add_port(&d, ports, o->name, o->bits, !o->tied);
	add_pin(&d, writing, &pin[MAP_WRITE_enable]);
	add_pin(&d, writing, &pin[MAP_WRITE_write]);
	add_pin(&d, doc_list(&d, d.root, "reading"), &pin[MAP_READ_enable]);
	add_pin(&d, doc_list(&d, d.root, "mask"), &pin[MAP_WRITE_mask]);
	doc_add(&d, d.root, "name=%s words=%u bits=%u grain=%u forgets=%u old=%d", m->name, m->words, m->bits,
		*pin[MAP_WRITE_mask].name ? m->grain : m->bits, !m->holds, m->old);
	doc_add(&d, d.root, "write_clock=%s write_address=%s write_data=%s read_clock=%s read_address=%s read_data=%s", pin[MAP_WRITE_clock].name,
		pin[MAP_WRITE_address].name, pin[MAP_WRITE_data].name, pin[MAP_READ_clock].name, pin[MAP_READ_address].name, pin[MAP_READ_data].name);
	return doc_end(&d);
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
