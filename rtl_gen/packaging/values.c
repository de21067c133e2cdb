#define _POSIX_C_SOURCE 200809L
#include "packaging/values.h"

#include "manifest.h"
#include "packaging/diagram.h"
#include "packaging/packaging.h"
#include "packaging/register_values.h"
#include "top.h"
#include "version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, BITS_SHOWN = 1000 };

void add_pins(struct doc *m, const struct top_pin *pins, unsigned n)
{
	cJSON *to = list(m, m->root, "pins");

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		cJSON *item = element(m, to);

		string(m, item, "pin", pin->name);
		flag(m, item, "input", pin->input);
		flag(m, item, "scalar", pin->scalar);
		flag(m, item, "clock", pin == pins);
		number(m, item, "bits", pin->width);
		number(m, item, "msb", pin->width - 1);
		if (pin->links > 1)
			number(m, item, "per_link", pin->width / pin->links);
		string(m, item, "about", *pin->help ? pin->help : "likewise");
	}
}

/* Behind rx_ or tx_, with or without link_ before it; NULL: no pin of a link. *received: it is rx_. */
static const char *in_link(const struct top_pin *pin, bool *received)
{
	const char *name = pin->name;

	if (!strncmp(name, "link_", 5))
		name += 5;
	*received = !strncmp(name, "rx_", 3);
	return *received || !strncmp(name, "tx_", 3) ? name + 3 : NULL;
}

/* The interface of one link: which bits of which pins it has. */
static void add_interface(struct doc *m, cJSON *to, const struct top_pin *pins, unsigned n, bool received, unsigned link, unsigned links)
{
	cJSON *item = element(m, to), *of;
	char name[NAME];

	snprintf(name, sizeof name, "%s%s", links > 1 ? "" : "link_", received ? "rx" : "tx");
	if (links > 1)
		snprintf(name + strlen(name), sizeof name - strlen(name), "_%u", link);
	string(m, item, "interface", name);
	flag(m, item, "received", received);
	of = list(m, item, "maps");
	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		bool is_received;
		const char *const logical = in_link(pin, &is_received);
		const unsigned bits = pin->width / pin->links;
		cJSON *map;

		if (!logical || is_received != received)
			continue;
		map = element(m, of);
		in_capitals(m, map, "logical", logical);
		string(m, map, "pin", pin->name);
		flag(m, map, "part", !pin->scalar);
		number(m, map, "left", (link + 1) * bits - 1);
		number(m, map, "right", link * bits);
	}
}

/* n: 0 where pins are those of no link. */
static void add_links(struct doc *m, const struct shape *s, const struct top_pin *pins, unsigned n)
{
	cJSON *to = list(m, m->root, "interfaces"), *wires = list(m, m->root, "wires");
	const unsigned links = !n ? 0 : s->nic ? 1 : s->radix;

	flag(m, m->root, "has_interfaces", n);

	for (unsigned link = 0; link < links; link++) {
		add_interface(m, to, pins, n, true, link, links);
		add_interface(m, to, pins, n, false, link, links);
	}
	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		bool received;
		const char *const logical = in_link(pin, &received);
		cJSON *item;

		if (!logical || !received)
			continue;
		item = element(m, wires);
		in_capitals(m, item, "logical", logical);
		number(m, item, "bits", pin->width / pin->links);
		flag(m, item, "forward", pin->input);
		string(m, item, "about", *pin->help ? pin->help : "likewise");
	}
}

static void add_field(struct doc *m, cJSON *to, const char *name, unsigned lsb, unsigned width, unsigned flit_bits, const char *meaning)
{
	cJSON *item;

	if (!width)
		return;
	item = element(m, to);
	string(m, item, "field", name);
	number(m, item, "lsb", lsb);
	number(m, item, "msb", lsb + width - 1);
	number(m, item, "bits", width);
	number(m, item, "x", (flit_bits - lsb - width) * BITS_SHOWN / flit_bits);
	number(m, item, "w", width * BITS_SHOWN / flit_bits);
	number(m, item, "middle", (2 * (flit_bits - lsb) - width) * BITS_SHOWN / (2 * flit_bits));
	string(m, item, "about", meaning);
}

static void add_first_flit(struct doc *m, const struct shape *s)
{
	cJSON *to = list(m, m->root, "first_flit");
	unsigned lsb = 0;

#define FIELD(name, width, help) add_field(m, to, #name, lsb, width, s->flit_bits, help); lsb += (width);
#include "header.def"
	add_field(m, to, "payload", lsb, s->flit_bits - lsb, s->flit_bits, "the sender's, passed on as it is");
}

static void add_settings(struct doc *m, const struct params *p)
{
	cJSON *to = list(m, m->root, "settings");
	char text[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		cJSON *item;

		if (!params_used(p, d))
			continue;
		params_text(p, d, text, sizeof text);
		item = element(m, to);
		string(m, item, "setting", d->name);
		string(m, item, "value", text);
		string(m, item, "unit", d->type == PARAM_NUMBER ? d->unit : "");
		string(m, item, "about", d->help);
	}
}

static const char *top_verilog(const struct params *p, const struct rtl_files *rtl, const char *module)
{
	char name[2 * NAME];

	snprintf(name, sizeof name, "rtl/%s_%s.v", p->name, module);
	for (unsigned i = 0; i < rtl->n; i++)
		if (!strcmp(rtl->file[i].name, name))
			return rtl->file[i].text;
	return "";
}

/*
 * Parameters that size what is inside of modules: with another value there are the same pins, fields of headers and units, and no other parameter
 * follows from it. So a design may override one of them alone.
 */
static bool sizes_alone(const struct param_desc *d)
{
	static const unsigned all[] = {
		PARAM_INDEX_slots, PARAM_INDEX_detect_threshold, PARAM_INDEX_xoff_threshold, PARAM_INDEX_xon_threshold, PARAM_INDEX_reserve,
		PARAM_INDEX_link_cycles, PARAM_INDEX_cells, PARAM_INDEX_detect_cells, PARAM_INDEX_detect_xon_cells, PARAM_INDEX_xoff_cells,
		PARAM_INDEX_xon_cells, PARAM_INDEX_nic_cells, PARAM_INDEX_nic_lines, PARAM_INDEX_host_cells, PARAM_INDEX_source_slots,
		PARAM_INDEX_host_slots, PARAM_INDEX_buffer_flits, PARAM_INDEX_injection_vcs, PARAM_INDEX_delivery_vcs, PARAM_INDEX_timeout,
		PARAM_INDEX_threshold, PARAM_INDEX_increment, PARAM_INDEX_decrement, PARAM_INDEX_floor, PARAM_INDEX_fall, PARAM_INDEX_extrapolate,
		PARAM_INDEX_tune_gathers,
	};

	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		if (d == params_table + all[i])
			return true;
	return false;
}

/* Is another value valid as well? */
static bool has_another(const struct params *p, const struct param_desc *d, unsigned is)
{
	const unsigned tried[] = { d->min, d->max, is - 1, is + 1, is / 2, is * 2 };

	for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
		struct params other = *p;
		char text[NAME], why[PARAMS_WHY];

		snprintf(text, sizeof text, "%u", tried[i]);
		if (tried[i] != is && params_set(&other, d->name, text, why) && params_check(&other, why))
			return true;
	}
	return false;
}

/* SOME_NAME in the Verilog is some_name in spec/params.def. NULL: none is called so. */
static const struct param_desc *of_name(const char *verilog)
{
	char name[NAME];
	size_t n = 0;

	for (; verilog[n]; n++)
		name[n] = (char)tolower((unsigned char)verilog[n]);
	name[n] = '\0';
	return params_find(name);
}

/* From the Verilog of the module that a design instantiates, a line each: `parameter NAME = number`. What follows from others is no number. */
static void add_generics(struct doc *m, const struct params *p, const char *verilog)
{
	static const char word[] = "\n  parameter ";
	cJSON *to = list(m, m->root, "generics");

	for (const char *at = verilog; (at = strstr(at, word)); ) {
		const struct param_desc *d;
		char name[NAME], value[NAME];
		cJSON *item;

		at += strlen(word);
		if (sscanf(at, "%63[A-Z0-9_] = %63[0-9]", name, value) != 2)
			continue;
		d = of_name(name);
		if (!d || !sizes_alone(d) || !params_used(p, d) || !has_another(p, d, (unsigned)strtoul(value, NULL, 10)))
			continue;
		item = element(m, to);
		string(m, item, "generic", name);
		string(m, item, "value", value);
		number(m, item, "least", d->min);
		number(m, item, "most", d->max);
		string(m, item, "about", d->help);
	}
	flag(m, m->root, "has_generics", cJSON_GetArraySize(to) > 0);
}

static void add_scheme(struct doc *m, const struct shape *s)
{
	static const char *const helps[] = {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) help,
#include "schemes.def"
	};
	static const char *const throughputs[] = {
#define PIPELINE(id, latency, throughput) [CLASSIFIER_##id] = throughput,
#include "schemes.def"
	};
	char queues[QUEUES_TEXT];

	shape_queues(s, queues, sizeof queues);
	string(m, m->root, "queues_a_port", queues);
	string(m, m->root, "scheme_about", helps[s->scheme]);
	string(m, m->root, "throughput", throughputs[s->classifier]);
}

static void add_name(struct doc *m, const char *name, const struct params *p, const char *end)
{
	char text[2 * NAME];

	snprintf(text, sizeof text, "%s_%s", p->name, end);
	string(m, m->root, name, text);
}

static bool is_among(const char *name, const char *const names[3])
{
	for (unsigned i = 0; i < 3; i++)
		if (names[i] && !strcmp(name, names[i]))
			return true;
	return false;
}

void add_host_pin(struct doc *m, cJSON *to, const char *name, const struct top_pin *pin, unsigned nodes)
{
	const unsigned bits = pin->width / pin->links;
	cJSON *const item = element(m, to);

	string(m, item, name, pin->name);
	flag(m, item, "input", pin->input);
	number(m, item, "bits", bits);
	number(m, item, "msb", nodes * bits - 1);
	flag(m, item, "ready", !strcmp(pin->name, "send_ready"));
	flag(m, item, "valid", !strcmp(pin->name, "send_valid"));
	flag(m, item, "destination", is_among(pin->name, (const char *[3]){ "send_destination", "s_axis_tdest" }));
	flag(m, item, "source", is_among(pin->name, (const char *[3]){ "receive_source", "m_axis_tdest" }));
	flag(m, item, "level", is_among(pin->name, (const char *[3]){ "send_sl", "send_queue", "s_axis_tid" }));
}

/* For the testbench of a switch with AXI-Stream ports. */
static void add_hosts(struct doc *m, const struct params *p, const struct shape *s, const struct top_pin *pins, unsigned n)
{
	cJSON *const to = list(m, m->root, "host_pins");

	flag(m, m->root, "axis", true);
	flag(m, m->root, "fabric", false);
	string(m, m->root, "what", top_module(p));
	add_name(m, "bench", p, "tb");
	number(m, m->root, "nodes", s->radix);
	number(m, m->root, "axis_bytes", p->axis_bytes);
	for (const struct top_pin *pin = pins + 2; pin < pins + n; pin++)
		add_host_pin(m, to, "pin", pin, s->radix);
}

cJSON *values_of(const struct params *p, const struct rtl_files *rtl)
{
	const struct shape s = shape_of(p);
	struct doc m = { .root = manifest_json(p, NULL, rtl) };
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_pins(p, pins);
	const bool axis = p->ports == PORT_KIND_axis, whole = !packaging_links(p);

	if (!m.root)
		return NULL;
	string(&m, m.root, "name", p->name);
	string(&m, m.root, "version", SLUICE_VERSION);
	add_name(&m, "dut", p, top_module(p));
	string(&m, m.root, "bar", vhdl_bar(p->name));
	add_scheme(&m, &s);
	string(&m, m.root, "clock_pin", pins[0].name);
	string(&m, m.root, "reset_pin", pins[1].name);
	string(&m, m.root, "reset_about", pins[1].help);
	flag(&m, m.root, "nic", s.nic);
	flag(&m, m.root, "whole", whole);
	flag(&m, m.root, "testbench", packaging_testbench(p));
	number(&m, m.root, "links_in", s.nic ? 1 : s.radix);
	number(&m, m.root, "flit_bits", s.flit_bits);
	number(&m, m.root, "most_flits", s.packet_flits);
	number(&m, m.root, "latency", whole ? 0 : s.latency);
	number(&m, m.root, "header_bits", s.header_bits);
	number(&m, m.root, "pace_n", s.speed_n > 1 ? s.speed_n : 0);
	number(&m, m.root, "pace_d", s.speed_d);
	add_pins(&m, pins, n);
	if (whole)
		add_hosts(&m, p, &s, pins, n);
	add_links(&m, &s, pins, whole ? 0 : n);
	add_first_flit(&m, &s);
	add_settings(&m, p);
	add_generics(&m, p, axis ? "" : top_verilog(p, rtl, top_module(p)));
	m.failed |= !add_register_values(m.root, &s, p->name);
	cJSON_AddItemToObject(m.root, "diagrams", checked(&m, whole ? cJSON_CreateArray() : diagrams_of(&s)));
	return doc_end(&m);
}
