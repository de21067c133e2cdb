#ifndef HOST_PINS_H
#define HOST_PINS_H

#include "top.h"

#include <cjson/cJSON.h>

/*
 * A pin of a host for the testbench of hosts (fabric/testbench.in): the object gets its name, as `name`, its direction and width, and what it carries.
 * nodes: with that pin each. False: out of memory.
 */
bool host_pin(cJSON *item, const char *name, const struct top_pin *pin, unsigned nodes);

#endif
