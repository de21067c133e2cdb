#include "storage.h"

#include "fabric/fabric.h"
#include "shape.h"
#include "top.h"
#include "units.h"

#include <string.h>

struct storage storage_of_unit(const struct unit_desc *u, unsigned instances)
{
	struct storage all = { 0 };

	for (const struct signal *r = u->signals; r < u->signals + u->n; r++) {
		const bool memory = r->kind == SIGNAL_MEM && r->words;

		if (r->kind == SIGNAL_REG || memory)
			all.flip_flops += (uintmax_t)instances * r->width;
		if (memory) {
			all.read_registers += (uintmax_t)instances * r->width;
			all.memories += instances;
			all.memory_bits += (uintmax_t)instances * r->words * r->width;
		}
	}
	return all;
}

static struct storage storage_sum(struct storage a, struct storage b, unsigned instances)
{
	return (struct storage){ a.memories + instances * b.memories, a.memory_bits + instances * b.memory_bits, a.flip_flops + instances * b.flip_flops,
				 a.read_registers + instances * b.read_registers };
}

struct storage storage_of_shape(const struct shape *s)
{
	struct storage all = { 0 };
	struct unit_desc table[UNITS];
	struct site_desc sites[SITES];

	units_describe(s, table, sites);
	for (const struct site_desc *site = sites; site < sites + SITES; site++)
		all = storage_sum(all, storage_of_unit(&table[site->unit], site->instances), 1);
	return all;
}

struct storage storage_of_switch(const struct params *p)
{
	const struct params native = params_native(p), interface = params_interface(p);
	const struct shape s = shape_of(&native), adapter = shape_side(&s, SIDE_ADAPTER), whole = shape_of(p), axis = shape_side(&whole, SIDE_AXIS);
	struct storage all = storage_of_shape(&s);

	if (s.nic)
		all = storage_sum(all, storage_of_shape(&adapter), 1);
	if (p->ports != PORT_KIND_axis)
		return all;
	if (s.nic)
		return storage_sum(all, storage_of_shape(&axis), 1);
	all.flip_flops += clog2(p->radix) + 1;          /* the counter of boot.v */
	return storage_sum(all, storage_of_switch(&interface), p->radix);
}

struct storage storage_of_fabric(const struct fabric *f)
{
	const struct shape sw = shape_of(f->sw);
	struct storage all = { .flip_flops = clog2(f->nodes) + 1 };        /* the counter of boot.v */
	struct top_pin pins[TOP_PINS];
	const unsigned n = top_switch_pins(&sw, pins);
	uint64_t bits = 0, directions = 0;

	for (const struct top_pin *pin = pins; pin < pins + n; pin++)
		bits += strncmp(pin->name, "rx_", 3) == 0 ? pin->width / pin->links : 0;
	for (const struct fabric_end *end = f->end; end < f->end + (size_t)f->switches * sw.radix; end++)
		directions += end->is == FABRIC_NODE ? 2 : end->is == FABRIC_SWITCH;
	all.flip_flops += f->stages * directions * bits;
	all = storage_sum(all, storage_of_switch(f->sw), f->switches);
	return f->nic ? storage_sum(all, storage_of_switch(f->nic), f->nodes) : all;
}
