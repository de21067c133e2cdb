#pragma once

#include "doc.h"
#include "rtl_gen.h"
#include "shape.h"
#include "top.h"

/*
 * Values for the templates of packaging: those of manifest.json, and what these files need beside them. The caller deletes them. NULL: out of memory.
 */
cJSON *values_of(const struct params *p, const struct rtl_files *rtl);

/*
 * Adds a pin of a host for the testbench of hosts (fabric/testbench.in) to a list: its name, as `name`, its direction and width, and what it carries.
 * nodes: with that pin each.
 */
void add_host_pin(struct doc *, cJSON *to, const char *name, const struct top_pin *pin, unsigned nodes);

/* Adds `pins`, those of the module that a design instantiates; the clock is the first. */
void add_pins(struct doc *, const struct top_pin *pins, unsigned n);

/*
 * Timing diagrams of the links: an array of objects with a title, a text of what is seen, and rows; of a row the name, a line of text, and paths and boxes for
 * an SVG. NULL: out of memory.
 */
cJSON *diagrams_of(const struct shape *s);

/* Adds what the registers on a bus are (spec/csr.def): `csr`, an object, which is not there if the switch has none. name: of the switch. */
void add_register_values(struct doc *, const struct shape *s, const char *name);

/* Has what is generated links of its scheme, or AXI-Stream ports alone? Has it a testbench? An end node with AXI-Stream ports has none. */
static inline bool packaging_links(const struct params *p)
{
	return p->ports == PORT_KIND_native || !scheme_is_switch(p->scheme);
}

static inline bool packaging_testbench(const struct params *p)
{
	return p->ports == PORT_KIND_native || scheme_is_switch(p->scheme);
}
