#pragma once

#include "sram.h"

/*
 * The parts that an array is made of, shared by RAM and CAM. All lengths in F, areas in F2,
 * loads in gates 1 F wide; delays in ps.
 */

/* Layout: pitch of wire in and between mats, height of logic outside the array, widest n transistor. */
#define PITCH 4.0
#define LOGIC_HEIGHT 50.0
#define WIDEST 100.0
#define SMALLEST 1.5            /* transistor */
#define COLUMN_SWITCH 9.0       /* n transistor of the multiplexers */

unsigned log2_floor(unsigned n);
unsigned log2_ceil(unsigned n);

/* Gates: transistors of some width, folded into rows of some height; and chains of inverters sized by logical effort. */
enum { CHAIN_MAX = 20 };

struct chain {
	unsigned n;                     /* stages, the first one the gate that decodes */
	unsigned inputs;                /* of the first stage: 2, 3: NAND */
	double width[CHAIN_MAX];        /* of the n transistors */
};

/* Height of a transistor of this width, folded so that it fits a pitch. */
double gate_folded(double width, double pitch);

/* Area of a NAND (an inverter: inputs 1) in a row of the given height. */
double gate_area(unsigned inputs, double width_p, double width_n, double height);

/* A NAND with the inverters that it needs to drive a load (in gates of 1 F); widest: limit of an n transistor. */
struct chain chain_for(unsigned inputs, double load, double p_to_n, double widest);

double chain_area(const struct chain *c, double p_to_n, double height);

/* Capacitance of one input of the first stage. */
double chain_input(unsigned inputs, double p_to_n);

/* Half of a predecoder: `bits` address bits, one level of NANDs or two. */
struct predecoder {
	unsigned bits;
	struct chain two, three, second;        /* n = 0: has none */
	double load;                            /* of each output */
};

struct predecoder predecoder_for(unsigned bits, double load, double p_to_n);
double predecoder_area(const struct predecoder *p, double p_to_n);

/* *rise: of the output, in tau. Result in tau. */
double predecoder_delay(const struct predecoder *p, const struct calibration *c, double resistance, double *rise);

/* Delay, in tau, of a chain that drives a load through a wire with resistance. *rise: of its input; on return, of its output. */
double chain_delay(const struct chain *k, const struct calibration *c, double load, double resistance, double *rise);

/* Precharge, multiplexers and sense amplifiers at the foot of columns: room for each column and port, and for its precharge. */
double foot_height(const struct calibration *c, double w, double precharge, const struct sram_organisation *o);

/* Drivers from the foot of a subarray to the edge of its mat. */
double output_delay(const struct calibration *c, const struct sram_organisation *o, double length);
double output_area(const struct calibration *c, double length);

/* H-tree over mats: wires that are shared by all (addresses, searches), and data that is split. */
struct htree {
	unsigned across, down;                  /* mats, powers of two */
	double shared, data;                    /* wires at its root */
	double height, width;                   /* with the mats */
	double path;                            /* from root to leaf */
	unsigned nodes;                         /* on that path */
	double in, out;                         /* ps */
};

void htree_route(struct htree *t, const struct calibration *c, double mat_height, double mat_width);
