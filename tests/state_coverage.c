/*
 * Every flip-flop and every memory that Yosys finds in the generated RTL is one
 * that lockstep compares (spec/image.h), bit for bit, and the other way round: in each sample switch of NETLIST.
 */
#define _POSIX_C_SOURCE 200809L
#include "image.h"
#include "sample_switch.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_json.h"

enum { PATH = 256 };

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

static void see_memory(struct coverage *c, const char *path, const cJSON *cell)
{
	char full[2 * PATH];
	struct expected *e;
	const char *id = cJSON_GetObjectItem(cJSON_GetObjectItem(cell, "parameters"), "MEMID")->valuestring;

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
	for (unsigned i = 0; i < c.n; i++)
		free(c.e[i].seen);
	free(c.e);
	cJSON_Delete(json);
}

int main(void)
{
	return sample_run("state_coverage", NETLIST, all_state_is_compared);
}
