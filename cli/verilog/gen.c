#define _GNU_SOURCE     /* open_memstream */
#include "gen_rule.h"
#include "manifest.h"
#include "options.h"
#include "rtl_gen.h"
#include "report_error.h"
#include "shape.h"
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
		   "set sluice.conf, and manifest.json, which lists ports, registers and memories.",
	.table = rows,
	.ports = true,
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

static struct text list_text(const struct rtl_files *r)
{
	struct text t = { NULL, 0 };
	FILE *f = open_memstream(&t.s, &t.size);

	if (f) {
		for (unsigned i = 0; i < r->n; i++)
			fprintf(f, "%s\n", r->file[i].name);
		fclose(f);
	}
	return t;
}

static struct text json_text(const struct params *p, const struct rtl_files *r)
{
	struct text t = { manifest_text(p, r), 0 };

	t.size = t.s ? strlen(t.s) : 0;
	return t;
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

static bool write_switch(struct tree *t, const struct params *p, const struct rtl_files *r, char why[TREE_WHY])
{
	for (unsigned i = 0; i < r->n; i++)
		if (!tree_add(t, r->file[i].name, r->file[i].text, r->file[i].size, why))
			return false;
	return add(t, GEN_LIST, list_text(r), why) && add(t, GEN_MANIFEST, json_text(p, r), why) && add(t, GEN_CONF, conf_text(p), why) &&
	       tree_commit(t, why);
}

static const char *top_of(const struct params *p)
{
	if (p->ports == PORT_KIND_native)
		return "switch";
	return scheme_is_switch(p->scheme) ? "axis" : "axis_node";
}

static int generate(const struct params *p, const char *out, bool force)
{
	const struct shape s = shape_of(p);
	char queues[QUEUES_TEXT];
	struct rtl_files r;
	struct tree t;
	char why[TREE_WHY];
	bool good;

	if (!tree_begin(&t, out, force, &gen_rule, why))
		return cannot("%s", why);
	r = rtl_generate(p);
	good = write_switch(&t, p, &r, why);
	shape_queues(&s, queues, sizeof queues);
	if (good)
		say("%s: %s_%s, %u ports, %s a port, %u Verilog files", out, p->name, top_of(p), s.radix, queues, r.n);
	rtl_files_free(&r);
	return good ? EXIT_OK : cannot("%s", why);
}

int command_gen(int argc, char **argv)
{
	struct gen_options own;
	struct options o;
	int status;

	if (!options_parse(&o, &line_gen, &own, argc, argv, &status))
		return status;
	if (!own.out)
		return bad_input("--out DIR is missing");
	return generate(&o.params, own.out, own.force);
}
