#pragma once

/*
 * Layout model of gates: transistors of some width (in F, as all lengths here), folded into
 * rows of some height; and chains of inverters sized by logical effort.
 */
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

/* Delay of a stage of time constant tau whose input rises in `rise` (any unit of time, both the same). */
double stage_delay(double rise, double tau);
