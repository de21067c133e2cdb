#pragma once

#include <stdbool.h>

struct results;

/*
 * The Pareto front: the points that no other point of their group dominates. A point dominates another if it costs less and gains
 * no less, or gains more and costs no more. Equal points do not dominate each other.
 */
struct offer {
	double cost, gain;              /* gain NAN: none, and not on the front */
	unsigned group;
	bool front;
};

void pareto_front(struct offer *, unsigned n);

/* Fills in the figures front_... of the results of a sweep; groups are the values of the first axis. Only complete points count. False: out of memory. */
bool pareto_fill(struct results *);
