#pragma once

#include "shape.h"

#include <cjson/cJSON.h>

/*
 * Adds to the values of a switch, which are those of templates, what its registers on a bus are (spec/csr.def): `csr`, an object, which is not
 * there if the switch has none. name: of the switch. False: memory ran out.
 */
bool add_register_values(cJSON *values, const struct shape *s, const char *name);
