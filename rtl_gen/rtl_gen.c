#define _GNU_SOURCE
#include "rtl_gen.h"

#include "template.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 64, NAME = 64 };

struct package {
	const struct params *p;
	struct rtl_files files;
	bool failed;                    /* memory ran out */
};

/* Adds a file: the parameters as a comment, then the module of a template. */
static void add_file(struct package *k, const struct embedded *t)
{
	struct rtl_file *file = &k->files.file[k->files.n++];
	size_t n;
	const char *module = template_module(t, &n);
	FILE *f = NULL;

	assert(k->files.n <= FILES);
	if (asprintf(&file->name, "rtl/%s_%.*s.v", k->p->name, (int)n, module) < 0)
		file->name = NULL;
	else
		f = open_memstream(&file->text, &file->size);
	if (!f) {
		k->failed = true;
		return;
	}
	params_write(k->p, f, "//");
	putc('\n', f);
	template_write(t, k->p, f);
	k->failed |= ferror(f) != 0;
	k->failed |= fclose(f) != 0;
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

/* Drops modules that the switch, the last file, does not contain. Templates are in the order of their names: units, iport, switch. */
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

struct rtl_files rtl_generate(const struct params *p)
{
	struct package k = { .p = p };

	k.files.file = calloc(FILES, sizeof *k.files.file);
	if (!k.files.file)
		return k.files;
	for (const struct embedded *t = templates; t->name; t++)
		if (template_belongs(t, p))
			add_file(&k, t);
	if (k.failed)
		rtl_files_free(&k.files);
	else
		drop_unused(&k);
	return k.files;
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
