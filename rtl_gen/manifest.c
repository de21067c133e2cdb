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

static void module_name(struct doc *m, cJSON *to, const char *name, const struct params *p, const char *what)
{
	char text[2 * PARAMS_WORD];

	snprintf(text, sizeof text, "%s_%s", p->name, what);
	doc_add(m, to, "%s=%s", name, text);
}

static void add_files(struct doc *m, const char *name, const struct rtl_files *files)
{
	cJSON *to = doc_list(m, m->root, name);

	for (unsigned i = 0; i < files->n; i++)
		cJSON_AddItemToArray(to, checked(m, cJSON_CreateString(files->file[i].name)));
}

/* Which templates the Verilog was made of, and the features that were resolved in them. */
static void add_templates(struct doc *m, const struct params *p, const struct shape *s)
{
	cJSON *to;

	doc_add(m, m->root, "architecture=%s", template_architecture(p));
	to = doc_list(m, m->root, "features");
#define FEATURE(name, present, help) if (present) cJSON_AddItemToArray(to, checked(m, cJSON_CreateString(#name)));
#include "features.def"
}

static void add_field(struct doc *m, cJSON *to, const char *name, unsigned lsb, unsigned width, const char *meaning)
{
	if (width)
		doc_element(m, to, "name=%s lsb=%u width=%u meaning=%s", name, lsb, width, meaning);
}

static void add_header(struct doc *m, const struct shape *s)
{
	cJSON *to = doc_list(m, m->root, "header");
	unsigned lsb = 0;

#define FIELD(name, width, help) add_field(m, to, #name, lsb, width, help); lsb += (width);
#include "header.def"
}

static void add_pins(struct doc *m, cJSON *to, const struct top_pin *pins, unsigned n)
{
	for (const struct top_pin *pin = pins; pin < pins + n; pin++)
		doc_element(m, to, "name=%s direction=%s width=%u links=%u meaning=%s", pin->name, pin->input ? "input" : "output", pin->width, pin->links, pin->help);
}

static void add_ports(struct doc *m, const struct shape *s)
{
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_switch_pins(s, pins);

	add_pins(m, doc_list(m, m->root, "ports"), pins, n);
}

/* What is outside of the switch, and contains it. */
static void add_adapter(struct doc *m, const struct params *p, const struct shape *s)
{
	struct top_pin pins[TOP_PINS];
	cJSON *to;

	if (!s->nic)
		return;
	to = doc_object(m, m->root, "adapter");
	module_name(m, to, "top", p, top_module(p));
	add_pins(m, doc_list(m, to, "ports"), pins, top_adapter_pins(s, pins));
}

static void add_register(struct doc *m, cJSON *to, const struct signal *r)
{
	cJSON *item;
	char name[64];

	units_signal_name(r, name, sizeof name);
	item = doc_element(m, to, "name=%s width=%u", name, r->width);
	if (r->reset == RESET_ONES)
		doc_add(m, item, "reset=%s", "ones");
	else
		doc_add(m, item, "reset=%ju", (uintmax_t)r->reset);
	doc_add(m, item, "meaning=%s", r->help);
}

static const char *const per_names[] = { [AT_INPUT] = "input", [AT_OUTPUT] = "output", [AT_SWITCH] = "switch" };

static void add_storage(struct doc *m, cJSON *to, struct storage of)
{
	doc_add(m, to, "memory_bits=%ju flip_flops=%ju", of.memory_bits, of.flip_flops);
}

/* A unit where it stands: one that has several sites is listed for each, under the site's name. */
static void add_unit(struct doc *m, cJSON *to, const struct params *p, const struct site_desc *site, const struct unit_desc *u)
{
	cJSON *const item = doc_element(m, to, "name=%s", site->name), *registers;
	char path[64];

	site_path(site, 0, path, sizeof path);
	module_name(m, item, "module", p, u->name);
	doc_add(m, item, "meaning=%s per=%s instances=%u first_instance=%s", u->help, per_names[site->per], site->instances, path);
	add_storage(m, item, storage_of_unit(u, site->instances));
	registers = doc_list(m, item, "registers");
	for (unsigned i = 0; i < u->n; i++)
		if (u->signals[i].kind == SIGNAL_REG && u->signals[i].width)
			add_register(m, registers, &u->signals[i]);
}

/* The macros of a memory, or that it is inferred. */
static void add_macros(struct doc *m, cJSON *to, const struct signal *r, const struct memory_map *map)
{
	const struct map_choice c = map_choose(map, r->words, r->width, r->masked);

	doc_add(m, to, "inferred=%d", !c.macro);
	if (!c.macro)
		return;
	to = doc_object(m, to, "macros");
	doc_add(m, to, "macro=%s deep=%u wide=%u words_of_each=%u bits_of_each=%u bits=%ju", c.macro->name, c.deep, c.wide, c.step, c.column,
		(uintmax_t)c.deep * c.wide * c.macro->words * c.macro->bits);
	if (c.macro->area_um2 > 0)
		doc_add(m, to, "area_um2=%g", c.deep * c.wide * c.macro->area_um2);
}

static void add_memory(struct doc *m, cJSON *to, const struct params *p, const struct site_desc *site, const struct signal *r, const struct memory_map *map)
{
	cJSON *item = doc_element(m, to, "unit=%s name=%s", site->name, r->name);

	module_name(m, item, "module", p, r->masked ? "ram_1r1w_masked" : "ram_1r1w");
	doc_add(m, item, "instances=%u words=%u width=%u ports=%s bits=%ju meaning=%s", site->instances, r->words, r->width, "1R1W",
		(uintmax_t)site->instances * r->words * r->width, r->help);
	if (map)
		add_macros(m, item, r, map);
}

static void add_units(struct doc *m, const struct params *p, const struct shape *s, const struct memory_map *map)
{
	cJSON *units = doc_list(m, m->root, "units"), *memories = doc_list(m, m->root, "memories");
	struct unit_desc table[UNITS];
	struct site_desc sites[SITES];
	const struct storage all = storage_of_shape(s);

	units_describe(s, table, sites);
	for (const struct site_desc *site = sites; site < sites + SITES; site++) {
		const struct unit_desc *const u = &table[site->unit];

		if (!site->instances)
			continue;
		add_unit(m, units, p, site, u);
		for (const struct signal *r = u->signals; r < u->signals + u->n; r++)
			if (r->kind == SIGNAL_MEM && r->words)
				add_memory(m, memories, p, site, r, map);
	}
	doc_add(m, doc_object(m, m->root, "totals"), "register_bits=%ju read_register_bits=%ju memories=%ju memory_bits=%ju",
		all.flip_flops - all.read_registers, all.read_registers, all.memories, all.memory_bits);
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
	struct doc part = { .root = doc_object(m, m->root, name) };

	if (part.root) {
		module_name(&part, part.root, "top", p, "switch");
		doc_parameters(&part, part.root, "parameters", p);
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

	add_pins(m, doc_list(m, m->root, "axis_ports"), pins, n);
	doc_add(m, m->root, "frame_beats=%u", shape_of(p).frame_beats);
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
	doc_parameters(&m, m.root, "parameters", p);
	add_storage(&m, doc_object(&m, m.root, "storage"), storage_of_switch(p));
	if (axis)
		add_axis(&m, p, map);
	else
		add_switch(&m, p, map);
	return doc_end(&m);
}

/* The text of a manifest, which is no more then. */
static char *text_of(struct doc *m)
{
	char *const printed = doc_text(m), *text = NULL;

	if (printed && asprintf(&text, "%s\n", printed) < 0)
		text = NULL;
	free(printed);
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
	doc_add(&m, m.root, "topology=%s topology_options=%s switches=%u nodes=%u link_registers=%u",
		f->topology, f->topology_options, f->switches, f->nodes, f->stages);
	add_storage(&m, doc_object(&m, m.root, "storage"), storage_of_fabric(f));
	doc_parameters(&m, m.root, "switch_parameters", f->sw);
	if (f->nic)
		doc_parameters(&m, m.root, "interface_parameters", f->nic);
	return text_of(&m);
}
