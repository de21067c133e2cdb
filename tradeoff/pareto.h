#ifndef PARETO_H
#define PARETO_H

#include <stdbool.h>

struct results;

/*
 * Which points are worth having: those that no other of their group beats, in costing less without giving less, or in
 * giving more without costing more. Equal points beat neither.
 */
struct offer {
	double cost, gain;
	unsigned group;
	bool front;
};

void pareto_front(struct offer *, unsigned n);

/* The results of a sweep once more, with the figures front_... filled in; groups are the values of the first axis.
 * Nothing but complete points is looked at. NULL: out of memory. */
struct results *pareto_results(const struct results *);

#endif
