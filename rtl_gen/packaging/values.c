#include "packaging/values.h"

#include "manifest.h"
#include "packaging/packaging.h"
#include "top.h"
#include "version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, BITS_SHOWN = 1000 };

void add_pins(struct doc *m, const struct top_pin *pins, unsigned n)
{
	cJSON *to = doc_list(m, m->root, "pins");

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		cJSON *item = doc_element(m, to, "pin=%s input=%d scalar=%d clock=%d bits=%u msb=%u",
					  pin->name, pin->input, pin->scalar, pin == pins, pin->width, pin->width - 1);

		if (pin->links > 1)
			doc_add(m, item, "per_link=%u", pin->width / pin->links);
		doc_add(m, item, "about=%s", *pin->help ? pin->help : "likewise");
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
	char name[NAME];

	snprintf(name, sizeof name, "%s%s", links > 1 ? "" : "link_", received ? "rx" : "tx");
	if (links > 1)
		snprintf(name + strlen(name), sizeof name - strlen(name), "_%u", link);
	cJSON *const of = doc_list(m, doc_element(m, to, "interface=%s received=%d", name, received), "maps");

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		bool is_received;
		const char *const logical = in_link(pin, &is_received);
		const unsigned bits = pin->width / pin->links;

		if (logical && is_received == received)
			doc_capitals(m, doc_element(m, of, "pin=%s part=%d left=%u right=%u", pin->name, !pin->scalar, (link + 1) * bits - 1, link * bits), "logical", logical);
	}
}

/* n: 0 where pins are those of no link. */
static void add_links(struct doc *m, const struct shape *s, const struct top_pin *pins, unsigned n)
{
	cJSON *to = doc_list(m, m->root, "interfaces"), *wires = doc_list(m, m->root, "wires");
	const unsigned links = !n ? 0 : s->nic ? 1 : s->radix;

	doc_add(m, m->root, "has_interfaces=%d", n > 0);

	for (unsigned link = 0; link < links; link++) {
		add_interface(m, to, pins, n, true, link, links);
		add_interface(m, to, pins, n, false, link, links);
	}
	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		bool received;
		const char *const logical = in_link(pin, &received);

		if (logical && received)
			doc_capitals(m, doc_element(m, wires, "bits=%u forward=%d about=%s", pin->width / pin->links, pin->input, *pin->help ? pin->help : "likewise"),
				     "logical", logical);
	}
}

static void add_field(struct doc *m, cJSON *to, const char *name, unsigned lsb, unsigned width, unsigned flit_bits, const char *meaning)
{
	if (!width)
		return;
	doc_element(m, to, "field=%s lsb=%u msb=%u bits=%u x=%u w=%u middle=%u about=%s",
		    name, lsb, lsb + width - 1, width, (flit_bits - lsb - width) * BITS_SHOWN / flit_bits, width * BITS_SHOWN / flit_bits,
		    (2 * (flit_bits - lsb) - width) * BITS_SHOWN / (2 * flit_bits), meaning);
}

static void add_first_flit(struct doc *m, const struct shape *s)
{
	cJSON *to = doc_list(m, m->root, "first_flit");
	unsigned lsb = 0;

#define FIELD(name, width, help) add_field(m, to, #name, lsb, width, s->flit_bits, help); lsb += (width);
#include "header.def"
	add_field(m, to, "payload", lsb, s->flit_bits - lsb, s->flit_bits, "the sender's, passed on as it is");
}

static void add_settings(struct doc *m, const struct params *p)
{
	cJSON *to = doc_list(m, m->root, "settings");
	char text[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!params_used(p, d))
			continue;
		params_text(p, d, text, sizeof text);
		doc_element(m, to, "setting=%s value=%s unit=%s about=%s", d->name, text, d->type == PARAM_NUMBER ? d->unit : "", d->help);
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
	cJSON *to = doc_list(m, m->root, "generics");

	for (const char *at = verilog; (at = strstr(at, word)); ) {
		const struct param_desc *d;
		char name[NAME], value[NAME];

		at += strlen(word);
		if (sscanf(at, "%63[A-Z0-9_] = %63[0-9]", name, value) != 2)
			continue;
		d = of_name(name);
		if (!d || !sizes_alone(d) || !params_used(p, d) || !has_another(p, d, (unsigned)strtoul(value, NULL, 10)))
			continue;
		doc_element(m, to, "generic=%s value=%s least=%u most=%u about=%s", name, value, d->min, d->max, d->help);
	}
	doc_add(m, m->root, "has_generics=%d", cJSON_GetArraySize(to) > 0);
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
	doc_add(m, m->root, "queues_a_port=%s scheme_about=%s throughput=%s", queues, helps[s->scheme], throughputs[s->classifier]);
}

static void add_name(struct doc *m, const char *name, const struct params *p, const char *end)
{
	char text[2 * NAME];

	snprintf(text, sizeof text, "%s_%s", p->name, end);
	doc_add(m, m->root, "%s=%s", name, text);
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

	doc_element(m, to, "%s=%s input=%d bits=%u msb=%u ready=%d valid=%d destination=%d source=%d level=%d", name, pin->name, pin->input, bits, nodes * bits - 1,
		    !strcmp(pin->name, "send_ready"), !strcmp(pin->name, "send_valid"),
		    is_among(pin->name, (const char *[3]){ "send_destination", "s_axis_tdest" }),
		    is_among(pin->name, (const char *[3]){ "receive_source", "m_axis_tdest" }),
		    is_among(pin->name, (const char *[3]){ "send_sl", "send_queue", "s_axis_tid" }));
}

/* For the testbench of a switch with AXI-Stream ports. */
static void add_hosts(struct doc *m, const struct params *p, const struct shape *s, const struct top_pin *pins, unsigned n)
{
	cJSON *const to = doc_list(m, m->root, "host_pins");

	doc_add(m, m->root, "axis=%d fabric=%d what=%s", true, false, top_module(p));
	add_name(m, "bench", p, "tb");
	doc_add(m, m->root, "nodes=%u axis_bytes=%u", s->radix, p->axis_bytes);
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
	doc_add(&m, m.root, "name=%s version=%s", p->name, SLUICE_VERSION);
	add_name(&m, "dut", p, top_module(p));
	doc_add(&m, m.root, "bar=%s", vhdl_bar(p->name));
	add_scheme(&m, &s);
	doc_add(&m, m.root, "clock_pin=%s reset_pin=%s reset_about=%s", pins[0].name, pins[1].name, pins[1].help);
	doc_add(&m, m.root, "nic=%d whole=%d testbench=%d links_in=%u latency=%u", s.nic, whole, packaging_testbench(p), s.nic ? 1 : s.radix, whole ? 0 : s.latency);
	doc_add(&m, m.root, "flit_bits=%u header_bits=%u most_flits=%u pace_n=%u pace_d=%u",
		s.flit_bits, s.header_bits, s.packet_flits, s.speed_n > 1 ? s.speed_n : 0, s.speed_d);
	add_pins(&m, pins, n);
	if (whole)
		add_hosts(&m, p, &s, pins, n);
	add_links(&m, &s, pins, whole ? 0 : n);
	add_first_flit(&m, &s);
	add_settings(&m, p);
	add_generics(&m, p, axis ? "" : top_verilog(p, rtl, top_module(p)));
	add_register_values(&m, &s, p->name);
	cJSON_AddItemToObject(m.root, "diagrams", checked(&m, whole ? cJSON_CreateArray() : diagrams_of(&s)));
	return doc_end(&m);
}
