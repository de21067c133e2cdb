#include "account.h"

#include "doc.h"

#include <inttypes.h>

uint64_t account_memory_bits(const struct blocks *b)
{
	uint64_t bits = 0;

	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++)
		bits += (uint64_t)m->words * m->width * m->count;
	return bits;
}

static unsigned memories(const struct blocks *b)
{
	unsigned n = 0;

	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++)
		n += m->count;
	return n;
}

/* Share (0..1) of the congestion units in the area of an input port, or of the whole switch: of logic, or of logic and memories. */
static double congestion_share(const struct synth_report *r, bool input_port, bool memories)
{
	double all = input_port ? 0 : r->by_block.top.area, congestion = 0;

	for (unsigned i = 0; i < r->blocks.n; i++) {
		const struct block *const b = &r->blocks.block[i];
		const struct block_cells *const k = &r->by_block.block[i];

		if (input_port && b->per != AT_INPUT)
			continue;
		all += k->all.area;
		congestion += b->congestion ? k->all.area : 0;
	}
	if (memories)
		all += r->memory_mm2 * 1e6;
	return all > 0 ? congestion / all : 0;
}

static double gates(const struct synth_report *r, double area)
{
	return area / r->liberty.nand2->area;
}

/* instances: 0, it has none. Of a difference, cells may be below 0. */
static void print_row(const struct synth_report *r, const char *name, unsigned instances, struct cells c, FILE *f)
{
	const double whole = r->flat.top.area;
	char n[16] = "";

	if (instances)
		snprintf(n, sizeof n, "%u", instances);
	fprintf(f, "%-22s %9s %8d %10d %12.0f %9.0f %6.1f %%\n", name, n, (int)c.cells, (int)c.flip_flops, c.area, gates(r, c.area),
		whole > 0 ? 100 * c.area / whole : 0);
}

static void print_table(const struct synth_report *r, FILE *f)
{
	const struct cells flat = r->flat.top, sum = counts_sum(&r->by_block, &r->blocks);

	fprintf(f, "%-22s %9s %8s %10s %12s %9s %8s\n", "unit", "instances", "cells", "flip-flops", "area", "GE", "share");
	for (unsigned i = 0; i < r->blocks.n; i++)
		if (r->by_block.block[i].instances)
			print_row(r, r->blocks.block[i].name, r->by_block.block[i].instances, r->by_block.block[i].all, f);
	if (sum.cells) {
		print_row(r, "between units", 0, r->by_block.top, f);
		print_row(r, "optimized across units", 0,
			  (struct cells){ flat.cells - sum.cells, flat.flip_flops - sum.flip_flops, flat.area - sum.area }, f);
	}
	print_row(r, r->top, 1, flat, f);
}

static void print_memories(const struct synth_report *r, FILE *f)
{
	const struct blocks *const b = &r->blocks;
	const char *between = "";

	fprintf(f, "\nmemories, not in these figures: %u, %" PRIu64 " bits:", memories(b), account_memory_bits(b));
	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++) {
		if (!m->count)
			continue;
		fprintf(f, "%s %u of %u x %u", between, m->count, m->words, m->width);
		if (m->choice.macro)
			fprintf(f, " (%u %s each)", m->choice.deep * m->choice.wide, m->choice.macro->name);
		between = ",";
	}
	if (r->memory_nm)
		fprintf(f, "; %.3f mm2 at %u nm by the model of `sluice area`", r->memory_mm2, r->memory_nm);
	fputc('\n', f);
}

static void print_congestion(const struct synth_report *r, FILE *f)
{
	const char *between = "";

	if (congestion_share(r, false, false) <= 0)
		return;
	fputs("congestion units (", f);
	for (unsigned i = 0; i < r->blocks.n; i++)
		if (r->blocks.block[i].congestion) {
			fprintf(f, "%s%s", between, r->blocks.block[i].name);
			between = ", ";
		}
	fprintf(f, "): %.1f %% of an input port's logic, %.1f %% of the switch's", 100 * congestion_share(r, true, false),
		100 * congestion_share(r, false, false));
	if (r->memory_nm)
		fprintf(f, "; with memories %.1f and %.1f %%", 100 * congestion_share(r, true, true), 100 * congestion_share(r, false, true));
	fputc('\n', f);
}

/* ----- networks ----- */

/* Bits of the memories of all instances of a part, and their area. */
static uint64_t part_memory_bits(const struct synth_report *r, const struct block_cells *k, double *mm2)
{
	uint64_t bits = 0;

	*mm2 = 0;
	for (unsigned i = 0; i < r->blocks.shapes; i++) {
		const struct memory_shape *const m = &r->blocks.shape[i];

		bits += (uint64_t)m->words * m->width * k->memory[i];
		*mm2 += m->mm2 * k->memory[i];
	}
	return bits;
}

static void print_part(const struct synth_report *r, const char *name, unsigned instances, struct cells all, uint64_t bits, FILE *f)
{
	const struct cells sum = counts_sum(&r->flat, &r->blocks);
	const double ge = gates(r, all.area) / 1000;

	fprintf(f, "%-22s %9u %9u %10u %8.2f %9.2f %6.1f %% %11" PRIu64 " %11" PRIu64 "\n", name, instances, all.cells / instances, all.flip_flops / instances,
		ge / instances, ge, sum.area > 0 ? 100 * all.area / sum.area : 0, bits / instances, bits);
}

static void print_parts(const struct synth_report *r, FILE *f)
{
	char itself[sizeof r->top + 8];
	double mm2;

	fprintf(f, "%-22s %9s %9s %10s %8s %9s %8s %11s %11s\n", "part", "instances", "cells", "flip-flops", "kGE each", "kGE", "share", "bits each", "memory bits");
	for (unsigned i = 0; i < r->blocks.n; i++) {
		const struct block_cells *const k = &r->flat.block[i];

		if (k->instances)
			print_part(r, r->blocks.block[i].name, k->instances, k->all, part_memory_bits(r, k, &mm2), f);
	}
	snprintf(itself, sizeof itself, "%s itself", r->top);
	print_part(r, itself, 1, r->flat.top, 0, f);
	print_part(r, r->top, 1, counts_sum(&r->flat, &r->blocks), account_memory_bits(&r->blocks), f);
}

static const char *named(const char *point)
{
	return *point ? point : "(not named)";
}

static void print_stages(const struct timing_path *p, FILE *f)
{
	fprintf(f, "\nwith each unit mapped alone, by unit (%.3f ns, %s -> %s):\n", p->ns, named(p->from), named(p->to));
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, "  %6.3f ns  %3u cells  %s\n", p->stage[i].ns, p->stage[i].cells,
			*p->stage[i].where ? p->stage[i].where : "between units");
}

static void print_recipes(const struct synth_report *r, FILE *f)
{
	fputs("mapped by recipe", f);
	for (const struct synth_mapping *m = r->mapping; m < r->mapping + r->mappings; m++)
		fprintf(f, "%s %s: %.3f ns, %.1f kGE%s", m == r->mapping ? "" : ";", m->recipe, m->ns, gates(r, m->cells.area) / 1000,
			m == r->mapping + r->kept && r->mappings > 1 ? " (kept)" : "");
	fputc('\n', f);
}

static void print_timing(const struct synth_report *r, FILE *f)
{
	const struct timing *const flat = &r->timing[NETLIST_FLAT], *const blocks = &r->timing[NETLIST_BLOCKS];

	if (!flat->n) {
		fputs("\nlongest path: not known; OpenSTA is not installed, and this Yosys does not pass on what abc says\n", f);
		return;
	}
	fprintf(f, "\nlongest path: %.3f ns, %.0f MHz (%s)\n", flat->path[0].ns, 1000 / flat->path[0].ns,
		r->opensta ? "OpenSTA, setup included, memories answer at the clock edge"
			   : "abc, logic alone: without a flip-flop's delay and setup; OpenSTA is not installed");
	if (r->memory_access_ns > 0)
		fprintf(f, "slowest memory: answers after %.3f ns at %u nm by the model of `sluice area`, to be added to paths that begin at one\n",
			r->memory_access_ns, r->memory_access_nm);
	print_recipes(r, f);
	for (const struct timing_path *p = flat->path; p < flat->path + flat->n; p++)
		fprintf(f, "  %6.3f ns  %s -> %s, %u cells\n", p->ns, named(p->from), named(p->to), p->cells);
	if (blocks->n && blocks->path[0].n)
		print_stages(&blocks->path[0], f);
}

void account_print(const struct synth_report *r, const struct params *p, FILE *f)
{
	const struct shape s = shape_of(p);
	char queues[QUEUES_TEXT];

	shape_queues(&s, queues, sizeof queues);
	if (r->fabric)
		fprintf(f, "%s: switches of ", r->top);
	else
		fprintf(f, "%s: ", r->top);
	fprintf(f, "%u ports, %s, ", s.radix, queues);
	if (s.by_cells)
		fprintf(f, "%u cells of %u x %u bits for a VC", s.cells, s.cell_flits, s.flit_bits);
	else
		fprintf(f, "%u slots of %u x %u bits", s.slots, s.packet_flits, s.flit_bits);
	fprintf(f, "; library %s, 1 GE = %s (%g)\n\n", r->liberty.name, r->liberty.nand2->name, r->liberty.nand2->area);
	(r->fabric ? print_parts : print_table)(r, f);
	if (r->fabric)
		print_memories(r, f);
	if (counts_sum(&r->by_block, &r->blocks).cells) {
		print_memories(r, f);
		print_congestion(r, f);
	}
	print_timing(r, f);
}

static void json_cells(struct doc *d, cJSON *to, const struct synth_report *r, struct cells c)
{
	doc_add(d, to, "cells=%u flip_flops=%u area=%g gate_equivalents=%g", c.cells, c.flip_flops, c.area, gates(r, c.area));
}

static void json_blocks(struct doc *d, const struct synth_report *r)
{
	cJSON *const units = doc_list(d, d->root, "units");

	for (unsigned i = 0; i < r->blocks.n; i++) {
		const struct block *const b = &r->blocks.block[i];
		const struct block_cells *const k = &r->by_block.block[i];

		json_cells(d, doc_element(d, units, "name=%s instances=%u congestion=%d", b->name, k->instances, b->congestion), r, k->all);
	}
	json_cells(d, doc_object(d, d->root, "between_units"), r, r->by_block.top);
	doc_add(d, d->root, "congestion_share_of_input_port=%g congestion_share=%g", congestion_share(r, true, false), congestion_share(r, false, false));
	if (r->memory_nm)
		doc_add(d, d->root, "congestion_share_of_input_port_with_memories=%g congestion_share_with_memories=%g", congestion_share(r, true, true),
			congestion_share(r, false, true));
}

static void json_memories(struct doc *d, cJSON *to, const struct synth_report *r, uint64_t bits, double mm2)
{
	doc_add(d, to, "memory_bits=%ju", (uintmax_t)bits);
	if (r->memory_nm)
		doc_add(d, to, "memory_mm2=%g", mm2);
}

static void json_parts(struct doc *d, const struct synth_report *r)
{
	cJSON *const parts = doc_list(d, d->root, "parts");

	for (unsigned i = 0; i < r->blocks.n; i++) {
		const struct block_cells *const k = &r->flat.block[i];
		cJSON *item, *each;
		uint64_t bits;
		double mm2;

		if (!k->instances)
			continue;
		item = doc_element(d, parts, "name=%s instances=%u", r->blocks.block[i].name, k->instances);
		bits = part_memory_bits(r, k, &mm2);
		json_cells(d, item, r, k->all);
		json_memories(d, item, r, bits, mm2);
		each = doc_object(d, item, "each");
		json_cells(d, each, r, (struct cells){ k->all.cells / k->instances, k->all.flip_flops / k->instances, k->all.area / k->instances });
		json_memories(d, each, r, bits / k->instances, mm2 / k->instances);
	}
	json_cells(d, doc_object(d, d->root, "itself"), r, r->flat.top);
}

/* All but its time, which is there. */
static void json_path(struct doc *d, cJSON *to, const struct timing_path *p)
{
	cJSON *stages;

	doc_add(d, to, "from=%s to=%s cells=%u", p->from, p->to, p->cells);
	stages = doc_list(d, to, "stages");
	for (const struct timing_stage *s = p->stage; s < p->stage + p->n; s++)
		doc_element(d, stages, "instance=%s ns=%g cells=%u", s->where, s->ns, s->cells);
}

static void json_recipes(struct doc *d, const struct synth_report *r)
{
	cJSON *const recipes = doc_list(d, d->root, "recipes");

	for (const struct synth_mapping *m = r->mapping; m < r->mapping + r->mappings; m++) {
		cJSON *const item = doc_element(d, recipes, "name=%s kept=%d", m->recipe, m == r->mapping + r->kept);

		if (m->ns > 0)
			doc_add(d, item, "ns=%g", m->ns);
		json_cells(d, item, r, m->cells);
	}
}

static void json_timing(struct doc *d, const struct synth_report *r)
{
	const struct timing *const flat = &r->timing[NETLIST_FLAT];
	const struct timing *const blocks = &r->timing[NETLIST_BLOCKS];
	cJSON *paths;

	doc_add(d, d->root, "timing_by=%s", r->opensta ? "OpenSTA" : "abc");
	if (flat->n)
		doc_add(d, d->root, "clock_mhz=%g", 1000 / flat->path[0].ns);
	paths = doc_list(d, d->root, "longest_paths");
	for (unsigned i = 0; i < flat->n; i++)
		json_path(d, doc_element(d, paths, "ns=%g", flat->path[i].ns), &flat->path[i]);
	if (!blocks->n)
		return;
	paths = doc_object(d, d->root, "longest_path_by_unit");
	doc_add(d, paths, "ns=%g", blocks->path[0].ns);
	json_path(d, paths, &blocks->path[0]);
}

char *account_json(const struct synth_report *r, const struct params *p)
{
	struct doc d = { .root = cJSON_CreateObject() };

	doc_add(&d, d.root, "top=%s", r->top);
	doc_parameters(&d, d.root, "parameters", p);
	doc_add(&d, d.root, "library=%s library_file=%s gate_equivalent=%s", r->liberty.name, r->liberty_path, r->liberty.nand2->name);
	json_cells(&d, doc_object(&d, d.root, "total"), r, counts_sum(&r->flat, &r->blocks));
	if (r->fabric)
		json_parts(&d, r);
	if (counts_sum(&r->by_block, &r->blocks).cells)
		json_blocks(&d, r);
	doc_add(&d, d.root, "memories=%u", memories(&r->blocks));
	if (r->memory_nm)
		doc_add(&d, d.root, "memory_nm=%u", r->memory_nm);
	json_memories(&d, d.root, r, account_memory_bits(&r->blocks), r->memory_mm2);
	if (r->memory_access_ns > 0)
		doc_add(&d, d.root, "memory_access_nm=%u memory_access_ns=%g", r->memory_access_nm, r->memory_access_ns);
	json_recipes(&d, r);
	json_timing(&d, r);
	return doc_text(&d);
}
