#include "fields.h"

#include "csv.h"
#include "grown.h"
#include "utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add(struct fields *f, const char *name, enum field_kind kind, const char *text)
{
	struct field *const more = f->failed ? NULL : grown(f->field, f->n, &f->room, sizeof *more);

	f->failed = !more;
	if (f->failed)
		return;
	f->field = more;
	struct field *to = &f->field[f->n++];

	to->kind = kind;
	to->number = kind == FIELD_NUMBER ? strtod(text, NULL) : kind == FIELD_FLAG ? *text == 't' : (double)NAN;
	snprintf(to->name, sizeof to->name, "%s%s", f->of, name);
	snprintf(to->text, sizeof to->text, "%s", text);
}

void fields_whole(struct fields *f, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, value);
	add(f, name, FIELD_NUMBER, text);
}

void fields_real(struct fields *f, const char *name, double value)
{
	char text[OPTION_TEXT];

	snprintf(text, sizeof text, "%.6f", value);
	if (!isfinite(value))
		add(f, name, FIELD_NULL, "null");
	else
		add(f, name, FIELD_NUMBER, text);
}

void fields_word(struct fields *f, const char *name, const char *value)
{
	add(f, name, FIELD_WORD, value);
}

void fields_flag(struct fields *f, const char *name, bool value)
{
	add(f, name, FIELD_FLAG, value ? "true" : "false");
}

void fields_raw(struct fields *f, const char *name, const char *number)
{
	add(f, name, FIELD_NUMBER, number);
}

static void add_option(struct fields *f, const void *of, const struct option_row *row)
{
	const char *const name = row->key;
	char text[OPTION_TEXT];

	option_text(row, of, text, sizeof text);
	switch (row->type) {
	case OPTION_NUMBER:
	case OPTION_REAL: fields_raw(f, name, text); break;
	case OPTION_FLAG: fields_flag(f, name, !strcmp(text, "yes")); break;
	case OPTION_CHOICE: fields_word(f, name, text); break;
	case OPTION_WORDS: add(f, name, *text ? FIELD_WORD : FIELD_NULL, *text ? text : "null");
	}
}

void fields_options(struct fields *f, const void *of, const struct option_row *table)
{
	for (const struct option_row *row = table; row->name; row++)
		if (row->use != OPTION_OUTPUT)
			add_option(f, of, row);
}

const struct field *fields_find(const struct fields *f, const char *name)
{
	for (const struct field *field = f->field; field < f->field + f->n; field++)
		if (!strcmp(field->name, name))
			return field;
	return NULL;
}

static void write_string(const char *text, size_t size, FILE *f)
{
	static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";

	fputc('"', f);
	for (size_t i = 0, taken; i < size; i += taken) {
		const char *at = strchr(escaped, text[i]);

		taken = 1;
		if (at)
			fprintf(f, "\\%c", letters[at - escaped]);
		else if ((unsigned char)text[i] < ' ')
			fprintf(f, "\\u%04x", text[i]);
		else
			taken = utf8_put(text + i, size - i, f);
	}
	fputc('"', f);
}

static void indent(unsigned depth, FILE *f)
{
	while (depth--)
		fputc('\t', f);
}

static void write_key(const char *key, unsigned depth, FILE *f)
{
	indent(depth, f);
	write_string(key, strcspn(key, "."), f);
	fputs(":\t", f);
}

/* Characters that two names have in common, up to the last dot; and the dots there. */
static size_t common(const char *a, const char *b, unsigned *dots)
{
	size_t size = 0;

	*dots = 0;
	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == '.') {
			size = i + 1;
			++*dots;
		}
	return size;
}

/* From so many objects that are open to fewer. */
static void close_objects(unsigned from, unsigned to, FILE *f)
{
	while (from > to) {
		fputc('\n', f);
		indent(from--, f);
		fputc('}', f);
	}
}

bool fields_write_json(const struct fields *fields, FILE *f)
{
	const char *before = "";
	unsigned open = 0;

	if (fields->failed)
		return false;
	fputs("{\n", f);
	for (unsigned i = 0; i < fields->n; i++) {
		const struct field *const field = fields->field + i;
		const char *const name = field->name;
		unsigned same;
		const char *rest = name + common(before, name, &same);

		close_objects(open, same, f);
		if (i)
			fputs(",\n", f);
		for (open = same; strchr(rest, '.'); rest = strchr(rest, '.') + 1) {
			write_key(rest, ++open, f);
			fputs("{\n", f);
		}
		write_key(rest, open + 1, f);
		if (field->kind == FIELD_WORD)
			write_string(field->text, strlen(field->text), f);
		else
			fputs(field->text, f);
		before = name;
	}
	close_objects(open, 0, f);
	fputs("\n}\n", f);
	return true;
}

/* No set before this one has the name. */
static bool is_new(const struct fields *sets, unsigned of, const char *name)
{
	for (unsigned k = 0; k < of; k++)
		if (fields_find(&sets[k], name))
			return false;
	return true;
}

/* A row of set `row`; of names, if there is none. */
static void write_csv_row(const struct fields *sets, unsigned n, const struct fields *row, FILE *f)
{
	const char *before = "";

	for (unsigned of = 0; of < n; of++)
		for (unsigned i = 0; i < sets[of].n; i++) {
			const char *const name = sets[of].field[i].name;
			const struct field *const field = row ? fields_find(row, name) : NULL;

			if (!is_new(sets, of, name))
				continue;
			fputs(before, f);
			before = ",";
			if (!row)
				fputs(name, f);
			else if (field && field->kind != FIELD_NULL)
				csv_text(f, field->text);
		}
	fputc('\n', f);
}

bool fields_write_csv(const struct fields *sets, unsigned n, FILE *f)
{
	for (unsigned i = 0; i < n; i++)
		if (sets[i].failed)
			return false;
	write_csv_row(sets, n, NULL, f);
	for (unsigned i = 0; i < n; i++)
		write_csv_row(sets, n, &sets[i], f);
	return true;
}

void fields_free(struct fields *f)
{
	free(f->field);
	*f = (struct fields){ .n = 0 };
}
