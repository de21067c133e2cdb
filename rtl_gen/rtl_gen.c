#define _GNU_SOURCE
#include "rtl_gen.h"

#include "template.h"

#include <stdlib.h>
#include <string.h>

/* What all files of a switch are made from. */
struct making {
	const struct params *p;
	const struct memory_map *map;
	const struct macro_text *texts;         /* NULL: without macros */
	bool *instantiated;             /* by template */
	struct rtl_file *file;
};

/* Text of a file: the parameters as a comment, then the module of the template. The name is the file's from now on. False: memory ran out. */
static bool write_file(const struct making *k, struct rtl_file *file, char *name, const struct embedded *t, const struct macro_text *texts)
{
	FILE *f = NULL;
	bool failed;

	file->name = name;
	if (name)
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	params_write(k->p, f, "//");
	putc('\n', f);
	template_write(t, k->p, texts, f, k->instantiated);
	failed = ferror(f) != 0;
	failed |= fclose(f) != 0;
	return !failed;
}

static bool write_module(const struct making *k, unsigned i)
{
	size_t n;
	const char *module = template_module(&templates[i], &n);
	char *name;

	if (asprintf(&name, "rtl/%s_%.*s.v", k->p->name, (int)n, module) < 0)
		name = NULL;
	return write_file(k, &k->file[i], name, &templates[i], k->texts);
}

/* Writes the modules that are instantiated, file[i] from templates[i], until none is missing. False: memory ran out. */
static bool write_instantiated(const struct making *k, unsigned n)
{
	bool more = true;

	while (more) {
		more = false;
		for (unsigned i = n; i-- > 0; ) {
			if (!k->instantiated[i] || k->file[i].name)
				continue;
			if (!write_module(k, i))
				return false;
			more = true;
		}
	}
	return true;
}

/* Model and black box of a macro. */
static bool write_macro(const struct making *k, const struct map_macro *m, struct rtl_file file[2])
{
	static const char *const template[] = { TEMPLATE_MODEL, TEMPLATE_BLACK_BOX }, *const end[] = { "", "_bb" };
	struct macro_text texts[MACRO_TEXTS];
	bool good = macros_texts_of(texts, m);

	for (unsigned i = 0; i < 2 && good; i++) {
		char *name;

		if (asprintf(&name, "macros/%s%s.v", m->name, end[i]) < 0)
			name = NULL;
		good = write_file(k, &file[i], name, template_named(template[i]), texts);
	}
	macros_free(texts);
	return good;
}

/* Those of the macros that the switch has, from file[n] on. */
static bool write_macros(const struct making *k, unsigned n)
{
	const struct shape s = shape_of(k->p);
	bool good = true;

	for (unsigned i = 0; k->map && i < k->map->n && good; i++)
		if (macros_used(k->map, &s, &k->map->macro[i]))
			good = write_macro(k, &k->map->macro[i], k->file + n + 2 * i);
	return good;
}

static void file_free(struct rtl_file *file)
{
	free(file->name);
	free(file->text);
}

/* Moves the files that were written to the front, that of the switch behind all others. Returns their number. */
static unsigned gather(struct rtl_file *file, unsigned n, unsigned switch_at)
{
	const struct rtl_file uppermost = file[switch_at];
	unsigned written = 0;

	for (unsigned i = 0; i < n; i++)
		if (i != switch_at && file[i].name)
			file[written++] = file[i];
	file[written++] = uppermost;
	return written;
}

struct rtl_files rtl_generate_mapped(const struct params *p, const struct memory_map *map)
{
	const struct shape s = shape_of(p);
	struct macro_text texts[MACRO_TEXTS] = { { NULL, NULL } };
	struct making k = { p, map, map ? texts : NULL, NULL, NULL };
	struct rtl_files files = { 0 };
	unsigned n = 0, all, switch_at = 0;

	while (templates[n].name)
		n++;
	all = n + (map ? 2 * map->n : 0);
	k.file = files.file = calloc(all, sizeof *files.file);
	k.instantiated = calloc(n, sizeof *k.instantiated);
	for (unsigned i = 0; k.instantiated && i < n; i++) {
		if (!template_belongs(&templates[i], p, map))
			continue;
		k.instantiated[i] = template_is_top(&templates[i]);
		if (template_is_switch(&templates[i]))
			switch_at = i;
	}
	if (k.file && k.instantiated && (!map || macros_texts(texts, map, &s)) && write_instantiated(&k, n) && write_macros(&k, n))
		files.n = gather(files.file, all, switch_at);
	if (!files.n) {
		files.n = files.file ? all : 0;
		rtl_files_free(&files);
	}
	free(k.instantiated);
	macros_free(texts);
	return files;
}

struct rtl_files rtl_generate(const struct params *p)
{
	return rtl_generate_mapped(p, NULL);
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
