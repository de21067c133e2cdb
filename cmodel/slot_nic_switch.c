/* The model of a network interface whose links count slots (docs/microarchitecture-slot-nic.md). */
#include "switch_model.h"

const struct switch_model switch_SLOT_NIC = { .bytes = sizeof(struct sluice_switch), .ports = SWITCH_PORTS };
