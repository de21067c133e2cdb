#include "icarus.h"

#include <inttypes.h>
#include <string.h>

enum { WORD_BITS = 32, PATH = 128 };

/* An expression of the row: `width` bits from word `at` on, upper words first. */
static void put_row(FILE *f, unsigned at, unsigned width)
{
	unsigned word = (width - 1) / WORD_BITS;

	fprintf(f, "{row[%u][%u:0]", at + word, (width - 1) % WORD_BITS);
	while (word--)
		fprintf(f, ",\n  row[%u]", at + word);
	fputc('}', f);
}

static void put_check(FILE *f, const char *name, const char *place, unsigned at, unsigned width)
{
	fprintf(f, "`CHECK(\"%s\", %s, ", name, place);
	put_row(f, at, width);
	fputs(")\n", f);
}

static void put_constants(FILE *f, const struct vectors *v)
{
	fprintf(f, "localparam RESET = %d, CYCLE = %d, LAST = %d, END = %d, BROKEN = %d;\n", VECTOR_RESET, VECTOR_CYCLE, VECTOR_LAST, VECTOR_END, VECTOR_STEPS);
	fprintf(f, "`define STATE_BITS \"%" PRIu64 "\"\n", vectors_bits(v));
	fprintf(f, "reg [31:0] row [0:%u];\n", v->words - 1);
}

static void put_input(FILE *f, const struct vectors *v, enum pin p)
{
	const struct pin_storage *const s = &v->pins.pin[p];
	const unsigned all = pin_bits(s);
	const bool hidden = pin_rows[p].valid != p;
	const char *name = pin_rows[p].name;

	fprintf(f, "wire [%u:0] %s;\n", all - 1, name);
	if (hidden)
		fprintf(f, "wire [%u:0] recorded_%s;\n", all - 1, name);
	for (unsigned lsb = 0; lsb < all; lsb += WORD_BITS) {
		const unsigned n = all - lsb < WORD_BITS ? all - lsb : WORD_BITS;

		fprintf(f, "assign %s%s[%u:%u] = row[%u][%u:0];\n", hidden ? "recorded_" : "", name, lsb + n - 1, lsb,
			v->pin_at[p] + lsb / WORD_BITS, n - 1);
	}
	if (hidden)
		fprintf(f, "link_pins #(.PORTS(%u), .WIDTH(%u)) pins_%s (.valid(%s), .recorded(recorded_%s), .pins(%s));\n",
			s->ports, s->width, name, pin_rows[pin_rows[p].valid].name, name, name);
}

static void put_instance(FILE *f, const struct vectors *v, const struct params *p)
{
	for (unsigned n = 0; n < PINS; n++) {
		if (pin_rows[n].input && v->pins.pin[n].width)
			put_input(f, v, n);
		else if (v->pins.pin[n].width)
			fprintf(f, "wire [%u:0] %s;\n", pin_bits(&v->pins.pin[n]) - 1, pin_rows[n].name);
	}
	fprintf(f, "%s_switch dut (\n  .clk(clk), .rst(rst)", p->name);
	for (unsigned n = 0; n < PINS; n++)
		if (v->pins.pin[n].width)
			fprintf(f, ",\n  .%s(%s)", pin_rows[n].name, pin_rows[n].name);
	fputs("\n);\n", f);
}

static void put_registers(FILE *f, const struct vectors *v)
{
	char name[IMAGE_NAME], place[IMAGE_NAME + 4];

	fputs("task compare_registers;\nbegin\n", f);
	for (const struct image_reg *r = v->image->regs; r < v->image->regs + v->image->n; r++) {
		if (image_row(v->image, r)->kind != SIGNAL_REG)
			continue;
		image_row_name(v->image, r, name);
		snprintf(place, sizeof place, "dut.%s", name);
		put_check(f, name, place, v->image_at + r->offset, r->width);
	}
	fputs("end\nendtask\n", f);
}

static void put_outputs(FILE *f, const struct vectors *v)
{
	struct outputs o;
	char place[PATH];

	outputs_init(&o, &v->pins, v->image);
	fputs("task compare_outputs;\nbegin\n", f);
	for (const struct output *a = o.at; a < o.at + o.n; a++)
		for (unsigned i = 0; i < v->pins.pin[a->pin].ports; i++) {
			const unsigned at = v->image->regs[image_reg(v->image, a->site, i, a->row)].offset;

			snprintf(place, sizeof place, "%s[%u:%u]", pin_rows[a->pin].name, (i + 1) * a->width - 1, i * a->width);
			put_check(f, place, place, v->image_at + at, a->width);
		}
	fputs("end\nendtask\n", f);
}

/* The read register once it has a value, and the word in question. */
static void put_memory(FILE *f, const struct vectors *v, const struct vector_memory *m)
{
	const struct image_reg *r = &v->image->regs[m->reg];
	char path[IMAGE_NAME], name[IMAGE_NAME + 16], place[IMAGE_NAME + 32];

	image_row_name(v->image, r, path);
	fprintf(f, "if (row[%u][0]) begin\n", m->at + VECTOR_KNOWN);
	snprintf(name, sizeof name, "%s.rdata_q", path);
	snprintf(place, sizeof place, "dut.%s", name);
	put_check(f, name, place, v->image_at + r->offset, r->width);
	fputs("end\n", f);
	fprintf(f, "if (row[%u][0]) begin\n", m->at + VECTOR_VALID);
	fprintf(f, "`CHECK_WORD(\"%s\", row[%u], dut.%s.mem, ", path, m->at + VECTOR_ADDRESS, path);
	put_row(f, m->at + VECTOR_DATA, m->width);
	fputs(")\nend\n", f);
}

static void put_memories(FILE *f, const struct vectors *v)
{
	fputs("task compare_memories;\nbegin\n", f);
	for (const struct vector_memory *m = v->memories; m < v->memories + v->n_memories; m++)
		put_memory(f, v, m);
	fputs("end\nendtask\n", f);
}

void icarus_text(const struct vectors *v, const struct params *p, FILE *f)
{
	put_constants(f, v);
	put_instance(f, v, p);
	put_registers(f, v);
	put_outputs(f, v);
	put_memories(f, v);
}
