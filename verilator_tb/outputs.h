#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "pins.h"
#include "probe.h"

/*
 * Compares the output pins of the RTL with the registers of the model that they show:
 * every output of a switch is a register of one of its ports.
 */
enum { OUTPUTS = PINS - PIN_OUTPUTS };

struct outputs {
	const struct pins *pins;
	struct image *image;
	unsigned n;
	struct output {
		enum pin pin;
		enum unit unit;
		unsigned row, width;
	} at[OUTPUTS];
};

void outputs_init(struct outputs *o, const struct pins *pins, struct image *image);

bool outputs_equal(const struct outputs *o);

/* One port of one pin. */
bool outputs_equal_at(const struct outputs *o, const struct output *a, unsigned port);

#endif
