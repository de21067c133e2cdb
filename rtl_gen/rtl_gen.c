#define _GNU_SOURCE
#include "rtl_gen.h"

#include "shape.h"
#include "template.h"

#include <stdlib.h>
#include <string.h>

/*
 * Text of a file: the parameters that it was generated with as a comment, then the module of the template. Behind AXI-Stream ports, files are those that
 * have none. whole: template.h; then the parameters of the comment are given. False: memory ran out.
 */
static bool write_file(struct rtl_file *file, const struct embedded *t, const struct params *p, const struct params *whole, bool instantiated[])
{
	const struct params of = whole ? *whole : template_is_axis(t) ? *p : params_native(p);
	size_t n;
	const char *module = template_module(t, &n);
	FILE *f = NULL;
	bool failed;

	if (asprintf(&file->name, "rtl/%s_%.*s.v", of.name, (int)n, module) < 0)
		file->name = NULL;
	else
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	params_write(&of, f, "//");
	putc('\n', f);
	template_write(t, p, whole ? of.name : NULL, f, instantiated);
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
			if (!write_file(&file[i], &templates[i], p, NULL, instantiated))
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

/* The files of a switch, or of a network interface. */
static struct rtl_files generate(const struct params *p)
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
		instantiated[i] = template_is_top(&templates[i], p);
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

/* Adds the file that connects a switch and its network interfaces, and `boot`, which writes their tables. False: memory ran out. */
static bool add_whole(struct rtl_files *files, const struct params *p)
{
	const struct params interface = params_interface(p);
	unsigned n = 0, top = 0, boot = 0;
	bool *instantiated;
	bool good;

	for (; templates[n].name; n++) {
		if (template_is_whole(&templates[n]))
			top = n;
		else if (!strcmp(templates[n].name, "wiring/axis/boot.v"))
			boot = n;
	}
	instantiated = calloc(n, sizeof *instantiated);
	good = instantiated && write_file(&files->file[files->n++], &templates[boot], &interface, NULL, instantiated) &&
	       write_file(&files->file[files->n++], &templates[top], &interface, p, instantiated);
	free(instantiated);
	return good;
}

static struct rtl_files generate_whole(const struct params *p)
{
	const struct params native = params_native(p), interface = params_interface(p);
	struct rtl_files part[] = { generate(&interface), generate(&native) }, files = { 0 };
	bool good = part[0].n && part[1].n;

	files.file = good ? calloc(part[0].n + part[1].n + 2, sizeof *files.file) : NULL;
	for (unsigned i = 0; i < 2; i++) {
		for (unsigned k = 0; files.file && k < part[i].n; k++)
			files.file[files.n++] = part[i].file[k];
		if (files.file)
			free(part[i].file);
		else
			rtl_files_free(&part[i]);
	}
	if (files.file && !add_whole(&files, p))
		rtl_files_free(&files);
	return files;
}

struct rtl_files rtl_generate(const struct params *p)
{
	return p->ports == PORT_KIND_axis && scheme_is_switch(p->scheme) ? generate_whole(p) : generate(p);
}

void rtl_files_free(struct rtl_files *files)
{
	for (unsigned i = 0; i < files->n; i++)
		file_free(&files->file[i]);
	free(files->file);
	*files = (struct rtl_files){ 0 };
}
