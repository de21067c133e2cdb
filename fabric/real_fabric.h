#pragma once

#include "forwarding.h"

/* A real fabric with its tables, as options name its files, read, completed and checked. */
enum { ROUTES_AUTO, ROUTES_DMODK, ROUTES_UPDOWN, ROUTES_ALGORITHMS };

extern const char *const routes_algorithms[ROUTES_ALGORITHMS];

struct real_fabric_files {
	const char *fabric;
	const char *routes;             /* NULL: tables are computed; here and below, NULL: not given */
	const char *without, *roots;
	const char *sl2vl, *paths;      /* lanes, and the service levels of pairs */
	unsigned algorithm;
};

struct real_fabric {
	const struct real_fabric_files *files;
	struct stock memory;            /* of all that follows */
	struct graph graph;
	struct forwarding tables;
	struct levels levels;
	struct forwarding_verdict verdict;
	uint32_t *root;
	uint32_t roots;                 /* number; 0: the tables were not computed from roots */
	char why[GRAPH_WHY];            /* it could not be opened ... */
	int error;                      /* ... because of the system: errno; 0: the files are wrong */
};

/* False: why. Whatever it returns, close it. */
bool real_fabric_open(struct real_fabric *, const struct real_fabric_files *);
void real_fabric_close(struct real_fabric *);
