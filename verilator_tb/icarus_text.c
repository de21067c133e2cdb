#include "icarus.h"

#include "vw.h"

#include <inttypes.h>
#include <string.h>

enum { WORD_BITS = 32, PATH = 128 };

/* An expression of the row: `width` bits from word `at` on, upper words first. tail follows in the last line. */
static void put_row(struct vw *w, unsigned at, unsigned width, const char *tail)
{
	struct vw_list l = { .w = w };
	unsigned word = (width - 1) / WORD_BITS;

	if (width <= WORD_BITS) {
		vw(w, "row[%u][%u:0]%s", at, width - 1, tail);
		return;
	}
	vw(w, "{");
	vw_item(&l, "row[%u][%u:0]", at + word, (width - 1) % WORD_BITS);
	while (word--)
		vw_item(&l, "row[%u]", at + word);
	vw_list_end(&l);
	vw(w, "}%s", tail);
}

static void put_check(struct vw *w, const char *name, const char *place, unsigned at, unsigned width)
{
	vw(w, "`CHECK(\"%s\", %s,", name, place);
	put_row(w, at, width, ")");
}

static void put_constants(struct vw *w, const struct vectors *v)
{
	vw(w, "localparam RESET = %d;", VECTOR_RESET);
	vw(w, "localparam CYCLE = %d;", VECTOR_CYCLE);
	vw(w, "localparam LAST = %d;", VECTOR_LAST);
	vw(w, "localparam END = %d;", VECTOR_END);
	vw(w, "localparam BROKEN = %d;", VECTOR_STEPS);
	vw(w, "`define STATE_BITS \"%" PRIu64 "\"", vectors_bits(v));
	vw(w, "reg [31:0] row [0:%u];", v->words - 1);
}

static void put_input(struct vw *w, const struct vectors *v, enum pin p)
{
	const unsigned width = pin_width(&v->shape, p), all = pin_bits(&v->shape, p);
	const bool hidden = pin_rows[p].valid != p;
	const char *name = pin_rows[p].name;

	vw(w, "wire [%u:0] %s;", all - 1, name);
	if (hidden)
		vw(w, "wire [%u:0] recorded_%s;", all - 1, name);
	for (unsigned lsb = 0; lsb < all; lsb += WORD_BITS) {
		const unsigned n = all - lsb < WORD_BITS ? all - lsb : WORD_BITS;

		vw(w, "assign %s%s[%u:%u] = row[%u][%u:0];", hidden ? "recorded_" : "", name, lsb + n - 1, lsb,
		   v->pin_at[p] + lsb / WORD_BITS, n - 1);
	}
	if (hidden)
		vw(w, "link_pins #(.PORTS(%u), .WIDTH(%u)) pins_%s (.valid(%s), .recorded(recorded_%s), .pins(%s));",
		   pin_ports(&v->shape, p), width, name, pin_rows[pin_rows[p].valid].name, name, name);
}

static void put_instance(struct vw *w, const struct vectors *v, const struct params *p)
{
	struct vw_list l = { .w = w };

	for (unsigned n = 0; n < PINS; n++) {
		if (pin_rows[n].input && v->pins.pin[n].width)
			put_input(w, v, n);
		else if (v->pins.pin[n].width)
			vw(w, "wire [%u:0] %s;", pin_bits(&v->shape, n) - 1, pin_rows[n].name);
	}
	vw(w, "%s_switch dut (", p->name);
	vw_item(&l, ".clk(clk)");
	vw_item(&l, ".rst(rst)");
	for (unsigned n = 0; n < PINS; n++)
		if (v->pins.pin[n].width)
			vw_item(&l, ".%s(%s)", pin_rows[n].name, pin_rows[n].name);
	vw_list_end(&l);
	vw(w, ");");
}

static void put_registers(struct vw *w, const struct vectors *v)
{
	char name[IMAGE_NAME], place[IMAGE_NAME + 4];

	vw(w, "task compare_registers;");
	vw(w, "begin");
	for (const struct image_reg *r = v->image->regs; r < v->image->regs + v->image->n; r++) {
		if (image_row(v->image, r)->kind != SIGNAL_REG)
			continue;
		image_row_name(v->image, r, name);
		snprintf(place, sizeof place, "dut.%s", name);
		put_check(w, name, place, v->image_at + r->offset, r->width);
	}
	vw(w, "end");
	vw(w, "endtask");
}

static void put_outputs(struct vw *w, const struct vectors *v)
{
	struct outputs o;
	char place[PATH];

	outputs_init(&o, &v->pins, v->image);
	vw(w, "task compare_outputs;");
	vw(w, "begin");
	for (const struct output *a = o.at; a < o.at + o.n; a++)
		for (unsigned i = 0; i < pin_ports(&v->shape, a->pin); i++) {
			const unsigned at = v->image->regs[image_reg(v->image, a->site, i, a->row)].offset;

			snprintf(place, sizeof place, "%s[%u:%u]", pin_rows[a->pin].name, (i + 1) * a->width - 1, i * a->width);
			put_check(w, place, place, v->image_at + at, a->width);
		}
	vw(w, "end");
	vw(w, "endtask");
}

/* The read register once it has a value, and the word in question. */
static void put_memory(struct vw *w, const struct vectors *v, const struct vector_memory *m)
{
	const struct image_reg *r = &v->image->regs[m->reg];
	char path[IMAGE_NAME], name[IMAGE_NAME + 16], place[IMAGE_NAME + 32];

	image_row_name(v->image, r, path);
	vw(w, "if (row[%u][0]) begin", m->known);
	snprintf(name, sizeof name, "%s.rdata_q", path);
	snprintf(place, sizeof place, "dut.%s", name);
	put_check(w, name, place, v->image_at + r->offset, r->width);
	vw(w, "end");
	vw(w, "if (row[%u][0]) begin", m->valid);
	vw(w, "`CHECK_WORD(\"%s\", row[%u], dut.%s.mem,", path, m->address, path);
	put_row(w, m->data, m->width, ")");
	vw(w, "end");
}

static void put_memories(struct vw *w, const struct vectors *v)
{
	vw(w, "task compare_memories;");
	vw(w, "begin");
	for (const struct vector_memory *m = v->memories; m < v->memories + v->n_memories; m++)
		put_memory(w, v, m);
	vw(w, "end");
	vw(w, "endtask");
}

void icarus_text(const struct vectors *v, const struct params *p, FILE *f)
{
	struct vw w = { .f = f };

	put_constants(&w, v);
	put_instance(&w, v, p);
	put_registers(&w, v);
	put_outputs(&w, v);
	put_memories(&w, v);
}
