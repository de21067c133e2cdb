#pragma once

#include "law_register.h"
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

/* Shared by laws.c, laws_turns.c and laws_stops.c; registers by laws_cells*.c too. */
enum { LAWS_LINES = 32, LAWS_WORDS = 16 };       /* words of a set of queues */

/* A set of queues of each input, or nothing. */
struct law_queues {
	uint64_t word[SWITCH_PORTS][LAWS_WORDS];
};

/* State of an input when it was last checked. */
struct law_rest {
	uint64_t free, count;
	uint32_t held;
	bool reading, entering;
};

/* Requesters, and how often each was passed over since it was served, or since it last did not request. */
struct law_turns {
	struct law_queues asked;        /* in the cycle before: queues that were candidates */
	struct law_queues waiting;      /* passed over at least once */
	uint16_t *passed;               /* by input, queue */
	unsigned queues_most, inputs_most;      /* times */
	uint64_t wanted[SWITCH_PORTS];  /* by output, in the cycle before: inputs whose candidates were all for it */
	uint64_t outputs;               /* with any of these */
	uint64_t fresh;                 /* inputs that may have had a candidate that is in no register yet */
	uint64_t *rank;                 /* by input, queue: of the candidate, with stamps; lower is older (microarchitecture-slots.md, 5) */
	uint64_t waiting_inputs[SWITCH_PORTS];  /* by output: passed over at least once */
	uint16_t passed_input[SWITCH_PORTS][SWITCH_PORTS];      /* by output, input */
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
	bool partitioned;               /* slots are by queue */
	unsigned words;                 /* of a set of queues */

	/* Memory and queues of inputs; output ports. */
	struct law_register free, count, left, entering, popped, present, reading, used, credits;
	/* Heads. */
	struct law_register ready, open_turns, turn, port_onehot, long_begun, xoff, detect, port, has_credit, has_two_credits, stamp, open, taken, now;
	/* What holds heads back (spec/units.def): by line, or by queue; at the input, or at the output where a head goes. */
	struct law_register holds;
	unsigned holds_from;            /* the queue of its first bit */
	bool holds_at_output;
	/* Lines. */
	struct law_register sent, points, output, out_line, stopped, xon, xon_line, wait, behind;
	struct law_register xon_limit;  /* of a switch with registers on a bus: the Xon threshold */

	uint64_t next;                  /* first cycle not checked yet */

	/* According to the links. */
	struct law_links links;
	uint64_t granted;               /* outputs, in the last cycle: */
	uint16_t granted_queue[SWITCH_PORTS];   /* queue downstream */
	uint8_t from[SWITCH_PORTS];             /* input */
	struct law_rest rest[SWITCH_PORTS];

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
	bool (*begin)(struct laws *, struct law_place);     /* false: out of memory; it is ended all the same */
	void (*end)(struct laws *);     /* NULL: nothing */
	bool (*hold)(struct laws *, uint64_t cycle, bool again, char why[LAWS_WHY]);    /* again: the cycle was looked at before */
	void (*passed)(struct laws *, const struct switch_in *, const struct switch_out *);     /* NULL: nothing */
};

extern const struct law_kind laws_of_cells, laws_of_nic, laws_of_slot_nic, laws_of_wormhole;

__attribute__((format(printf, 3, 4))) static inline bool law_broken(char why[LAWS_WHY], uint64_t cycle, const char *format, ...)
{
	const int n = snprintf(why, LAWS_WHY, "cycle %" PRIu64 ": ", cycle);
	va_list args;

	va_start(args, format);
	vsnprintf(why + n, LAWS_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

/* One of a set was served, and those that asked were passed over, each at most so many times: returns one that was more often, or 64. Others that were passed over before
 * wait no more, unless those last until they are served. */
static inline unsigned law_pass_over(uint64_t *waiting, uint16_t *passed, uint64_t asked, uint64_t served, bool last, unsigned most)
{
	const uint64_t over = (last ? 0 : *waiting & ~asked) | served;
	unsigned k;

	EACH(k, over)
		passed[k] = 0;
	*waiting = (*waiting & ~over) | asked;
	EACH(k, asked)
		if (++passed[k] > most)
			return k;
	return 64;
}

void law_wormhole_position(struct law_wormhole *, uint32_t at);

bool laws_turns_hold(struct laws *, uint64_t cycle, char why[LAWS_WHY]);
bool laws_stops_hold(struct laws *, uint64_t cycle, char why[LAWS_WHY]);
