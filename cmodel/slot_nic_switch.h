#pragma once

#include "switch_model.h"

#include "units/dqu.h"
#include "units/ncu.h"
#include "units/nlo.h"
#include "units/nrf.h"
#include "units/nrt.h"
#include "units/nsj.h"
#include "units/slot_filter.h"

/* A bank of network interfaces for links that count slots: interface n has ports 2 n, to the network, and 2 n + 1, to the host. */
struct slot_nic_switch {
	struct sluice_switch base;

	bool table;                     /* a word of the table is put into headers */
	struct dqu dqu;
	struct nrt nrt;
	struct slot_filter filter;
	struct ncu ncu;
	struct nsj nsj;
	struct nlo link_out, host_out;
	struct nrf nrf;
	uint64_t look;                  /* interfaces whose send side something happened to that may let it go on */
	uint64_t passed;                /* for images: registers that follow packets are as at the beginning of this cycle */
};

SWITCH_OF(slot_nic_switch)

/* Ports of an interface. */
static inline unsigned slot_nic_network(unsigned interface)
{
	return NIC_PORTS * interface + NIC_NETWORK;
}

static inline unsigned slot_nic_host(unsigned interface)
{
	return NIC_PORTS * interface + NIC_HOST;
}

/* The class of credits of the candidate's packet. */
static inline unsigned slot_nic_class(const struct slot_nic_switch *sw, unsigned interface)
{
	return sw->filter.kind == FILTER_CLASSES ? nrt_route(&sw->nrt, interface).queue : 0;
}

/* As in struct switch_model. */
void slot_nic_observe(struct sluice_switch *);
switch_step_function slot_nic_observed_step;
void slot_nic_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool slot_nic_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool slot_nic_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t slot_nic_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool slot_nic_drained(const struct sluice_switch *);
bool slot_nic_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
