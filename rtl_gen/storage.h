#pragma once

#include <stdint.h>

struct fabric;
struct params;
struct shape;
struct unit_desc;

/* Memories, and bits of all of them; flip-flops, and read registers of memories, which are among them. */
struct storage {
	uintmax_t memories, memory_bits, flip_flops, read_registers;
};

struct storage storage_of_unit(const struct unit_desc *, unsigned instances);

/* Of a switch, or a network interface. */
struct storage storage_of_shape(const struct shape *);

/* Of a network interface with the adapter to its host, of AXI-Stream ports with all that is behind these. */
struct storage storage_of_switch(const struct params *);

/* Of its switches, network interfaces, the registers on links, and what writes its tables. */
struct storage storage_of_fabric(const struct fabric *);
