#pragma once

#include "unit.h"

/*
 * Scheduler, first phase, of all input ports: each input picks one queue with an eligible head. A struct arbiter_bank, by input; requesters are its queues.
 * RTL twin: rtl_gen/units/arb_in.v. RECN-IQ 3.7.
 */
extern const struct unit_model arb_in_unit;
