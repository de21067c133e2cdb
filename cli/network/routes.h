#pragma once

#include "net/topology/routing_text.h"
#include "options.h"
#include "tree.h"

/* `sluice routes`: its options, and the command for a real fabric. */
struct routes_options {
#define OPTION_FILE "network/routes.def"
#include "option_members.h"
#undef OPTION_FILE
};

/* With --fabric. Returns the exit status. */
int routes_fabric(const struct routes_options *);

/* A network whose switches have routing tables. */
struct routes_network {
	struct topology topology;
	struct params params;           /* of every switch */
	struct shape shape;
	struct routing routing;
};

/*
 * Writes the tables to a directory: switch-N.hex and .csv for each switch, sluice.conf with the parameters. Begun first, before
 * anything is checked; then written, or dropped. False: why, and nothing is left to be done.
 */
bool routes_begin(struct tree *, const struct routes_network *, const char *dir, bool force, char why[TREE_WHY]);
bool routes_write(struct tree *, const struct routes_network *, char why[TREE_WHY]);

/* Reads all switch-N.hex of a directory; to be freed. NULL: why. */
struct routing_read *routes_read(const struct routes_network *, const char *dir, char why[TREE_WHY]);
