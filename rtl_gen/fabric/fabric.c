#define _GNU_SOURCE     /* asprintf, open_memstream */
#include "fabric/fabric.h"

#include "embedded.h"
#include "packaging/packaging.h"
#include "packaging/host_pins.h"
#include "packaging/render.h"
#include "top.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 64, HEX = 16 };

/* Values for the templates, being built; failed: memory ran out somewhere. */
struct doc {
	const struct fabric *of;
	struct shape sw, nic;           /* nic: of a fabric with network interfaces */
	cJSON *root;
	bool failed;
};

static cJSON *checked(struct doc *d, cJSON *item)
{
	d->failed |= !item;
	return item;
}

static void number(struct doc *d, cJSON *to, const char *name, unsigned value)
{
	checked(d, cJSON_AddNumberToObject(to, name, value));
}

static void string(struct doc *d, cJSON *to, const char *name, const char *value)
{
	checked(d, cJSON_AddStringToObject(to, name, value));
}

static void flag(struct doc *d, cJSON *to, const char *name, bool value)
{
	checked(d, cJSON_AddBoolToObject(to, name, value));
}

static cJSON *list(struct doc *d, cJSON *to, const char *name)
{
	return checked(d, cJSON_AddArrayToObject(to, name));
}

static cJSON *element(struct doc *d, cJSON *to)
{
	cJSON *item = checked(d, cJSON_CreateObject());

	cJSON_AddItemToArray(to, item);
	return item;
}

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* Is it a pin of a link, which nodes and switches have? */
static bool of_link(const char *name)
{
	return begins(name, "rx_") || begins(name, "tx_");
}

/* ----- links ----- */

/* Pins of links, and the wires of a link in one direction: those that go with the flits, and those that come back. */
static void add_pins(struct doc *d)
{
	cJSON *const pins_of = list(d, d->root, "link_pins"), *const forth = list(d, d->root, "forth"), *const back = list(d, d->root, "back");
	unsigned forth_bits = 0, back_bits = 0;
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_switch_pins(&d->sw, pins);

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		const unsigned bits = pin->width / pin->links;
		cJSON *item;

		if (!of_link(pin->name))
			continue;
		item = element(d, pins_of);
		string(d, item, "pin", pin->name);
		number(d, item, "all_msb", pin->width - 1);
		number(d, item, "one_msb", bits - 1);
		if (!begins(pin->name, "rx_"))
			continue;
		item = element(d, pin->input ? forth : back);
		string(d, item, "wire", pin->name + strlen("rx_"));
		number(d, item, "bits", bits);
		*(pin->input ? &forth_bits : &back_bits) += bits;
	}
	number(d, d->root, "forth_bits", forth_bits);
	number(d, d->root, "back_bits", back_bits);
}

/* The pin of a switch's links that this one of a network interface goes to; NULL: there is none. */
static const struct top_pin *across(const struct top_pin *of_nic, const struct top_pin *of_switch, unsigned n)
{
	for (const struct top_pin *pin = of_switch; pin < of_switch + n; pin++)
		if (!strcmp(of_nic->name + strlen("link_"), pin->name))
			return pin;
	return NULL;
}

/* Pins of a network interface for messages, where switches send and take none. */
static void add_silent_pins(struct doc *d)
{
	cJSON *const to = list(d, d->root, "silent_pins");
	struct top_pin of_switch[TOP_PINS], of_nic[TOP_PINS];
	const unsigned n = top_switch_pins(&d->sw, of_switch), k = d->of->nic ? top_pins(d->of->nic, of_nic) : 0;

	for (const struct top_pin *pin = of_nic; pin < of_nic + k; pin++)
		if (begins(pin->name, "link_") && !across(pin, of_switch, n)) {
			cJSON *const item = element(d, to);

			string(d, item, "pin", pin->name + strlen("link_"));
			flag(d, item, "input", pin->input);
			number(d, item, "bits", pin->width);
			number(d, item, "one_msb", pin->width - 1);
		}
}

static void add_end(struct doc *d, cJSON *to, const char *which, const struct fabric_end *end)
{
	char name[NAME];

	number(d, to, which, end->index);
	snprintf(name, sizeof name, "%s_switch", which);
	flag(d, to, name, end->is == FABRIC_SWITCH);
	snprintf(name, sizeof name, "%s_port", which);
	number(d, to, name, end->port);
}

static void add_direction(struct doc *d, cJSON *to, const struct fabric_end *from, const struct fabric_end *towards, unsigned link)
{
	cJSON *const item = element(d, to);

	number(d, item, "link", link);
	add_end(d, item, "from", from);
	add_end(d, item, "to", towards);
}

/* Each switch sends by each of its ports that has a link; what nodes send is listed with the port that it goes to. */
static void add_links(struct doc *d)
{
	cJSON *const to = list(d, d->root, "direction"), *const loose = list(d, d->root, "loose");
	const struct fabric *const f = d->of;
	unsigned links = 0;

	for (unsigned i = 0; i < f->switches; i++)
		for (unsigned port = 0; port < d->sw.radix; port++) {
			const struct fabric_end here = { FABRIC_SWITCH, i, port }, *const there = f->end + (size_t)i * d->sw.radix + port;

			if (there->is == FABRIC_NOTHING) {
				cJSON *const item = element(d, loose);

				number(d, item, "index", i);
				number(d, item, "port", port);
				continue;
			}
			add_direction(d, to, &here, there, links++);
			if (there->is == FABRIC_NODE)
				add_direction(d, to, there, &here, links++);
		}
}

/* ----- tables ----- */

/* A field of the words of a table. */
struct field {
	const char *pin;
	unsigned bits;
};

/* The fields of the configuration port of a switch or a network interface. Returns their number. */
static unsigned fields_of(const struct top_pin *pins, unsigned n, struct field fields[2])
{
	unsigned found = 0;

	for (const struct top_pin *pin = pins; pin < pins + n; pin++)
		if (begins(pin->name, "cfg_") && strcmp(pin->name, "cfg_valid") != 0 && strcmp(pin->name, "cfg_address") != 0)
			fields[found++] = (struct field){ pin->name, pin->width };
	return found;
}

/* Bit k of field i of a word. A field alone that has both parts of a word has the second above the first. */
static unsigned bit_of(const struct doc *d, const struct fabric_word *w, const struct field *f, unsigned i, unsigned k)
{
	if (i)
		return w->second >> k & 1;
	if (strcmp(f->pin, "cfg_data") != 0 || k < d->sw.port_w)
		return (unsigned)(w->first >> k & 1);
	return w->second >> (k - d->sw.port_w) & 1;
}

/* A field of all words, that of destination 0 lowest, as a number. */
static void add_values(struct doc *d, cJSON *to, const struct fabric_word *words, const struct field *f, unsigned i)
{
	const unsigned bits = d->of->nodes * f->bits, digits = (bits + 3) / 4;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!checked(d, out ? to : NULL))
		return;
	fprintf(out, "%u'h", bits);
	for (unsigned digit = digits; digit-- > 0; ) {
		unsigned value = 0;

		for (unsigned k = 4; k-- > 0; ) {
			const unsigned at = 4 * digit + k;

			value = value << 1 | (at < bits ? bit_of(d, words + at / f->bits, f, i, at % f->bits) : 0);
		}
		fprintf(out, "%x", value);
	}
	fclose(out);
	if (checked(d, text ? to : NULL))
		string(d, to, "value", text);
	free(text);
}

static void add_table(struct doc *d, cJSON *to, char kind, unsigned index, const struct fabric_word *words, const struct field fields[2], unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		cJSON *const item = element(d, to);
		char word[NAME];

		snprintf(word, sizeof word, "%c%u_%s", kind, index, fields[i].pin);
		string(d, item, "word", word);
		number(d, item, "bits", fields[i].bits);
		number(d, item, "word_msb", fields[i].bits - 1);
		number(d, item, "msb", d->of->nodes * fields[i].bits - 1);
		add_values(d, item, words, fields + i, i);
	}
}

static void add_fields(struct doc *d, const char *name, const struct field fields[2], unsigned n)
{
	cJSON *const to = list(d, d->root, name);

	for (unsigned i = 0; i < n; i++)
		string(d, element(d, to), "field", fields[i].pin);
}

static void add_tables(struct doc *d)
{
	cJSON *const to = list(d, d->root, "table");
	const struct fabric *const f = d->of;
	struct top_pin pins[TOP_PINS];
	struct field fields[2] = { { NULL, 0 } };
	unsigned n = f->switch_word ? fields_of(pins, top_switch_pins(&d->sw, pins), fields) : 0;

	flag(d, d->root, "switch_tables", n > 0);
	add_fields(d, "switch_fields", fields, n);
	for (unsigned i = 0; i < f->switches && n; i++)
		add_table(d, to, 's', i, f->switch_word + (size_t)i * f->nodes, fields, n);
	n = f->nic && f->node_word ? fields_of(pins, top_pins(d->of->nic, pins), fields) : 0;
	flag(d, d->root, "node_tables", n > 0);
	add_fields(d, "node_fields", fields, n);
	for (unsigned i = 0; i < f->nodes && n; i++)
		add_table(d, to, 'n', i, f->node_word + (size_t)i * f->nodes, fields, n);
}

/* ----- end nodes ----- */

static void add_host_pin(struct doc *d, cJSON *to, const char *name, const struct top_pin *pin)
{
	d->failed |= !host_pin(element(d, to), name, pin, d->of->nodes);
}

/* Is a pin of a part one of the fabric: of a host, or without network interfaces of a link? */
static bool is_outside(const struct doc *d, const char *pin)
{
	if (!d->of->nic)
		return of_link(pin);
	return begins(pin, "send_") || begins(pin, "receive_") || begins(pin, "s_axis_") || begins(pin, "m_axis_") || !strcmp(pin, "dropped");
}

/* Pins of the fabric: of hosts, or without network interfaces of links. */
static void add_hosts(struct doc *d)
{
	cJSON *const pins_of = list(d, d->root, "host_pins"), *const hosts = list(d, d->root, "hosts");
	struct top_pin pins[TOP_PINS];
	const unsigned n = d->of->nic ? top_pins(d->of->nic, pins) : top_switch_pins(&d->sw, pins);

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		if (!is_outside(d, pin->name))
			continue;
		add_host_pin(d, pins_of, "pin", pin);
		if (d->of->nic)
			add_host_pin(d, hosts, "host", pin);
	}
}

static void add_indices(struct doc *d, const char *name, unsigned n)
{
	cJSON *const to = list(d, d->root, name);

	for (unsigned i = 0; i < n; i++)
		number(d, element(d, to), "index", i);
}

static cJSON *values_of(const struct fabric *f)
{
	struct doc d = { .of = f, .sw = shape_of(f->sw), .root = cJSON_CreateObject() };
	char bench[NAME];

	checked(&d, d.root);
	if (f->nic)
		d.nic = shape_of(f->nic);
	string(&d, d.root, "generator", "sluice " SLUICE_VERSION);
	string(&d, d.root, "name", f->sw->name);
	string(&d, d.root, "nic", f->nic ? f->nic->name : "");
	flag(&d, d.root, "interfaces", f->nic);
	flag(&d, d.root, "axis", f->nic && f->nic->ports == PORT_KIND_axis);
	flag(&d, d.root, "fabric", true);
	string(&d, d.root, "what", "fabric");
	snprintf(bench, sizeof bench, "%s_fabric_tb", f->sw->name);
	string(&d, d.root, "bench", bench);
	string(&d, d.root, "nic_module", f->nic ? top_module(f->nic) : "");
	number(&d, d.root, "axis_bytes", f->nic ? f->nic->axis_bytes : 0);
	number(&d, d.root, "frame_beats", d.nic.frame_beats);
	string(&d, d.root, "topology", f->topology);
	number(&d, d.root, "switches", f->switches);
	number(&d, d.root, "nodes", f->nodes);
	number(&d, d.root, "radix", d.sw.radix);
	number(&d, d.root, "stages", f->stages);
	number(&d, d.root, "node_bits", d.sw.node_bits);
	number(&d, d.root, "address_msb", clog2(f->nodes) - 1);
	number(&d, d.root, "flit_bits", d.sw.flit_bits);
	number(&d, d.root, "header_bits", d.sw.header_bits);
	number(&d, d.root, "packet_flits", d.sw.packet_flits);
	number(&d, d.root, "levels", f->nic ? d.nic.cell_nic ? d.nic.sls : d.nic.send_queues : 0);
	add_indices(&d, "switch", f->switches);
	add_indices(&d, "node", f->nodes);
	add_pins(&d);
	add_silent_pins(&d);
	add_links(&d);
	add_tables(&d);
	add_hosts(&d);
	if (!d.failed)
		return d.root;
	cJSON_Delete(d.root);
	return NULL;
}

/* ----- files ----- */

static const char *text_of(const char *name)
{
	for (const struct embedded *e = packaging_files; e->name; e++)
		if (!strcmp(e->name, name))
			return e->text;
	fprintf(stderr, "sluice: no template %s\n", name);
	abort();
}

/* dir: "rtl"; end: what follows the name. */
static bool put(struct rtl_file *file, const char *template, const char *dir, const char *end, const cJSON *values)
{
	const cJSON *const name = cJSON_GetObjectItemCaseSensitive(values, "name");
	FILE *f = NULL;

	if (asprintf(&file->name, "%s/%s_%s.v", dir, name->valuestring, end) < 0)
		file->name = NULL;
	else
		f = open_memstream(&file->text, &file->size);
	if (!f)
		return false;
	render(text_of(template), values, false, f);
	const bool failed = ferror(f);

	return fclose(f) == 0 && !failed;
}

/* Is it a pin of messages? */
static bool of_message(const char *name)
{
	return begins(name, "link_rx_msg_") || begins(name, "link_tx_msg_");
}

/* Links of switches and network interfaces have the same pins, in both directions; messages may be missing at switches. */
static bool links_fit(const struct fabric *f, char why[FABRIC_WHY])
{
	const struct shape sw = shape_of(f->sw);
	struct top_pin of_switch[TOP_PINS], of_nic[TOP_PINS];
	const unsigned n = top_switch_pins(&sw, of_switch), k = top_pins(f->nic, of_nic);

	for (const struct top_pin *a = of_switch; a < of_switch + n; a++) {
		const struct top_pin *b = of_nic;

		while (b < of_nic + k && !(begins(b->name, "link_") && !strcmp(b->name + strlen("link_"), a->name)))
			b++;
		if (!of_link(a->name) || (b < of_nic + k && b->width == a->width / a->links))
			continue;
		snprintf(why, FABRIC_WHY, "the links of network interfaces differ from those of switches: %s has %u bits, of %u", a->name,
			 b < of_nic + k ? b->width : 0, a->width / a->links);
		return false;
	}
	for (const struct top_pin *b = of_nic; b < of_nic + k; b++)
		if (begins(b->name, "link_") && !across(b, of_switch, n) && (sw.messages != MESSAGES_NONE || !of_message(b->name))) {
			snprintf(why, FABRIC_WHY, "the links of network interfaces differ from those of switches: those have no %s", b->name);
			return false;
		}
	return true;
}

/* Moves the files of a part to the end of all. */
static void append(struct rtl_files *all, struct rtl_files *part)
{
	memcpy(all->file + all->n, part->file, part->n * sizeof *part->file);
	all->n += part->n;
	free(part->file);
	*part = (struct rtl_files){ 0 };
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
	values = values_of(f);
	all.file = calloc(sw.n + nic.n + 3, sizeof *all.file);
	good = values && all.file && sw.n && (nic.n || !f->nic);
	if (good) {
		append(&all, &nic);
		append(&all, &sw);
		good = put(&all.file[all.n++], "fabric/link.in", "rtl", "fabric_link", values) &&
		       rtl_module(f->sw, "units/boot.v", &all.file[all.n++]) &&
		       put(&all.file[all.n++], "fabric/fabric.in", "rtl", "fabric", values);
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

static void add_pin(struct doc *d, cJSON *to, const struct top_pin *pin, bool clock)
{
	const unsigned bits = pin->width / pin->links * (pin->scalar ? 1 : d->of->nodes);
	cJSON *const item = element(d, to);

	string(d, item, "pin", pin->name);
	flag(d, item, "input", pin->input);
	flag(d, item, "scalar", pin->scalar);
	flag(d, item, "clock", clock);
	number(d, item, "bits", bits);
	number(d, item, "msb", bits - 1);
	string(d, item, "about", *pin->help ? pin->help : "likewise");
}

/* Those of all end nodes are vectors, whatever those of one are. */
static void add_all_pins(struct doc *d)
{
	static const struct top_pin own[] = {
		{ "clk", "clock", true, true, 1, 1 }, { "rst", "synchronous reset, active high", true, true, 1, 1 },
		{ "up", "tables are written: hosts may send", false, true, 1, 1 },
	};
	cJSON *const to = list(d, d->root, "pins");
	struct top_pin pins[TOP_PINS];
	const unsigned n = d->of->nic ? top_pins(d->of->nic, pins) : top_switch_pins(&d->sw, pins);

	for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
		add_pin(d, to, own + i, i == 0);
	for (struct top_pin *pin = pins; pin < pins + n; pin++) {
		pin->scalar = false;
		if (is_outside(d, pin->name))
			add_pin(d, to, pin, false);
	}
}

static cJSON *packaging_values(const struct fabric *f, const char *name, const struct rtl_files *rtl)
{
	struct doc d = { .of = f, .sw = shape_of(f->sw), .root = cJSON_CreateObject() };
	char about[FABRIC_WHY], scheme[PARAMS_WORD];
	cJSON *to;

	checked(&d, d.root);
	params_text(f->sw, params_find("scheme"), scheme, sizeof scheme);
	snprintf(about, sizeof about, "network of %u end nodes (%s) of %s switches", f->nodes, f->topology, scheme);
	string(&d, d.root, "generator", "sluice " SLUICE_VERSION);
	string(&d, d.root, "name", name);
	string(&d, d.root, "dut", name);
	string(&d, d.root, "bar", vhdl_bar(name));
	string(&d, d.root, "version", SLUICE_VERSION);
	string(&d, d.root, "scheme_about", about);
	string(&d, d.root, "clock_pin", "clk");
	flag(&d, d.root, "testbench", f->nic);
	flag(&d, d.root, "has_interfaces", false);
	flag(&d, d.root, "has_generics", false);
	to = list(&d, d.root, "files");
	for (unsigned i = 0; i < rtl->n; i++)
		cJSON_AddItemToArray(to, checked(&d, cJSON_CreateString(rtl->file[i].name)));
	list(&d, d.root, "interfaces");
	list(&d, d.root, "generics");
	add_all_pins(&d);
	if (!d.failed)
		return d.root;
	cJSON_Delete(d.root);
	return NULL;
}

static bool put_testbench(const struct fabric *f, struct rtl_file *file)
{
	cJSON *const values = values_of(f);
	const bool good = values && put(file, "fabric/testbench.in", "tb", "fabric_tb", values);

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
