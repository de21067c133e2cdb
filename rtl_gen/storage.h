#pragma once

#include <stdint.h>

struct fabric;
struct params;
struct unit_desc;

/* Bits of all memories, and flip-flops, read registers of memories among them. */
struct storage {
	uint64_t memory_bits, flip_flops;
};

struct storage storage_of_unit(const struct unit_desc *, unsigned instances);

/* Of a network interface with the adapter to its host, of AXI-Stream ports with all that is behind these. */
struct storage storage_of_switch(const struct params *);

/* Of its switches, network interfaces, the registers on links, and what writes its tables. */
struct storage storage_of_fabric(const struct fabric *);
