#ifndef BACKEND_H
#define BACKEND_H

#include "../switch.h"

enum { BACKEND_WHY = 512 };      /* of a message */

/*
 * What a network runs as its switches. It talks to them through struct switch_in and struct switch_out alone.
 * A backend that has to be stepped in every cycle returns the cycle after from each step.
 */
struct backend {
	unsigned depart_delay;          /* a departure told of by the step of cycle c is on tx_* in c + this: 1..SWITCH_DEPART_MOST */
	bool foretells;                 /* departures are told of when they are granted, so credits follow from them, and `credit` need not be looked at */
	unsigned (*bank)(const struct shape *);         /* switches that it can open as one, as switch_bank(); NULL: no more than one */
	void *(*open)(void *context, const struct shape *, unsigned index, unsigned switches);  /* at reset; index: of one alone; NULL: out of memory */
	void (*configure)(void *sw, unsigned number, const struct table_entry *);       /* as switch_configure(); NULL: it has seen to that in open() */
	uint64_t (*step)(void *sw, uint64_t cycle, const struct switch_in *, struct switch_out *);      /* as switch_step() */
	void (*connect)(void *sw, const struct links *);        /* as switch_connect(); NULL: what leaves has to pass step() */
	bool (*drained)(const void *sw);
	const struct switch_counts *(*counts)(const void *sw);         /* by switch of the bank */
	bool (*waiting)(const void *sw, unsigned input, struct switch_waiting *);       /* as switch_waiting(); NULL: cannot tell */
	void (*close)(void *sw);
	const char *(*failed)(void *context);   /* asked between steps: what went wrong in a switch; NULL: nothing. NULL itself: never anything */
	void *context;
};

/* The plain C model. */
struct backend backend_c_model(const struct shape *s);

#endif
