#pragma once

#include "params.h"
#include "synth.h"

/*
 * Area and clock of a switch's logic: the switch is generated and synthesized flat (synth/synth.h) in a temporary directory.
 * Results are cached, since synthesis takes minutes.
 */
struct logic_setup {
	const char *liberty;            /* as liberty_read() takes it */
	double clock_mhz;               /* what cells are sized for */
	const char *cache;              /* directory; NULL: none */
	char library[LIBERTY_NAME];     /* its name */
	char yosys[128], sta[128];       /* name, versions; sta "": not installed */
	uint64_t library_hash;
	bool no_tool;                   /* logic_find() fails since Yosys is not there */
};

struct logic {
	unsigned flip_flops;
	double mm2, kge;
	double path_ns;
};

/* Fills in what is found of tools and library. False: why is one line. */
bool logic_find(struct logic_setup *, char why[SYNTH_WHY]);

/* False: why is one line. */
bool logic_of(const struct logic_setup *, const struct params *, struct logic *, char why[SYNTH_WHY]);
