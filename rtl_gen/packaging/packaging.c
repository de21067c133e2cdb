#define _GNU_SOURCE     /* asprintf, open_memstream */
#include "packaging.h"

#include "packaging/render.h"
#include "packaging/values.h"
#include "template.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define TESTBENCH "tb/%s_tb.v"

enum with { ANY, EVERY, LINK, BENCH, BUS };

static const struct packed {
	const char *name, *text;
	bool xml;
	enum with with;
} packed[] = {
#define FILE(name, template, xml, with) { name, #template, xml, with },
#include "packaging/files.def"
#undef FILE
};

enum { PACKED = sizeof packed / sizeof *packed };

/* Does a name come from this pattern? */
static bool matches(const char *pattern, const char *name)
{
	const char *const at = strstr(pattern, "%s");
	char glob[64];

	snprintf(glob, sizeof glob, "%.*s%s%s", at ? (int)(at - pattern) : (int)strlen(pattern), pattern, at ? "*" : "", at ? at + 2 : "");
	return !fnmatch(glob, name, FNM_PATHNAME | FNM_PERIOD);
}

bool packaging_name(const char *name)
{
	for (unsigned i = 0; i < PACKED; i++)
		if (matches(packed[i].name, name))
			return true;
	return matches(TESTBENCH, name);
}

static bool is_there(const struct packed *f, const struct params *p)
{
	switch (f->with) {
	case LINK:  return packaging_links(p);
	case BENCH: return packaging_testbench(p);
	case BUS:   return p->csr != CSR_none;
	default:    return true;
	}
}

static const char *text_of(const char *dir, const char *template)
{
	char name[64];

	snprintf(name, sizeof name, "%s/%s.in", dir, template);
	for (const struct embedded *e = packaging_files; e->name; e++)
		if (!strcmp(e->name, name))
			return e->text;
	fprintf(stderr, "sluice: no template %s\n", name);
	abort();
}

__attribute__((format(printf, 2, 0)))
static FILE *begin(struct rtl_file *file, const char *pattern, const char *switch_name)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	const int n = asprintf(&file->name, pattern, switch_name);
#pragma GCC diagnostic pop

	if (n < 0)
		file->name = NULL;
	return n < 0 ? NULL : open_memstream(&file->text, &file->size);
}

static bool end(FILE *f)
{
	const bool good = !ferror(f);

	return !fclose(f) && good;
}

/* Of what has links. The parameters as a comment, then the template, as in all Verilog. */
static bool put_link_testbench(struct rtl_file *file, const struct params *p)
{
	FILE *f = begin(file, TESTBENCH, p->name);
	bool *instantiated;
	unsigned n = 0;

	while (templates[n].name)
		n++;
	instantiated = calloc(n, sizeof *instantiated);
	for (unsigned i = 0; f && instantiated && i < n; i++) {
		if (!template_is_testbench(&templates[i]) || !template_belongs(&templates[i], p, false))
			continue;
		params_write(p, f, "//");
		putc('\n', f);
		template_write(&templates[i], p, NULL, NULL, f, instantiated);
	}
	free(instantiated);
	return f && end(f) && instantiated;
}

static bool put(struct rtl_file *file, const char *pattern, const char *text, bool xml, const char *switch_name, const cJSON *values)
{
	FILE *f = begin(file, pattern, switch_name);

	if (!f)
		return false;
	render(text, values, xml, f);
	return end(f);
}

static bool put_testbench(struct rtl_file *file, const struct params *p, const cJSON *values)
{
	return packaging_links(p) ? put_link_testbench(file, p) : put(file, TESTBENCH, text_of("fabric", "testbench"), false, p->name, values);
}

static bool put_packed(struct rtl_file *file, const struct packed *from, const char *switch_name, const cJSON *values)
{
	return put(file, from->name, text_of("packaging", from->text), from->xml, switch_name, values);
}

struct rtl_files packaging_generate(const struct params *p, const struct rtl_files *rtl)
{
	struct rtl_files files = { .file = calloc(PACKED + 1, sizeof *files.file) };
	cJSON *values = values_of(p, rtl);
	bool good = files.file && values;

	if (good && packaging_testbench(p))
		good = put_testbench(&files.file[files.n++], p, values);
	for (unsigned i = 0; good && i < PACKED; i++)
		if (is_there(&packed[i], p))
			good = put_packed(&files.file[files.n++], &packed[i], p->name, values);
	cJSON_Delete(values);
	if (!good)
		rtl_files_free(&files);
	return files;
}

struct rtl_files packaging_of_network(const char *name, const cJSON *values, bool testbench)
{
	struct rtl_files files = { .file = calloc(PACKED + 1, sizeof *files.file) };
	bool good = files.file;

	for (unsigned i = 0; good && i < PACKED; i++)
		if (packed[i].with == ANY || (packed[i].with == BENCH && testbench))
			good = put_packed(&files.file[files.n++], &packed[i], name, values);
	if (!good)
		rtl_files_free(&files);
	return files;
}
