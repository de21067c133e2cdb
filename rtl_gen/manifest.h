#pragma once

#include "rtl_gen.h"

#include <cjson/cJSON.h>

/*
 * manifest.json of a generated switch: its ports, registers and memories, for programs that integrate
 * it, place memories or estimate area. map: what memories are made of; NULL: all are inferred. Bits are
 * sums over all instances. others: files beside the Verilog, or NULL. The caller frees the text. NULL: out of memory.
 */
char *manifest_text(const struct params *p, const struct memory_map *map, const struct rtl_files *rtl, const struct rtl_files *others);

/* That of a network: its files, its pins, parameters of its switches and network interfaces. topology: as in struct fabric. */
struct fabric;
char *manifest_of_fabric(const struct fabric *, const struct rtl_files *rtl, const struct rtl_files *others);

/* The same, without the names of the other files, as an object that the caller deletes. */
cJSON *manifest_json(const struct params *p, const struct memory_map *map, const struct rtl_files *rtl);
