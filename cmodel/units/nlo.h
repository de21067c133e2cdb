#pragma once

#include "flit_memory.h"
#include "image.h"
#include "table.h"

#include <stdbool.h>

/*
 * Links out of a network interface, to the switch and to the host: for images alone, of the first interface of a bank.
 * RTL twin: rtl_gen/units/nlo.v.
 */
struct nlo {
	bool valid, head;               /* a flit is on the link: ... */
	struct packet packet;           /* ... of this packet, or the last one was; none since reset has no flits */
	unsigned flit;
};

/* A cycle passes, before flit_memory_pass(). put: the word that is put into a header, as NSJ shows it in this cycle; NULL: none is. */
void nlo_pass(struct nlo *u, const struct shape *s, const struct flit_memory *from, const struct table_route *put);
void nlo_image(const struct nlo *u, const struct shape *s, unsigned port, struct image *m);
