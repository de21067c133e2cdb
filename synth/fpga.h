#pragma once

#include "work.h"

/*
 * Synthesis of a generated switch for an FPGA: Yosys maps it to the cells of a family, memories included, twice: as one netlist, for the cost of
 * the switch, and with each block and each memory mapped alone, for the cost of each. nextpnr, where it is installed, places and routes the first
 * between shift registers that need three pins, and says which clock it reaches.
 */
enum fpga_family {
#define FAMILY(id, yosys, options, route, route_options, mhz) FPGA_##id,
#include "fpga_families.def"
	FPGA_FAMILIES
};

enum fpga_device {
#define DEVICE(family, name, package) FPGA_##family##_##name,
#include "fpga_families.def"
	FPGA_DEVICES
};

extern const char *const fpga_family_names[FPGA_FAMILIES];
extern const char *const fpga_device_names[FPGA_DEVICES];
enum fpga_family fpga_family_of(enum fpga_device device);

enum fpga_kind { FPGA_LUT, FPGA_CARRY, FPGA_FLIP_FLOP, FPGA_BLOCK_RAM, FPGA_LUT_RAM, FPGA_KINDS };

struct fpga_cells {
	unsigned of[FPGA_KINDS];
};

struct fpga_config {
	const struct params *params;
	const char *dir;                /* where the switch was generated: sluice.f */
	const char *unit;               /* only this block, by its name; NULL: the whole switch */
	enum fpga_family family;
	enum fpga_device device;        /* FPGA_DEVICES: the first of the family */
	double clock_mhz;               /* to aim at; 0: that of the family */
	bool map_only;                  /* neither placed nor routed */
	const char *work;               /* directory to work in, empty; absolute */
};

struct fpga_report {
	struct blocks blocks;
	enum fpga_family family;
	char top[2 * PARAMS_WORD];
	struct fpga_cells all;          /* of the netlist that is mapped as one */
	bool by_block;                  /* not if a unit alone was synthesized */
	unsigned instances[BLOCKS];
	struct fpga_cells block[BLOCKS], between;       /* the block's memories included */
	struct fpga_cells memory[MAP_SHAPES];        /* of one of each shape; by_block */
	enum fpga_device device;
	double mhz, target_mhz;         /* mhz: reached; 0: not known, and `unrouted` says why */
	char router[64];                /* "nextpnr-ecp5" */
	char unrouted[SYNTH_WHY];
};

/* work_refuse()'s why: one line unless SYNTH_OK. That nextpnr is missing, or the device too small, is in the report. */
enum synth_status fpga_run(const struct fpga_config *c, struct fpga_report *r, char why[SYNTH_WHY]);

/* The cells of all blocks and between them. */
struct fpga_cells fpga_sum(const struct fpga_report *r);
