#pragma once

#include "net/run/simulate.h"
#include "options.h"
#include "sweep.h"
#include "topology/fabric_topology.h"

/* What `sluice advise` is asked, and the switches that may be the answer. */
enum { ADVISE_CANDIDATES = 24, ADVISE_NAME = 16, ADVISE_OPTIONS = 96, ADVISE_SETTINGS = 24, ADVISE_VALUE = 64, ADVISE_LINES = 6 };

struct advise_options {
#define OPTION_FILE "study/advise.def"
#include "option_members.h"
#undef OPTION_FILE
};

struct candidate {
	char name[ADVISE_NAME], options[ADVISE_OPTIONS];        /* "recn-iq-4"; "--scheme recn-iq --saqs 4 --slots 64" */
	double memory_bits, flip_flops; /* of a port */
	double mm2;                     /* of a port, at 45 nm: docs/study/advise.md */
};

struct question {
	const struct advise_options *o;
	const struct fabric_topology *fabric;   /* that it is about, if it has one */
	struct {
		const char *key;
		char value[ADVISE_VALUE];
	} setting[ADVISE_SETTINGS];     /* of sluice sim, for all candidates */
	struct {
		const char *key, *value;
	} line[ADVISE_LINES];           /* of the fabric, likewise */
	unsigned settings, lines;
	unsigned radix, nodes, switches;        /* switches: 1, or more */
	unsigned packet_flits;          /* of the longest packets */
	double load;                    /* that it should carry */
	const char *accepted, *latency, *all;   /* columns: "pattern_accepted_load", "latency_mean", "accepted_load"; with hot spots "cold_..." */
	double offered;                 /* load of the flows that avoid the hot spots, or of all */
	struct candidate candidate[ADVISE_CANDIDATES];  /* cheapest first */
	unsigned candidates;
	char left_out[OPTION_TEXT];     /* candidates that make no switch or no network, and why the last of them does not */
};

/* False: why. */
bool question_make(struct question *, const struct advise_options *, const struct fabric_topology *, double load, char why[OPTION_WHY]);

/* "Queueing schemes at radix 8, 64 nodes: load 0.6, ..." */
void question_title(const struct question *, FILE *);

/* As the file of a sweep. */
void question_write(const void *question, FILE *);
