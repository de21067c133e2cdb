#define _GNU_SOURCE
#include "rtl_gen.h"

#include "expand.h"
#include "wiring.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 64, NAME = 64 };

struct package {
	const struct params *p;
	struct unit_desc units[UNITS];
	struct rtl_files files;
	bool failed;                    /* memory ran out */
};

/* One more file, begun with the parameters as a comment. NULL: out of memory. */
static FILE *file_begin(struct package *k, const char *name)
{
	struct rtl_file *file = &k->files.file[k->files.n];
	FILE *f = NULL;

	assert(k->files.n < FILES);
	if (asprintf(&file->name, "rtl/%s_%s.v", k->p->name, name) < 0)
		file->name = NULL;
	else
		f = open_memstream(&file->text, &file->size);
	if (f) {
		params_write(k->p, f, "//");
		putc('\n', f);
	}
	k->files.n++;
	return f;
}

static void file_end(struct package *k, FILE *f, bool good)
{
	good &= f && !ferror(f);
	if ((f && fclose(f)) || !good)
		k->failed = true;
}

static const struct unit_desc *unit_of(const struct package *k, const struct embedded *t)
{
	for (enum unit u = 0; u < UNITS; u++)
		if (template_find(k->units[u].name, strlen(k->units[u].name)) == t)
			return &k->units[u];
	return NULL;
}

static void add_template(struct package *k, const struct embedded *t)
{
	char name[NAME];
	FILE *f;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(t->name, "."), t->name);
	f = file_begin(k, name);
	if (f && (strstr(t->text, "//@") || strstr(t->text, "//=")))
		template_expand(t, k->p, f);
	else if (f)
		template_resolve(t, k->p, f);
	file_end(k, f, true);
}

/* Templates of units that are there, or (units = false) of what units are made of. */
static void add_templates(struct package *k, bool units)
{
	for (const struct embedded *t = templates; t->name; t++) {
		const struct unit_desc *u = unit_of(k, t);

		if (!u == !units && (!u || u->present))
			add_template(k, t);
	}
}

static void add_wiring(struct package *k, const char *name,
		       bool (*write)(const struct library *, const struct unit_desc units[UNITS], FILE *))
{
	const struct library l = { .p = k->p, .done = &k->files };
	FILE *f;

	if (k->failed)
		return;
	f = file_begin(k, name);
	file_end(k, f, f && write(&l, k->units, f));
}

/* Does the text contain an instance of the module? Its name then begins a line, and `#(` follows. */
static bool has_instance(const char *text, const char *module, size_t length)
{
	for (const char *at = text; (at = strchr(at, '\n')); at++) {
		const char *word = at + 1 + strspn(at + 1, " ");

		if (!strncmp(word, module, length) && !strncmp(word + length + strspn(word + length, " "), "#(", 2))
			return true;
	}
	return false;
}

/* Does a file that is kept instantiate this one? */
static bool instantiated(const struct package *k, const bool *keep, const struct rtl_file *file)
{
	const char *module = strchr(file->name, '/') + 1;

	for (unsigned i = 0; i < k->files.n; i++)
		if (keep[i] && has_instance(k->files.file[i].text, module, strcspn(module, ".")))
			return true;
	return false;
}

static void file_free(struct rtl_file *file)
{
	free(file->name);
	free(file->text);
}

/* Drop what the switch, the last file, does not contain. */
static void drop_unused(struct package *k)
{
	bool keep[FILES] = { false };
	bool more = true;
	unsigned n = 0;

	keep[k->files.n - 1] = true;
	while (more) {
		more = false;
		for (unsigned i = 0; i < k->files.n; i++)
			if (!keep[i] && instantiated(k, keep, &k->files.file[i]))
				keep[i] = more = true;
	}
	for (unsigned i = 0; i < k->files.n; i++)
		if (keep[i])
			k->files.file[n++] = k->files.file[i];
		else
			file_free(&k->files.file[i]);
	k->files.n = n;
}

/* What the scheme decides is no choice of the user, but a parameter of the Verilog as well. */
static struct params as_scheme_says(const struct params *p, const struct shape *s)
{
	struct params resolved = *p;

	resolved.queues = s->queues;
	resolved.saqs = s->saqs;
	return resolved;
}

/* The parameter has the name that it has in the scheme; both names are of one length. */
static void rename_saqs(struct package *k)
{
	for (unsigned i = 0; i < k->files.n; i++)
		for (char *at = k->files.file[i].text; (at = strstr(at, "SAQS")); at++)
			memcpy(at, "CFQS", strlen("CFQS"));
}

struct rtl_files rtl_generate(const struct params *p)
{
	const struct shape s = shape_of(p);
	const struct params resolved = as_scheme_says(p, &s);
	struct package k = { .p = &resolved };

	units_describe(&s, k.units);
	k.files.file = calloc(FILES, sizeof *k.files.file);
	if (!k.files.file)
		return k.files;
	add_templates(&k, false);
	add_templates(&k, true);
	add_wiring(&k, "iport", iport_write);
	add_wiring(&k, "switch", switch_write);
	if (k.failed) {
		rtl_files_free(&k.files);
		return k.files;
	}
	drop_unused(&k);
	if (s.classifier == CLASSIFIER_DESTINATION_CAM)
		rename_saqs(&k);
	return k.files;
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
