/* The switch with queues at inputs and outputs: docs/microarchitecture-cioq.md. */
#include "switch_model.h"

const struct switch_model switch_CIOQ = { .ports = SWITCH_PORTS, .depart = 1 };
