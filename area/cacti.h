#pragma once

#include "price.h"

/*
 * HP Labs CACTI, if the user has it: writes its configuration, runs it in its own directory (CACTI 7
 * reads tech_params/ there) for a limited time, and accepts a run only if it printed the lines of a result,
 * since CACTI exits with 0 after most errors. The dialects 6.5, 7 and P differ in spelling and in what
 * they print. One configuration serves all, since each ignores unknown keys.
 */
enum { CACTI_PATH = 4096 };

struct cacti {
	const char *program;
	double seconds;                 /* limit of a run */
	const char *cache;              /* directory that keeps answers; NULL: none */
};

enum cacti_status {
	CACTI_PRICED,
	CACTI_BAD_INPUT,                /* no such program, or a memory that none takes */
	CACTI_FAILED                    /* it crashed, timed out, or printed no result */
};

/* The figures of an answer. false: why names what is missing, or quotes the program's error. */
bool cacti_parse(const char *answer, const struct memory *m, struct price *p, char why[PRICE_WHY]);

/* Unless priced: why, in one line. p->note says which dialect answered, and what was rounded. */
enum cacti_status cacti_price(const struct cacti *c, const struct price_setup *setup, const struct memory *m, struct price *p,
		 char why[PRICE_WHY]);
