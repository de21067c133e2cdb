#pragma once

#include "switch_model.h"

#include "units/calendar.h"
#include "units/ccu.h"
#include "units/cells.h"
#include "units/cmu.h"
#include "units/cqu.h"
#include "units/hru.h"
#include "units/lport.h"
#include "units/nfu.h"
#include "units/nrt.h"
#include "units/nsu.h"
#include "units/sfcu.h"

/* One of the sides of all interfaces, as units of a switch with an input each. */
struct nic_side {
	struct shape shape;             /* of the side of one interface (shape_side()) */
	struct hru hru;
	struct cmu cmu;
	struct cqu cqu;
	struct cells cells;             /* for images: registers of cmu */
	struct parcels parcels;
};

enum { SEND, RECEIVE, NIC_SIDES };

/* A bank of network interfaces: interface n has ports 2 n, to the network, and 2 n + 1, to the host. */
struct nic_switch {
	struct sluice_switch base;

	struct nic_side side[NIC_SIDES];
	struct shape host_shape;
	struct sfcu sfcu;
	struct nrt nrt;
	struct nfu nfu;
	struct nsu nsu;
	struct ccu credits, host;       /* by interface */
	struct lport lport;             /* by port */
	struct calendar calendar;       /* inputs: send sides, outputs: receive sides */
	uint64_t busy;                  /* last cycle in which something happened: registers settle in the two after it */
};

SWITCH_OF(nic_switch)

/* The port by which an interface's side leaves, and that by which packets come. */
static inline unsigned nic_out(unsigned side, unsigned interface)
{
	return NIC_PORTS * interface + (side == SEND ? NIC_NETWORK : NIC_HOST);
}

static inline unsigned nic_in(unsigned side, unsigned interface)
{
	return NIC_PORTS * interface + (side == SEND ? NIC_HOST : NIC_NETWORK);
}

/* As in struct switch_model. */
void nic_observe(struct sluice_switch *);
switch_step_function nic_observed_step;
void nic_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool nic_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool nic_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t nic_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool nic_drained(const struct sluice_switch *);
bool nic_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
