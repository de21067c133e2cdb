#include "rtl_gen.h"

#include "fabric/axis.h"
#include "packaging/render.h"
#include "shape.h"
#include "template.h"
#include "text.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What all files of a switch are made from. */
struct making {
	const struct params *p;
	const struct memory_map *map;
	const struct macro_text *texts;         /* NULL: without macros */
	bool *instantiated;             /* by template; NULL: modules that they contain are made elsewhere */
	struct rtl_file *file;
};

/* The parameters that a file was generated with. Behind AXI-Stream ports, files are those that have none. */
static struct params params_of(const struct making *k, const struct embedded *t)
{
	return template_is_axis(t) ? *k->p : params_native(k->p);
}

/* The file of a module: these as a comment, then the module of the template. False: memory ran out. */
static bool put_module(const struct making *k, const char *directory, struct rtl_file *file, const struct embedded *t)
{
	const struct params of = params_of(k, t);
	size_t n;
	const char *module = template_module(t, &n);
	FILE *f = NULL;

	if (asprintf(&file->name, "%s/%s_%.*s.v", directory, k->p->name, (int)n, module) < 0)
		file->name = NULL;
	if (file->name)
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	params_write(&of, f, "//");
	putc('\n', f);
	template_write(t, k->p, k->texts, f, k->instantiated);
	return text_closed(f);
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
			if (!put_module(k, "rtl", &k->file[i], &templates[i]))
				return false;
			more = true;
		}
	}
	return true;
}

/* Model and black box of a macro. */
static bool write_macro(const struct making *k, const struct map_macro *m, struct rtl_file file[2])
{
	const struct params of = params_native(k->p);
	cJSON *const values = macros_values(m, &of);
	const bool good = values && render_file(&file[0], "macros/%s.v", "macros/model", false, m->name, values) &&
			  render_file(&file[1], "macros/%s_bb.v", "macros/black_box", false, m->name, values);

	cJSON_Delete(values);
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

/* The files of a switch, or of a network interface. */
static struct rtl_files generate(const struct params *p, const struct memory_map *map)
{
	const struct shape s = shape_of(p);
	struct macro_text texts[MACRO_TEXTS] = { { NULL, NULL } };
	struct making k = { .p = p, .map = map, .texts = map ? texts : NULL };
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
		k.instantiated[i] = template_is_top(&templates[i], p);
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

bool rtl_module(const struct params *p, const char *template, const char *directory, struct rtl_file *file)
{
	const struct making k = { .p = p };
	const struct embedded *const t = template_named(template);

	assert(t);
	return put_module(&k, directory, file, t);
}

/* Adds `boot`, which writes the tables of a switch and its network interfaces, and the module that connects them. False: memory ran out. */
static bool add_whole(struct rtl_files *files, const struct params *p)
{
	const struct params interface = params_interface(p);

	return rtl_module(&interface, "units/boot.v", "rtl", &files->file[files->n++]) && axis_module(p, &files->file[files->n++]);
}

static bool is_there(const struct rtl_files *files, const char *name)
{
	for (unsigned i = 0; i < files->n; i++)
		if (!strcmp(files->file[i].name, name))
			return true;
	return false;
}

void rtl_files_take(struct rtl_files *files, struct rtl_files *part)
{
	for (unsigned i = 0; i < part->n; i++) {
		if (is_there(files, part->file[i].name))
			file_free(&part->file[i]);
		else
			files->file[files->n++] = part->file[i];
	}
	free(part->file);
	part->n = 0;
	part->file = NULL;
}

static struct rtl_files generate_whole(const struct params *p, const struct memory_map *map)
{
	const struct params native = params_native(p), interface = params_interface(p);
	struct rtl_files part[] = { generate(&interface, map), generate(&native, map) }, files = { 0 };

	files.file = part[0].n && part[1].n ? calloc(part[0].n + part[1].n + 2, sizeof *files.file) : NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (files.file)
			rtl_files_take(&files, &part[i]);
		else
			rtl_files_free(&part[i]);
	}
	if (files.file && !add_whole(&files, p))
		rtl_files_free(&files);
	return files;
}

struct rtl_files rtl_generate_mapped(const struct params *p, const struct memory_map *map)
{
	return p->ports == PORT_KIND_axis && scheme_is_switch(p->scheme) ? generate_whole(p, map) : generate(p, map);
}

struct rtl_files rtl_generate(const struct params *p)
{
	return rtl_generate_mapped(p, NULL);
}

bool rtl_files_write(const struct rtl_files *files, const char *dir)
{
	char path[PATH_MAX];
	struct text list;
	FILE *const f = text_begin(&list);
	bool good = f;

	for (const struct rtl_file *file = files->file; good && file < files->file + files->n; file++) {
		const char *const slash = strrchr(file->name, '/');

		snprintf(path, sizeof path, "%s/%.*s", dir, slash ? (int)(slash - file->name) : 0, file->name);
		good = !slash || !mkdir(path, 0777) || errno == EEXIST;
		snprintf(path, sizeof path, "%s/%s", dir, file->name);
		good = good && text_write(path, (struct text){ file->text, file->size }) && fprintf(f, "%s\n", file->name) > 0;
	}
	snprintf(path, sizeof path, "%s/sluice.f", dir);
	good = text_end(&list, f) && good && text_write(path, list);
	free(list.s);
	return good;
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
