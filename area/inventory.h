#pragma once

#include "memory_map.h"
#include "params.h"
#include "price.h"

/*
 * Storage of a switch, from its manifest: all memories, and their prices; or registers and memories by name.
 */
enum { INVENTORY_MAX = 64, INVENTORY_NAME = 32 };

struct inventory_item {
	char unit[INVENTORY_NAME], name[INVENTORY_NAME];
	unsigned instances;
	struct memory memory;
	bool masked;
	struct price price;                     /* of one instance */
};

struct inventory {
	unsigned n;
	struct inventory_item item[INVENTORY_MAX];
};

/* From the manifest of a switch of these parameters; prices are left alone. false: says why. */
bool inventory_of(const struct params *p, struct inventory *inventory, char why[PRICE_WHY]);

/* The price of a memory that is made of macros whose area the map gives: their area, and nothing else. False: it is another, its price is left alone. */
bool inventory_price_macros(struct inventory_item *item, const struct memory_map *map);

/* A register or memory, in every instance of its unit. */
struct inventory_storage {
	const char *unit, *name;
	unsigned instances, bits;               /* bits: of one instance */
};

/* Fills in instances and bits of all n, in a switch of these parameters. false: says why. */
bool inventory_find(const struct params *p, struct inventory_storage *storage, unsigned n, char why[PRICE_WHY]);

/* Bits of all registers of a switch of these parameters, as its manifest lists them. false: says why. */
bool inventory_flip_flops(const struct params *p, unsigned *bits, char why[PRICE_WHY]);
