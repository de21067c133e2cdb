#define _GNU_SOURCE
#include "rtl_gen.h"

#include "template.h"

#include <stdlib.h>
#include <string.h>

/* Text of a file: the parameters as a comment, then the module of the template. False: memory ran out. */
static bool write_file(struct rtl_file *file, const struct embedded *t, const struct params *p, bool instantiated[])
{
	size_t n;
	const char *module = template_module(t, &n);
	FILE *f = NULL;
	bool failed;

	if (asprintf(&file->name, "rtl/%s_%.*s.v", p->name, (int)n, module) < 0)
		file->name = NULL;
	else
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	params_write(p, f, "//");
	putc('\n', f);
	template_write(t, p, f, instantiated);
	failed = ferror(f) != 0;
	failed |= fclose(f) != 0;
	return !failed;
}

/* Writes the modules that are instantiated, file[i] from templates[i], until none is missing. False: memory ran out. */
static bool write_instantiated(struct rtl_file *file, unsigned n, const struct params *p, bool instantiated[])
{
	bool more = true;

	while (more) {
		more = false;
		for (unsigned i = n; i-- > 0; ) {
			if (!instantiated[i] || file[i].name)
				continue;
			if (!write_file(&file[i], &templates[i], p, instantiated))
				return false;
			more = true;
		}
	}
	return true;
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

struct rtl_files rtl_generate(const struct params *p)
{
	struct rtl_files files = { 0 };
	unsigned n = 0, switch_at = 0;
	bool *instantiated;

	while (templates[n].name)
		n++;
	files.file = calloc(n, sizeof *files.file);
	instantiated = calloc(n, sizeof *instantiated);
	for (unsigned i = 0; instantiated && i < n; i++) {
		if (!template_belongs(&templates[i], p))
			continue;
		instantiated[i] = template_is_top(&templates[i]);
		if (template_is_switch(&templates[i]))
			switch_at = i;
	}
	if (files.file && instantiated && write_instantiated(files.file, n, p, instantiated))
		files.n = gather(files.file, n, switch_at);
	if (!files.n) {
		files.n = files.file ? n : 0;
		rtl_files_free(&files);
	}
	free(instantiated);
	return files;
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
