#pragma once

#include "link_senders.h"
#include "sluice.h"
#include "switch.h"
#include "why_not.h"

/*
 * What the contract of links (docs/internals/microarchitecture*.md, section 1) leaves those free to do who drive a switch by hand. The model relies on it:
 * hardware has no check, and the model none. So everything is asked here first, and noted when it is done; and what the switch sends is noted too.
 */

/* Of the flits of one VC into a wormhole router, or of the recovery lane. */
struct contract_worm {
	struct packet packet;
	unsigned left;                  /* flits to come; 0: the next one is a header */
};

struct link_contract {
	struct shape s;
	struct link_senders *in, *out;  /* those who drive the switch; the switch */
	uint32_t at;                    /* position of a wormhole router */
	struct contract_worm *worm;     /* by port, and by VC or the lane */
	struct contract_word {          /* of the routing table */
		struct sluice_word word;
		bool written;
		uint32_t inside;        /* packets that went by it and whose header has not left ... */
		uint64_t gone;          /* ... and the cycle after their last flit */
	} *word;
	bool token;                     /* of the recovery lane: this router has it, or a packet in its lane */
	unsigned lane_left;             /* flits of that packet that have not left */
};

/* Is a number of a call in its range? False: why. */
static inline bool contract_range(const char *name, uint64_t value, uint64_t least, uint64_t most, char why[SLUICE_WHY])
{
	return (value >= least && value <= most) ||
	       why_not(why, SLUICE_WHY, "%s: %ju is outside %ju..%ju", name, (uintmax_t)value, (uintmax_t)least, (uintmax_t)most);
}

/* Nothing has happened yet. False: memory is short. */
bool link_contract_begin(struct link_contract *, const struct shape *);
void link_contract_end(struct link_contract *);

/* May this be done in the cycle, in which the outputs show these replies? False: why. */
bool contract_allows_packet(const struct link_contract *, uint64_t cycle, unsigned port, const struct packet *, unsigned vc, unsigned flit,
			    char why[SLUICE_WHY]);
bool contract_allows_credit(const struct link_contract *, unsigned port, unsigned what, char why[SLUICE_WHY]);
bool contract_allows_message(const struct link_contract *, uint64_t cycle, unsigned port, const struct message *, char why[SLUICE_WHY]);
bool contract_allows_word(const struct link_contract *, uint64_t cycle, const struct switch_out *replies, uint32_t destination, const struct sluice_word *,
			  char why[SLUICE_WHY]);

/* Does a packet that comes by this port go by a word of the routing table? *destination: by whose. */
bool contract_goes_by_word(const struct shape *, unsigned port, const struct packet *, uint64_t *destination);

void contract_note_word(struct link_contract *, uint32_t destination, const struct sluice_word *);

/* Before the first cycle: the router is there, if that is a position. False: why. */
bool contract_position(struct link_contract *, uint32_t at, char why[SLUICE_WHY]);

/* What a cycle brought; and what the outputs show in it: headers, and credits and messages. */
void contract_note_in(struct link_contract *, uint64_t cycle, const struct switch_in *);
void contract_note_out(struct link_contract *, uint64_t cycle, const struct switch_out *departs, const struct switch_out *replies);
