#pragma once

#include "node.h"
#include "state.h"

/* The state of a bank of nodes, with its sets, as a checkpoint has it; credit_cycles, demand_cycles: lengths of the rings idle_at, demand_due_at. */
void nodes_state(struct nodes *, const struct node_setup *, unsigned members, unsigned credit_cycles, unsigned demand_cycles, struct state *);
