#include "manifest.h"

#include "shape.h"
#include "template.h"
#include "units.h"
#include "version.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* A document being built; failed: memory ran out somewhere. */
struct doc {
	cJSON *root;
	bool failed;
};

static cJSON *checked(struct doc *m, cJSON *item)
{
	m->failed |= !item;
	return item;
}

static void number(struct doc *m, cJSON *to, const char *name, uint64_t value)
{
	checked(m, cJSON_AddNumberToObject(to, name, (double)value));
}

static void string(struct doc *m, cJSON *to, const char *name, const char *value)
{
	checked(m, cJSON_AddStringToObject(to, name, value));
}

static cJSON *list(struct doc *m, cJSON *to, const char *name)
{
	return checked(m, cJSON_AddArrayToObject(to, name));
}

static cJSON *object(struct doc *m, cJSON *to, const char *name)
{
	return checked(m, cJSON_AddObjectToObject(to, name));
}

static cJSON *element(struct doc *m, cJSON *to)
{
	cJSON *item = checked(m, cJSON_CreateObject());

	cJSON_AddItemToArray(to, item);
	return item;
}

static void module_name(struct doc *m, cJSON *to, const char *name, const struct params *p, const char *what)
{
	char text[2 * PARAMS_WORD];

	snprintf(text, sizeof text, "%s_%s", p->name, what);
	string(m, to, name, text);
}

static void add_files(struct doc *m, const struct rtl_files *files)
{
	cJSON *to = list(m, m->root, "files");

	for (unsigned i = 0; i < files->n; i++)
		cJSON_AddItemToArray(to, checked(m, cJSON_CreateString(files->file[i].name)));
}

static void add_parameters(struct doc *m, const struct params *p)
{
	cJSON *to = object(m, m->root, "parameters");
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
#undef FEATURE
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
#undef FIELD
}

static void add_port(struct doc *m, cJSON *to, const struct signal *port)
{
	cJSON *item;

	if (!port->width)
		return;
	item = element(m, to);
	string(m, item, "name", port->name);
	string(m, item, "direction", port->kind == SIGNAL_IN ? "input" : "output");
	number(m, item, "width", port->width);
	number(m, item, "links", port->elements);
	string(m, item, "meaning", port->help);
}

static void add_ports(struct doc *m, const struct shape *s)
{
	static const struct signal clk = { .name = "clk", .help = "clock", .elements = 1, .width = 1 },
				   rst = { .name = "rst", .help = "synchronous reset, active high", .elements = 1, .width = 1 };
	cJSON *to = list(m, m->root, "ports");
	struct signal ports[PINS];

	ports_describe(s, ports);
	add_port(m, to, &clk);
	add_port(m, to, &rst);
	for (unsigned i = 0; i < PINS; i++)
		add_port(m, to, &ports[i]);
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
	registers = list(m, item, "registers");
	for (unsigned i = 0; i < u->n; i++)
		if (u->signals[i].kind == SIGNAL_REG && u->signals[i].width)
			add_register(m, registers, &u->signals[i]);
}

static void add_memory(struct doc *m, cJSON *to, const struct params *p, const struct site_desc *site, const struct signal *r)
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

static void add_units(struct doc *m, const struct params *p, const struct shape *s)
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
				add_memory(m, memories, p, site, r);
			count(&t, r, site->instances);
		}
	}
	item = object(m, m->root, "totals");
	number(m, item, "register_bits", t.register_bits);
	number(m, item, "read_register_bits", t.read_register_bits);
	number(m, item, "memories", t.memories);
	number(m, item, "memory_bits", t.memory_bits);
}

/* A text file ends with one. */
static char *with_newline(char *text)
{
	const size_t n = strlen(text);
	char *longer = realloc(text, n + 2);

	if (!longer) {
		free(text);
		return NULL;
	}
	memcpy(longer + n, "\n", 2);
	return longer;
}

/* AXI-Stream ports, of a switch by port. */
static void add_axis_ports(struct doc *m, const struct params *p, const struct shape *s)
{
	const bool several = scheme_is_switch(p->scheme);
	const unsigned links = several ? p->radix : 1, dest = clog2(several ? p->radix : p->nodes);
	const struct {
		const char *name;
		unsigned width;
		bool back;              /* against the frames */
		const char *help;
	} pins[] = {
		{ "tdata", 8 * p->axis_bytes, false, "data of a beat" }, { "tkeep", p->axis_bytes, false, "bytes that count" },
		{ "tvalid", 1, false, "a beat is there" }, { "tready", 1, true, "it is taken" }, { "tlast", 1, false, "it is the last of its frame" },
		{ "tid", p->axis_id_bits, false, "of the frame; its level, modulo their number" },
		{ "tdest", dest, false, "where the frame goes to; at m_axis, where it comes from" }, { "tuser", p->axis_user_bits, false, "of the beat" },
	};
	cJSON *to = list(m, m->root, "axis_ports");
	char name[32];

	for (unsigned out = 0; out < 2; out++)
		for (unsigned i = 0; i < sizeof pins / sizeof *pins; i++) {
			snprintf(name, sizeof name, "%c_axis_%s", out ? 'm' : 's', pins[i].name);
			add_port(m, to, &(struct signal){ .kind = pins[i].back == out ? SIGNAL_IN : SIGNAL_OUT, .name = name, .help = pins[i].help,
				.elements = links, .width = pins[i].width });
		}
	add_port(m, to, &(struct signal){ .kind = SIGNAL_OUT, .name = "dropped", .help = "frames that were dropped", .elements = links, .width = 16 });
	number(m, m->root, "frame_beats", s->frame_beats);
}

/* What has a model: a switch, or a network interface. */
static void add_switch(struct doc *m, const struct params *p)
{
	const struct shape s = shape_of(p);

	add_templates(m, p, &s);
	add_ports(m, &s);
	add_header(m, &s);
	add_units(m, p, &s);
}

/* The same, as an object of its own. */
static void add_part(struct doc *m, const char *name, const struct params *p)
{
	struct doc part = { .root = object(m, m->root, name) };

	if (part.root) {
		module_name(&part, part.root, "top", p, "switch");
		add_parameters(&part, p);
		add_switch(&part, p);
	}
	m->failed |= part.failed;
}

static void add_axis(struct doc *m, const struct params *p)
{
	const struct shape s = shape_of(p);
	const struct params native = params_native(p);
	struct params interface;

	add_axis_ports(m, p, &s);
	if (!scheme_is_switch(p->scheme)) {
		add_switch(m, &native);
		return;
	}
	interface = params_interface(p);
	interface = params_native(&interface);
	add_part(m, "switch", &native);
	add_part(m, "interface", &interface);
}

char *manifest_text(const struct params *p, const struct rtl_files *files)
{
	const bool axis = p->ports == PORT_KIND_axis;
	struct doc m = { .root = cJSON_CreateObject() };
	char *text;

	checked(&m, m.root);
	string(&m, m.root, "generator", "sluice " SLUICE_VERSION);
	module_name(&m, m.root, "top", p, !axis ? "switch" : scheme_is_switch(p->scheme) ? "axis" : "axis_node");
	add_files(&m, files);
	add_parameters(&m, p);
	if (axis)
		add_axis(&m, p);
	else
		add_switch(&m, p);
	text = m.failed ? NULL : cJSON_Print(m.root);
	cJSON_Delete(m.root);
	return text ? with_newline(text) : NULL;
}
