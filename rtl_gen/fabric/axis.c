#include "fabric/axis.h"

#include "packaging/render.h"
#include "text.h"

#include <string.h>

bool of_link(const char *name)
{
	return text_begins(name, "rx_") || text_begins(name, "tx_");
}

void add_link_pins(struct doc *d, const struct shape *sw)
{
	cJSON *const pins_of = doc_list(d, d->root, "link_pins"), *const forth = doc_list(d, d->root, "forth"), *const back = doc_list(d, d->root, "back");
	unsigned forth_bits = 0, back_bits = 0;
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_switch_pins(sw, pins);

	for (const struct top_pin *pin = pins; pin < pins + n; pin++) {
		const unsigned bits = pin->width / pin->links;

		if (!of_link(pin->name))
			continue;
		doc_element(d, pins_of, "pin=%s all_msb=%u one_msb=%u", pin->name, pin->width - 1, bits - 1);
		if (!text_begins(pin->name, "rx_"))
			continue;
		doc_element(d, pin->input ? forth : back, "wire=%s bits=%u", pin->name + strlen("rx_"), bits);
		*(pin->input ? &forth_bits : &back_bits) += bits;
	}
	doc_add(d, d->root, "forth_bits=%u back_bits=%u", forth_bits, back_bits);
}

const struct top_pin *pin_across(const struct top_pin *of_nic, const struct top_pin *of_switch, unsigned n)
{
	for (const struct top_pin *pin = of_switch; pin < of_switch + n; pin++)
		if (!strcmp(of_nic->name + strlen("link_"), pin->name))
			return pin;
	return NULL;
}

void add_silent_pins(struct doc *d, const struct shape *sw, const struct params *nic)
{
	cJSON *const to = doc_list(d, d->root, "silent_pins");
	struct top_pin of_switch[TOP_PINS], of_nic[TOP_PINS];
	const unsigned n = top_switch_pins(sw, of_switch), k = nic ? top_pins(nic, of_nic) : 0;

	for (const struct top_pin *pin = of_nic; pin < of_nic + k; pin++)
		if (text_begins(pin->name, "link_") && !pin_across(pin, of_switch, n))
			doc_element(d, to, "pin=%s input=%d bits=%u one_msb=%u", pin->name + strlen("link_"), pin->input, pin->width, pin->width - 1);
}

unsigned fields_of(const struct top_pin *pins, unsigned n, struct field fields[2])
{
	unsigned found = 0;

	for (const struct top_pin *pin = pins; pin < pins + n; pin++)
		if (text_begins(pin->name, "cfg_") && strcmp(pin->name, "cfg_valid") != 0 && strcmp(pin->name, "cfg_address") != 0)
			fields[found++] = (struct field){ pin->name, pin->width };
	return found;
}

void add_fields(struct doc *d, const char *name, const struct field fields[2], unsigned n)
{
	cJSON *const to = doc_list(d, d->root, name);

	for (unsigned i = 0; i < n; i++)
		doc_element(d, to, "field=%s bits=%u %s=%d", fields[i].pin, fields[i].bits, fields[i].pin, true);
}

bool axis_module(const struct params *p, struct rtl_file *file)
{
	const struct params native = params_native(p), interface = params_interface(p);
	const struct shape sw = shape_of(&native), nic = shape_of(&interface);
	struct doc d = { .root = cJSON_CreateObject() };
	struct field fields[2] = { { NULL, 0 } };
	struct top_pin pins[TOP_PINS];
	const unsigned nodes = sw.radix, bits = clog2(nodes), all = top_pins(p, pins);
	cJSON *const pins_of = doc_list(&d, d.root, "host_pins");
	bool good;
	unsigned n;

	doc_comment(&d, d.root, "parameters", p);
	doc_add(&d, d.root, "name=%s nic=%s nodes=%u address_bits=%u address_msb=%u node_msb=%u", p->name, interface.name, nodes, bits, bits - 1,
		nic.node_bits - 1);
	for (const struct top_pin *pin = pins + 2; pin < pins + all; pin++)
		doc_element(&d, pins_of, "pin=%s input=%d bits=%u msb=%u", pin->name, pin->input, pin->width / nodes, pin->width - 1);
	add_link_pins(&d, &sw);
	add_silent_pins(&d, &sw, &interface);
	n = fields_of(pins, top_switch_pins(&sw, pins), fields);
	doc_add(&d, d.root, "switch_tables=%d queue_bits=%u", n > 0, n ? fields->bits - sw.port_w : 0);
	add_fields(&d, "switch_fields", fields, n);
	n = fields_of(pins, top_pins(&interface, pins), fields);
	doc_add(&d, d.root, "node_tables=%d routes=%d queues_of_switch=%d queues=%u queue_msb=%u",
		n > 0, n == 2, n == 1, nic.queues, n ? fields->bits - 1 : 0);
	add_fields(&d, "node_fields", fields, n);

	cJSON *const values = doc_end(&d);

	good = values && render_file(file, "rtl/%s_axis.v", "fabric/axis", false, p->name, values);
	cJSON_Delete(values);
	return good;
}
