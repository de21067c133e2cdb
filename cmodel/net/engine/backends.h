#pragma once

/* What a switch is: its C model, its Verilated RTL, or both in lockstep. */
enum lockstep_backend { LOCKSTEP_C = 1, LOCKSTEP_RTL = 2, LOCKSTEP_BOTH = LOCKSTEP_C | LOCKSTEP_RTL, BACKENDS };

extern const char *const backend_names[BACKENDS];       /* [0]: NULL */
