#define _GNU_SOURCE     /* asprintf */
#include "manifest.h"

#include "doc.h"
#include "fabric/fabric.h"
#include "shape.h"
#include "storage.h"
#include "template.h"
#include "top.h"
#include "units.h"

#include <stdlib.h>
#include <string.h>

static cJSON *object(struct doc *m, cJSON *to, const char *name)
{
	return checked(m, cJSON_AddObjectToObject(to, name));
}

static void module_name(struct doc *m, cJSON *to, const char *name, const struct params *p, const char *what)
{
	char text[2 * PARAMS_WORD];

	snprintf(text, sizeof text, "%s_%s", p->name, what);
	string(m, to, name, text);
}

static void add_files(struct doc *m, const char *name, const struct rtl_files *files)
{
	cJSON *to = list(m, m->root, name);

	for (unsigned i = 0; i < files->n; i++)
		cJSON_AddItemToArray(to, checked(m, cJSON_CreateString(files->file[i].name)));
}

static void add_parameters(struct doc *m, const char *name, const struct params *p)
{
	cJSON *to = object(m, m->root, name);
	char text[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!params_used(p, d))
			continue;
		params_text(p, d, text, sizeof text);
		if (d->type == PARAM_NUMBER)
			checked(m, cJSON_AddRawToObject(to, d->name, text));
		else
			string(m, to, d->name, text);
	}
}

/* Which templates the Verilog was made of, and the features that were resolved in them. */
static void add_templates(struct doc *m, const struct params *p, const struct shape *s)
{
	cJSON *to;

	string(m, m->root, "architecture", template_architecture(p));
	to = list(m, m->root, "features");
#define FEATURE(name, present, help) if (present) cJSON_AddItemToArray(to, checked(m, cJSON_CreateString(#name)));
#include "features.def"
}

static void add_field(struct doc *m, cJSON *to, const char *name, unsigned lsb, unsigned width, const char *meaning)
{
	cJSON *item;

	if (!width)
		return;
	item = element(m, to);
	string(m, item, "name", name);
	number(m, item, "lsb", lsb);
	number(m, item, "width", width);
	string(m, item, "meaning", meaning);
}

static void add_header(struct doc *m, const struct shape *s)
{
	cJSON *to = list(m, m->root, "header");
	unsigned lsb = 0;

#define FIELD(name, width, help) add_field(m, to, #name, lsb, width, help); lsb += (width);
#include "header.def"
}

static void add_pins(struct doc *m, cJSON *to, const struct top_pin *pins, unsigned n)
{
	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		cJSON *item = element(m, to);

		string(m, item, "name", pin->name);
		string(m, item, "direction", pin->input ? "input" : "output");
		number(m, item, "width", pin->width);
		number(m, item, "links", pin->links);
		string(m, item, "meaning", pin->help);
	}
}

static void add_ports(struct doc *m, const struct shape *s)
{
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_switch_pins(s, pins);

	add_pins(m, list(m, m->root, "ports"), pins, n);
}

/* What is outside of the switch, and contains it. */
static void add_adapter(struct doc *m, const struct params *p, const struct shape *s)
{
	struct top_pin pins[TOP_PINS];
	cJSON *to;

	if (!s->nic)
		return;
	to = object(m, m->root, "adapter");
	module_name(m, to, "top", p, top_module(p));
	add_pins(m, list(m, to, "ports"), pins, top_adapter_pins(s, pins));
}

static void add_register(struct doc *m, cJSON *to, const struct signal *r)
{
	cJSON *item = element(m, to);
	char name[64];

	units_signal_name(r, name, sizeof name);
	string(m, item, "name", name);
	number(m, item, "width", r->width);
	if (r->reset == RESET_ONES)
		string(m, item, "reset", "ones");
	else
		number(m, item, "reset", r->reset);
	string(m, item, "meaning", r->help);
}

static const char *const per_names[] = { [AT_INPUT] = "input", [AT_OUTPUT] = "output", [AT_SWITCH] = "switch" };

static void add_storage(struct doc *m, cJSON *to, struct storage of)
{
	number(m, to, "memory_bits", of.memory_bits);
	number(m, to, "flip_flops", of.flip_flops);
}

/* A unit where it stands: one that has several sites is listed for each, under the site's name. */
static void add_unit(struct doc *m, cJSON *to, const struct params *p, const struct site_desc *site, const struct unit_desc *u)
{
	cJSON *item = element(m, to), *registers;
	char path[64];

	site_path(site, 0, path, sizeof path);
	string(m, item, "name", site->name);
	module_name(m, item, "module", p, u->name);
	string(m, item, "meaning", u->help);
	string(m, item, "per", per_names[site->per]);
	number(m, item, "instances", site->instances);
	string(m, item, "first_instance", path);
	add_storage(m, item, storage_of_unit(u, site->instances));
	registers = list(m, item, "registers");
	for (unsigned i = 0; i < u->n; i++)
		if (u->signals[i].kind == SIGNAL_REG && u->signals[i].width)
			add_register(m, registers, &u->signals[i]);
}

/* The macros of a memory, or that it is inferred. */
static void add_macros(struct doc *m, cJSON *to, const struct signal *r, const struct memory_map *map)
{
	const struct map_choice c = map_choose(map, r->words, r->width, r->masked);

	flag(m, to, "inferred", !c.macro);
	if (!c.macro)
		return;
	to = object(m, to, "macros");
	string(m, to, "macro", c.macro->name);
	number(m, to, "deep", c.deep);
	number(m, to, "wide", c.wide);
	number(m, to, "words_of_each", c.step);
	number(m, to, "bits_of_each", c.column);
	number(m, to, "bits", (uint64_t)c.deep * c.wide * c.macro->words * c.macro->bits);
	if (c.macro->area_um2 > 0)
		checked(m, cJSON_AddNumberToObject(to, "area_um2", c.deep * c.wide * c.macro->area_um2));
}

static void add_memory(struct doc *m, cJSON *to, const struct params *p, const struct site_desc *site, const struct signal *r, const struct memory_map *map)
{
	cJSON *item = element(m, to);

	string(m, item, "unit", site->name);
	string(m, item, "name", r->name);
	module_name(m, item, "module", p, r->masked ? "ram_1r1w_masked" : "ram_1r1w");
	number(m, item, "instances", site->instances);
	number(m, item, "words", r->words);
	number(m, item, "width", r->width);
	string(m, item, "ports", "1R1W");
	number(m, item, "bits", (uint64_t)site->instances * r->words * r->width);
	string(m, item, "meaning", r->help);
	if (map)
		add_macros(m, item, r, map);
}

struct totals {
	uint64_t register_bits, read_register_bits, memories, memory_bits;
};

static void count(struct totals *t, const struct signal *r, unsigned instances)
{
	if (r->kind == SIGNAL_REG)
		t->register_bits += (uint64_t)instances * r->width;
	if (r->kind == SIGNAL_MEM && r->words) {
		t->read_register_bits += (uint64_t)instances * r->width;
		t->memories += instances;
		t->memory_bits += (uint64_t)instances * r->words * r->width;
	}
}

static void add_units(struct doc *m, const struct params *p, const struct shape *s, const struct memory_map *map)
{
	cJSON *units = list(m, m->root, "units"), *memories = list(m, m->root, "memories"), *item;
	struct unit_desc table[UNITS];
	struct site_desc sites[SITES];
	struct totals t = { 0 };

	units_describe(s, table, sites);
	for (const struct site_desc *site = sites; site < sites + SITES; site++) {
		const struct unit_desc *const u = &table[site->unit];

		if (!site->instances)
			continue;
		add_unit(m, units, p, site, u);
		for (unsigned i = 0; i < u->n; i++) {
			const struct signal *r = &u->signals[i];

			if (r->kind == SIGNAL_MEM && r->words)
				add_memory(m, memories, p, site, r, map);
			count(&t, r, site->instances);
		}
	}
	item = object(m, m->root, "totals");
	number(m, item, "register_bits", t.register_bits);
	number(m, item, "read_register_bits", t.read_register_bits);
	number(m, item, "memories", t.memories);
	number(m, item, "memory_bits", t.memory_bits);
}

/* What has a model: a switch, or a network interface. */
static void add_switch(struct doc *m, const struct params *p, const struct memory_map *map)
{
	const struct shape s = shape_of(p);

	add_templates(m, p, &s);
	add_ports(m, &s);
	add_adapter(m, p, &s);
	add_header(m, &s);
	add_units(m, p, &s, map);
}

/* The same, as an object of its own. */
static void add_part(struct doc *m, const char *name, const struct params *p, const struct memory_map *map)
{
	struct doc part = { .root = object(m, m->root, name) };

	if (part.root) {
		module_name(&part, part.root, "top", p, "switch");
		add_parameters(&part, "parameters", p);
		add_switch(&part, p, map);
	}
	m->failed |= part.failed;
}

/* AXI-Stream ports, and what is behind them. */
static void add_axis(struct doc *m, const struct params *p, const struct memory_map *map)
{
	const struct params native = params_native(p);
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_pins(p, pins);
	struct params interface;

	add_pins(m, list(m, m->root, "axis_ports"), pins, n);
	number(m, m->root, "frame_beats", shape_of(p).frame_beats);
	if (!scheme_is_switch(p->scheme)) {
		add_switch(m, &native, map);
		return;
	}
	interface = params_interface(p);
	interface = params_native(&interface);
	add_part(m, "switch", &native, map);
	add_part(m, "interface", &interface, map);
}

cJSON *manifest_json(const struct params *p, const struct memory_map *map, const struct rtl_files *rtl)
{
	const bool axis = p->ports == PORT_KIND_axis;
	struct doc m = doc_begin();

	module_name(&m, m.root, "top", p, axis ? top_module(p) : "switch");
	add_files(&m, "files", rtl);
	add_parameters(&m, "parameters", p);
	add_storage(&m, object(&m, m.root, "storage"), storage_of_switch(p));
	if (axis)
		add_axis(&m, p, map);
	else
		add_switch(&m, p, map);
	return doc_end(&m);
}

/* The text of a manifest, which is no more then. */
static char *text_of(struct doc *m)
{
	cJSON *const root = m->root ? doc_end(m) : NULL;
	char *const printed = root ? cJSON_Print(root) : NULL, *text = NULL;

	if (printed && asprintf(&text, "%s\n", printed) < 0)
		text = NULL;
	free(printed);
	cJSON_Delete(root);
	return text;
}

char *manifest_text(const struct params *p, const struct memory_map *map, const struct rtl_files *rtl, const struct rtl_files *others)
{
	struct doc m = { .root = manifest_json(p, map, rtl) };

	if (m.root && others)
		add_files(&m, "other_files", others);
	return text_of(&m);
}

char *manifest_of_fabric(const struct fabric *f, const struct rtl_files *rtl, const struct rtl_files *others)
{
	struct doc m = doc_begin();

	module_name(&m, m.root, "top", f->sw, "fabric");
	add_files(&m, "files", rtl);
	add_files(&m, "other_files", others);
	string(&m, m.root, "topology", f->topology);
	string(&m, m.root, "topology_options", f->topology_options);
	number(&m, m.root, "switches", f->switches);
	number(&m, m.root, "nodes", f->nodes);
	number(&m, m.root, "link_registers", f->stages);
	add_storage(&m, object(&m, m.root, "storage"), storage_of_fabric(f));
	add_parameters(&m, "switch_parameters", f->sw);
	if (f->nic)
		add_parameters(&m, "interface_parameters", f->nic);
	return text_of(&m);
}
