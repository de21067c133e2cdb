#include "fabric/fabric.h"

#include "fabric/axis.h"
#include "packaging/packaging.h"
#include "packaging/render.h"
#include "packaging/values.h"
#include "top.h"
#include "text.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 64, HEX = 16 };

/* Values for the templates. */
struct values {
	const struct fabric *of;
	struct shape sw, nic;           /* nic: of a fabric with network interfaces */
	struct doc doc;
};

/* ----- links ----- */

static void add_end(struct values *v, cJSON *to, const char *which, const struct fabric_end *end)
{
	doc_add(&v->doc, to, "%s=%u %s_switch=%d %s_port=%u", which, end->index, which, end->is == FABRIC_SWITCH, which, end->port);
}

static void add_direction(struct values *v, cJSON *to, const struct fabric_end *from, const struct fabric_end *towards, unsigned link)
{
	cJSON *const item = doc_element(&v->doc, to, "link=%u", link);

	add_end(v, item, "from", from);
	add_end(v, item, "to", towards);
}

/* Each switch sends by each of its ports that has a link; what nodes send is listed with the port that it goes to. */
static void add_links(struct values *v)
{
	cJSON *const to = doc_list(&v->doc, v->doc.root, "direction"), *const loose = doc_list(&v->doc, v->doc.root, "loose");
	const struct fabric *const f = v->of;
	unsigned links = 0;

	for (unsigned i = 0; i < f->switches; i++)
		for (unsigned port = 0; port < v->sw.radix; port++) {
			const struct fabric_end here = { FABRIC_SWITCH, i, port }, *const there = f->end + (size_t)i * v->sw.radix + port;

			if (there->is == FABRIC_NOTHING) {
				doc_element(&v->doc, loose, "index=%u port=%u", i, port);
				continue;
			}
			add_direction(v, to, &here, there, links++);
			if (there->is == FABRIC_NODE)
				add_direction(v, to, there, &here, links++);
		}
}

/* ----- tables ----- */

/* Bit k of field i of a word. A field alone that has both parts of a word has the second above the first. */
static unsigned bit_of(const struct values *v, const struct fabric_word *w, const struct field *f, unsigned i, unsigned k)
{
	if (i)
		return w->second >> k & 1;
	if (strcmp(f->pin, "cfg_data") != 0 || k < v->sw.port_w)
		return (unsigned)(w->first >> k & 1);
	return w->second >> (k - v->sw.port_w) & 1;
}

/* A field of all words, that of destination 0 lowest, as a number. */
static void add_values(struct values *v, cJSON *to, const struct fabric_word *words, const struct field *f, unsigned i)
{
	const unsigned bits = v->of->nodes * f->bits, digits = (bits + 3) / 4;
	struct text text;
	FILE *const out = text_begin(&text);

	v->doc.failed |= !out;
	if (!out)
		return;
	fprintf(out, "%u'h", bits);
	for (unsigned digit = digits; digit-- > 0; ) {
		unsigned value = 0;

		for (unsigned k = 4; k-- > 0; ) {
			const unsigned at = 4 * digit + k;

			value = value << 1 | (at < bits ? bit_of(v, words + at / f->bits, f, i, at % f->bits) : 0);
		}
		fprintf(out, "%x", value);
	}
	if (text_end(&text, out))
		doc_add(&v->doc, to, "value=%s", text.s);
	v->doc.failed |= !text.s;
	free(text.s);
}

static void add_table(struct values *v, cJSON *to, char kind, unsigned index, const struct fabric_word *words, const struct field fields[2], unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const unsigned bits = fields[i].bits;
		char word[NAME];

		snprintf(word, sizeof word, "%c%u_%s", kind, index, fields[i].pin);
		add_values(v, doc_element(&v->doc, to, "word=%s bits=%u word_msb=%u msb=%u", word, bits, bits - 1, v->of->nodes * bits - 1), words, fields + i, i);
	}
}

static void add_tables(struct values *v)
{
	cJSON *const to = doc_list(&v->doc, v->doc.root, "table");
	const struct fabric *const f = v->of;
	struct top_pin pins[TOP_PINS];
	struct field fields[2] = { { NULL, 0 } };
	unsigned n = f->switch_word ? fields_of(pins, top_switch_pins(&v->sw, pins), fields) : 0;

	doc_add(&v->doc, v->doc.root, "switch_tables=%d", n > 0);
	add_fields(&v->doc, "switch_fields", fields, n);
	for (unsigned i = 0; i < f->switches && n; i++)
		add_table(v, to, 's', i, f->switch_word + (size_t)i * f->nodes, fields, n);
	n = f->nic && f->node_word ? fields_of(pins, top_pins(v->of->nic, pins), fields) : 0;
	doc_add(&v->doc, v->doc.root, "node_tables=%d", n > 0);
	add_fields(&v->doc, "node_fields", fields, n);
	for (unsigned i = 0; i < f->nodes && n; i++)
		add_table(v, to, 'n', i, f->node_word + (size_t)i * f->nodes, fields, n);
}

/* ----- end nodes ----- */

/* Is a pin of a part one of the fabric: of a host, or without network interfaces of a link? */
static bool is_outside(const struct values *v, const char *pin)
{
	if (!v->of->nic)
		return of_link(pin);
	return text_begins(pin, "send_") || text_begins(pin, "receive_") || text_begins(pin, "s_axis_") || text_begins(pin, "m_axis_") || !strcmp(pin, "dropped");
}

/* Pins of the fabric: of hosts, or without network interfaces of links. */
static void add_hosts(struct values *v)
{
	cJSON *const pins_of = doc_list(&v->doc, v->doc.root, "host_pins"), *const hosts = doc_list(&v->doc, v->doc.root, "hosts");
	struct top_pin pins[TOP_PINS];
	const unsigned n = v->of->nic ? top_pins(v->of->nic, pins) : top_switch_pins(&v->sw, pins);

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		if (!is_outside(v, pin->name))
			continue;
		add_host_pin(&v->doc, pins_of, "pin", pin, v->of->nodes);
		if (v->of->nic)
			add_host_pin(&v->doc, hosts, "host", pin, v->of->nodes);
	}
}

static void add_indices(struct values *v, const char *name, unsigned n)
{
	cJSON *const to = doc_list(&v->doc, v->doc.root, name);

	for (unsigned i = 0; i < n; i++)
		doc_element(&v->doc, to, "index=%u", i);
}

static cJSON *fabric_values(const struct fabric *f)
{
	struct values v = { .of = f, .sw = shape_of(f->sw), .doc = doc_begin() };
	char bench[NAME];

	if (f->nic)
		v.nic = shape_of(f->nic);
	doc_add(&v.doc, v.doc.root, "name=%s nic=%s interfaces=%d axis=%d fabric=%d what=%s",
		f->sw->name, f->nic ? f->nic->name : "", f->nic != NULL, f->nic && f->nic->ports == PORT_KIND_axis, true, "fabric");
	snprintf(bench, sizeof bench, "%s_fabric_tb", f->sw->name);
	doc_add(&v.doc, v.doc.root, "bench=%s nic_module=%s axis_bytes=%u frame_beats=%u",
		bench, f->nic ? top_module(f->nic) : "", f->nic ? f->nic->axis_bytes : 0, v.nic.frame_beats);
	doc_add(&v.doc, v.doc.root, "topology=%s switches=%u nodes=%u radix=%u stages=%u", f->topology, f->switches, f->nodes, v.sw.radix, f->stages);
	doc_add(&v.doc, v.doc.root, "node_bits=%u address_msb=%u flit_bits=%u header_bits=%u packet_flits=%u",
		v.sw.node_bits, clog2(f->nodes) - 1, v.sw.flit_bits, v.sw.header_bits, v.sw.packet_flits);
	doc_add(&v.doc, v.doc.root, "levels=%u", f->nic ? v.nic.cell_nic ? v.nic.sls : v.nic.send_queues : 0);
	add_indices(&v, "switch", f->switches);
	add_indices(&v, "node", f->nodes);
	add_link_pins(&v.doc, &v.sw);
	add_silent_pins(&v.doc, &v.sw, f->nic);
	add_links(&v);
	add_tables(&v);
	add_hosts(&v);
	return doc_end(&v.doc);
}

/* ----- files ----- */

/* Is it a pin of messages? */
static bool of_message(const char *name)
{
	return text_begins(name, "link_rx_msg_") || text_begins(name, "link_tx_msg_");
}

/* Links of switches and network interfaces have the same pins, in both directions; messages may be missing at switches. */
static bool links_fit(const struct fabric *f, char why[FABRIC_WHY])
{
	const struct shape sw = shape_of(f->sw);
	struct top_pin of_switch[TOP_PINS], of_nic[TOP_PINS];
	const unsigned n = top_switch_pins(&sw, of_switch), k = top_pins(f->nic, of_nic);

	for (const struct top_pin *a = of_switch; a < of_switch + n; a++) {
		const struct top_pin *b = of_nic;

		while (b < of_nic + k && !(text_begins(b->name, "link_") && !strcmp(b->name + strlen("link_"), a->name)))
			b++;
		if (!of_link(a->name) || (b < of_nic + k && b->width == a->width / a->links))
			continue;
		snprintf(why, FABRIC_WHY, "the links of network interfaces differ from those of switches: %s has %u bits, of %u", a->name,
			 b < of_nic + k ? b->width : 0, a->width / a->links);
		return false;
	}
	for (const struct top_pin *b = of_nic; b < of_nic + k; b++)
		if (text_begins(b->name, "link_") && !pin_across(b, of_switch, n) && (sw.messages != MESSAGES_NONE || !of_message(b->name))) {
			snprintf(why, FABRIC_WHY, "the links of network interfaces differ from those of switches: those have no %s", b->name);
			return false;
		}
	return true;
}

struct rtl_files fabric_generate(const struct fabric *f, char why[FABRIC_WHY])
{
	struct rtl_files sw, nic = { 0 }, all = { 0 };
	cJSON *values;
	bool good;

	if (f->nic && !links_fit(f, why))
		return all;
	sw = rtl_generate(f->sw);
	if (f->nic)
		nic = rtl_generate(f->nic);
	values = fabric_values(f);
	all.file = calloc(sw.n + nic.n + 3, sizeof *all.file);
	good = values && all.file && sw.n && (nic.n || !f->nic);
	if (good) {
		rtl_files_take(&all, &nic);
		rtl_files_take(&all, &sw);
		good = render_file(&all.file[all.n++], "rtl/%s_fabric_link.v", "fabric/link", false, f->sw->name, values) &&
		       rtl_module(f->sw, "units/boot.v", "rtl", &all.file[all.n++]) &&
		       render_file(&all.file[all.n++], "rtl/%s_fabric.v", "fabric/fabric", false, f->sw->name, values);
	}
	cJSON_Delete(values);
	if (good)
		return all;
	snprintf(why, FABRIC_WHY, "out of memory");
	rtl_files_free(&sw);
	rtl_files_free(&nic);
	rtl_files_free(&all);
	return all;
}

/* ----- packaging ----- */

/* Those of all end nodes are vectors, whatever those of one are. */
static void add_all_pins(struct values *v)
{
	struct top_pin all[TOP_PINS + 3] = {
		{ "clk", "clock", true, true, 1, 1 }, { "rst", "synchronous reset, active high", true, true, 1, 1 },
		{ "up", "tables are written: hosts may send", false, true, 1, 1 },
	}, pins[TOP_PINS];
	const unsigned n = v->of->nic ? top_pins(v->of->nic, pins) : top_switch_pins(&v->sw, pins);
	unsigned k = 3;

	for (const struct top_pin *pin = pins; pin < pins + n; pin++)
		if (is_outside(v, pin->name))
			all[k++] = (struct top_pin){ pin->name, pin->help, pin->input, false, pin->width / pin->links * v->of->nodes, 1 };
	add_pins(&v->doc, all, k);
}

static cJSON *packaging_values(const struct fabric *f, const char *name, const struct rtl_files *rtl)
{
	struct values v = { .of = f, .sw = shape_of(f->sw), .doc = doc_begin() };
	char about[FABRIC_WHY], scheme[PARAMS_WORD];
	cJSON *to;

	params_text(f->sw, params_find("scheme"), scheme, sizeof scheme);
	snprintf(about, sizeof about, "network of %u end nodes (%s) of %s switches", f->nodes, f->topology, scheme);
	doc_add(&v.doc, v.doc.root, "name=%s dut=%s bar=%s version=%s scheme_about=%s clock_pin=%s testbench=%d",
		name, name, vhdl_bar(name), SLUICE_VERSION, about, "clk", f->nic != NULL);
	to = doc_list(&v.doc, v.doc.root, "files");
	for (unsigned i = 0; i < rtl->n; i++)
		cJSON_AddItemToArray(to, checked(&v.doc, cJSON_CreateString(rtl->file[i].name)));
	add_all_pins(&v);
	return doc_end(&v.doc);
}

static bool put_testbench(const struct fabric *f, struct rtl_file *file)
{
	cJSON *const values = fabric_values(f);
	const bool good = values && render_file(file, "tb/%s_fabric_tb.v", "fabric/testbench", false, f->sw->name, values);

	cJSON_Delete(values);
	return good;
}

struct rtl_files fabric_packaging(const struct fabric *f, const struct rtl_files *rtl)
{
	struct rtl_files files = { 0 };
	cJSON *values = NULL;
	char *name = NULL;

	if (asprintf(&name, "%s_fabric", f->sw->name) < 0)
		return files;
	values = packaging_values(f, name, rtl);
	if (values)
		files = packaging_of_network(name, values, f->nic);
	cJSON_Delete(values);
	free(name);
	if (files.n && f->nic && !put_testbench(f, &files.file[files.n++]))
		rtl_files_free(&files);
	return files;
}
