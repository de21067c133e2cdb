#include "network.h"

/* Cycles of a header in a switch, of one whose table is read first, of one where it waits at both sides; in both network interfaces on its way. */
enum { HEAD_CYCLES = 4, HEAD_CYCLES_BY_TABLE = 5, HEAD_CYCLES_OF_SIDES = 9, NIC_CYCLES = 10, NIC_CYCLES_OF_SIDES = 11 };

uint64_t network_link_cycles(const struct network_config *c, uint64_t flits)
{
	return c->shape.speed_n > 1 ? flits * c->shape.speed_n / c->shape.speed_d : flits;
}

uint64_t network_idle_cycles(const struct network_config *c, uint32_t source, uint32_t destination, uint64_t flits)
{
	const struct shape *const s = &c->shape;
	const unsigned hops = c->topology.hops(&c->topology, source, destination);
	const unsigned at_switch = s->by_cells ? HEAD_CYCLES_OF_SIDES : s->nodes && !s->credit_queues ? HEAD_CYCLES_BY_TABLE : HEAD_CYCLES;
	const unsigned at_nics = !c->nics ? 0 : 2 * c->link_delay + (s->by_cells ? NIC_CYCLES_OF_SIDES : NIC_CYCLES);

	return 1 + hops * at_switch + (hops + 1) * c->link_delay + at_nics + network_link_cycles(c, flits - 1);
}
