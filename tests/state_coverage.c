/*
 * Every flip-flop and every memory that Yosys finds in the generated RTL is one
 * that lockstep compares (spec/image.h), bit for bit, and the other way round: in each sample switch of NETLIST. manifest.json lists
 * as many, and the ports that the switch has.
 */
#include "image.h"
#include "manifest.h"
#include "sample_switch.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_json.h"

enum { PATH = 256, MEMORY_SHAPES = 8 };

/* Memories of one shape. */
struct memories {
	unsigned words, width, n;
};

/* What lockstep compares, and how many bits of it Yosys was seen to hold. */
struct expected {
	char path[PATH];
	unsigned width, words;          /* words: memory; 0: register */
	uint8_t *seen;                  /* register: bit by bit */
	bool seen_memory;
};

struct coverage {
	struct expected *e;
	unsigned n, bits, missing;
	struct memories memories[MEMORY_SHAPES];        /* ended by one of no words */
	const cJSON *modules;
};

static struct expected *find(struct coverage *c, const char *path)
{
	for (unsigned i = 0; i < c->n; i++)
		if (!strcmp(c->e[i].path, path))
			return &c->e[i];
	return NULL;
}

static void expect(struct coverage *c, const char *name, unsigned width, unsigned words)
{
	struct expected *e = &c->e[c->n++];

	snprintf(e->path, sizeof e->path, "%s", name);
	e->width = width;
	e->words = words;
	e->seen = calloc(width, 1);
	assert_non_null(e->seen);
}

/* The registers of the image, and the memories of the tables. */
static void expect_all(struct coverage *c, const struct shape *s)
{
	struct image *m = image_new(s);

	assert_non_null(m);
	c->e = calloc((size_t)m->n * 2, sizeof *c->e);
	assert_non_null(c->e);
	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *r = &m->regs[i];
		const struct signal *g = image_row(m, r);
		char name[IMAGE_NAME];

		image_register_name(m, r, name);
		expect(c, name, r->width, 0);
		if (g->kind == SIGNAL_MEM) {
			image_row_name(m, r, name);
			strcat(name, ".mem");
			expect(c, name, g->width, g->words);
		}
	}
	image_free(m);
}

/* One flip-flop bit: is it a bit of a register that is compared? Aliases of the
 * net do not matter, any name that is in the tables will do. */
static void see_bit(struct coverage *c, const char *path, const cJSON *netnames, int id)
{
	const cJSON *net, *b;
	const char *last = "?";

	c->bits++;
	cJSON_ArrayForEach(net, netnames) {
		unsigned i = 0;

		cJSON_ArrayForEach(b, cJSON_GetObjectItem(net, "bits")) {
			if (cJSON_IsNumber(b) && b->valueint == id) {
				char full[2 * PATH];
				struct expected *e;

				last = net->string;
				snprintf(full, sizeof full, "%s.%s", path, rtl_json_plain(net->string));
				e = find(c, full);
				if (e && i < e->width) {
					e->seen[i] = 1;
					return;
				}
			}
			i++;
		}
	}
	c->missing++;
	print_error("flip-flop not compared: %s.%s\n", path, last);
}

/* Memories of this shape, in a list that one of no words ends. */
static unsigned *of_shape(struct memories list[MEMORY_SHAPES], unsigned words, unsigned width)
{
	unsigned k = 0;

	while (list[k].words && (list[k].words != words || list[k].width != width))
		k++;
	assert_true(k + 1 < MEMORY_SHAPES);
	list[k].words = words;
	list[k].width = width;
	return &list[k].n;
}

static void see_memory(struct coverage *c, const char *path, const cJSON *cell)
{
	char full[2 * PATH];
	struct expected *e;
	const char *id = cJSON_GetObjectItem(cJSON_GetObjectItem(cell, "parameters"), "MEMID")->valuestring;

	++*of_shape(c->memories, rtl_json_parameter(cell, "SIZE"), rtl_json_parameter(cell, "WIDTH"));
	snprintf(full, sizeof full, "%s.%s", path, rtl_json_plain(id));
	e = find(c, full);
	if (!e || e->words != rtl_json_parameter(cell, "SIZE") || e->width != rtl_json_parameter(cell, "WIDTH")) {
		c->missing++;
		print_error("memory not compared: %s\n", full);
		return;
	}
	e->seen_memory = true;
}

static void walk(struct coverage *c, const char *module, const char *path)
{
	const cJSON *m = cJSON_GetObjectItem(c->modules, module), *cell, *b;

	assert_non_null(m);
	cJSON_ArrayForEach(cell, cJSON_GetObjectItem(m, "cells")) {
		const char *type = cJSON_GetObjectItem(cell, "type")->valuestring;

		if (cJSON_GetObjectItem(c->modules, type)) {
			char inner[PATH];

			snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", rtl_json_plain(cell->string));
			walk(c, type, inner);
		} else if (!strncmp(type, "$mem", 4)) {
			see_memory(c, path, cell);
		} else if (rtl_json_is_flip_flop(type)) {
			cJSON_ArrayForEach(b, cJSON_GetObjectItem(cJSON_GetObjectItem(cell, "connections"), "Q"))
				if (cJSON_IsNumber(b))
					see_bit(c, path, cJSON_GetObjectItem(m, "netnames"), b->valueint);
		}
	}
}

static unsigned number(const cJSON *of, const char *name)
{
	const cJSON *const x = cJSON_GetObjectItem(of, name);

	assert_true(cJSON_IsNumber(x));
	return (unsigned)x->valuedouble;
}

/* Ports by name, with direction and width, and no others. */
static void manifest_has_ports(const cJSON *manifest, const cJSON *top)
{
	const cJSON *const ports = cJSON_GetObjectItem(manifest, "ports"), *const found = cJSON_GetObjectItem(top, "ports"), *said;

	assert_int_equal(cJSON_GetArraySize(ports), cJSON_GetArraySize(found));
	cJSON_ArrayForEach(said, ports) {
		const char *const name = cJSON_GetObjectItem(said, "name")->valuestring;
		const cJSON *const port = cJSON_GetObjectItemCaseSensitive(found, name);

		if (!port)
			fail_msg("manifest.json has a port %s, the switch has none", name);
		assert_string_equal(cJSON_GetObjectItem(said, "direction")->valuestring, cJSON_GetObjectItem(port, "direction")->valuestring);
		assert_int_equal(number(said, "width"), cJSON_GetArraySize(cJSON_GetObjectItem(port, "bits")));
	}
}

/* Bits of registers, those of what memories have read apart, and memories by shape; and the totals are their sums. */
static void manifest_has_state(const cJSON *manifest, const struct coverage *c)
{
	struct memories said[MEMORY_SHAPES] = { 0 };
	unsigned registers = 0, read = 0, memories = 0, memory_bits = 0, found = 0;
	const cJSON *x, *r, *const totals = cJSON_GetObjectItem(manifest, "totals");

	cJSON_ArrayForEach(x, cJSON_GetObjectItem(manifest, "units"))
		cJSON_ArrayForEach(r, cJSON_GetObjectItem(x, "registers"))
			registers += number(x, "instances") * number(r, "width");
	cJSON_ArrayForEach(x, cJSON_GetObjectItem(manifest, "memories")) {
		const unsigned n = number(x, "instances"), words = number(x, "words"), width = number(x, "width");

		*of_shape(said, words, width) += n;
		assert_int_equal(number(x, "bits"), n * words * width);
		read += n * width;
		memories += n;
		memory_bits += n * words * width;
	}
	assert_int_equal(registers + read, c->bits);
	for (const struct memories *m = c->memories; m->words; m++) {
		assert_int_equal(*of_shape(said, m->words, m->width), m->n);
		found += m->n;
	}
	assert_int_equal(memories, found);
	assert_int_equal(number(totals, "memories"), memories);
	assert_int_equal(number(totals, "register_bits"), registers);
	assert_int_equal(number(totals, "read_register_bits"), read);
	assert_int_equal(number(totals, "memory_bits"), memory_bits);
}

static void manifest_is_true(const struct params *p, const struct coverage *c, const char *top)
{
	struct rtl_files files = rtl_generate(p);
	char *const text = manifest_text(p, NULL, &files, NULL);
	cJSON *const manifest = cJSON_Parse(text);

	assert_non_null(manifest);
	assert_string_equal(cJSON_GetObjectItem(manifest, "top")->valuestring, top);
	manifest_has_ports(manifest, cJSON_GetObjectItem(c->modules, top));
	manifest_has_state(manifest, c);
	cJSON_Delete(manifest);
	free(text);
	rtl_files_free(&files);
}

static void all_state_is_compared(void **state)
{
	const struct params p = sample_params(*state);
	const struct shape s = shape_of(&p);
	struct coverage c = { 0 };
	unsigned bits = 0, memories = 0;
	char top[PARAMS_WORD + 8];
	cJSON *json;

	expect_all(&c, &s);
	json = rtl_json(&p);
	c.modules = cJSON_GetObjectItem(json, "modules");
	snprintf(top, sizeof top, "%s_switch", p.name);
	walk(&c, top, "");

	for (unsigned i = 0; i < c.n; i++) {
		const struct expected *e = &c.e[i];
		unsigned seen = 0;

		for (unsigned b = 0; b < e->width; b++)
			seen += e->seen[b];
		if (e->words ? !e->seen_memory : seen != e->width) {
			c.missing++;
			print_error("not found in the RTL: %s (%u of %u bits)\n", e->path, seen, e->width);
		}
		bits += seen;
		memories += e->seen_memory;
	}
	print_message("radix %u, %u queues: %u flip-flops and %u memories, %u compared\n", s.radix, s.queues, c.bits,
		      memories, bits);
	assert_int_equal(c.missing, 0);
	assert_int_equal(c.bits, bits);
	manifest_is_true(&p, &c, top);
	for (unsigned i = 0; i < c.n; i++)
		free(c.e[i].seen);
	free(c.e);
	cJSON_Delete(json);
}

int main(void)
{
	return sample_run("state_coverage", NETLIST, all_state_is_compared);
}
