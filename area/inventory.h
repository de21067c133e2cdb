#ifndef INVENTORY_H
#define INVENTORY_H

#include "params.h"
#include "price.h"

/*
 * The memories of a switch, as its manifest lists them, and what they cost.
 */
enum { INVENTORY_MAX = 64, INVENTORY_NAME = 32 };

struct inventory_item {
	char unit[INVENTORY_NAME], name[INVENTORY_NAME];
	unsigned instances;
	struct memory memory;
	struct price price;                     /* of one instance */
};

struct inventory {
	unsigned n;
	struct inventory_item item[INVENTORY_MAX];
};

/* From the manifest of a switch of these parameters; prices are left alone. false: says why. */
bool inventory_of(const struct params *p, struct inventory *inventory, char why[PRICE_WHY]);

#endif
