#include "counts.h"

#include "script.h"
#include "text.h"
#include "why_not.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct counts *c;
	const struct blocks *blocks;
	const struct liberty *l;
	const char *name, *top, *path;
	const cJSON *instances;         /* in the top module, by type */
	char *why;
};

/* Index of the block that a module is; -1: none. */
static int block_of(const struct reader *r, const char *module)
{
	const struct block *const b = blocks_of_module(r->blocks, r->name, module);

	return b ? (int)(b - r->blocks->block) : -1;
}

/* Is a module a part that stands in all sides of its kind? */
static bool is_part(const char *module)
{
	static const char end[] = "_side_" SCRIPT_PART;
	const size_t n = strlen(module);

	return n >= sizeof end && !strcmp(module + n - (sizeof end - 1), end);
}

/* Index of the shape of a memory; -1: it is none. */
static int shape_of_memory(const struct blocks *b, const char *type)
{
	char name[SCRIPT_CELL];

	for (unsigned i = 0; i < b->shapes; i++)
		if (!strcmp(script_cell_name(&b->shape[i], name), type))
			return (int)i;
	return -1;
}

/* Adds a number of instances of a type to the cells of a block, -1: of what is outside of blocks. */
static bool add_type(struct reader *r, int block, const char *type, unsigned n)
{
	const struct liberty_cell *const cell = liberty_find(r->l, type);
	const int shape = shape_of_memory(r->blocks, type);
	struct cells *const to = block >= 0 ? &r->c->block[block].all : &r->c->top;

	if (cell) {
		to->cells += n;
		to->area += cell->area * n;
		to->flip_flops += cell->flip_flop ? n : 0;
	} else if (shape >= 0) {
		if (block >= 0)
			r->c->block[block].memory[shape] += n;
	} else if (block_of(r, type) < 0 && !is_part(type) && !blocks_has_macro(r->blocks, type)) {
		return why_not(r->why, COUNTS_WHY, "%.200s: the library has no cell for '%.80s'", r->path, type);
	}
	return true;
}

static const char *plain(const char *module)
{
	return module + (module[0] == '\\');
}

/* The top module, or a block or part, as often as it stands there; they stand nowhere else. A block with other parameters is another module; parts count
 * as the top module. */
static bool add_module(struct reader *r, const cJSON *module)
{
	const char *const name = plain(module->string);
	const bool top = !strcmp(name, r->top);
	const int block = top ? -1 : block_of(r, name);
	const cJSON *const there = cJSON_GetObjectItemCaseSensitive(r->instances, name);
	const unsigned instances = top ? 1 : there ? (unsigned)there->valuedouble : 0;
	const cJSON *type;

	if (!top && block < 0 && !is_part(name))
		return true;
	if (block >= 0)
		r->c->block[block].instances += instances;
	cJSON_ArrayForEach(type, cJSON_GetObjectItem(module, "num_cells_by_type"))
		if (!add_type(r, block, type->string, instances * (unsigned)type->valuedouble))
			return false;
	return true;
}

cJSON *counts_modules(const char *path, char why[COUNTS_WHY])
{
	static const char begin[] = "\"modules\":";
	struct text t = text_read(path);
	const char *const at = t.s ? strstr(t.s, begin) : NULL;
	cJSON *const modules = at ? cJSON_Parse(at + strlen(begin)) : NULL;

	if (!modules)
		snprintf(why, COUNTS_WHY, "%.200s: %s", path, t.s ? "not what Yosys' stat -json writes" : strerror(errno));
	free(t.s);
	return modules;
}

const cJSON *counts_module(const cJSON *modules, const char *name)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, modules)
		if (!strcmp(plain(m->string), name))
			return m;
	return NULL;
}

bool counts_read(struct counts *c, const char *path, const struct blocks *b, const struct liberty *l, const char *name, const char *top,
		 char why[COUNTS_WHY])
{
	cJSON *const modules = counts_modules(path, why);
	struct reader r = { c, b, l, name, top, path, cJSON_GetObjectItem(counts_module(modules, top), "num_cells_by_type"), why };
	const cJSON *m;
	bool good = modules;

	*c = (struct counts){ .top = { .cells = 0 } };
	cJSON_ArrayForEach(m, modules)
		good = good && add_module(&r, m);
	cJSON_Delete(modules);
	return good;
}

struct cells counts_sum(const struct counts *c, const struct blocks *b)
{
	struct cells sum = c->top;

	for (unsigned i = 0; i < b->n; i++) {
		const struct block_cells *const k = &c->block[i];

		sum.cells += k->all.cells;
		sum.flip_flops += k->all.flip_flops;
		sum.area += k->all.area;
	}
	return sum;
}
