#pragma once

#include "switch.h"

/*
 * The model side of a lockstep, as networks run it: a bank of equal switches that are stepped as one, and only in cycles that
 * need it. The first switch is compared with the RTL. Each other switch gets the inputs of the first some cycles later, and has
 * to do what the first did. So at any time the switches are in different states, and a fault of any of them shows.
 * Where packets may come before lists in memories have been swept, all switches get the same inputs in the same cycle; so do wormhole routers that count
 * cycles from reset, or may have the token at reset.
 *
 * Networks rely on two more properties, which are checked here in every cycle. A departure is at the far end of its link (links.h)
 * as soon as it is decided. The credit of a packet follows from its departure: it comes in the cycle for which it was written to the
 * link then, and no other credit comes.
 */
enum { MODEL_BANK_WHY = 256 };

struct model_bank;

/* Switches at reset: 1..switch_bank(). Their routing tables: none, or the configuration port writes them. at: the position of wormhole routers. NULL: out of memory. */
struct model_bank *model_bank_new(const struct shape *s, unsigned switches, struct table_words, uint32_t at);
void model_bank_free(struct model_bank *);

/* The bank, for switch_image() and whatever else looks at the first switch. */
struct sluice_switch *model_bank_switch(const struct model_bank *);

/* Run `cycle`, the one after the last: in and *out are those of the first switch. False: *why says what is wrong. */
bool model_bank_step(struct model_bank *, uint64_t cycle, const struct switch_in *in, struct switch_out *out, char why[MODEL_BANK_WHY]);

/* Have the other switches done all that the first did? */
bool model_bank_drained(const struct model_bank *);
