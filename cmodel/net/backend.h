#ifndef BACKEND_H
#define BACKEND_H

#include "../switch.h"

enum { BACKEND_WHY = 512 };      /* of a message */

/*
 * What a network runs as its switches. It talks to them through struct switch_in and struct switch_out alone.
 * A backend that has to be stepped in every cycle returns the cycle after from each step.
 */
struct backend {
	unsigned depart_delay;          /* a departure told of by the step of cycle c is on tx_* in c + this: 1..SWITCH_DEPART */
	bool foretells;                 /* departures are told of when they are granted, so credits follow from them, and `credit` need not be looked at */
	unsigned (*bank)(const struct shape *);         /* switches that it can open as one, as switch_bank(); NULL: no more than one */
	void *(*open)(void *context, const struct shape *, unsigned index, unsigned switches);  /* at reset; index: of one alone; NULL: out of memory */
	void (*configure)(void *sw, unsigned number, const struct table_entry *);       /* as switch_configure(); NULL: it has seen to that in open() */
	uint64_t (*step)(void *sw, uint64_t cycle, const struct switch_in *, struct switch_out *);      /* as switch_step() */
	bool (*connect)(void *sw, const struct exits *);        /* as switch_connect(); NULL: what leaves has to pass step() */
	bool (*drained)(const void *sw);
	const struct switch_counts *(*counts)(const void *sw);         /* by switch of the bank */
	bool (*waiting)(const void *sw, unsigned input, struct switch_waiting *);       /* as switch_waiting(); NULL: cannot tell */
	void (*close)(void *sw);
	const char *(*failed)(void *context);   /* asked between steps: what went wrong in a switch; NULL: nothing. NULL itself: never anything */
	void *context;
};

extern const struct backend backend_c_model;

#endif
