#ifndef LAWS_LINKS_H
#define LAWS_LINKS_H

#include "laws.h"

#include "link_senders.h"

/* What crosses the links of a switch or network interface, whatever its credits count. */
struct law_links {
	struct link_senders *in, *out;  /* in: of what inputs received; out: of what was granted to outputs */
	unsigned radix, depart;         /* depart: cycles from a grant to the link */
	uint16_t under_way[SWITCH_DEPART_MOST][SWITCH_PORTS];   /* credits of what was granted in the last cycles, the latest first: not yet on the link, or just */
	uint16_t given[SWITCH_PORTS];   /* credits for what came that are on the link now */
};

/* False: out of memory; end it all the same. */
bool law_links_begin(struct law_links *, const struct shape *);
void law_links_end(struct law_links *);

/* Upstream and downstream count the same: of one port in each cycle, in turn, and of both of a network interface. */
bool law_links_agree(const struct law_links *, uint64_t cycle, const struct switch_in *, const struct neighbours *, char why[LAWS_WHY]);

/* What comes and leaves in a cycle. */
void law_links_passed(struct law_links *, uint64_t cycle, const struct switch_in *, const struct switch_out *);

#endif
