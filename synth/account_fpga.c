#include "account.h"

#include "doc.h"

#include <inttypes.h>

static const struct { const char *heading, *key; } kinds[FPGA_KINDS] = {
	[FPGA_LUT] = { "LUTs", "luts" }, [FPGA_CARRY] = { "carry", "carry" }, [FPGA_FLIP_FLOP] = { "flip-flops", "flip_flops" },
	[FPGA_BLOCK_RAM] = { "block RAM", "block_rams" }, [FPGA_LUT_RAM] = { "LUT RAM", "lut_rams" },
};

/* instances: 0, it has none. Of a difference, cells may be below 0. */
static void print_row(const struct fpga_report *r, const char *name, unsigned instances, struct fpga_cells c, FILE *f)
{
	const unsigned whole = r->all.of[FPGA_LUT];
	char n[16] = "";

	if (instances)
		snprintf(n, sizeof n, "%u", instances);
	fprintf(f, "%-22s %9s", name, n);
	for (unsigned k = 0; k < FPGA_KINDS; k++)
		fprintf(f, " %10d", (int)c.of[k]);
	fprintf(f, " %6.1f %%\n", whole ? 100.0 * (int)c.of[FPGA_LUT] / whole : 0.0);
}

static void print_table(const struct fpga_report *r, FILE *f)
{
	const struct fpga_cells sum = fpga_sum(r);
	struct fpga_cells across = r->all;

	fprintf(f, "%-22s %9s", "unit", "instances");
	for (unsigned k = 0; k < FPGA_KINDS; k++) {
		fprintf(f, " %10s", kinds[k].heading);
		across.of[k] -= sum.of[k];
	}
	fprintf(f, " %8s\n", "share");
	for (unsigned i = 0; i < r->blocks.n; i++)
		if (r->instances[i])
			print_row(r, r->blocks.block[i].name, r->instances[i], r->block[i], f);
	if (r->by_block) {
		print_row(r, "between units", 0, r->between, f);
		print_row(r, "optimized across units", 0, across, f);
	}
	print_row(r, r->top, 1, r->all, f);
}

/* What a memory is made of. */
static const char *kept_in(const struct fpga_cells *c)
{
	return c->of[FPGA_BLOCK_RAM] ? "block RAM" : c->of[FPGA_LUT_RAM] ? "LUT RAM" : "flip-flops";
}

static void print_memories(const struct fpga_report *r, FILE *f)
{
	const struct blocks *const b = &r->blocks;

	if (!r->by_block || !b->shapes)
		return;
	fprintf(f, "\nmemories, %" PRIu64 " bits, in the units' figures; each is\n", account_memory_bits(b));
	for (unsigned i = 0; i < b->shapes; i++) {
		const struct memory_shape *const m = &b->shape[i];
		const unsigned *const of = r->memory[i].of;

		fprintf(f, "  %4u of %5u x %3u%s  %s: %u block RAM, %u LUT RAM; beside it %u LUTs, %u flip-flops\n", m->count, m->words, m->width,
			m->masked ? ", masked" : "", kept_in(&r->memory[i]), of[FPGA_BLOCK_RAM], of[FPGA_LUT_RAM], of[FPGA_LUT], of[FPGA_FLIP_FLOP]);
	}
}

static bool reached(const struct fpga_report *r)
{
	return r->mhz >= r->target_mhz;
}

void account_fpga_print(const struct fpga_report *r, const struct params *p, FILE *f)
{
	const struct shape s = shape_of(p);
	char queues[QUEUES_TEXT];

	shape_queues(&s, queues, sizeof queues);
	fprintf(f, "%s: %u ports, %s; cells of %s\n\n", r->top, s.radix, queues, fpga_family_names[r->family]);
	print_table(r, f);
	print_memories(r, f);
	if (r->mhz > 0)
		fprintf(f, "\nclock: %.2f MHz, target %g MHz %s (%s, %s, the switch between shift registers)\n", r->mhz, r->target_mhz,
			reached(r) ? "reached" : "missed", r->router, fpga_device_names[r->device]);
	else
		fprintf(f, "\nclock: not measured: %s\n", r->unrouted);
}

static void json_cells(struct doc *d, cJSON *to, const struct fpga_cells *c)
{
	for (unsigned k = 0; k < FPGA_KINDS; k++)
		doc_add(d, to, "%s=%u", kinds[k].key, c->of[k]);
}

static void json_blocks(struct doc *d, const struct fpga_report *r)
{
	cJSON *const units = doc_list(d, d->root, "units"), *memories;

	for (unsigned i = 0; i < r->blocks.n; i++)
		json_cells(d, doc_element(d, units, "name=%s instances=%u", r->blocks.block[i].name, r->instances[i]), &r->block[i]);
	json_cells(d, doc_object(d, d->root, "between_units"), &r->between);
	memories = doc_list(d, d->root, "memories");
	for (unsigned i = 0; i < r->blocks.shapes; i++) {
		const struct memory_shape *const m = &r->blocks.shape[i];

		json_cells(d, doc_element(d, memories, "count=%u words=%u width=%u masked=%d kept_in=%s", m->count, m->words, m->width, m->masked,
					  kept_in(&r->memory[i])), &r->memory[i]);
	}
}

char *account_fpga_json(const struct fpga_report *r, const struct params *p)
{
	struct doc d = { .root = cJSON_CreateObject() };

	doc_add(&d, d.root, "top=%s", r->top);
	doc_parameters(&d, d.root, "parameters", p);
	doc_add(&d, d.root, "family=%s", fpga_family_names[r->family]);
	json_cells(&d, doc_object(&d, d.root, "total"), &r->all);
	if (r->by_block)
		json_blocks(&d, r);
	if (r->mhz > 0)
		doc_add(&d, d.root, "device=%s timing_by=%s target_mhz=%g clock_mhz=%g target_reached=%d", fpga_device_names[r->device], r->router, r->target_mhz,
			r->mhz, reached(r));
	else
		doc_add(&d, d.root, "clock_not_measured=%s", r->unrouted);
	return doc_text(&d);
}
