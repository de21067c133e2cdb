#ifndef VALUES_H
#define VALUES_H

#include "rtl_gen.h"

#include <cjson/cJSON.h>

/*
 * Values for the templates of packaging: those of manifest.json, and what these files need beside them. The caller deletes them. NULL: out of memory.
 */
cJSON *values_of(const struct params *p, const struct rtl_files *rtl);

#endif
