#pragma once

#include "unit.h"
#include "vc_set.h"

/*
 * Allocation of VCs: in each cycle a header of each input asks for a VC that is free, and one of those that ask for a VC gets it; all by turns.
 * RTL twin: rtl_gen/units/vca.v.
 */
struct vca {
	struct vca_port {               /* members above the one that was served last, a bit each: */
		uint8_t above, vc_above;        /* of an input: of its VCs, and of output VCs */
		uint16_t inputs[VC_STRIDE];     /* of an output, by VC: of inputs of the router */
	} *port;
};

/* What an input asks for. Ports are numbers of the router. */
struct vca_request {
	uint8_t input, vc;
	uint8_t out, out_vc;
};

extern const struct unit_model vca_unit;

/* By turns: the lowest member above, or else the lowest. The set is not empty. */
STAGE unsigned vca_next(unsigned set, unsigned above)
{
	const unsigned later = set & above;

	return lowest(later ? later : set);
}

/* Of these VCs of an input, that whose turn it is; and the output VC that it asks for, of those that it may have. */
STAGE unsigned vca_pick(const struct vca *u, unsigned port, unsigned asking)
{
	return vca_next(asking, u->port[port].above);
}

STAGE unsigned vca_ask(const struct vca *u, unsigned port, unsigned free)
{
	return vca_next(free, u->port[port].vc_above);
}

/* Requests of inputs of a router that are granted, a bit each; it is their turn. port: of its first one on. */
STAGE unsigned vca_grant(struct vca_port *port, const struct vca_request *r, unsigned n)
{
	unsigned granted = 0;

	for (unsigned k = 0; k < n; k++) {
		unsigned rivals = 0;

		for (unsigned j = 0; j < n; j++)
			rivals |= (unsigned)(r[j].out == r[k].out && r[j].out_vc == r[k].out_vc) << r[j].input;
		granted |= (unsigned)(vca_next(rivals, port[r[k].out].inputs[r[k].out_vc]) == r[k].input) << k;
	}
	EACH_IN(k, granted) {
		port[r[k].input].above = (uint8_t)(UINT32_MAX << 1 << r[k].vc);
		port[r[k].input].vc_above = (uint8_t)(UINT32_MAX << 1 << r[k].out_vc);
		port[r[k].out].inputs[r[k].out_vc] = (uint16_t)(UINT32_MAX << 1 << r[k].input);
	}
	return granted;
}
