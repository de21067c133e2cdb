#pragma once

#include "switch.h"

/* A part of the model whose registers and memories can be compared with those of the RTL: what switch.h offers of a switch. */
struct observed {
	void *of;
	const struct observed_kind *kind;
};

struct observed_kind {
	void (*image)(void *of, uint64_t cycle, struct image *);
	bool (*memory)(const void *of, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
	uint64_t (*writes)(const void *of, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
	bool (*word)(const void *of, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
};

/* A switch, or a network interface. */
struct observed observed_switch(struct sluice_switch *);
