#pragma once

#include "law_lists.h"
#include "laws.h"
#include "link_senders.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct law_cells;
struct law_nic;
struct law_slot_nic;
struct law_wormhole;

/* Shared by laws*.c. */
enum { LAWS_LINES = 32, LAWS_WORDS = 16, LAWS_QUEUES = 64 * LAWS_WORDS };       /* WORDS: of a set of queues */

/* Queues of a side of a port that asked in the cycle before, and how often each was passed over since it was served, or since it last did not ask. */
struct law_asking {
	uint64_t asked[LAWS_WORDS], waiting[LAWS_WORDS];        /* waiting: passed over at least once */
	uint16_t passed[LAWS_QUEUES];
	unsigned class;                 /* the lowest of those that asked, from 1 on; 0: none did */
	unsigned output;                /* that these are for; radix: for several */
};

struct law_turns {
	struct law_asking at[LAW_SIDES][SWITCH_PORTS];
	unsigned class_queues;          /* queues of a class */
	unsigned queues_most;           /* times */
	uint64_t wanted[SWITCH_PORTS];  /* by output: inputs whose candidates were all for it */
	uint64_t fresh;                 /* inputs that may have had a candidate that is in no register yet */
	uint64_t rank[SWITCH_PORTS][LAWS_QUEUES];       /* by input, queue: of the candidate, with stamps; lower is older (microarchitecture-slots.md, 5) */
	uint64_t waiting_inputs[SWITCH_PORTS][STOP_LEVELS];     /* by output, class: inputs that were passed over at least once ... */
	uint16_t passed_input[SWITCH_PORTS][STOP_LEVELS][SWITCH_PORTS];         /* ... and how often */
};

/* Lines that stop upstream, according to messages. */
struct law_stops {
	uint32_t drained[SWITCH_PORTS];         /* by input: those that have drained all the same ... */
	uint64_t since[SWITCH_PORTS][LAWS_LINES];       /* ... from this cycle on */
	uint64_t most;                  /* cycles */
};

/* What crosses the links of a switch or network interface, whatever its credits count. */
struct law_links {
	struct link_senders *in, *out;  /* in: of what inputs received; out: of what was granted to outputs */
	unsigned depart;                /* cycles from a grant to the link */
	uint16_t under_way[SWITCH_DEPART_MOST][SWITCH_PORTS];   /* credits of what was granted in the last cycles, the latest first: not yet on the link, or just */
	uint16_t given[SWITCH_PORTS];   /* credits for what came that are on the link now */
};

struct laws {
	struct shape shape;
	const struct image *image;
	uint32_t at;                    /* position of a wormhole router */
	bool partitioned;               /* slots are by queue */
	unsigned words;                 /* of a set of queues */

	struct law_slots reg;
	/* What holds heads back (spec/units.def): by line, or by queue; at the input, or at the output where a head goes. */
	struct law_register holds;
	unsigned holds_from;            /* the queue of its first bit */
	bool holds_at_output;

	uint64_t cycle, next;           /* being checked, or checked last; first cycle not checked yet */
	bool again;                     /* the cycle was looked at before */
	char *why;                      /* of the caller */

	/* According to the links. */
	struct law_links links;
	uint64_t granted;               /* outputs, in the last cycle: */
	uint16_t granted_queue[SWITCH_PORTS];   /* queue downstream */
	uint8_t from[SWITCH_PORTS];             /* input */

	struct law_turns turns;
	struct law_stops stops;

	const struct law_kind *kind;
	union {                         /* in place of what is above, but for the links */
		void *own;                      /* lies behind this */
		struct law_cells *cells;        /* of a switch with two sides of cells */
		struct law_nic *nic;            /* of a network interface that counts cells */
		struct law_slot_nic *slot_nic;  /* of one that counts slots */
		struct law_wormhole *wormhole;  /* of a wormhole router */
	};
};

/* What an architecture keeps and looks at beside its links. */
struct law_kind {
	size_t own;                     /* bytes of what it keeps, which are 0 at first */
	void (*begin)(struct laws *, struct law_place);
	bool (*hold)(struct laws *);    /* in a->cycle */
	void (*passed)(struct laws *, const struct switch_in *, const struct switch_out *);     /* NULL: nothing */
	void (*ask)(struct laws *, unsigned port);      /* for laws_turns_hold(): who asks; and who was served */
	bool (*served)(struct laws *);
};

extern const struct law_kind laws_of_cells, laws_of_nic, laws_of_slot_nic, laws_of_wormhole;

/* Returns false, and says why. */
__attribute__((format(printf, 2, 3))) static inline bool law_broken(const struct laws *a, const char *format, ...)
{
	const int n = snprintf(a->why, LAWS_WHY, "cycle %" PRIu64 ": ", a->cycle);
	va_list args;

	va_start(args, format);
	vsnprintf(a->why + n, LAWS_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

/* Which of so many is looked at in this cycle, in turn. */
static inline unsigned law_in_turn(const struct laws *a, unsigned n)
{
	return (unsigned)(a->cycle % n);
}

static inline const char *law_side_name(unsigned side)
{
	return side == LAW_IN ? "input" : "output";
}

/* Turns (laws_turns.c). A queue of a side of a port is a candidate in this cycle, for an output; one was served, by it; outputs that were asked were among these. */
void law_asks(struct laws *, unsigned side, unsigned port, unsigned queue, unsigned output);
bool law_served(struct laws *, unsigned side, unsigned port, unsigned queue, unsigned output);
bool law_none_left(const struct laws *, uint64_t granted);
bool laws_turns_hold(struct laws *);

/* By kind: candidates of a port; what was decided in the cycle before. */
void laws_slots_ask(struct laws *, unsigned port);
bool laws_slots_served(struct laws *);
void laws_cells_ask(struct laws *, unsigned port);
bool laws_cells_served(struct laws *);

bool laws_stops_hold(struct laws *);
