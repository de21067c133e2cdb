#ifndef CACTI_H
#define CACTI_H

#include "price.h"

/*
 * HP Labs CACTI, where the user has it: writes its configuration, runs it in its own directory (CACTI 7
 * reads tech_params/ there) for a limited time, and believes it only if the lines of a result are there:
 * it exits with 0 after most errors. The dialects 6.5, 7 and P differ in spelling and in what
 * they print; one configuration serves all, since each ignores what it does not know.
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
	CACTI_FAILED                    /* it crashed, hung, gave no answer */
};

/* Unless priced: why, in one line. p->note says which dialect answered, and what was rounded. */
enum cacti_status cacti_price(const struct cacti *c, const struct price_setup *setup, const struct memory *m, struct price *p,
		 char why[PRICE_WHY]);

#endif
