#include "render.h"

#include "embedded.h"
#include "markup.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 32, DEPTH = 8 };

/* Values, the innermost last. more: is there another element behind it? */
struct scope {
	const cJSON *value[DEPTH];
	bool more[DEPTH];
	unsigned n;
};

/* What stands between braces, and the text from its first brace to behind its last one; of a section that has a line for itself, the line. */
struct tag {
	char kind;                      /* '#', '^', '/', or 0: a value */
	char name[NAME];
	const char *begin, *end;
};

static const cJSON yes = { .type = cJSON_True }, no = { .type = cJSON_False };

__attribute__((noreturn))
static void broken(const char *what, const char *at)
{
	fprintf(stderr, "sluice: template of a file: %s: '%.40s'\n", what, at);
	abort();
}

/* The next tag; false: there is none. */
static bool next_tag(const char *at, const char *first, struct tag *t)
{
	const char *name;
	size_t n;

	t->begin = strstr(at, "{{");
	if (!t->begin)
		return false;
	name = t->begin + 2;
	t->kind = strchr("#^/", *name) ? *name++ : '\0';
	n = strcspn(name, "}");
	if (n >= NAME || strncmp(name + n, "}}", 2) != 0)
		broken("no end of a name", t->begin);
	memcpy(t->name, name, n);
	t->name[n] = '\0';
	t->end = name + n + 2;
	if (t->kind && *t->end == '\n' && (t->begin == first || t->begin[-1] == '\n'))
		t->end++;
	return true;
}

static const cJSON *lookup(const struct scope *s, const char *name)
{
	if (!strcmp(name, "."))
		return s->value[s->n - 1];
	if (!strcmp(name, "more"))
		return s->more[s->n - 1] ? &yes : &no;
	for (unsigned i = s->n; i-- > 0; ) {
		const cJSON *const found = cJSON_GetObjectItemCaseSensitive(s->value[i], name);

		if (found)
			return found;
	}
	return NULL;
}

static bool is_there(const cJSON *v)
{
	if (!v || cJSON_IsFalse(v) || cJSON_IsNull(v))
		return false;
	if (cJSON_IsNumber(v))
		return v->valuedouble < 0 || v->valuedouble > 0;
	if (cJSON_IsString(v))
		return *v->valuestring;
	return !cJSON_IsArray(v) || v->child;
}

static void put_value(const cJSON *v, const struct tag *t, bool escape, FILE *out)
{
	if (cJSON_IsNumber(v))
		fprintf(out, "%.0f", v->valuedouble);
	else if (!cJSON_IsString(v) && !cJSON_IsRaw(v))
		broken("no such value", t->begin);
	else if (escape && cJSON_IsString(v))
		markup_text(v->valuestring, out);
	else
		fputs(v->valuestring, out);
}

/* The end of the section that begins with t. */
static struct tag end_of(const struct tag *t, const char *first)
{
	struct tag end = *t;
	unsigned depth = 1;

	while (depth) {
		if (!next_tag(end.end, first, &end))
			broken("no end of a section", t->begin);
		if (end.kind)
			depth += end.kind == '/' ? -1u : 1;
	}
	if (strcmp(end.name, t->name) != 0)
		broken("the end of another section", end.begin);
	return end;
}

/* The text from `at` to `to`. first: where the whole text begins. */
static void put_text(const char *at, const char *to, const char *first, struct scope *s, bool escape, FILE *out);

static void put_element(const struct tag *t, const struct tag *end, const char *first, struct scope *s, const cJSON *value, bool more,
			bool escape, FILE *out)
{
	if (s->n == DEPTH)
		broken("too deep", t->begin);
	s->value[s->n] = value;
	s->more[s->n++] = more;
	put_text(t->end, end->begin, first, s, escape, out);
	s->n--;
}

static void put_section(const struct tag *t, const struct tag *end, const char *first, struct scope *s, bool escape, FILE *out)
{
	const cJSON *const v = lookup(s, t->name), *e;

	if (t->kind == '^') {
		if (!is_there(v))
			put_text(t->end, end->begin, first, s, escape, out);
	} else if (cJSON_IsArray(v)) {
		cJSON_ArrayForEach(e, v)
			put_element(t, end, first, s, e, e->next, escape, out);
	} else if (cJSON_IsObject(v)) {
		put_element(t, end, first, s, v, false, escape, out);
	} else if (is_there(v)) {
		put_text(t->end, end->begin, first, s, escape, out);
	}
}

static void put_text(const char *at, const char *to, const char *first, struct scope *s, bool escape, FILE *out)
{
	struct tag t, end;

	while (next_tag(at, first, &t) && t.begin < to) {
		fwrite(at, 1, (size_t)(t.begin - at), out);
		at = t.end;
		if (t.kind == '/')
			broken("an end without a begin", t.begin);
		if (t.kind) {
			end = end_of(&t, first);
			put_section(&t, &end, first, s, escape, out);
			at = end.end;
		} else {
			put_value(lookup(s, t.name), &t, escape, out);
		}
	}
	fwrite(at, 1, (size_t)(to - at), out);
}

void render(const char *text, const cJSON *values, bool escape, FILE *out)
{
	struct scope s = { .value = { values }, .n = 1 };

	put_text(text, text + strlen(text), text, &s, escape, out);
}

static const char *text_of(const char *template)
{
	char name[64];

	snprintf(name, sizeof name, "%s.in", template);
	for (const struct embedded *e = packaging_files; e->name; e++)
		if (!strcmp(e->name, name))
			return e->text;
	fprintf(stderr, "sluice: no template %s\n", name);
	abort();
}

__attribute__((format(printf, 2, 0)))
static char *name_of(const char *pattern, const char *switch_name)
{
	char *name;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	const int n = asprintf(&name, pattern, switch_name);
#pragma GCC diagnostic pop

	return n < 0 ? NULL : name;
}

bool render_file(struct rtl_file *file, const char *pattern, const char *template, bool xml, const char *switch_name, const cJSON *values)
{
	FILE *f = NULL;

	file->name = name_of(pattern, switch_name);
	if (file->name)
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	render(text_of(template), values, xml, f);
	return text_closed(f);
}
