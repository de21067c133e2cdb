#pragma once

#include "flit_memory.h"
#include "table.h"

/*
 * Links out of a network interface, to the switch and to the host: for images alone, of the first interface of a bank.
 * RTL twin: rtl_gen/units/nlo.v.
 */
struct nlo {
	struct nlo_link {
		bool valid, head;       /* a flit is on the link: ... */
		struct packet packet;   /* ... of this packet, or the last one was; none since reset has no flits */
		unsigned flit;
	} link[NIC_PORTS];
};

/* A cycle passes, before flit_memory_pass(). put: the word that is put into a header, as NSJ shows it in this cycle; NULL: none is. */
void nlo_pass(struct nlo *u, const struct shape *s, unsigned port, const struct flit_memory *from, const struct table_route *put);

extern const struct unit_model nlo_unit;
