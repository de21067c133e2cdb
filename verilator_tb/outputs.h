#pragma once

#include "pins.h"
#include "probe.h"

/*
 * Compares the output pins of the RTL with the registers of the model that they show, the PIN rows of
 * the tables: every output of a switch is a register of one of its ports.
 */
enum { OUTPUTS = 24 };    /* of one switch, at most */

struct outputs {
	const struct pins *pins;
	struct image *image;
	unsigned n;
	struct output {
		enum pin pin;
		enum site site;
		unsigned row, width;
		uint64_t *touched;              /* of the image: ports with another value */
		uint32_t *expected;             /* what the pins of all ports hold, if the model is right */
		const uint8_t *reg[SWITCH_PORTS];       /* in the image, by port ... */
		unsigned bytes;                         /* ... and its size */
	} at[OUTPUTS];
	uint32_t words[OUTPUTS][SWITCH_PORTS * FLIT_WORDS];
};

/* The image is as at reset. */
void outputs_init(struct outputs *o, const struct pins *pins, struct image *image);

/* In each cycle, after the image was rendered: compares only what was touched. */
bool outputs_equal(struct outputs *o);

/* One port of one pin. */
bool outputs_equal_at(const struct outputs *o, const struct output *a, unsigned port);
