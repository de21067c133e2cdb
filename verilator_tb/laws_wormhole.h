#ifndef LAWS_WORMHOLE_H
#define LAWS_WORMHOLE_H

#include "laws_state.h"

/*
 * The laws of wormhole routers (docs/internals/microarchitecture-wormhole.md, section 8), as far as one router shows them. Counts are looked at for one port in each cycle, in turn, and owners for one input VC, since what
 * is lost stays so; turns, the token and the side band in every cycle.
 */
struct law_wormhole *law_wormhole_new(const struct image *);
void law_wormhole_free(struct law_wormhole *);
void law_wormhole_position(struct law_wormhole *, uint32_t at);

bool laws_wormhole_hold(struct laws *, uint64_t cycle, const struct switch_in *, const struct neighbours *, bool again, char why[LAWS_WHY]);
void laws_wormhole_passed(struct laws *, const struct switch_in *, const struct switch_out *);

#endif
