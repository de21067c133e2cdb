#pragma once

#include "memory_map.h"
#include "price.h"

/*
 * Storage of a switch, as the tables of its units have it: all memories, and their prices; or registers and memories by name.
 */
enum { INVENTORY_MAX = 64 };

struct inventory_item {
	const char *unit, *name;                /* unit: as its site is called */
	unsigned instances;
	struct memory memory;
	bool masked;
	struct price price;                     /* of one instance */
};

struct inventory {
	unsigned n;
	struct inventory_item item[INVENTORY_MAX];
};

/* Of a switch of these parameters; prices are left alone. */
void inventory_of(const struct params *p, struct inventory *inventory);

/* The price of a memory that is made of macros whose area the map gives: their area, and nothing else. False: it is another, its price is left alone. */
bool inventory_price_macros(struct inventory_item *item, const struct memory_map *map);

/* A register or memory, in every instance of its unit. */
struct inventory_storage {
	const char *unit, *name;
	unsigned instances, bits;               /* bits: of one instance */
};

/* Fills in instances and bits of all n, in a switch of these parameters, which has them. */
void inventory_find(const struct params *p, struct inventory_storage *storage, unsigned n);

/* Bits of all registers of a switch of these parameters, without those that memories are read into. */
unsigned inventory_flip_flops(const struct params *p);
