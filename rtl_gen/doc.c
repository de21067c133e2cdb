#include "doc.h"

#include "text.h"
#include "version.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

static void add(struct doc *d, cJSON *to, const char *format, va_list args)
{
	char name[NAME];

	for (; *format; format += strspn(format, " ")) {
		const bool given = *format == '%';
		const char *const begin = given ? va_arg(args, const char *) : "";

		format += given ? strlen("%s") : 0;
		snprintf(name, sizeof name, "%s%.*s", begin, (int)strcspn(format, "="), format);
		format += strcspn(format, "%") + 1;
		switch (*format) {
		case 's': checked(d, cJSON_AddStringToObject(to, name, va_arg(args, const char *))); break;
		case 'd': checked(d, cJSON_AddBoolToObject(to, name, va_arg(args, int))); break;
		case 'u': checked(d, cJSON_AddNumberToObject(to, name, va_arg(args, unsigned))); break;
		case 'g': checked(d, cJSON_AddNumberToObject(to, name, va_arg(args, double))); break;
		default: checked(d, cJSON_AddNumberToObject(to, name, (double)va_arg(args, uintmax_t)));
		}
		format += strcspn(format, " ");
	}
}

void doc_add(struct doc *d, cJSON *to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(d, to, format, args);
	va_end(args);
}

cJSON *doc_element(struct doc *d, cJSON *list, const char *format, ...)
{
	cJSON *const item = checked(d, cJSON_CreateObject());
	va_list args;

	cJSON_AddItemToArray(list, item);
	va_start(args, format);
	add(d, item, format, args);
	va_end(args);
	return item;
}

cJSON *doc_object(struct doc *d, cJSON *to, const char *name)
{
	return checked(d, cJSON_AddObjectToObject(to, name));
}

cJSON *doc_list(struct doc *d, cJSON *to, const char *name)
{
	return checked(d, cJSON_AddArrayToObject(to, name));
}

void doc_parameters(struct doc *d, cJSON *to, const char *name, const struct params *p)
{
	cJSON *const item = doc_object(d, to, name);
	char text[PARAMS_WHY];

	for (const struct param_desc *k = params_table; k < params_table + PARAMETERS; k++) {
		if (!params_used(p, k))
			continue;
		params_text(p, k, text, sizeof text);
		checked(d, k->type == PARAM_NUMBER ? cJSON_AddRawToObject(item, k->name, text) : cJSON_AddStringToObject(item, k->name, text));
	}
}

void doc_comment(struct doc *d, cJSON *to, const char *name, const struct params *p)
{
	struct text text;
	FILE *const out = text_begin(&text);

	if (out)
		params_write(p, out, "//");
	if (text_end(&text, out))
		doc_add(d, to, "%s=%s", name, text.s);
	d->failed |= !text.s;
	free(text.s);
}

void doc_capitals(struct doc *d, cJSON *to, const char *name, const char *text)
{
	const char *const from[] = { name, text };
	char upper[2][NAME];

	for (unsigned i = 0; i < 2; i++) {
		size_t n = 0;

		for (; from[i][n] && n + 1 < sizeof *upper; n++)
			upper[i][n] = (char)toupper((unsigned char)from[i][n]);
		upper[i][n] = '\0';
	}
	checked(d, cJSON_AddStringToObject(to, upper[0], upper[1]));
}

struct doc doc_begin(void)
{
	struct doc d = { .root = cJSON_CreateObject() };

	doc_add(&d, checked(&d, d.root), "generator=%s", "sluice " SLUICE_VERSION);
	return d;
}

cJSON *doc_end(struct doc *d)
{
	if (!d->failed)
		return d->root;
	cJSON_Delete(d->root);
	return NULL;
}

char *doc_text(struct doc *d)
{
	cJSON *const root = doc_end(d);
	char *const text = root ? cJSON_Print(root) : NULL;

	cJSON_Delete(root);
	return text;
}
