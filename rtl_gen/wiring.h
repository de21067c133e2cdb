#ifndef WIRING_H
#define WIRING_H

#include "module.h"

/* The two modules that connect units, written behind what is in *out. False: out of memory. */
bool iport_write(const struct library *l, const struct unit_desc units[UNITS], FILE *out);
bool switch_write(const struct library *l, const struct unit_desc units[UNITS], FILE *out);

/* Ports of an input port in the order of its declaration, with `net` as in its units' tables. */
struct iport_port {
	const struct signal *signal;
	const char *net;
	char width[WIDTH_TEXT];
	bool out;
};

unsigned iport_ports(const struct unit_desc units[UNITS], struct iport_port ports[MODULE_PORTS]);

#endif
