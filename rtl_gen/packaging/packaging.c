#include "packaging.h"

#include "packaging/render.h"
#include "packaging/values.h"
#include "shape.h"
#include "text.h"

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
#define FILE(name, template, xml, with) { name, "packaging/" #template, xml, with },
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

/* Of what has links a template as the Verilog is; of others the hosts of a whole. */
static bool put_testbench(struct rtl_file *file, const struct params *p, const cJSON *values)
{
	if (packaging_links(p))
		return rtl_module(p, shape_of(p).nic ? "testbench/nic/tb.v" : "testbench/switch/tb.v", "tb", file);
	return render_file(file, TESTBENCH, "fabric/testbench", false, p->name, values);
}

/* Files with one of these, a bit each. */
static bool put_packed(struct rtl_files *files, unsigned with, const char *switch_name, const cJSON *values)
{
	for (const struct packed *f = packed; f < packed + PACKED; f++)
		if (with >> f->with & 1 && !render_file(&files->file[files->n++], f->name, f->text, f->xml, switch_name, values))
			return false;
	return true;
}

struct rtl_files packaging_generate(const struct params *p, const struct rtl_files *rtl)
{
	struct rtl_files files = { .file = calloc(PACKED + 1, sizeof *files.file) };
	cJSON *values = values_of(p, rtl);
	const unsigned bench = packaging_testbench(p), link = packaging_links(p), bus = p->csr != CSR_none;
	bool good = files.file && values;

	if (good && bench)
		good = put_testbench(&files.file[files.n++], p, values);
	good = good && put_packed(&files, 1u << ANY | 1u << EVERY | link << LINK | bench << BENCH | bus << BUS, p->name, values);
	cJSON_Delete(values);
	if (!good)
		rtl_files_free(&files);
	return files;
}

struct rtl_files packaging_of_network(const char *name, const cJSON *values, bool testbench)
{
	struct rtl_files files = { .file = calloc(PACKED + 1, sizeof *files.file) };

	if (!files.file || !put_packed(&files, 1u << ANY | (unsigned)testbench << BENCH, name, values))
		rtl_files_free(&files);
	return files;
}
