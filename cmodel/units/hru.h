#pragma once

#include "bits.h"
#include "parcels.h"
#include "unit.h"

/*
 * Header register of all ports of one kind: the packet that enters a queue in the cycle after its header came.
 * RTL twin: rtl_gen/units/hru.v.
 */
struct hru {
	uint64_t valid;                 /* ports whose packet enters in this cycle */
	uint32_t *parcel;               /* by port: that packet, or the last one */
	struct hru_header { uint64_t turns; uint16_t flits, cell, vc; uint8_t left, sl; } *header;    /* by port */
};

/* What was there has entered. */
static inline void hru_begin(struct hru *u)
{
	u->valid = 0;
}

/* turns, left: ahead of the packet, as its header has them. */
static inline void hru_arrive(struct hru *u, unsigned port, uint32_t k, const struct packet *p, unsigned vc, uint64_t turns, unsigned left)
{
	u->valid |= bit(port);
	u->parcel[port] = k;
	u->header[port] = (struct hru_header){ turns, (uint16_t)p->flits, 0, (uint16_t)vc, (uint8_t)left, (uint8_t)p->sl };
}

/* The cell that the header took in the cycle before. For images. */
static inline void hru_cell(struct hru *u, unsigned port, unsigned cell)
{
	u->header[port].cell = (uint16_t)cell;
}

extern const struct unit_model hru_unit;
