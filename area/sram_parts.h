#pragma once

#include "gate.h"
#include "sram.h"

/*
 * The parts that an array is made of, shared by RAM and CAM. All lengths in F, areas in F2,
 * loads in gates 1 F wide; delays in ps.
 */

/* Layout: pitch of wire in and between mats, height of logic outside the array, widest n transistor. */
#define PITCH 4.0
#define LOGIC_HEIGHT 50.0
#define WIDEST 100.0
#define SMALLEST 1.5
#define COLUMN_SWITCH 9.0       /* n transistor of the multiplexers */

unsigned log2_floor(unsigned n);
unsigned log2_ceil(unsigned n);

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
