#ifndef VALUES_H
#define VALUES_H

#include "rtl_gen.h"
#include "shape.h"

#include <cjson/cJSON.h>

/*
 * Values for the templates of packaging: those of manifest.json, and what these files need beside them. The caller deletes them. NULL: out of memory.
 */
cJSON *values_of(const struct params *p, const struct rtl_files *rtl);

/* Has what is generated links of its scheme, or AXI-Stream ports alone? Has it a testbench? An end node with AXI-Stream ports has none. */
static inline bool packaging_links(const struct params *p)
{
	return p->ports == PORT_KIND_native || !scheme_is_switch(p->scheme);
}

static inline bool packaging_testbench(const struct params *p)
{
	return p->ports == PORT_KIND_native || scheme_is_switch(p->scheme);
}

#endif
