#define _GNU_SOURCE     /* open_memstream */
#include "gen_fabric.h"
#include "gen_rule.h"
#include "generated.h"
#include "manifest.h"
#include "options.h"
#include "packaging/packaging.h"
#include "top.h"
#include "rtl_gen.h"
#include "report_error.h"
#include "shape.h"
#include "storage.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OPTION_STRUCT gen_options
#define OPTION_FILE "verilog/gen.def"
#include "option_table.h"

const struct command_line line_gen = {
	.name = "gen",
	.summary = "Writes a switch as Verilog to DIR: rtl/*.v, the file list sluice.f, the full parameter\n"
		   "set sluice.conf, manifest.json, which lists ports, registers and memories, a testbench,\n"
		   "a data sheet, and descriptions for FuseSoC, Bender, IP-XACT, VHDL and timing analysis.\n"
		   "With --topology, a whole network of such switches, with routing tables and end nodes.",
	.table = rows,
	.ports = true,
	.several = true,
};

static struct text conf_text(const struct params *p)
{
	struct text t = { NULL, 0 };
	FILE *f = open_memstream(&t.s, &t.size);

	if (f) {
		params_write(p, f, "#");
		fclose(f);
	}
	return t;
}

/* Files for simulation, with models of macros, or for synthesis, with their black boxes. */
static struct text list_text(const struct rtl_files *r, bool synthesis)
{
	struct text t = { NULL, 0 };
	FILE *f = open_memstream(&t.s, &t.size);

	if (!f)
		return t;
	for (unsigned i = 0; i < r->n; i++) {
		const char *const name = r->file[i].name;
		const size_t n = strlen(name);

		if (strncmp(name, "macros/", 7) != 0 || !strcmp(name + n - 5, "_bb.v") == synthesis)
			fprintf(f, "%s\n", name);
	}
	fclose(f);
	return t;
}

static struct text text_of(char *words)
{
	return (struct text){ words, words ? strlen(words) : 0 };
}

static bool add(struct tree *t, const char *name, struct text text, char why[TREE_WHY])
{
	bool good = text.s;

	if (good)
		good = tree_add(t, name, text.s, text.size, why);
	else {
		snprintf(why, TREE_WHY, "%s: %s", name, strerror(ENOMEM));
		tree_drop(t);
	}
	free(text.s);
	return good;
}

/* A switch to be written. */
struct job {
	const struct params *p;
	const struct gen_options *own;
	const struct memory_map *map;   /* NULL: without macros */
	struct text map_text;
};

static bool write_map(struct tree *t, const struct job *j, const struct rtl_files *r, char why[TREE_WHY])
{
	return !j || !j->map || (tree_add(t, GEN_MAP, j->map_text.s, j->map_text.size, why) && add(t, GEN_SYNTHESIS_LIST, list_text(r, true), why));
}

static bool add_all(struct tree *t, const struct rtl_files *r, char why[TREE_WHY])
{
	for (unsigned i = 0; i < r->n; i++)
		if (!tree_add(t, r->file[i].name, r->file[i].text, r->file[i].size, why))
			return false;
	return true;
}

/* All files of a switch, or of a network (j: NULL). */
static bool write_all(struct tree *t, struct text manifest, const struct params *p, const struct job *j, const struct rtl_files *r,
		      const struct rtl_files *others, char why[TREE_WHY])
{
	return add(t, GEN_MANIFEST, manifest, why) && add_all(t, r, why) && add_all(t, others, why) && write_map(t, j, r, why) &&
	       add(t, GEN_LIST, list_text(r, false), why) && add(t, GEN_CONF, conf_text(p), why) && tree_commit(t, why);
}

static int generate(const struct job *j)
{
	const struct shape s = shape_of(j->p);
	const struct storage storage = storage_of_switch(j->p);
	const char *const out = j->own->out;
	char queues[QUEUES_TEXT];
	struct rtl_files r, others;
	struct tree t;
	char why[TREE_WHY];
	bool good;

	if (!tree_begin(&t, out, j->own->force, &gen_rule, why))
		return cannot("%s", why);
	r = rtl_generate_mapped(j->p, j->map);
	others = packaging_generate(j->p, &r);
	if (r.n && others.n)
		good = write_all(&t, text_of(manifest_text(j->p, j->map, &r, &others)), j->p, j, &r, &others, why);
	else
		good = add(&t, "rtl", text_of(NULL), why);
	shape_queues(&s, queues, sizeof queues);
	if (good)
		say("%s: %s_%s, %u ports, %s a port, %ju bits of memory, %ju flip-flops, %u Verilog files", out, j->p->name, top_module(j->p), s.radix, queues,
		    (uintmax_t)storage.memory_bits, (uintmax_t)storage.flip_flops, r.n);
	rtl_files_free(&r);
	rtl_files_free(&others);
	return good ? EXIT_OK : cannot("%s", why);
}

static int generate_mapped(struct job *j)
{
	const struct shape s = shape_of(j->p);
	char unserved[2 * MAP_NAME];
	struct memory_map map;
	int status;

	if (!generated_map(j->own->memory_map, &map, &status))
		return status;
	if (j->own->memory_map_strict && map_unserved(&map, &s, unserved))
		return bad_input("--memory-map-strict: no macro of %.200s serves for %s", j->own->memory_map, unserved);
	j->map = &map;
	j->map_text = text_read(j->own->memory_map);
	status = j->map_text.s ? generate(j) : cannot("%.200s: %s", j->own->memory_map, strerror(errno));
	free(j->map_text.s);
	return status;
}

/* ----- networks ----- */

static int generate_fabric_to(const struct gen_fabric *g, const struct gen_options *own)
{
	const struct storage storage = storage_of_fabric(&g->fabric);
	struct rtl_files r, others = { 0 };
	struct tree t;
	char why[TREE_WHY];
	bool good;

	if (!tree_begin(&t, own->out, own->force, &gen_rule, why))
		return cannot("%s", why);
	r = fabric_generate(&g->fabric, why);
	if (r.n)
		others = fabric_packaging(&g->fabric, &r);
	if (r.n && !others.n)
		snprintf(why, sizeof why, "%s", strerror(ENOMEM));
	good = r.n && others.n;
	if (good)
		good = write_all(&t, text_of(manifest_of_fabric(&g->fabric, &r, &others)), &g->network.params, NULL, &r, &others, why);
	else
		tree_drop(&t);
	if (good)
		say("%s: %s_fabric, %s: %u switches, %u end nodes, %ju bits of memory, %ju flip-flops, %u Verilog files", own->out, g->network.params.name,
		    g->topology, g->fabric.switches, g->fabric.nodes, (uintmax_t)storage.memory_bits, (uintmax_t)storage.flip_flops, r.n);
	rtl_files_free(&r);
	rtl_files_free(&others);
	return good ? EXIT_OK : cannot("%s", why);
}

static int generate_fabric(const struct options *o, const struct gen_options *own)
{
	const struct gen_network network = {
		.topology = own->topology, .k = own->k, .n = own->n, .down = own->down, .up = own->up, .sizes = own->sizes, .p = own->p, .a = own->a,
		.h = own->h, .g = own->g, .endpoints = (enum endpoints)own->endpoints, .link_registers = (unsigned)own->link_registers,
	};
	struct gen_fabric g;
	char why[PARAMS_WHY];
	int status;

	if (own->memory_map)
		return bad_input("--memory-map: not with --topology");
	if (!gen_fabric_make(&g, o, &network, why))
		return bad_input("%s", why);
	status = generate_fabric_to(&g, own);
	gen_fabric_free(&g);
	return status;
}

/* What is for a network alone. */
static bool only_of_networks(const struct gen_options *own, char why[PARAMS_WHY])
{
	const struct { bool given; const char *name; } of[] = {
		{ own->given.k, "k" }, { own->given.n, "n" }, { own->given.down, "down" }, { own->given.up, "up" }, { own->given.sizes, "sizes" },
		{ own->given.p, "p" }, { own->given.a, "a" }, { own->given.h, "h" }, { own->given.g, "g" }, { own->given.endpoints, "endpoints" },
		{ own->given.link_registers, "link-registers" },
	};

	for (unsigned i = 0; i < sizeof of / sizeof *of; i++)
		if (of[i].given) {
			snprintf(why, PARAMS_WHY, "--%s: with --topology only", of[i].name);
			return false;
		}
	return true;
}

int command_gen(int argc, char **argv)
{
	struct gen_options own;
	struct options o;
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&o, &line_gen, &own, argc, argv, &status))
		return status;
	struct job j = { .p = &o.params, .own = &own };

	if (!own.out)
		return bad_input("--out DIR is missing");
	if (own.topology)
		return generate_fabric(&o, &own);
	params_complete(&o.params, o.param_given);
	if (!only_of_networks(&own, why) || !params_check(&o.params, why))
		return bad_input("%s", why);
	if (own.memory_map_strict && !own.memory_map)
		return bad_input("--memory-map-strict needs --memory-map");
	return own.memory_map ? generate_mapped(&j) : generate(&j);
}
