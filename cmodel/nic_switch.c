/* The network interface of a host: docs/microarchitecture-nic.md. */
#include "switch_model.h"

struct nic_switch {
	struct sluice_switch base;
};

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	(void)at;
	(void)all;
	(void)a;
}

const struct switch_model switch_NIC = { .bytes = sizeof(struct nic_switch), .ports = SWITCH_PORTS, .depart = 3, .place = place };
